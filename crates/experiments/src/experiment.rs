//! Experiments: a file says what to do, a store keeps what was done.
//!
//! A run is a function of the file, the seed and the version of the program. Its only state is the log of finished games in
//! the store: to resume, the schedule is computed again, and what is missing is played.

use std::collections::HashMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use zermelo_game::Stop;
use zermelo_game::notation::shown;
use zermelo_game::parameters::nearest;
use zermelo_store::{
    AgentRow, Artifact, EventRow, GameRow, NewRun, OpenRun, OpeningRow, Run, RunId, Store, StoreError, Writer,
};

use crate::evolution::{self, EvolutionPlan, EvolutionResult};
use crate::form;
use crate::people::{self, PeopleResult};
use crate::portrait::{self, PortraitPlan, PortraitResult};
use crate::q_learning::{self, QLearningPlan, QLearningResult};
use crate::series::{self, SeriesPlan, SeriesResult};
use crate::study::{self, StudyPlan, StudyResult};
use crate::tournament::{self, TournamentPlan, TournamentResult};
use crate::training::{self, TrainingPlan, TrainingResult};
use zermelo_any::{Folder, Permission};
use zermelo_catalog::LabError;
use zermelo_runner::game_runner::{Halt, Known};

/// An experiment, read from its file.
#[derive(Clone)]
pub struct Experiment {
    /// The file's name without its ending: runs are called after it.
    pub stem: String,
    /// The file's text.
    pub text: String,
    /// What it asks for.
    pub plan: Plan,
}

/// What an experiment asks for.
#[derive(Clone)]
pub enum Plan {
    /// Games between agents.
    Tournament(TournamentPlan),
    /// Agents bred by games.
    Evolution(EvolutionPlan),
    /// The same thing again and again under several treatments.
    Study(StudyPlan),
    /// Networks that learn from games.
    Training(TrainingPlan),
    /// A network that learns what moves are worth by trying them.
    QLearning(QLearningPlan),
    /// Everything that can be measured of a game.
    Portrait(PortraitPlan),
    /// Several of these, one after the other.
    Series(SeriesPlan),
}

/// What came of a run.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum RunResult {
    /// Of a tournament.
    Tournament(TournamentResult),
    /// Of an evolution.
    Evolution(EvolutionResult),
    /// Of a study.
    Study(Box<StudyResult>),
    /// Of a training.
    Training(TrainingResult),
    /// Of a Q-learning.
    QLearning(QLearningResult),
    /// A portrait.
    Portrait(Box<PortraitResult>),
    /// Of a series.
    Series(SeriesResult),
    /// Of people's games, as far as they have been played.
    People(PeopleResult),
}

impl RunResult {
    /// What came of a run; `None` if it has not come to its end. People's games have none: there is always a result.
    pub fn of(store: &Store, run: &Run) -> Result<Option<RunResult>, String> {
        if run.is_endless() {
            let result = people::result_of(store, run).map_err(|error| error.to_string())?;
            return Ok(Some(RunResult::People(result)));
        }
        run.result.as_deref().map(|json| RunResult::read(&run.kind, json)).transpose()
    }

    /// Reads what the store keeps of a run of this kind.
    pub fn read(kind: &str, json: &str) -> Result<RunResult, String> {
        let result = match kind {
            "tournament" => serde_json::from_str(json).map(RunResult::Tournament),
            "evolution" => serde_json::from_str(json).map(RunResult::Evolution),
            "study" => serde_json::from_str(json).map(RunResult::Study),
            "training" => serde_json::from_str(json).map(RunResult::Training),
            "q-learning" => serde_json::from_str(json).map(RunResult::QLearning),
            "portrait" => serde_json::from_str(json).map(RunResult::Portrait),
            "series" => serde_json::from_str(json).map(RunResult::Series),
            other => return Err(format!("this version does not know runs of the kind `{other}`")),
        };
        result.map_err(|error| error.to_string())
    }

    /// How many games were lost by a fault: illegal moves, crashes, stalls and time forfeits.
    pub fn n_faults(&self) -> u64 {
        match self {
            RunResult::Tournament(result) => result.n_faults(),
            RunResult::Evolution(_)
            | RunResult::Study(_)
            | RunResult::Training(_)
            | RunResult::QLearning(_)
            | RunResult::Portrait(_)
            | RunResult::People(_) => 0,
            RunResult::Series(result) => {
                let stages = result.stages.iter().filter_map(|stage| stage.read().ok());
                stages.map(|result| result.n_faults()).sum()
            }
        }
    }
}

