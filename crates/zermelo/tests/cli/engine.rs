//! `zermelo engine` as a child process, as an engine of its own laboratory, and under examination; engines in other commands.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::run::{json, refusal, zermelo};

const PROGRAM: &str = env!("CARGO_BIN_EXE_zermelo");

/// A conversation with the program.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Talk {
        let mut child = Command::new(PROGRAM)
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// The lines up to the first one that begins like this, but for what it tells while it thinks.
    fn hear(&mut self, begin: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(begin)) {
            let mut line = String::new();
            let n_read = self.output.read_line(&mut line).expect("text");
            assert!(n_read > 0, "it ended before `{begin}`: {lines:#?}");
            lines.push(line.trim_end().to_owned());
        }
        lines.retain(|line| !line.starts_with("info depth"));
        lines
    }

    fn ask(&mut self, line: &str, begin: &str) -> Vec<String> {
        self.say(line);
        self.hear(begin)
    }
}

#[test]
fn a_conversation_from_beginning_to_end() {
    let mut talk = Talk::start(&["breakthrough:5x5", "--agent", "alphabeta(nodes=300)"]);
    let greeting = talk.ask("ugi", "ugiok");
    assert!(greeting.contains(
        &"option name Variant type combo default breakthrough:5x5 var breakthrough:5x5".to_owned()
    ));
    talk.say("setoption name Hash value 8");
    talk.say("uginewgame");
    assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
    talk.say("position startpos moves a2-a3");
    let first = talk.ask("go", "bestmove");
    assert!(first[0].starts_with("bestmove "), "{first:?}");
    // It hears while it thinks, and thinks until it is told to stop.
    talk.say("go infinite");
    assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
    assert_eq!(talk.ask("isready", "readyok"), ["readyok"]);
    assert_eq!(talk.ask("stop", "bestmove").len(), 1);
    assert_eq!(talk.ask("query p1turn", "response"), ["response false"]);
    // The same question again, in a new game: the same answer.
    talk.say("uginewgame");
    talk.say("position startpos moves a2-a3");
    assert_eq!(talk.ask("go", "bestmove").last(), first.last());
    talk.say("go infinite");
    talk.say("quit");
    assert!(talk.child.wait().expect("it ends").success());
}

#[test]
fn an_engine_ends_when_nobody_is_left() {
    let Talk { mut child, input, output } = Talk::start(&["connect4"]);
    drop(input);
    assert!(child.wait().expect("it ends").success());
    assert_eq!(output.lines().count(), 0);
    // Nobody reads the answer.
    let Talk { mut child, mut input, output } = Talk::start(&["connect4"]);
    drop(output);
    writeln!(input, "ugi").expect("it listens");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn wrong_engines_are_refused() {
    assert_eq!(refusal(&["engine", "chequers"]).0, "unknown-game");
    assert_eq!(zermelo(&["engine", "connect4", "--json"]).code, 2);
    let ran = zermelo(&["engine", "connect4", "--agent", "alphazero"]);
    assert!(ran.code == 2 && ran.err.contains("did you mean `alphabeta`"), "{ran:#?}");
    assert_eq!(refusal(&["check-engine", "no-such-engine", "--game", "connect4"]).0, "unknown-agent");
    assert_eq!(refusal(&["match", "connect4", "random", "ugi(no-such-engine)"]).0, "unknown-agent");
}

/// A match without what the clock and the names say.
fn games(game: &str, agents: [&str; 2], seed: &str) -> Value {
    let mut answer = json(&["match", game, agents[0], agents[1], "--games", "12", "--seed", seed]);
    for key in ["seconds", "games_per_second"] {
        answer[key].take();
    }
    for agent in answer["agents"].as_array_mut().expect("agents") {
        agent["seconds_per_move"].take();
        agent["agent"].take();
    }
    answer
}

#[test]
fn an_engine_plays_as_the_agent_it_is() {
    for (game, agent, limit) in [
        ("connect4", "alphabeta", "nodes=300"),
        ("milestone:side=3", "alphabeta(depth=3)", "depth=3"),
        ("isolation:5x5", "alphabeta(depth=2, eval=open)", "depth=2"),
        ("hexapawn:4x4", "minimax(depth=2)", "nodes=5"),
    ] {
        let engine = format!("ugi({PROGRAM} engine {game} --agent \"{agent}\", {limit})");
        let inside = if agent.contains('(') { agent.to_owned() } else { format!("{agent}({limit})") };
        let opponent = "minimax(depth=2)";
        assert_eq!(
            games(game, [&engine, opponent], "3"),
            games(game, [&inside, opponent], "3"),
            "{game}: {engine}"
        );
    }
}

#[test]
fn an_engine_with_chance_repeats_itself() {
    let engine = format!("ugi({PROGRAM} engine connect4 --agent random, nodes=1)");
    let ask = |seed| games("connect4", [&engine, "random"], seed);
    assert_eq!(ask("1"), ask("1"));
    assert_ne!(ask("1"), ask("2"));
}

#[test]
fn an_engine_passes_its_examination() {
    let command = format!("{PROGRAM} engine isolation:5x5");
    let ran = zermelo(&["check-engine", &command, "--game", "isolation:5x5", "--json"]);
    let answer: Value = serde_json::from_str(&ran.out).expect("a document");
    let failed: Vec<&Value> = answer["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .filter(|check| check["ok"] != json!(true))
        .collect();
    // A busy machine may be late; whether it is must not decide a test.
    assert!(failed.iter().all(|check| check["check"] == "go movetime"), "{answer:#}");
    assert_eq!((ran.code == 0, &answer["ok"]), (failed.is_empty(), &json!(failed.is_empty())));
    let wrong = zermelo(&["check-engine", &command, "--game", "connect4"]);
    assert_eq!(wrong.code, 1, "{wrong:#?}");
    assert!(wrong.out.contains("\u{2713} greeting") && wrong.out.contains("\u{2717} game"), "{}", wrong.out);
    assert!(wrong.out.contains("it does not play connect4"), "{}", wrong.out);
    let dead = zermelo(&["check-engine", "true", "--game", "connect4"]);
    assert!(dead.code == 1 && dead.out.contains("1 of 1 checks failed"), "{dead:#?}");
}

#[test]
fn engines_that_fail_are_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let crashes = format!("ugi(true, nodes=1, log={})", log.display());
    let answer = json(&["match", "connect4", "random", &crashes, "--games", "2"]);
    assert_eq!(
        (&answer["wins"], &answer["agents"][1]["faults"]["crash"]),
        (&json!(2), &json!(2)),
        "{answer}"
    );
    assert_eq!(answer["agents"][0]["faults"]["crash"], json!(0), "{answer}");
    let told = std::fs::read_to_string(&log).expect("the conversation");
    assert!(told.contains("> ugi") && told.contains("# crash: it ended: no `ugiok`"), "{told}");
    let text = zermelo(&["match", "connect4", "random", "ugi(true)", "--games", "2"]).out;
    assert!(text.contains("forfeits  B lost 2 by crashes"), "{text}");
    let ran = zermelo(&["bestmove", "connect4", "--agent", "ugi(true)", "--json"]);
    let answer: Value = serde_json::from_str(&ran.out).expect("a document");
    assert_eq!((ran.code, &answer["error"]["kind"]), (1, &json!("crash")), "{ran:#?}");
    let played = json(&["play", "connect4", "--first", "ugi(true)", "--second", "random"]);
    assert_eq!((&played["outcome"], &played["reason"]), (&json!("second"), &json!("crash")), "{played}");
}
