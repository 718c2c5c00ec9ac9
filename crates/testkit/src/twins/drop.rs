//! Drop games such as Connect Four: a stone falls to the lowest empty cell of its column; `length` or more of
//! one's own in a line win.

use super::{Board, Twin, Winner};
use super::{board_text, check_legal, empty_board, landing_row, line_outcome, numbers, read_board};

/// A drop game; cells hold `x`, `o` or `.`.
#[derive(Clone)]
pub struct Drop {
    board: Board,
    length: usize,
    to_move: usize,
}

impl Drop {
    /// The start of the game with these `columns,rows,length`.
    pub fn new(sizes: &str) -> Option<Drop> {
        let [cols, rows, length] = numbers(sizes, ',')?;
        Some(Drop { board: empty_board(rows, cols), length, to_move: 0 })
    }
}

impl Twin for Drop {
    fn to_move(&self) -> usize {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let open = (0..self.board[0].len()).filter(|&col| landing_row(&self.board, col).is_some());
        open.map(|col| (col + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        check_legal(self, mv);
        let col = mv.parse::<usize>().expect("a column number") - 1;
        let row = landing_row(&self.board, col).expect("the column is open");
        self.board[row][col] = ['x', 'o'][self.to_move];
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
