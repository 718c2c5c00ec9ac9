//! A description as a tree: what was written, with places, before anything is looked up. Both tiers of the language are here;
//! what the rules cannot compile yet they refuse.

use crate::problem::Place;

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// In lower case, words joined by a space.
    pub text: String,
    /// As written.
    pub raw: String,
    /// Where.
    pub place: Place,
}

/// A number, or the parameter that stands for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Written out.
    Given(usize, Place),
    /// A parameter.
    Named(Name),
}

/// A whole description.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The title.
    pub title: Option<Name>,
    /// Sentences about the game.
    pub about: Vec<String>,
    /// What the players are called.
    pub players: Option<[Name; 2]>,
    /// Numbers that may be chosen.
    pub parameters: Vec<Parameter>,
    /// The board.
    pub board: Option<Board>,
    /// Pieces on the board at the start.
    pub starts: Vec<Start>,
    /// Named sets of cells.
    pub zones: Vec<(Name, Vec<Zone>)>,
    /// The kinds of pieces.
    pub pieces: Vec<Piece>,
    /// Rules about turns.
    pub turns: Vec<Turn>,
    /// Goals, in the order in which they are tried.
    pub goals: Vec<Goal>,
    /// The limit of plies.
    pub limits: Vec<Limit>,
}

/// `size 8, from 4 to 12`, `option pawns 2, from 1 to 3`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name: `size`, or the option's.
    pub name: Name,
    /// What it is if nobody says otherwise.
    pub default: usize,
    /// The least it may be.
    pub from: usize,
    /// The most it may be.
    pub to: usize,
}

/// `board ..` with its picture.
#[derive(Clone, Debug)]
pub struct Board {
    /// Where.
    pub place: Place,
    /// Its form.
    pub form: BoardForm,
    /// `Some(true)` if only the dark cells exist, `Some(false)` if only the light ones.
    pub dark_only: Option<bool>,
    /// Rows from the top, each with its place.
    pub picture: Vec<(String, Place)>,
}

/// The form of a board.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "columns, rows and sides say what they are")]
pub enum BoardForm {
    /// `8x8 squares`.
    Squares { cols: Number, rows: Number },
    /// `9x7 hexes`.
    Hexes { cols: Number, rows: Number },
    /// `hexagon 4`.
    Hexagon { side: Number },
    /// `rhombus 11 hexes`.
    Rhombus { side: Number },
    /// `triangle 8 hexes`.
    Triangle { side: Number },
}

/// `start [PLAYER] KIND on ZONE`.
#[derive(Clone, Debug)]
pub struct Start {
    /// Whose, if it is not for both.
    pub player: Option<Name>,
    /// Which kind.
    pub kind: Name,
    /// Where.
    pub zones: Vec<Zone>,
    /// The clause.
    pub place: Place,
}

/// A set of cells. Sides are seen by the player it is about.
#[derive(Clone, Debug)]
pub enum Zone {
    /// `near row`, `near rows 2`, `far row`.
    Rows {
        /// The own side, or the other one.
        near: bool,
        /// How many.
        count: Number,
        /// Where.
        place: Place,
    },
    /// `near corner`, `far corner`: the ends of that row.
    Corner {
        /// The own side, or the other one.
        near: bool,
        /// Where.
        place: Place,
    },
    /// `centre`.
    Centre(Place),
    /// `edge`.
    Edge(Place),
    /// One cell by its name.
    Cell(Name),
    /// A zone that the description names.
    Named(Name),
}

/// `piece KIND ..` with what stands below it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The kind.
    pub name: Name,
    /// The letters of the first and the second player's pieces in pictures.
    pub letters: Option<[(char, Place); 2]>,
    /// How many each player has in hand; no limit if nothing is said and they are placed.
    pub hand: Option<(Number, Place)>,
    /// Where it says that those in hand are placed before anything moves.
    pub placed_first: Option<Place>,
    /// How it moves.
    pub motions: Vec<Motion>,
    /// What it becomes.
    pub becomes: Vec<Becomes>,
}

