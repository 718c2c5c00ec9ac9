//! Experiments: a file says what to do, a store keeps what was done.
//!
//! A run is a function of the file, the seed and the version of the program. Its only state is the log of finished games in
//! the store: to resume, the schedule is computed again, and what is missing is played.

use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use zermelo_any::{Folder, Permission};
use zermelo_catalog::RequestError;
use zermelo_game::nearest;
use zermelo_game::shown;
use zermelo_kind::{
    Journal, Kind, Past, Plan, RunContext, RunResult, Running, Source, Unit, expression_files, form,
    game_texts,
};
use zermelo_runner::game_runner::Halt;
use zermelo_store::{
    AgentRow, Artifact, EventRow, GameRow, NewRun, OpenRun, OpeningRow, Run, RunId, Store, StoreError, Writer,
};

use crate::clocks;
use crate::doubts::{self, DoubtNotes};
use crate::fleet_notes::FleetNotes;
use crate::kinds::{KINDS, kind_named};
use crate::people;
use crate::series;
use crate::variants::VariantsPlan;

/// An experiment, read from its file.
#[derive(Clone)]
pub struct Experiment {
    /// The file's name without its ending: runs are called after it.
    pub stem: String,
    /// The file's text, with the texts of the games and expressions that it names by files.
    pub text: String,
    /// What it asks for.
    pub plan: Box<dyn Plan>,
    /// What errors call its file; nothing for a part of one.
    pub(crate) place: Option<String>,
}

/// The result of a run; `None` if it is not finished. Games of people always have a result: as far as they have been played.
pub fn result_of(store: &Store, run: &Run) -> Result<Option<Box<dyn RunResult>>, String> {
    if run.is_endless() {
        let result = people::result_of(store, run).map_err(|error| error.to_string())?;
        return Ok(Some(Box::new(result)));
    }
    run.result.as_deref().map(|json| read_result(&run.kind, json)).transpose()
}

/// Reads the result of a run of this kind, as the store keeps it.
pub fn read_result(kind: &str, json: &str) -> Result<Box<dyn RunResult>, String> {
    let kind =
        kind_named(kind).ok_or_else(|| format!("this version does not know runs of the kind `{kind}`"))?;
    kind.result(json)
}

impl Experiment {
    /// Reads an experiment file; `permission` says whether it may name other files.
    pub fn read(path: &Path, permission: Permission) -> Result<Experiment, RequestError> {
        let place = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| RequestError::Experiment {
            place: place.clone(),
            problem: format!("cannot be read: {error}"),
        })?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().unwrap_or(Path::new("."));
        Experiment::parse(stem, text, &place, Folder::new(folder, permission))
    }

    /// Reads the text of an experiment; `place` names it in errors, and files it names are looked for in `folder`.
    pub fn parse(
        stem: String,
        text: String,
        place: &str,
        folder: Folder,
    ) -> Result<Experiment, RequestError> {
        let experiment = Experiment::parse_part(stem, text.clone(), place, folder);
        let experiment = experiment.map_err(|error| placed(error, &text, place))?;
        Ok(Experiment { place: Some(place.to_owned()), ..experiment })
    }

    /// The same for a part of a file, whose lines are not those of the file.
    pub(crate) fn parse_part(
        stem: String,
        text: String,
        place: &str,
        folder: Folder,
    ) -> Result<Experiment, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let text = expression_files::embed(game_texts::embed(text, place, folder)?, place, folder)?;
        let kind = form::kind_of(&text).map_err(bad)?;
        let Some(kind) = kind else {
            let problem = "an experiment file begins with its kind, such as kind = \"tournament\"";
            return Err(bad(problem.to_owned()));
        };
        let plan = match kind_named(&kind) {
            Some(kind) => kind.read(&Source { text: &text, place, folder })?,
            None => return Err(bad(unknown_kind(&kind))),
        };
        Ok(Experiment { stem, text, plan, place: None })
    }

    /// The kind of the experiment.
    pub fn kind(&self) -> &'static dyn Kind {
        self.plan.kind()
    }

    /// Whether it can be carried out: whether there are such games, agents and openings, and whether they are permitted.
    pub fn check(&self, permission: Permission) -> Result<(), RequestError> {
        let forbidden = |refusal| RequestError::forbidden(&self.stem, refusal);
        let megabytes = self.megabytes().map_err(|error| self.placed(error))?;
        permission.run(megabytes).map_err(forbidden)?;
        self.plan.check(permission).map_err(|error| self.placed(error))
    }

    /// The error with the file and the line that it speaks of; of a part of a file, the error as it is.
    pub(crate) fn placed(&self, error: RequestError) -> RequestError {
        let Some(file) = &self.place else { return error };
        let error = match error {
            // A plan knows its title and no file.
            RequestError::Experiment { place, problem } if place == self.plan.common().title => {
                RequestError::Experiment { place: file.clone(), problem }
            }
            other => other,
        };
        placed(error, &self.text, file)
    }

    /// About how many megabytes a run of it needs.
    pub fn megabytes(&self) -> Result<u64, RequestError> {
        Ok(self.plan.bytes()? >> 20)
    }
}

