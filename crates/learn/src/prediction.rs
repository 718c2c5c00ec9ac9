//! What a network says about many examples, on several threads.

use crate::dataset::Dataset;
use crate::error::{LearnError, size};
use crate::gradient::{Block, Sums, Workspace};
use crate::loss::Loss;
use crate::network::Network;
use crate::threads::Threads;

/// How many examples go through the network at once.
const BLOCK: usize = 512;
/// In how many parts the examples are cut, whatever the number of threads.
const N_PARTS: usize = 16;

/// The mean loss of a network over a data set, each example counting by its weight.
pub fn mean_loss(network: &Network, data: &Dataset, loss: Loss, threads: usize) -> Result<f64, LearnError> {
    size("inputs of the data", data.n_inputs(), network.shape().n_inputs)?;
    if let Some(layer) = network.shape().layers.last() {
        loss.check(layer.activation)?;
    }
    let sums = sums(network, data, loss, &Threads::new(threads)?);
    // Examples that count for nothing are none.
    if sums.weight > 0.0 {
        Ok(sums.mean())
    } else {
        Err(LearnError::Empty { what: "data to measure a loss on" })
    }
}

/// The sums behind a mean loss. The data must fit the network.
pub(crate) fn sums(network: &Network, data: &Dataset, loss: Loss, threads: &Threads) -> Sums {
    let mut parts = vec![Sums::default(); N_PARTS];
    let length = data.len().div_ceil(N_PARTS);
    threads.each(parts.iter_mut().enumerate().collect(), |(index, sums)| {
        let mut workspace = Workspace::default();
        let end = data.len().min((index + 1) * length);
        for from in (index * length..end).step_by(BLOCK) {
            let to = end.min(from + BLOCK);
            let (targets, weights) = (&data.targets()[from..to], &data.weights()[from..to]);
            let block = Block { inputs: data.inputs(from, to), targets, weights, choices: None };
            sums.add(workspace.loss(network, loss, block));
        }
    });
    let mut total = Sums::default();
    parts.into_iter().for_each(|part| total.add(part));
    total
}

/// The first output of a network, before its activation, for each example of a data set: log-odds of winning,
/// where it was trained on shares of wins.
pub fn logits(network: &Network, data: &Dataset, threads: usize) -> Result<Vec<f32>, LearnError> {
    size("inputs of the data", data.n_inputs(), network.shape().n_inputs)?;
    let mut logits = vec![0.0; data.len()];
    let parts = logits.chunks_mut(64 * BLOCK).enumerate().collect();
    Threads::new(threads)?.each(parts, |(index, logits): (usize, &mut [f32])| {
        let mut workspace = Workspace::default();
        for (block, logits) in logits.chunks_mut(BLOCK).enumerate() {
            let from = index * 64 * BLOCK + block * BLOCK;
            let inputs = data.inputs(from, from + logits.len());
            let (sums, stride) = workspace.forwards(network, inputs, logits.len());
            logits.iter_mut().zip(sums.chunks_exact(stride)).for_each(|(logit, sums)| *logit = sums[0]);
        }
    });
    Ok(logits)
}
