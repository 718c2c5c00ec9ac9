//! What the catalog asks of the compiler of games written as text. The compiler itself is a family crate, so that its
//! searches are compiled beside its rules; the program registers it.

use zermelo_game::{Cell, Player, Tint};

use crate::AnyGame;
use crate::problem::{Place, Problem};

/// Reads games written as text. A text may come from a stranger: every call takes bounded time and memory and never panics.
pub trait GameCompiler: Sync {
    /// Opens the game of a text; `parameters` are those behind the colon of an id: `size=6,pawns=1`. The tables of a game that
    /// was opened are kept for the life of the program.
    fn open(&self, text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>>;

    /// The same for a text that somebody sent, perhaps a stranger. Such games are only a part of those that a program can open, so that
    /// whatever is sent leaves room for others.
    fn open_sent(&self, text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>>;

    /// Says what a text describes. Nothing of it is kept.
    fn check(&self, text: &str, parameters: &str) -> Result<Outline, Vec<Problem>>;

    /// What a text describes, with the board at the start. Nothing of it is kept.
    fn draft(&self, text: &str, parameters: &str) -> Result<Draft, Vec<Problem>>;

    /// The words that may stand at a place of a text that is being written. What is written there already may be a part of one.
    fn words_at(&self, text: &str, place: Place) -> Vec<String>;

    /// The clauses that none of `n_games` random games used, in the order of the text. Fewer are played if `go_on` says so.
    fn unused_clauses(
        &self,
        text: &str,
        parameters: &str,
        n_games: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Unused, Vec<Problem>>;

    /// The games that come with the program: the name of each, and its text.
    fn shelf(&self) -> &'static [(&'static str, &'static str)];
}

/// What a text describes, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The id: a name and a hash of the rules, and the parameters that are not the default ones.
    pub id: String,
    /// The title.
    pub title: String,
    /// Board and pieces, in a few words.
    pub board: String,
    /// The rules, in sentences.
    pub rules: String,
    /// How long games are, whether they can be drawn, and the symmetries of the rules, in sentences.
    pub facts: String,
    /// Which numbers can be chosen: name, value, least and most.
    pub parameters: Vec<(String, usize, [usize; 2])>,
    /// What is probably not meant.
    pub warnings: Vec<Problem>,
}

/// What a text describes, as far as it can be told without opening it.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// In words.
    pub outline: Outline,
    /// The board at the start.
    pub board: StartBoard,
}

/// The start of a game as a picture. A [`View`](zermelo_game::View) has names that live as long as the program; a text
/// that is only being written has none.
#[derive(Clone, Debug, PartialEq)]
pub struct StartBoard {
    /// The cells; the index is the cell's id.
    pub cells: Vec<Cell>,
    /// What people call the columns from the left.
    pub columns: Vec<String>,
    /// What people call the rows from the top.
    pub rows: Vec<String>,
    /// The pieces on the board.
    pub pieces: Vec<StartPiece>,
    /// The pieces in hand: whose, of which kind, how many.
    pub trays: Vec<(Player, String, usize)>,
    /// How many pieces each player has of those that decide the game in the end, where they are counted.
    pub counts: Option<[usize; 2]>,
    /// Whether the players sit at opposite ends.
    pub has_sides: bool,
    /// The colours of the first and the second player's pieces.
    pub tints: [Tint; 2],
}

/// A piece on the board at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPiece {
    /// The cell it is on.
    pub cell: usize,
    /// Its kind.
    pub kind: String,
    /// Its letter.
    pub letter: char,
    /// Whose it is.
    pub owner: Player,
}

/// Clauses that random games did not use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// How many games were played.
    pub n_games: u64,
    /// The clauses, in the order of the text.
    pub clauses: Vec<Problem>,
}

/// The games of a program: families compiled into it, and a compiler of games written as text.
#[derive(Clone, Copy)]
pub struct GameList {
    /// Every family, in the order of menus.
    pub families: &'static [&'static crate::FamilyEntry],
    /// The compiler of games written as text.
    pub compiler: &'static dyn GameCompiler,
}