/// The error with the file, and with the line of the text that it speaks of, where that can be told.
fn placed(error: RequestError, text: &str, file: &str) -> RequestError {
    let with_line = |line: Option<usize>| line.map_or(file.to_owned(), |line| format!("{file}: line {line}"));
    match error {
        RequestError::Experiment { place, problem } if part_of(&place, file).is_some() => {
            let has_lines = problem.starts_with("line ") || problem.contains("\n");
            let problem = match part_of(&place, file) {
                Some(part) if !part.is_empty() => format!("{part}: {problem}"),
                _ => problem,
            };
            let line = form::line_of_problem(text, &problem).filter(|_| !has_lines);
            RequestError::Experiment { place: with_line(line), problem }
        }
        // What it names is a part of this file, or another file that this one names.
        RequestError::Experiment { place, problem } if !place.starts_with(file) => {
            let told = format!("{place}: {problem}");
            match form::line_of_problem(text, &told) {
                Some(line) => RequestError::Experiment { place: with_line(Some(line)), problem: told },
                None => RequestError::Experiment { place, problem },
            }
        }
        RequestError::InFile { place, error } if !place.starts_with(file) => {
            let line = form::line_of_problem(text, &format!("{place}: {error}"));
            let place = line.map_or(place.clone(), |line| format!("{file}: line {line}: {place}"));
            RequestError::InFile { place, error }
        }
        // It names the file already, or speaks of no text of it.
        RequestError::Experiment { .. }
        | RequestError::InFile { .. }
        | RequestError::GameText { .. }
        | RequestError::GameFile { .. }
        | RequestError::Store(_) => error,
        _ => {
            let line = form::line_of_problem(text, &error.to_string());
            RequestError::InFile { place: with_line(line), error: Box::new(error) }
        }
    }
}

/// What a place names within a file, such as a stage; nothing if it is the file, `None` if it is elsewhere.
fn part_of<'a>(place: &'a str, file: &str) -> Option<&'a str> {
    let rest = place.strip_prefix(file)?;
    if rest.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix(": ").filter(|part| !part.starts_with("line "))
    }
}

/// What is wrong with the name of a kind.
fn unknown_kind(name: &str) -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
    let hint = nearest(name, names.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
    let (last, others) = names.split_last().expect("there are kinds");
    format!(
        "there are no experiments of the kind `{}`: there are {} and {last}{}",
        shown(name),
        others.join(", "),
        hint.unwrap_or_default()
    )
}

