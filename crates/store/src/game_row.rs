//! A finished game, and reading many of them.

use std::vec;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Statement, ToSql, params};
use zermelo_game::shown;
use zermelo_game::{Outcome, Player};

use crate::checksum::{GAME, InOrder, REASON, Summer, bad_record, checksum, count, number, text};
use crate::tally::{Added, Tally, all_there};
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

/// The statements that add games, made once for a batch.
pub(crate) struct Inserter<'c> {
    insert: Statement<'c>,
    compare: Statement<'c>,
    summer: Summer,
}

impl<'c> Inserter<'c> {
    pub(crate) fn new(connection: &'c Connection) -> rusqlite::Result<Inserter<'c>> {
        let insert = connection.prepare(
            "INSERT INTO game (run, idx, first, second, opening, round, outcome, reason, plies,
                 nodes_first, nodes_second, micros_first, micros_second, moves, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15) ON CONFLICT DO NOTHING",
        )?;
        // Times are left out: they are the one thing that differs when the same game is played twice.
        let compare = connection.prepare(
            "SELECT EXISTS (SELECT 1 FROM game WHERE run = ?1 AND idx = ?2 AND first = ?3 AND second = ?4
                 AND opening = ?5 AND round = ?6 AND outcome = ?7 AND reason = ?8 AND plies = ?9
                 AND nodes_first = ?10 AND nodes_second = ?11 AND moves = ?12)",
        )?;
        Ok(Inserter { insert, compare, summer: Summer::default() })
    }

    /// Adds a game. The index must fit.
    pub(crate) fn insert(&mut self, run: RunId, game: &GameRow, reason: i64) -> rusqlite::Result<Added> {
        let numbers = [
            i64::from(run.0),
            game.index.cast_signed(),
            i64::from(game.first),
            i64::from(game.second),
            i64::from(game.opening),
            i64::from(game.round),
            code(game.outcome),
            reason,
            i64::from(game.plies),
            game.nodes[0].cast_signed(),
            game.nodes[1].cast_signed(),
            game.micros[0].cast_signed(),
            game.micros[1].cast_signed(),
        ];
        let mut values = [ValueRef::Blob(&game.moves); 14];
        for (value, number) in values.iter_mut().zip(numbers) {
            *value = ValueRef::Integer(number);
        }
        let sum = self.summer.sum(&GAME, &values);
        for (place, number) in (1..).zip(numbers) {
            self.insert.raw_bind_parameter(place, number)?;
        }
        self.insert.raw_bind_parameter(14, &game.moves)?;
        self.insert.raw_bind_parameter(15, sum)?;
        let n_inserted = self.insert.raw_execute()?;
        Added::of(n_inserted, || {
            for (place, number) in (1..).zip(&numbers[..11]) {
                self.compare.raw_bind_parameter(place, number)?;
            }
            self.compare.raw_bind_parameter(12, &game.moves)?;
            let mut rows = self.compare.raw_query();
            rows.next()?.map_or(Ok(false), |row| row.get(0))
        })
    }
}

/// The number of a reason, which is given one if it has none yet.
pub(crate) fn reason_id(connection: &Connection, word: &str) -> rusqlite::Result<i64> {
    let query = format!("SELECT {} FROM reason WHERE word = ?1", REASON.select());
    let from_row = |row: &Row<'_>| -> rusqlite::Result<i64> {
        let [id, found] = Summer::default().verify(&REASON, row)?;
        // What leads from a word to its row may be damaged, too.
        if text(found)? != word {
            return Err(bad_record(format!("reason `{}` cannot be found by its word", shown(word))));
        }
        count(id).map(u64::cast_signed)
    };
    if let Some(id) = connection.query_row(&query, [word], from_row).optional()? {
        return Ok(id);
    }
    let next = "SELECT coalesce(max(id), 0) + 1 FROM reason";
    let id: i64 = connection.query_row(next, [], |row| row.get(0))?;
    let sum = checksum(&REASON, &[ValueRef::Integer(id), word.into()]);
    connection.execute("INSERT INTO reason VALUES (?1, ?2, ?3)", params![id, word, sum])?;
    Ok(id)
}

