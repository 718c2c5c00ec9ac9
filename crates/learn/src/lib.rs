//! Networks and what trains them, over inputs that mean nothing here: an example is a set of inputs that are
//! on (or a number for each), a target and a weight. No game is known, no clock is read, and no file is
//! opened: bytes come in and go out.
//!
//! | question | where |
//! | --- | --- |
//! | What is learnt from? | a [`Dataset`], split by games, as [`npy`] for other programs |
//! | What learns? | a [`Network`] of any [`Shape`], kept as safetensors ([`network_file`]) |
//! | How? | a [`Training`] by [`training::Settings`]: [`loss`], [`optimiser`], resumable to the bit |
//! | What does it say? | [`Network::logit`] of one example, [`prediction`] of many |
//! | Which weights of known features fit the results? | a [`mod@fit`] by logistic regression |
//! | What is an action worth? | a [`QLearner`] with a [`Replay`] of what was tried |
//! | And inside a search? | a [`Quantised`] network with an [`Accumulator`] that follows the moves |
//!
//! Whatever is computed is the same for every number of threads.

pub mod accumulator;
pub mod activation;
mod aligned;
pub mod bits;
pub mod dataset;
mod descent;
pub mod error;
pub mod fit;
mod gradient;
pub mod loss;
pub mod network;
pub mod network_file;
pub mod npy;
pub mod optimiser;
pub mod prediction;
mod product;
pub mod q_learning;
mod q_state;
pub mod quantised;
pub mod replay;
mod second_layer;
mod sparse;
mod symmetric;
mod tensors;
mod threads;
pub mod training;
mod training_state;

pub use accumulator::Accumulator;
pub use activation::Activation;
pub use dataset::{Dataset, Label};
pub use error::LearnError;
pub use fit::{Fit, FitSettings, fit};
pub use loss::Loss;
pub use network::{Input, Layer, Network, Scratch, Shape, Start};
pub use network_file::About;
pub use q_learning::{QLearner, QSettings};
pub use quantised::Quantised;
pub use replay::Replay;
pub use training::Training;
