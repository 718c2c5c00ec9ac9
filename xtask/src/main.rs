//! `cargo xtask test`: everything the project checks, in one command, on a machine with a Rust toolchain, Python 3, Node.js and Chromium.
//! `cargo xtask tidy`: only the tidiness of the source tree.

mod broker;
mod calibrations;
mod checks;
mod ladders;
mod python;
mod reference;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask test | tidy | fleet | reference | ladders | calibrations

test   format, lints, documentation, all tests, tidiness, the web pages: what CI runs
tidy   crate arrows, code map, file lengths, unfinished marks
fleet  tests of fleets that take minutes or make networks (as root), and the cost of the broker
reference   writes the pages of the manual and the schema that are made from the code
ladders [GAME ..]   plays the ladders of named opponents, of all games or of some, and writes them for the web pages (many minutes)
calibrations [GAME ..]   plays games and fits what values mean, of all games or of some, for the web pages (minutes)";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    match task.as_str() {
        "test" => checks::run(),
        "fleet" => checks::run_fleet(),
        "tidy" => {
            let problems = tidy::check();
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            println!("{} problems", problems.len());
            if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        "reference" => done(reference::run()),
        "ladders" => done(ladders::run(&std::env::args().skip(2).collect::<Vec<_>>())),
        "calibrations" => done(calibrations::run(&std::env::args().skip(2).collect::<Vec<_>>())),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn done(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
