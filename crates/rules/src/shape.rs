//! The geometry of a board.
//!
//! Every cell has whole coordinates (row from the top, column) in which each direction is a constant difference, and a bit
//! that is a linear function of them, so that a step in a direction is one shift for all cells:
//!
//! ```text
//! squares, rhombus    bit = row * columns + column
//! other hexes         neighbours in a row are two columns apart; bit = (width * row + column - parity) / 2, width odd
//! ```
//!
//! Half a turn of the rectangle of coordinates reverses the bits. On a rhombus the coordinates lean: `forward-left` is the cell
//! above in the same column, `forward-right` the one above in the next. Hexagons stand on a corner and have half-rows.

use zermelo_board::bits::{Bits, Words};
use zermelo_game::grid::cell_name;
use zermelo_game::{Cell, Player, Turn};

/// A set of cells of any board, by their bits.
pub type Set = Words<6>;

/// A difference of rows and columns.
pub type Delta = (isize, isize);

/// No board has more bits than this.
pub const MOST_BITS: usize = Set::CAPACITY;

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Form {
    Squares,
    /// A rectangle of hexes: rows of hexes with a corner on top, every other row half a cell to the right.
    Hexes,
    Hexagon,
    Rhombus,
    Triangle,
}

/// A board without pieces.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its form.
    pub form: Form,
    /// How many rows of coordinates there are.
    pub rows: usize,
    /// How many columns of coordinates there are.
    pub cols: usize,
    /// Cells along a side, or in the first row.
    pub side: usize,
    /// The cells that exist.
    pub board: Set,
    /// Twice the bits of a row, or the columns where coordinates are not doubled.
    width: usize,
    parity: usize,
    /// The coordinates of every bit, existing or not.
    places: Vec<Option<(usize, usize)>>,
}

impl Shape {
    /// A board of so many columns and rows, or cells along a side. `None` if it is too large.
    pub fn new(form: Form, across: usize, down: usize) -> Option<Shape> {
        let (rows, cols, parity) = match form {
            Form::Squares | Form::Rhombus => (down, across, 0),
            Form::Hexes => (down, if down > 1 { 2 * across } else { 2 * across - 1 }, 0),
            Form::Hexagon => (4 * across - 3, 2 * across - 1, (across + 1) % 2),
            Form::Triangle => (across, 2 * across - 1, (across + 1) % 2),
        };
        let is_doubled = !matches!(form, Form::Squares | Form::Rhombus);
        let width = if is_doubled && cols % 2 == 0 { cols + 1 } else { cols };
        let mut shape = Shape {
            form,
            rows,
            cols,
            side: across,
            board: Set::EMPTY,
            width,
            parity,
            places: vec![None; MOST_BITS],
        };
        for row in 0..rows {
            for col in 0..cols {
                if !shape.is_in_form(row, col) {
                    continue;
                }
                let bit = shape.raw_bit(row, col);
                if bit >= MOST_BITS {
                    return None;
                }
                shape.board |= Set::one(bit);
                shape.places[bit] = Some((row, col));
            }
        }
        Some(shape)
    }

    fn is_doubled(&self) -> bool {
        !matches!(self.form, Form::Squares | Form::Rhombus)
    }

    fn is_in_form(&self, row: usize, col: usize) -> bool {
        if self.is_doubled() && (row + col) % 2 != self.parity {
            return false;
        }
        match self.form {
            Form::Squares | Form::Rhombus | Form::Hexes => true,
            Form::Hexagon => {
                let aside = col.abs_diff(self.side - 1);
                aside <= row && aside <= self.rows - 1 - row
            }
            Form::Triangle => col.abs_diff(self.side - 1) <= row,
        }
    }

    fn raw_bit(&self, row: usize, col: usize) -> usize {
        if self.is_doubled() { (self.width * row + col - self.parity) / 2 } else { self.width * row + col }
    }

    /// Takes a cell off the board.
    pub fn remove(&mut self, bit: usize) {
        self.board = self.board & !Set::one(bit);
    }

