//! The moves of Milestone, numbered for learners: from which hex and in which direction, the board turned so that the mover's
//! pawns move up. Steps that leave the board have no number: 90 are left on the published board.

use std::sync::Arc;

use zermelo_game::{Player, Plays};

use super::{Board, Layout, Rules, Step};
use zermelo_board::bits::Bits;

use super::layout::HexCells;

/// Raised when the numbers change their meaning.
const VERSION: u32 = 1;
/// Where a step that leaves the board would have its number.
const NOWHERE: u8 = u8::MAX;

/// Left, right and straight ahead.
const N_DIRECTIONS: usize = 3;

pub fn plays<L: Layout>(rules: &Rules<L>) -> Plays<Board<L>> {
    let map = rules.board_map();
    let directions = [(map.left, map.not_left), (map.right, map.not_right), (map.straight, map.hexes)];
    let mut numbers = vec![NOWHERE; N_DIRECTIONS * map.n_bits];
    let mut count = 0;
    for cell in map.hexes.cells() {
        for (direction, (by, from)) in directions.into_iter().enumerate() {
            let target = (L::Cells::one(cell) & from).up(by) & map.hexes;
            if !target.is_empty() {
                numbers[N_DIRECTIONS * cell + direction] = count as u8;
                count += 1;
            }
        }
    }
    let numbers: Arc<[u8]> = numbers.into();
    Plays::new(VERSION, "hex and direction", count, move |pos: &Board<L>, mv: Step| {
        let map = pos.map();
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let (from, by) = match pos.to_move {
            Player::First => (from, to - from),
            Player::Second => (map.n_bits - 1 - from, from - to),
        };
        let direction = usize::from(by != map.left) + usize::from(by == map.straight);
        usize::from(numbers[N_DIRECTIONS * from + direction])
    })
}
