//! Killed a hundred times, a run ends as if nothing had happened.
//!
//! The test runs itself as another process (see `a_process_to_kill`), lets it play a few games and kills it, as
//! `kill -9` does, at a moment that chance chooses: while the store is made, opened, locked, written or committed.

use std::env;
use std::io::{BufRead, BufReader, Read, Write, stdin};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use zermelo_game::stream;
use zermelo_store::{OpenRun, RunId, Status, Store, StoreError, Writer};

use crate::sample;

const STORE: &str = "ZERMELO_TEST_STORE";
const N_KILLS: u64 = 100;
const N_GAMES: u64 = 3000;
/// A process is killed after so many portions of games at most.
const MOST_PORTIONS: usize = 6;

fn resume(store: &Store) -> OpenRun {
    let new = sample::new_run("killed");
    match store.unfinished_run(&new).unwrap() {
        Some(run) => store.open_run(run.id).unwrap(),
        None => store.begin_run(&new).unwrap(),
    }
}

/// Not a test but what the others kill: it plays a game for every byte that it reads.
#[test]
fn a_process_to_kill() {
    let Some(path) = env::var_os(STORE) else { return };
    let store = Store::open(path).unwrap();
    let mut run = resume(&store);
    run.add_agents(&sample::agents()).unwrap();
    let next = store.n_games(run.id()).unwrap();
    println!("ready");
    let writer = Writer::start(run).unwrap();
    for (index, byte) in (next..N_GAMES).zip(stdin().lock().bytes()) {
        byte.unwrap();
        writer.add(sample::game(index)).unwrap();
    }
    writer.finish().unwrap();
}

fn spawn(path: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["kills::a_process_to_kill", "--exact", "--nocapture", "--test-threads=1"])
        .env(STORE, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_until_ready(child: &mut Child) {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.ends_with("ready")), "the process takes the run up");
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_hundred_kills_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let mut n_saved = 0;
    for n_kill in 0..N_KILLS {
        let mut chance = stream(1, "kill", n_kill);
        let mut child = spawn(&path);
        // Every third one is killed at any time since its start, the others when they are playing.
        if n_kill % 3 != 0 {
            wait_until_ready(&mut child);
        }
        // In small portions, so that there is always a commit under way.
        let mut orders = child.stdin.take().unwrap();
        for _ in 0..=chance.below(MOST_PORTIONS) {
            orders.write_all(&b"........"[..chance.below(8)]).unwrap();
            thread::sleep(Duration::from_micros(chance.below(6000) as u64));
        }
        kill(child);
        if !path.exists() {
            continue;
        }
        let store = Store::read(&path).unwrap();
        store.check().unwrap();
        let saved: Vec<_> = store.games(RunId(1)).map(Result::unwrap).collect();
        assert!(saved.len() >= n_saved, "kill {n_kill}: what was saved stays");
        n_saved = saved.len();
        assert!(saved.into_iter().eq(sample::games(n_saved as u64)), "kill {n_kill}");
    }
    assert!(
        n_saved > 0 && (n_saved as u64) < N_GAMES,
        "{n_saved} games were saved by those that were killed"
    );

    let whole = folder.path().join("whole.db");
    for path in [&path, &whole] {
        let store = Store::open(path).unwrap();
        let mut run = resume(&store);
        run.add_agents(&sample::agents()).unwrap();
        let n_there = store.n_games(run.id()).unwrap();
        run.append_games(&sample::games(N_GAMES)[n_there as usize..]).unwrap();
        run.finish("{}").unwrap();
    }
    assert_eq!(sample::dump(&path), sample::dump(&whole));
}

#[test]
fn another_process_holds_its_run_until_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let mut child = spawn(&path);
    wait_until_ready(&mut child);
    let store = Store::open(&path).unwrap();
    let run = store.find_run("last").unwrap();
    assert_eq!(store.status(&run), Status::Running);
    let held = StoreError::RunIsHeld { name: "killed-1".to_owned(), holder: Some(child.id()) };
    assert_eq!(store.open_run(run.id).unwrap_err(), held);
    // Another run of the same store is free.
    store.begin_run(&sample::new_run("other")).unwrap();
    kill(child);
    assert_eq!(store.status(&run), Status::Interrupted);
    store.open_run(run.id).unwrap();
}