    /// One more than the highest bit of the form, missing cells included.
    pub fn n_bits(&self) -> usize {
        self.places.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    /// The bits of the lowest and the highest cell added up: half a turn takes bit `b` to this minus `b`.
    pub fn turn_sum(&self) -> usize {
        let first = self.places.iter().position(Option::is_some).unwrap_or(0);
        first + self.n_bits() - 1
    }

    /// The bit of a cell that exists.
    pub fn bit(&self, row: isize, col: isize) -> Option<usize> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        if row >= self.rows || col >= self.cols || !self.is_in_form(row, col) {
            return None;
        }
        Some(self.raw_bit(row, col)).filter(|&bit| self.board.has(bit))
    }

    /// Where half a turn takes a cell, if there is one.
    pub fn half_turn(&self, bit: usize) -> Option<usize> {
        let (row, col) = self.place(bit);
        self.bit((self.rows - 1 - row) as isize, (self.cols - 1 - col) as isize)
    }

    /// Row from the top and column of a bit of the form.
    pub fn place(&self, bit: usize) -> (usize, usize) {
        self.places[bit].unwrap_or_default()
    }

    /// The cell at this difference from another.
    pub fn neighbour(&self, bit: usize, (down, right): Delta) -> Option<usize> {
        let (row, col) = self.place(bit);
        self.bit(row as isize + down, col as isize + right)
    }

    /// The cells that have one at this difference.
    pub fn with_neighbour(&self, delta: Delta) -> Set {
        let cells = self.board.cells().filter(|&bit| self.neighbour(bit, delta).is_some());
        cells.fold(Set::EMPTY, |set, bit| set | Set::one(bit))
    }

    /// By how many bits a cell at this difference lies higher.
    pub fn shift(&self, (down, right): Delta) -> isize {
        let bits = self.width as isize * down + right;
        if self.is_doubled() { bits / 2 } else { bits }
    }

    /// The cells of a row of coordinates, from the left.
    pub fn row(&self, row: usize) -> impl Iterator<Item = usize> {
        (0..self.cols).filter_map(move |col| self.bit(row as isize, col as isize))
    }

