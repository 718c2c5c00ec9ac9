//! `cargo xtask test`: everything the project checks. The checks of the program and those of the web pages run beside each other,
//! in two stages: what needs no program, and what does. In the second the tests have all cores but one, on which the pages are tried in
//! a browser, and then the Python package.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use crate::{broker, python, tidy};

/// One thing to check: a command with the environment it wants.
struct Check {
    name: &'static str,
    program: Program,
    arguments: Vec<String>,
    environment: Option<(&'static str, &'static str)>,
}

/// Who checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Program {
    Cargo,
    /// In the folder of the web pages.
    Npm,
    /// A program of the environment for the Python package.
    Python(&'static str),
    /// Nobody: the environment itself is made.
    PythonEnvironment,
}

impl Check {
    fn cargo(name: &'static str, arguments: &str) -> Check {
        Check::new(name, Program::Cargo, arguments)
    }

    fn npm(name: &'static str, arguments: &str) -> Check {
        Check::new(name, Program::Npm, arguments)
    }

    fn python(name: &'static str, program: &'static str, arguments: &str) -> Check {
        Check::new(name, Program::Python(program), arguments)
    }

    fn new(name: &'static str, program: Program, arguments: &str) -> Check {
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        Check { name, program, arguments, environment: None }
    }

    fn command(&self) -> Command {
        let mut command = match self.program {
            Program::Cargo => cargo(),
            Program::Npm => {
                let mut npm = Command::new("npm");
                npm.current_dir(tidy::root().join("web"));
                npm
            }
            Program::PythonEnvironment => unreachable!("it is no command"),
            Program::Python(name) => {
                let mut command = Command::new(python::program(name));
                command.current_dir(tidy::root());
                command
            }
        };
        command.args(&self.arguments).envs(self.environment);
        // Everything is compiled once: notes for the next compilation would cost more than they save, and gigabytes.
        if std::env::var_os("CARGO_INCREMENTAL").is_none() {
            command.env("CARGO_INCREMENTAL", "0");
        }
        command
    }

    /// Runs it and prints what it says. The output of cargo and Python is shown as it comes; that of the pages, which are checked beside it,
    /// when it is whole.
    fn passes(&self, screen: &Mutex<()>) -> bool {
        if self.program == Program::PythonEnvironment {
            let started = Instant::now();
            let made = python::provide();
            let _alone = screen.lock();
            let verdict = if made.is_ok() { "passed" } else { "FAILED" };
            println!("\n== {}: {verdict} in {:.0} s", self.name, started.elapsed().as_secs_f64());
            made.as_ref().err().iter().for_each(|problem| println!("{problem}"));
            return made.is_ok();
        }
        let program = match self.program {
            Program::Cargo => "cargo",
            Program::Npm => "npm",
            Program::Python(name) => name,
            Program::PythonEnvironment => "",
        };
        let title = format!("\n== {}: {program} {}", self.name, self.arguments.join(" "));
        let started = Instant::now();
        let passes = if self.program != Program::Npm {
            println!("{title}");
            self.command().status().is_ok_and(|status| status.success())
        } else {
            let output = self.command().stdin(Stdio::null()).output();
            let _alone = screen.lock();
            println!("{title}");
            output.is_ok_and(|output| {
                let mut stdout = std::io::stdout().lock();
                let _ = stdout.write_all(&output.stdout).and_then(|()| stdout.write_all(&output.stderr));
                output.status.success()
            })
        };
        let verdict = if passes { "passed" } else { "FAILED" };
        println!("== {}: {verdict} in {:.0} s", self.name, started.elapsed().as_secs_f64());
        passes
    }
}

/// Tests that run only if somebody asks for them.
const LONG_TESTS: &str = "--features zermelo/long-tests,zermelo-fleet/long-tests";

