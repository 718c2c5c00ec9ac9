//! A played game with all that a portrait asks of it, and nothing of its rules.

use zermelo_arena::ValuedGame;
use zermelo_game::{Outcome, Player};

/// The reason of a game that was ended by a limit and not by its rules.
pub(super) use zermelo_any::TOO_LONG as CUT;

/// A game from its start to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Who won.
    pub outcome: Outcome,
    /// Why, in a word.
    pub reason: String,
    /// How many moves were made before anybody thought.
    pub opening_plies: usize,
    /// Whose turn it was in each position in which a move was made, the opening's included.
    pub movers: Vec<Player>,
    /// How many legal moves there were in each of them.
    pub n_moves: Vec<u32>,
    /// The cells that moves went to, in order; a pass goes to none.
    pub targets: Vec<usize>,
    /// In how many of the positions, the last one included, each cell had a piece on it.
    pub occupied: Vec<u32>,
    /// What the search said of the positions after the opening, for the side to move; infinite if it was proved.
    pub values: Vec<f32>,
}

impl Trace {
    /// How many plies it had.
    pub fn n_plies(&self) -> usize {
        self.n_moves.len()
    }

    /// Whether a limit ended it.
    pub fn is_cut(&self) -> bool {
        self.reason == CUT
    }

    /// Who won by the rules.
    pub fn winner(&self) -> Option<Player> {
        match self.outcome {
            Outcome::Win(winner) if !self.is_cut() => Some(winner),
            _ => None,
        }
    }

    /// What calibration asks of it; `None` if a limit ended it.
    pub fn valued(&self) -> Option<ValuedGame> {
        let values = || self.thoughts().map(|(_, mover, value)| (mover, value)).collect();
        (!self.is_cut()).then(|| ValuedGame { outcome: self.outcome, values: values() })
    }

    /// What was thought: the ply, whose turn it was, and the value for that player.
    pub fn thoughts(&self) -> impl Iterator<Item = (usize, Player, f32)> + '_ {
        let places = (self.opening_plies..self.n_plies())
            .zip(&self.movers[self.opening_plies.min(self.movers.len())..]);
        places.zip(&self.values).map(|((ply, &mover), &value)| (ply, mover, value))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A game of players who alternate, with these values after the opening.
    pub fn game(outcome: Outcome, n_moves: &[u32], values: &[f32]) -> Trace {
        let n_plies = n_moves.len();
        let movers = (0..n_plies).map(|ply| if ply % 2 == 0 { Player::First } else { Player::Second });
        Trace {
            outcome,
            reason: if outcome == Outcome::Draw { "full" } else { "line" }.to_owned(),
            opening_plies: n_plies - values.len(),
            movers: movers.collect(),
            n_moves: n_moves.to_vec(),
            targets: vec![0; n_plies],
            occupied: Vec::new(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn thoughts_begin_after_the_opening() {
        let trace = game(Outcome::Win(Player::First), &[3, 3, 2, 1, 1], &[0.5, -1.0, f32::INFINITY]);
        let thoughts: Vec<_> = trace.thoughts().collect();
        let expected =
            [(2, Player::First, 0.5), (3, Player::Second, -1.0), (4, Player::First, f32::INFINITY)];
        assert_eq!(thoughts, expected);
        assert_eq!(trace.winner(), Some(Player::First));
        let cut = Trace { reason: CUT.to_owned(), ..trace };
        assert_eq!(cut.winner(), None);
    }
}
