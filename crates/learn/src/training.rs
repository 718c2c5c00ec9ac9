//! Training of a network on a data set: passes of batches, a best network, and an end.
//!
//! A training is a pure function of (network, settings, data): the number of threads changes nothing, and a
//! training that was written down after any batch continues to the bit ([`Training::to_bytes`]).

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use zermelo_game::stream;
use zermelo_game::zobrist::mix;

use crate::dataset::{Dataset, permute};
use crate::descent::{Descent, Shard, Stride};
use crate::error::{LearnError, setting, size};
use crate::gradient::Sums;
use crate::loss::Loss;
use crate::network::{Input, Network};
use crate::optimiser::Method;
use crate::prediction;
use crate::threads::Threads;

/// How the step changes while the training goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Not at all.
    Constant,
    /// From the whole step to none along half a cosine, over all passes.
    Cosine,
}

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// What shall become small.
    pub loss: Loss,
    /// How a gradient becomes a step.
    pub method: Method,
    /// The (first) step.
    pub step: f32,
    /// How the step changes.
    pub schedule: Schedule,
    /// How many examples make one step.
    pub batch: usize,
    /// How often every example is seen.
    pub passes: usize,
    /// The penalty: half of this times the sum of squared weights (not biases) is added to every batch's mean
    /// loss.
    pub l2: f32,
    /// How many passes in a row may fail to improve on the best validation loss; none sees all passes
    /// through.
    pub patience: Option<usize>,
    /// Where chance comes from.
    pub seed: u64,
}

impl Default for Settings {
    /// What gave the strongest networks for use in a search.
    fn default() -> Self {
        Settings {
            loss: Loss::CrossEntropy,
            method: Method::default(),
            step: 0.002,
            schedule: Schedule::Cosine,
            batch: 512,
            passes: 8,
            l2: 0.0,
            patience: None,
            seed: 1,
        }
    }
}

impl Settings {
    /// Whether every setting has a meaning.
    pub fn check(&self) -> Result<(), LearnError> {
        setting(self.step > 0.0 && self.step.is_finite(), "step", self.step, "above 0")?;
        setting(self.batch > 0, "batch", self.batch, "at least 1")?;
        setting(self.passes > 0, "passes", self.passes, "at least 1")?;
        setting(self.l2 >= 0.0 && self.l2.is_finite(), "l2", self.l2, "from 0 up")?;
        setting(self.patience != Some(0), "patience", 0, "at least 1, or none")?;
        self.method.check()
    }
}

/// What a training learns from, and what it is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    /// What is learnt from.
    pub train: &'a Dataset,
    /// What chooses the best network, if there is any; otherwise it is the last.
    pub validation: Option<&'a Dataset>,
}

/// What a pass came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassReport {
    /// Which pass, from 1.
    pub pass: usize,
    /// The mean loss of its batches, each before its step, without the penalty.
    pub training_loss: f64,
    /// The mean loss over the validation data after it.
    pub validation_loss: Option<f64>,
    /// Whether this is the best network so far.
    pub is_best: bool,
}

/// How far a training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Within a pass, now and then.
    Batches {
        /// Which pass, from 1.
        pass: usize,
        /// Of how many.
        passes: usize,
        /// How many examples of the pass are done.
        n_done: usize,
        /// Of how many.
        n: usize,
    },
    /// A pass came to its end.
    Pass(PassReport),
}

/// Why a training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All passes are done.
    Finished,
    /// The validation loss did not improve for as long as patience lasted.
    Patience,
    /// Whoever listened to its progress stopped it; it may be continued.
    Stopped,
}

/// How many batches go by between two looks at whether to stop.
const BATCHES_BETWEEN: usize = 64;

/// A training on its way.
#[derive(Clone, Debug)]
pub struct Training {
    pub(crate) settings: Settings,
    pub(crate) descent: Descent,
    pub(crate) n_train: usize,
    pub(crate) n_validation: usize,
    pub(crate) history: Vec<PassReport>,
    /// How many batches of the pass at hand are done, and their losses.
    pub(crate) n_batches: usize,
    pub(crate) sums: Sums,
    /// The best network and its validation loss, if there is validation.
    pub(crate) best: Option<(f64, Network)>,
    /// The order of examples in a pass, kept while it lasts.
    order: Option<(usize, Vec<u32>)>,
}

