//! Isolation with knight moves: each player first places a token, then moves it by knight's jumps to free cells;
//! a cell once used stays blocked. Whoever must move and cannot has lost.

use super::{Board, Twin, Winner};
use super::{board_text, cell_name, check_legal, count, empty_board, numbers, read_board, winner};

/// Isolation; cells hold `1`, `2` (the tokens), `#` (used) or `.`.
#[derive(Clone)]
pub struct Isolation {
    board: Board,
    to_move: usize,
}

const TOKENS: [char; 2] = ['1', '2'];
const JUMPS: [(isize, isize); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Isolation {
    /// The start of the game on a board of this `height x width`, at most 128 cells.
    pub fn new(size: &str) -> Option<Isolation> {
        let [height, width] = numbers(size, 'x')?;
        if height > 128 || width > 128 || height * width > 128 {
            return None;
        }
        Some(Isolation { board: empty_board(height, width), to_move: 0 })
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        (0..self.board.len()).flat_map(|row| (0..self.board[0].len()).map(move |col| (row, col))).collect()
    }

    /// Where a player's token stands, if it has been placed.
    fn token(&self, player: usize) -> Option<(usize, usize)> {
        self.cells().into_iter().find(|&(row, col)| self.board[row][col] == TOKENS[player])
    }

    /// The free cells the side to move may go to.
    fn targets(&self) -> Vec<(usize, usize)> {
        let token = self.token(self.to_move);
        let reachable = |row: usize, col: usize| match token {
            None => true,
            Some((from_row, from_col)) => {
                JUMPS.contains(&(row as isize - from_row as isize, col as isize - from_col as isize))
            }
        };
        let free = |row: usize, col: usize| self.board[row][col] == '.';
        self.cells().into_iter().filter(|&(row, col)| free(row, col) && reachable(row, col)).collect()
    }
}

impl Twin for Isolation {
    fn to_move(&self) -> usize {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        self.targets().into_iter().map(|(row, col)| cell_name(row, col)).collect()
    }

    fn play(&mut self, mv: &str) {
        check_legal(self, mv);
        let target = self.targets().into_iter().find(|&(row, col)| cell_name(row, col) == mv);
        let (row, col) = target.expect("the move is legal");
        if let Some((old_row, old_col)) = self.token(self.to_move) {
            self.board[old_row][old_col] = '#';
        }
        self.board[row][col] = TOKENS[self.to_move];
        self.to_move = 1 - self.to_move;
    }

    fn outcome(&self) -> Option<(Winner, &'static str)> {
        if self.targets().is_empty() { Some((winner(1 - self.to_move), "no-move")) } else { None }
    }

    fn position(&self) -> String {
        board_text(&self.board, TOKENS[self.to_move])
    }

    fn read(&mut self, position: &str) -> bool {
        let Some((board, to_move)) = read_board(position, &self.board, "12#.", TOKENS) else {
            return false;
        };
        if count(&board, '1') > 1 || count(&board, '2') > 1 {
            return false;
        }
        (self.board, self.to_move) = (board, to_move);
        true
    }

    fn copy(&self) -> Box<dyn Twin> {
        Box::new(self.clone())
    }
}
