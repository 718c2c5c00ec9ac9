//! What goes over the wire: everything a page draws, and nothing it would have to work out.

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{Array, ArrayBuilder};
use utoipa::{PartialSchema, ToSchema};
use zermelo_any::{StartBoard, StartPiece};
use zermelo_game::{self as game, MoveView, Outcome};

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Who moves first.
    First,
    /// The other.
    Second,
}

impl From<game::Player> for Player {
    fn from(player: game::Player) -> Player {
        match player {
            game::Player::First => Player::First,
            game::Player::Second => Player::Second,
        }
    }
}

impl From<Player> for game::Player {
    fn from(player: Player) -> game::Player {
        match player {
            Player::First => game::Player::First,
            Player::Second => game::Player::Second,
        }
    }
}

/// Who won; nobody in a draw.
pub fn winner(outcome: Outcome) -> Option<Player> {
    match outcome {
        Outcome::Win(player) => Some(player.into()),
        Outcome::Draw => None,
    }
}

/// A colour of pieces.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "a colour's name says it all")]
pub enum Tint {
    Black,
    White,
    Red,
    Blue,
    Yellow,
}

impl From<game::Tint> for Tint {
    fn from(tint: game::Tint) -> Tint {
        match tint {
            game::Tint::Black => Tint::Black,
            game::Tint::White => Tint::White,
            game::Tint::Red => Tint::Red,
            game::Tint::Blue => Tint::Blue,
            game::Tint::Yellow => Tint::Yellow,
        }
    }
}

/// A measured number: never without its interval.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Statistic {
    /// The estimate.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How often such intervals hold the truth, such as 0.95.
    pub level: f64,
    /// How many observations it rests on.
    pub n: u64,
    /// How it was estimated.
    pub method: String,
}

/// A place a piece can be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Cell {
    /// What people call it.
    pub name: String,
    /// Its corners, in cell widths, y down.
    #[schema(schema_with = corners)]
    pub polygon: Vec<[f32; 2]>,
    /// Its row from the top; on hexagons the half-row.
    pub row: usize,
    /// Its column from the left.
    pub col: usize,
    /// Whether no piece can come here any more.
    pub blocked: bool,
    /// Whose home it is.
    pub home: Option<Player>,
}

/// Corners are pairs of numbers, which cannot be said of what is in a list otherwise.
fn corners() -> Array {
    let corner = ArrayBuilder::new().items(f32::schema()).min_items(Some(2)).max_items(Some(2));
    ArrayBuilder::new().description(Some("Its corners, in cell widths, y down.")).items(corner).build()
}

/// A piece on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Piece {
    /// Stays with the piece while it moves.
    pub id: usize,
    /// The cell it is on.
    pub cell: usize,
    /// What it is.
    pub kind: String,
    /// Its letter in position texts.
    pub letter: String,
    /// Whose it is.
    pub owner: Player,
}

/// Pieces waiting beside the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tray {
    /// Whose they are.
    pub owner: Player,
    /// What they are.
    pub kind: String,
    /// How many are left.
    pub count: usize,
}

/// The move that led here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LastMove {
    /// Where the piece came from.
    pub from: Option<usize>,
    /// Where it is now; nowhere after a pass.
    pub to: Option<usize>,
    /// The cells it rested on between the two.
    pub path: Vec<usize>,
    /// What was taken, in order.
    pub captured: Vec<Piece>,
    /// The cells of pieces that went over to the other player.
    pub turned: Vec<usize>,
    /// The cells that were blocked.
    pub holes: Vec<usize>,
}

/// The cells that decided the game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WinningLine {
    /// The cells, in order.
    pub cells: Vec<usize>,
    /// What they have in common.
    pub by: String,
}

/// How the game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
    /// Why, in a word.
    pub reason: String,
    /// Who and why, in a sentence.
    pub sentence: String,
}

/// A position as a picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct View {
    /// The cells; a cell's place in the list is its id.
    pub cells: Vec<Cell>,
    /// What the columns are called.
    pub columns: Vec<String>,
    /// What the rows are called.
    pub rows: Vec<String>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The pieces beside the board.
    pub trays: Vec<Tray>,
    /// How many pieces the first and the second player have, where that decides the game.
    #[schema(min_items = 2, max_items = 2)]
    pub counts: Option<[usize; 2]>,
    /// The last move.
    pub last: Option<LastMove>,
    /// The cells that won.
    pub line: Option<WinningLine>,
    /// Whether the board may be turned.
    pub has_sides: bool,
    /// The colours of the first and second player's pieces.
    #[schema(min_items = 2, max_items = 2)]
    pub tints: [Tint; 2],
    /// Whose turn it is.
    pub to_move: Player,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