impl Training {
    /// A training that has not begun.
    pub fn new(network: Network, settings: Settings, data: Data<'_>) -> Result<Training, LearnError> {
        settings.check()?;
        let training = Training::at_start(network, settings, data);
        training.check_data(data)?;
        Ok(training)
    }

    pub(crate) fn at_start(network: Network, settings: Settings, data: Data<'_>) -> Training {
        Training {
            settings,
            descent: Descent::new(network, settings.method),
            n_train: data.train.len(),
            n_validation: data.validation.map_or(0, Dataset::len),
            history: Vec::new(),
            n_batches: 0,
            sums: Sums::default(),
            best: None,
            order: None,
        }
    }

    /// Whether the network can learn from these data.
    pub(crate) fn check_data(&self, data: Data<'_>) -> Result<(), LearnError> {
        let shape = self.network().shape();
        let sets = [("training data", Some(data.train)), ("validation data", data.validation)];
        for (what, set) in sets.into_iter().filter_map(|(what, set)| Some((what, set?))) {
            if set.is_empty() {
                return Err(LearnError::Empty { what });
            }
            size("inputs of the data", set.n_inputs(), shape.n_inputs)?;
            let Some(layer) = shape.layers.last() else { continue };
            self.settings.loss.check(layer.activation)?;
            size("outputs of the network", layer.units, 1)?;
            if self.settings.loss.wants_shares(layer.activation) {
                let outside = set.targets().iter().position(|target| !(0.0..=1.0).contains(target));
                if let Some(index) = outside {
                    let value = set.targets()[index].to_string();
                    let expected = "a share from 0 to 1";
                    return Err(LearnError::BadExample { what: "the target", index, value, expected });
                }
            }
            if set.weights().iter().all(|&weight| weight == 0.0) {
                return Err(LearnError::Empty { what });
            }
        }
        if data.train.len() > u32::MAX as usize {
            let value = data.train.len().to_string();
            return Err(LearnError::BadSetting { name: "examples", value, expected: "at most 2^32 - 1" });
        }
        Ok(())
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.descent.network
    }

    /// The best network so far by validation; without validation, the one as it is now.
    pub fn best(&self) -> &Network {
        self.best.as_ref().map_or(self.network(), |(_, network)| network)
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What each pass came to.
    pub fn history(&self) -> &[PassReport] {
        &self.history
    }

    /// Why it is at its end, if it is.
    pub fn ending(&self) -> Option<Ending> {
        let since_best = self.history.iter().rev().take_while(|report| !report.is_best).count();
        if self.settings.patience.is_some_and(|patience| self.best.is_some() && since_best >= patience) {
            return Some(Ending::Patience);
        }
        (self.history.len() >= self.settings.passes).then_some(Ending::Finished)
    }

    /// Trains until the end, or until `progress` breaks. The data must be those it began with.
    pub fn run(
        &mut self,
        data: Data<'_>,
        threads: usize,
        mut progress: impl FnMut(&Training, &Progress) -> ControlFlow<()>,
    ) -> Result<Ending, LearnError> {
        self.check_same(data)?;
        let threads = Threads::new(threads)?;
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            let event = match self.some_batches(data.train, &threads)? {
                Some(event) => event,
                None => Progress::Pass(self.end_pass(data.validation, &threads)?),
            };
            if progress(self, &event).is_break() {
                return Ok(self.ending().unwrap_or(Ending::Stopped));
            }
        }
    }

    pub(crate) fn check_same(&self, data: Data<'_>) -> Result<(), LearnError> {
        self.check_data(data)?;
        let n_validation = data.validation.map_or(0, Dataset::len);
        for (what, got, expected) in
            [("training", data.train.len(), self.n_train), ("validation", n_validation, self.n_validation)]
        {
            if got != expected {
                let problem = format!("it began with {expected} examples for {what}, now there are {got}");
                return Err(LearnError::OtherTraining { problem });
            }
        }
        Ok(())
    }

