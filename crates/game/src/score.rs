//! What a search says about a position: a judgement, or a win or loss and how far away it is. Always from the side
//! to move.

use std::ops::Neg;

use crate::{Outcome, Player};

/// A value from the side to move: larger is better. Judgements lie between losses and wins; a nearer win is better
/// than a farther one, a farther loss better than a nearer one.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(f32);

/// A win on the spot. Counts of plies below it are exact, since `f32` holds whole numbers up to 16,777,216.
const WIN: f32 = 10_000_000.0;
/// Beyond this a score is a win or loss.
const JUDGEMENT_LIMIT: f32 = 9_000_000.0;

impl Score {
    /// A draw, or a judgement that sees no difference.
    pub const EVEN: Score = Score(0.0);
    /// Better than everything.
    pub const BEST: Score = Score(2.0 * WIN);
    /// Worse than everything.
    pub const WORST: Score = Score(-2.0 * WIN);

    /// A judgement by an evaluator. What is no number is the worst one.
    #[inline]
    #[allow(
        clippy::manual_clamp,
        reason = "clamp gives back what is no number, and comparing scores must never fail"
    )]
    pub fn judged(value: f64) -> Score {
        debug_assert!(!value.is_nan(), "an evaluator has no answer");
        Score((value as f32).max(-JUDGEMENT_LIMIT).min(JUDGEMENT_LIMIT))
    }

    /// The side to move wins in so many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as f32)
    }

    /// The side to move loses in so many plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as f32 - WIN)
    }

    /// A finished game as the player who would be next sees it.
    #[inline]
    pub fn of_outcome(outcome: Outcome, to_move: Player) -> Score {
        match outcome {
            Outcome::Win(player) if player == to_move => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw => Score::EVEN,
        }
    }

    /// Plies to a proved win (positive) or loss (negative, or 0 for a loss on the spot); `None` for a judgement.
    pub fn proved(self) -> Option<i32> {
        if self.0 > JUDGEMENT_LIMIT {
            Some((WIN - self.0) as i32)
        } else if self.0 < -JUDGEMENT_LIMIT {
            Some(-((WIN + self.0) as i32))
        } else {
            None
        }
    }

    /// Whether a win is proved.
    #[inline]
    pub fn is_win(self) -> bool {
        self.0 > JUDGEMENT_LIMIT
    }

    /// Whether a loss is proved.
    #[inline]
    pub fn is_loss(self) -> bool {
        self.0 < -JUDGEMENT_LIMIT
    }

    /// The same result seen from `plies` plies earlier: farther away.
    #[inline]
    #[must_use]
    pub fn farther(self, plies: u32) -> Score {
        if self.is_win() {
            Score(self.0 - plies as f32)
        } else if self.is_loss() {
            Score(self.0 + plies as f32)
        } else {
            self
        }
    }

    /// The same result seen from `plies` plies later: nearer.
    #[inline]
    #[must_use]
    pub fn nearer(self, plies: u32) -> Score {
        if self.is_win() {
            Score(self.0 + plies as f32)
        } else if self.is_loss() {
            Score(self.0 - plies as f32)
        } else {
            self
        }
    }

    /// The next score above: the upper end of a window that only asks "better than this?".
    #[inline]
    #[must_use]
    pub const fn next_up(self) -> Score {
        Score(self.0.next_up())
    }

    /// A score this much higher or lower, to open a window around it.
    #[must_use]
    pub fn plus(self, difference: f32) -> Score {
        Score(self.0 + difference)
    }

    /// The number: a judgement as its evaluator gave it.
    #[inline]
    pub const fn number(self) -> f32 {
        self.0
    }

    /// The score of a number that [`number`](Score::number) gave.
    #[inline]
    pub const fn from_number(number: f32) -> Score {
        Score(number)
    }

    /// The larger of two scores.
    #[inline]
    #[must_use]
    pub fn max(self, other: Score) -> Score {
        if other.0 > self.0 { other } else { self }
    }
}

/// A result with best play, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A win within so many plies.
    Win(u32),
    /// A draw.
    Draw,
    /// A loss after so many plies at most.
    Loss(u32),
}

impl Proof {
    /// What a score proves: a win or loss always, an even score only if it is exact.
    pub fn of(score: Score, is_exact: bool) -> Option<Proof> {
        match score.proved() {
            Some(plies) if score.is_win() => Some(Proof::Win(plies.unsigned_abs())),
            Some(plies) => Some(Proof::Loss(plies.unsigned_abs())),
            None => (is_exact && score == Score::EVEN).then_some(Proof::Draw),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    // Adding zero keeps "minus nothing" out, which is equal to nothing but written differently.
    #[inline]
    fn neg(self) -> Score {
        Score(0.0 - self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_and_farther_losses_are_better() {
        let ladder = [
            Score::loss_in(0),
            Score::loss_in(8),
            Score::judged(-1e12),
            Score::judged(-0.25),
            Score::EVEN,
            Score::judged(1e12),
            Score::win_in(9),
            Score::win_in(1),
        ];
        assert!(ladder.is_sorted(), "{ladder:?}");
        assert!(ladder.iter().rev().map(|&score| -score).is_sorted());
        assert_eq!(Score::win_in(7).proved(), Some(7));
        assert_eq!(Score::loss_in(4).proved(), Some(-4));
        assert_eq!(Score::judged(1e30).proved(), None);
        assert_eq!(Score::win_in(3).farther(2), Score::win_in(5));
        assert_eq!((-Score::win_in(3)).nearer(2), Score::loss_in(1));
    }

    #[test]
    fn an_even_score_is_a_draw_only_if_it_is_exact() {
        assert_eq!(Proof::of(Score::EVEN, true), Some(Proof::Draw));
        assert_eq!(Proof::of(Score::EVEN, false), None);
        assert_eq!(Proof::of(Score::judged(0.5), false), None);
        assert_eq!(Proof::of(Score::win_in(3), false), Some(Proof::Win(3)));
        assert_eq!(Proof::of(Score::loss_in(0), true), Some(Proof::Loss(0)));
    }
}