impl From<&game::Piece> for Piece {
    fn from(piece: &game::Piece) -> Piece {
        Piece {
            id: piece.id,
            cell: piece.cell,
            kind: piece.kind.to_owned(),
            letter: piece.letter.to_string(),
            owner: piece.owner.into(),
        }
    }
}

impl From<&game::Cell> for Cell {
    fn from(cell: &game::Cell) -> Cell {
        Cell {
            name: cell.name.clone(),
            polygon: cell.polygon.clone(),
            row: cell.row,
            col: cell.col,
            blocked: cell.is_blocked,
            home: cell.home.map(Player::from),
        }
    }
}

impl From<&StartBoard> for View {
    fn from(board: &StartBoard) -> View {
        let piece = |piece: &StartPiece| Piece {
            id: piece.cell,
            cell: piece.cell,
            kind: piece.kind.clone(),
            letter: piece.letter.to_string(),
            owner: piece.owner.into(),
        };
        let tray = |(owner, kind, count): &(game::Player, String, usize)| Tray {
            owner: (*owner).into(),
            kind: kind.clone(),
            count: *count,
        };
        View {
            cells: board.cells.iter().map(Cell::from).collect(),
            columns: board.columns.clone(),
            rows: board.rows.clone(),
            pieces: board.pieces.iter().map(piece).collect(),
            trays: board.trays.iter().map(tray).collect(),
            counts: board.counts,
            last: None,
            line: None,
            has_sides: board.has_sides,
            tints: board.tints.map(Tint::from),
            to_move: Player::First,
            ending: None,
        }
    }
}

impl From<&game::View> for View {
    fn from(view: &game::View) -> View {
        let tray = |tray: &game::Tray| Tray {
            owner: tray.owner.into(),
            kind: tray.kind.to_owned(),
            count: tray.count,
        };
        View {
            cells: view.cells.iter().map(Cell::from).collect(),
            columns: view.columns.clone(),
            rows: view.rows.clone(),
            pieces: view.pieces.iter().map(Piece::from).collect(),
            trays: view.trays.iter().map(tray).collect(),
            counts: view.counts,
            last: view.last.as_ref().map(|last| LastMove {
                from: last.from,
                to: last.to,
                path: last.path.clone(),
                captured: last.captured.iter().map(Piece::from).collect(),
                turned: last.turned.clone(),
                holes: last.holes.clone(),
            }),
            line: (view.line.as_ref())
                .map(|line| WinningLine { cells: line.cells.clone(), by: line.by.to_owned() }),
            has_sides: view.has_sides,
            tints: view.tints.map(Tint::from),
            to_move: view.to_move.into(),
            ending: view.ending.as_ref().map(|ending| Ending {
                winner: winner(ending.outcome),
                reason: ending.reason.to_owned(),
                sentence: ending.sentence.clone(),
            }),
        }
    }
}

/// A legal move, for click, drag, drop and placement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Move {
    /// The move in the game's notation.
    pub text: String,
    /// The cell the piece leaves.
    pub from: Option<usize>,
    /// The cell it comes to, which may be the one it left; none if no piece moves, as in a pass.
    pub to: Option<usize>,
    /// The column it is dropped into.
    pub column: Option<usize>,
    /// The kind of piece.
    pub kind: Option<String>,
    /// The cells it rests on between the two, in order.
    pub path: Vec<usize>,
    /// The cells of the pieces it takes, in order.
    pub captured: Vec<usize>,
    /// The cells of pieces that go over to the other player.
    pub turned: Vec<usize>,
    /// The cells that it blocks.
    pub holes: Vec<usize>,
    /// The move as a sentence.
    pub speak: String,
}

impl Move {
    /// A move and its sentence.
    pub fn new(view: MoveView, speak: String) -> Move {
        Move {
            text: view.text,
            from: view.from,
            to: view.to,
            column: view.column,
            kind: view.kind.map(str::to_owned),
            path: view.path,
            captured: view.captured,
            turned: view.turned,
            holes: view.holes,
            speak,
        }
    }
}

/// A move that was played, or would be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Spoken {
    /// The move in the game's notation.
    pub text: String,
    /// The move as a sentence.
    pub speak: String,
}
