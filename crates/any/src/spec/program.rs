//! The text of another program that plays.

use std::time::Duration;

use zermelo_game::{Budget, ParameterError, Parameters};

use super::budget::{read_budget, read_time};

/// The protocol's dialects: the same skeleton, greeted by another word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Any game; a distance to the end counts plies.
    #[default]
    Ugi,
    /// Chess; a distance counts moves of the winner.
    Uci,
    /// Ataxx, otherwise as chess.
    Uai,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 3] = [Dialect::Ugi, Dialect::Uci, Dialect::Uai];

    /// The greeting, which begins the other words too: `ugiok`, `uginewgame`.
    pub const fn word(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
            Dialect::Uai => "uai",
        }
    }

    /// The dialect of a greeting.
    pub fn read(word: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.word() == word)
    }
}

/// Another program that plays, with one limit for each move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProgramSpec {
    /// The command that starts it.
    pub command: String,
    /// The dialect it is greeted in.
    pub dialect: Dialect,
    /// How long it may take to start.
    pub start: Duration,
    /// How long it may be silent.
    pub stall: Duration,
    /// How late its answer may be.
    pub margin: Duration,
    /// The file that keeps the conversation.
    pub log: Option<String>,
    /// The limit of a move.
    pub budget: Budget,
}

/// Longer than anyone waits, and short enough to be added to a time of day.
const FOREVER: Duration = Duration::from_secs(1_000_000_000);

impl ProgramSpec {
    pub(crate) fn read(parameters: &mut Parameters) -> Result<ProgramSpec, ParameterError> {
        let command = parameters.plain().unwrap_or_default();
        let budget = read_budget(parameters)?;
        let Budget { depth, nodes, time, clock, .. } = &budget;
        let limits = [depth.is_some(), nodes.is_some(), time.is_some(), clock.is_some()];
        if limits.into_iter().filter(|&is| is).count() > 1 {
            let problem = "an engine takes one limit: `nodes=`, `depth=`, `time=` or `clock=`";
            return Err(ParameterError::new(problem));
        }
        let mut time = |name, default| match parameters.word(name) {
            None => Ok(Duration::from_millis(default)),
            Some(text) => read_time(name, &text).map(|time| time.min(FOREVER)),
        };
        let (start, stall, margin) = (time("start", 10_000)?, time("stall", 10_000)?, time("margin", 50)?);
        let dialect = match parameters.word("protocol") {
            None => Dialect::default(),
            Some(word) => Dialect::read(&word)
                .ok_or_else(|| ParameterError::new(format!("`protocol={word}`: expected ugi, uci or uai")))?,
        };
        let log = parameters.word("log");
        Ok(ProgramSpec { command, dialect, start, stall, margin, log, budget })
    }
}
