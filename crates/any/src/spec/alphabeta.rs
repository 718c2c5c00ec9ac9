//! The text of alpha-beta.

use zermelo_game::nearest;
use zermelo_game::{Budget, ParameterError, Parameters};
use zermelo_search::{Parallel, Scheme, Switches, Ties};

use super::budget::{read_budget, read_switch};
use super::eval::EvalSpec;

/// Alpha-beta with its budget, its parts and the published defects that are asked for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AlphaBetaSpec {
    /// How much it may spend on a move.
    pub budget: Budget,
    /// Who judges the leaves; the game's default if `None`.
    pub eval: Option<EvalSpec>,
    /// Which of its parts are on.
    pub switches: Switches,
    /// The threads.
    pub parallel: Parallel,
    /// The memory of its table.
    pub megabytes: usize,
    /// Whether it does not see how far away a win is. (The other defects come with it.)
    pub is_distance_blind: bool,
    /// Which of equal moves it takes.
    pub ties: Ties,
    /// Whether it gives lost games up.
    pub resigns: bool,
}

impl AlphaBetaSpec {
    pub(crate) fn read(
        parameters: &mut Parameters,
        eval: Option<EvalSpec>,
    ) -> Result<AlphaBetaSpec, ParameterError> {
        let budget = read_budget(parameters)?;
        let megabytes = parameters.number("memory", 1..=65_536, 64)?;
        let switches = read_switches(parameters, &budget)?;
        let parallel = read_parallel(parameters)?;
        let [is_blind, last_ties, false_ties, resigns] = read_quirks(parameters)?;
        let ties = match (false_ties, last_ties) {
            (true, _) => Ties::Lottery,
            (false, true) => Ties::Last,
            (false, false) => Ties::First,
        };
        let is_distance_blind = is_blind || ties != Ties::First;
        Ok(AlphaBetaSpec { budget, eval, switches, parallel, megabytes, is_distance_blind, ties, resigns })
    }
}

/// The parts of alpha-beta. Two of them look beyond the depth: unless they are asked for, a search to a fixed depth
/// leaves them out, so that its value is that of minimax.
fn read_switches(parameters: &mut Parameters, budget: &Budget) -> Result<Switches, ParameterError> {
    let mut switches = if budget.is_depth_only() { Switches::PLAIN } else { Switches::ALL };
    for (name, part) in [
        ("pruning", &mut switches.pruning),
        ("pvs", &mut switches.pvs),
        ("aspiration", &mut switches.aspiration),
        ("table", &mut switches.table),
        ("killers", &mut switches.killers),
        ("history", &mut switches.history),
        ("deepening", &mut switches.deepening),
        ("hints", &mut switches.hints),
        ("quiescence", &mut switches.quiescence),
        ("proofs", &mut switches.proofs),
    ] {
        *part = read_switch(parameters, name, *part)?;
    }
    Ok(switches)
}

/// How many threads, and how they share the work.
fn read_parallel(parameters: &mut Parameters) -> Result<Parallel, ParameterError> {
    let threads = parameters.number("threads", 1..=256, 1)?;
    let scheme = match parameters.word("parallel").as_deref() {
        None | Some("shared") => Scheme::Shared,
        Some("root") => Scheme::Root,
        Some(other) => {
            let problem = format!(
                "`parallel={other}`: expected shared (one tree) or root (root moves distributed over \
                         threads)"
            );
            return Err(ParameterError::new(problem));
        }
    };
    Ok(Parallel { threads, scheme })
}

/// The published defects by name, joined by `+`.
fn read_quirks(parameters: &mut Parameters) -> Result<[bool; 4], ParameterError> {
    let mut quirks = [false; 4];
    let names = ["distance-blind", "last-ties", "false-ties", "resign"];
    let text = parameters.word("quirk").unwrap_or_default();
    for name in text.split('+').map(str::trim).filter(|name| !name.is_empty()) {
        let Some(index) = names.iter().position(|&known| known == name) else {
            let hint =
                nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let problem = format!("there is no quirk `{name}`: there are {}{hint}", names.join(", "));
            return Err(ParameterError::new(problem));
        };
        quirks[index] = true;
    }
    Ok(quirks)
}
