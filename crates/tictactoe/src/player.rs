//! Tables and their opponents at the real board: as policies of the game `tictactoe`, which is `mnk:3,3,3`.

use std::sync::Arc;

use zermelo_game::{Player, Policy, Position, Stream};

use crate::base_case::BaseCases;
use crate::board::{Board, Cells};
use crate::opponent::Opponent;
use crate::table::Table;
use zermelo_board::bits::Bits;
use zermelo_board::in_a_row::{Anywhere, Frame, Stones};

/// The one board these players know.
const FRAME: Frame = Frame { lines: 3, length: 3, win: 3 };

/// The position of an m,n,k game as a board; `None` unless it is tic-tac-toe.
pub fn board_of<B: Bits>(pos: &Stones<B, Anywhere>) -> Option<Board> {
    if pos.frame() != FRAME {
        return None;
    }
    let stones = |player| {
        let cells = (0..9).filter(|&cell| pos.stone(usize::from(move_of(cell))) == Some(player));
        Cells::of(&cells.collect::<Vec<u8>>())
    };
    Board::new(stones(Player::First), stones(Player::Second))
}

/// The board as a position of the game `tictactoe`.
pub fn position_of(board: Board) -> Stones<u64, Anywhere> {
    let stone = |row, col| {
        let cell = (3 * row + col) as u8;
        Player::BOTH.into_iter().find(|&player| board.stones(player).has(cell))
    };
    FRAME.fill(stone, board.to_move())
}

/// The move of the game `tictactoe` that puts a stone on this cell.
pub const fn move_of(cell: u8) -> u16 {
    FRAME.bit(cell as usize / 3, cell as usize % 3) as u16
}

/// A table as a player of the game `tictactoe`, on either side. On other boards it has no move.
pub struct TablePlayer {
    cases: Arc<BaseCases>,
    table: Table,
}

impl TablePlayer {
    /// A player by this table.
    pub fn new(cases: Arc<BaseCases>, table: Table) -> TablePlayer {
        TablePlayer { cases, table }
    }
}

impl<B: Bits> Policy<Stones<B, Anywhere>> for TablePlayer {
    fn choose(&self, pos: &Stones<B, Anywhere>, _chance: &mut Stream) -> Option<u16> {
        self.table.cell(&self.cases, board_of(pos)?).map(move_of)
    }
}

/// The opponent as a player of the game `tictactoe`, on either side. Any legal move where its rules have no
/// answer. On other boards than that of tic-tac-toe it has no move.
impl<B: Bits> Policy<Stones<B, Anywhere>> for Opponent {
    fn choose(&self, pos: &Stones<B, Anywhere>, chance: &mut Stream) -> Option<u16> {
        let cell = self.choices(board_of(pos)?).draw(chance);
        cell.map(move_of).or_else(|| pos.random_move(chance))
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::stream;

    use super::*;

    #[test]
    fn other_boards_are_not_theirs() {
        let cases = Arc::new(BaseCases::new());
        let mut chance = stream(1, "other boards", 0);
        let table = Table::random(&cases, &mut chance);
        let player = TablePlayer::new(cases, table);
        for frame in [Frame { win: 2, ..FRAME }, Frame { lines: 4, ..FRAME }, Frame { length: 4, ..FRAME }] {
            let pos: Stones<u64, Anywhere> = frame.start();
            assert_eq!(pos.frame(), frame);
            assert_eq!(board_of(&pos), None);
            assert_eq!(player.choose(&pos, &mut chance), None);
            assert_eq!(Opponent::Port.choose(&pos, &mut chance), None);
        }
    }
}
