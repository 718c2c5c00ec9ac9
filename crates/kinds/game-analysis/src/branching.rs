//! How many moves there are to choose from.

use serde::{Deserialize, Serialize};

use super::estimate::Estimate;
use super::trace::Trace;

/// How many moves there are to choose from. Positions of one game hang together, so intervals are by game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branching {
    /// Positions in which a move was made.
    pub positions: u64,
    /// Legal moves in a position.
    pub moves: Option<Estimate>,
    /// The same where there was a choice.
    pub moves_of_choices: Option<Estimate>,
    /// The share of positions with more than one legal move.
    pub choices: Option<Estimate>,
    /// The decimal logarithm of the number of games there are, roughly: mean length times the logarithm of the mean number of
    /// legal moves.
    pub tree_log10: f64,
    /// Every ply, from the first.
    pub plies: Vec<PlyBranching>,
}

/// The choice at a ply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlyBranching {
    /// The ply, from 1.
    pub ply: u64,
    /// Games that came so far.
    pub games: u64,
    /// Legal moves, on average.
    pub moves: f64,
    /// The share of games with more than one.
    pub choices: f64,
}

impl Branching {
    /// In these games; `None` if no move was made in them.
    pub fn of(traces: &[Trace]) -> Option<Branching> {
        let positions: u64 = traces.iter().map(|trace| trace.n_plies() as u64).sum();
        if positions == 0 {
            return None;
        }
        let n_choices = |trace: &Trace| trace.n_moves.iter().filter(|&&n| n > 1).count();
        let all = traces.iter().map(|trace| [n_moves_of(trace, 1), trace.n_plies() as f64]);
        let of_choices = traces.iter().map(|trace| [n_moves_of(trace, 2), n_choices(trace) as f64]);
        let choices = traces.iter().map(|trace| [n_choices(trace) as f64, trace.n_plies() as f64]);
        let total: f64 = traces.iter().map(|trace| n_moves_of(trace, 1)).sum();
        let mean_length = positions as f64 / traces.len() as f64;
        let longest = traces.iter().map(Trace::n_plies).max().unwrap_or(0);
        Some(Branching {
            positions,
            moves: ratio(&all.collect::<Vec<_>>()),
            moves_of_choices: ratio(&of_choices.collect::<Vec<_>>()),
            choices: ratio(&choices.collect::<Vec<_>>()).map(|share| share.within(0.0, 1.0)),
            tree_log10: mean_length * (total / positions as f64).log10(),
            plies: (0..longest).map(|ply| at_ply(traces, ply)).collect(),
        })
    }
}

/// All legal moves of the positions of a game in which there were so many at least.
fn n_moves_of(trace: &Trace, least: u32) -> f64 {
    trace.n_moves.iter().filter(|&&n| n >= least).map(|&n| f64::from(n)).sum()
}

fn at_ply(traces: &[Trace], ply: usize) -> PlyBranching {
    let seen: Vec<u32> = traces.iter().filter_map(|trace| trace.n_moves.get(ply).copied()).collect();
    let n = seen.len() as f64;
    PlyBranching {
        ply: ply as u64 + 1,
        games: seen.len() as u64,
        moves: seen.iter().map(|&n| f64::from(n)).sum::<f64>() / n,
        choices: seen.iter().filter(|&&n| n > 1).count() as f64 / n,
    }
}

/// A mean over positions, with an interval by games: the sum of the first numbers over the sum of the second ones. Its error
/// is that of the residuals of the games, as in surveys that ask whole households.
fn ratio(games: &[[f64; 2]]) -> Option<Estimate> {
    let sums = games.iter().fold([0.0; 2], |[above, below], game| [above + game[0], below + game[1]]);
    if sums[1] == 0.0 {
        return None;
    }
    let value = sums[0] / sums[1];
    let mean_size = sums[1] / games.len() as f64;
    let shifted: Vec<f64> =
        games.iter().map(|[above, below]| value + (above - value * below) / mean_size).collect();
    let mean = Estimate::mean(&shifted)?;
    // The residuals sum to nothing but for rounding.
    Some(Estimate { value, ..mean })
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Outcome, Player};

    use super::super::trace::tests::game;
    use super::*;

    #[test]
    fn positions_are_counted_not_games() {
        let won = Outcome::Win(Player::First);
        let games = [game(won, &[4, 2, 1, 1], &[]), game(won, &[4, 1], &[])];
        let branching = Branching::of(&games).unwrap();
        assert_eq!(branching.positions, 6);
        // 13 moves in 6 positions, 10 in the 3 with a choice.
        let value = |estimate: Option<Estimate>| estimate.unwrap().value;
        assert!((value(branching.moves) - 13.0 / 6.0).abs() < 1e-12);
        assert!((value(branching.moves_of_choices) - 10.0 / 3.0).abs() < 1e-12);
        assert!((value(branching.choices) - 0.5).abs() < 1e-12);
        // Three plies on average: (13/6)³ games.
        assert!((branching.tree_log10 - 3.0 * (13.0_f64 / 6.0).log10()).abs() < 1e-12);
        let plies: Vec<_> =
            branching.plies.iter().map(|ply| (ply.ply, ply.games, ply.moves, ply.choices)).collect();
        assert_eq!(plies, [(1, 2, 4.0, 1.0), (2, 2, 1.5, 0.5), (3, 1, 1.0, 0.0), (4, 1, 1.0, 0.0)]);
        assert_eq!(Branching::of(&[]), None);
    }

    #[test]
    fn intervals_are_by_game() {
        // Two games of two positions each, all choices in one: the ratio is 1/2, the residuals are ±1/2.
        let share = ratio(&[[2.0, 2.0], [0.0, 2.0]]).unwrap();
        assert_eq!(share.value, 0.5);
        // Values 1 and 0: their mean's error is 1/2, and t with one degree of freedom 12.706.
        assert!((share.high - (0.5 + 12.7062 * 0.5)).abs() < 1e-3, "{share:?}");
        assert_eq!(share.n, 2);
    }
}
