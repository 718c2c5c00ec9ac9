//! What the broker costs: games a second of two threads here, and of two workers with one thread each, for jobs of several
//! lengths.
//!
//! `cargo run --release -p zermelo-fleet --example overhead [SECONDS ..]`, by default for jobs of 0.1, 1 and 10 s. It needs
//! `nats-server` (see `tests/suite/broker.rs`) and takes about half an hour. Threads and workers play the same round in turns, eight times.
//! The run, the broker and two workers share this machine, so on one with two cores all that they do besides playing counts.
//! Where other programs disturb the measurement, look at the seconds of processor time: they do not depend on who waits for whom.

#[path = "../tests/suite/broker.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod broker;
#[path = "../tests/suite/stage.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod stage;

use std::error::Error;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use zermelo_any::Permission;
use zermelo_fleet::{Connection, NatsPost, run_worker};
use zermelo_game::Stop;
use zermelo_runner::fleet::{DispatcherSettings, Fleet};
use zermelo_runner::work::no_kinds;

use crate::broker::{Broker, TOKEN};
use crate::stage::{Contest, VERSION, settings};

/// How often threads and workers play the same round.
const N_ROUNDS: usize = 8;
/// The 97.5 % quantile of Student's t with seven degrees of freedom.
const T_QUANTILE: f64 = 2.364_624;
/// How long a round of short jobs takes.
const ROUND_SECONDS: f64 = 20.0;

/// A worker process that ends with the measurement.
struct Worker(Child);

impl Worker {
    fn start(broker: &Broker) -> std::io::Result<Worker> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["worker", &broker.url()]).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(Worker)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn contest(n_pairs: usize) -> Contest<'static> {
    Contest {
        game: "isolation:5x5",
        agents: &["alphabeta(nodes=20000)", "alphabeta(nodes=2000)", "mcts(playouts=1000)"],
        n_pairs,
    }
}

/// Seconds of processor time of this process, its workers and its broker until now; zeros where there is no `/proc`.
fn processor_seconds() -> [f64; 3] {
    /// What `/proc` counts in.
    const TICKS: f64 = 100.0;
    let own = std::process::id();
    let mut seconds = [0.0; 3];
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        // `self` and `thread-self` are there too: they would be counted twice.
        if entry.file_name().to_string_lossy().parse::<u32>().is_err() {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // `PID (NAME) STATE PARENT ..`, with the user's and the system's ticks in the 14th and 15th place.
        let Some((head, tail)) = text.rsplit_once(')') else { continue };
        let fields: Vec<f64> =
            tail.split_whitespace().skip(1).map(|field| field.parse().unwrap_or(0.0)).collect();
        let is_own = head.split_whitespace().next() == Some(&own.to_string());
        let is_child = fields.first() == Some(&f64::from(own));
        let place = match (is_own, is_child) {
            (true, _) => 0,
            (_, true) if head.contains("nats-server") => 2,
            (_, true) => 1,
            _ => continue,
        };
        if let [user, system] = fields[10..12] {
            seconds[place] += (user + system) / TICKS;
        }
    }
    seconds
}

/// How long a round takes.
fn seconds(play: impl FnOnce()) -> f64 {
    let started = Instant::now();
    play();
    started.elapsed().as_secs_f64()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, url] = &arguments[..]
        && word == "worker"
    {
        let connection = Connection { token: Some(TOKEN.to_owned()), ..Connection::to(url) };
        run_worker(&settings(connection), Permission::worker(), no_kinds, &Stop::default(), &|_| {})?;
        return Ok(());
    }
    let mut lengths = arguments.iter().map(|text| text.parse()).collect::<Result<Vec<f64>, _>>()?;
    if lengths.is_empty() {
        lengths = vec![0.1, 1.0, 10.0];
    }
    let broker = Broker::start();
    let _workers = [Worker::start(&broker)?, Worker::start(&broker)?];
    let post = NatsPost::connect(&broker.connection(), VERSION)?;
    // The first round warms up caches and workers; the second is measured.
    let trial = 1_000;
    drop(contest(trial).alone());
    let pairs_per_second = trial as f64 / seconds(|| drop(contest(trial).alone()));
    println!("{pairs_per_second:.0} pairs a second on two threads");
    for length in lengths {
        // Long enough that half of the work is done before jobs become shorter towards the end of the round.
        let round_seconds = (8.0 * length).max(ROUND_SECONDS);
        let contest = contest((pairs_per_second * round_seconds) as usize);
        let settings = DispatcherSettings { version: VERSION.to_owned(), verify: 1.0 / 64.0, secret: 7 };
        let fleet = Fleet::new(&post, settings, Permission::terminal(), no_kinds)
            .with_job_time(Duration::from_secs_f64(length));
        // Workers are admitted, and the pace is found, in a round that does not count.
        Contest { n_pairs: trial, ..contest }.with(&fleet, 0, &mut |_| {});
        let n_games = 2.0 * contest.n_pairs as f64;
        let rows = contest.alone();
        let mut ratios = Vec::new();
        // Processor time: on two threads, and with workers of this process, the workers and the broker.
        let (mut alone, mut together) = ([0.0; 3], [0.0; 3]);
        for round in 0..N_ROUNDS {
            let mut here = 0.0;
            let mut there = 0.0;
            // Each goes first in every second round, so that a machine that becomes slower or faster favours neither.
            for is_here in [round % 2 == 0, round % 2 == 1] {
                let mut played = Vec::new();
                let before = processor_seconds();
                if is_here {
                    here = n_games / seconds(|| played = contest.alone());
                } else {
                    there = n_games / seconds(|| played = contest.with(&fleet, 0, &mut |_| {}).rows);
                }
                let sums = if is_here { &mut alone } else { &mut together };
                for (sum, (after, before)) in sums.iter_mut().zip(processor_seconds().iter().zip(before)) {
                    *sum += after - before;
                }
                assert!(played == rows, "the rows differ");
            }
            println!(
                "jobs of {length} s, {n_games} games: {here:.1} games/s on two threads, {there:.1} with two workers: {:.1} %",
                100.0 * there / here
            );
            ratios.push((there / here).ln());
        }
        let [low, middle, high] = mean_with_interval(&ratios).map(|ratio| 100.0 * ratio.exp());
        println!(
            "jobs of {length} s: {middle:.1} % of local speed (95 % confidence interval {low:.1} to {high:.1} %)"
        );
        let [run, workers, broker] = together.map(|seconds| 100.0 * seconds / alone.iter().sum::<f64>());
        println!(
            "jobs of {length} s: of the processor time of two threads the workers take {workers:.1} %, the run {run:.1} %, \
             the broker {broker:.1} %"
        );
    }
    Ok(())
}

/// The mean with its 95 % confidence interval by Student's t for [`N_ROUNDS`] values.
fn mean_with_interval(values: &[f64]) -> [f64; 3] {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = T_QUANTILE * (variance / n).sqrt();
    [mean - half, mean, mean + half]
}
