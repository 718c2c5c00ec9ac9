//! Boards of rows and columns as text: cell names, and the position form that most games share (rows from
//! the top joined by `/`, a space, the side to move).

use crate::notation::Reader;
use crate::{Arrangement, MoveError, Player, PositionError};

/// The letters of a column counted from 0: `a`, .. `z`, `aa`, `ab`, ..
pub fn column_name(col: usize) -> String {
    let mut name = Vec::new();
    let mut left = col + 1;
    while left > 0 {
        left -= 1;
        name.push(b'a' + (left % 26) as u8);
        left /= 26;
    }
    name.reverse();
    name.into_iter().map(char::from).collect()
}

/// The name of a cell: its column's letter and its row's number. `row` counts from 0 in the direction of the
/// game's numbers.
pub fn cell_name(row: usize, col: usize) -> String {
    format!("{}{}", column_name(col), row + 1)
}

/// Reads a cell name as (row, column) on a board of this size; `text` is the whole move.
pub fn read_cell(
    reader: &mut Reader,
    text: &str,
    rows: usize,
    cols: usize,
) -> Result<(usize, usize), MoveError> {
    let range = || format!("a1 to {}", cell_name(rows - 1, cols - 1));
    let start = reader.clone();
    let col = reader.column().ok_or_else(|| start.move_error(&format!("a cell from {}", range())))?;
    let row_start = reader.clone();
    let row = reader.number().ok_or_else(|| row_start.move_error("a row number"))?;
    if col >= cols || !(1..=rows).contains(&row) {
        let name = format!("{}{row}", column_name(col));
        return Err(MoveError::illegal(text, format!("there is no cell {name}: cells are {}", range())));
    }
    Ok((row - 1, col))
}

/// A position text taken apart: a letter for every cell, and the side to move.
#[derive(Clone, Debug)]
pub struct GridText<'a> {
    text: &'a str,
    cols: usize,
    letters: Vec<char>,
    /// Where each letter stands in the text.
    places: Vec<usize>,
    /// The side to move.
    pub to_move: Player,
}

impl<'a> GridText<'a> {
    /// Reads a `rows` x `cols` board whose cells are letters of `alphabet`, and the side to move as one of
    /// the two letters of `sides`. Capitals are forgiven where they have no meaning of their own.
    pub fn read(
        text: &'a str,
        (rows, cols): (usize, usize),
        alphabet: &str,
        sides: [char; 2],
    ) -> Result<GridText<'a>, PositionError> {
        let trimmed = text.trim_start();
        let margin = text.chars().count() - trimmed.chars().count();
        let fail = |at: usize, problem: String| PositionError::new(text, at, problem);
        let one_of = |letters: &str| {
            let quoted: Vec<String> = letters.chars().map(|c| format!("`{c}`")).collect();
            quoted.join(", ")
        };
        let mut chars = trimmed.trim_end().chars().enumerate().map(|(i, c)| (i + margin, c)).peekable();
        let mut letters = Vec::with_capacity(rows * cols);
        let mut places = Vec::with_capacity(rows * cols);
        let mut end = margin;
        for row in 0..rows {
            let mut n_cells = 0;
            while let Some((at, c)) = chars.next_if(|&(_, c)| c != '/' && !c.is_whitespace()) {
                let letter = [c, c.to_ascii_lowercase()].into_iter().find(|&c| alphabet.contains(c));
                let Some(letter) = letter else {
                    let expected = one_of(alphabet);
                    return Err(fail(at, format!("`{}` is not one of {expected}", c.escape_debug())));
                };
                letters.push(letter);
                places.push(at);
                n_cells += 1;
                end = at + 1;
                if n_cells > cols {
                    return Err(fail(at, format!("row {} has more than {cols} cells", row + 1)));
                }
            }
            if n_cells < cols {
                return Err(fail(end, format!("row {} has {n_cells} cells instead of {cols}", row + 1)));
            }
            if row + 1 < rows {
                while chars.next_if(|&(_, c)| c.is_whitespace()).is_some() {}
                match chars.next() {
                    Some((at, '/')) => {
                        end = at + 1;
                        while chars.next_if(|&(_, c)| c.is_whitespace()).is_some() {
                            end += 1;
                        }
                    }
                    _ => return Err(fail(end, format!("expected `/` and {} more rows", rows - row - 1))),
                }
            }
        }
        let mut has_space = false;
        while let Some((at, _)) = chars.next_if(|&(_, c)| c.is_whitespace()) {
            (end, has_space) = (at + 1, true);
        }
        let expected = format!("expected a space and the side to move, `{}` or `{}`", sides[0], sides[1]);
        let (at, side) = chars.next().ok_or_else(|| fail(end, expected.clone()))?;
        if side == '/' {
            return Err(fail(at, format!("the board has more than {rows} rows")));
        }
        let to_move =
            Player::BOTH.into_iter().find(|player| sides[player.index()] == side.to_ascii_lowercase());
        let to_move = to_move.filter(|_| has_space).ok_or_else(|| fail(at, expected))?;
        if let Some((at, _)) = chars.next() {
            return Err(fail(at, "expected nothing after the side to move".to_owned()));
        }
        Ok(GridText { text, cols, letters, places, to_move })
    }

    /// The letter in this row from the top and column from the left.
    pub fn letter(&self, row: usize, col: usize) -> char {
        self.letters[row * self.cols + col]
    }

    /// Every cell with its letter: (row from the top, column, letter).
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, char)> + '_ {
        self.letters.iter().enumerate().map(|(i, &letter)| (i / self.cols, i % self.cols, letter))
    }

    /// The letters are fine but what they say is not, and it shows at this cell. Games of this form number the cells of
    /// their views row by row from the top, as the text does.
    pub fn error_at(&self, row: usize, col: usize, problem: impl Into<String>) -> PositionError {
        let cell = row * self.cols + col;
        PositionError { cell: Some(cell), ..PositionError::new(self.text, self.places[cell], problem) }
    }

    /// The letters are fine but what they say is not as a whole.
    pub fn error(&self, problem: impl Into<String>) -> PositionError {
        PositionError::new(self.text, self.places[0], problem)
    }
}

