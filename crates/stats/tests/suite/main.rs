//! Every statistic against a value from outside, or against a simulation with fixed seeds. One program, so that it is
//! linked once.

mod distributions;
mod groups;
mod reference;
mod sprt;
