//! Rounds with workers have the rows of one machine, whatever dies.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use zermelo_any::Permission;
use zermelo_catalog::networks;
use zermelo_fleet::{Connection, NatsPost, WorkerSettings, run_worker};
use zermelo_game::Stop;
use zermelo_runner::fleet::Standing;
use zermelo_runner::work::{carry_out, no_kinds};

use crate::broker::{self, Broker};
use crate::stage::{Contest, QUICK, TestWorker, VERSION, settings};

#[test]
fn workers_play_the_games_of_one_machine() {
    let broker = Broker::start();
    let workers = [2, 1].map(|threads| {
        TestWorker::start_with(WorkerSettings { threads, ..settings(broker.connection()) }, carry_out)
    });
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    let n_jobs: u64 = workers.into_iter().map(|worker| worker.stop().unwrap().n_jobs).sum();
    assert!(n_jobs > 0, "workers played");
}

#[test]
fn a_second_round_over_the_same_post_needs_nobody_anew() {
    let broker = Broker::start();
    let _worker = TestWorker::start(broker.connection());
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let alone = QUICK.alone();
    for _ in 0..2 {
        assert_eq!(QUICK.with_fleet(&post, 0, &mut |_| {}).rows, alone);
    }
}

#[test]
fn a_broker_that_forgets_everything_changes_nothing() {
    let mut broker = Broker::start();
    let workers = [TestWorker::start(broker.connection()), TestWorker::start(broker.connection())];
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |n_games| {
        if n_games == 2 || n_games == 100 {
            broker.replace();
        }
    });
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(workers.into_iter().all(|worker| worker.stop().is_ok()));
}

#[test]
fn without_a_broker_the_games_are_played_at_home() {
    let mut broker = Broker::start();
    let worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 1, &mut |n_games| {
        if n_games == 2 {
            broker.kill();
        }
    });
    assert_eq!(played.rows, QUICK.alone());
    worker.stop().unwrap();
}

#[test]
fn workers_of_another_version_never_see_a_job() {
    let broker = Broker::start();
    let ours = TestWorker::start(broker.connection());
    let other = WorkerSettings { version: "0.0.9 (other)".to_owned(), ..settings(broker.connection()) };
    let theirs = TestWorker::start_with(other, carry_out).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, QUICK.alone());
    let is_listed = |worker: &zermelo_runner::fleet::Worker| {
        worker.card.version == "0.0.9 (other)" && worker.standing == Standing::OtherVersion
    };
    assert!(played.workers.iter().any(is_listed));
    assert_eq!(theirs.stop().unwrap().n_jobs, 0);
    assert!(ours.stop().unwrap().n_jobs > 0);
}

#[test]
fn a_worker_that_leaves_gives_its_jobs_back() {
    let broker = Broker::start();
    let first = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let (mut first, mut second) = (Some(first), None);
    let played = QUICK.with_fleet(&post, 0, &mut |n_games| {
        if n_games == 2 {
            first.take().expect("it works").stop().unwrap();
            second = Some(TestWorker::start(broker.connection()));
        }
    });
    assert_eq!(played.rows, QUICK.alone());
    assert!(second.expect("it was started").stop().unwrap().n_jobs > 0);
}

/// What a worker process has to know of its broker.
const URL: &str = "ZERMELO_TEST_BROKER";
const TOKEN: &str = "ZERMELO_TEST_TOKEN";
const NKEY_SEED: &str = "ZERMELO_TEST_NKEY_SEED";
const CA: &str = "ZERMELO_TEST_CA";

/// A worker in a process of its own, which other tests start. By itself this test does nothing.
#[test]
fn worker_process() {
    let Ok(url) = std::env::var(URL) else { return };
    let token = std::env::var(TOKEN).ok();
    let [nkey_seed, ca] = [NKEY_SEED, CA].map(|name| std::env::var_os(name).map(PathBuf::from));
    let connection = Connection { token, nkey_seed, ca, ..Connection::to(url) };
    let stop = Stop::default();
    run_worker(&settings(connection), Permission::worker(), no_kinds, &stop, &|_| {}).unwrap();
}

/// A worker process that ends with its test.
struct Process(Child);

impl Process {
    fn start(connection: &Connection) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "rounds::worker_process", "--nocapture"]).env(URL, &connection.url);
        command.envs(connection.token.as_ref().map(|token| (TOKEN, token)));
        command.envs(connection.nkey_seed.as_ref().map(|file| (NKEY_SEED, file)));
        command.envs(connection.ca.as_ref().map(|file| (CA, file)));
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A round whose agents are networks that only this process has, with a worker process.
pub fn networks_come_to_a_process(run: &Connection, worker: &Connection) {
    let blank = networks::blank("tictactoe").unwrap();
    let bytes = networks::bytes_of(&blank).unwrap();
    let network = networks::keep("mine.safetensors", &bytes).unwrap();
    let agents = [format!("net({network})"), format!("alphabeta(depth=2, eval=net({network}))")];
    let contest = Contest { game: "tictactoe", agents: &[&agents[0], &agents[1], "random"], n_pairs: 30 };
    let _process = Process::start(worker);
    let post = NatsPost::connect(run, VERSION).unwrap();
    let played = contest.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, contest.alone());
    assert_eq!(played.events, []);
    assert!(played.workers.iter().any(|worker| !worker.answered.is_empty()), "the process played");
}

#[test]
fn networks_come_with_jobs_to_a_process_that_reads_no_files() {
    let broker = Broker::start();
    networks_come_to_a_process(&broker.connection(), &broker.connection());
}

/// Debian's `nats-server` is older than the one that other tests use.
#[test]
fn the_broker_of_debian_is_good_enough() {
    let Some(program) = broker::installed_version("2.9.") else {
        // Written past the test's own output, which nobody sees: nothing is left out in silence.
        let text = "NOT TESTED: there is no nats-server 2.9 here (Debian 12: apt-get install nats-server)\n";
        let _ = std::io::stderr().write_all(text.as_bytes());
        return;
    };
    let mut broker = Broker::start_program(program);
    let workers = [TestWorker::start(broker.connection()), TestWorker::start(broker.connection())];
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |n_games| {
        if n_games == 20 {
            broker.replace();
        }
    });
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    let n_jobs: u64 = workers.into_iter().map(|worker| worker.stop().unwrap().n_jobs).sum();
    assert!(n_jobs > 0, "workers played");
    networks_come_to_a_process(&broker.connection(), &broker.connection());
}
