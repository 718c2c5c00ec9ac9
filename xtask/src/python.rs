//! The Python package: a virtual environment in `target/python`, the wheel built and installed there, and its tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tidy;

/// Where the environment is.
fn environment() -> PathBuf {
    tidy::root().join("target/python")
}

/// A program of the environment.
pub fn program(name: &str) -> PathBuf {
    environment().join("bin").join(name)
}

/// Makes the environment with what the tests need, unless it is there.
pub fn provide() -> Result<(), String> {
    let requirements = tidy::root().join("python/tests/requirements.txt");
    let wanted =
        std::fs::read(&requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    // What is installed is what was asked for last.
    let mark = environment().join("installed.txt");
    if std::fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("installing what the tests of the Python package need");
    let folder = environment().display().to_string();
    run(Path::new("python3"), &["-m", "venv", "--clear", &folder])?;
    let requirements = requirements.display().to_string();
    run(
        &program("python"),
        &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", &requirements],
    )?;
    std::fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()))
}

fn run(program: &Path, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{} cannot be started: {error}", program.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(format!("the Python environment cannot be made: {}", told.trim()))
}
