//! How much memory a run needs, estimated before anything is made, so that a run which asks for more than is permitted is refused at once.
//!
//! What grows with the numbers of the file is counted: games and openings, candidates, networks, examples, experiences. Agents
//! are not: what they hold is bounded while games are played (`game_runner.rs`). An estimate is meant to be right within a factor
//! of about two.

use zermelo_arena::Schedule;

use crate::evolution::EvolutionPlan;
use crate::experiment::{Experiment, Plan};
use crate::portrait::PortraitPlan;
use crate::q_learning::{Explorer, QLearningPlan};
use crate::study::{StudyPlan, Subject};
use crate::tournament::TournamentPlan;
use crate::training::{Model, School, Sight, TrainingPlan};
use zermelo_catalog::{LabError, OpenGame, catalog};

/// A record of a game without its moves, as the player and the log hold it.
const GAME_BYTES: u64 = 400;
/// An opening: its position and its text.
const OPENING_BYTES: u64 = 300;
/// An agent without its numbers.
const AGENT_BYTES: u64 = 300;
/// A number in a genome and in the text of an agent.
const GENE_BYTES: u64 = 48;
/// What is kept of one position of a game in a game analysis.
const TRACE_BYTES: u64 = 64;
/// A weight of a network: itself, its moments, gradients of several threads, copies.
const WEIGHT_BYTES: u64 = 64;

impl Experiment {
    /// About how many megabytes a run of it needs.
    pub fn megabytes(&self) -> Result<u64, LabError> {
        Ok(self.bytes()? >> 20)
    }

    fn bytes(&self) -> Result<u64, LabError> {
        match &self.plan {
            Plan::Tournament(plan) => of_tournament(plan),
            Plan::Evolution(plan) => of_evolution(plan),
            Plan::Study(plan) => Ok(of_study(plan)),
            Plan::Training(plan) => of_training(plan),
            Plan::QLearning(plan) => of_q_learning(plan),
            Plan::Portrait(plan) => of_portrait(plan),
            // One stage after the other.
            Plan::Series(plan) => {
                let mut stages = plan.stages.iter().map(|stage| stage.experiment.bytes());
                stages.try_fold(0, |most, stage| Ok(stage?.max(most)))
            }
        }
    }
}

/// Several things together.
fn sum(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |sum, &part| sum.saturating_add(part))
}

/// So many of something.
fn times(number: impl TryInto<u64>, bytes: u64) -> u64 {
    number.try_into().unwrap_or(u64::MAX).saturating_mul(bytes)
}

/// About how many plies a game has.
fn plies(game: &OpenGame) -> u64 {
    game.max_plies() as u64 / 2 + 1
}

/// What a game takes that is kept.
fn game_bytes(game: &OpenGame) -> u64 {
    GAME_BYTES + 2 * plies(game)
}

fn of_tournament(plan: &TournamentPlan) -> Result<u64, LabError> {
    let game = catalog::open(&plan.game)?;
    let n = plan.entrants.len();
    let most_pairs = match &plan.schedule {
        Schedule::Until { most_pairs, .. } => u64::from(*most_pairs),
        Schedule::Race(race) => u64::from(race.most_pairs),
        Schedule::Knockout { pairs } => times(n, u64::from(*pairs)),
        fixed => fixed.n_pairs(n).unwrap_or_default(),
    };
    Ok(sum(&[
        times(most_pairs, 4 * game_bytes(&game)),
        times(plan.schedule.n_openings(), OPENING_BYTES),
        times(n, AGENT_BYTES),
    ]))
}

fn of_evolution(plan: &EvolutionPlan) -> Result<u64, LabError> {
    let game = catalog::open(&plan.game)?;
    let n_candidates = plan.method.n_candidates(plan.space.n());
    let candidate = AGENT_BYTES + times(plan.space.n(), GENE_BYTES);
    let pairs_of_generation = plan.fitness.n_pairs(n_candidates);
    let kept_pairs = if plan.keeps_games { plan.n_pairs() } else { pairs_of_generation };
    Ok(sum(&[
        times(n_candidates, candidate).saturating_mul(u64::from(plan.generations)),
        times(plan.whitening.unwrap_or(0), 2 * (candidate + game_bytes(&game))),
        times(kept_pairs.max(pairs_of_generation), 2 * game_bytes(&game)),
        times(plan.fitness.n_openings(), OPENING_BYTES).saturating_mul(u64::from(plan.generations)),
        times(plan.confirmation.pairs, OPENING_BYTES),
    ]))
}

