//! Experiments: a file says what to do, a store keeps what was done.
//!
//! A run is a function of the file, the seed and the version of the program. Its only state is the log of finished games in
//! the store: to resume, the schedule is computed again, and what is missing is played.

use std::collections::HashMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use zermelo_arena::Schedule;
use zermelo_game::Stop;
use zermelo_store::{AgentRow, GameRow, NewRun, OpenRun, OpeningRow, Store, StoreError, Writer};

use crate::tournament::{Halt, RunPlan, TournamentPlan, TournamentResult};
use crate::{LabError, catalog};

/// The version of the program, as runs remember it.
pub const CODE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// An experiment, read from its file.
pub struct Experiment {
    /// The file's name without its ending: runs are called after it.
    pub stem: String,
    /// The file's text.
    pub text: String,
    /// What it asks for.
    pub tournament: TournamentPlan,
}

/// What every experiment file begins with.
#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

impl Experiment {
    /// Reads an experiment file.
    pub fn read(path: &Path) -> Result<Experiment, LabError> {
        let place = path.display().to_string();
        let bad = |problem: String| LabError::Experiment { place: place.clone(), problem };
        let text = std::fs::read_to_string(path).map_err(|error| bad(format!("cannot be read: {error}")))?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().unwrap_or(Path::new("."));
        let kind: Kind =
            toml::from_str(&text).map_err(|error| bad(error.to_string().trim_end().to_owned()))?;
        match kind.kind.as_deref() {
            Some("tournament") => {
                let tournament = TournamentPlan::read(&text, &place, folder)?;
                Ok(Experiment { stem, text, tournament })
            }
            Some(other) => {
                Err(bad(format!("there are no experiments of the kind `{other}`: there is `tournament`")))
            }
            None => {
                Err(bad("an experiment file begins with its kind, such as kind = \"tournament\"".to_owned()))
            }
        }
    }
}

impl Experiment {
    /// Takes another seed than the file's.
    pub fn set_seed(&mut self, seed: u64) {
        self.tournament.seed = seed;
        if let Schedule::Partial { seed: drawn_by, .. } = &mut self.tournament.schedule {
            *drawn_by = seed;
        }
    }

    /// The game of an experiment, from its text.
    pub fn game_of(text: &str, place: &str) -> Result<String, LabError> {
        #[derive(Deserialize)]
        struct WithGame {
            game: String,
        }
        let bad = |error: toml::de::Error| LabError::Experiment {
            place: place.to_owned(),
            problem: error.to_string(),
        };
        toml::from_str(text).map(|file: WithGame| file.game).map_err(bad)
    }
}

/// How to run an experiment.
pub struct Running<'a> {
    /// How many threads work.
    pub threads: usize,
    /// Goes on with an unfinished run of the same experiment, if there is one.
    pub resumes: bool,
    /// Ends the run, soon.
    pub stop: &'a Stop,
}

/// What happens in a run.
pub enum Event<'a> {
    /// It begins, or goes on.
    Started {
        /// The run's name.
        run: &'a str,
        /// How many games there will be, if that can be told.
        games: Option<u64>,
        /// How many of them have been played before.
        known: u64,
    },
    /// A game has been played.
    Game(&'a GameRow),
}

/// A run that came to its end.
pub struct Finished {
    /// The run's name.
    pub run: String,
    /// What came of it.
    pub result: TournamentResult,
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

/// Runs an experiment to its end, keeping every game in the store.
pub fn run(
    experiment: &Experiment,
    store: &Store,
    running: &Running,
    on_event: &mut dyn FnMut(Event),
) -> Result<Finished, RunError> {
    let tournament = &experiment.tournament;
    let game = catalog::open(&tournament.game)?;
    game.check_tournament(tournament)?;
    let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let new = NewRun {
        stem: experiment.stem.clone(),
        kind: "tournament".to_owned(),
        experiment: experiment.text.clone(),
        seed: tournament.seed,
        code_version: CODE_VERSION.to_owned(),
        created,
    };
    let unfinished = if running.resumes { store.unfinished_run(&new)? } else { None };
    let mut run = match unfinished {
        Some(run) => store.open_run(run.id)?,
        None => store.begin_run(&new)?,
    };
    let agents: Vec<AgentRow> = (tournament.entrants.iter().enumerate())
        .map(|(index, entrant)| AgentRow {
            index: index as u32,
            name: entrant.name.clone(),
            text: entrant.agent.clone(),
        })
        .collect();
    run.add_agents(&agents)?;
    let known = known_games(store, &run)?;
    let name = run.run().name.clone();
    let games = tournament.schedule.n_pairs(tournament.entrants.len()).map(|pairs| 2 * pairs);
    on_event(Event::Started { run: &name, games, known: known.len() as u64 });

    let plan = RunPlan { tournament, threads: running.threads, known, stop: running.stop };
    let mut keeper = Keeper { run: Some(run), writer: None, error: None };
    let mut keeper_of_games = std::cell::RefCell::new(&mut keeper);
    let played = {
        let keeper = &keeper_of_games;
        game.tournament(&plan, &mut |openings| keeper.borrow_mut().openings(openings), &mut |row| {
            keeper.borrow_mut().game(row)?;
            on_event(Event::Game(row));
            Ok(())
        })
    };
    let run = keeper_of_games.get_mut().close();
    let (history, rows) = match played {
        Ok(played) => played,
        Err(halt) => {
            // What was played must be in the store before anybody is told that the run can be resumed.
            run?;
            return Err(match halt {
                Halt::Bad(error) => RunError::Lab(error),
                Halt::Stopped => RunError::Stopped(name),
                Halt::Listener(words) => keeper.error.map_or_else(
                    || RunError::Lab(LabError::Experiment { place: name, problem: words }),
                    RunError::Store,
                ),
            });
        }
    };
    let result = TournamentResult::of(tournament, &history, &rows);
    let json = serde_json::to_string(&result).expect("a result holds only names and numbers");
    let run = run?.finish(&json)?;
    Ok(Finished { run: run.name, result })
}

fn known_games(store: &Store, run: &OpenRun) -> Result<HashMap<u64, GameRow>, StoreError> {
    store.games(run.id()).map(|row| row.map(|row| (row.index, row))).collect()
}

/// Keeps games in the store, on a thread of its own.
struct Keeper {
    run: Option<OpenRun>,
    writer: Option<Writer>,
    error: Option<StoreError>,
}

impl Keeper {
    fn openings(&mut self, texts: &[String]) -> Result<(), String> {
        let rows: Vec<OpeningRow> = (texts.iter().enumerate())
            .map(|(index, text)| OpeningRow { index: index as u32, text: text.clone() })
            .collect();
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let started = run.add_openings(&rows).and_then(|()| Writer::start(run));
        self.keep(started).map(|writer| self.writer = Some(writer))
    }

    fn game(&mut self, row: &GameRow) -> Result<(), String> {
        let added = self.writer.as_ref().map_or(Ok(()), |writer| writer.add(row.clone()));
        self.keep(added)
    }

    fn keep<T>(&mut self, result: Result<T, StoreError>) -> Result<T, String> {
        result.map_err(|error| {
            let words = error.to_string();
            self.error = Some(error);
            words
        })
    }

    /// Everything is written; the run comes back.
    fn close(&mut self) -> Result<OpenRun, StoreError> {
        match (self.writer.take(), self.run.take()) {
            (Some(writer), _) => writer.finish(),
            (None, Some(run)) => Ok(run),
            (None, None) => Err(self.error.clone().unwrap_or(StoreError::WriterGone)),
        }
    }
}
