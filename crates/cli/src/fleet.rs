//! `zermelo fleet`: who is there to work; and how commands reach the broker.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use serde_json::{Value, json};
use zermelo_fleet::{Connection, FleetError, Report, consumer_of, list_workers};
use zermelo_runner::ClockMode;
use zermelo_terminal::number::{grouped, percent, rate, short_time};
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::{Align, table};

use crate::reply::{Failure, Reply};
use crate::version::machine_version;

/// The secrets that a broker asks for. They come from files or the environment: arguments can be read by others.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct SecretArgs {
    /// A file with NATS credentials (`.creds`).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fleet_token_file", "fleet_nkey_file"])]
    pub fleet_creds: Option<PathBuf>,
    /// A file with the broker's token [default: the environment variable ZERMELO_FLEET_TOKEN].
    #[arg(long, value_name = "FILE", conflicts_with = "fleet_nkey_file")]
    pub fleet_token_file: Option<PathBuf>,
    /// A file with the seed of an nkey.
    #[arg(long, value_name = "FILE")]
    pub fleet_nkey_file: Option<PathBuf>,
    /// The certificate of the authority that signed the broker's, as a PEM file. With it, TLS is required.
    #[arg(long, value_name = "FILE")]
    pub fleet_ca: Option<PathBuf>,
}

/// The fleet of a run.
#[derive(Clone, Debug, ClapArgs)]
pub struct RunFleetArgs {
    /// Let the workers at this NATS broker help, such as `nats://host:4222`. The records are those of one machine.
    #[arg(long, value_name = "URL")]
    pub fleet: Option<String>,
    /// The share of the workers' jobs that are done twice and compared, from 0 to 1.
    #[arg(long, value_name = "SHARE", requires = "fleet", default_value_t = 1.0 / 64.0,
        value_parser = crate::verify_run::read_share)]
    pub verify: f64,
    /// How agents with a time budget, several threads or an engine play on the workers. Without it, --fleet refuses them. Their
    /// games depend on the machines, so answers of workers cannot be compared.
    #[arg(long, value_name = "RULE")]
    pub clock: Option<ClockArg>,
    #[command(flatten)]
    pub secrets: SecretArgs,
}

/// The environment variable with the broker's token.
const TOKEN_VARIABLE: &str = "ZERMELO_FLEET_TOKEN";

impl SecretArgs {
    /// How the broker at this address is reached.
    pub fn connection(&self, url: &str) -> Result<Connection, Failure> {
        zermelo_fleet::require()?;
        let token = match &self.fleet_token_file {
            Some(file) => Some(read_token(file)?),
            None if self.fleet_creds.is_some() || self.fleet_nkey_file.is_some() => None,
            None => std::env::var(TOKEN_VARIABLE).ok().filter(|token| !token.is_empty()),
        };
        Ok(Connection {
            url: url.to_owned(),
            token,
            credentials: self.fleet_creds.clone(),
            nkey_seed: self.fleet_nkey_file.clone(),
            ca: self.fleet_ca.clone(),
        })
    }
}

