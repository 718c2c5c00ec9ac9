//! Runs the program as a person or a script would.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What came of a run.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs `zermelo` with arguments, and lines to read, in a folder.
pub fn zermelo_in(folder: &Path, arguments: &[&str], input: &str, environment: &[(&str, &str)]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may be gone before it is written.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        code: output.status.code().expect("the program exits by itself"),
        out: String::from_utf8(output.stdout).expect("the output is text"),
        err: String::from_utf8(output.stderr).expect("the errors are text"),
    }
}

/// Runs `zermelo` with arguments and no input.
pub fn zermelo(arguments: &[&str]) -> Ran {
    zermelo_in(Path::new("."), arguments, "", &[])
}

/// The JSON document of a run that must succeed, and that is all it prints.
pub fn json(arguments: &[&str]) -> Value {
    let ran = zermelo(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{arguments:?}\n{ran:#?}");
    assert_eq!(ran.out.lines().count(), 1, "exactly one document: {ran:#?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{ran:#?}"))
}

/// Kind and message of a run whose request is wrong: exit code 2, and the error in both outputs.
pub fn refusal(arguments: &[&str]) -> (String, String) {
    let ran = zermelo(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 2, "{arguments:?}\n{ran:#?}");
    let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}\n{ran:#?}"));
    let text =
        |key: &str| value["error"][key].as_str().unwrap_or_else(|| panic!("no {key} in {ran:#?}")).to_owned();
    assert!(!ran.err.is_empty(), "people are told too: {ran:#?}");
    let plain = zermelo(arguments);
    assert_eq!((plain.code, plain.out.as_str()), (2, ""), "{plain:#?}");
    (text("kind"), text("message"))
}
