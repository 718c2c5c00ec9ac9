//! What a screen needs to draw a game, whatever the game: polygons, pieces and marks. No rules in it, so a
//! terminal, a web page and a picture can all draw every game, and know none.

use crate::{Game, Outcome, Player, Position};

/// A position as a picture. Coordinates are in cell widths, x to the right and y down; the first player
/// sits at the bottom where the board has sides.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The cells; the index is the cell's id.
    pub cells: Vec<Cell>,
    /// What people call the columns from the left, where they are called something.
    pub columns: Vec<String>,
    /// What people call the rows from the top, where they are called something.
    pub rows: Vec<String>,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The pieces beside the board, where they are counted.
    pub trays: Vec<Tray>,
    /// How many pieces the first and the second player have, where such a count decides the game.
    pub counts: Option<[usize; 2]>,
    /// The last move; known only to a view that follows a game.
    pub last: Option<LastMove>,
    /// The cells that won the game, if cells did.
    pub line: Option<Line>,
    /// Whether the players sit at opposite ends, so that the board may be turned to have either at the bottom.
    pub has_sides: bool,
    /// The colours of the first and the second player's pieces.
    pub tints: [Tint; 2],
    /// Whose turn it is, or would be.
    pub to_move: Player,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

/// A colour of pieces, by name: a screen has its own paint for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "a colour's name says it all")]
pub enum Tint {
    Black,
    White,
    Red,
    Blue,
    Yellow,
}

/// A place a piece can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What people call it: `d4`, `11`.
    pub name: String,
    /// Its corners, clockwise.
    pub polygon: Vec<[f32; 2]>,
    /// Its row from the top, for reading order; on hexagons the half-row.
    pub row: usize,
    /// Its column from the left.
    pub col: usize,
    /// Whether no piece can come here any more.
    pub is_blocked: bool,
    /// Whose home it is, where the game is about reaching it.
    pub home: Option<Player>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Stays with the piece while it moves, so that a screen can animate it (see [`View::follow`]).
    pub id: usize,
    /// The cell it is on.
    pub cell: usize,
    /// What it is: `pawn`, `stone`, `round`, `square`, `token`.
    pub kind: &'static str,
    /// The letter that stands for it in position texts, and where there is no better picture.
    pub letter: char,
    /// Whose it is.
    pub owner: Player,
}

/// Pieces of one kind waiting beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Tray {
    /// Whose they are.
    pub owner: Player,
    /// What they are.
    pub kind: &'static str,
    /// How many are left.
    pub count: usize,
}

/// The move that led to a position. It is told as in [`MoveView`], but the pieces it took are known.
#[derive(Clone, Debug, PartialEq)]
pub struct LastMove {
    /// Where the piece came from, if it was on the board.
    pub from: Option<usize>,
    /// Where it is now; `None` if no piece moved.
    pub to: Option<usize>,
    /// The cells it rested on between the two, in order.
    pub path: Vec<usize>,
    /// The pieces that were taken, in order.
    pub captured: Vec<Piece>,
    /// The cells of pieces that went over to the other player.
    pub turned: Vec<usize>,
    /// The cells that were blocked.
    pub holes: Vec<usize>,
}

/// The cells that decided a game, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The cells.
    pub cells: Vec<usize>,
    /// What they have in common: `shape`, `color`, `line`.
    pub by: &'static str,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why, in a word for machines.
    pub reason: &'static str,
    /// Who won and why, in a sentence for people.
    pub sentence: String,
}

/// A legal move as a screen needs it, for click, drag, drop and placement: all that it changes on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveView {
    /// The move in the game's notation.
    pub text: String,
    /// The cell the piece leaves, if it is on the board.
    pub from: Option<usize>,
    /// The cell it comes to, which may be the one it left; `None` if no piece moves.
    pub to: Option<usize>,
    /// The column it is dropped into, where that is what the player chooses.
    pub column: Option<usize>,
    /// The kind of piece, where the player chooses it.
    pub kind: Option<&'static str>,
    /// The cells it rests on between the two, in order, as in a chain of jumps.
    pub path: Vec<usize>,
    /// The cells of the enemy pieces it takes, in order.
    pub captured: Vec<usize>,
    /// The cells of pieces that go over to the other player.
    pub turned: Vec<usize>,
    /// The cells that no piece can come to from now on: the one it leaves, or one that it shoots at.
    pub holes: Vec<usize>,
    /// Whether the player chose what is blocked: then it is said, also where it is the cell that the piece left.
    pub shoots: bool,
}

