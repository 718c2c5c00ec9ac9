//! What a command answers: the same facts for machines (one JSON document) and for people (text), and errors
//! with exit codes that mean something.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use zermelo_catalog::RequestError;
use zermelo_store::StoreError;

use zermelo_terminal::{prose, width};

/// A command's answer.
pub struct Reply {
    json: Value,
    text: String,
    code: ExitCode,
}

impl Reply {
    /// The answer for machines and for people.
    pub fn new(json: Value, text: impl Into<String>) -> Reply {
        Reply { json, text: text.into(), code: ExitCode::SUCCESS }
    }

    /// The same answer, which is a bad one: exit code 1.
    #[must_use]
    pub fn failing(self) -> Reply {
        Reply { code: ExitCode::FAILURE, ..self }
    }

    /// The answer for machines.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// The answer for people.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same answer with more for people.
    #[must_use]
    pub fn followed_by(mut self, text: &str) -> Reply {
        self.text.push_str(text);
        self
    }

    /// Prints the one or the other.
    pub fn print(&self, as_json: bool) -> ExitCode {
        if as_json {
            print(&format!("{}\n", self.json));
        } else {
            print(&self.text);
        }
        self.code
    }
}

/// A command that could not do what was asked.
#[derive(Debug)]
pub struct Failure {
    kind: &'static str,
    message: String,
    code: u8,
}

impl Failure {
    /// The request was wrong.
    pub fn wrong(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), code: 2 }
    }

    /// The request was fine, but it failed while running.
    pub fn failed(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), code: 1 }
    }

    /// It was interrupted, and can be gone on with.
    pub fn interrupted(message: impl Into<String>) -> Failure {
        Failure { kind: "interrupted", message: message.into(), code: 130 }
    }

    /// What sort of problem it is, in a word.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// What went wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Prints the error for people, and for machines too if they asked.
    pub fn print(&self, as_json: bool) -> ExitCode {
        let told = format!("error: {}", self.message);
        let told = width::of_errors().map_or(told.clone(), |width| prose::error(&told, width));
        let message = told.strip_prefix("error:").unwrap_or_default();
        complain(&format!("{}error:{}{message}", ERROR.render(), ERROR.render_reset()));
        if as_json { self.print_json() } else { ExitCode::from(self.code) }
    }

    /// Prints the error for machines only.
    pub fn print_json(&self) -> ExitCode {
        print(&format!("{}\n", json!({ "error": { "kind": self.kind, "message": self.message } })));
        ExitCode::from(self.code)
    }
}

const ERROR: anstyle::Style =
    anstyle::Style::new().bold().fg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Red)));

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        match error {
            RequestError::Store(error) => error.into(),
            error => Failure::wrong(error.kind(), error.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let told = if error.is_failure() { Failure::failed } else { Failure::wrong };
        told("store", error.to_string())
    }
}

/// Writes to standard output. A reader who has left is no error; a full disk is.
pub fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            complain(&format!("cannot write to standard output: {error}"));
            std::process::exit(1);
        }
    }
}

static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// No remarks from now on.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Whether remarks are left out.
pub fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Writes a remark to standard error, unless nobody wants to read any.
pub fn warn(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// Writes a line to standard error, as far as there is one: an error, which everybody has to read.
pub fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
