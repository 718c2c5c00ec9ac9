//! What can be wrong with a request, told so that a person knows what to do about it.

use thiserror::Error;
use zermelo_any::problem::{Problem, render_all};
use zermelo_any::{AgentError, Refusal};
use zermelo_game::shown;
use zermelo_game::{MoveError, ParameterError, PositionError};
use zermelo_store::StoreError;

/// A request that cannot be carried out as it was made.
#[derive(Clone, Debug, Error)]
pub enum RequestError {
    /// The program has no games at all: a mistake of the program, not of a request.
    #[error("this program has registered no games: call `zermelo_catalog::register` before opening one")]
    NoFamilies,
    /// No game has this id.
    #[error("there is no game `{}`{hint}", shown(id))]
    UnknownGame {
        /// The id.
        id: String,
        /// The nearest one, or all there are.
        hint: String,
    },
    /// The game exists, but not with these parameters.
    #[error("`{}`: {source}; see `zermelo games {family}`", shown(id))]
    BadParameters {
        /// The id.
        id: String,
        /// The family it belongs to.
        family: &'static str,
        /// What is wrong with them.
        source: ParameterError,
    },
    /// An agent, an evaluator or a policy cannot be opened.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of a list cannot be played.
    #[error("move {number}: {source}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        source: MoveError,
    },
    /// A match cannot begin as it should.
    #[error("in {game}, {plies} random plies almost always end the game: give fewer opening plies")]
    NoOpening {
        /// The game.
        game: String,
        /// How many plies the openings should have.
        plies: u32,
    },
    /// No opening is level enough.
    #[error(
        "in {game}, hardly any opening of {plies} random plies is within {within} of even: raise `within`, or use \
         another judge"
    )]
    NoLevelOpening {
        /// The game.
        game: String,
        /// How many plies the openings should have.
        plies: u32,
        /// How far from even they may be.
        within: f64,
    },
    /// An opening of a list cannot be used.
    #[error("the opening `{}` ends the game", shown(text))]
    Opening {
        /// Its text.
        text: String,
    },
    /// An experiment file cannot be used.
    #[error("{place}: {problem}")]
    Experiment {
        /// The file.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
    /// What a file names cannot be used.
    #[error("{place}: {error}")]
    InFile {
        /// The file, and the line if it is known.
        place: String,
        /// What is wrong with it.
        error: Box<RequestError>,
    },
    /// Nothing can be learnt as it was asked for.
    #[error("{0}")]
    Learning(String),
    /// A game file cannot be used.
    #[error("{place}: {problem}")]
    GameFile {
        /// The file.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A game written as text makes no sense. The message has a line or more for each problem.
    #[error("{}", render_all(problems, place, text).trim_end())]
    GameText {
        /// The file, or what else the text is called.
        place: String,
        /// The text.
        text: String,
        /// What is wrong with it, in the order of the text.
        problems: Vec<Problem>,
    },
    /// A game that a person played cannot be kept.
    #[error("this game cannot be stored: {0}")]
    PersonGame(String),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored game cannot be played again.
    #[error(
        "game {game} cannot be replayed beyond its first {ply} moves: the store is damaged, or the rules have \
         changed since; use the version of Zermelo that `zermelo runs --json` shows"
    )]
    Record {
        /// Its index in the run.
        game: u64,
        /// How many of its moves make sense.
        ply: u32,
    },
    /// A run has no games.
    #[error("run {run} has no games yet; resume it with `zermelo run FILE --resume`")]
    NoGames {
        /// The run.
        run: String,
    },
    /// Somebody stopped the match before its end.
    #[error("the match was stopped")]
    MatchStopped,
}

impl RequestError {
    /// An agent's text that cannot be used.
    pub fn bad_agent(text: &str, source: ParameterError) -> RequestError {
        RequestError::Agent(AgentError::agent(text, source))
    }

    /// A game written as text that makes no sense.
    pub fn game_text(place: &str, text: &str, problems: Vec<Problem>) -> RequestError {
        RequestError::GameText { place: place.to_owned(), text: text.to_owned(), problems }
    }

    /// An agent or a file that asks for what is not permitted.
    pub fn forbidden(text: &str, refusal: Refusal) -> RequestError {
        RequestError::Agent(AgentError::forbidden(text, &refusal))
    }

    /// A stored game that makes sense up to this ply only.
    pub fn record(game: u64, ply: u32) -> RequestError {
        RequestError::Record { game, ply }
    }

    /// The same with the part of a file that it is about, such as a key.
    #[must_use]
    pub fn within(self, place: impl Into<String>) -> RequestError {
        RequestError::InFile { place: place.into(), error: Box::new(self) }
    }

    /// What is wrong, without the file that it stands in.
    pub fn cause(&self) -> &RequestError {
        match self {
            RequestError::InFile { error, .. } => error.cause(),
            cause => cause,
        }
    }

    /// The kind of error in a word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            RequestError::NoFamilies => "no-families",
            RequestError::UnknownGame { .. } => "unknown-game",
            RequestError::BadParameters { .. } => "bad-parameters",
            RequestError::Agent(error) => error.kind(),
            RequestError::Position(_) => "unreadable-position",
            RequestError::Move { source, .. } => move_error_kind(source),
            RequestError::NoOpening { .. } | RequestError::NoLevelOpening { .. } => "no-opening",
            RequestError::Opening { .. } => "bad-opening",
            RequestError::GameFile { .. } | RequestError::Experiment { .. } => "bad-file",
            RequestError::InFile { error, .. } => error.kind(),
            RequestError::GameText { .. } => "bad-game-text",
            RequestError::Learning(_) => "learning",
            RequestError::PersonGame(_) => "bad-game",
            RequestError::Store(_) => "store",
            RequestError::Record { .. } => "bad-record",
            RequestError::NoGames { .. } => "no-games",
            RequestError::MatchStopped => "stopped",
        }
    }
}

/// The kind of a move's error in a word for machines.
fn move_error_kind(error: &MoveError) -> &'static str {
    match error {
        MoveError::Unreadable { .. } => "unreadable-move",
        MoveError::Illegal { .. } => "illegal-move",
        MoveError::GameOver { .. } => "game-over",
    }
}
