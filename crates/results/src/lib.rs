//! Results of runs as a terminal shows them, for machines (JSON) and for people (text), and the commands that go on from them.
//!
//! A file for each kind of experiment; kinds without one show findings and the tables of their report.

pub mod command_text;
pub mod evolution;
pub mod game_analysis;
pub mod people;
pub mod q_learning;
pub mod resume_command;
pub mod sprt;
pub mod standings;
pub mod study;
pub mod training;
pub mod variants;
