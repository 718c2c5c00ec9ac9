//! Ratings of a pool of players: the model of Zermelo, Bradley and Terry, with draws after Davidson and a term for the
//! first move.
//!
//! With the strengths πᵢ and πⱼ of the first and the second player, the advantage γ of the first move and the tendency ν to
//! draw, the chances of win : draw : loss are γπᵢ : ν√(γπᵢπⱼ) : πⱼ. The logarithms of π, γ and ν have a concave
//! likelihood, which Newton's method climbs; the inverse of its curvature is the covariance of all the ratings at once.
//!
//! **What is not finite.** If some players took no point at all from the others, ever greater differences are ever more
//! likely. Then there is a typed error, unless a prior says how far apart ratings may be expected. If no game was drawn, ν is 0.
//!
//! **What is not known.** Games say nothing about the level of all ratings, nor about differences between players whom no
//! chain of games connects. Ratings are relative to the anchors, or to the mean of a group without any; groups are
//! reported, and comparisons between them answered with `None`.

use std::f64::consts::LN_10;

use crate::encounter::{self, Encounter, check_strongly_connected, groups_of_links};
use crate::error::StatsError;
use crate::matrix::{Matrix, dot};
use crate::pool::Pool;

/// One natural unit of the logarithm of strength in Elo.
pub(crate) const UNIT: f64 = 400.0 / LN_10;

/// The standard deviation of the logarithm of ν, if there is a prior: from nearly no draws to nearly nothing else.
const DRAW_DEVIATION: f64 = 2.0;

/// No rating of games that were really played is further from the others than this, in natural units (7000 Elo).
const ABSURD: f64 = 40.0;

const MOST_STEPS: usize = 200;

/// How to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
    /// Whether the first move may be an advantage.
    pub has_first_move: bool,
    /// How far ratings are expected to lie from each other, as the standard deviation of a normal prior in Elo; also for
    /// the first move. `None` asks for the most likely ratings.
    pub prior_deviation: Option<f64>,
    /// Players whose rating is known, and that rating.
    pub anchors: Vec<(usize, f64)>,
}

impl Default for BradleyTerry {
    fn default() -> BradleyTerry {
        BradleyTerry { has_first_move: true, prior_deviation: None, anchors: Vec::new() }
    }
}

/// The latent strengths of a pool. They are in units of 400 / ln 10, but no Elo: where there are draws, a difference of latent strength
/// means a smaller difference of scores ([`Pool`] has ratings whose differences are those of scores).
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The strength of every player.
    pub pool: Pool,
    /// What the first move is worth, with its standard error.
    pub first_move: (f64, f64),
    /// The chance of a draw between equals if nobody had the first move.
    pub draw_rate: f64,
}

/// The chances of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The chance that the first player wins.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance that the second player wins.
    pub loss: f64,
}

impl Prediction {
    /// The expected score of the first player.
    pub fn score(&self) -> f64 {
        self.win + 0.5 * self.draw
    }
}

impl BradleyTerry {
    /// Fits the ratings of `n_players`, numbered from 0.
    pub fn fit(&self, n_players: usize, encounters: &[Encounter]) -> Result<Ratings, StatsError> {
        let problem = Problem::new(self, n_players, encounters)?;
        let (parameters, factor) = problem.climb()?;
        Ok(problem.ratings(&parameters, &factor))
    }
}

impl Ratings {
    /// The chances of a game between two players; `None` if no chain of games connects them.
    pub fn predict(&self, first: usize, second: usize) -> Option<Prediction> {
        let (difference, _) = self.pool.difference(first, second)?;
        let nu = 2.0 * self.draw_rate / (1.0 - self.draw_rate);
        Some(chances((difference + self.first_move.0) / UNIT, nu))
    }
}

/// The chances if the first player is stronger by `x` natural units.
fn chances(x: f64, nu: f64) -> Prediction {
    // Divided by the greatest of the three, lest anything overflow.
    let (win, draw, loss) =
        if x > 0.0 { (1.0, nu * (-0.5 * x).exp(), (-x).exp()) } else { (x.exp(), nu * (0.5 * x).exp(), 1.0) };
    let sum = win + draw + loss;
    Prediction { win: win / sum, draw: draw / sum, loss: loss / sum }
}

