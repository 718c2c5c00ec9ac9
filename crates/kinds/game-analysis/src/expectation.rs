//! What a value of a search is worth in wins.

use serde::{Deserialize, Serialize};
use zermelo_game::{Outcome, Player};
use zermelo_learn::fit::{FitSettings, fit};
use zermelo_learn::{Dataset, Label};

use super::trace::Trace;

/// How values become expected shares of wins, as games ended in which they were thought. What is proved is certain.
///
/// Log-odds are taken for the value times the slope, and what it is worth to be on the move and to be the first player: without these
/// two, expectations would swing to and fro with every ply, and every swing would look like a change of the lead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    /// Log-odds for a value of one.
    pub slope: f64,
    /// Log-odds for the move.
    pub to_move: f64,
    /// Log-odds for being the first player.
    pub first: f64,
    /// Positions that it was fitted to.
    pub positions: u64,
    /// The mean cross-entropy of its predictions there; a coin toss has 0.693.
    pub loss: f64,
}

impl Expectation {
    /// Nothing but proofs says anything.
    pub const BLIND: Expectation =
        Expectation { slope: 0.0, to_move: 0.0, first: 0.0, positions: 0, loss: std::f64::consts::LN_2 };

    /// Fits it to games; where nothing can be learnt from them, it is blind.
    pub fn of(traces: &[Trace]) -> Expectation {
        let mut data = Dataset::of_numbers(2);
        for (trace, group) in traces.iter().filter(|trace| !trace.is_cut()).zip(0..) {
            for (_, mover, value) in trace.thoughts().filter(|(.., value)| value.is_finite()) {
                let target = match trace.outcome {
                    Outcome::Draw => 0.5,
                    Outcome::Win(winner) => f32::from(u8::from(winner == mover)),
                };
                let label = Label { target, weight: 1.0, group };
                if data.push_numbers(&[value, side_of(mover) as f32], label).is_err() {
                    return Expectation::BLIND;
                }
            }
        }
        // The ridge keeps the slope finite where values tell the winner in every game.
        let settings = FitSettings { ridge: 1.0, ..FitSettings::default() };
        let Ok(found) = fit(&data, &settings, 1) else { return Expectation::BLIND };
        Expectation {
            slope: found.features[0].weight.max(0.0),
            to_move: found.constant.map_or(0.0, |term| term.weight),
            first: found.features[1].weight,
            positions: data.len() as u64,
            loss: found.mean_loss,
        }
    }

    /// The share of wins that the side to move may expect from a position of this value.
    pub fn share(&self, value: f32, mover: Player) -> f64 {
        if value.is_infinite() {
            return if value > 0.0 { 1.0 } else { 0.0 };
        }
        let log_odds = self.slope * f64::from(value) + self.to_move + self.first * side_of(mover);
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// What the first player may expect at each ply after the opening: the ply, and the share of wins.
    pub fn course<'a>(&'a self, trace: &'a Trace) -> impl Iterator<Item = (usize, f64)> + 'a {
        trace.thoughts().map(|(ply, mover, value)| {
            let share = self.share(value, mover);
            (ply, if mover == Player::First { share } else { 1.0 - share })
        })
    }

    /// The same as both players see it: the mean of what the one on the move thinks and what the other thought a ply before.
    /// Searches of odd and even depth, and evaluators that mean the player who searches, would otherwise swing with every
    /// ply. What is proved needs no second opinion.
    pub fn consensus(&self, trace: &Trace) -> Vec<(usize, f64)> {
        let mut before = None;
        let together = |((ply, share), value): ((usize, f64), &f32)| {
            let other = before.replace(share).filter(|_| value.is_finite());
            (ply, other.map_or(share, |other| 0.5 * (share + other)))
        };
        self.course(trace).zip(&trace.values).map(together).collect()
    }
}

fn side_of(player: Player) -> f64 {
    match player {
        Player::First => 1.0,
        Player::Second => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::stream;

    use super::super::trace::tests::game;
    use super::*;

    #[test]
    fn what_was_put_in_is_found_again() {
        let truth = Expectation { slope: 0.8, to_move: 0.4, first: -0.3, ..Expectation::BLIND };
        let mut chance = stream(3, "expectation", 0);
        // Games of one thought each, of either player, that end as the truth says.
        let games: Vec<Trace> = (0..40_000)
            .map(|index| {
                let n_plies = 1 + index % 2;
                let mover = if n_plies == 1 { Player::First } else { Player::Second };
                let value = chance.below(9) as f32 - 4.0;
                let is_won = (chance.below(1 << 20) as f64) < truth.share(value, mover) * f64::from(1 << 20);
                let winner = if is_won { mover } else { mover.other() };
                game(Outcome::Win(winner), &vec![2; n_plies], &[value])
            })
            .collect();
        let found = Expectation::of(&games);
        assert_eq!(found.positions, 40_000);
        for (found, truth) in
            [(found.slope, truth.slope), (found.to_move, truth.to_move), (found.first, truth.first)]
        {
            assert!((found - truth).abs() < 0.05, "{found} instead of {truth}");
        }
    }

    #[test]
    fn proofs_are_certain_and_nothing_is_learnt_from_them() {
        let proved = game(Outcome::Win(Player::First), &[2], &[f32::INFINITY]);
        assert_eq!(Expectation::of(&[proved]), Expectation::BLIND);
        assert_eq!(Expectation::of(&[]), Expectation::BLIND);
        let shares = [f32::INFINITY, 7.0, f32::NEG_INFINITY]
            .map(|value| Expectation::BLIND.share(value, Player::Second));
        assert_eq!(shares, [1.0, 0.5, 0.0]);
    }

    #[test]
    fn the_course_is_the_first_players() {
        let plain = Expectation { slope: 1.0, ..Expectation::BLIND };
        let trace = game(Outcome::Win(Player::First), &[2; 4], &[1.0, 1.0, f32::INFINITY]);
        let course: Vec<(usize, f64)> = plain.course(&trace).collect();
        let sure = 1.0 / (1.0 + (-1.0_f64).exp());
        // The second player thinks first, and likes it: the first one does not.
        assert_eq!(course, [(1, 1.0 - sure), (2, sure), (3, 0.0)]);
        // Each likes it on the move: together they see nothing in it, until it is proved.
        assert_eq!(plain.consensus(&trace), [(1, 1.0 - sure), (2, 0.5), (3, 0.0)]);
    }
}
