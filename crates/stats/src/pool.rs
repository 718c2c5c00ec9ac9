//! Ratings of a pool of players on the scale of scores, which is what readers of match programs call Elo: a difference of d
//! means an expected score of 1 / (1 + 10^(-d/400)), draws counting half, over games in which both players begin equally often.
//!
//! **The fit.** Two players meet in pairs of games, one from each side. With σ the logistic function and r the ratings, a pair
//! of i and j is expected to bring i a total of 2σ(rᵢ - rⱼ) points. The ratings solve the equations that every player's
//! points are the expected ones: the likelihood equations of Zermelo, Bradley and Terry with a draw as half a win and half
//! a loss. Of two players the difference is the Elo of the score, the same number as a match between them tells.
//!
//! **The errors.** Games of a pair share their opening, and draws vary less than wins and losses. So the covariance is the
//! robust one: H⁻¹JH⁻¹ with H the curvature of that likelihood and J the variance of the points of pairs, estimated for
//! each couple from its own pairs and, as far as these are few, from wins and losses at the fitted score.

use crate::bradley_terry::{BradleyTerry, UNIT};
use crate::encounter::Encounter;
use crate::error::StatsError;
use crate::matrix::Matrix;
use crate::strength::Z95;
use crate::tails::normal_cdf;

/// The variance of a couple's pairs is believed as if so many pairs had shown the variance of wins and losses.
const DOUBT: f64 = 4.0;

/// Pairs of games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// One of them.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Pairs by the result for `a`: both lost, one lost and one drawn, even, one won and one drawn, both won.
    pub pairs: [f64; 5],
}

impl Meeting {
    /// How many pairs.
    pub fn n(&self) -> f64 {
        self.pairs.iter().sum()
    }

    /// The points of `a`.
    fn points(&self) -> f64 {
        (0..).zip(self.pairs).map(|(halves, n)| 0.5 * f64::from(halves) * n).sum()
    }

    /// The sum of squared distances of the points of a pair from their mean.
    fn spread(&self) -> f64 {
        let mean = self.points() / self.n().max(f64::MIN_POSITIVE);
        (0..).zip(self.pairs).map(|(halves, n)| n * (0.5 * f64::from(halves) - mean).powi(2)).sum()
    }
}

/// How to fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoolModel {
    /// How far ratings are expected to lie from each other, as the standard deviation of a normal prior in Elo. `None` asks for
    /// the ratings that fit best.
    pub prior_deviation: Option<f64>,
    /// Players whose rating is known, and that rating.
    pub anchors: Vec<(usize, f64)>,
}

/// The ratings of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    /// The rating of every player in Elo.
    pub elo: Vec<f64>,
    /// The covariance of the ratings, in Elo squared.
    pub covariance: Matrix,
    /// The groups of players that games or anchors connect. Between groups nothing can be said.
    pub groups: Vec<Vec<usize>>,
}

impl PoolModel {
    /// Fits the ratings of `n_players`, numbered from 0.
    pub fn fit(&self, n_players: usize, meetings: &[Meeting]) -> Result<Pool, StatsError> {
        let encounters: Vec<Encounter> = meetings
            .iter()
            .map(|meeting| {
                let (points, n) = (meeting.points(), 2.0 * meeting.n());
                Encounter {
                    first: meeting.a,
                    second: meeting.b,
                    wins: points,
                    draws: 0.0,
                    losses: n - points,
                }
            })
            .collect();
        let model = BradleyTerry {
            has_first_move: false,
            prior_deviation: self.prior_deviation,
            anchors: self.anchors.clone(),
        };
        let pool = model.fit(n_players, &encounters)?.pool;
        let covariance = robust(&pool, meetings);
        Ok(Pool { covariance, ..pool })
    }
}

/// H⁻¹JH⁻¹ in Elo squared, for a pool whose covariance is H⁻¹.
fn robust(pool: &Pool, meetings: &[Meeting]) -> Matrix {
    let n = pool.elo.len();
    let mut robust = Matrix::zeros(n);
    for meeting in meetings.iter().filter(|meeting| meeting.n() > 0.0) {
        let score = pool.score(meeting.a, meeting.b);
        // Two games that are won or lost, each with this score.
        let usual = 2.0 * score * (1.0 - score);
        let variance = (meeting.spread() + DOUBT * usual) / (meeting.n() - 1.0 + DOUBT).max(1.0);
        let weight = meeting.n() * variance / (UNIT * UNIT);
        let column: Vec<f64> = (0..n)
            .map(|player| pool.covariance[(player, meeting.a)] - pool.covariance[(player, meeting.b)])
            .collect();
        for row in 0..n {
            for other in 0..n {
                robust[(row, other)] += weight * column[row] * column[other];
            }
        }
    }
    robust
}

impl Pool {
    /// The expected score of one player against another, over both sides.
    pub fn score(&self, player: usize, other: usize) -> f64 {
        1.0 / (1.0 + (-(self.elo[player] - self.elo[other]) / UNIT).exp())
    }

    /// The 95 % interval of a rating.
    pub fn interval(&self, player: usize) -> (f64, f64) {
        let half = Z95 * self.covariance[(player, player)].max(0.0).sqrt();
        (self.elo[player] - half, self.elo[player] + half)
    }

    /// How much stronger one player is than another, with its standard error; `None` if no chain of games connects them.
    pub fn difference(&self, player: usize, other: usize) -> Option<(f64, f64)> {
        if !self.groups.iter().any(|group| group.contains(&player) && group.contains(&other)) {
            return None;
        }
        let covariance = &self.covariance;
        let variance =
            covariance[(player, player)] + covariance[(other, other)] - 2.0 * covariance[(player, other)];
        Some((self.elo[player] - self.elo[other], variance.max(0.0).sqrt()))
    }

    /// The chance that one player is stronger than another; `None` if no chain of games connects them.
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let (difference, error) = self.difference(player, other)?;
        let is_known = player == other || error < 1e-9;
        Some(if is_known { 0.5 * (1.0 + sign(difference)) } else { normal_cdf(difference / error) })
    }

    /// The chance that each player is stronger than each other one.
    pub fn superiorities(&self) -> Vec<Vec<Option<f64>>> {
        let n = self.elo.len();
        (0..n).map(|player| (0..n).map(|other| self.superiority(player, other)).collect()).collect()
    }
}

fn sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number.signum() }
}
