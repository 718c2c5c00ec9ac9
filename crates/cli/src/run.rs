//! `zermelo run`: carries out an experiment file, keeping everything in a store.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde_json::{Value, json};
use zermelo_catalog::Permission;
use zermelo_experiments::evolution::GenerationResult;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::tournament::{LiveRace, TournamentPlan};
use zermelo_experiments::{Past, Running, Unit, carry_out_kind};
use zermelo_fleet::{Connection, NatsPost};
use zermelo_game::{Outcome, Player, Stop};
use zermelo_results::command_text::{quoted, with_store};
use zermelo_results::sprt;
use zermelo_runner::ClockMode;
use zermelo_runner::fleet::{DispatcherSettings, Fleet, FleetEvent, Worker};
use zermelo_store::{AgentRow, GameRow, Store};

use crate::args::{RunArgs, n_threads};
use crate::check_run;
use crate::output::Output;
use crate::reply::{self, Failure, Reply};
use crate::run_workers;
use crate::runs;
use crate::version::{code_version, machine_version};
use zermelo_terminal::number::{grouped, rate, short_time};
use zermelo_terminal::progress::Progress;
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::width;

/// Runs the experiment of a file. `stop` ends it from outside.
pub fn run(args: &RunArgs, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    let experiment = Experiment::read(&args.file, Permission::terminal())?;
    if args.check {
        return check_run::run(args, experiment, stop);
    }
    let request = Request {
        experiment,
        command: format!("run {}", quoted(&args.file.display().to_string())),
        store: &args.store,
        seed: args.seed,
        threads: args.threads,
        resumes: args.resume,
        is_strict: args.strict,
        memory_limit: args.memory_limit,
        fleet: None,
    };
    let asked = &args.fleet;
    match &asked.fleet {
        None if args.threads == Some(0) => {
            Err(Failure::wrong("usage", "--threads 0 needs --fleet: nobody else would play"))
        }
        None if asked.clock.is_some() => {
            let problem = "--clock needs --fleet: on one machine all agents play by the same clock";
            Err(Failure::wrong("usage", problem))
        }
        None => carry_out(request, output, stop),
        Some(url) => {
            let connection = asked.secrets.connection(url)?;
            let clock = asked.clock.map(ClockMode::from);
            let fleet = FleetRequest { connection, verify: asked.verify, clock };
            carry_out(Request { fleet: Some(fleet), ..request }, output, stop)
        }
    }
}

/// An experiment to be carried out.
pub struct Request<'a> {
    /// The experiment.
    pub experiment: Experiment,
    /// The command that asked for it, without the program's name and what can be told from the rest.
    pub command: String,
    /// The store for the run.
    pub store: &'a Path,
    /// Another seed than the experiment's.
    pub seed: Option<u64>,
    /// How many threads to use; one for each core if nobody says.
    pub threads: Option<u16>,
    /// Goes on with an unfinished run of the same experiment, if there is one.
    pub resumes: bool,
    /// Fails if any game was lost by a fault.
    pub is_strict: bool,
    /// How much memory the run may need, in megabytes.
    pub memory_limit: u64,
    /// The workers of other machines that may help.
    pub fleet: Option<FleetRequest>,
}

/// The workers of other machines that may help.
pub struct FleetRequest {
    /// The broker.
    pub connection: Connection,
    /// The share of their jobs that are done twice.
    pub verify: f64,
    /// How clocks run on them; nothing if agents with clocks are refused.
    pub clock: Option<ClockMode>,
}

