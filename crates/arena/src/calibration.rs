//! What a value of a search means: how often positions valued like this were won, drawn and lost, and how far that may be believed.
//!
//! The curve is fitted on one half of the games and looked at on the other: what a curve says of the games it was fitted on
//! flatters it.

use serde::{Deserialize, Serialize};
use zermelo_game::{Outcome, Player};
use zermelo_stats::binomial::wilson;
use zermelo_stats::ordered::{self, Case, Ended};

/// A game with what a search said of its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedGame {
    /// Who won.
    pub outcome: Outcome,
    /// Whose turn it was, and the value for that player; infinite if it was proved.
    pub values: Vec<(Player, f32)>,
}

/// What values mean. The log-odds of the first player are the value (from that side) times the slope, and what it is worth to be on the
/// move and to be the first player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Log-odds for a value of one.
    pub slope: f64,
    /// Log-odds for the move.
    pub to_move: f64,
    /// Log-odds for being the first player.
    pub first: f64,
    /// Half the width of the draws, in log-odds; 0 where nothing was drawn.
    pub draws: f64,
    /// Positions it was fitted on.
    pub n: u64,
    /// How it does on the other games: what it predicts, from little to much, and what came.
    pub bins: Vec<Bin>,
}

/// Positions of which about the same was predicted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// What the first player was predicted to score on average, a draw counting half.
    pub predicted: f64,
    /// What came.
    pub observed: f64,
    /// The lower end of its interval, 95 %: positions of one game share their result, so games are counted and not positions.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many positions.
    pub n: u64,
    /// Of how many games.
    pub games: u64,
}

/// How many bins there are, if none is empty.
const N_BINS: usize = 10;
/// The ridge keeps the slope finite where values tell the winner in every game.
const RIDGE: f64 = 1.0;

/// A position of a game.
struct Place {
    game: usize,
    mover: Player,
    /// From the first player's side.
    value: f64,
    ended: Ended,
}

impl Calibration {
    /// Fits it to games; `None` if that is impossible. Proofs are certain: nothing is learnt from them.
    pub fn of(games: impl IntoIterator<Item = ValuedGame>) -> Option<Calibration> {
        let places = games.into_iter().enumerate().flat_map(places_of);
        let (fitted, held): (Vec<Place>, Vec<Place>) = places.partition(|place| place.game % 2 == 0);
        let case =
            |place: &Place| Case { numbers: vec![place.value, sign(place.mover), 1.0], ended: place.ended };
        let cases: Vec<Case> = fitted.iter().map(case).collect();
        let found = ordered::fit(&cases, RIDGE).ok()?;
        let curve = Calibration {
            slope: found.weights[0].max(0.0),
            to_move: found.weights[1],
            first: found.weights[2],
            draws: found.draws,
            n: cases.len() as u64,
            bins: Vec::new(),
        };
        Some(Calibration { bins: curve.bins(&held), ..curve })
    }

    /// What the first player may expect of a value from that side, a draw counting half.
    pub fn expectation(&self, value: f64, mover: Player) -> f64 {
        let odds = self.first + sign(mover) * self.to_move + self.slope * value;
        let [won, drawn, _] = ordered::shares(odds, self.draws);
        won + 0.5 * drawn
    }

    fn bins(&self, places: &[Place]) -> Vec<Bin> {
        let mut bins: Vec<Vec<(f64, &Place)>> = vec![Vec::new(); N_BINS];
        for place in places {
            let predicted = self.expectation(place.value, place.mover);
            bins[((predicted * N_BINS as f64) as usize).min(N_BINS - 1)].push((predicted, place));
        }
        bins.iter().filter(|bin| !bin.is_empty()).map(|bin| bin_of(bin)).collect()
    }
}

fn bin_of(places: &[(f64, &Place)]) -> Bin {
    let n = places.len() as f64;
    let score = |place: &Place| match place.ended {
        Ended::Won => 1.0,
        Ended::Drawn => 0.5,
        Ended::Lost => 0.0,
    };
    let predicted = places.iter().map(|(predicted, _)| predicted).sum::<f64>() / n;
    let observed = places.iter().map(|(_, place)| score(place)).sum::<f64>() / n;
    // Places come game by game.
    let games = 1 + places.windows(2).filter(|pair| pair[0].1.game != pair[1].1.game).count() as u64;
    // As if every game had been looked at once. A result with draws spreads less than one without, so this is no too narrow.
    let ends = |successes: f64| wilson(successes as u64, games, 0.95).unwrap_or((0.0, 1.0));
    let successes = observed * games as f64;
    let (low, high) = (ends(successes.floor()).0, ends(successes.ceil()).1);
    Bin { predicted, observed, low, high, n: places.len() as u64, games }
}

