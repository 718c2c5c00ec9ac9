//! `zermelo run` and what looks at runs: killed at any moment, resumed, and the same bytes in the end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_game::stream;

use crate::run::{Ran, zermelo_in};

const EXPERIMENT: &str = r#"
kind = "tournament"
title = "Small"
game = "connect4"
seed = 5
[schedule]
kind = "round-robin"
games = 60
[[agents]]
name = "random"
agent = "random"
[[agents]]
name = "two"
agent = "alphabeta(depth=2)"
[[agents]]
name = "trees"
agent = "mcts(playouts=50)"
"#;

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[])
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("small.toml"), EXPERIMENT).expect("a file");
    folder
}

/// Everything that must not hang on how a run went.
fn facts(folder: &Path, run: &str) -> (String, Value) {
    let games = ask(folder, &["export", run]);
    assert_eq!(games.code, 0, "{games:?}");
    let shown = ask(folder, &["show", run, "--json"]);
    let mut shown: Value =
        serde_json::from_str(&shown.out).unwrap_or_else(|error| panic!("{error}: {shown:?}"));
    shown["run"] = json!(null);
    (games.out, shown)
}

#[test]
fn kills_and_threads_change_nothing() {
    let folder = folder();
    let path = folder.path();
    let started = Instant::now();
    let whole = ask(path, &["run", "small.toml", "--threads", "1"]);
    assert_eq!(whole.code, 0, "{whole:?}");
    // At first within a third of the time that a whole run took. Later kills may come later, so that something is kept even if
    // the machine is much busier by then.
    let third = started.elapsed().as_micros() as usize / 3 + 1;
    let expected = facts(path, "small-1");
    assert_eq!(expected.0.lines().count(), 180);

    // The next run is killed a hundred times, at any moment, and resumed on another number of threads.
    let mut chance = stream(1, "kills", 0);
    for n_kill in 0..100 {
        let threads = ["1", "2", "16"][n_kill % 3];
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["run", "small.toml", "--resume", "--threads", threads])
            .current_dir(path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_micros(chance.below(third * (1 + n_kill / 20)) as u64));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let last = ask(path, &["run", "small.toml", "--resume", "--threads", "2", "--json-events"]);
    assert_eq!(last.code, 0, "{last:?}");
    let lines: Vec<Value> =
        last.out.lines().map(|line| serde_json::from_str(line).expect("lines of JSON")).collect();
    assert_eq!(lines[0]["event"], json!("started"));
    let n_known = lines[0]["known"].as_u64().expect("a number");
    let finished = lines.last().expect("a last line");
    assert_eq!(finished["event"], json!("finished"));
    let name = finished["run"].as_str().expect("a name");
    assert_eq!(facts(path, name), expected);
    // A run may have been finished before it was killed; but none is left behind half done and not resumed.
    let runs = ask(path, &["runs", "--json"]);
    let runs: Value = serde_json::from_str(&runs.out).expect("JSON");
    let n_runs = runs.as_array().map_or(0, Vec::len);
    assert!(n_known > 0 || n_runs > 2, "nothing was kept of what was killed: {runs}");
    for run in runs.as_array().expect("a list") {
        assert_eq!((&run["status"], &run["games"]), (&json!("finished"), &json!(180)), "{runs}");
    }
}

/// Ctrl-C, a system that shuts down and a terminal that is closed end a run alike.
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = folder();
        let path = folder.path();
        let slow = EXPERIMENT.replace("playouts=50", "playouts=5000").replace("games = 60", "games = 600");
        fs::write(path.join("slow one.toml"), slow).expect("a file");
        let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["run", "slow one.toml", "--store", "other.db"])
            .current_dir(path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(400));
        let killed =
            Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(killed.success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{signal}");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains("zermelo run 'slow one.toml' --resume --store other.db"), "{signal}: {told}");
        let shown = ask(path, &["show", "last", "--store", "other.db"]);
        let text = shown.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("of 1,800 games so far; it was interrupted."), "{text}");
        assert!(text.contains("zermelo run slow-one.toml --resume --store other.db"), "{text}");
        assert!(text.contains("name the file that the run was begun with"), "{text}");
    }
}

/// A search that would take for ever does not keep a run from being interrupted.
#[test]
fn a_run_is_interrupted_in_the_middle_of_a_move() {
    let folder = folder();
    let path = folder.path();
    let endless = EXPERIMENT.replace("playouts=50", "nodes=1_000_000_000_000");
    fs::write(path.join("endless.toml"), endless).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["run", "endless.toml"])
        .current_dir(path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(400));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(130));
}

