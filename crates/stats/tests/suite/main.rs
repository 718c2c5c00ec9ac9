//! Every statistic against a value from outside, or against a simulation with fixed seeds. One program, so that it is
//! linked once.

mod anytime;
mod chance;
mod cycles;
mod distributions;
mod groups;
mod kolmogorov;
mod nash;
mod ordered;
mod ratings;
mod reference;
mod samples;
mod shares;
mod sprt;
mod strength;
