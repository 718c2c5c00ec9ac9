//! A game with a person in it, and how it comes into the store.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use zermelo_game::shown;
use zermelo_game::{Forfeit, Outcome, Player};
use zermelo_store::{
    AgentRow, EventRow, GameRow, NewRun, OpenRun, OpeningRow, Run, RunId, Store, StoreError,
};

use zermelo_catalog::{OpenGame, RequestError, catalog};
use zermelo_kind::{game_of, game_texts};
use zermelo_runner::game_runner::encode_game;

/// How much a person has played the game before, as the Milestone study asked its people: in their own words, not by
/// their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Experience {
    /// A game or a few, enough to know the rules.
    Beginner,
    /// Five games or more, enough for ideas of one's own.
    Intermediate,
    /// More than fifteen games.
    Advanced,
}

impl Experience {
    /// All of them, the least first.
    pub const ALL: [Experience; 3] = [Experience::Beginner, Experience::Intermediate, Experience::Advanced];

    /// The name in every machine-readable output, and what people type.
    pub const fn id(self) -> &'static str {
        match self {
            Experience::Beginner => "beginner",
            Experience::Intermediate => "intermediate",
            Experience::Advanced => "advanced",
        }
    }

    /// What it takes.
    pub const fn meaning(self) -> &'static str {
        match self {
            Experience::Beginner => "fewer than 5 games before",
            Experience::Intermediate => "5 games or more",
            Experience::Advanced => "more than 15 games",
        }
    }
}

impl FromStr for Experience {
    type Err = String;

    fn from_str(text: &str) -> Result<Experience, String> {
        let word = text.trim().to_lowercase();
        Experience::ALL.into_iter().find(|experience| experience.id() == word).ok_or_else(|| {
            let known = Experience::ALL.map(|one| format!("{} ({})", one.id(), one.meaning()));
            format!("`{}`: expected {}", shown(text), known.join(", "))
        })
    }
}

/// Who sits at a side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Seat {
    /// A person.
    Person {
        /// What the person is called.
        name: String,
        /// What the person said of their experience, if anything.
        experience: Option<Experience>,
    },
    /// An agent, by its text.
    Agent(String),
}

/// What a person is in the list of a run's agents.
const PERSON: &str = "person";

impl Seat {
    /// A person.
    pub fn person(name: impl Into<String>, experience: Option<Experience>) -> Seat {
        Seat::Person { name: name.into(), experience }
    }

    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        matches!(self, Seat::Person { .. })
    }

    /// As it stands among the agents of a run.
    fn row(&self, index: u32) -> AgentRow {
        let (name, text) = match self {
            Seat::Person { name, experience: None } => (name.trim(), PERSON.to_owned()),
            Seat::Person { name, experience: Some(experience) } => {
                (name.trim(), format!("{PERSON}(experience={})", experience.id()))
            }
            Seat::Agent(agent) => (agent.trim(), agent.trim().to_owned()),
        };
        AgentRow { index, name: name.to_owned(), text }
    }

    /// Who stands among the agents of a run.
    pub fn of(row: &AgentRow) -> Seat {
        let experience = row.text.strip_prefix(PERSON).and_then(|rest| match rest {
            "" => Some(None),
            _ => rest.strip_prefix("(experience=")?.strip_suffix(')')?.parse().ok().map(Some),
        });
        match experience {
            Some(experience) => Seat::Person { name: row.name.clone(), experience },
            None => Seat::Agent(row.text.clone()),
        }
    }

    fn check(&self) -> Result<(), RequestError> {
        const LONGEST: usize = 80;
        let name = match self {
            Seat::Person { name, .. } => name.trim(),
            Seat::Agent(agent) => agent.trim(),
        };
        let problem = if name.is_empty() {
            "every player needs a name".to_owned()
        } else if self.is_person() && name.chars().count() > LONGEST {
            format!("the name `{}` has more than {LONGEST} letters", shown(name))
        } else if name.chars().any(char::is_control) {
            format!("the name `{}` contains control characters", shown(name))
        } else {
            return Ok(());
        };
        Err(RequestError::PersonGame(problem))
    }
}

/// A game with a person in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonGame {
    /// The game's id.
    pub game: String,
    /// Where it began: moves from the start, or a position; empty for the start.
    pub opening: String,
    /// The moves after that, in the game's notation.
    pub moves: Vec<String>,
    /// Who moved first.
    pub first: Seat,
    /// Who moved second.
    pub second: Seat,
    /// Who did not play to the end, and how; `None` if the game ended by its rules.
    pub quit: Option<(Player, Forfeit)>,
    /// How often moves were taken back. Such a game is kept, but does not count.
    pub taken_back: u32,
    /// How often a person had a move suggested. Such a game is kept, but does not count.
    pub hints: u32,
    /// Time spent in microseconds by who moved first and by the other; 0 if nobody measured it.
    pub micros: [u64; 2],
}

impl PersonGame {
    /// A game from the start that ended by its rules, without help.
    pub fn new(game: impl Into<String>, first: Seat, second: Seat, moves: Vec<String>) -> PersonGame {
        PersonGame {
            game: game.into(),
            opening: String::new(),
            moves,
            first,
            second,
            quit: None,
            taken_back: 0,
            hints: 0,
            micros: [0; 2],
        }
    }
}

/// Where a game is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameId {
    /// The run's name.
    pub run: String,
    /// The game's number in it.
    pub index: u64,
}

