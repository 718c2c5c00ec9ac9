//! A proof at a glance: who wins, and how soon at the latest.

/// What is certain about a position, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move can win within so many plies.
    Win(u32),
    /// The opponent can win within so many plies, whatever the side to move does.
    Loss(u32),
}