/// The kinds of experiments, as files name them.
const KINDS: [&str; 7] = ["tournament", "evolution", "study", "training", "q-learning", "portrait", "series"];

impl Experiment {
    /// Reads an experiment file; `permission` says whether it may name other files.
    pub fn read(path: &Path, permission: Permission) -> Result<Experiment, LabError> {
        let place = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| LabError::Experiment {
            place: place.clone(),
            problem: format!("cannot be read: {error}"),
        })?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().unwrap_or(Path::new("."));
        Experiment::parse(stem, text, &place, Folder::new(folder, permission))
    }

    /// Reads the text of an experiment; `place` names it in errors, and files it names are looked for in `folder`.
    pub fn parse(stem: String, text: String, place: &str, folder: Folder) -> Result<Experiment, LabError> {
        let bad = |problem: String| LabError::Experiment { place: place.to_owned(), problem };
        let kind = form::kind_of(&text).map_err(bad)?;
        let plan = match kind.as_deref() {
            Some("tournament") => Plan::Tournament(TournamentPlan::read(&text, place, folder)?),
            Some("evolution") => Plan::Evolution(EvolutionPlan::read(&text, place, folder)?),
            Some("study") => Plan::Study(StudyPlan::read(&text, place)?),
            Some("training") => Plan::Training(TrainingPlan::read(&text, place, folder)?),
            Some("q-learning") => Plan::QLearning(QLearningPlan::read(&text, place, folder)?),
            Some("portrait") => Plan::Portrait(PortraitPlan::read(&text, place)?),
            Some("series") => Plan::Series(SeriesPlan::read(&text, place, folder)?),
            Some(other) => {
                let hint = nearest(other, KINDS).map(|near| format!("; did you mean `{near}`?"));
                let problem = format!(
                    "there are no experiments of the kind `{}`: there are {} and series{}",
                    shown(other),
                    KINDS[..KINDS.len() - 1].join(", "),
                    hint.unwrap_or_default()
                );
                return Err(bad(problem));
            }
            None => {
                let problem = "an experiment file begins with its kind, such as kind = \"tournament\"";
                return Err(bad(problem.to_owned()));
            }
        };
        Ok(Experiment { stem, text, plan })
    }

    /// The kind of the experiment, as its file names it.
    pub fn kind(&self) -> &'static str {
        match self.plan {
            Plan::Tournament(_) => "tournament",
            Plan::Evolution(_) => "evolution",
            Plan::Study(_) => "study",
            Plan::Training(_) => "training",
            Plan::QLearning(_) => "q-learning",
            Plan::Portrait(_) => "portrait",
            Plan::Series(_) => "series",
        }
    }

    /// The seed of all chance.
    pub fn seed(&self) -> u64 {
        match &self.plan {
            Plan::Tournament(plan) => plan.seed,
            Plan::Evolution(plan) => plan.seed,
            Plan::Study(plan) => plan.seed,
            Plan::Training(plan) => plan.seed,
            Plan::QLearning(plan) => plan.seed,
            Plan::Portrait(plan) => plan.seed,
            Plan::Series(plan) => plan.seed,
        }
    }

    /// Takes another seed than the file's.
    pub fn set_seed(&mut self, seed: u64) {
        match &mut self.plan {
            Plan::Tournament(plan) => plan.set_seed(seed),
            Plan::Evolution(plan) => plan.seed = seed,
            Plan::Study(plan) => plan.seed = seed,
            Plan::Training(plan) => plan.seed = seed,
            Plan::QLearning(plan) => plan.seed = seed,
            Plan::Portrait(plan) => plan.seed = seed,
            Plan::Series(plan) => plan.set_seed(seed),
        }
    }

    /// Every agent that the file names.
    pub(crate) fn agents_mut(&mut self) -> Vec<&mut String> {
        match &mut self.plan {
            Plan::Tournament(plan) => plan.entrants.iter_mut().map(|entrant| &mut entrant.agent).collect(),
            Plan::Evolution(plan) => plan.agents_mut(),
            Plan::Study(_) => Vec::new(),
            Plan::Training(plan) => plan.agents_mut(),
            Plan::QLearning(plan) => plan.agents_mut(),
            Plan::Portrait(plan) => vec![&mut plan.agent],
            Plan::Series(plan) => {
                plan.stages.iter_mut().flat_map(|stage| stage.experiment.agents_mut()).collect()
            }
        }
    }

    /// Every run from whose games something is learnt.
    pub(crate) fn sources_mut(&mut self) -> &mut [String] {
        match &mut self.plan {
            Plan::Training(plan) => &mut plan.sources,
            _ => &mut [],
        }
    }

    /// Whether it can be carried out: whether there are such games, agents and openings, and whether they are permitted.
    pub fn check(&self, permission: Permission) -> Result<(), LabError> {
        let forbidden = |refusal| LabError::forbidden(&self.stem, refusal);
        permission.run(self.megabytes()?).map_err(forbidden)?;
        match &self.plan {
            Plan::Tournament(plan) => tournament::check(plan, permission),
            Plan::Evolution(plan) => evolution::prepare(plan, permission),
            Plan::Study(plan) => study::prepare(plan).map(|_| ()),
            Plan::Training(plan) => training::prepare(plan, permission),
            Plan::QLearning(plan) => q_learning::prepare(plan, permission),
            Plan::Portrait(plan) => portrait::prepare(plan, permission),
            Plan::Series(plan) => series::check(plan, permission),
        }
    }

    /// How much work it is, if that can be told.
    pub fn extent(&self) -> (Unit, Option<u64>) {
        match &self.plan {
            Plan::Tournament(plan) => (Unit::Game, plan.n_games()),
            Plan::Evolution(plan) => (Unit::Game, plan.n_games()),
            Plan::Study(plan) => (Unit::Event, Some(plan.n_replicates())),
            Plan::Training(plan) => (Unit::Game, plan.n_games()),
            Plan::QLearning(plan) => (Unit::Move, Some(plan.n_moves())),
            Plan::Portrait(plan) => (Unit::Game, plan.n_games()),
            Plan::Series(plan) => (Unit::Stage, Some(plan.stages.len() as u64)),
        }
    }

    /// The game of an experiment, from its text.
    pub fn game_of(text: &str, place: &str) -> Result<String, LabError> {
        #[derive(Deserialize)]
        struct WithGame {
            game: Option<String>,
        }
        let bad = |problem: String| LabError::Experiment { place: place.to_owned(), problem };
        let file: WithGame = toml::from_str(text).map_err(|error| bad(error.to_string()))?;
        file.game.ok_or_else(|| bad("it stores no games; `zermelo show` prints its results".to_owned()))
    }
}

