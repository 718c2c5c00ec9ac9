//! Clients that are slow, many, or silent hold nothing for ever.

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use zermelo_server::limits::Limits;

use crate::live::{Live, PATIENCE, all_of, short, until};

const GAMES: &str = "GET /api/experience HTTP/1.1\r\nHost: HOST\r\n\r\n";

#[test]
fn half_open_connections_are_closed() {
    let live = Live::start(short());
    let silent: Vec<_> = (0..100).map(|_| live.connect()).collect();
    let halves: Vec<_> = (0..100).map(|_| live.say("GET /api/games HTTP/1.1\r\nHost: HO")).collect();
    for mut stream in silent.into_iter().chain(halves) {
        all_of(&mut stream);
    }
    assert!(live.ends());
}

#[test]
fn idle_connections_are_closed() {
    let live = Live::start(short());
    let mut stream = live.say(GAMES);
    let answer = all_of(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(!answer.contains("connection: close"), "it could have asked again: {answer}");
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let live = Live::start(short());
    let head = "POST /api/move-now HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n";
    for rest in ["Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"] {
        let answer = live.ask(&format!("{head}{rest}"));
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
    }
    // One that says beforehand that it is too large is not read at all.
    let answer = live.ask(&format!("{head}Content-Length: 99999999\r\n\r\n"));
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    let pieces = "10000\r\n".to_owned() + &" ".repeat(0x10000) + "\r\n";
    let mut stream = live.connect();
    let words = format!("{head}Transfer-Encoding: chunked\r\n\r\n{}", pieces.repeat(5));
    // It may hang up before everything is said.
    let _ = stream.write_all(words.replace("HOST", &live.address.to_string()).as_bytes());
    let answer = all_of(&mut stream);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[test]
fn a_client_that_does_not_read_its_answers_is_dropped() {
    let live = Live::start(short());
    let mut stream = live.say(&"GET /api/openapi.json HTTP/1.1\r\nHost: HOST\r\n\r\n".repeat(300));
    // The answers do not fit into what the system holds for us. Once the server has gone, writing fails.
    let end = Instant::now() + PATIENCE;
    while stream.write_all(b"GET ").is_ok() {
        assert!(Instant::now() < end, "the server still waits for us");
        sleep(Duration::from_millis(10));
    }
    assert!(live.ends());
}

#[test]
fn connections_are_bounded_and_places_become_free() {
    let live = Live::start(Limits { connections: 4, ..Limits::default() });
    let mut held: Vec<_> = (0..4).map(|_| live.say(GAMES)).collect();
    for stream in &mut held {
        until(stream, "}");
    }
    let mut refused = live.connect();
    let answer = all_of(&mut refused);
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("Too many connections"), "{answer}");
    drop(held);
    let end = Instant::now() + PATIENCE;
    loop {
        let mut stream = live.connect();
        let _ = write!(
            stream,
            "GET /api/experience HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            live.address
        );
        if all_of(&mut stream).starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < end, "no place becomes free");
        sleep(Duration::from_millis(10));
    }
}

/// Time limits are for requests: who listens to events may do so for as long as they like.
#[test]
fn event_streams_outlive_the_time_limits() {
    let live = Live::start(short());
    let mut stream = live.say("GET /api/live?runs=1 HTTP/1.1\r\nHost: HOST\r\n\r\n");
    until(&mut stream, "event: runs");
    sleep(3 * short().head);
    let body = r#"{"file": "quick.toml"}"#;
    let answer = live.ask(&format!(
        "POST /api/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    assert!(answer.contains("quick-1"), "{answer}");
    until(&mut stream, "quick-1");
}

#[test]
fn it_ends_whatever_clients_do() {
    // Only the time to close is short: nothing else ends these clients.
    let live = Live::start(Limits { closing: Duration::from_millis(50), ..Limits::default() });
    let mut events = live.say("GET /api/live?runs=1 HTTP/1.1\r\nHost: HOST\r\n\r\n");
    until(&mut events, "event: runs");
    let mut idle = live.say(GAMES);
    until(&mut idle, "}");
    let post = "POST /api/move-now HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    let held = [
        live.connect(),
        live.say("GET / HT"),
        live.say(post),
        live.say(&"GET /api/openapi.json HTTP/1.1\r\nHost: HOST\r\n\r\n".repeat(300)),
        live.say("GET /api/analyse?game=simplexity&nodes=200000000 HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ];
    assert!(live.ends(), "the server waits for its clients");
    drop(held);
}

#[test]
fn header_bombs_are_refused() {
    let live = Live::start(Limits::default());
    for bomb in [
        format!("GET /{} HTTP/1.1\r\nHost: HOST\r\n\r\n", "x".repeat(300_000)),
        format!("GET / HTTP/1.1\r\nHost: HOST\r\nX: {}\r\n\r\n", "x".repeat(300_000)),
        format!("GET / HTTP/1.1\r\nHost: HOST\r\n{}\r\n", "X: y\r\n".repeat(1000)),
        "\u{16}\u{3}\u{1}garbage\r\n\r\n".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
    ] {
        let mut stream = live.connect();
        // It may hang up before everything is said.
        let _ = stream.write_all(bomb.replace("HOST", &live.address.to_string()).as_bytes());
        let answer = all_of(&mut stream);
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
    assert!(
        live.ask(&GAMES.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")).starts_with("HTTP/1.1 200")
    );
}

/// The second request of a connection is looked at as closely as the first.
#[test]
fn pipelined_requests_are_each_checked() {
    let live = Live::start(Limits::default());
    let answers = live.ask(
        "GET /api/experience HTTP/1.1\r\nHost: HOST\r\n\r\n\
         GET /api/experience HTTP/1.1\r\nHost: evil.example\r\n\r\n\
         GET /api/experience HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n",
    );
    let statuses: Vec<&str> = answers.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    assert_eq!(statuses, ["200", "403", "403"], "{answers}");
}
