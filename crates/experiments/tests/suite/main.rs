//! The tests of this crate from outside, in one program: linking one takes seconds, linking twenty-five takes minutes.

mod bad_files;
mod calibrations;
mod common;
mod evolutions;
mod fleets;
mod forms;
mod game_analyses;
mod manual;
mod openings;
mod parsers;
mod people;

mod q_learnings;
mod series;
mod shipped_analyses;
mod studies;
mod tables;
mod tournaments;
mod trainings;
mod variants;
mod verifications;
