//! Lines of play that are too long for an address: kept under a short name that follows from what they are, so that the same line
//! has the same name in every store.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};
use zermelo_game::zobrist::mix;

use crate::checksum::{LINE, Summer, checksum, text};

/// A line of play: a game, where it began, and what was played. All are texts that the store does not look into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRow {
    /// The game's id.
    pub game: String,
    /// The position it began from; empty for the game's start.
    pub position: String,
    /// The moves.
    pub moves: String,
}

/// The letters of names: none that is easily taken for another.
const LETTERS: [u8; 32] = *b"0123456789abcdefghjkmnpqrstvwxyz";

impl LineRow {
    /// Its name. Two lines in some billions have the same one: the later of them takes the next `attempt`.
    pub(crate) fn name(&self, attempt: u64) -> String {
        let parts = [&self.game, &self.position, &self.moves];
        // Each part ends with a byte that no text has, so that nothing can move from one to the next.
        let bytes = parts.into_iter().flat_map(|part| part.bytes().chain([0xff]));
        let mut number = bytes.fold(mix(attempt), |number, byte| mix(number ^ u64::from(byte)));
        let mut name = Vec::with_capacity(13);
        for _ in 0..13 {
            name.push(LETTERS[(number % 32) as usize]);
            number /= 32;
        }
        name.into_iter().map(char::from).collect()
    }
}

/// Adds a line; `false` if a different one has this name.
pub(crate) fn insert(connection: &Connection, name: &str, line: &LineRow) -> rusqlite::Result<bool> {
    let parts = [name, &line.game, &line.position, &line.moves];
    let sum = checksum(&LINE, &parts.map(ValueRef::from));
    let statement = "INSERT INTO line VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    connection.execute(statement, params![name, line.game, line.position, line.moves, sum])?;
    Ok(select(connection, name)?.as_ref() == Some(line))
}

/// The line with this name, if there is one.
pub(crate) fn select(connection: &Connection, name: &str) -> rusqlite::Result<Option<LineRow>> {
    let from_row = |row: &Row<'_>| {
        let [_, game, position, moves] = Summer::default().verify(&LINE, row)?;
        Ok(LineRow { game: text(game)?, position: text(position)?, moves: text(moves)? })
    };
    let query = format!("SELECT {} FROM line WHERE name = ?1", LINE.select());
    connection.query_row(&query, [name], from_row).optional()
}