fn read_token(file: &PathBuf) -> Result<String, Failure> {
    let told = |why: String| Failure::wrong("fleet", format!("{} cannot be used: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| told(error.to_string()))?;
    let token = text.trim();
    if token.is_empty() {
        return Err(told("it is empty, and should hold the broker's token".to_owned()));
    }
    Ok(token.to_owned())
}

impl From<FleetError> for Failure {
    fn from(error: FleetError) -> Failure {
        let told = match error {
            FleetError::NotBuilt | FleetError::SecretInAddress | FleetError::File { .. } => Failure::wrong,
            _ => Failure::failed,
        };
        told("fleet", error.to_string())
    }
}

/// How clocks run on the machines of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClockArg {
    /// Each machine plays by its own clock.
    AsIs,
    /// Each machine multiplies time budgets by `reference-speed` of the file divided by its own speed, from 1/4 to 4.
    Scaled,
}

impl From<ClockArg> for ClockMode {
    fn from(clock: ClockArg) -> ClockMode {
        match clock {
            ClockArg::AsIs => ClockMode::AsIs,
            ClockArg::Scaled => ClockMode::Scaled,
        }
    }
}

/// Which broker to ask.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo fleet nats://lab-server:4222\n\n\
                  The command asks all workers at the broker who they are. A worker gets jobs only from runs of the \
                  same version: the same sources, target, compiler and floating-point instructions.")]
pub struct FleetArgs {
    /// The address of the NATS broker, such as `nats://host:4222` or `tls://host:4222`.
    pub url: String,
    /// How long to wait for answers, in seconds.
    #[arg(long, default_value_t = 1.0, value_parser = read_wait)]
    pub wait: f64,
    #[command(flatten)]
    pub secrets: SecretArgs,
}

fn read_wait(text: &str) -> Result<f64, String> {
    let wait = text.parse().ok().filter(|wait| (0.1..=60.0).contains(wait));
    wait.ok_or_else(|| "expected a number of seconds from 0.1 to 60".to_owned())
}

/// Lists the workers.
pub fn run(args: &FleetArgs) -> Result<Reply, Failure> {
    let connection = args.secrets.connection(&args.url)?;
    let workers = list_workers(&connection, Duration::from_secs_f64(args.wait))?;
    let json = json!({
        "broker": args.url,
        "version": machine_version(),
        "consumer": consumer_of(machine_version()),
        "workers": workers.iter().map(json_of).collect::<Vec<_>>(),
    });
    Ok(Reply::new(json, text_of(&args.url, &workers)))
}

fn json_of(worker: &Report) -> Value {
    json!({
        "id": worker.card.id.to_string(),
        "host": worker.card.host,
        "threads": worker.card.threads,
        "busy": worker.card.busy,
        "version": worker.card.version,
        "is_fit": worker.card.version == machine_version(),
        "up_seconds": worker.up_seconds,
        "jobs": worker.n_jobs,
        "job_seconds": worker.job_seconds,
        "jobs_per_second": speed_of(worker),
        "idle": idle_of(worker),
        "refused": worker.n_refused,
        "refusal": worker.refusal,
    })
}

fn text_of(url: &str, workers: &[Report]) -> String {
    if workers.is_empty() {
        let sentence = format!("No worker is at {url}. Start one with: zermelo worker --connect {url}");
        return wrapped(&sentence) + "\n";
    }
    let mut rows = vec![
        ["worker", "threads", "busy", "jobs", "jobs/s", "idle", "refused", "up", "version"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for worker in workers {
        let card = &worker.card;
        let is_fit = card.version == machine_version();
        rows.push(vec![
            named(worker),
            card.threads.to_string(),
            card.busy.to_string(),
            grouped(worker.n_jobs),
            speed_of(worker).map(rate).unwrap_or_default(),
            idle_of(worker).map(percent).unwrap_or_default(),
            grouped(worker.n_refused),
            short_time(worker.up_seconds as f64),
            if is_fit { "this one".to_owned() } else { "another".to_owned() },
        ]);
    }
    let numbers = [Align::Right; 7];
    let mut text = table(&[[Align::Left].as_slice(), &numbers].concat(), &rows);
    let threads: u32 = workers.iter().map(|worker| worker.card.threads).sum();
    let counted = |n: usize, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
    let _ = writeln!(
        text,
        "\n{} with {} at {url}.",
        counted(workers.len(), "worker"),
        counted(threads as usize, "thread")
    );
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    workers.iter().for_each(|worker| *versions.entry(&worker.card.version).or_default() += 1);
    versions.remove(machine_version());
    for (version, n) in versions {
        let sentence = format!(
            "{n} of them have another version ({}; this is {}): they get no jobs of this program.",
            zermelo_game::shown(version),
            machine_version()
        );
        let _ = writeln!(text, "{}", wrapped(&sentence));
    }
    for worker in workers {
        if let Some(why) = &worker.refusal {
            let sentence = format!(
                "{} refused {}, the last because: {}",
                named(worker),
                if worker.n_refused == 1 {
                    "1 job".to_owned()
                } else {
                    format!("{} jobs", grouped(worker.n_refused))
                },
                zermelo_game::shown(why)
            );
            let _ = writeln!(text, "{}", wrapped(&sentence));
        }
    }
    text
}

/// Jobs a second on all its threads, by those that it has answered.
fn speed_of(worker: &Report) -> Option<f64> {
    let speed = worker.n_jobs as f64 / worker.job_seconds * f64::from(worker.card.threads);
    Some(speed).filter(|speed| worker.n_jobs > 0 && speed.is_finite() && *speed >= 0.0)
}

/// The share of the time since it started in which its threads had nothing to do. What they do now is not counted.
fn idle_of(worker: &Report) -> Option<f64> {
    let offered = worker.up_seconds as f64 * f64::from(worker.card.threads);
    let used = if worker.job_seconds.is_finite() { worker.job_seconds.max(0.0) } else { 0.0 };
    (offered > 0.0).then(|| (1.0 - used / offered).clamp(0.0, 1.0))
}

/// A worker as people tell it from others: its machine, and the last letters of its key.
fn named(worker: &Report) -> String {
    name_of(&worker.card.host, &worker.card.id.0)
}

/// The same of its parts.
pub fn name_of(host: &str, id: &str) -> String {
    let start = id.char_indices().rev().nth(3).map_or(0, |(place, _)| place);
    format!("{}-{}", zermelo_game::shown(host), &id[start..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_runner::fleet::{WorkerCard, WorkerId};

    fn report(n_jobs: u64, job_seconds: f64, refusal: Option<&str>) -> Report {
        let (id, host) = (WorkerId("UABCDEFGH".to_owned()), "lab".to_owned());
        let card = WorkerCard { id, host, threads: 4, version: machine_version().to_owned(), busy: 1 };
        let n_refused = u64::from(refusal.is_some());
        Report { card, up_seconds: 100, n_jobs, job_seconds, n_refused, refusal: refusal.map(str::to_owned) }
    }

    #[test]
    fn the_list_tells_speed_idle_share_and_refusals() {
        let text = text_of("nats://x:4222", &[report(200, 300.0, Some("no\u{1b}[2J network"))]);
        let row = text.lines().find(|line| line.contains("lab-EFGH")).unwrap_or_default();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[1..8], ["4", "1", "200", "2.7", "25.0", "%", "1"], "{text}");
        assert!(text.contains("1 worker with 4 threads at nats://x:4222."), "{text}");
        assert!(text.contains("refused 1 job, the last because:") && !text.contains('\u{1b}'), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn nonsense_from_a_worker_is_no_number() {
        for seconds in [f64::NAN, f64::INFINITY, -1.0, 0.0] {
            let worker = report(0, seconds, None);
            assert_eq!(speed_of(&worker), None);
            assert!(idle_of(&worker).is_some_and(|idle| (0.0..=1.0).contains(&idle)));
        }
        assert_eq!(speed_of(&report(5, 0.0, None)), None);
    }
}