/// The positions of a game whose values are not proofs.
fn places_of((game, valued): (usize, ValuedGame)) -> impl Iterator<Item = Place> {
    let ended = match valued.outcome {
        Outcome::Win(Player::First) => Ended::Won,
        Outcome::Draw => Ended::Drawn,
        Outcome::Win(Player::Second) => Ended::Lost,
    };
    let judged = valued.values.into_iter().filter(|(_, value)| value.is_finite());
    judged.map(move |(mover, value)| Place { game, mover, value: sign(mover) * f64::from(value), ended })
}

fn sign(player: Player) -> f64 {
    if player == Player::First { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use zermelo_game::stream;

    use super::*;

    /// Games of one thought each, of either player, that end as the truth says.
    fn games(truth: &Calibration, n: u64) -> Vec<ValuedGame> {
        let mut chance = stream(3, "calibration", 0);
        (0..n)
            .map(|index| {
                let mover = if index / 2 % 2 == 0 { Player::First } else { Player::Second };
                let value = chance.below(801) as f32 / 100.0 - 4.0;
                let odds = truth.first + sign(mover) * (truth.to_move + truth.slope * f64::from(value));
                let [won, drawn, _] = ordered::shares(odds, truth.draws);
                let at = chance.below(1 << 20) as f64 / f64::from(1 << 20);
                let outcome = if at < won {
                    Outcome::Win(Player::First)
                } else if at < won + drawn {
                    Outcome::Draw
                } else {
                    Outcome::Win(Player::Second)
                };
                ValuedGame { outcome, values: vec![(mover, value)] }
            })
            .collect()
    }

    #[test]
    fn what_was_put_in_is_found_again_and_believed() {
        let truth = Calibration { slope: 0.8, to_move: 0.4, first: -0.3, draws: 0.6, n: 0, bins: Vec::new() };
        let found = Calibration::of(games(&truth, 60_000)).expect("there is something to fit");
        assert_eq!(found.n, 30_000);
        for (found, truth) in [
            (found.slope, truth.slope),
            (found.to_move, truth.to_move),
            (found.first, truth.first),
            (found.draws, truth.draws),
        ] {
            assert!((found - truth).abs() < 0.06, "{found} instead of {truth}");
        }
        assert_eq!(found.bins.len(), N_BINS);
        assert_eq!(found.bins.iter().map(|bin| bin.n).sum::<u64>(), 30_000);
        let n_inside =
            found.bins.iter().filter(|bin| bin.low <= bin.predicted && bin.predicted <= bin.high).count();
        assert!(n_inside >= N_BINS - 1, "{:?}", found.bins);
    }

    /// A curve that is wrong is seen to be.
    #[test]
    fn a_wrong_curve_shows() {
        let truth = Calibration { slope: 0.3, to_move: 0.0, first: 0.0, draws: 0.2, n: 0, bins: Vec::new() };
        let sure = Calibration { slope: 3.0, ..truth.clone() };
        let places: Vec<Place> = games(&truth, 4000).into_iter().enumerate().flat_map(places_of).collect();
        let bins = sure.bins(&places);
        let first = bins.first().expect("some are lost for sure");
        assert!(first.predicted < 0.1 && first.low > 0.1, "{first:?}");
    }

    #[test]
    fn a_game_counts_once_in_a_bin() {
        let truth = Calibration { slope: 0.0, to_move: 0.0, first: 0.0, draws: 0.0, n: 0, bins: Vec::new() };
        let place = |game| Place { game, mover: Player::First, value: 0.0, ended: Ended::Won };
        let places: Vec<Place> = (0..40).map(|at| place(at / 20)).collect();
        let bins = truth.bins(&places);
        assert_eq!((bins.len(), bins[0].n, bins[0].games), (1, 40, 2));
        // Two games, both won: no more than that is known.
        assert!(bins[0].observed == 1.0 && bins[0].low < 0.4, "{bins:?}");
    }

    #[test]
    fn where_there_is_nothing_nothing_is_told() {
        assert_eq!(Calibration::of([]), None);
        let values = vec![(Player::First, f32::INFINITY)];
        assert_eq!(Calibration::of([ValuedGame { outcome: Outcome::Win(Player::First), values }]), None);
    }
}