/// The words of all reasons by their numbers.
fn reasons(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut summer = Summer::default();
    connection
        .prepare(&format!("SELECT {} FROM reason", REASON.select()))?
        .query_map([], |row| {
            let [id, word] = summer.verify(&REASON, row)?;
            Ok((count(id)?.cast_signed(), text(word)?))
        })?
        .collect()
}

/// Reads games: knows the words of the reasons, and reads them again when it meets a new one.
#[derive(Debug, Default)]
struct Reader {
    /// So few that looking through them is faster than a table.
    reasons: Vec<(i64, String)>,
    summer: Summer,
    /// How many games were read the last time.
    n_expected: usize,
}

/// The statement that finds games for which this holds.
fn games_which<'c>(connection: &'c Connection, which: &str) -> rusqlite::Result<Statement<'c>> {
    connection.prepare(&format!("SELECT {} FROM game WHERE {which}", GAME.select()))
}

impl Reader {
    fn word(&self, reason: i64) -> Option<&String> {
        self.reasons.iter().find(|(id, _)| *id == reason).map(|(_, word)| word)
    }

    /// The games that a statement of [`games_which`] finds with these values.
    fn rows(
        &mut self,
        connection: &Connection,
        statement: &mut Statement<'_>,
        values: &[&dyn ToSql],
    ) -> rusqlite::Result<Vec<GameRow>> {
        let mut games = Vec::with_capacity(self.n_expected);
        let mut unknown = Vec::new();
        let mut rows = statement.query(values)?;
        while let Some(row) = rows.next()? {
            let (mut game, reason) = from_row(row, &mut self.summer)?;
            match self.word(reason) {
                Some(word) => game.reason.clone_from(word),
                None => unknown.push((games.len(), reason)),
            }
            games.push(game);
        }
        self.n_expected = games.len();
        if !unknown.is_empty() {
            // Read after the games, so that the word of every game is there.
            self.reasons = reasons(connection)?;
        }
        for (place, reason) in unknown {
            let game: &mut GameRow = &mut games[place];
            let word = self.word(reason).ok_or_else(|| {
                bad_record(format!("game {} has the reason {reason}, which is not there", game.index))
            })?;
            game.reason.clone_from(word);
        }
        Ok(games)
    }
}

/// One game, if it is there.
pub(crate) fn select_one(
    connection: &Connection,
    run: RunId,
    index: u64,
) -> rusqlite::Result<Option<GameRow>> {
    // An index that does not fit is not there.
    let Ok(place) = i64::try_from(index) else { return Ok(None) };
    let mut reader = Reader::default();
    let mut find = |which: &str| {
        let mut statement = games_which(connection, which)?;
        reader.rows(connection, &mut statement, &[&run.0, &place]).map(|mut games| games.pop())
    };
    let here = "run = ?1 AND idx = ?2";
    let found = find(here)?;
    if found.is_none() {
        // A game that is not found may be one whose index was damaged: then it stands beside this place, or the indices are
        // out of order.
        let indices = indices(connection, run)?;
        find("run = ?1 AND idx > ?2 ORDER BY idx LIMIT 1")?;
        find("run = ?1 AND idx < ?2 ORDER BY idx DESC LIMIT 1")?;
        // It may also have been added just now.
        if indices.binary_search(&index).is_ok() {
            return find(here);
        }
    }
    Ok(found)
}

