//! The actions of a described game, numbered: every move of every position has a number, the same to both players where half a
//! turn exchanges them.

use std::sync::Arc;

use zermelo_game::{Actions, Player, Position};

use crate::cells::Cells;
use crate::game::Described;
use crate::moves::Move;
use crate::position::Board;
use crate::second_plays::{SECOND, SecondNumbers};

/// Raised when the same number comes to mean something else.
const ACTIONS_VERSION: u32 = 1;

/// The actions of a game: for each kind that is placed, the columns or the cells; then from each cell to each other.
pub fn actions<B: Cells>(game: &Described<B>) -> Actions<Board<B>> {
    if game.tables().second.is_some() {
        let numbers = Arc::new(SecondNumbers::new(game));
        let count = numbers.count();
        let number = move |pos: &Board<B>, mv| Some(numbers.number(pos, mv));
        return Actions::new(ACTIONS_VERSION, SECOND, count, number);
    }
    let (tables, rules) = (game.tables(), game.rules());
    let n_cells = rules.shape.n_bits();
    let n_kinds = rules.kinds.len();
    let n_placed = if tables.placings[0].is_empty() { 0 } else { n_kinds * n_cells };
    let has_steps = !rules.motions.is_empty();
    let count = n_placed + if has_steps { n_cells * n_cells } else { 0 };
    let columns: Vec<usize> = (0..n_cells).map(|bit| rules.shape.column(bit)).collect();
    let about = if has_steps { "steps of described pieces" } else { "described pieces put down" };
    Actions::new(ACTIONS_VERSION, about, count.max(1), move |pos: &Board<B>, mv: Move| {
        let is_turned = tables.swaps && pos.to_move() == Player::Second;
        let seen = |bit: usize| if is_turned { tables.turn_sum - bit } else { bit };
        Some(match mv.from() {
            Some(from) => n_placed + seen(from) * n_cells + seen(mv.to()),
            None if mv.falls() => mv.kind() * n_cells + columns[mv.to()],
            None => mv.kind() * n_cells + seen(mv.to()),
        })
    })
}
