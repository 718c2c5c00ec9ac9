//! `cargo xtask test`: everything the project checks, in one command, on a machine with a Rust toolchain, Python 3, Node.js and Chromium.
//! `cargo xtask tidy`: only the tidiness of the source tree.

mod calibrations;
mod ladders;
mod tidy;

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const USAGE: &str = "usage: cargo xtask test | tidy | ladders | calibrations

test   format, lints, documentation, all tests, tidiness, the web pages: what CI runs
tidy   crate arrows, code map, file lengths, unfinished marks
ladders   plays the ladders of named opponents and writes them for the web pages (many minutes)
calibrations   plays games and fits what values mean, for the web pages (minutes)";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    match task.as_str() {
        "test" => test(),
        "tidy" => {
            let problems = tidy::check();
            problems.iter().for_each(|problem| eprintln!("{problem}"));
            println!("{} problems", problems.len());
            if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        "ladders" => done(ladders::run()),
        "calibrations" => done(calibrations::run()),
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

/// One thing to check: a command with the environment it wants.
struct Check {
    name: &'static str,
    program: Program,
    arguments: Vec<&'static str>,
    environment: Option<(&'static str, &'static str)>,
}

/// Who checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Program {
    Cargo,
    /// In the folder of the web pages.
    Npm,
}

/// Whether a program runs.
fn runs(program: &str, arguments: &[&str]) -> bool {
    let output = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    output.is_ok_and(|status| status.success())
}

/// What tests need besides Rust: Python for engines, Node.js and a browser for the web pages. Where Debian's packages are to be had,
/// those that are missing are installed; elsewhere those tests fail and say what they lack.
fn provide_programs() {
    let needed = [("python3", "python3"), ("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")];
    let missing: Vec<&str> = (needed.iter())
        .filter(|(program, _)| !runs(program, &["--version"]))
        .map(|&(_, package)| package)
        .collect();
    if missing.is_empty() || !runs("apt-get", &["update"]) {
        return;
    }
    println!("installing {}", missing.join(", "));
    let install = ["install", "--yes", "--no-install-recommends"];
    runs("apt-get", &[install.as_slice(), &missing].concat());
}

/// Runs every check, also after one has failed, and ends with how many passed.
fn test() -> ExitCode {
    provide_programs();
    let has_nextest = succeeds_silently(&["nextest", "--version"]);
    let tests = if has_nextest {
        vec!["nextest", "run", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]
    } else {
        vec!["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]
    };
    let by = |program, name, arguments: &[&'static str]| Check {
        name,
        program,
        arguments: arguments.to_vec(),
        environment: None,
    };
    let cargo = |name, arguments: &[&'static str]| by(Program::Cargo, name, arguments);
    let npm = |name, arguments: &[&'static str]| by(Program::Npm, name, arguments);
    let checks = [
        cargo("format", &["fmt", "--all", "--check"]),
        cargo("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]),
        Check {
            environment: Some(("RUSTDOCFLAGS", "--deny warnings")),
            ..cargo(
                "documentation",
                &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
            )
        },
        cargo("tests", &tests),
        cargo("examples in the documentation", &["test", "--workspace", "--doc", "--locked"]),
        npm("web packages", &["install", "--no-save", "--no-audit", "--no-fund"]),
        npm("web types", &["run", "check"]),
        npm("web units", &["test"]),
        npm("web build is the one committed, and small", &["run", "same"]),
        npm("web pages in a browser", &["run", "browser"]),
    ];
    let mut failed = Vec::new();
    for check in &checks {
        let program = if check.program == Program::Cargo { "cargo" } else { "npm" };
        println!("\n== {}: {program} {}", check.name, check.arguments.join(" "));
        let started = Instant::now();
        if !run(check) {
            failed.push(check.name);
        }
        println!("== {}: {:.0} s", check.name, started.elapsed().as_secs_f64());
    }
    for name in &failed {
        println!("FAILED: {name}");
    }
    println!("{} passed, {} failed", checks.len() - failed.len(), failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn cargo() -> Command {
    // Cargo tells a program it runs which cargo it is.
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(tidy::root());
    command
}

fn run(check: &Check) -> bool {
    let mut command = match check.program {
        Program::Cargo => cargo(),
        Program::Npm => {
            let mut npm = Command::new("npm");
            npm.current_dir(tidy::root().join("web"));
            npm
        }
    };
    command.args(&check.arguments).envs(check.environment);
    // Everything is compiled once: notes for the next compilation would cost more than they save, and gigabytes.
    if std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command.status().is_ok_and(|status| status.success())
}

fn succeeds_silently(arguments: &[&str]) -> bool {
    let mut command = cargo();
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
