//! What the catalog asks of the compiler of games written as text. The compiler itself is a family crate, so that its
//! searches are compiled beside its rules; the program registers it.

use crate::AnyGame;
use crate::problem::Problem;

/// Reads games written as text. A text may come from a stranger: every call takes bounded time and memory and never panics.
pub trait GameCompiler: Sync {
    /// Opens the game of a text; `parameters` are those behind the colon of an id: `size=6,pawns=1`. The tables of a game that
    /// was opened are kept for the life of the program.
    fn open(&self, text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>>;

    /// Says what a text describes. Nothing of it is kept.
    fn check(&self, text: &str, parameters: &str) -> Result<Outline, Vec<Problem>>;

    /// The clauses that none of `n_games` random games used, in the order of the text.
    fn unused_clauses(
        &self,
        text: &str,
        parameters: &str,
        n_games: u64,
    ) -> Result<Vec<Problem>, Vec<Problem>>;

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

/// The games of a program: families compiled into it, and a compiler of games written as text.
#[derive(Clone, Copy)]
pub struct GameList {
    /// Every family, in the order of menus.
    pub families: &'static [&'static crate::FamilyEntry],
    /// The compiler of games written as text.
    pub compiler: &'static dyn GameCompiler,
}