/// What has been done before, if a run is resumed.
#[derive(Default)]
pub struct Past {
    /// Games by their number.
    pub games: Known,
    /// Events by their number.
    pub events: HashMap<u64, EventRow>,
}

/// How to run an experiment.
pub struct Running<'a> {
    /// How many threads work.
    pub threads: usize,
    /// Goes on with an unfinished run of the same experiment, if there is one.
    pub resumes: bool,
    /// Ends the run, soon.
    pub stop: &'a Stop,
    /// What its agents may do. A resumed run has the permission of the one who resumes it.
    pub permission: Permission,
}

/// Where a run writes down what was done.
pub trait Journal {
    /// Who plays.
    fn agents(&mut self, agents: &[AgentRow]) -> Result<(), StoreError>;
    /// Where games begin.
    fn openings(&mut self, openings: &[OpeningRow]) -> Result<(), StoreError>;
    /// A game that was played.
    fn game(&mut self, game: &GameRow) -> Result<(), StoreError>;
    /// A game that was played, but need not be kept.
    fn passed(&mut self, _game: &GameRow) -> Result<(), StoreError> {
        Ok(())
    }
    /// A file to keep, such as a network.
    fn artifact(&mut self, _artifact: Artifact) -> Result<(), StoreError> {
        Ok(())
    }
    /// Anything else that happened.
    fn event(&mut self, event: &EventRow) -> Result<(), StoreError>;
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

/// What work is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Games.
    Game,
    /// Events: whatever a run writes down besides games.
    Event,
    /// Stages, each a run of its own.
    Stage,
    /// Moves that were learnt from; events of the kind `moves` tell how many.
    Move,
}

