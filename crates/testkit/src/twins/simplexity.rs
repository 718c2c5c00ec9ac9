//! Simplexity (ColorShapeLinks): drop a round or a square piece of one's own colour. White wins by a line of
//! round pieces or of white pieces, Red by a line of square or of red ones; shape is looked at before colour.

use super::{Board, Twin, Winner};
use super::{board_text, check_legal, count, empty_board, has_line, landing_row, numbers, read_board};

/// Simplexity; cells hold `w` white round, `W` white square, `r` red round, `R` red square or `.`.
#[derive(Clone)]
pub struct Simplexity {
    board: Board,
    win: usize,
    /// Round and square pieces each player starts with.
    pieces: [usize; 2],
    to_move: usize,
}

/// The letter of each player's round and square piece.
const LETTERS: [[char; 2]; 2] = [['w', 'W'], ['r', 'R']];

impl Simplexity {
    /// The start of the game with these parameters, such as `8x13,win=4,round=26,square=26`.
    pub fn new(parameters: Option<&str>) -> Option<Simplexity> {
        let mut size = [6, 7];
        let (mut win, mut round, mut square) = (4, 10, 11);
        for (place, part) in parameters.into_iter().flat_map(|text| text.split(',')).enumerate() {
            match part.split_once('=') {
                None if place == 0 => size = numbers(part, 'x')?,
                Some(("win", number)) => win = number.parse().ok()?,
                Some(("round", number)) => round = number.parse().ok()?,
                Some(("square", number)) => square = number.parse().ok()?,
                _ => return None,
            }
        }
        let [rows, cols] = size;
        if win == 0 || (rows < win && cols < win) || round + square == 0 {
            return None;
        }
        Some(Simplexity { board: empty_board(rows, cols), win, pieces: [round, square], to_move: 0 })
    }

    /// How many pieces of a shape (0 round, 1 square) a player has not yet placed.
    fn left(&self, player: usize, shape: usize) -> usize {
        self.pieces[shape] - count(&self.board, LETTERS[player][shape])
    }
}

impl Twin for Simplexity {
    fn to_move(&self) -> usize {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_some() {
            return moves;
        }
        for col in 0..self.board[0].len() {
            for shape in 0..2 {
                if landing_row(&self.board, col).is_some() && self.left(self.to_move, shape) > 0 {
                    moves.push(format!("{}{}", col + 1, ['o', 's'][shape]));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        check_legal(self, mv);
        let (column, shape) = mv.split_at(mv.len() - 1);
        let col = column.parse::<usize>().expect("a column number") - 1;
        let row = landing_row(&self.board, col).expect("the column is open");
        self.board[row][col] = LETTERS[self.to_move][if shape == "o" { 0 } else { 1 }];
        self.to_move = 1 - self.to_move;
    }

    fn outcome(&self) -> Option<(Winner, &'static str)> {
        let none_left =
            [(0, 0), (0, 1), (1, 0), (1, 1)].iter().all(|&(who, shape)| self.left(who, shape) == 0);
        if has_line(&self.board, self.win, "wr") {
            Some((Winner::First, "shape"))
        } else if has_line(&self.board, self.win, "WR") {
            Some((Winner::Second, "shape"))
        } else if has_line(&self.board, self.win, "wW") {
            Some((Winner::First, "color"))
        } else if has_line(&self.board, self.win, "rR") {
            Some((Winner::Second, "color"))
        } else if count(&self.board, '.') == 0 {
            Some((Winner::Draw, "board-full"))
        } else if none_left {
            Some((Winner::Draw, "no-pieces"))
        } else {
            None
        }
    }

    fn position(&self) -> String {
        board_text(&self.board, ['w', 'r'][self.to_move])
    }

    fn read(&mut self, position: &str) -> bool {
        let Some((board, to_move)) = read_board(position, &self.board, "wWrR.", ['w', 'r']) else {
            return false;
        };
        let too_many = |&(letter, shape): &(char, usize)| count(&board, letter) > self.pieces[shape];
        if [('w', 0), ('W', 1), ('r', 0), ('R', 1)].iter().any(too_many) {
            return false;
        }
        (self.board, self.to_move) = (board, to_move);
        true
    }

    fn copy(&self) -> Box<dyn Twin> {
        Box::new(self.clone())
    }
}
