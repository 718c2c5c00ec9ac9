//! Rate until the errors are small: whoever's games tell most about the ratings meets next.

use std::collections::HashMap;

use zermelo_stats::matrix::Matrix;
use zermelo_stats::pool::Pool;

use super::round_robin;
use crate::rating::rate;
use crate::{Pair, Played};

/// In the first round everybody plays so many others, if there are as many.
const FIRST_TURNS: u32 = 4;

/// How much a pair of games tells at most, in 1 / Elo²: two games, each with the variance 1/4 of an even one.
const INFORMATION: f64 = 2.0 * 0.25 * (std::f64::consts::LN_10 / 400.0) * (std::f64::consts::LN_10 / 400.0);

/// The next round: as many pairs as there are entrants, but at least 16, until all ratings are known well enough.
pub fn round(n: usize, elo: f64, most_pairs: u32, history: &[Played]) -> Vec<Pair> {
    let n_left = (most_pairs as usize).saturating_sub(history.len());
    if history.is_empty() {
        let first = round_robin::pairs(n, 1).take_while(|pair| pair.round < FIRST_TURNS);
        return first.take(n_left).collect();
    }
    let Ok((ratings, _)) = rate(n, history) else { return Vec::new() };
    let half_widths: Vec<f64> = (0..n).map(|entrant| half_width(&ratings, entrant)).collect();
    if half_widths.iter().all(|&half_width| half_width <= elo) {
        return Vec::new();
    }
    let mut meetings: HashMap<(u32, u32), u32> = HashMap::new();
    for played in history {
        *meetings.entry((played.pair.a, played.pair.b)).or_default() += 1;
    }
    let round = history.last().map_or(0, |played| played.pair.round + 1);
    let is_wide: Vec<bool> = half_widths.iter().map(|&half_width| half_width > elo).collect();
    let mut covariance = ratings.covariance.clone();
    let mut pairs = Vec::new();
    for _ in 0..n.max(16).min(n_left) {
        let (a, b) = most_telling(&ratings, &covariance, &is_wide);
        learn(&mut covariance, a, b, information(&ratings, a, b));
        let (a, b) = (a as u32, b as u32);
        let meeting = meetings.entry((a, b)).or_default();
        pairs.push(Pair { round, a, b, opening: *meeting });
        *meeting += 1;
    }
    pairs
}

fn half_width(ratings: &Pool, entrant: usize) -> f64 {
    let (low, high) = ratings.interval(entrant);
    0.5 * (high - low)
}

/// What a pair of games between two tells about their difference.
fn information(ratings: &Pool, a: usize, b: usize) -> f64 {
    let score = ratings.score(a, b);
    INFORMATION * 4.0 * score * (1.0 - score)
}

/// The two whose games make the wide intervals narrower than those of any others.
fn most_telling(ratings: &Pool, covariance: &Matrix, is_wide: &[bool]) -> (usize, usize) {
    let n = is_wide.len();
    let gain = |a: usize, b: usize| {
        let information = information(ratings, a, b);
        let column = |entrant: usize| covariance[(entrant, a)] - covariance[(entrant, b)];
        let variance = column(a) - column(b);
        let square: f64 =
            (0..n).filter(|&entrant| is_wide[entrant]).map(|entrant| column(entrant).powi(2)).sum();
        square * information / (1.0 + information * variance)
    };
    let couples = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    let best = couples.max_by(|&(a, b), &(c, d)| gain(a, b).total_cmp(&gain(c, d)));
    best.unwrap_or((0, 1))
}

/// What the covariance becomes after a pair of games (Sherman and Morrison).
fn learn(covariance: &mut Matrix, a: usize, b: usize, information: f64) {
    let n = covariance.n();
    let column: Vec<f64> = (0..n).map(|row| covariance[(row, a)] - covariance[(row, b)]).collect();
    let share = information / (1.0 + information * (column[a] - column[b]));
    for row in 0..n {
        for other in 0..n {
            covariance[(row, other)] -= share * column[row] * column[other];
        }
    }
}
