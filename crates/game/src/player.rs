//! The two players, by the order in which they move. Games give them their own names.

/// One of the two players: the one who moves first in the game, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Player {
    /// The player who makes the first move of the game.
    First = 0,
    /// The player who answers it.
    Second = 1,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second: an index into pairs.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`: the name in every machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}