/// Runs every check, also after one has failed, and ends with how many passed.
pub fn run() -> ExitCode {
    provide_programs();
    if let Err(problem) = broker::install() {
        println!("{problem}");
    }
    let runner = if succeeds_silently(&["nextest", "--version"]) { "nextest run" } else { "test" };
    // `--tests` are the unit tests too, but not those of libraries that say they have none.
    let what = "--workspace --tests --locked";
    let n_cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // The browser and Python keep one core busy beside the tests.
    let beside = n_cores.saturating_sub(1).max(1);
    // Brokers, processes that are killed and clocks depend on how busy the machine is. Nobody sits before CI to look again: there a test
    // that fails is tried once more, and told as flaky if it passes then.
    let retries = if std::env::var_os("CI").is_some() { "--retries 1" } else { "" };
    let tests = match runner {
        "test" => format!("test {what} --no-fail-fast -- --test-threads {beside}"),
        _ => format!("{runner} {what} --no-fail-fast --test-threads {beside} {retries}"),
    };
    let everything = "--workspace --all-targets --locked";
    let examples = Check::cargo("examples in the documentation", "test --workspace --doc --locked");
    // The profile of the tests, so that the machine is not kept busy for minutes by what no test needs.
    let wheel = "build --profile dev --locked --strip --interpreter target/python/bin/python --out target/python/wheels";
    let of_python = [
        Check::python("the Python wheel", "maturin", wheel),
        Check::python(
            "the wheel is installed",
            "pip",
            "install --quiet --no-index --force-reinstall --no-deps --find-links target/python/wheels zermelo",
        ),
        Check::python("Python stubs say what the module has", "python", "-m mypy.stubtest zermelo._zermelo"),
        Check::python("Python types", "python", "-m mypy --config-file pyproject.toml"),
        Check::python("Python tests, examples and notebooks", "python", "-m pytest python/tests"),
    ];
    let stages = [
        [
            vec![
                Check::cargo("format", "fmt --all --check"),
                // Long tests are linted too.
                Check::cargo("lints", &format!("clippy {everything} {LONG_TESTS} -- --deny warnings")),
                Check {
                    environment: Some(("RUSTDOCFLAGS", "--deny warnings")),
                    ..Check::cargo(
                        "documentation",
                        "doc --workspace --no-deps --document-private-items --locked",
                    )
                },
                Check::cargo("the program and its tests compile", &format!("{runner} {what} --no-run")),
            ],
            vec![
                Check::npm("web packages", "install --no-save --no-audit --no-fund"),
                Check::npm("web types", "run check"),
                Check::npm("web units", "test"),
                Check::npm("web build is the one committed, and small", "run same"),
            ],
            // Packages take minutes to arrive and to be unpacked; only the second stage needs them.
            vec![Check::new("packages for Python", Program::PythonEnvironment, "")],
        ],
        [
            vec![Check::cargo("tests", &tests), examples],
            std::iter::once(Check::npm("web pages in a browser", "run browser")).chain(of_python).collect(),
            Vec::new(),
        ],
    ];
    let screen = Mutex::new(());
    let failed_of = |lane: &[Check]| -> Vec<&'static str> {
        lane.iter().filter(|check| !check.passes(&screen)).map(|check| check.name).collect()
    };
    let n_checks = stages.iter().flatten().flatten().count();
    let mut failed = Vec::new();
    for lanes in &stages {
        thread::scope(|scope| {
            let lanes = lanes.each_ref().map(|lane| scope.spawn(|| failed_of(lane)));
            for lane in lanes {
                failed.extend(lane.join().unwrap_or_else(|_| vec!["a lane of checks panicked"]));
            }
        });
    }
    summarise(n_checks, &failed)
}

/// What of fleets takes too long for every run of the tests, or needs root: many kills, stalls that outlast the pings, hosts whose
/// cables are pulled. Then how many games a second the broker costs.
pub fn run_fleet() -> ExitCode {
    if let Err(problem) = broker::install() {
        println!("{problem}");
    }
    // Of the whole workspace, so that what other tests compiled is used again.
    let long = |name, what: &str| Check::cargo(name, &format!("test --workspace {LONG_TESTS} {what}"));
    let checks = [
        long("kills and hosts", "--test cli --locked fleet_ -- --nocapture --test-threads 1"),
        long("stalls", "--test suite --locked proxy::"),
        Check::cargo("cost of the broker", "run --release -p zermelo-fleet --example overhead --locked"),
    ];
    let screen = Mutex::new(());
    let failed: Vec<&str> =
        checks.iter().filter(|check| !check.passes(&screen)).map(|check| check.name).collect();
    summarise(checks.len(), &failed)
}

fn summarise(n_checks: usize, failed: &[&str]) -> ExitCode {
    for name in failed {
        println!("FAILED: {name}");
    }
    println!("{} passed, {} failed", n_checks - failed.len(), failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What tests need besides Rust: Python for engines, the broker and the Python package, Node.js and a browser for the web pages.
/// Where Debian's packages are to be had, those that are missing are installed; elsewhere those tests fail and say what they lack.
fn provide_programs() {
    let needed: [(&str, &[&str], &str); 6] = [
        ("python3", &["--version"], "python3"),
        ("pip3", &["--version"], "python3-pip"),
        ("python3", &["-m", "ensurepip", "--version"], "python3-venv"),
        ("node", &["--version"], "nodejs"),
        ("npm", &["--version"], "npm"),
        ("chromium", &["--version"], "chromium"),
    ];
    let missing: Vec<&str> = (needed.iter())
        .filter(|(program, probe, _)| !runs(program, probe))
        .map(|&(_, _, package)| package)
        .collect();
    if missing.is_empty() || !runs("apt-get", &["update"]) {
        return;
    }
    println!("installing {}", missing.join(", "));
    let install = ["install", "--yes", "--no-install-recommends"];
    runs("apt-get", &[install.as_slice(), &missing].concat());
}

/// Whether a program runs.
fn runs(program: &str, arguments: &[&str]) -> bool {
    let output = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    output.is_ok_and(|status| status.success())
}

fn cargo() -> Command {
    // Cargo tells a program it runs which cargo it is.
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(tidy::root());
    command
}

fn succeeds_silently(arguments: &[&str]) -> bool {
    let mut command = cargo();
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
