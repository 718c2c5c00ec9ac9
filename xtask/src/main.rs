//! `cargo xtask test`: everything the project checks, in one command, on a machine with a Rust toolchain and Python 3.
//! `cargo xtask tidy`: only the tidiness of the source tree.

mod tidy;

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const USAGE: &str = "usage: cargo xtask test | tidy

test   format, lints, documentation, all tests, tidiness: what CI runs
tidy   crate arrows, code map, file lengths, unfinished marks";

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
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// One thing to check: a cargo command with the environment it wants.
struct Check {
    name: &'static str,
    arguments: Vec<&'static str>,
    environment: Option<(&'static str, &'static str)>,
}

/// The tests of guests play against programs in Python. Where Debian's packages are to be had, the missing one is installed;
/// elsewhere those tests fail and say what they lack.
fn provide_python() {
    let runs = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).stdout(Stdio::null()).status();
        output.is_ok_and(|status| status.success())
    };
    if !runs("python3", &["--version"]) && runs("apt-get", &["update"]) {
        runs("apt-get", &["install", "--yes", "--no-install-recommends", "python3"]);
    }
}

/// Runs every check, also after one has failed, and ends with how many passed.
fn test() -> ExitCode {
    provide_python();
    let has_nextest = succeeds_silently(&["nextest", "--version"]);
    let tests = if has_nextest {
        vec!["nextest", "run", "--workspace", "--no-fail-fast"]
    } else {
        vec!["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]
    };
    let check =
        |name, arguments: &[&'static str]| Check { name, arguments: arguments.to_vec(), environment: None };
    let checks = [
        check("format", &["fmt", "--all", "--check"]),
        check("lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]),
        Check {
            name: "documentation",
            arguments: vec!["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
            environment: Some(("RUSTDOCFLAGS", "--deny warnings")),
        },
        check("tests", &tests),
        check("examples in the documentation", &["test", "--workspace", "--doc", "--locked"]),
    ];
    let mut failed = Vec::new();
    for check in &checks {
        println!("\n== {}: cargo {}", check.name, check.arguments.join(" "));
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
    let mut command = cargo();
    command.args(&check.arguments).envs(check.environment);
    command.status().is_ok_and(|status| status.success())
}

fn succeeds_silently(arguments: &[&str]) -> bool {
    let mut command = cargo();
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
