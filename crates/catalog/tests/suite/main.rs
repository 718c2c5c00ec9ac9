//! The tests of this crate from outside, in one program: linking one takes seconds, linking one a file takes minutes.

mod actions;
mod cases;
mod drawings;
mod engine;
mod expressions;
mod game_texts;
mod inputs;
mod laws;
mod plays;
mod playthroughs;
mod signatures;
mod solved;
mod twins;
