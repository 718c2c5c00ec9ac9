//! How a game ended, told absolutely: who won, not whether "I" won.

use crate::Player;

/// The result of a finished game. Absolute: it does not depend on who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// The same result with the players exchanged.
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::Win(player) => Outcome::Win(player.other()),
            Outcome::Draw => Outcome::Draw,
        }
    }

    /// `first`, `second` or `draw`: the name in every machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            Outcome::Win(player) => player.id(),
            Outcome::Draw => "draw",
        }
    }
}
