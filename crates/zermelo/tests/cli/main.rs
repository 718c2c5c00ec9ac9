//! The program from outside: run with arguments and piped input, judged by what it prints and how it exits.

mod analyze;
mod commands;
mod engine;
mod experiments;
mod export;
mod game_texts;
mod match_games;
mod playing;
mod portrait;
mod reports;
mod run;
mod serve;
mod solve;
mod stats;
mod store;
mod width;