    /// The directions as the first player names them, clockwise.
    pub fn directions(&self) -> &'static [(&'static str, Delta)] {
        match self.form {
            Form::Squares => &[
                ("forward", (-1, 0)),
                ("forward-right", (-1, 1)),
                ("right", (0, 1)),
                ("back-right", (1, 1)),
                ("back", (1, 0)),
                ("back-left", (1, -1)),
                ("left", (0, -1)),
                ("forward-left", (-1, -1)),
            ],
            Form::Hexagon => &[
                ("forward", (-2, 0)),
                ("forward-right", (-1, 1)),
                ("back-right", (1, 1)),
                ("back", (2, 0)),
                ("back-left", (1, -1)),
                ("forward-left", (-1, -1)),
            ],
            Form::Rhombus => &[
                ("forward-left", (-1, 0)),
                ("forward-right", (-1, 1)),
                ("right", (0, 1)),
                ("back-right", (1, 0)),
                ("back-left", (1, -1)),
                ("left", (0, -1)),
            ],
            Form::Hexes | Form::Triangle => &[
                ("forward-left", (-1, -1)),
                ("forward-right", (-1, 1)),
                ("right", (0, 2)),
                ("back-right", (1, 1)),
                ("back-left", (1, -1)),
                ("left", (0, -2)),
            ],
        }
    }

    /// The differences to cells that share a side with a cell.
    pub fn adjacent(&self) -> Vec<Delta> {
        let deltas = self.directions().iter().map(|&(_, delta)| delta);
        let touches = |&(down, right): &Delta| self.form != Form::Squares || down == 0 || right == 0;
        deltas.filter(touches).collect()
    }

    /// One direction of every line on which pieces can stand in a row.
    pub fn axes(&self) -> Vec<Delta> {
        let deltas = self.directions().iter().map(|&(_, delta)| delta);
        deltas.filter(|&(down, right)| down > 0 || (down == 0 && right > 0)).collect()
    }

    /// The differences of a leap: so far in one direction and so far at right angles to it, on hexes in the direction beside it.
    pub fn leaps(&self, far: usize, aside: usize) -> Vec<Delta> {
        let (far, aside) = (far as isize, aside as isize);
        let mut leaps = Vec::new();
        let mut push = |delta: Delta| {
            if delta != (0, 0) && !leaps.contains(&delta) {
                leaps.push(delta);
            }
        };
        if self.form == Form::Squares {
            for (down, right) in [(far, aside), (aside, far)] {
                for (a, b) in [(-1, -1), (-1, 1), (1, 1), (1, -1)] {
                    push((a * down, b * right));
                }
            }
            return leaps;
        }
        let around = self.directions();
        for (index, &(_, first)) in around.iter().enumerate() {
            for beside in [1, around.len() - 1] {
                let (_, second) = around[(index + beside) % around.len()];
                push((far * first.0 + aside * second.0, far * first.1 + aside * second.1));
            }
        }
        leaps
    }

    /// How far a difference leads up and to the right on screen; coordinates of a rhombus lean.
    pub fn heading(&self, (down, right): Delta) -> (isize, isize) {
        (-down, if self.form == Form::Rhombus { 2 * right + down } else { right })
    }

    /// How far a difference leads forward for a player, in rows of coordinates.
    pub fn advance((down, _): Delta, player: Player) -> isize {
        if player == Player::First { -down } else { down }
    }

    /// How many rows a cell is from a player's near row.
    pub fn height(&self, bit: usize, player: Player) -> usize {
        let (row, _) = self.place(bit);
        if player == Player::First { self.rows - 1 - row } else { row }
    }

    /// The cells on a named side of the board; `None` if it has no such side.
    pub fn side(&self, name: &str) -> Option<Set> {
        let index = |bit: usize| self.column(bit);
        let last = |bit: usize| self.form_row_length(self.place(bit).0) - 1;
        let n = self.side as isize - 1;
        let belongs = |bit: usize| -> Option<bool> {
            let (row, col) = self.place(bit);
            let (down, right) = (row as isize, col as isize);
            let up = self.rows as isize - 1 - down;
            Some(match (self.form, name) {
                (Form::Hexagon, "left") => col == 0,
                (Form::Hexagon, "right") => col == self.cols - 1,
                (Form::Hexagon, "top-left") => down + right == n,
                (Form::Hexagon, "top-right") => right - down == n,
                (Form::Hexagon, "bottom-left") => up + right == n,
                (Form::Hexagon, "bottom-right") => right - up == n,
                (Form::Hexagon, _) | (Form::Triangle, "top") => return None,
                (_, "top") => row == 0,
                (_, "bottom") => row == self.rows - 1,
                (_, "left") => index(bit) == 0,
                (_, "right") => index(bit) == last(bit),
                _ => return None,
            })
        };
        let mut side = Set::EMPTY;
        for bit in self.board.cells() {
            if belongs(bit)? {
                side |= Set::one(bit);
            }
        }
        Some(side)
    }

    /// The names of the sides.
    pub fn sides(&self) -> &'static [&'static str] {
        match self.form {
            Form::Hexagon => &["left", "right", "top-left", "top-right", "bottom-left", "bottom-right"],
            Form::Triangle => &["left", "right", "bottom"],
            _ => &["top", "bottom", "left", "right"],
        }
    }

    /// How many cells a row of the form has, missing ones included.
    fn form_row_length(&self, row: usize) -> usize {
        (0..self.cols).filter(|&col| self.is_in_form(row, col)).count()
    }

    /// The column of a cell as people count it, from 0.
    pub fn column(&self, bit: usize) -> usize {
        let (row, col) = self.place(bit);
        if self.is_doubled() { (0..col).filter(|&col| self.is_in_form(row, col)).count() } else { col }
    }

    /// What people call a cell. Hexagons number their cells from the first player's corner; other boards have a letter for the
    /// column and a number for the row.
    pub fn name(&self, bit: usize, from_top: bool) -> String {
        let (row, _) = self.place(bit);
        if self.form == Form::Hexagon {
            let below = (row + 1..self.rows).map(|row| self.row(row).count()).sum::<usize>();
            let before = self.row(row).take_while(|&other| other < bit).count();
            return (below + before).to_string();
        }
        let row = if from_top { row } else { self.rows - 1 - row };
        cell_name(row, self.column(bit))
    }

    /// The cells nearest to the middle of the board.
    pub fn centre(&self) -> Set {
        let points: Vec<(usize, (f64, f64))> = self.board.cells().map(|bit| (bit, self.point(bit))).collect();
        let middle = |part: &dyn Fn((f64, f64)) -> f64| {
            let values = points.iter().map(|&(_, point)| part(point));
            let (low, high) =
                values.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            (low + high) / 2.0
        };
        let (x, y) = (middle(&|point| point.0), middle(&|point| point.1));
        let distance = |point: (f64, f64)| {
            let (across, down) = (point.0 - x, point.1 - y);
            (across * across + down * down).sqrt()
        };
        let least = points.iter().map(|&(_, point)| distance(point)).fold(f64::MAX, f64::min);
        let near = points.iter().filter(|&&(_, point)| distance(point) < least + 1e-6);
        near.fold(Set::EMPTY, |set, &(bit, _)| set | Set::one(bit))
    }

    /// The cells that miss a neighbour.
    pub fn edge(&self) -> Set {
        let inner =
            |bit: &usize| self.directions().iter().all(|&(_, delta)| self.neighbour(*bit, delta).is_some());
        self.board.cells().filter(inner).fold(self.board, |set, bit| set & !Set::one(bit))
    }

    /// Whether a cell is dark: the bottom left one is.
    pub fn is_dark(&self, bit: usize) -> bool {
        let (row, _) = self.place(bit);
        (self.rows - 1 - row + self.column(bit)).is_multiple_of(2)
    }

    /// The middle of a cell on screen, in cell widths.
    pub fn point(&self, bit: usize) -> (f64, f64) {
        let (row, col) = self.place(bit);
        let (row, col) = (row as f64, col as f64);
        let pitch = 3_f64.sqrt() / 2.0;
        match self.form {
            Form::Squares => (col + 0.5, row + 0.5),
            Form::Hexagon => (0.75 * col + 0.5, (row + 1.0) * pitch / 2.0),
            Form::Rhombus => (col + row / 2.0 + 0.5, pitch * row + 0.5),
            Form::Hexes | Form::Triangle => (col / 2.0 + 0.5, pitch * row + 0.5),
        }
    }

    /// A cell as a screen draws it.
    pub fn picture(&self, bit: usize, name: String) -> Cell {
        let (row, col) = self.place(bit);
        match self.form {
            Form::Squares => Cell::square(name, row, col),
            Form::Hexagon => Cell::hexagon(name, row, col),
            Form::Rhombus | Form::Hexes | Form::Triangle => {
                let (x, y) = self.point(bit);
                let (long, short) = (3_f64.sqrt() / 3.0, 3_f64.sqrt() / 6.0);
                let corners =
                    [(-0.5, -short), (0.0, -long), (0.5, -short), (0.5, short), (0.0, long), (-0.5, short)];
                let polygon = corners.map(|(right, down)| [(x + right) as f32, (y + down) as f32]).to_vec();
                Cell { name, polygon, row, col, is_blocked: false, home: None }
            }
        }
    }

    /// Where a turn of the rectangle of coordinates takes every bit; `None` if it takes a cell where there is none.
    pub fn turned(&self, turn: Turn) -> Option<Vec<usize>> {
        let needs_square = !matches!(turn, Turn::Mirror | Turn::Flip | Turn::Rotate180);
        if needs_square && self.rows != self.cols {
            return None;
        }
        let mut image = vec![0; MOST_BITS];
        for bit in self.board.cells() {
            let (row, col) = turn.apply(self.rows, self.cols, self.place(bit));
            image[bit] = self.bit(row as isize, col as isize)?;
        }
        Some(image)
    }
}

/// Where a turn takes a difference of rows and columns.
pub fn turned_delta(turn: Turn, (down, right): Delta) -> Delta {
    match turn {
        Turn::Mirror => (down, -right),
        Turn::Flip => (-down, right),
        Turn::Rotate180 => (-down, -right),
        Turn::Transpose => (right, down),
        Turn::AntiTranspose => (-right, -down),
        Turn::Rotate90 => (right, -down),
        Turn::Rotate270 => (-right, down),
    }
}