    /// Goes on with the pass at hand; `None` once it has no batches left.
    fn some_batches(&mut self, train: &Dataset, threads: &Threads) -> Result<Option<Progress>, LearnError> {
        let pass = self.history.len();
        let Settings { batch, passes, loss, l2, seed, .. } = self.settings;
        let per_pass = train.len().div_ceil(batch);
        if self.n_batches == per_pass {
            return Ok(None);
        }
        let order = match self.order.take() {
            Some((of, order)) if of == pass => order,
            _ => shuffled(train.len(), seed, pass),
        };
        let view = stream(seed, "symmetry", pass as u64).bits();
        let until = per_pass.min((self.n_batches / BATCHES_BETWEEN + 1) * BATCHES_BETWEEN);
        while self.n_batches < until {
            let first = self.n_batches * batch;
            let examples = &order[first..train.len().min(first + batch)];
            let done = (pass * per_pass + self.n_batches) as f64 / (passes * per_pass) as f64;
            let step = self.settings.step_at(done);
            let fill = |shard: &mut Shard, from: usize, to: usize| {
                fill(shard, train, &examples[from..to], mix(view ^ (first + from) as u64));
            };
            self.n_batches += 1;
            let sums = self.descent.step(examples.len(), fill, Stride { loss, l2, step }, threads);
            self.sums.add(sums.map_err(|_| self.diverged("the loss"))?);
        }
        self.order = Some((pass, order));
        let n_done = train.len().min(self.n_batches * batch);
        Ok(Some(Progress::Batches { pass: pass + 1, passes, n_done, n: train.len() }))
    }

    fn end_pass(
        &mut self,
        validation: Option<&Dataset>,
        threads: &Threads,
    ) -> Result<PassReport, LearnError> {
        if self.network().parameters().iter().any(|parameter| !parameter.is_finite()) {
            return Err(self.diverged("a weight"));
        }
        let loss = self.settings.loss;
        let validation_loss =
            validation.map(|data| prediction::sums(self.network(), data, loss, threads).mean());
        if validation_loss.is_some_and(|loss| !loss.is_finite()) {
            return Err(self.diverged("the validation loss"));
        }
        let is_best = match (validation_loss, &self.best) {
            (Some(loss), Some((best, _))) => loss < *best,
            _ => true,
        };
        if let Some(loss) = validation_loss.filter(|_| is_best) {
            self.best = Some((loss, self.network().clone()));
        }
        let training_loss = self.sums.mean();
        let report = PassReport { pass: self.history.len() + 1, training_loss, validation_loss, is_best };
        self.history.push(report);
        self.n_batches = 0;
        self.sums = Sums::default();
        Ok(report)
    }

    fn diverged(&self, what: &'static str) -> LearnError {
        let (pass, batch) = (self.history.len() + 1, self.n_batches);
        LearnError::Diverged { pass, batch, what, step: self.settings.step.to_string() }
    }
}

impl Settings {
    /// The step when this share of the training is done.
    fn step_at(&self, done: f64) -> f32 {
        match self.schedule {
            Schedule::Constant => self.step,
            Schedule::Cosine => {
                (f64::from(self.step) * 0.5 * (1.0 + libm::cos(std::f64::consts::PI * done))) as f32
            }
        }
    }
}

/// Copies examples into a shard, each as itself or as one of its images. Column by column, so that the memory
/// can be asked for many at once.
fn fill(shard: &mut Shard, data: &Dataset, examples: &[u32], chance: u64) {
    let symmetries = data.symmetries();
    let n_views = symmetries.len() as u128 + 1;
    for (place, &index) in (0..).zip(examples) {
        let view = ((u128::from(mix(chance ^ place)) * n_views) >> 64) as usize;
        let permutation = view.checked_sub(1).map(|view| &symmetries[view]);
        match (data.input(index as usize), permutation) {
            (Input::Bits(bits), None) => shard.bits.extend(bits),
            (Input::Bits(bits), Some(permutation)) => {
                let from = shard.bits.len();
                shard.bits.resize(from + bits.len(), 0);
                permute(bits, permutation, &mut shard.bits[from..]);
            }
            (Input::Dense(numbers), None) => shard.numbers.extend_from_slice(numbers),
            (Input::Dense(numbers), Some(permutation)) => {
                let from = shard.numbers.len();
                shard.numbers.resize(from + numbers.len(), 0.0);
                for (&number, &to) in numbers.iter().zip(permutation) {
                    shard.numbers[from + to as usize] = number;
                }
            }
        }
    }
    shard.targets.extend(examples.iter().map(|&index| data.targets()[index as usize]));
    shard.weights.extend(examples.iter().map(|&index| data.weights()[index as usize]));
}

/// The order of examples in a pass (Fisher and Yates).
fn shuffled(n: usize, seed: u64, pass: usize) -> Vec<u32> {
    let mut chance = stream(seed, "shuffle", pass as u64);
    let mut order: Vec<u32> = (0..n as u32).collect();
    for last in (1..n).rev() {
        order.swap(last, chance.below(last + 1));
    }
    order
}
