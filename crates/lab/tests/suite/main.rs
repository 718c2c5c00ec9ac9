//! The tests of this crate from outside, in one program: linking one takes seconds, linking twenty-five takes minutes.

mod bad_files;
mod common;
mod contests;
mod evolutions;
mod guests;
mod openings;
mod parsers;
mod people;
mod portraits;
mod positions;
mod q_learnings;
mod series;
mod studies;
mod tables;
mod tournaments;
mod trainings;
