//! The program from outside: run with arguments and piped input, judged by what it prints and how it exits.

mod analyze;
mod appearance;
#[path = "../../../fleet/tests/suite/broker.rs"]
#[allow(dead_code, reason = "the tests of another crate need more of it")]
mod broker;
mod commands;
mod completions;
mod engine;
mod experiments;
mod export;
mod expressions;
mod fleet;
mod fleet_clocks;
#[cfg(feature = "long-tests")]
mod fleet_hosts;
mod fleet_kills;
mod game_texts;
mod match_games;
mod playing;
mod portrait;
mod reference;
mod reports;
mod run;
mod runs;
mod serve;
mod solve;
mod sprt;
mod stats;
mod store;
mod tutorials;
mod unfinished;
mod variants;
mod width;