/// What a run needs is known before it begins.
#[test]
fn a_run_that_needs_too_much_memory_is_refused() {
    let folder = folder();
    let path = folder.path();
    let large = EXPERIMENT.replace("games = 60", "games = 20_000_000");
    fs::write(path.join("large.toml"), large).expect("a file");
    let refused = ask(path, &["run", "large.toml"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("MB of memory") && refused.err.contains("--memory-limit"), "{refused:?}");
    let larger = EXPERIMENT.replace("games = 60", "games = 4_000_000_000");
    fs::write(path.join("larger.toml"), larger).expect("a file");
    let refused = ask(path, &["run", "larger.toml"]);
    assert!(refused.err.contains("expected 2 to 100000000"), "{refused:?}");
    let small = ask(path, &["run", "small.toml", "--memory-limit", "0"]);
    assert_eq!(small.code, 0, "less than a megabyte: {small:?}");
}

#[test]
fn runs_can_be_looked_at() {
    let folder = folder();
    let path = folder.path();
    let none = ask(path, &["runs"]);
    assert_eq!(none.code, 2, "{none:?}");
    assert!(none.err.contains("zermelo.db"), "{none:?}");
    assert_eq!(ask(path, &["run", "small.toml", "--strict"]).code, 0);
    let shown = ask(path, &["show", "last"]).out;
    for told in ["Small (connect4, small-1)", "  1  ", "trees", "180 games", "Endings: "] {
        assert!(shown.contains(told), "`{told}` is not in:\n{shown}");
    }
    let games = ask(path, &["games-of", "small", "--from", "10", "--count", "3"]).out;
    assert_eq!(games.lines().count(), 6, "{games}");
    let csv = ask(path, &["export", "1", "--format", "csv"]).out;
    assert_eq!(csv.lines().count(), 181, "{csv}");
    assert!(csv.starts_with("game,round,first,second,opening,outcome"));
    // The moves can be played: opening and moves lead to the end that is told.
    let lines = ask(path, &["export", "last"]).out;
    for line in lines.lines().step_by(17) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let moves: Vec<&str> =
            game["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let moves = format!("{} {}", game["opening"].as_str().expect("text"), moves.join(" "));
        let replayed = ask(path, &["replay", "connect4", "--moves", &moves, "--json"]);
        let replayed: Value = serde_json::from_str(&replayed.out).expect("JSON");
        assert_eq!(
            (&replayed["outcome"], &replayed["reason"]),
            (&game["outcome"], &game["reason"]),
            "{line}"
        );
    }
    let unknown = ask(path, &["show", "large"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("small-1"), "{unknown:?}");
}

#[test]
fn what_is_wrong_is_told_before_anything_is_kept() {
    let folder = folder();
    let path = folder.path();
    for (file, text, told) in [
        ("kind.toml", "title = \"x\"", "begins with its kind"),
        ("other.toml", "kind = \"turnament\"", "there are tournament"),
        ("broken.toml", "kind = ", "broken.toml"),
        ("agent.toml", &EXPERIMENT.replace("depth=2", "dept=2"), "did you mean `depth`?"),
        ("game.toml", &EXPERIMENT.replace("\"connect4\"", "\"conect4\""), "connect4"),
        ("opening.toml", &format!("{EXPERIMENT}[openings]\nlist = [\"8\"]\n"), "move 1"),
    ] {
        fs::write(path.join(file), text).expect("a file");
        let ran = ask(path, &["run", file]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(told), "{ran:?}");
    }
    assert_eq!(ask(path, &["run", "missing.toml"]).code, 2);
    assert!(!path.join("zermelo.db").exists() || ask(path, &["runs"]).out.contains("no runs yet"));
    fs::write(path.join("notes.txt"), "not a store").expect("a file");
    let foreign = ask(path, &["run", "small.toml", "--store", "notes.txt"]);
    assert_eq!(foreign.code, 2, "{foreign:?}");
    assert_eq!(fs::read_to_string(path.join("notes.txt")).expect("still there"), "not a store");
}

/// Engines that go wrong lose their games, each fault is counted for itself, and the tournament goes on; `--strict` makes a
/// failure of it.
#[test]
fn faults_of_engines_are_counted_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let bad = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/engines/bad.py");
    let engine = |fault: &str, limits: &str| {
        format!(
            "[[agents]]\nname = \"{fault}\"\nagent = '''ugi(\"python3 '{}' {fault}\", {limits})'''\n",
            bad.display()
        )
    };
    let text = format!(
        "kind = \"tournament\"\ntitle = \"Faults\"\ngame = \"connect4\"\n[schedule]\nkind = \"gauntlet\"\ngames = 2\ntested = \
         [\"random\"]\nopponents = [\"illegal\", \"crash-mid-game\", \"stall\", \"slow\"]\n[[agents]]\nname = \"random\"\n\
         agent = \"random\"\n{}{}{}{}",
        engine("illegal", "nodes=1"),
        engine("crash-mid-game", "nodes=1"),
        engine("stall", "nodes=1, stall=100ms"),
        engine("slow", "time=20ms, margin=10ms"),
    );
    fs::write(path.join("faults.toml"), text).expect("a file");
    let ran = ask(path, &["run", "faults.toml", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.out.lines().count(), 1, "one document: {ran:?}");
    let last: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(last["games"], 8, "{last}");
    for (name, fault) in
        [("illegal", "illegal-move"), ("crash-mid-game", "crash"), ("stall", "stall"), ("slow", "time")]
    {
        let standing =
            last["standings"].as_array().and_then(|all| all.iter().find(|one| one["name"] == name));
        assert_eq!(standing.map(|one| &one["quits"]), Some(&json!({ fault: 2 })), "{last}");
    }
    let strict = ask(path, &["run", "faults.toml", "--strict"]);
    assert_eq!(strict.code, 1, "{strict:?}");
    assert!(strict.err.contains("8 games were forfeited"), "{strict:?}");
}

pub const EVOLUTION: &str = r#"
kind = "evolution"
title = "Small"
game = "breakthrough:5x5"
seed = 5
generations = 3
agent = "alphabeta(depth=1, eval=weights({genes}))"
[[genes]]
low = 0.0
high = 1.0
[method]
kind = "genetic"
population = 6
breeding = { selection = { kind = "truncation", best = 2 }, mutation = { kind = "perturbation", most = 0.2, decay = 0.97 } }
[fitness]
kind = "league"
rating = { kind = "elo" }
[confirmation]
games = 20
"#;

/// Bred, killed, resumed, shown, and then an agent like any other.
#[test]
fn what_was_bred_can_be_played_against() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("breed.toml"), EVOLUTION).expect("a file");
    let ran = ask(path, &["run", "breed.toml", "--threads", "1"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.out.contains("the last generation") && ran.out.contains("correlation with fitness"),
        "{ran:?}"
    );
    let again = ask(path, &["run", "breed.toml", "--threads", "2"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(facts(path, "breed-1"), facts(path, "breed-2"));

    let shown = ask(path, &["show", "breed-1", "--json"]);
    let shown: Value = serde_json::from_str(&shown.out).expect("JSON");
    let agent = shown["champion"]["agent"].as_str().expect("an agent");
    let by_name = ask(path, &["bestmove", "breakthrough:5x5", "--agent", "bred(breed-1/champion)", "--json"]);
    let by_text = ask(path, &["bestmove", "breakthrough:5x5", "--agent", agent, "--json"]);
    let best = |ran: &Ran| serde_json::from_str::<Value>(&ran.out).map(|json| json["move"].clone()).ok();
    assert_eq!(by_name.code, 0, "{by_name:?}");
    assert_eq!(best(&by_name), best(&by_text));
    let arguments =
        ["alphabeta(depth=2, weights=breed-1/champion)", "bred(breed-1/generation-1)", "--games", "4"];
    let played = ask(path, &[&["match", "breakthrough:5x5"], &arguments[..]].concat());
    assert_eq!(played.code, 0, "{played:?}");
    for (name, problem) in [
        ("bred(breed-9)", "breed-9"),
        ("bred(breed-1/generation-7)", "has no generation 7"),
        ("bred(breed-1/winner)", "expected champion"),
    ] {
        let refused = ask(path, &["bestmove", "breakthrough:5x5", "--agent", name]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(problem), "{refused:?}");
    }
}

pub const STUDY: &str = r#"
kind = "study"
title = "Small tables"
runs = 4
collect = true
[subject]
kind = "tables"
population = 40
most-generations = 30
[[treatments]]
name = "control"
published = [3, 9, 5]
[[treatments]]
name = "a treatment with a name that is much longer than one would expect it to be"
opponent = "random"
published = [6, 7, 2, 8]
"#;

/// A study, run, shown, listed, interrupted and resumed.
#[test]
fn a_study_tells_what_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("tables.toml"), STUDY).expect("a file");
    let ran = ask(path, &["run", "tables.toml", "--threads", "1"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = ask(path, &["show", "last"]).out;
    assert!(ran.out.starts_with(&shown) && ran.out.contains("8 runs in "), "{ran:?}");
    for told in [
        "Small tables (study of tables, tables-1)",
        "- published",
        "% still running after",
        "distinct survivors",
        "analysis of variance",
        "Kruskal-Wallis",
        "(Tukey)",
        "by runs per treatment",
        "are distinct strategies",
        "The same tests on the published numbers: ",
    ] {
        assert!(shown.contains(told), "`{told}` is not in:\n{shown}");
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 110), "{shown}");
    assert!(
        shown.contains("  a treatment …ct it to be  ") && shown.contains("much longer than one"),
        "{shown}"
    );

    let runs = ask(path, &["runs"]).out;
    assert!(runs.contains("tables-1") && runs.contains("study") && runs.contains("8 runs"), "{runs}");
    let twice = ask(path, &["run", "tables.toml", "--threads", "2", "--json"]);
    let last: Value = serde_json::from_str(twice.out.lines().last().unwrap_or_default()).expect("JSON");
    let first: Value = serde_json::from_str(&ask(path, &["show", "1", "--json"]).out).expect("JSON");
    assert_eq!(last["treatments"], first["treatments"]);
    assert_eq!((&last["findings"], &last["comparison"]), (&first["findings"], &first["comparison"]));
    let games = ask(path, &["export", "tables-1"]);
    assert_eq!(games.code, 2, "{games:?}");
    assert!(games.err.contains("it stores no games"), "{games:?}");

    // Long enough to be interrupted.
    let long = STUDY.replace("runs = 4", "runs = 100000");
    fs::write(path.join("long.toml"), long).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["run", "long.toml"])
        .current_dir(path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(400));
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success()
    );
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("zermelo run long.toml --resume"), "{told}");
    let shown = ask(path, &["show", "last"]).out;
    assert!(shown.contains(" runs so far; it was interrupted."), "{shown}");
    assert!(shown.contains("  zermelo run long.toml --resume\n"), "{shown}");
}