/// `becomes KIND on ZONE [, and stops]`.
#[derive(Clone, Debug)]
pub struct Becomes {
    /// The new kind.
    pub kind: Name,
    /// Where.
    pub zones: Vec<Zone>,
    /// What it means for a chain of jumps that comes there.
    pub within_chain: WithinChain,
    /// The clause.
    pub place: Place,
}

/// What happens when a chain of jumps comes to a cell on which the piece becomes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WithinChain {
    /// Nothing: the piece becomes another only where its move ends.
    Passes,
    /// The chain ends there: `and stops`.
    Stops,
    /// It becomes another and jumps on as such: `and goes on`.
    GoesOn,
}

/// One way to move.
#[derive(Clone, Debug)]
pub struct Motion {
    /// What it does.
    pub action: Action,
    /// What else happens.
    pub effects: Vec<(Effect, Place)>,
    /// The clause.
    pub place: Place,
}

/// What a motion does.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Action {
    Step { directions: Vec<Name>, to: Target },
    Slide { directions: Vec<Name>, up_to: Option<Number>, to: Target },
    Leap { by: [Number; 2], directions: Vec<Name>, to: Target },
    Jump { directions: Vec<Name>, up_to: Option<Number>, over: Option<Target>, to: Target },
    PlaceOn(Target),
    PlaceInColumns,
    PlaceNextTo(Neighbour),
}

/// Whose piece must be next to a placed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Neighbour {
    Own,
    Enemy,
    Any,
}

/// Where a motion may end.
#[derive(Clone, Debug)]
pub struct Target {
    /// What may be there.
    pub what: TargetKind,
    /// Where it is written.
    pub place: Place,
}

/// What may be on a cell to which a motion leads.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum TargetKind {
    Empty,
    Enemy,
    Own,
    EmptyOrEnemy,
    Any,
    /// An empty cell of a zone.
    Zone(Vec<Zone>),
}

/// What happens beside the motion.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Effect {
    TakingIt,
    LeavingAHole,
    /// A chain of jumps, which may go straight on only.
    Again {
        straight: bool,
    },
    ThenHole(Box<Motion>),
    TurningLines,
    TakingBetween,
}

/// `must ..`, `pass ..`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Turn {
    Must { motion: Name, most: bool, place: Place },
    PassIfStuck(Place),
    MayPass(Place),
}

/// `win | lose | draw [PLAYER] COND`, `end COND: ..`.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it means for the player it is about.
    pub result: GoalResult,
    /// Whose, if it is not for both.
    pub player: Option<Name>,
    /// What must hold.
    pub condition: Condition,
    /// The clause.
    pub place: Place,
}

/// What a goal means.
#[derive(Clone, Debug)]
pub enum GoalResult {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// Most pieces (of a kind) win.
    MostPieces(Option<Name>),
}

/// What must hold for a goal.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Condition {
    Reach { zones: Vec<Zone>, with: Option<Name> },
    Line { length: Number, exactly: bool, of: Option<Name>, by_anyone: bool },
    Connect { sides: [Name; 2] },
    CannotMove,
    BothCannotMove,
    NoPieces,
    NoKind(Name),
    Fewer { than: Number, kind: Option<Name> },
    Takes(Name),
    AllOn(Vec<Zone>),
    BoardFull,
}

/// `limit N plies [without ..]: draw | PLAYER wins`.
#[derive(Clone, Debug)]
pub struct Limit {
    /// How many.
    pub plies: Number,
    /// What must not have happened, as written.
    pub without: Option<Name>,
    /// The winner; nobody if it is a draw.
    pub winner: Option<Name>,
    /// The clause.
    pub place: Place,
}

impl Zone {
    /// Where it is written.
    pub fn place(&self) -> Place {
        match self {
            Zone::Rows { place, .. } | Zone::Corner { place, .. } => *place,
            Zone::Centre(place) | Zone::Edge(place) => *place,
            Zone::Cell(name) | Zone::Named(name) => name.place,
        }
    }
}

impl Number {
    /// Where it is written.
    pub fn place(&self) -> Place {
        match self {
            Number::Given(_, place) => *place,
            Number::Named(name) => name.place,
        }
    }
}
