//! The tests of this crate from outside, in one program: linking one takes seconds, linking twenty-five takes minutes.

mod actions;
mod bad_files;
mod cases;
mod common;
mod contests;
mod engine;
mod evolutions;
mod guests;
mod inputs;
mod laws;
mod openings;
mod parsers;
mod people;
mod playthroughs;
mod portraits;
mod positions;
mod q_learnings;
mod series;
mod signatures;
mod solved;
mod studies;
mod tables;
mod tournaments;
mod trainings;
mod twins;
