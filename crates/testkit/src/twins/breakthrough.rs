//! Breakthrough: a piece moves one row forward, straight or diagonally, to an empty cell, and captures diagonally
//! forward. Reaching the far row wins, and so does taking every enemy piece.

use super::{Board, Twin, Winner};
use super::{board_text, check_legal, column_name, count, empty_board, numbers, read_board};

/// Breakthrough; cells hold `w`, `b` or `.`; row 0 of the array is the top one, where black starts.
#[derive(Clone)]
pub struct Breakthrough {
    board: Board,
    to_move: usize,
}

type Cell = (usize, usize);

impl Breakthrough {
    /// The start of the game on a board of this `rows x columns`: two rows of pieces each, so at least 4 rows; at
    /// least 2 columns, since on a single one the side to move could be stuck.
    pub fn new(size: &str) -> Option<Breakthrough> {
        let [rows, cols] = numbers(size, 'x')?;
        if rows < 4 || cols < 2 {
            return None;
        }
        let mut board = empty_board(rows, cols);
        board[0] = vec!['b'; cols];
        board[1] = vec!['b'; cols];
        board[rows - 2] = vec!['w'; cols];
        board[rows - 1] = vec!['w'; cols];
        Some(Breakthrough { board, to_move: 0 })
    }

    /// The name of a cell: row 1 is the bottom row.
    fn name(&self, (row, col): Cell) -> String {
        format!("{}{}", column_name(col), self.board.len() - row)
    }

    /// Every legal move: its text, from where, to where.
    fn list(&self) -> Vec<(String, Cell, Cell)> {
        let mut list = Vec::new();
        if self.outcome().is_some() {
            return list;
        }
        let (own, enemy) = [('w', 'b'), ('b', 'w')][self.to_move];
        for row in 0..self.board.len() {
            for col in 0..self.board[0].len() {
                // Nobody stands on the far row here, or the game would be over.
                let forward = if own == 'w' { row.wrapping_sub(1) } else { row + 1 };
                for target in [col.wrapping_sub(1), col, col + 1] {
                    if self.board[row][col] != own || target >= self.board[0].len() {
                        continue;
                    }
                    let (from, to) = ((row, col), (forward, target));
                    if self.board[forward][target] == '.' {
                        list.push((format!("{}-{}", self.name(from), self.name(to)), from, to));
                    } else if self.board[forward][target] == enemy && target != col {
                        list.push((format!("{}x{}", self.name(from), self.name(to)), from, to));
                    }
                }
            }
        }
        list
    }
}

impl Twin for Breakthrough {
    fn to_move(&self) -> usize {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        self.list().into_iter().map(|(text, _, _)| text).collect()
    }

    fn play(&mut self, mv: &str) {
        check_legal(self, mv);
        let found = self.list().into_iter().find(|(text, _, _)| text == mv);
        let (_, from, to) = found.expect("the move is legal");
        self.board[to.0][to.1] = self.board[from.0][from.1];
        self.board[from.0][from.1] = '.';
        self.to_move = 1 - self.to_move;
    }

    fn outcome(&self) -> Option<(Winner, &'static str)> {
        if self.board[0].contains(&'w') {
            Some((Winner::First, "far-row"))
        } else if self.board[self.board.len() - 1].contains(&'b') {
            Some((Winner::Second, "far-row"))
        } else if count(&self.board, 'b') == 0 {
            Some((Winner::First, "no-pieces"))
        } else if count(&self.board, 'w') == 0 {
            Some((Winner::Second, "no-pieces"))
        } else {
            None
        }
    }

    fn position(&self) -> String {
        board_text(&self.board, ['w', 'b'][self.to_move])
    }

    fn read(&mut self, position: &str) -> bool {
        match read_board(position, &self.board, "wb.", ['w', 'b']) {
            Some((board, to_move)) => (self.board, self.to_move) = (board, to_move),
            None => return false,
        }
        true
    }

    fn copy(&self) -> Box<dyn Twin> {
        Box::new(self.clone())
    }
}
