//! Learning what each action is worth from what came of it, between two players who want the opposite (the first
//! Isolation study).
//!
//! The worth of an action is its reward less the discounted worth of the opponent's best reply, judged by a
//! frozen copy of the network. The loop of games and what is tried in it belong to the caller.

use serde::{Deserialize, Serialize};

use crate::bits::Ones;
use crate::descent::{Descent, Shard, Stride};
use crate::error::{LearnError, setting, size};
use crate::gradient::{Inputs, Workspace};
use crate::loss::Loss;
use crate::network::Network;
use crate::optimiser::Method;
use crate::replay::Replay;
use crate::threads::Threads;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct QSettings {
    /// What a worth loses with each ply.
    pub discount: f32,
    /// Targets lie between minus this and this.
    pub bound: f32,
    /// What shall become small.
    pub loss: Loss,
    /// How a gradient becomes a step.
    pub method: Method,
    /// The step.
    pub step: f32,
    /// After how many steps the frozen copy is taken anew.
    pub refresh: u64,
}

impl Default for QSettings {
    /// The first Isolation study's: the discount halves nearly a golden section's worth in a whole game of 49 plies.
    fn default() -> Self {
        QSettings {
            discount: 0.990_227_4,
            bound: 1.0,
            loss: Loss::Absolute,
            method: Method::default(),
            step: 0.001,
            refresh: 1,
        }
    }
}

impl QSettings {
    /// An error if a setting makes no sense.
    pub fn check(&self) -> Result<(), LearnError> {
        let QSettings { discount, bound, step, refresh, loss, method } = *self;
        setting((0.0..=1.0).contains(&discount), "discount", discount, "from 0 to 1")?;
        setting(bound > 0.0 && bound.is_finite(), "bound", bound, "above 0")?;
        setting(step > 0.0 && step.is_finite(), "step", step, "above 0")?;
        setting(refresh > 0, "refresh", refresh, "at least 1")?;
        setting(
            loss != Loss::CrossEntropy,
            "loss",
            "cross-entropy",
            "squared or absolute, because Q-values are not probabilities",
        )?;
        method.check()
    }
}

/// The best of the outputs that stand for legal actions, and its worth; the first among equals. None of none.
pub fn best_legal(worths: &[f32], legal: impl IntoIterator<Item = usize>) -> Option<(usize, f32)> {
    let known = legal.into_iter().filter_map(|output| Some((output, *worths.get(output)?)));
    known.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// What an action is worth: its reward less the discounted worth of the best reply, if the game goes on.
pub fn minimax_target(settings: &QSettings, reward: f32, best_reply: Option<f32>) -> f32 {
    let target = best_reply.map_or(reward, |reply| reward - settings.discount * reply);
    target.clamp(-settings.bound, settings.bound)
}

/// A network that learns the worth of actions.
#[derive(Debug)]
pub struct QLearner {
    pub(crate) settings: QSettings,
    /// The step at present.
    pub(crate) stride: f32,
    pub(crate) descent: Descent,
    pub(crate) frozen: Network,
    threads: Threads,
}

/// How many experiences are judged at once.
const BLOCK: usize = 512;

impl QLearner {
    /// A learner that has taken no step. The network has an output for each action; it must be linear if
    /// targets may be below 0.
    pub fn new(network: Network, settings: QSettings, threads: usize) -> Result<QLearner, LearnError> {
        settings.check()?;
        let frozen = network.clone();
        Ok(QLearner {
            settings,
            stride: settings.step,
            descent: Descent::new(network, settings.method),
            frozen,
            threads: Threads::new(threads)?,
        })
    }

    /// Takes steps of another size from now on.
    pub fn set_step(&mut self, step: f32) -> Result<(), LearnError> {
        setting(step > 0.0 && step.is_finite(), "step", step, "above 0")?;
        self.stride = step;
        Ok(())
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.descent.network
    }

    /// The frozen copy that judges replies.
    pub fn frozen(&self) -> &Network {
        &self.frozen
    }

    /// The settings.
    pub fn settings(&self) -> &QSettings {
        &self.settings
    }

    /// How many steps were taken.
    pub fn n_steps(&self) -> u64 {
        self.descent.n_steps
    }

    /// One step with the whole memory as one batch, and the mean loss before it.
    pub fn step(&mut self, replay: &Replay) -> Result<f64, LearnError> {
        let all: Vec<u32> = (0..replay.len() as u32).collect();
        self.step_on(replay, &all)
    }

    /// One step with some experiences of the memory, by their places in it.
    pub fn step_on(&mut self, replay: &Replay, chosen: &[u32]) -> Result<f64, LearnError> {
        let shape = self.network().shape();
        size("inputs of the memory", replay.n_inputs(), shape.n_inputs)?;
        size("outputs of the memory", replay.n_outputs(), shape.n_outputs())?;
        if chosen.is_empty() {
            return Err(LearnError::Empty { what: "memory" });
        }
        if let Some(&place) = chosen.iter().find(|&&place| place as usize >= replay.len()) {
            return Err(LearnError::WrongSize {
                what: "a place in the memory",
                expected: replay.len() - 1,
                got: place as usize,
            });
        }
        if self.descent.n_steps.is_multiple_of(self.settings.refresh) {
            self.frozen.clone_from(&self.descent.network);
        }
        let targets = self.targets(replay, chosen);
        let fill = |shard: &mut Shard, from: usize, to: usize| {
            for &place in &chosen[from..to] {
                shard.bits.extend_from_slice(replay.state(place as usize));
                shard.choices.push(replay.action(place as usize));
            }
            shard.targets.extend_from_slice(&targets[from..to]);
            shard.weights.resize(to - from, 1.0);
        };
        let (loss, step) = (self.settings.loss, self.stride);
        let stride = Stride { loss, l2: 0.0, step };
        let sums = self.descent.step(chosen.len(), fill, stride, &self.threads);
        let diverged = |_| LearnError::Diverged {
            pass: 1,
            batch: self.descent.n_steps as usize + 1,
            what: "the loss",
            step: step.to_string(),
        };
        Ok(sums.map_err(diverged)?.mean())
    }

    /// What each chosen action is worth by what came of it.
    fn targets(&self, replay: &Replay, chosen: &[u32]) -> Vec<f32> {
        let mut targets = vec![0.0; chosen.len()];
        let blocks = targets.chunks_mut(BLOCK).zip(chosen.chunks(BLOCK)).collect();
        self.threads.each(blocks, |(targets, chosen): (&mut [f32], &[u32])| {
            let mut workspace = Workspace::default();
            let states: Vec<u64> =
                chosen.iter().flat_map(|&place| replay.next(place as usize)).copied().collect();
            let (worths, stride) = workspace.forwards(&self.frozen, Inputs::Bits(&states), chosen.len());
            let n_outputs = replay.n_outputs();
            let mut outputs = vec![0.0; n_outputs];
            for ((target, &place), worths) in targets.iter_mut().zip(chosen).zip(worths.chunks_exact(stride))
            {
                outputs.copy_from_slice(&worths[..n_outputs]);
                if let Some(layer) = self.frozen.shape().layers.last() {
                    layer.activation.apply(&mut outputs);
                }
                let reply = best_legal(&outputs, Ones::of(replay.legal(place as usize)));
                let reward = replay.reward(place as usize);
                *target = minimax_target(&self.settings, reward, reply.map(|(_, worth)| worth));
            }
        });
        targets
    }
}
