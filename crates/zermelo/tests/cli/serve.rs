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

#[test]
fn tokens_that_can_be_guessed_are_refused_wherever_they_come_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token.txt");
    std::fs::write(&file, "short-secret\n").expect("a file");
    let file = file.to_str().expect("a path in plain letters");
    for words in [&["--token", "short-secret"][..], &["--token-file", file]] {
        let (kind, message) = refusal(&[&["serve", "--port", "0"], words].concat());
        assert_eq!(kind, "usage");
        assert!(message.contains("16") && message.contains(words[0]), "{message}");
        assert!(!message.contains("short-secret"), "the secret is not repeated: {message}");
    }
    let (_, message) = refusal(&["serve", "--token-file", "/no/such/file"]);
    assert!(message.contains("cannot be read"), "{message}");
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["serve", "--port", "0", "--json"])
        .env("ZERMELO_TOKEN", "short-secret")
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success() && message.contains("ZERMELO_TOKEN"), "{message}");
}

/// A token from a file is asked for, and a client that never ends its request does not keep Ctrl-C from ending the server.
#[test]
fn ctrl_c_ends_it_although_a_client_never_ends_its_request() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("token.txt"), "correct-horse-battery\n").expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["serve", "--port", "0", "--json", "--token-file", "token.txt"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert!(!line.contains("correct-horse"), "{line}");
    let ready: Value = serde_json::from_str(&line).expect("JSON");
    let address = ready["address"].as_str().expect("an address");
    let ask = |bearer: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(
            stream,
            "GET /api/games HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {bearer}\r\nConnection: close\r\n\r\n"
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    assert!(ask("correct-horse-battery").starts_with("HTTP/1.1 200"));
    assert!(ask("wrong-horse-battery").starts_with("HTTP/1.1 403"));
    let mut half = TcpStream::connect(address).expect("it listens");
    write!(
        half,
        "POST /api/move-now HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer correct-horse-battery\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    )
    .expect("half a request");
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.is_ok_and(|status| status.success()));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    drop(half);
}
