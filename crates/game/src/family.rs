//! A family of games: the same rules on boards of different sizes, opened by the text of a game id.

use crate::{Game, ParameterError, Tint};

/// A game as a person names it: `milestone`, `isolation:9x9`, `mnk:15,15,5`.
///
/// A family may use another [`Game`] type for each size, so that a small board is a machine word and a large
/// one still works. That is why it hands the game to a visitor instead of returning it.
pub trait Family: Sized + 'static {
    /// What there is to say about the family without opening it.
    const ABOUT: About;

    /// Reads the text behind the colon of a game id (empty if there is none) and shows the game to `visitor`.
    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError>;
}

/// Something to do with a game whatever its type.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// The facts about a family that menus, help and checks need.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The word people type: lower case, no spaces.
    pub id: &'static str,
    /// The name of the game.
    pub title: &'static str,
    /// The game in a sentence or two.
    pub summary: &'static str,
    /// What the first and the second player are called.
    pub players: [&'static str; 2],
    /// The colours of their pieces.
    pub tints: [Tint; 2],
    /// Raised whenever a change of the code changes what is legal or who wins.
    pub rules_version: u32,
    /// What may stand behind the colon.
    pub parameters: &'static [Parameter],
    /// How a move is written, in one sentence with an example.
    pub move_help: &'static str,
    /// Well-known members of the family with ids of their own.
    pub presets: &'static [Preset],
    /// Parameters of some members, small and large, that the laws of every game are checked on.
    pub samples: &'static [&'static str],
}

/// One thing that may stand behind the colon of a game id.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// How it is written: `side=4`, `6x7`.
    pub form: &'static str,
    /// What it means and what it may be.
    pub meaning: &'static str,
}

/// A member of a family that has a name of its own, such as `tictactoe` for `mnk:3,3,3`.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The word people type.
    pub id: &'static str,
    /// The name of the game.
    pub title: &'static str,
    /// The game in a sentence.
    pub summary: &'static str,
    /// What it stands for, as written behind the family's colon.
    pub parameters: &'static str,
}

impl About {
    /// The one id of the member with these (canonically written) parameters.
    pub fn canonical_id(&self, parameters: &str) -> String {
        match self.presets.iter().find(|preset| preset.parameters == parameters) {
            Some(preset) => preset.id.to_owned(),
            None if parameters.is_empty() => self.id.to_owned(),
            None => format!("{}:{parameters}", self.id),
        }
    }
}