/// Carries out an experiment. `stop` ends it from outside.
pub fn carry_out(request: Request, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    let resume = request.resume_command();
    let mut experiment = request.experiment;
    if let Some(seed) = request.seed {
        experiment.plan.set_seed(seed);
    }
    let store = Store::open(request.store)?.used_by(code_version());
    let permission = Permission::terminal().with_run_megabytes(request.memory_limit);
    experiment.resolve(&store, permission)?;
    let race = experiment.plan.downcast_ref::<TournamentPlan>().and_then(LiveRace::of);
    let mut progress = Watch::new(output, race);
    let threads = n_threads(request.threads);
    let post = request.fleet.as_ref().map(|fleet| NatsPost::connect(&fleet.connection, machine_version()));
    let post = post.transpose()?;
    let fleet = request.fleet.as_ref().zip(post.as_ref()).map(|(fleet, post)| {
        let settings = DispatcherSettings {
            version: machine_version().to_owned(),
            verify: fleet.verify,
            // Workers must not know which of their answers are compared.
            secret: RandomState::new().hash_one("verify"),
        };
        let new = Fleet::new(post, settings, permission, carry_out_kind);
        match fleet.clock {
            Some(mode) => new.with_clock(mode, threads),
            None => new,
        }
    });
    let running = Running { threads, resumes: request.resumes, stop, permission, fleet: fleet.as_ref() };
    let started = Instant::now();
    let is_over = Stop::default();
    let finished = thread::scope(|scope| {
        if let (Some(fleet), Some(asked), false) = (&fleet, &request.fleet, output.is_json()) {
            let (bar, is_over) = (progress.progress.clone(), &is_over);
            scope.spawn(move || tell_fleet(fleet, &asked.connection.url, &bar, is_over));
        }
        let finished = experiment::run(&experiment, &store, &running, &mut |event| progress.see(&event));
        is_over.stop();
        finished
    });
    progress.progress.clear();
    let finished = finished.map_err(|error| match error {
        RunError::Request(error) => error.into(),
        RunError::Store(error) => error.into(),
        RunError::Stopped(run) => Failure::interrupted(format!(
            "{run} was interrupted; finished work is stored. To resume:\n  {resume}"
        )),
        RunError::Spoilt(run) => Failure::failed("fleet", format!("workers gave wrong answers in {run}")),
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let n_faults = finished.result.n_faults();
    if request.is_strict && n_faults > 0 {
        let problem = format!("{n_faults} games were forfeited; see `zermelo show {}`", finished.run);
        return Err(Failure::failed("faults", problem));
    }
    let (mut json, mut text) = runs::outcome_of(&finished.run, &*finished.result, request.store);
    json["event"] = json!("finished");
    json["seconds"] = json!(seconds);
    let (units, n_done) = match progress.unit {
        Unit::Game => ("games", progress.n_games),
        Unit::Event => ("runs", progress.n_events),
        Unit::Stage => ("stages", progress.n_events),
        Unit::Move => ("moves", progress.n_moves),
    };
    let done = done_in_words(n_done, progress.n_before, units);
    text.push('\n');
    text.push_str(&wrapped(&format!(
        "{done} in {} ({} {units}/s), stored as {} in {}.",
        short_time(seconds),
        rate(n_done as f64 / seconds.max(1e-9)),
        finished.run,
        request.store.display()
    )));
    if fleet.is_some()
        && let Some((workers, told)) = run_workers::told(&store, &store.find_run(&finished.run)?, false)?
    {
        json["fleet"] = workers;
        text.push('\n');
        text.push_str(&told);
    }
    Ok(Reply::new(json, text))
}

/// What was done, and of a resumed run also how much there is in all.
fn done_in_words(n_done: u64, n_before: u64, units: &str) -> String {
    match n_before {
        0 => format!("{} {units}", grouped(n_done)),
        _ => format!("{} {units} now, {} in all,", grouped(n_done), grouped(n_before + n_done)),
    }
}

/// Tells what happens in the fleet, until it is over.
fn tell_fleet(fleet: &Fleet, url: &str, progress: &Progress, is_over: &Stop) {
    let started = Instant::now();
    let mut is_warned = false;
    let tell = |text: &str| progress.bar().suspend(|| reply::warn(text));
    while !is_over.is_stopped() {
        for event in fleet.take_events() {
            match event {
                FleetEvent::Struck { worker, why } => {
                    tell(&format!(
                        "worker {worker} is not believed any more: {why}; all it did is done again"
                    ));
                }
                FleetEvent::Refused { worker, why } => tell(&format!("worker {worker} refused a job: {why}")),
            }
        }
        let has_workers = fleet.workers().iter().any(Worker::is_fit);
        if !has_workers && !is_warned && started.elapsed() > Duration::from_secs(5) {
            is_warned = true;
            tell(&format!("no worker of this version is at {url} yet: zermelo worker --connect {url}"));
        }
        thread::sleep(Duration::from_millis(100));
    }
}

impl Request<'_> {
    /// The one command that goes on.
    fn resume_command(&self) -> String {
        let mut command = format!("zermelo {} --resume", self.command);
        command.push_str(&with_store(self.store));
        if let Some(seed) = self.seed {
            command.push_str(&format!(" --seed {seed}"));
        }
        command
    }
}

/// Shows how far a run is: a bar and the standings for people, lines of JSON for machines.
struct Watch {
    progress: Progress,
    tells_events: bool,
    /// What the bar counts.
    unit: Unit,
    /// Games played in this process.
    n_games: u64,
    /// What had been done before this process, in units of the run.
    n_before: u64,
    /// Whatever else happened in this process.
    n_events: u64,
    /// Moves that were learnt from in this process.
    n_moves: u64,
    /// How far an evolution or a training is.
    generation: Option<String>,
    standings: LiveStandings,
    /// The sequential test, if there is one.
    race: Option<LiveRace>,
    last_told: Instant,
}

impl Watch {
    fn new(output: Output, race: Option<LiveRace>) -> Watch {
        let progress = if output.is_json() { Progress::hidden() } else { Progress::new("", "") };
        let standings = LiveStandings::default();
        Watch {
            progress,
            tells_events: output == Output::JsonEvents,
            unit: Unit::Game,
            n_games: 0,
            n_before: 0,
            n_events: 0,
            n_moves: 0,
            generation: None,
            standings,
            race,
            last_told: Instant::now(),
        }
    }

    fn bar(&self) -> &ProgressBar {
        self.progress.bar()
    }

    fn see(&mut self, event: &Event) {
        match *event {
            Event::Started { run, unit, extent, past } => {
                let (units, known) = match unit {
                    Unit::Game => ("games", past.games.len()),
                    Unit::Event => ("runs", past.events.len()),
                    Unit::Stage => ("stages", 0),
                    Unit::Move => ("moves", n_moves(past)),
                };
                self.progress.begin(run, units);
                if let Some(extent) = extent {
                    self.bar().set_length(extent);
                } else {
                    self.bar().unset_length();
                }
                self.n_before += known as u64;
                self.unit = unit;
                self.generation = None;
                self.standings = LiveStandings::default();
                self.bar().set_position(known as u64);
                self.bar().reset_eta();
                past.games.values().for_each(|game| self.count(game));
                self.tell(json!({ "event": "started", "run": run, units: extent, "known": known }));
            }
            Event::Agents(agents) => self.standings.enter(agents),
            Event::Game(game) => {
                self.n_games += 1;
                if self.unit == Unit::Game {
                    self.bar().inc(1);
                }
                self.count(game);
                if self.is_due() {
                    self.see_games();
                }
            }
            Event::Happened(event) => {
                self.n_events += 1;
                if self.unit == Unit::Event {
                    self.bar().inc(1);
                    if self.tells_events && self.is_due() {
                        self.tell(json!({ "event": "progress", "runs": self.bar().position() }));
                    }
                }
                match event.kind.as_str() {
                    "generation" => self.see_generation(&event.json),
                    "pass" => self.see_pass(&event.json),
                    "tried" => self.see_tried(&event.json),
                    "moves" => self.see_moves(&event.json),
                    // Games follow, and their standings are what there is to see.
                    "checkpoint" => self.generation = None,
                    _ => {}
                }
            }
        }
    }

    /// Counts a game for everybody, and for the test.
    fn count(&mut self, game: &GameRow) {
        self.standings.count(game);
        if let Some(race) = &mut self.race {
            race.count(game);
        }
    }

    /// Games were played: the standings, and what the test says by now.
    fn see_games(&self) {
        let race = self.race.as_ref().map(LiveRace::result);
        if self.tells_events {
            let standings = self.standings.json();
            let games = if self.unit == Unit::Game { self.bar().position() } else { self.n_games };
            let mut event = json!({ "event": "progress", "games": games, "standings": standings });
            if let Some(race) = &race {
                event["sprt"] = sprt::json(race);
            }
            self.tell(event);
        } else if let Some(race) = &race {
            self.progress.tell(&sprt::line(race, width::of_errors().unwrap_or(80)));
        } else if self.generation.is_none() {
            self.progress.tell(&self.standings.text());
        }
    }

    /// A generation came to its end: its number, and the best and the median fitness.
    fn see_generation(&mut self, json: &str) {
        let Ok(generation) = serde_json::from_str::<GenerationResult>(json) else { return };
        let number = generation.generation;
        let [best, median, _] = generation.levels();
        self.generation = Some(format!("generation {number}: best fitness {best:.1}, median {median:.1}"));
        self.progress.tell(self.generation.as_deref().unwrap_or_default());
        self.tell(json!({ "event": "generation", "generation": number, "best": best, "median": median }));
    }

    /// A training has gone through its data once more.
    fn see_pass(&mut self, json: &str) {
        let Ok(mut pass) = serde_json::from_str::<Value>(json) else { return };
        let number = |name: &str| pass[name].as_f64().unwrap_or_default();
        self.generation = Some(format!(
            "round {}, pass {} of {}: training loss {:.4}, validation loss {:.4}",
            pass["round"],
            pass["pass"],
            pass["of"],
            number("training"),
            number("validation")
        ));
        self.progress.tell(self.generation.as_deref().unwrap_or_default());
        pass["event"] = json!("pass");
        self.tell(pass);
    }

    /// A shape and a penalty of a network were tried.
    fn see_tried(&mut self, json: &str) {
        let Ok(mut tried) = serde_json::from_str::<Value>(json) else { return };
        let (hidden, l2) = (&tried["hidden"], &tried["l2"]);
        let loss = tried["validation"].as_f64().unwrap_or_default();
        self.generation =
            Some(format!("tried hidden layers {hidden}, L2 penalty {l2}: validation loss {loss:.4}"));
        self.progress.tell(self.generation.as_deref().unwrap_or_default());
        tried["event"] = json!("tried");
        self.tell(tried);
    }

    /// So many moves have been learnt from. What was done again after an interruption is not counted twice.
    fn see_moves(&mut self, json: &str) {
        let Ok(mut told) = serde_json::from_str::<Value>(json) else { return };
        let number = |name: &str| told[name].as_u64().unwrap_or_default();
        let (moves, before) = (number("moves"), self.bar().position());
        self.n_moves += moves.saturating_sub(before);
        self.bar().set_position(moves.max(before));
        let loss = told["loss"].as_f64().map_or("no step yet".to_owned(), |loss| format!("loss {loss:.4}"));
        self.generation = Some(format!(
            "{} moves in {} games, {} steps: {loss}",
            grouped(moves),
            grouped(number("games")),
            grouped(number("steps")),
        ));
        self.progress.tell(self.generation.as_deref().unwrap_or_default());
        told["event"] = json!("moves");
        self.tell(told);
    }

    /// Whether it is time to say something again.
    fn is_due(&mut self) -> bool {
        let pause = Duration::from_millis(if self.tells_events { 1000 } else { 250 });
        let is_due = self.last_told.elapsed() > pause;
        if is_due {
            self.last_told = Instant::now();
        }
        is_due
    }

    fn tell(&self, event: Value) {
        if self.tells_events {
            reply::print(&format!("{event}\n"));
        }
    }
}

/// How many moves were learnt from before.
fn n_moves(past: &Past) -> usize {
    past.events
        .values()
        .filter(|event| event.kind == "moves")
        .map(|event| event.seq as usize)
        .max()
        .unwrap_or(0)
}

/// Everybody's score so far.
#[derive(Default)]
struct LiveStandings {
    names: Vec<String>,
    /// Half points and games, by the agent's number.
    scores: Vec<[u64; 2]>,
}

impl LiveStandings {
    fn enter(&mut self, agents: &[AgentRow]) {
        self.names.extend(agents.iter().map(|agent| agent.name.clone()));
    }

    fn count(&mut self, game: &GameRow) {
        for (agent, player) in [(game.first, Player::First), (game.second, Player::Second)] {
            let agent = agent as usize;
            if self.scores.len() <= agent {
                self.scores.resize(agent + 1, [0; 2]);
            }
            let half_points = match game.outcome {
                Outcome::Draw => 1,
                Outcome::Win(winner) => 2 * u64::from(winner == player),
            };
            self.scores[agent][0] += half_points;
            self.scores[agent][1] += 1;
        }
    }

    /// Names, scores and games of those who have played, the best first.
    fn ranked(&self) -> Vec<(&str, f64, u64)> {
        let played = self.names.iter().zip(&self.scores).filter(|(_, score)| score[1] > 0);
        let mut ranked: Vec<_> = played
            .map(|(name, &[half_points, games])| {
                (name.as_str(), half_points as f64 / (2 * games) as f64, games)
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    fn text(&self) -> String {
        let told = |(name, score, _): (&str, f64, u64)| format!("{name} {:.0} %", 100.0 * score);
        self.ranked().into_iter().map(told).collect::<Vec<_>>().join(", ")
    }

    fn json(&self) -> Value {
        let told = |(name, score, games)| json!({ "name": name, "score": score, "games": games });
        self.ranked().into_iter().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resumed run says how much it did now, and the number that `zermelo runs` says.
    #[test]
    fn a_resumed_run_tells_both_numbers() {
        assert_eq!(done_in_words(2000, 0, "games"), "2,000 games");
        assert_eq!(done_in_words(837, 1163, "games"), "837 games now, 2,000 in all,");
    }

    #[test]
    fn live_standings_count_both_sides() {
        let mut standings = LiveStandings::default();
        let agents = ["a", "b", "c"].into_iter().zip(0..);
        let agents: Vec<AgentRow> = agents
            .map(|(name, index)| AgentRow { index, name: name.to_owned(), text: String::new() })
            .collect();
        standings.enter(&agents);
        let game = |first, second, outcome| GameRow {
            index: 0,
            first,
            second,
            opening: 0,
            round: 0,
            outcome,
            reason: String::new(),
            plies: 1,
            moves: Vec::new(),
            nodes: [0; 2],
            micros: [0; 2],
        };
        standings.count(&game(0, 1, Outcome::Win(Player::Second)));
        standings.count(&game(1, 0, Outcome::Draw));
        assert_eq!(standings.text(), "b 75 %, a 25 %");
    }
}
