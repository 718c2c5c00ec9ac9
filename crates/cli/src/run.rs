//! `zermelo run`: carries out an experiment file, keeping everything in a store.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use zermelo_game::Stop;
use zermelo_lab::experiment::{self, Event, Experiment, RunError, Running};
use zermelo_store::{Store, StoreError};

use crate::args::{RunArgs, n_threads};
use crate::number::{grouped, rate, short_time};
use crate::reply::{self, Failure, Reply};
use crate::standings;

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::wrong("store", error.to_string())
    }
}

/// Runs the experiment. `stop` ends it from outside.
pub fn run(args: &RunArgs, as_json: bool, stop: &Stop) -> Result<Reply, Failure> {
    let mut experiment = Experiment::read(&args.file)?;
    if let Some(seed) = args.seed {
        experiment.set_seed(seed);
    }
    let store = Store::open(&args.store)?;
    let mut progress = Progress::new(as_json);
    let running = Running { threads: n_threads(args.threads), resumes: args.resume, stop };
    let started = Instant::now();
    let finished = experiment::run(&experiment, &store, &running, &mut |event| progress.see(&event));
    progress.bar.finish_and_clear();
    let finished = finished.map_err(|error| match error {
        RunError::Lab(error) => error.into(),
        RunError::Store(error) => error.into(),
        RunError::Stopped(run) => Failure::interrupted(format!(
            "{run} was interrupted; every finished game is kept. To go on:\n  {}",
            resume_command(args)
        )),
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let n_faults = finished.result.n_faults();
    if args.strict && n_faults > 0 {
        let problem = format!("{n_faults} games were lost by faults; see `zermelo show {}`", finished.run);
        return Err(Failure::failed("faults", problem));
    }
    let mut json = standings::json(&finished.run, &finished.result);
    json["event"] = json!("finished");
    json["seconds"] = json!(seconds);
    let mut text = standings::text(&finished.run, &finished.result);
    text.push_str(&format!(
        "\n{} games in {} ({} a second) kept as {} in {}.\n",
        grouped(progress.n_games),
        short_time(seconds),
        rate(progress.n_games as f64 / seconds.max(1e-9)),
        finished.run,
        args.store.display()
    ));
    Ok(Reply::new(json, text))
}

/// The one command that goes on.
fn resume_command(args: &RunArgs) -> String {
    let quoted = |path: &Path| {
        let text = path.display().to_string();
        if text.contains(|c: char| c.is_whitespace() || "'\"$&;()".contains(c)) {
            format!("'{}'", text.replace('\'', r"'\''"))
        } else {
            text
        }
    };
    let mut command = format!("zermelo run {} --resume", quoted(&args.file));
    if args.store != Path::new(crate::args::DEFAULT_STORE) {
        command.push_str(&format!(" --store {}", quoted(&args.store)));
    }
    if let Some(seed) = args.seed {
        command.push_str(&format!(" --seed {seed}"));
    }
    command
}

/// Shows how far a run is: a bar for people, lines of JSON for machines.
struct Progress {
    bar: ProgressBar,
    as_json: bool,
    /// Games played in this process.
    n_games: u64,
    last_told: Instant,
}

impl Progress {
    fn new(as_json: bool) -> Progress {
        let bar = if as_json { ProgressBar::hidden() } else { ProgressBar::no_length() };
        Progress { bar, as_json, n_games: 0, last_told: Instant::now() }
    }

    fn see(&mut self, event: &Event) {
        match *event {
            Event::Started { run, games, known } => {
                let template = match games {
                    Some(games) => {
                        self.bar.set_length(games);
                        "{msg} {bar:30} {human_pos}/{human_len} games, {per_sec:.0}, {eta} to go"
                    }
                    None => "{msg} {spinner} {human_pos} games, {per_sec:.0}, {elapsed} gone",
                };
                self.bar
                    .set_style(ProgressStyle::with_template(template).expect("the template is well formed"));
                self.bar.set_message(run.to_owned());
                self.bar.set_position(known);
                self.bar.reset_eta();
                self.tell(json!({ "event": "started", "run": run, "games": games, "known": known }));
            }
            Event::Game(_) => {
                self.n_games += 1;
                self.bar.inc(1);
                if self.as_json && self.last_told.elapsed() > Duration::from_secs(1) {
                    self.last_told = Instant::now();
                    self.tell(json!({ "event": "progress", "games": self.bar.position() }));
                }
            }
        }
    }

    fn tell(&self, event: Value) {
        if self.as_json {
            reply::print(&format!("{event}\n"));
        }
    }
}
