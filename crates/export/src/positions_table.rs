//! The positions of a run's games as a table, one row each or one for every different one.

use zermelo_store::{GameRow, OpeningRow};

use crate::table::{Cell, Column, Kind, Sink};
use crate::{ExportError, PositionsPlan};
use zermelo_catalog::OpenGame;
use zermelo_runner::positions::{Distinct, Step, Walker};

/// What is told of a position in its game.
const EACH: &[Column] = &[
    Column::new("game", Kind::U64),
    Column::new("ply", Kind::U32),
    Column::new("position", Kind::Text),
    Column::new("to_move", Kind::Text),
    Column::new("move", Kind::OptionalText),
    Column::new("outcome", Kind::Real),
    Column::new("plies_left", Kind::U32),
    Column::new("key", Kind::U64),
    Column::new("folded_key", Kind::U64),
];

/// What is told of a position that games have reached.
const DISTINCT: &[Column] = &[
    Column::new("position", Kind::Text),
    Column::new("to_move", Kind::Text),
    Column::new("n", Kind::U64),
    Column::new("score", Kind::Real),
    Column::new("folded_key", Kind::U64),
];

/// The columns of a table.
pub fn columns(plan: &PositionsPlan) -> &'static [Column] {
    if plan.is_distinct { DISTINCT } else { EACH }
}

/// Writes the rows.
pub fn write(
    game: &OpenGame,
    plan: &PositionsPlan,
    openings: &[OpeningRow],
    games: &mut dyn Iterator<Item = Result<GameRow, ExportError>>,
    sink: &mut dyn Sink,
) -> Result<(), ExportError> {
    let mut walker = Walker::new(game, openings);
    let mut each = |visit: &mut dyn FnMut(Step<'_>) -> Result<(), ExportError>| {
        for row in &mut *games {
            walker
                .walk(&row?, |step| if step.mv.is_some() || plan.with_ends { visit(step) } else { Ok(()) })?;
        }
        Ok(())
    };
    if !plan.is_distinct {
        return each(&mut |step| write_step(game, &step, sink));
    }
    let mut distinct = Distinct::default();
    each(&mut |step| {
        distinct.add(step.canonical(), step.row.outcome);
        Ok(())
    })?;
    for seen in distinct.iter() {
        sink.row(&[
            Cell::Text(&game.write_position(&seen.pos)),
            Cell::Text(seen.pos.to_move().id()),
            Cell::Count(seen.n),
            Cell::Real(seen.score()),
            Cell::Count(seen.pos.key()),
        ])?;
    }
    Ok(())
}

fn write_step(game: &OpenGame, step: &Step<'_>, sink: &mut dyn Sink) -> Result<(), ExportError> {
    let mv = step.mv.map(|mv| game.write_move(step.pos, mv));
    sink.row(&[
        Cell::Count(step.row.index),
        Cell::Count(step.ply.into()),
        Cell::Text(&game.write_position(step.pos)),
        Cell::Text(step.pos.to_move().id()),
        mv.as_deref().map_or(Cell::Nothing, Cell::Text),
        Cell::Real(step.score()),
        Cell::Count(step.plies_left().into()),
        Cell::Count(step.pos.key()),
        Cell::Count(step.canonical().key()),
    ])
}
