//! Networks, trainings and fits against numbers from outside (`tests/data/learn`), slow twins in 64 bits, and
//! simulations with fixed seeds. One program, so that it is linked once.

mod datasets;
mod examples;
mod files;
mod fits;
mod gradients;
mod q_learning;
mod quantised;
mod reference;
mod trainings;
mod twin;