impl Piece {
    /// A piece whose id is its cell, until a game is followed.
    pub const fn new(cell: usize, kind: &'static str, letter: char, owner: Player) -> Piece {
        Piece { id: cell, cell, kind, letter, owner }
    }
}

impl MoveView {
    /// A piece steps from a cell to another, and may capture what is there.
    pub fn step(text: String, from: usize, to: usize, captures: bool) -> MoveView {
        let captured = captures.then_some(to).into_iter().collect();
        MoveView { from: Some(from), captured, ..MoveView::place(text, to) }
    }

    /// A piece jumps along cells, the first of which it leaves, and takes the pieces on others.
    pub fn jump(text: String, cells: &[usize], captured: Vec<usize>) -> MoveView {
        let (from, to) = (cells.first().copied(), cells.last().copied());
        let path = cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default().to_vec();
        MoveView { text, from, to, path, captured, ..MoveView::default() }
    }

    /// A new piece is put on a cell.
    pub fn place(text: String, to: usize) -> MoveView {
        MoveView { text, to: Some(to), ..MoveView::default() }
    }

    /// A new piece is dropped into a column, and comes to rest on a cell.
    pub fn drop(text: String, column: usize, to: usize) -> MoveView {
        MoveView { column: Some(column), ..MoveView::place(text, to) }
    }

    /// The turn goes to the other player, and the board stays as it is.
    pub fn pass(text: String) -> MoveView {
        MoveView { text, ..MoveView::default() }
    }

    /// Whether it changes nothing on the board.
    pub fn is_pass(&self) -> bool {
        self.cells().next().is_none()
    }

    /// The cells it touches; some more than once.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        let ends = self.from.into_iter().chain(self.to);
        let others = [&self.path, &self.captured, &self.turned, &self.holes].into_iter().flatten();
        ends.chain(others.copied())
    }

    /// The move as a sentence to be read aloud. `who` makes it, on the board of `view`.
    pub fn speak(&self, who: &str, view: &View) -> String {
        if self.is_pass() {
            return format!("{who} passes");
        }
        let name = |cell: usize| view.cells[cell].name.as_str();
        let several = |cells: &[usize]| match cells {
            [one] => name(*one).to_owned(),
            _ => format!(
                "{} on {}",
                cells.len(),
                cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(", ")
            ),
        };
        let what = self.kind.map(|kind| format!("{kind} ")).unwrap_or_default();
        let takes_there = self.from.is_some() && self.to.is_some_and(|to| self.captured == [to]);
        let mut parts = Vec::new();
        match (self.from, self.column, self.to) {
            (Some(from), _, Some(to)) if takes_there => {
                parts.push(format!("{} takes {}", name(from), name(to)));
            }
            (Some(from), _, Some(to)) if from == to => parts.push(format!("{} and back", name(from))),
            (Some(from), _, Some(to)) => parts.push(format!("{} to {}", name(from), name(to))),
            (_, Some(column), _) => parts.push(format!("{what}in column {}", column + 1)),
            (_, None, Some(to)) => parts.push(format!("{what}on {}", name(to))),
            (_, None, None) => {}
        }
        if !self.captured.is_empty() && !takes_there {
            parts.push(format!("takes {}", several(&self.captured)));
        }
        match self.turned.as_slice() {
            [] => {}
            [one] => parts.push(format!("turns {} over", name(*one))),
            cells => parts.push(format!("turns {} over", cells.len())),
        }
        // A hole where the piece stood is how its game is played, and goes without saying.
        let is_said = |cell: usize| self.shoots || Some(cell) != self.from;
        let holes: Vec<usize> = self.holes.iter().copied().filter(|&cell| is_said(cell)).collect();
        if !holes.is_empty() {
            parts.push(format!("blocks {}", several(&holes)));
        }
        format!("{who} {}", parts.join(", "))
    }
}