impl fmt::Display for GameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "game {} of {}", self.index, self.run)
    }
}

/// What is known of a game besides its moves: the event with its number.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Circumstances {
    /// When it ended, in seconds since 1970.
    pub ended: u64,
    /// The version of the program, and so of the rules.
    pub code_version: String,
    /// How often moves were taken back.
    pub taken_back: u32,
    /// How often a person had a move suggested.
    pub hints: u32,
}

/// What events of games are called.
pub(super) const EVENT: &str = "person-game";

/// Keeps a game, after it has been played again: nothing that breaks the rules comes into the store.
pub fn record(store: &Store, game: &PersonGame) -> Result<GameId, RequestError> {
    let rules = catalog::open(&game.game)?;
    let seats = [&game.first, &game.second];
    seats.iter().try_for_each(|seat| seat.check())?;
    if !seats.iter().any(|seat| seat.is_person()) {
        let problem = "no person plays in it: use `zermelo run` to store matches of agents";
        return Err(RequestError::PersonGame(problem.to_owned()));
    }
    let (moves, ending) = encode_game(&rules, &game.opening, &game.moves)?;
    let (outcome, reason) = match (&ending, game.quit) {
        (Some(ending), None) => (ending.outcome, ending.reason),
        (None, Some((player, quit))) => (Outcome::Win(player.other()), quit.id()),
        (None, None) => {
            let problem = "it is not over: finish it, or state who resigned".to_owned();
            return Err(RequestError::PersonGame(problem));
        }
        (Some(ending), Some(_)) => {
            let problem = format!("a finished game cannot be resigned ({})", ending.sentence);
            return Err(RequestError::PersonGame(problem));
        }
    };
    let mut run = take_up(store, &rules)?;
    let first = place_of(store, &mut run, &game.first)?;
    let second = place_of(store, &mut run, &game.second)?;
    let row = GameRow {
        index: store.n_games(run.id())?,
        first,
        second,
        opening: opening_of(store, &mut run, game.opening.trim())?,
        round: 0,
        outcome,
        reason: reason.to_owned(),
        plies: game.moves.len() as u32,
        moves,
        nodes: [0; 2],
        micros: game.micros,
    };
    let id = GameId { run: run.run().name.clone(), index: row.index };
    // The game first: of one without circumstances only these are unknown.
    run.append_games(std::slice::from_ref(&row))?;
    let circumstances = Circumstances {
        ended: now(),
        code_version: store.code_version().to_owned(),
        taken_back: game.taken_back,
        hints: game.hints,
    };
    let json = serde_json::to_string(&circumstances).expect("circumstances are texts and numbers");
    run.append_event(EventRow { seq: row.index, kind: EVENT.to_owned(), json })?;
    Ok(id)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The run of people's games of this game, held for writing; it begins with the first game.
fn take_up(store: &Store, game: &OpenGame) -> Result<OpenRun, RequestError> {
    let id = game.id();
    let is_it = |run: &Run| run.is_endless() && game_of(&run.experiment, &run.name).is_ok_and(|of| of == id);
    if let Some(run) = store.runs()?.into_iter().find(is_it) {
        return hold(store, run.id);
    }
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let experiment = format!(
        "kind = \"{}\"\ntitle = {}\ngame = {}\n{}",
        Run::ENDLESS,
        quoted(&format!("People at {}", game.title())),
        quoted(&id),
        game_texts::table_for(game)
    );
    let new = NewRun {
        stem: format!("{}-{}", Run::ENDLESS, id.replace('~', "-")),
        kind: Run::ENDLESS.to_owned(),
        experiment,
        seed: 0,
        code_version: store.code_version().to_owned(),
        created: now(),
        stage_of: None,
    };
    // Somebody else may begin one at the same time: the first is everybody's.
    match store.begin_run_unless(&new, is_it)? {
        Ok(begun) => Ok(begun),
        Err(first) => hold(store, first.id),
    }
}

/// Takes up a run. Others hold it for the moment that it takes to keep a game, so we try for some seconds.
fn hold(store: &Store, run: RunId) -> Result<OpenRun, RequestError> {
    // Each try waits a little itself.
    const TRIES: usize = 50;
    for _ in 1..TRIES {
        match store.open_run(run) {
            Err(StoreError::RunIsHeld { .. }) => {}
            taken => return Ok(taken?),
        }
    }
    Ok(store.open_run(run)?)
}

/// The place of a seat among the run's agents, where it is put if it is new.
fn place_of(store: &Store, run: &mut OpenRun, seat: &Seat) -> Result<u32, RequestError> {
    let known = store.agents(run.id())?;
    let row = seat.row(known.len() as u32);
    if let Some(known) = known.iter().find(|known| (&known.name, &known.text) == (&row.name, &row.text)) {
        return Ok(known.index);
    }
    run.add_agents(std::slice::from_ref(&row))?;
    Ok(row.index)
}

/// The place of an opening in the run, where it is put if it is new.
fn opening_of(store: &Store, run: &mut OpenRun, text: &str) -> Result<u32, RequestError> {
    let known = store.openings(run.id())?;
    if let Some(known) = known.iter().find(|known| known.text == text) {
        return Ok(known.index);
    }
    let row = OpeningRow { index: known.len() as u32, text: text.to_owned() };
    run.add_openings(std::slice::from_ref(&row))?;
    Ok(row.index)
}
