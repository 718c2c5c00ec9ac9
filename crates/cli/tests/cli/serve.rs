//! `zermelo serve`: it says where it is, answers, and ends when it is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::refusal;

#[test]
fn it_says_where_it_is_answers_and_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["serve", "--port", "0", "--json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    let ready: Value = serde_json::from_str(&line).expect("JSON");
    let address = ready["address"].as_str().expect("an address");
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET /api/games HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("milestone"), "{answer}");
    // As Ctrl-C does.
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.is_ok_and(|status| status.success()));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert!(rest.contains("stopped"), "{rest}");
}

#[test]
fn nobody_else_is_let_in_without_a_token() {
    let (kind, message) = refusal(&["serve", "--host", "0.0.0.0", "--port", "0"]);
    assert_eq!(kind, "usage");
    assert!(message.contains("--token"), "{message}");
    let (_, message) = refusal(&["serve", "--token", "a b"]);
    assert!(message.contains("letters and digits"), "{message}");
}
