//! All kinds of experiments. A new kind is a crate in `crates/kinds` and a line in [`KINDS`].

use zermelo_calibrations::Calibrations;
use zermelo_catalog::RequestError;
use zermelo_evolutions::Evolutions;
use zermelo_game::Stop;
use zermelo_game_analysis::GameAnalysis;
use zermelo_kind::Kind;
use zermelo_q_learning::QLearning;
use zermelo_runner::work::{KindWork, no_kinds};
use zermelo_studies::Studies;
use zermelo_tournaments::Tournaments;
use zermelo_trainings::Trainings;

use crate::series::Series;
use crate::variants::Variants;

/// All kinds, in the order of messages; those whose runs have stages come last.
pub const KINDS: &[&dyn Kind] = &[
    &Tournaments,
    &Evolutions,
    &Studies,
    &Trainings,
    &QLearning,
    &GameAnalysis,
    &Calibrations,
    &Variants,
    &Series,
];

/// The kinds that a series is made of.
pub(crate) const STAGES: &[&dyn Kind] = KINDS.split_at(KINDS.len() - 2).0;

/// The kind with this name in files and in the store.
pub fn kind_named(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}

/// Does work that only a kind of experiment understands; `None` if it was stopped.
pub fn carry_out_kind(work: &KindWork, stop: &Stop) -> Result<Option<String>, RequestError> {
    match kind_named(&work.kind) {
        Some(kind) => kind.carry_out(&work.text, stop),
        None => no_kinds(work, stop),
    }
}