pub const Q_LEARNING: &str = r#"
kind = "q-learning"
title = "Small worths"
game = "isolation:4x4"
moves = [500, 2_000]
[network]
hidden = [16]
[learning]
memory = 200
batch = 16
[test]
agent = "minimax(depth=1, eval={eval})"
games = 10
openings = { plies = 2 }
opponents = [{ name = "chance", agent = "random" }]
published = [51.5, 62.5]
"#;

/// A Q-learning, run, shown, interrupted and resumed, and then an agent like any other.
#[test]
fn a_q_learning_tells_its_curve() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("worths.toml"), Q_LEARNING).expect("a file");
    let ran = ask(path, &["run", "worths.toml", "--threads", "1"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("2,000 moves in"), "{ran:?}");
    let shown = ask(path, &["show", "worths-1"]);
    let lines: Vec<&str> = shown.out.lines().collect();
    let part = |from: usize, to: usize| lines[from..to].join("\n");
    assert_eq!(lines[0], "Small worths (isolation:4x4, worths-1)");
    assert!(lines[2].trim_start().starts_with("moves  games  steps  mean loss  network"), "{}", part(0, 6));
    assert!(
        lines[4].trim_start().starts_with("2,000") && lines[4].ends_with("worths-1/net-2"),
        "{}",
        part(0, 6)
    );
    assert!(lines[6].starts_with("The learning curve (score in %"), "{}", part(5, 10));
    assert!(lines[7].contains("chance") && lines[7].contains("published"), "{}", part(5, 10));
    assert!(lines[9].trim_start().starts_with("2,000 moves") && lines[9].contains("62.5"), "{}", part(5, 10));
    assert!(
        shown.out.contains("zermelo play isolation:4x4 --second \"bred(worths-1/champion)\""),
        "{shown:?}"
    );

    // Killed while it learns, and resumed.
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["run", "worths.toml", "--resume", "--json-events"])
        .current_dir(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(30));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let last = ask(path, &["run", "worths.toml", "--resume", "--threads", "2", "--json-events"]);
    assert_eq!(last.code, 0, "{last:?}");
    let events: Vec<Value> =
        last.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert_eq!(events[0]["moves"], json!(2000), "{last:?}");
    assert!(events.iter().any(|event| event["event"] == "moves" && event["of"] == 2000), "{last:?}");
    assert_eq!(facts(path, "worths-1"), facts(path, "worths-2"));

    let arguments = [
        "match",
        "isolation:4x4",
        "q(worths-1/net)",
        "alphabeta(depth=2, eval=q(worths-2/net-1))",
        "--games",
        "4",
    ];
    let played = ask(path, &arguments);
    assert_eq!(played.code, 0, "{played:?}");
    let refused = ask(path, &["bestmove", "isolation:4x4", "--agent", "net(worths-1/net)"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("use it as q(..)"), "{refused:?}");
}