fn of_study(plan: &StudyPlan) -> u64 {
    let of_replicate = |subject: &Subject| match subject {
        // Of each generation of a run three small numbers, and the table that was found.
        Subject::Tables(plan) => 1_200 + times(plan.most_generations, 12),
    };
    let replicates = plan.treatments.iter().map(|treatment| of_replicate(&treatment.subject));
    times(plan.runs, replicates.fold(0, u64::saturating_add))
}

/// What networks with hidden layers take.
fn network_bytes(n_inputs: usize, hidden: &[usize], n_outputs: usize) -> u64 {
    let sizes: Vec<usize> = [n_inputs].into_iter().chain(hidden.iter().copied()).chain([n_outputs]).collect();
    let weights = sizes.windows(2).map(|two| times(two[0] + 1, two[1] as u64));
    weights.fold(0, u64::saturating_add).saturating_mul(WEIGHT_BYTES)
}

fn of_training(plan: &TrainingPlan) -> Result<u64, LabError> {
    let game = catalog::open(&plan.game)?;
    let learning = |error: zermelo_learn::LearnError| LabError::Learning(error.to_string());
    let n_inputs = School::new(&game).dataset(Sight::Board).map_err(learning)?.n_inputs();
    let (networks, example) = match &plan.model {
        Model::Network { hidden, .. } => {
            let tried = plan.search.iter().flat_map(|search| &search.hidden).map(Vec::as_slice);
            let shapes = tried.chain([hidden.as_slice()]);
            let most = shapes.map(|hidden| network_bytes(n_inputs, hidden, 1)).max().unwrap_or(0);
            (most, n_inputs as u64 / 8 + 24)
        }
        Model::Heuristics {} => (0, 4 * game.features().len() as u64 + 24),
    };
    let own = plan.play.as_ref().map_or(0, |play| u64::from(play.games));
    let remembered = times(own, u64::from(plan.memory.min(plan.rounds)));
    let tests = plan.acceptance.as_ref().map_or(0, |acceptance| 2 * u64::from(acceptance.most_pairs));
    let confirmation = times(plan.confirmation.opponents.len(), 2 * u64::from(plan.confirmation.pairs));
    let games = times(own.saturating_add(tests), u64::from(plan.rounds)).saturating_add(confirmation);
    Ok(sum(&[
        networks,
        // Examples are made, divided and shuffled: they are there about twice.
        times(remembered, 2 * plies(&game) * example),
        times(games, game_bytes(&game) + 4 * plies(&game)),
    ]))
}

fn of_q_learning(plan: &QLearningPlan) -> Result<u64, LabError> {
    let game = catalog::open(&plan.game)?;
    let sizes = Explorer::new(&game).sizes();
    let experience = (2 * sizes.n_inputs + sizes.n_actions) as u64 / 8 + 32;
    let games = times(plan.test.opponents.len() * plan.moves.len(), 2 * u64::from(plan.test.pairs));
    Ok(sum(&[
        network_bytes(sizes.n_inputs, &plan.hidden, sizes.n_actions),
        // The state of a checkpoint is another copy of the memory.
        times(plan.memory as u64, 2 * experience),
        times(plan.batch_size() as u64, 4 * (sizes.n_inputs + sizes.n_actions) as u64 / 8 + 64),
        times(games, game_bytes(&game)),
        times(plan.test.pairs, OPENING_BYTES),
    ]))
}

fn of_portrait(plan: &PortraitPlan) -> Result<u64, LabError> {
    let game = catalog::open(&plan.game)?;
    let n_first_moves = game.session(&zermelo_catalog::Start::default())?.moves().len() as u64;
    let number = |games: u32| u64::from(games);
    let games = sum(&[
        number(plan.games.random),
        times(plan.games.nodes.len(), number(plan.games.games)),
        times(plan.ladder.doublings, number(plan.ladder.games)),
        times(n_first_moves, number(plan.first_moves.games)),
        times(8_u64, number(plan.copying.games)),
        times(game.features().len(), number(plan.heuristics.games)),
    ]);
    Ok(times(games, game_bytes(&game) + OPENING_BYTES + TRACE_BYTES * plies(&game)))
}