/// What happens in a run.
pub enum Event<'a> {
    /// It begins, or goes on.
    Started {
        /// The run's name.
        run: &'a str,
        /// What its work is counted in.
        unit: Unit,
        /// How many of these there will be, if that can be told.
        extent: Option<u64>,
        /// What has been done before.
        past: &'a Past,
    },
    /// These agents play.
    Agents(&'a [AgentRow]),
    /// A game has been played.
    Game(&'a GameRow),
    /// Something else happened, such as a generation that came to its end.
    Happened(&'a EventRow),
}

/// How many games a run has played by now, kept or not.
pub fn n_games_played(store: &Store, run: &Run) -> Result<u64, StoreError> {
    #[derive(Deserialize)]
    struct Reported {
        games: u64,
    }
    let kept = store.n_games(run.id)?;
    if let Some(reported) = run.result.as_deref().and_then(|json| serde_json::from_str::<Reported>(json).ok())
    {
        return Ok(kept.max(reported.games));
    }
    match kind_named(&run.kind) {
        Some(kind) if kept == 0 => kind.n_games_reported(store, run),
        _ => Ok(kept),
    }
}

/// A run that came to its end.
pub struct Finished {
    /// The run's name.
    pub run: String,
    /// Its result.
    pub result: Box<dyn RunResult>,
}

/// Why a run did not come to its end. What was played is in the store.
#[derive(Debug)]
pub enum RunError {
    /// The experiment cannot be carried out.
    Request(RequestError),
    /// The store cannot be used.
    Store(StoreError),
    /// It was stopped; the run with this name can be resumed.
    Stopped(String),
    /// Workers of a fleet gave wrong answers that were believed: the run with this name is of no use.
    Spoilt(String),
}

/// The event that says that a run is of no use: it comes after all others.
const SPOILT: &str = "spoilt";
const SPOILT_SEQ: u64 = i64::MAX as u64;

fn spoilt() -> EventRow {
    EventRow { seq: SPOILT_SEQ, kind: SPOILT.to_owned(), json: "{}".to_owned() }
}

impl From<RequestError> for RunError {
    fn from(error: RequestError) -> RunError {
        RunError::Request(error)
    }
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> RunError {
        RunError::Store(error)
    }
}

/// Runs an experiment to its end, keeping everything in the store.
pub fn run(
    experiment: &Experiment,
    store: &Store,
    running: &Running,
    on_event: &mut dyn FnMut(Event),
) -> Result<Finished, RunError> {
    experiment.check(running.permission)?;
    clocks::check(experiment, running)?;
    let mut run = begin(experiment, store, running)?;
    loop {
        match carry_out(experiment, store, run, running, on_event) {
            // What is kept of it stays, for whoever wants to look; the experiment begins anew, without those who lied.
            Err(RunError::Spoilt(_)) => run = store.begin_run(&new_run(experiment, store, None))?,
            other => return other,
        }
    }
}

/// Carries out an experiment as this run.
pub(crate) fn carry_out(
    experiment: &Experiment,
    store: &Store,
    run: OpenRun,
    running: &Running,
    on_event: &mut dyn FnMut(Event),
) -> Result<Finished, RunError> {
    let name = run.run().name.clone();
    let run = run.timed(millis);
    let games = store.games(run.id()).map(|row| row.map(|row| (row.index, row)));
    let past = Past {
        games: games.collect::<Result<_, _>>()?,
        events: store.events(run.id())?.into_iter().map(|event| (event.seq, event)).collect(),
    };
    let is_spoilt = past.events.get(&SPOILT_SEQ).is_some_and(|event| event.kind == SPOILT);
    // A run that ended while somebody's answers were being done again may hold lies, and nobody knows which.
    if is_spoilt || doubts::is_in_doubt(store, run.run())? {
        return Err(RunError::Spoilt(name));
    }
    let (unit, extent) = (experiment.kind().unit(), experiment.plan.extent());
    on_event(Event::Started { run: &name, unit, extent, past: &past });

    if let Some(plan) = series::stages_of(&*experiment.plan) {
        let mut run = run;
        return match series::run(plan, store, run.id(), running, on_event) {
            Ok(result) => match experiment.plan.downcast_ref::<VariantsPlan>() {
                Some(plan) => finish(run, plan.result(result)?),
                None => finish(run, Box::new(result)),
            },
            // To go on is to go on with the whole, and so is to begin anew.
            Err(RunError::Stopped(_)) => Err(RunError::Stopped(name)),
            Err(RunError::Spoilt(_)) => {
                run.append_event(spoilt())?;
                Err(RunError::Spoilt(name))
            }
            Err(other) => Err(other),
        };
    }
    let row = run.run().clone();
    if let Some(fleet) = running.fleet {
        fleet.clock().use_reference(experiment.plan.common().reference_speed);
    }
    let doubts = running.fleet.map(|fleet| DoubtNotes::begin(fleet, store, &row)).transpose()?;
    let notes = running.fleet.map(|fleet| FleetNotes::begin(fleet, store, row.id)).transpose()?;
    let writer = Writer::start(run)?;
    let result = thread::scope(|scope| {
        // Dropped at the end, whatever it is: then nobody waits for the notes.
        let (_going_on, ended) = mpsc::channel();
        if let Some(notes) = &notes {
            let writer = &writer;
            scope.spawn(move || notes.keep(writer, &ended));
        }
        let mut log = Log { writer: &writer, on_event, doubts };
        let mut context = RunContext { store, run: &row, running, past: &past, journal: &mut log };
        let result = experiment.plan.run(&mut context);
        // A run has no end while something in it is in doubt.
        let result = result.and_then(|result| running.executor().settle().map(|()| result));
        log.note_doubts().map_err(Halt::Store).and(result)
    });
    if let Some(notes) = &notes {
        notes.finish(&writer)?;
    }
    // What was played must be in the store before anybody is told that the run can be resumed.
    let run = writer.finish();
    let result = match result {
        Ok(result) => result,
        Err(Halt::Bad(error)) => return Err(RunError::Request(error)),
        Err(Halt::Store(error)) => return Err(RunError::Store(error)),
        Err(Halt::Spoilt) => {
            run?.append_event(spoilt())?;
            return Err(RunError::Spoilt(name));
        }
        Err(Halt::Stopped) => {
            return run.map_or_else(|error| Err(error.into()), |_| Err(RunError::Stopped(name)));
        }
    };
    finish(run?, result)
}

fn finish(run: OpenRun, result: Box<dyn RunResult>) -> Result<Finished, RunError> {
    let run = run.finish(&result.json())?;
    Ok(Finished { run: run.name, result })
}

/// Begins a run, or takes up an unfinished one.
fn begin(experiment: &Experiment, store: &Store, running: &Running) -> Result<OpenRun, StoreError> {
    let new = new_run(experiment, store, None);
    let unfinished = if running.resumes { store.unfinished_run(&new)? } else { None };
    unfinished.map_or_else(|| store.begin_run(&new), |run| store.open_run(run.id))
}

/// Begins a stage of a run.
pub(crate) fn begin_stage(
    experiment: &Experiment,
    store: &Store,
    stage_of: (RunId, String),
) -> Result<OpenRun, StoreError> {
    store.begin_run(&new_run(experiment, store, Some(stage_of)))
}

/// What time it is, in milliseconds since 1970.
fn millis() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

fn new_run(experiment: &Experiment, store: &Store, stage_of: Option<(RunId, String)>) -> NewRun {
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    NewRun {
        stem: experiment.stem.clone(),
        kind: experiment.kind().name().to_owned(),
        experiment: experiment.text.clone(),
        seed: experiment.plan.common().seed,
        code_version: store.code_version().to_owned(),
        created,
        stage_of,
    }
}

/// Keeps everything in the store, by a thread of its own, and tells whoever looks on.
struct Log<'a> {
    writer: &'a Writer,
    on_event: &'a mut dyn FnMut(Event),
    doubts: Option<DoubtNotes<'a>>,
}

impl Log<'_> {
    /// Notes come before the records that depend on them.
    fn note_doubts(&mut self) -> Result<(), StoreError> {
        let rows = self.doubts.as_mut().map(DoubtNotes::rows).unwrap_or_default();
        rows.into_iter().try_for_each(|row| self.writer.add_note(row))
    }
}

impl Journal for Log<'_> {
    fn agents(&mut self, agents: &[AgentRow]) -> Result<(), StoreError> {
        (self.on_event)(Event::Agents(agents));
        self.writer.add_agents(agents.to_vec())
    }

    fn openings(&mut self, openings: &[OpeningRow]) -> Result<(), StoreError> {
        self.writer.add_openings(openings.to_vec())
    }

    fn game(&mut self, game: &GameRow) -> Result<(), StoreError> {
        self.note_doubts()?;
        self.writer.add(game.clone())?;
        (self.on_event)(Event::Game(game));
        Ok(())
    }

    fn passed(&mut self, game: &GameRow) -> Result<(), StoreError> {
        (self.on_event)(Event::Game(game));
        Ok(())
    }

    fn artifact(&mut self, artifact: Artifact) -> Result<(), StoreError> {
        self.writer.add_artifact(artifact)
    }

    fn event(&mut self, event: &EventRow) -> Result<(), StoreError> {
        self.note_doubts()?;
        self.writer.add_event(event.clone())?;
        (self.on_event)(Event::Happened(event));
        Ok(())
    }
}