/// A fit under way. The parameters are the ratings of the players without an anchor, then the first move, then ln ν.
struct Problem<'a> {
    encounters: &'a [Encounter],
    /// Where a player's rating stands among the parameters; `None` for an anchor.
    places: Vec<Option<usize>>,
    /// What an anchor's rating is, in natural units; for others where the prior has its mean.
    known: Vec<f64>,
    groups: Vec<Vec<usize>>,
    first_move: Option<usize>,
    draws: Option<usize>,
    n_parameters: usize,
    /// One divided by the prior's variance, or 0.
    precision: f64,
}

impl<'a> Problem<'a> {
    fn new(
        model: &BradleyTerry,
        n_players: usize,
        encounters: &'a [Encounter],
    ) -> Result<Problem<'a>, StatsError> {
        encounter::check(n_players, encounters)?;
        let known = anchors(model, n_players)?;
        let is_fixed: Vec<bool> = known.iter().map(Option::is_some).collect();
        let played = encounters.iter().filter(|encounter| encounter.n() > 0.0);
        let links = played.map(|encounter| (encounter.first, encounter.second));
        // The known ratings of anchors connect them.
        let between_anchors = model.anchors.windows(2).map(|two| (two[0].0, two[1].0));
        let groups = groups_of_links(n_players, links.chain(between_anchors));
        let (n_draws, n_games) =
            encounters.iter().fold((0.0, 0.0), |(draws, n), e| (draws + e.draws, n + e.n()));
        if n_games <= 0.0 {
            return Err(StatsError::NoGames);
        }
        let precision = precision(model.prior_deviation)?;
        if precision == 0.0 {
            check_strongly_connected(encounters, &groups, &is_fixed)?;
            if n_draws >= n_games {
                return Err(StatsError::Unbounded {
                    who: "every game was drawn, so draws have no rate".into(),
                });
            }
        }
        let mut n_parameters = 0;
        let mut next = |is_wanted: bool| {
            n_parameters += usize::from(is_wanted);
            is_wanted.then(|| n_parameters - 1)
        };
        let places = is_fixed.iter().map(|&is_fixed| next(!is_fixed)).collect();
        let (first_move, draws) = (next(model.has_first_move), next(n_draws > 0.0));
        let known = centres(known, &groups);
        Ok(Problem { encounters, places, known, groups, first_move, draws, n_parameters, precision })
    }

    /// Where a parameter's prior has its mean, and how precise it is.
    fn priors(&self) -> Vec<(f64, f64)> {
        let mut priors = vec![(0.0, self.precision); self.n_parameters];
        for (player, place) in self.places.iter().enumerate() {
            if let Some(place) = *place {
                priors[place].0 = self.known[player];
            }
        }
        if let Some(place) = self.draws.filter(|_| self.precision > 0.0) {
            priors[place].1 = DRAW_DEVIATION.powi(-2);
        }
        priors
    }

    fn rating(&self, parameters: &[f64], player: usize) -> f64 {
        self.places[player].map_or(self.known[player], |place| parameters[place])
    }

    /// How much stronger the first player of an encounter is, the first move included.
    fn advantage(&self, parameters: &[f64], encounter: &Encounter) -> f64 {
        let first_move = self.first_move.map_or(0.0, |place| parameters[place]);
        self.rating(parameters, encounter.first) + first_move - self.rating(parameters, encounter.second)
    }

    fn nu(&self, parameters: &[f64]) -> f64 {
        self.draws.map_or(0.0, |place| parameters[place].exp())
    }

    fn log_likelihood(&self, parameters: &[f64]) -> f64 {
        let nu = self.nu(parameters);
        let log = |encounter: &Encounter| {
            let chances = chances(self.advantage(parameters, encounter), nu);
            let counts = [encounter.wins, encounter.draws, encounter.losses];
            let parts = counts.into_iter().zip([chances.win, chances.draw, chances.loss]);
            parts.filter(|(count, _)| *count > 0.0).map(|(count, chance)| count * chance.ln()).sum::<f64>()
        };
        let likelihood: f64 = self.encounters.iter().map(log).sum();
        let doubt =
            |(&value, (mean, precision)): (&f64, (f64, f64))| 0.5 * precision * (value - mean).powi(2);
        likelihood - parameters.iter().zip(self.priors()).map(doubt).sum::<f64>()
    }

    /// The slope of the likelihood, and its curvature with the sign changed.
    fn slope(&self, parameters: &[f64]) -> (Vec<f64>, Matrix) {
        let (mut slope, mut curvature) = (vec![0.0; self.n_parameters], Matrix::zeros(self.n_parameters));
        for (place, (mean, precision)) in self.priors().into_iter().enumerate() {
            slope[place] -= precision * (parameters[place] - mean);
            curvature[(place, place)] += precision;
        }
        let nu = self.nu(parameters);
        for encounter in self.encounters {
            let chances = chances(self.advantage(parameters, encounter), nu);
            let (n, lead) = (encounter.n(), 0.5 * (chances.win - chances.loss));
            let by_advantage = 0.5 * (encounter.wins - encounter.losses) - n * lead;
            let by_draws = encounter.draws - n * chances.draw;
            let both_advantage = n * (0.25 * (chances.win + chances.loss) - lead * lead);
            let mixed = -n * lead * chances.draw;
            let both_draws = n * chances.draw * (1.0 - chances.draw);
            let signs = [
                (self.places[encounter.first], 1.0),
                (self.first_move, 1.0),
                (self.places[encounter.second], -1.0),
            ];
            let signs: Vec<(usize, f64)> =
                signs.into_iter().filter_map(|(place, sign)| place.map(|place| (place, sign))).collect();
            for &(row, sign) in &signs {
                slope[row] += sign * by_advantage;
                for &(column, other) in &signs {
                    curvature[(row, column)] += sign * other * both_advantage;
                }
                if let Some(draws) = self.draws {
                    curvature[(row, draws)] += sign * mixed;
                    curvature[(draws, row)] += sign * mixed;
                }
            }
            if let Some(draws) = self.draws {
                slope[draws] += by_draws;
                curvature[(draws, draws)] += both_draws;
            }
        }
        (slope, curvature)
    }

    /// The members of every group whose level nothing fixes, as places among the parameters.
    fn floating(&self) -> Vec<Vec<usize>> {
        let places =
            |group: &Vec<usize>| group.iter().map(|&player| self.places[player]).collect::<Option<Vec<_>>>();
        self.groups.iter().filter_map(places).collect()
    }

    /// The curvature, made definite: a floating group may not move as a whole.
    fn held(&self, mut curvature: Matrix) -> Matrix {
        for group in self.floating() {
            for &row in &group {
                for &column in &group {
                    curvature[(row, column)] += 1.0;
                }
            }
        }
        curvature
    }

    /// Newton's method with halved steps: the parameters and the factor of their curvature.
    fn climb(&self) -> Result<(Vec<f64>, Matrix), StatsError> {
        let mut parameters: Vec<f64> = self.priors().into_iter().map(|(mean, _)| mean).collect();
        let mut likelihood = self.log_likelihood(&parameters);
        // What rounding may take from a likelihood: near the top a good step need not gain more.
        let rounding = 1e-12 * (1.0 + self.encounters.iter().map(Encounter::n).sum::<f64>());
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = self.slope(&parameters);
            let factor = self.held(curvature).cholesky().filter(is_definite).ok_or_else(confounded)?;
            let step = factor.solve_by_cholesky(&slope);
            let gain = dot(&step, &slope);
            if gain < 1e-8 * rounding {
                return Ok((parameters, factor));
            }
            let mut share = 1.0;
            loop {
                let next: Vec<f64> =
                    parameters.iter().zip(&step).map(|(value, step)| value + share * step).collect();
                let reached = self.log_likelihood(&next);
                if reached >= likelihood - rounding || share < 1e-6 {
                    (parameters, likelihood) = (next, reached);
                    break;
                }
                share *= 0.5;
            }
            if self.precision == 0.0 && self.is_absurd(&parameters) {
                return Err(confounded());
            }
        }
        Err(StatsError::NotConverged { what: "the most likely ratings", n_steps: MOST_STEPS })
    }

    fn is_absurd(&self, parameters: &[f64]) -> bool {
        let advantages = self.encounters.iter().map(|encounter| self.advantage(parameters, encounter).abs());
        let draws = self.draws.map_or(0.0, |place| parameters[place].abs());
        advantages.fold(draws, f64::max) > ABSURD
    }

    /// Tells the answer in Elo.
    fn ratings(&self, parameters: &[f64], factor: &Matrix) -> Ratings {
        let mut covariance = factor.inverse_by_cholesky();
        for group in self.floating() {
            // What holding the group added in the direction in which it moves as a whole.
            let n = group.len() as f64;
            for &row in &group {
                for &column in &group {
                    covariance[(row, column)] -= 1.0 / (n * (self.precision + n));
                }
            }
        }
        let n = self.places.len();
        let entry = |row: usize, column: usize| match (self.places[row], self.places[column]) {
            (Some(row), Some(column)) => covariance[(row, column)] * UNIT * UNIT,
            _ => 0.0,
        };
        let first_move = self.first_move.map_or((0.0, 0.0), |place| {
            (parameters[place] * UNIT, covariance[(place, place)].max(0.0).sqrt() * UNIT)
        });
        let nu = self.nu(parameters);
        let pool = Pool {
            elo: (0..n).map(|player| self.rating(parameters, player) * UNIT).collect(),
            covariance: Matrix::from_fn(n, entry),
            groups: self.groups.clone(),
        };
        Ratings { pool, first_move, draw_rate: nu / (2.0 + nu) }
    }
}

