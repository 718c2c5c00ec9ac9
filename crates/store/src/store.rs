//! The store: what there is to read, and where runs begin.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use zermelo_game::nearest;
use zermelo_game::shown;

use crate::checksum::{InOrder, RUN, bad_record};
use crate::error::Change;
use crate::identity::Held;
use crate::run::{Run, Worked, clean, run_columns};
use crate::run_lock::{self, NoLock, RunLock};
use crate::store_file::Opened;
use crate::tally::Tally;
use crate::{
    AgentRow, EventRow, GameRow, Games, LineRow, NewRun, NoteRow, OpenRun, OpeningRow, RunId, Status,
    StoreError, agent_row, artifact, event_row, game_row, line_row, note, opening_row, schema, sitting,
    store_file,
};

/// What programs are called that do not say.
const UNKNOWN_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+unknown");

/// How many runs an error message names.
const MOST_NAMED: usize = 5;

/// An open store. Several may be open on one file, in one process or in many.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    is_for_reading: bool,
    /// The version of the program that uses it.
    code_version: &'static str,
    /// After the connection: as long as that is open, nobody else may open the file past SQLite.
    held: Held,
}

impl Store {
    /// Opens the store at `path` for reading and writing; makes it if there is no such file, and brings it up to date if an
    /// earlier version wrote it. A file that is no store is left as it is.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let Opened { path, connection, held } = store_file::open(path.as_ref())?;
        Ok(Store { path, connection, held, is_for_reading: false, code_version: UNKNOWN_VERSION })
    }

    /// Opens the store at `path` for reading only. It shows what has been committed, also while a run is writing.
    pub fn read(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        let Opened { path, connection, held } = store_file::read(path.as_ref())?;
        Ok(Store { path, connection, held, is_for_reading: true, code_version: UNKNOWN_VERSION })
    }

    /// The same store, used by this version of the program: what runs that begin here remember.
    #[must_use]
    pub fn used_by(self, code_version: &'static str) -> Store {
        Store { code_version, ..self }
    }

    /// The version of the program that uses it.
    pub fn code_version(&self) -> &'static str {
        self.code_version
    }

    /// The file, by its own path: without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the whole file and looks whether its structure is sound; [`crate::verify`] looks at the records, too.
    pub fn check(&self) -> Result<(), StoreError> {
        schema::check_structure(&self.connection, &self.path)
    }

    /// A number that changes whenever another connection has written something: whoever reads again and again need not, while
    /// it stays the same.
    pub fn version(&self) -> Result<i64, StoreError> {
        self.connection
            .query_row("PRAGMA data_version", [], |row| row.get(0))
            .map_err(|error| self.told("read", &error))
    }

    /// Begins a run, and holds it for writing.
    pub fn begin_run(&self, new: &NewRun) -> Result<OpenRun, StoreError> {
        let begun = self.begin(new, None)?;
        Ok(begun.expect("no other run will do"))
    }

    /// Begins a run and holds it for writing, unless there is a run that will do: that one is the error inside. Of several
    /// processes that ask at once, one begins it.
    pub fn begin_run_unless(
        &self,
        new: &NewRun,
        will_do: impl Fn(&Run) -> bool,
    ) -> Result<Result<OpenRun, Run>, StoreError> {
        self.begin(new, Some(&will_do))
    }

    fn begin(
        &self,
        new: &NewRun,
        will_do: Option<&dyn Fn(&Run) -> bool>,
    ) -> Result<Result<OpenRun, Run>, StoreError> {
        let mut connection = self.connect()?;
        let told = |error: rusqlite::Error| self.told("write", &error);
        let transaction = Transaction::new(&mut connection, TransactionBehavior::Immediate).map_err(told)?;
        // Nobody else can write as long as this transaction lives.
        if let Some(will_do) = will_do
            && let Some(there) = self.runs()?.into_iter().find(will_do)
        {
            return Ok(Err(there));
        }
        let id = transaction
            .query_row("SELECT coalesce(max(id), 0) + 1 FROM run", [], |row| row.get(0))
            .map(RunId)
            .map_err(told)?;
        let (stem, parent) = match &new.stage_of {
            Some((parent, stage)) => (format!("{}.{}", self.run(*parent)?.name, clean(stage)), Some(*parent)),
            None => (new.clean_stem(), None),
        };
        let run = Run {
            id,
            name: if parent.is_some() { stem } else { format!("{stem}-{id}") },
            parent,
            kind: new.kind.clone(),
            experiment: new.experiment.clone(),
            seed: new.seed,
            code_version: new.code_version.clone(),
            created: new.created,
            result: None,
        };
        // Locked before it can be seen, so that nobody else can take it up.
        let lock = self.lock(id, run.stem())?;
        run.insert(&transaction).map_err(told)?;
        transaction.commit().map_err(told)?;
        Ok(Ok(self.hold(run, connection, lock)?))
    }

    /// Takes up an unfinished run, and holds it for writing.
    pub fn open_run(&self, run: RunId) -> Result<OpenRun, StoreError> {
        let name = self.run(run)?.name;
        let connection = self.connect()?;
        let lock = self.lock(run, &name)?;
        // Asked with the lock in hand: whoever held it may have finished the run.
        let run = self.run(run)?;
        if run.result.is_some() {
            return Err(StoreError::RunIsFinished { name });
        }
        self.hold(run, connection, lock)
    }

    fn hold(&self, run: Run, connection: Connection, lock: RunLock) -> Result<OpenRun, StoreError> {
        let tally = Tally::select(&connection, run.id).map_err(|error| self.told("read", &error))?;
        let held = Held::new(self.held.identity());
        Ok(OpenRun::new(run, tally, self.path.clone(), connection, held, lock))
    }

    /// The latest unfinished run that can be resumed as `wanted`: of the same file, kind, seed and version of the program.
    /// `None` if no run of this file and kind is unfinished; an error that says what changed if one is, but was begun
    /// with something else. When it was created does not matter. A run without end is not to be resumed.
    pub fn unfinished_run(&self, wanted: &NewRun) -> Result<Option<Run>, StoreError> {
        if wanted.kind == Run::ENDLESS {
            return Ok(None);
        }
        let stem = wanted.clean_stem();
        let is_unfinished = |run: &Run| {
            run.result.is_none() && run.parent.is_none() && run.stem() == stem && run.kind == wanted.kind
        };
        let unfinished = self.runs()?.into_iter().rev().filter(is_unfinished);
        let mut first_change = None;
        for run in unfinished {
            match change(&run, wanted) {
                None => return Ok(Some(run)),
                Some(change) => {
                    first_change.get_or_insert(StoreError::RunHasChanged { name: run.name, change });
                }
            }
        }
        first_change.map_or(Ok(None), Err)
    }

    /// A stage of a run, if it has been begun.
    pub fn stage(&self, parent: RunId, stage: &str) -> Result<Option<Run>, StoreError> {
        let name = format!("{}.{}", self.run(parent)?.name, clean(stage));
        Ok(self.stages(parent)?.into_iter().find(|run| run.name == name))
    }

    /// The stages of a run, in the order they were begun.
    pub fn stages(&self, parent: RunId) -> Result<Vec<Run>, StoreError> {
        Ok(self.runs()?.into_iter().filter(|run| run.parent == Some(parent)).collect())
    }

    /// All runs in the order they were begun.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.readable_runs()
            .and_then(|runs| runs.into_iter().collect())
            .map_err(|error| self.told("read", &error))
    }

    /// All runs in the order they were begun, an error for each that is damaged. The error outside is for a store from which
    /// runs are missing.
    fn readable_runs(&self) -> rusqlite::Result<Vec<rusqlite::Result<Run>>> {
        let count = "SELECT count(*) FROM tally";
        let n_runs: i64 = self.connection.query_row(count, [], |row| row.get(0))?;
        let mut statement =
            self.connection.prepare(&format!("SELECT {} FROM run ORDER BY id", run_columns()))?;
        let mut rows = statement.query([])?;
        let (mut runs, mut order) = (Vec::new(), InOrder::default());
        while let Some(row) = rows.next()? {
            order.see(&RUN, row.get::<_, i64>(0)?)?;
            runs.push(Run::from_row(row));
        }
        if (runs.len() as i64) < n_runs {
            return Err(bad_record(format!("there are {} runs, but tallies of {n_runs}", runs.len())));
        }
        Ok(runs)
    }

    /// The run with this number.
    pub fn run(&self, id: RunId) -> Result<Run, StoreError> {
        let query = format!("SELECT {} FROM run WHERE id = ?1", run_columns());
        let found = self.connection.query_row(&query, [id.0], Run::from_row).optional();
        found.map_err(|error| self.told("read", &error))?.ok_or_else(|| StoreError::no_such_run(id))
    }

    /// The run that a person means: by its name, its number, its file's name (the newest run of it), the beginning of its name, or
    /// `last` for the latest that is no stage of another.
    pub fn find_run(&self, text: &str) -> Result<Run, StoreError> {
        let text = text.trim();
        let readable = self.readable_runs().map_err(|error| self.told("read", &error))?;
        let (mut runs, mut damage) = (Vec::new(), None);
        for run in readable {
            match run {
                Ok(run) => runs.push(run),
                Err(error) => damage = damage.or(Some(self.told("read", &error))),
            }
        }
        // A run that is damaged does not stand in the way of another that is named in full.
        if let Some(damage) = damage {
            let is_meant = |run: &Run| run.name == text || run.id.to_string() == text;
            return runs.into_iter().find(is_meant).ok_or(damage);
        }
        let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
        let number = text.parse().ok().map(RunId);
        let last = || runs.iter().rposition(|run| run.parent.is_none());
        let found = if text == "last" { last() } else { None }
            .or_else(|| names.iter().position(|name| *name == text))
            .or_else(|| runs.iter().position(|run| Some(run.id) == number));
        let found = match found {
            Some(found) => found,
            None => by_prefix(text, &names, &runs)?,
        };
        Ok(runs.swap_remove(found))
    }

    /// How far a run is, as things stand now.
    pub fn status(&self, run: &Run) -> Status {
        if run.result.is_some() {
            Status::Finished
        } else if run.is_endless() {
            Status::Open
        } else if run_lock::is_held(&self.lock_path(run.id)) {
            Status::Running
        } else {
            Status::Interrupted
        }
    }

    /// How long somebody worked at a run, and when that was seen last, in milliseconds (since 1970); nothing if nobody looked at
    /// a clock. The time between an interruption and going on does not count.
    pub fn worked(&self, run: RunId) -> Result<Option<Worked>, StoreError> {
        sitting::worked(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    /// The agents of a run by index.
    pub fn agents(&self, run: RunId) -> Result<Vec<AgentRow>, StoreError> {
        agent_row::select(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    /// The openings of a run by index.
    pub fn openings(&self, run: RunId) -> Result<Vec<OpeningRow>, StoreError> {
        opening_row::select(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    /// The events of a run in order.
    pub fn events(&self, run: RunId) -> Result<Vec<EventRow>, StoreError> {
        event_row::select(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    /// A file of a run, if it is there.
    pub fn artifact(&self, run: RunId, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        artifact::select(&self.connection, run, name).map_err(|error| self.told("read", &error))
    }

    /// The names of the files of a run.
    pub fn artifact_names(&self, run: RunId) -> Result<Vec<String>, StoreError> {
        artifact::names(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    /// The notes beside a run about something, by name.
    pub fn notes(&self, run: RunId, topic: &str) -> Result<Vec<NoteRow>, StoreError> {
        note::select(&self.connection, run, topic).map_err(|error| self.told("read", &error))
    }

    /// Keeps a line of play, and tells the name it has from now on. The same line has one name only.
    pub fn keep_line(&self, line: &LineRow) -> Result<String, StoreError> {
        let connection = self.connect()?;
        for attempt in 0.. {
            let name = line.name(attempt);
            if line_row::insert(&connection, &name, line).map_err(|error| self.told("write", &error))? {
                return Ok(name);
            }
        }
        unreachable!("there are more names than lines")
    }

    /// The line of play with this name, if it is there.
    pub fn line(&self, name: &str) -> Result<Option<LineRow>, StoreError> {
        line_row::select(&self.connection, name).map_err(|error| self.told("read", &error))
    }

    /// The games of a run in the order of their indices.
    pub fn games(&self, run: RunId) -> Games<'_> {
        Games::new(self, run)
    }

    /// An error if games of a run are missing, for who does not read them to the end.
    pub fn check_games(&self, run: RunId) -> Result<(), StoreError> {
        game_row::indices(&self.connection, run).map(|_| ()).map_err(|error| self.told("read", &error))
    }

    /// One game of a run, if it is there.
    pub fn game(&self, run: RunId, index: u64) -> Result<Option<GameRow>, StoreError> {
        game_row::select_one(&self.connection, run, index).map_err(|error| self.told("read", &error))
    }

    /// How many games of a run are there.
    pub fn n_games(&self, run: RunId) -> Result<u64, StoreError> {
        self.tally(run).map(|tally| tally.games)
    }

    /// How many events of a run are there.
    pub fn n_events(&self, run: RunId) -> Result<u64, StoreError> {
        self.tally(run).map(|tally| tally.events)
    }

    /// Which games of a run are there, in order: whatever else the schedule has is still to be played.
    pub fn game_indices(&self, run: RunId) -> Result<Vec<u64>, StoreError> {
        game_row::indices(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    fn tally(&self, run: RunId) -> Result<Tally, StoreError> {
        Tally::select(&self.connection, run).map_err(|error| self.told("read", &error))
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(crate) fn told(&self, doing: &'static str, error: &rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(&self.path, doing, error)
    }

    /// A connection for writing a run.
    fn connect(&self) -> Result<Connection, StoreError> {
        if self.is_for_reading {
            let detail = "it was opened for reading".to_owned();
            return Err(StoreError::ReadOnly { path: self.path.clone(), detail });
        }
        store_file::connect(&self.path, self.held.identity())
    }

    fn lock(&self, run: RunId, name: &str) -> Result<RunLock, StoreError> {
        RunLock::take(&self.lock_path(run)).map_err(|problem| match problem {
            NoLock::Held(holder) => StoreError::RunIsHeld { name: name.to_owned(), holder },
            NoLock::Failed(error) => StoreError::from_io(&self.path, "lock a run of", &error),
        })
    }

    fn lock_path(&self, run: RunId) -> PathBuf {
        store_file::beside(&self.path, &format!("-run-{run}.lock"))
    }
}

fn change(run: &Run, wanted: &NewRun) -> Option<Change> {
    if run.experiment != wanted.experiment {
        Some(Change::Experiment)
    } else if run.seed != wanted.seed {
        Some(Change::Seed { then: run.seed, now: wanted.seed })
    } else if run.code_version != wanted.code_version {
        let (then, now) = (run.code_version.clone(), wanted.code_version.clone());
        Some(Change::CodeVersion { then, now })
    } else {
        None
    }
}

/// The place of the newest run of the file `text`, or else of the one name that begins with `text`: of several, of the one that is
/// no stage of another.
fn by_prefix(text: &str, names: &[&str], runs: &[Run]) -> Result<usize, StoreError> {
    let begins = |name: &str| !text.is_empty() && name.starts_with(text);
    let mut matching: Vec<usize> = (0..names.len()).filter(|&place| begins(names[place])).collect();
    let narrow = |matching: &mut Vec<usize>, is_meant: &dyn Fn(usize) -> bool| {
        if matching.iter().any(|&place| is_meant(place)) {
            matching.retain(|&place| is_meant(place));
        }
    };
    // Of several runs of one file, the newest is meant.
    let is_of_file = |place: usize| names[place] == format!("{text}-{}", runs[place].id);
    if let Some(&newest) = matching.iter().rev().find(|&&place| is_of_file(place)) {
        return Ok(newest);
    }
    narrow(&mut matching, &|place| runs[place].parent.is_none());
    match matching[..] {
        [place] => Ok(place),
        [] => Err(StoreError::NoSuchRun { text: shown(text), hint: hint(text, names) }),
        _ => Err(StoreError::SeveralRuns {
            text: shown(text),
            names: matching.iter().rev().take(MOST_NAMED).map(|&place| names[place].to_owned()).collect(),
        }),
    }
}

/// What there is instead of `text`: names that contain it, else the one most like it, else the latest runs.
fn hint(text: &str, names: &[&str]) -> String {
    let latest = || names.iter().rev().copied();
    let containing: Vec<&str> =
        latest().filter(|name| !text.is_empty() && name.contains(text)).take(MOST_NAMED).collect();
    if !containing.is_empty() {
        format!("; did you mean {}?", containing.join(" or "))
    } else if let Some(name) = nearest(text, latest()) {
        format!("; did you mean {name}?")
    } else if names.is_empty() {
        "; the store has no runs yet".to_owned()
    } else {
        format!("; the latest are {}", latest().take(MOST_NAMED).collect::<Vec<_>>().join(", "))
    }
}
