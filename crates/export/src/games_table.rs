//! The games of a run as a table. Times are left out: they are the one thing that differs when a run is
//! repeated.

use zermelo_store::GameRow;

use crate::ExportError;
use crate::table::{Cell, Column, Kind, Sink};
use zermelo_catalog::RequestError;
use zermelo_kind::Record;

/// What is told of a game.
pub const COLUMNS: &[Column] = &[
    Column::new("game", Kind::U64),
    Column::new("round", Kind::U32),
    Column::new("first", Kind::Text),
    Column::new("second", Kind::Text),
    Column::new("opening", Kind::Text),
    Column::new("outcome", Kind::Text),
    Column::new("reason", Kind::Text),
    Column::new("plies", Kind::U32),
    Column::new("nodes_first", Kind::U64),
    Column::new("nodes_second", Kind::U64),
    Column::new("moves", Kind::Words),
];

/// Writes a row for every game.
pub fn write(
    record: &Record,
    games: &mut dyn Iterator<Item = Result<GameRow, ExportError>>,
    sink: &mut dyn Sink,
) -> Result<(), ExportError> {
    for row in games {
        let row = row?;
        let opening = record.opening(row.opening).ok_or_else(|| RequestError::record(row.index, 0))?;
        let moves = record.moves(&row)?;
        if moves.len() != row.plies as usize {
            return Err(RequestError::record(row.index, moves.len() as u32).into());
        }
        sink.row(&[
            Cell::Count(row.index),
            Cell::Count(row.round.into()),
            Cell::Text(record.agent(row.first)),
            Cell::Text(record.agent(row.second)),
            Cell::Text(opening),
            Cell::Text(row.outcome.id()),
            Cell::Text(&row.reason),
            Cell::Count(row.plies.into()),
            Cell::Count(row.nodes[0]),
            Cell::Count(row.nodes[1]),
            Cell::Text(&moves.join(" ")),
        ])?;
    }
    Ok(())
}
