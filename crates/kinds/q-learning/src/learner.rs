//! Who learns: a network, what it remembers, and where it is in its games. All of it is bytes, so that a run goes on where it
//! was to the bit.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use zermelo_game::stream;
use zermelo_learn::{LearnError, Network, QLearner, Replay};

use super::explorer::Sizes;
use super::file::{Batch, QLearningPlan};

/// Who learns.
pub struct Learner {
    /// What it has learnt.
    pub learner: QLearner,
    /// What it remembers.
    pub replay: Replay,
    /// Where it is.
    pub progress: Progress,
}

/// How far a learner is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Moves that were learnt from.
    pub moves: u64,
    /// Games that came to their end.
    pub games: u64,
    /// The game at hand: every move by its place among the legal ones.
    pub line: Vec<u32>,
    /// The loss of the last step.
    pub last_loss: Option<f64>,
    /// Losses since the last report.
    pub since_report: Losses,
    /// Losses since the last checkpoint.
    pub since_checkpoint: Losses,
}

/// The losses of some steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    sum: f64,
    n: u64,
}

impl Losses {
    fn add(&mut self, loss: f64) {
        self.sum += loss;
        self.n += 1;
    }

    /// Their mean; `None` without steps.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }
}

/// The note that holds the progress.
const PROGRESS: &str = "progress";

impl Learner {
    /// Somebody who knows nothing.
    pub fn new(plan: &QLearningPlan, sizes: &Sizes, threads: usize) -> Result<Learner, LearnError> {
        let shape = plan.shape(sizes.n_inputs, sizes.n_actions);
        let network = Network::start(shape, plan.start, plan.common.seed)?;
        Ok(Learner {
            learner: QLearner::new(network, plan.settings, threads)?,
            replay: Replay::new(sizes.n_inputs, sizes.n_actions, plan.memory)?,
            progress: Progress::default(),
        })
    }

    /// Everything as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let notes = BTreeMap::from([(PROGRESS.to_owned(), json!(self.progress).to_string())]);
        self.learner.to_bytes(&self.replay, &notes)
    }

    /// Reads what `to_bytes` wrote.
    pub fn from_bytes(bytes: &[u8], plan: &QLearningPlan, threads: usize) -> Result<Learner, LearnError> {
        let bad = |problem: String| LearnError::BadFile { what: "state of a learner", problem };
        let (learner, replay, notes) = QLearner::from_bytes(bytes, &plan.settings, threads)?;
        let note = notes.get(PROGRESS).ok_or_else(|| bad(format!("it lacks `{PROGRESS}`")))?;
        let progress = serde_json::from_str(note).map_err(|error| bad(error.to_string()))?;
        Ok(Learner { learner, replay, progress })
    }

    /// Counts a move, and takes a step if one is due.
    pub(super) fn count_move(&mut self, plan: &QLearningPlan) -> Result<(), LearnError> {
        self.progress.moves += 1;
        if self.replay.len() < plan.warm_up || !self.progress.moves.is_multiple_of(plan.every) {
            return Ok(());
        }
        self.learner.set_step(plan.step_after(self.progress.moves))?;
        let loss = match plan.batch {
            Batch::All => self.learner.step(&self.replay)?,
            Batch::Drawn(n) => {
                let mut chance = stream(plan.common.seed, "memories", self.learner.n_steps());
                let chosen: Vec<u32> = (0..n).map(|_| chance.below(self.replay.len()) as u32).collect();
                self.learner.step_on(&self.replay, &chosen)?
            }
        };
        self.progress.last_loss = Some(loss);
        self.progress.since_report.add(loss);
        self.progress.since_checkpoint.add(loss);
        Ok(())
    }
}