/// How many games a run has played by now. An evolution may keep none of them: then what it tells of itself counts.
pub fn n_games_played(store: &Store, run: &Run) -> Result<u64, StoreError> {
    #[derive(Deserialize)]
    struct Told {
        games: u64,
    }
    #[derive(Deserialize)]
    struct Generation {
        pairs: u64,
    }
    let kept = store.n_games(run.id)?;
    if let Some(told) = run.result.as_deref().and_then(|json| serde_json::from_str::<Told>(json).ok()) {
        return Ok(kept.max(told.games));
    }
    if kept > 0 || run.kind != "evolution" {
        return Ok(kept);
    }
    let events = store.events(run.id)?;
    let generations = events.iter().filter(|event| event.kind == "generation");
    let told = generations.filter_map(|event| serde_json::from_str::<Generation>(&event.json).ok());
    Ok(told.map(|generation| 2 * generation.pairs).sum())
}

/// A run that came to its end.
pub struct Finished {
    /// The run's name.
    pub run: String,
    /// What came of it.
    pub result: RunResult,
}

/// Why a run did not come to its end. What was played is in the store.
#[derive(Debug)]
pub enum RunError {
    /// The experiment cannot be carried out.
    Lab(LabError),
    /// The store cannot be used.
    Store(StoreError),
    /// It was stopped; the run with this name can be resumed.
    Stopped(String),
}

impl From<LabError> for RunError {
    fn from(error: LabError) -> RunError {
        RunError::Lab(error)
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
    let run = begin(experiment, store, running)?;
    carry_out(experiment, store, run, running, on_event)
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
    let (unit, extent) = experiment.extent();
    on_event(Event::Started { run: &name, unit, extent, past: &past });

    if let Plan::Series(plan) = &experiment.plan {
        let result = series::run(plan, store, run.id(), running, on_event).map_err(|error| match error {
            // To go on is to go on with the whole.
            RunError::Stopped(_) => RunError::Stopped(name),
            other => other,
        })?;
        return finish(run, RunResult::Series(result));
    }
    let row = run.run().clone();
    let mut log = Log { writer: Writer::start(run)?, on_event };
    let result = match &experiment.plan {
        Plan::Training(plan) => {
            training::run(plan, store, &row, running, &past, &mut log).map(RunResult::Training)
        }
        Plan::QLearning(plan) => {
            q_learning::run(plan, store, &row, running, &past, &mut log).map(RunResult::QLearning)
        }
        Plan::Portrait(plan) => portrait::run(plan, store, &row, running, &past, &mut log)
            .map(|result| RunResult::Portrait(Box::new(result))),
        Plan::Series(_) => unreachable!("a series has no games of its own"),
        Plan::Tournament(plan) => {
            tournament::run(plan, running, &past.games, &mut log).map(RunResult::Tournament)
        }
        Plan::Evolution(plan) => evolution::run(plan, running, &past, &mut log).map(RunResult::Evolution),
        Plan::Study(plan) => {
            study::run(plan, running, &past.events, &mut log).map(|result| RunResult::Study(Box::new(result)))
        }
    };
    // What was played must be in the store before anybody is told that the run can be resumed.
    let run = log.writer.finish();
    let result = match result {
        Ok(result) => result,
        Err(Halt::Bad(error)) => return Err(RunError::Lab(error)),
        Err(Halt::Store(error)) => return Err(RunError::Store(error)),
        Err(Halt::Stopped) => {
            return run.map_or_else(|error| Err(error.into()), |_| Err(RunError::Stopped(name)));
        }
    };
    finish(run?, result)
}

fn finish(run: OpenRun, result: RunResult) -> Result<Finished, RunError> {
    let json = serde_json::to_string(&result).expect("a result holds only names and numbers");
    let run = run.finish(&json)?;
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
        kind: experiment.kind().to_owned(),
        experiment: experiment.text.clone(),
        seed: experiment.seed(),
        code_version: store.code_version().to_owned(),
        created,
        stage_of,
    }
}

/// Keeps everything in the store, by a thread of its own, and tells whoever looks on.
struct Log<'a> {
    writer: Writer,
    on_event: &'a mut dyn FnMut(Event),
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
        self.writer.add_event(event.clone())?;
        (self.on_event)(Event::Happened(event));
        Ok(())
    }
}
