//! Pieces put on a board by hand. An arrangement knows no rules: a game writes it as the text of a position, and reading that
//! text is what finds out whether it is one. So there is one place that says what is wrong with a position, however it came to be.

use crate::{Player, PositionError, View, notation};

/// What stands for an empty cell.
pub const EMPTY: char = '.';

/// Something that may be put on a cell: a piece, or that nothing can come there any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// Its letter in position texts.
    pub letter: char,
    /// What it is: `pawn`, `stone`, `round`, `square`, `token`, `blocked`.
    pub kind: &'static str,
    /// Whose it is; nobody's if it blocks the cell.
    pub owner: Option<Player>,
}

/// A board as somebody arranged it, and whose turn it shall be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// A letter for every cell of the game's [`View`], in its order; [`EMPTY`] where nothing is.
    pub letters: Vec<char>,
    /// The side to move.
    pub to_move: Player,
}

impl Swatch {
    /// A piece of a player.
    pub const fn piece(letter: char, kind: &'static str, owner: Player) -> Swatch {
        Swatch { letter, kind, owner: Some(owner) }
    }

    /// A cell to which no piece can come any more.
    pub const fn blocked(letter: char) -> Swatch {
        Swatch { letter, kind: "blocked", owner: None }
    }

    /// One kind of piece, of which both players have some.
    pub const fn of_both(letters: [char; 2], kind: &'static str) -> [Swatch; 2] {
        [Swatch::piece(letters[0], kind, Player::First), Swatch::piece(letters[1], kind, Player::Second)]
    }
}

impl Arrangement {
    /// What a picture shows, with the letters of these swatches.
    pub fn of(view: &View, palette: &[Swatch]) -> Arrangement {
        let blocked =
            palette.iter().find(|swatch| swatch.owner.is_none()).map_or(EMPTY, |swatch| swatch.letter);
        let cells = view.cells.iter().map(|cell| if cell.is_blocked { blocked } else { EMPTY });
        let mut letters: Vec<char> = cells.collect();
        for piece in &view.pieces {
            letters[piece.cell] = piece.letter;
        }
        Arrangement { letters, to_move: view.to_move }
    }

    /// Whether a game with so many cells and these swatches can write it.
    pub fn check(&self, n_cells: usize, palette: &[Swatch]) -> Result<(), PositionError> {
        let fail = |at: usize, problem: String| {
            let text: String = self.letters.iter().collect();
            Err(PositionError::new(&notation::shown(&text), at, problem))
        };
        let is_known = |letter: char| letter == EMPTY || palette.iter().any(|swatch| swatch.letter == letter);
        match self.letters.iter().position(|&letter| !is_known(letter)) {
            Some(at) => {
                let known: String = palette.iter().map(|swatch| format!("`{}`, ", swatch.letter)).collect();
                fail(at, format!("`{}` is not one of {known}`{EMPTY}`", self.letters[at].escape_debug()))
            }
            None if self.letters.len() != n_cells => {
                fail(0, format!("there are {} letters for {n_cells} cells", self.letters.len()))
            }
            None => Ok(()),
        }
    }
}
