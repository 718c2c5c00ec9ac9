//! Processes of a fleet that are killed, as often as somebody asks for: workers, the broker with and without its files, and the
//! run itself. The export has the bytes of one machine.
//!
//! A few kills are part of every test run. Many take some minutes: `cargo xtask fleet`.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::broker::{Broker, TOKEN};
use crate::fleet::{Worker, exported, folder_with};
use crate::run::zermelo_in;

/// Somebody is killed.
#[derive(Clone, Copy, Debug)]
enum Kill {
    /// A worker; another one comes.
    Worker,
    /// The broker; another one comes in its place.
    Broker { loses_files: bool },
    /// The run; it is resumed, with its fleet or without.
    Run { returns_to_fleet: bool },
}

/// A run with a fleet that is in for trouble.
struct Scene<'a> {
    folder: &'a Path,
    alone: String,
    broker: Broker,
    workers: Vec<Worker>,
    run: Child,
    n_runs: usize,
    n_kills: usize,
    /// Games in the store when somebody was killed last.
    n_games: usize,
}

/// A tournament of so many games between each two of three agents. A pair takes about 20 ms.
pub fn file(n_games: usize) -> String {
    format!(
        "kind = \"tournament\"\ntitle = \"Small\"\ngame = \"isolation:5x5\"\nseed = 3\n\
         schedule = {{ kind = \"round-robin\", games = {n_games} }}\nagents = [\n\
         {{ name = \"deep\", agent = \"alphabeta(nodes=20000)\" }},\n\
         {{ name = \"flat\", agent = \"alphabeta(nodes=2000)\" }},\n\
         {{ name = \"tree\", agent = \"mcts(playouts=1000)\" }},\n]\n"
    )
}

/// Nothing takes longer unless it hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// A store for each run, since `last` is the last of a store.
fn store(number: usize) -> String {
    format!("fleet-{number}.db")
}