/// Writes what [`GridText::read`] reads: `letter(row, col)` with rows from the top.
pub fn write_rows(rows: usize, cols: usize, letter: impl Fn(usize, usize) -> char, side: char) -> String {
    let mut text = String::with_capacity(rows * (cols + 1) + 1);
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        text.extend((0..cols).map(|col| letter(row, col)));
    }
    text.push(' ');
    text.push(side);
    text
}

/// Writes an arrangement of such a board, whose view numbers its cells row by row from the top.
pub fn write_arrangement(arrangement: &Arrangement, cols: usize, sides: [char; 2]) -> String {
    let letter = |row: usize, col: usize| arrangement.letters[row * cols + col];
    write_rows(arrangement.letters.len() / cols, cols, letter, sides[arrangement.to_move.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_like_a_spreadsheet() {
        for (col, name) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (127, "dx")] {
            assert_eq!(column_name(col), name);
            assert_eq!(Reader::new(name).column(), Some(col));
        }
    }

    #[test]
    fn a_wrong_text_is_told_where() {
        let read =
            |text| GridText::read(text, (2, 3), "xo.", ['x', 'o']).map(|_| ()).map_err(|e| (e.at, e.problem));
        assert_eq!(read(" X.o/... o "), Ok(()));
        assert_eq!(read("x.o / ...  x"), Ok(()));
        for (text, at, problem) in [
            ("", 0, "row 1 has 0 cells instead of 3"),
            ("x.o/..", 6, "row 2 has 2 cells instead of 3"),
            ("x.o/....", 7, "row 2 has more than 3 cells"),
            ("x.o ... x", 3, "expected `/` and 1 more rows"),
            ("x.o/..7 x", 6, "`7` is not one of `x`, `o`, `.`"),
            ("x.o/...", 7, "expected a space and the side to move, `x` or `o`"),
            ("x.o/... w", 8, "expected a space and the side to move, `x` or `o`"),
            ("x.o/.../x", 7, "the board has more than 2 rows"),
            ("x.o/... x!", 9, "expected nothing after the side to move"),
        ] {
            assert_eq!(read(text), Err((at, problem.to_owned())), "{text}");
        }
    }
}
