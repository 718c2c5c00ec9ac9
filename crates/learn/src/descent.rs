//! One step down the gradient of a batch, the same on any number of threads.
//!
//! A batch is cut into shards by its size alone. Each shard's gradient is computed by itself, and they are
//! added in the order of the shards, so that no sum hangs on who was ready first.

use crate::gradient::{Block, Inputs, Sums, Workspace};
use crate::loss::Loss;
use crate::network::Network;
use crate::optimiser::{Method, Moments, Step};
use crate::threads::Threads;

/// The least examples that are worth a shard, and the most shards.
const LEAST_SHARD: usize = 128;
const MOST_SHARDS: usize = 16;
/// How many parameters are stepped with at once: gradients of so many stay in the nearest cache.
const RUN: usize = 2048;

/// A part of a batch, with room to compute its gradient.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shard {
    pub bits: Vec<u64>,
    pub numbers: Vec<f32>,
    pub targets: Vec<f32>,
    pub weights: Vec<f32>,
    /// Empty unless each example is about one output of several.
    pub choices: Vec<u16>,
    workspace: Workspace,
    sums: Sums,
}

impl Shard {
    fn clear(&mut self) {
        self.bits.clear();
        self.numbers.clear();
        self.targets.clear();
        self.weights.clear();
        self.choices.clear();
    }

    fn compute(&mut self, network: &Network, loss: Loss) {
        let inputs =
            if self.numbers.is_empty() { Inputs::Bits(&self.bits) } else { Inputs::Dense(&self.numbers) };
        let choices = (!self.choices.is_empty()).then_some(self.choices.as_slice());
        let block = Block { inputs, targets: &self.targets, weights: &self.weights, choices };
        self.sums = self.workspace.gradient(network, loss, block);
    }
}

/// How to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub loss: Loss,
    pub l2: f32,
    pub step: f32,
}

/// A network on its way down.
#[derive(Clone, Debug)]
pub(crate) struct Descent {
    pub network: Network,
    pub method: Method,
    pub moments: Moments,
    pub n_steps: u64,
    shards: Vec<Shard>,
}

impl Descent {
    pub fn new(network: Network, method: Method) -> Descent {
        let moments = Moments::new(method, network.parameters().len());
        Descent { network, method, moments, n_steps: 0, shards: Vec::new() }
    }

    /// One step with a batch of `n` examples, and the loss before it. `fill` copies the examples from one
    /// place of the batch to another into a shard.
    pub fn step(
        &mut self,
        n: usize,
        fill: impl Fn(&mut Shard, usize, usize) + Sync + Send,
        stride: Stride,
        threads: &Threads,
    ) -> Result<Sums, NotFinite> {
        let length = LEAST_SHARD.max(n.div_ceil(MOST_SHARDS).next_multiple_of(64));
        let n_shards = n.div_ceil(length);
        if self.shards.len() < n_shards {
            self.shards.resize_with(n_shards, Shard::default);
        }
        let shards = &mut self.shards[..n_shards];
        let network = &self.network;
        threads.each(shards.iter_mut().enumerate().collect(), |(index, shard)| {
            shard.clear();
            fill(shard, index * length, n.min((index + 1) * length));
            shard.compute(network, stride.loss);
        });
        let mut sums = Sums::default();
        shards.iter().for_each(|shard| sums.add(shard.sums));
        if !sums.loss.is_finite() {
            return Err(NotFinite);
        }
        if sums.weight > 0.0 {
            self.n_steps += 1;
            self.descend((1.0 / sums.weight) as f32, n_shards, stride, threads);
        }
        Ok(sums)
    }

    fn descend(&mut self, scale: f32, n_shards: usize, stride: Stride, threads: &Threads) {
        let step = Step::new(self.method, stride.step, self.n_steps);
        let places = self.network.shape().places();
        let shards = &self.shards[..n_shards];
        let mut runs = Vec::new();
        let mut parameters = self.network.parameters_mut();
        let mut means = self.moments.means.as_mut_slice();
        let mut squares = self.moments.squares.as_mut_slice();
        for place in places {
            // The penalty is on weights; biases are free.
            for (from, to, l2) in
                [(place.weights, place.biases, stride.l2), (place.biases, place.biases + place.n_units, 0.0)]
            {
                for from in (from..to).step_by(RUN) {
                    let n = RUN.min(to - from);
                    let run = Run {
                        from,
                        l2,
                        parameters: take(&mut parameters, n),
                        means: take(&mut means, n),
                        squares: take(&mut squares, n),
                    };
                    runs.push(run);
                }
            }
        }
        threads.each(runs, |run| {
            let mut gradients = [0.0; RUN];
            let gradients = &mut gradients[..run.parameters.len()];
            for shard in shards {
                let more = &shard.workspace.gradients[run.from..];
                gradients.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
            for (gradient, parameter) in gradients.iter_mut().zip(&*run.parameters) {
                *gradient = *gradient * scale + run.l2 * parameter;
            }
            step.take(run.parameters, gradients, run.means, run.squares);
        });
    }
}

/// A loss was not a number any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotFinite;

/// Parameters that are stepped with at once.
struct Run<'a> {
    from: usize,
    l2: f32,
    parameters: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
}

/// The first `n` items, which leave the slice; fewer if there are fewer.
fn take<'a>(slice: &mut &'a mut [f32], n: usize) -> &'a mut [f32] {
    let all = std::mem::take(slice);
    let (first, rest) = all.split_at_mut(n.min(all.len()));
    *slice = rest;
    first
}