/// The indices of all games of a run, in order.
pub(crate) fn indices(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<u64>> {
    let written = Tally::select(connection, run)?.games;
    let mut order = InOrder::default();
    let indices: Vec<u64> = connection
        .prepare("SELECT idx FROM game WHERE run = ?1 ORDER BY idx")?
        .query_map([run.0], |row| {
            let index = row.get::<_, i64>(0)?.cast_unsigned();
            order.see(&GAME, index)?;
            Ok(index)
        })?
        .collect::<rusqlite::Result<_>>()?;
    all_there(&GAME, run, written, indices.len() as u64)?;
    Ok(indices)
}

/// The games of a run in the order of their indices: [`Store::games`].
///
/// Reads a thousand games at a time and holds no lock in between, so a slow listener keeps no writer waiting. Of a run that
/// is being written it may therefore show games that were added after the reading began. If games are missing, an error ends
/// it: who reads to the end has all.
#[derive(Debug)]
pub struct Games<'s> {
    store: &'s Store,
    run: RunId,
    /// The least index not read yet; `None` once everything is.
    next: Option<i64>,
    read: vec::IntoIter<GameRow>,
    reader: Reader,
    /// Made once for all chunks.
    statement: Option<Statement<'s>>,
    order: InOrder<u64>,
    /// How many games there were when the reading began.
    written: Option<u64>,
    n_read: u64,
}

impl<'s> Games<'s> {
    pub(crate) fn new(store: &'s Store, run: RunId) -> Games<'s> {
        let read = Vec::new().into_iter();
        Games {
            store,
            run,
            next: Some(0),
            read,
            reader: Reader::default(),
            statement: None,
            order: InOrder::default(),
            written: None,
            n_read: 0,
        }
    }

    fn read_chunk(&mut self, from: i64) -> rusqlite::Result<Vec<GameRow>> {
        let connection = self.store.connection();
        // Asked before the first game is read: a run that is being written only grows.
        let written = match self.written {
            Some(written) => written,
            None => Tally::select(connection, self.run)?.games,
        };
        self.written = Some(written);
        let statement = match &mut self.statement {
            Some(statement) => statement,
            none => none.insert(games_which(connection, "run = ?1 AND idx >= ?2 ORDER BY idx LIMIT ?3")?),
        };
        let games = self.reader.rows(connection, statement, &[&self.run.0, &from, &(CHUNK as i64)])?;
        games.iter().try_for_each(|game| self.order.see(&GAME, game.index))?;
        self.n_read += games.len() as u64;
        let last = games.last().filter(|_| games.len() == CHUNK);
        self.next = last.and_then(|game| game.index.cast_signed().checked_add(1));
        if self.next.is_none() {
            all_there(&GAME, self.run, written, self.n_read)?;
        }
        Ok(games)
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

/// A game without the word of its reason, and the reason's number.
fn from_row(row: &Row<'_>, summer: &mut Summer) -> rusqlite::Result<(GameRow, i64)> {
    let [
        _,
        index,
        first,
        second,
        opening,
        round,
        outcome_code,
        reason,
        plies,
        nodes_first,
        nodes_second,
        micros_first,
        micros_second,
        moves,
    ] = summer.verify(&GAME, row)?;
    let game = GameRow {
        index: count(index)?,
        first: number(first)?,
        second: number(second)?,
        opening: number(opening)?,
        round: number(round)?,
        outcome: outcome(count(outcome_code)?)?,
        reason: String::new(),
        plies: number(plies)?,
        moves: moves.as_blob().map_err(|error| bad_record(error.to_string()))?.to_vec(),
        nodes: [count(nodes_first)?, count(nodes_second)?],
        micros: [count(micros_first)?, count(micros_second)?],
    };
    Ok((game, count(reason)?.cast_signed()))
}

const fn code(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => 2,
    }
}

fn outcome(code: u64) -> rusqlite::Result<Outcome> {
    match code {
        0 => Ok(Outcome::Draw),
        1 => Ok(Outcome::Win(Player::First)),
        2 => Ok(Outcome::Win(Player::Second)),
        _ => Err(bad_record(format!("a game has the outcome {code}, which does not exist"))),
    }
}