/// Whether all pivots are far from 0.
fn is_definite(factor: &Matrix) -> bool {
    let pivots = (0..factor.n()).map(|index| factor[(index, index)].powi(2));
    let (least, most) =
        pivots.fold((f64::MAX, 0.0_f64), |(least, most), pivot| (least.min(pivot), most.max(pivot)));
    least > 1e-13 * most
}

fn confounded() -> StatsError {
    let who = "strength, the first move and draws cannot be told apart, or the first player won every game";
    StatsError::Unbounded { who: who.into() }
}

/// The precision of the prior in natural units; 0 without one.
fn precision(deviation: Option<f64>) -> Result<f64, StatsError> {
    match deviation {
        None => Ok(0.0),
        Some(elo) if elo.is_finite() && elo > 0.0 => Ok((UNIT / elo).powi(2)),
        Some(elo) => {
            let (name, expected) = ("the prior's standard deviation", "greater than 0 Elo");
            Err(StatsError::BadParameter { name, value: elo.to_string(), expected })
        }
    }
}

/// The known ratings in natural units.
fn anchors(model: &BradleyTerry, n_players: usize) -> Result<Vec<Option<f64>>, StatsError> {
    let mut known = vec![None; n_players];
    for &(player, elo) in &model.anchors {
        if player >= n_players || !elo.is_finite() {
            let (name, value) = ("an anchor", format!("{elo} Elo for player {player}"));
            return Err(StatsError::BadParameter {
                name,
                value,
                expected: "a finite rating of a player there is",
            });
        }
        known[player] = Some(elo / UNIT);
    }
    Ok(known)
}

/// Ratings that are known; for the others the mean of the anchors in their group, or 0 if it has none.
fn centres(known: Vec<Option<f64>>, groups: &[Vec<usize>]) -> Vec<f64> {
    let mut centres = vec![0.0; known.len()];
    for group in groups {
        let anchors: Vec<f64> = group.iter().filter_map(|&player| known[player]).collect();
        let mean = if anchors.is_empty() { 0.0 } else { anchors.iter().sum::<f64>() / anchors.len() as f64 };
        for &player in group {
            centres[player] = known[player].unwrap_or(mean);
        }
    }
    centres
}
