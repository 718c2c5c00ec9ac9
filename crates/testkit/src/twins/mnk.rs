//! m,n,k games: put a stone on any empty cell; `length` or more of one's own in a line win.

use super::{Board, Twin, Winner};
use super::{board_text, cell_name, check_legal, empty_board, line_outcome, numbers, read_board};

/// An m,n,k game; cells hold `x`, `o` or `.`.
#[derive(Clone)]
pub struct Mnk {
    board: Board,
    length: usize,
    to_move: usize,
}

impl Mnk {
    /// The start of the game with these `columns,rows,length`.
    pub fn new(sizes: &str) -> Option<Mnk> {
        let [cols, rows, length] = numbers(sizes, ',')?;
        Some(Mnk { board: empty_board(rows, cols), length, to_move: 0 })
    }

    fn empty_cells(&self) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        for row in 0..self.board.len() {
            for col in 0..self.board[0].len() {
                if self.board[row][col] == '.' {
                    cells.push((row, col));
                }
            }
        }
        cells
    }
}

impl Twin for Mnk {
    fn to_move(&self) -> usize {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.empty_cells().into_iter().map(|(row, col)| cell_name(row, col)).collect()
    }

    fn play(&mut self, mv: &str) {
        check_legal(self, mv);
        for (row, col) in self.empty_cells() {
            if cell_name(row, col) == mv {
                self.board[row][col] = ['x', 'o'][self.to_move];
            }
        }
        self.to_move = 1 - self.to_move;
    }

    fn outcome(&self) -> Option<(Winner, &'static str)> {
        line_outcome(&self.board, self.length)
    }

    fn position(&self) -> String {
        board_text(&self.board, ['x', 'o'][self.to_move])
    }

    fn read(&mut self, position: &str) -> bool {
        match read_board(position, &self.board, "xo.", ['x', 'o']) {
            Some((board, to_move)) => (self.board, self.to_move) = (board, to_move),
            None => return false,
        }
        true
    }

    fn copy(&self) -> Box<dyn Twin> {
        Box::new(self.clone())
    }
}