fn begin(folder: &Path, number: usize, broker: Option<&Broker>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args(["run", "small.toml", "--resume", "--store", &store(number)]);
    match broker {
        Some(broker) => command.args(["--threads", "0", "--verify", "0.1", "--fleet", &broker.url()]),
        None => command.args(["--threads", "1"]),
    };
    command
        .current_dir(folder)
        .env("ZERMELO_FLEET_TOKEN", TOKEN)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Games of a run that are stored so far.
pub fn count_games(folder: &Path, store: &str) -> usize {
    let arguments = ["export", "last", "--store", store, "--output", "so-far.csv"];
    let ran = zermelo_in(folder, &arguments, "", &[]);
    // There may be no run yet.
    if ran.code != 0 {
        return 0;
    }
    let text = std::fs::read_to_string(folder.join("so-far.csv")).expect("an export");
    text.lines().count().saturating_sub(1)
}

impl Scene<'_> {
    /// Kills them one after the other, each while a run is under way: if one ends before, its export is compared and another
    /// begins. Says how many runs that took.
    fn endure(n_workers: usize, n_games: usize, kills: &[Kill]) -> usize {
        let folder = folder_with(&file(n_games));
        let alone = exported(folder.path(), "alone.db");
        let broker = Broker::start();
        let workers = (0..n_workers).map(|_| Worker::start(&broker)).collect();
        let run = begin(folder.path(), 0, Some(&broker));
        let folder = folder.path();
        let mut scene = Scene { folder, alone, broker, workers, run, n_runs: 0, n_kills: 0, n_games: 0 };
        for &kill in kills {
            // The times differ, so that kills meet different moments.
            let pause = Duration::from_millis(7 + 61 * (scene.n_kills as u64 * 5 % 8));
            while let Some(ended) = scene.wait_for_progress(kill, pause) {
                scene.compare(ended);
                scene.run = begin(folder, scene.n_runs, Some(&scene.broker));
            }
            scene.strike(kill);
        }
        let ended = scene.wait_until(|_| false).expect("it has ended");
        scene.compare(ended);
        scene.n_runs
    }

    /// Waits until the run has come further, so that it makes sense to kill somebody; or says how it ended.
    fn wait_for_progress(&mut self, kill: Kill, pause: Duration) -> Option<ExitStatus> {
        let least = match kill {
            Kill::Worker => 1,
            Kill::Broker { .. } | Kill::Run { .. } => self.n_games + 1,
        };
        let until = Instant::now() + pause;
        self.wait_until(|scene| {
            // Counting costs something, and once is enough.
            Instant::now() >= until && (scene.n_games >= least || scene.count() >= least)
        })
    }

    /// Waits until something is the case, or says how the run ended before.
    fn wait_until(&mut self, mut is_so: impl FnMut(&mut Self) -> bool) -> Option<ExitStatus> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(ended) = self.run.try_wait().expect("it was started") {
                return Some(ended);
            }
            if is_so(self) {
                return None;
            }
            assert!(Instant::now() < until, "the run hangs after {} kills", self.n_kills);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn count(&mut self) -> usize {
        self.n_games = count_games(self.folder, &store(self.n_runs));
        self.n_games
    }

    fn strike(&mut self, kill: Kill) {
        match kill {
            Kill::Worker => {
                let place = self.n_kills * 7 % self.workers.len();
                self.workers[place].kill();
                self.workers[place] = Worker::start(&self.broker);
            }
            Kill::Broker { loses_files } => {
                self.broker.kill();
                if loses_files {
                    self.broker.lose_files();
                }
                self.broker.begin();
            }
            Kill::Run { returns_to_fleet } => {
                let _ = self.run.kill();
                let _ = self.run.wait();
                let broker = returns_to_fleet.then_some(&self.broker);
                self.run = begin(self.folder, self.n_runs, broker);
            }
        }
        self.n_kills += 1;
    }

    /// A run has ended: its games are those of one machine.
    fn compare(&mut self, ended: ExitStatus) {
        assert!(ended.success(), "after {} kills the run ends with {ended}", self.n_kills);
        let played = exported(self.folder, &store(self.n_runs));
        assert!(played == self.alone, "after {} kills the export is another", self.n_kills);
        self.n_runs += 1;
        self.n_games = 0;
    }
}

impl Drop for Scene<'_> {
    fn drop(&mut self) {
        let _ = self.run.kill();
        let _ = self.run.wait();
    }
}

#[test]
fn kills_of_all_kinds_change_no_byte() {
    let kills = [
        Kill::Worker,
        Kill::Worker,
        Kill::Broker { loses_files: true },
        Kill::Worker,
        Kill::Run { returns_to_fleet: false },
        Kill::Run { returns_to_fleet: true },
        Kill::Worker,
        Kill::Broker { loses_files: false },
        Kill::Worker,
    ];
    Scene::endure(3, 60, &kills);
}

#[cfg(feature = "long-tests")]
mod many {
    use super::*;

    /// So many kills, and a word about them.
    fn endure_many(n_workers: usize, n_games: usize, kills: &[Kill]) {
        let started = Instant::now();
        let n_runs = Scene::endure(n_workers, n_games, kills);
        let seconds = started.elapsed().as_secs();
        let (n_kills, first) = (kills.len(), kills[0]);
        println!(
            "{n_kills} kills such as {first:?} in {n_runs} runs with {n_workers} workers: same bytes ({seconds} s)"
        );
    }

    #[test]
    fn sixteen_workers_are_killed_fifty_times() {
        endure_many(16, 400, &[Kill::Worker; 50]);
    }

    #[test]
    fn the_broker_is_killed_twenty_times() {
        let kills = std::array::from_fn::<_, 20, _>(|number| Kill::Broker { loses_files: number % 2 == 0 });
        endure_many(4, 400, &kills);
    }

    #[test]
    fn the_run_is_killed_twenty_times() {
        let kills = std::array::from_fn::<_, 20, _>(|number| Kill::Run { returns_to_fleet: number % 2 == 0 });
        endure_many(4, 400, &kills);
    }
}