impl LastMove {
    /// Whether a piece left this cell, came to it, was taken or turned over there, or the cell was blocked.
    pub fn touches(&self, cell: usize) -> bool {
        let is_end = self.from == Some(cell) || self.to == Some(cell);
        is_end || self.turned.contains(&cell) || self.holes.contains(&cell) || self.has_emptied(cell)
    }

    /// Whether a piece was taken from this cell, and nothing stands there now.
    pub fn has_emptied(&self, cell: usize) -> bool {
        self.to != Some(cell) && self.captured.iter().any(|piece| piece.cell == cell)
    }
}

impl Ending {
    /// How this position ended the game, if it did.
    pub fn of<G: Game>(game: &G, pos: &G::Position) -> Option<Ending> {
        let outcome = pos.outcome()?;
        let reason = game.reason(pos)?;
        Some(Ending { outcome, reason, sentence: game.tell_end(pos)? })
    }
}

impl Cell {
    /// A square of side 1 in this row and column.
    pub fn square(name: String, row: usize, col: usize) -> Cell {
        let (x, y) = (col as f32, row as f32);
        let polygon = vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
        Cell { name, polygon, row, col, is_blocked: false, home: None }
    }

    /// A regular hexagon of width 1 with flat top and bottom, in this half-row (each half a hexagon high) and
    /// column (each three quarters of a hexagon wide).
    pub fn hexagon(name: String, half_row: usize, col: usize) -> Cell {
        let half_height = 3_f32.sqrt() / 4.0;
        let (x, y) = (0.75 * col as f32, half_height * half_row as f32);
        let (middle, bottom) = (y + half_height, y + 2.0 * half_height);
        let polygon = vec![
            [x, middle],
            [x + 0.25, y],
            [x + 0.75, y],
            [x + 1.0, middle],
            [x + 0.75, bottom],
            [x + 0.25, bottom],
        ];
        Cell { name, polygon, row: half_row, col, is_blocked: false, home: None }
    }
}

impl View {
    /// These cells and pieces, with what is the same in every game: no labels, trays, sides or lines.
    pub fn of<G: Game>(
        game: &G,
        pos: &G::Position,
        cells: impl IntoIterator<Item = Cell>,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> View {
        View {
            cells: cells.into_iter().collect(),
            pieces: pieces.into_iter().collect(),
            columns: Vec::new(),
            rows: Vec::new(),
            trays: Vec::new(),
            counts: None,
            last: None,
            line: None,
            has_sides: false,
            tints: game.about().tints,
            to_move: pos.to_move(),
            ending: Ending::of(game, pos),
        }
    }

    /// Makes this view the successor of `before`, from which `mv` led here: pieces keep their ids, a new
    /// piece gets a fresh one, and the last move is known.
    pub fn follow(&mut self, before: &View, mv: &MoveView) {
        let mut on_cell: Vec<Option<&Piece>> = vec![None; before.cells.len()];
        for piece in &before.pieces {
            on_cell[piece.cell] = Some(piece);
        }
        // Also above the ids of captured pieces: they are never given to another while a ghost may still be fading.
        let fresh = before.pieces.iter().map(|piece| piece.id + 1).max().unwrap_or(0);
        for piece in &mut self.pieces {
            let origin = if Some(piece.cell) == mv.to { mv.from } else { Some(piece.cell) };
            piece.id = origin.and_then(|cell| on_cell[cell]).map_or(fresh, |piece| piece.id);
        }
        let taken = mv.captured.iter().filter_map(|&cell| on_cell[cell]);
        self.last = Some(LastMove {
            from: mv.from,
            to: mv.to,
            path: mv.path.clone(),
            captured: taken.cloned().collect(),
            turned: mv.turned.clone(),
            holes: mv.holes.clone(),
        });
    }
}
