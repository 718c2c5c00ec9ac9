//! Experiments on a fleet, as people run them: a broker, worker processes that come and are killed, and a run that is killed and
//! resumed. The export has the bytes of one machine.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::broker::{Broker, TOKEN};
use crate::run::{Ran, zermelo_in};

const FILE: &str = "kind = \"tournament\"\ntitle = \"Small\"\ngame = \"isolation:5x5\"\nseed = 3\n\
    schedule = { kind = \"round-robin\", games = 40 }\nagents = [\n\
    { name = \"deep\", agent = \"alphabeta(nodes=2000)\" },\n{ name = \"flat\", agent = \"alphabeta(nodes=200)\" },\n\
    { name = \"tree\", agent = \"mcts(playouts=200)\" },\n]\n";

/// A worker process that ends with its test.
pub struct Worker(Child);

impl Worker {
    pub fn start(broker: &Broker) -> Worker {
        Worker::start_with(broker, &[])
    }

    pub fn start_with(broker: &Broker, arguments: &[&str]) -> Worker {
        let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["worker", "--threads", "1", "--connect", &broker.url()])
            .args(arguments)
            .env("ZERMELO_FLEET_TOKEN", TOKEN)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Worker(child.expect("the program starts"))
    }

    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

pub fn with_token(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[("ZERMELO_FLEET_TOKEN", TOKEN)])
}

/// The games of the last run of a store, as a file.
pub fn exported(folder: &Path, store: &str) -> String {
    let file = format!("{store}.csv");
    let ran = zermelo_in(folder, &["export", "last", "--store", store, "--output", &file], "", &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    std::fs::read_to_string(folder.join(file)).expect("an export")
}

pub fn folder_with(file: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("small.toml"), file).expect("a file");
    let ran = zermelo_in(folder.path(), &["run", "small.toml", "--store", "alone.db"], "", &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    folder
}

#[test]
fn killed_workers_and_a_killed_run_change_no_byte() {
    let folder = folder_with(FILE);
    let (path, broker) = (folder.path(), Broker::start());
    let mut workers: Vec<Worker> = (0..2).map(|_| Worker::start(&broker)).collect();
    let url = broker.url();
    // A run that is killed in the middle, while workers are killed and others come.
    let mut run = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["run", "small.toml", "--threads", "0", "--store", "fleet.db", "--fleet", &url])
        .current_dir(path)
        .env("ZERMELO_FLEET_TOKEN", TOKEN)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(300));
    workers[0].kill();
    workers.push(Worker::start(&broker));
    std::thread::sleep(Duration::from_millis(300));
    let _ = run.kill();
    let _ = run.wait();
    let arguments = [
        "run",
        "small.toml",
        "--resume",
        "--threads",
        "0",
        "--verify",
        "0.5",
        "--store",
        "fleet.db",
        "--fleet",
        &url,
    ];
    let ran = with_token(path, &arguments);
    assert_eq!(ran.code, 0, "{ran:#?}");
    assert_eq!(exported(path, "fleet.db"), exported(path, "alone.db"));
    let verified = with_token(path, &["verify", "last", "--store", "fleet.db", "--share", "1"]);
    assert!(
        verified.code == 0 && verified.out.contains("repeated 120 of 120 games: all the same"),
        "{verified:#?}"
    );
    // Who did what stands beside the records.
    let show = |store: &str, more: &[&str]| {
        zermelo_in(path, &[&["show", "last", "--store", store], more].concat(), "", &[]).out
    };
    let shown = show("fleet.db", &["--workers"]);
    for part in ["Workers", "Games/s", "Idle", "% of the games", ": games of "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&show("fleet.db", &["--workers", "--json"])).expect("JSON");
    assert!(
        json["fleet"]["idle"].is_number() && json["fleet"]["provenance"][0]["games"].is_string(),
        "{json}"
    );
    assert!(!show("alone.db", &[]).contains("Workers"));
    assert!(show("alone.db", &["--workers"]).contains("small-1 had no fleet"));
    let listed = with_token(path, &["fleet", &url]);
    assert!(listed.code == 0 && listed.out.contains("2 workers with 2 threads"), "{listed:#?}");
}

#[test]
fn what_cannot_be_done_on_a_fleet_is_said() {
    let timed = FILE.replace("alphabeta(nodes=200)", "alphabeta(time=1ms)");
    let folder = folder_with(&timed);
    let (path, broker) = (folder.path(), Broker::start());
    let _worker = Worker::start(&broker);
    let url = broker.url();
    let ran =
        with_token(path, &["run", "small.toml", "--threads", "0", "--store", "new.db", "--fleet", &url]);
    assert!(ran.code == 2 && ran.err.contains("plays differently on every machine"), "{ran:#?}");
    let ran = zermelo_in(path, &["run", "small.toml", "--fleet", &url], "", &[]);
    assert!(ran.code == 1 && ran.err.contains("refuses these credentials"), "{ran:#?}");
    let ran = with_token(path, &["run", "small.toml", "--fleet", "nats://127.0.0.1:1"]);
    assert!(ran.code == 1 && ran.err.contains("cannot reach the broker"), "{ran:#?}");
    let ran = with_token(path, &["run", "small.toml", "--threads", "0"]);
    assert!(ran.code == 2 && ran.err.contains("--threads 0 needs --fleet"), "{ran:#?}");
    let ran = zermelo_in(path, &["fleet", &url, "--fleet-token-file", "nothing"], "", &[]);
    assert!(ran.code == 2 && ran.err.contains("nothing cannot be used"), "{ran:#?}");
    let secret = format!("nats://{TOKEN}@127.0.0.1:4222");
    let ran = zermelo_in(path, &["fleet", &secret], "", &[]);
    assert!(ran.code == 2 && ran.err.contains("in a file or in the environment"), "{ran:#?}");
}
