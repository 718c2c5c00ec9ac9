//! The tests of this crate from outside, in one program: linking one takes seconds, linking twenty-five takes minutes.

mod bad_files;
mod common;
mod evolutions;
mod openings;
mod parsers;
mod people;
mod portraits;
mod q_learnings;
mod series;
mod studies;
mod tables;
mod tournaments;
mod trainings;
