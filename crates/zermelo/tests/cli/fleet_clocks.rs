//! Agents with clocks and engines on a fleet, as people run them.

use std::path::Path;

use serde_json::Value;

use crate::broker::Broker;
use crate::fleet::{Worker, with_token};
use crate::run::{Ran, zermelo_in};

const FILE: &str = "kind = \"tournament\"\ntitle = \"Small\"\ngame = \"connect4\"\nseed = 3\n\
    schedule = { kind = \"round-robin\", games = 40 }\nagents = [\n\
    { name = \"one\", agent = \"AGENT\" },\n{ name = \"other\", agent = \"alphabeta(nodes=100)\" },\n]\n";

/// A folder with the file of a tournament in which this agent plays.
fn folder_with(agent: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &FILE.replace("AGENT", agent));
    folder
}

fn write(folder: &Path, file: &str) {
    std::fs::write(folder.join("small.toml"), file).expect("a file");
}

/// A run on workers alone.
fn run(folder: &Path, broker: &Broker, arguments: &[&str]) -> Ran {
    let url = broker.url();
    let fleet = ["run", "small.toml", "--threads", "0", "--fleet", &url];
    with_token(folder, &[fleet.as_slice(), arguments].concat())
}

fn workers_of(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.code, 0, "{ran:#?}");
    let json: Value = serde_json::from_str(&ran.out).expect("one document");
    json["fleet"]["workers"].as_array().expect("workers").clone()
}

#[test]
fn a_tournament_with_clocks_needs_a_rule() {
    let folder = folder_with("alphabeta(time=1ms)");
    let (path, broker) = (folder.path(), Broker::start());
    let _worker = Worker::start(&broker);
    let ran = run(path, &broker, &[]);
    assert!(
        ran.code == 2 && ran.err.contains("--clock as-is") && ran.err.contains("--clock scaled"),
        "{ran:#?}"
    );
    let workers = workers_of(&run(path, &broker, &["--clock", "as-is", "--json"]));
    assert!(workers.iter().any(|worker| worker["work"]["games"]["kept"].as_u64() > Some(0)), "{workers:?}");
    assert!(workers.iter().all(|worker| worker["standing"] == "new"), "nothing is compared: {workers:?}");
    let shown = zermelo_in(path, &["show", "last"], "", &[("COLUMNS", "200")]);
    assert!(shown.code == 0 && shown.out.contains("each by its own clock (--clock as-is)"), "{shown:#?}");
    let ran = zermelo_in(path, &["verify", "last"], "", &[]);
    assert!(ran.code == 2 && ran.err.contains("cannot be verified by playing them again"), "{ran:#?}");
    let ran = zermelo_in(path, &["run", "small.toml", "--clock", "as-is"], "", &[]);
    assert!(ran.code == 2 && ran.err.contains("--clock needs --fleet"), "{ran:#?}");
    let ran = run(path, &broker, &["--clock", "fast"]);
    assert!(ran.code == 2 && ran.err.contains("as-is") && ran.err.contains("scaled"), "{ran:#?}");
}

#[test]
fn clocks_are_scaled_to_the_speed_of_the_file() {
    let folder = folder_with("alphabeta(time=1ms)");
    let (path, broker) = (folder.path(), Broker::start());
    let _worker = Worker::start(&broker);
    let ran = run(path, &broker, &["--clock", "scaled"]);
    let told = ran.err.replace('\n', " ");
    let line = told.split('`').find(|part| part.starts_with("reference-speed = "));
    let line = line.unwrap_or_else(|| panic!("it says what to write: {ran:#?}"));
    assert!(ran.code == 2, "{ran:#?}");
    // What it says can be copied.
    let file = FILE.replace("AGENT", "alphabeta(time=1ms)");
    write(path, &file.replace("seed = 3", &format!("seed = 3\n{line}")));
    let workers = workers_of(&run(path, &broker, &["--clock", "scaled", "--json"]));
    assert!(workers.iter().any(|worker| worker["work"]["games"]["kept"].as_u64() > Some(0)), "{workers:?}");
    let shown = zermelo_in(path, &["show", "last"], "", &[("COLUMNS", "200")]);
    assert!(shown.code == 0 && shown.out.contains("positions a second (--clock scaled)"), "{shown:#?}");
    write(path, &file.replace("seed = 3", "seed = 3\nreference-speed = 7"));
    let ran = run(path, &broker, &["--clock", "scaled"]);
    assert!(ran.code == 2 && ran.err.contains("reference-speed = 7: expected 100 to 1000000000"), "{ran:#?}");
}

/// A worker starts no engine unless it was permitted to. What all workers refuse is played by the run itself.
#[test]
fn engines_need_the_permission_of_the_worker() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/engines/connect4.py");
    let folder = folder_with(&format!("ugi(python3 {}, nodes=10)", engine.display()));
    let (path, broker) = (folder.path(), Broker::start());
    let mut worker = Worker::start(&broker);
    let ran = run(path, &broker, &["--clock", "as-is"]);
    assert!(ran.code == 0 && ran.err.matches("starts no other programs").count() == 1, "{ran:#?}");
    assert!(ran.out.contains("No worker helped."), "{ran:#?}");
    worker.kill();
    let _worker = Worker::start_with(&broker, &["--allow-programs"]);
    let workers = workers_of(&run(path, &broker, &["--clock", "as-is", "--json"]));
    assert!(workers.iter().any(|worker| worker["work"]["games"]["kept"].as_u64() > Some(0)), "{workers:?}");
}
