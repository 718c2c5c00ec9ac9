//! A finished game, and reading many of them.

use std::vec;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};
use zermelo_game::{Outcome, Player};

use crate::{RunId, Store, StoreError};

/// A finished game of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its place in the run's schedule, and so its id within the run. At most `i64::MAX`.
    pub index: u64,
    /// The agent who moved first, by index.
    pub first: u32,
    /// The agent who moved second, by index.
    pub second: u32,
    /// The opening it began from, by index.
    pub opening: u32,
    /// Which round of the schedule it belongs to.
    pub round: u32,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended, in a short word such as `home` or `crash`. A store has few different ones.
    pub reason: String,
    /// How many moves were made, by both together and after the opening.
    pub plies: u32,
    /// The moves as bytes. The store does not look into them.
    pub moves: Vec<u8>,
    /// Positions searched, by the player who moved first and by the other.
    pub nodes: [u64; 2],
    /// Time spent, in microseconds, by the player who moved first and by the other. The one thing here that another
    /// try need not repeat.
    pub micros: [u64; 2],
}

/// How many games are read at a time.
const CHUNK: usize = 1024;

/// What [`from_row`] reads, in its order.
const COLUMNS: &str = "idx, first, second, opening, round, outcome, word, plies, moves, \
    nodes_first, nodes_second, micros_first, micros_second";

/// The statements that add games, made once for a batch.
pub(crate) struct Inserter<'c> {
    insert: Statement<'c>,
    compare: Statement<'c>,
}

impl<'c> Inserter<'c> {
    pub(crate) fn new(connection: &'c Connection) -> rusqlite::Result<Inserter<'c>> {
        let insert = connection.prepare(
            "INSERT INTO game (run, idx, first, second, opening, round, outcome, reason, plies,
                 nodes_first, nodes_second, moves, micros_first, micros_second)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT DO NOTHING",
        )?;
        let compare = connection.prepare(
            "SELECT EXISTS (SELECT 1 FROM game WHERE run = ?1 AND idx = ?2 AND first = ?3 AND second = ?4
                 AND opening = ?5 AND round = ?6 AND outcome = ?7 AND reason = ?8 AND plies = ?9
                 AND nodes_first = ?10 AND nodes_second = ?11 AND moves = ?12)",
        )?;
        Ok(Inserter { insert, compare })
    }

    /// Adds a game; `false` if a different one has this index. The index must fit.
    pub(crate) fn insert(&mut self, run: RunId, game: &GameRow, reason: i64) -> rusqlite::Result<bool> {
        let index = game.index.cast_signed();
        let outcome = code(game.outcome);
        let nodes = game.nodes.map(u64::cast_signed);
        let micros = game.micros.map(u64::cast_signed);
        let n_inserted = self.insert.execute(params![
            run.0,
            index,
            game.first,
            game.second,
            game.opening,
            game.round,
            outcome,
            reason,
            game.plies,
            nodes[0],
            nodes[1],
            game.moves,
            micros[0],
            micros[1],
        ])?;
        if n_inserted == 1 {
            return Ok(true);
        }
        // Times are left out: they are the one thing that differs when the same game is played twice.
        self.compare.query_row(
            params![
                run.0,
                index,
                game.first,
                game.second,
                game.opening,
                game.round,
                outcome,
                reason,
                game.plies,
                nodes[0],
                nodes[1],
                game.moves,
            ],
            |row| row.get(0),
        )
    }
}

/// The number of a reason, which is given one if it has none yet.
pub(crate) fn reason_id(connection: &Connection, word: &str) -> rusqlite::Result<i64> {
    connection.execute("INSERT INTO reason (word) VALUES (?1) ON CONFLICT DO NOTHING", [word])?;
    connection.query_row("SELECT id FROM reason WHERE word = ?1", [word], |row| row.get(0))
}

/// One game, if it is there.
pub(crate) fn select_one(
    connection: &Connection,
    run: RunId,
    index: u64,
) -> rusqlite::Result<Option<GameRow>> {
    // An index that does not fit is not there.
    let Ok(index) = i64::try_from(index) else { return Ok(None) };
    let query = format!(
        "SELECT {COLUMNS} FROM game JOIN reason ON reason.id = game.reason WHERE run = ?1 AND idx = ?2"
    );
    connection.query_row(&query, params![run.0, index], from_row).optional()
}

/// The games of a run in the order of their indices: [`Store::games`].
///
/// Reads a thousand games at a time and holds no lock in between, so a slow listener keeps no writer waiting. Of a run that
/// is being written it may therefore show games that were added after the reading began.
#[derive(Debug)]
pub struct Games<'s> {
    store: &'s Store,
    run: RunId,
    /// The least index not read yet; `None` once everything is.
    next: Option<i64>,
    read: vec::IntoIter<GameRow>,
}

impl<'s> Games<'s> {
    pub(crate) fn new(store: &'s Store, run: RunId) -> Games<'s> {
        Games { store, run, next: Some(0), read: Vec::new().into_iter() }
    }

    fn read_chunk(&mut self, from: i64) -> rusqlite::Result<Vec<GameRow>> {
        // The cross join keeps the order of the loops: games first, and to each its reason.
        let query = format!(
            "SELECT {COLUMNS} FROM game CROSS JOIN reason ON reason.id = game.reason
             WHERE run = ?1 AND idx >= ?2 ORDER BY idx LIMIT {CHUNK}"
        );
        let mut statement = self.store.connection().prepare(&query)?;
        statement.query_map(params![self.run.0, from], from_row)?.collect()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRow, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(game) = self.read.next() {
            return Some(Ok(game));
        }
        let from = self.next?;
        match self.read_chunk(from) {
            Ok(games) => {
                let last = games.last().filter(|_| games.len() == CHUNK);
                self.next = last.and_then(|game| game.index.cast_signed().checked_add(1));
                self.read = games.into_iter();
                self.read.next().map(Ok)
            }
            Err(error) => {
                self.next = None;
                Some(Err(self.store.told("read", &error)))
            }
        }
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let count = |column: usize| row.get::<_, i64>(column).map(i64::cast_unsigned);
    Ok(GameRow {
        index: count(0)?,
        first: row.get(1)?,
        second: row.get(2)?,
        opening: row.get(3)?,
        round: row.get(4)?,
        outcome: outcome(row.get(5)?)?,
        reason: row.get(6)?,
        plies: row.get(7)?,
        moves: row.get(8)?,
        nodes: [count(9)?, count(10)?],
        micros: [count(11)?, count(12)?],
    })
}

const fn code(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => 2,
    }
}

fn outcome(code: i64) -> rusqlite::Result<Outcome> {
    match code {
        0 => Ok(Outcome::Draw),
        1 => Ok(Outcome::Win(Player::First)),
        2 => Ok(Outcome::Win(Player::Second)),
        _ => {
            let problem = format!("a game has the outcome {code}, which does not exist").into();
            Err(rusqlite::Error::FromSqlConversionFailure(5, Type::Integer, problem))
        }
    }
}
