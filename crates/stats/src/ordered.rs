//! Results of three kinds that stand in an order (a loss, a draw, a win), explained by numbers: the ordered logit model.
//!
//! The log-odds of a case are a weighted sum of its numbers. It is won with probability σ(odds - d) and lost with σ(-odds - d), where
//! σ is the logistic function; what is left is drawn. So `d` is half the width of the draws, in log-odds: with `d = 0` nothing is
//! drawn, and the model is logistic regression. Newton's steps find weights and width together; the likelihood has one summit.

use crate::error::{StatsError, all_finite, at_least, in_range};
use crate::matrix::{Matrix, dot};

/// How a case ended, as the one sees it whose odds are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Well.
    Won,
    /// Neither way.
    Drawn,
    /// Badly.
    Lost,
}

/// A case: its numbers, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What explains it. All cases have as many.
    pub numbers: Vec<f64>,
    /// How it ended.
    pub ended: Ended,
}

/// A fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderedLogit {
    /// What a unit of each number adds to the log-odds.
    pub weights: Vec<f64>,
    /// Half the width of the draws, in log-odds; 0 if nothing was drawn.
    pub draws: f64,
    /// The mean of minus the logarithm of what was predicted for what came.
    pub mean_loss: f64,
}

/// More steps than a concave likelihood ever takes.
const MOST_STEPS: usize = 200;
/// Of the loss, what a last step may promise.
const TOLERANCE: f64 = 1e-12;
/// The width that the first step starts from.
const FIRST_WIDTH: f64 = 0.5;

/// The probabilities of a win, a draw and a loss.
pub fn shares(odds: f64, draws: f64) -> [f64; 3] {
    let (won, lost) = (logistic(odds - draws), logistic(-odds - draws));
    [won, (1.0 - won - lost).max(0.0), lost]
}

/// The most likely model. Half of `ridge` times the square of each weight (for a number in units of its usual size) is added to the
/// loss of all cases together: it keeps weights finite where numbers tell the result in every case. Where every case is drawn, no width
/// is large enough, and there is no model.
pub fn fit(cases: &[Case], ridge: f64) -> Result<OrderedLogit, StatsError> {
    at_least("an ordered model", 2, cases.len())?;
    let n = cases[0].numbers.len();
    if let Some(other) = cases.iter().find(|case| case.numbers.len() != n) {
        return Err(StatsError::UnequalLengths { left: n, right: other.numbers.len() });
    }
    for case in cases {
        all_finite("the numbers of a case", &case.numbers)?;
    }
    let size = |at: usize| {
        let mean = cases.iter().map(|case| case.numbers[at].powi(2)).sum::<f64>() / cases.len() as f64;
        if mean > 0.0 { mean.sqrt() } else { 1.0 }
    };
    let sizes: Vec<f64> = (0..n).map(size).collect();
    in_range("the sizes of numbers", &sizes)?;
    let has_draws = cases.iter().any(|case| case.ended == Ended::Drawn);
    let problem = Problem { cases, sizes: &sizes, has_draws, ridge };
    let mut at = vec![0.0; n + 1];
    at[n] = if has_draws { FIRST_WIDTH } else { 0.0 };
    let mut slopes = problem.slopes(&at);
    for _ in 0..MOST_STEPS {
        let step = slopes.hessian.clone().cholesky().map(|root| root.solve_by_cholesky(&slopes.gradient));
        let step =
            step.ok_or_else(|| StatsError::Unbounded { who: "a number tells every result".to_owned() })?;
        let promise = dot(&step, &slopes.gradient);
        if promise <= TOLERANCE * slopes.loss.max(f64::MIN_POSITIVE) {
            let weights: Vec<f64> = at[..n].iter().zip(&sizes).map(|(weight, size)| weight / size).collect();
            in_range("the weights", &weights)?;
            let fitted = Problem { ridge: 0.0, ..problem }.slopes(&at).loss;
            return Ok(OrderedLogit { weights, draws: at[n], mean_loss: fitted / cases.len() as f64 });
        }
        let mut length = 1.0;
        loop {
            let next: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at - length * step).collect();
            let there = (next[n] > 0.0 || !has_draws).then(|| problem.slopes(&next));
            // Some part of the step goes down, unless rounding hides the last gain.
            match there.filter(|there| there.loss <= slopes.loss) {
                Some(there) => {
                    (at, slopes) = (next, there);
                    break;
                }
                None if length < 1e-12 => return Err(not_found()),
                None => length /= 2.0,
            }
        }
    }
    Err(not_found())
}

fn not_found() -> StatsError {
    StatsError::NotConverged { what: "the most likely ordered model", n_steps: MOST_STEPS }
}

/// What is to be made small. Weights are for numbers in units of their sizes; behind them stands the width of the draws.
#[derive(Clone, Copy)]
struct Problem<'a> {
    cases: &'a [Case],
    sizes: &'a [f64],
    has_draws: bool,
    ridge: f64,
}

/// The loss somewhere, and how it goes on from there.
struct Slopes {
    loss: f64,
    gradient: Vec<f64>,
    hessian: Matrix,
}

impl Problem<'_> {
    fn slopes(&self, at: &[f64]) -> Slopes {
        let n = self.sizes.len();
        let (weights, draws) = (&at[..n], at[n]);
        let mut slopes = Slopes { loss: 0.0, gradient: vec![0.0; n + 1], hessian: Matrix::zeros(n + 1) };
        let mut scaled = vec![0.0; n];
        for case in self.cases {
            for ((scaled, number), size) in scaled.iter_mut().zip(&case.numbers).zip(self.sizes) {
                *scaled = number / size;
            }
            let curve = Curve::of(dot(weights, &scaled), draws, case.ended);
            slopes.loss += curve.loss;
            for row in 0..n {
                slopes.gradient[row] += curve.by_odds * scaled[row];
                slopes.hessian[(row, n)] += curve.by_both * scaled[row];
                for column in 0..=row {
                    slopes.hessian[(row, column)] += curve.by_odds_twice * scaled[row] * scaled[column];
                }
            }
            slopes.gradient[n] += curve.by_draws;
            slopes.hessian[(n, n)] += curve.by_draws_twice;
        }
        for (row, weight) in weights.iter().enumerate() {
            slopes.loss += 0.5 * self.ridge * weight * weight;
            slopes.gradient[row] += self.ridge * weight;
            slopes.hessian[(row, row)] += self.ridge;
        }
        for row in 0..n {
            slopes.hessian[(n, row)] = slopes.hessian[(row, n)];
            for column in 0..row {
                slopes.hessian[(column, row)] = slopes.hessian[(row, column)];
            }
        }
        if !self.has_draws {
            // Nothing is drawn whatever the width: it stays at 0.
            slopes.gradient[n] = 0.0;
            for row in 0..n {
                slopes.hessian[(row, n)] = 0.0;
                slopes.hessian[(n, row)] = 0.0;
            }
            slopes.hessian[(n, n)] = 1.0;
        }
        slopes
    }
}

/// The loss of one case, and its derivatives by the odds and by the width of the draws.
struct Curve {
    loss: f64,
    by_odds: f64,
    by_draws: f64,
    by_odds_twice: f64,
    by_draws_twice: f64,
    by_both: f64,
}

impl Curve {
    fn of(odds: f64, draws: f64, ended: Ended) -> Curve {
        let (won, lost) = (logistic(odds - draws), logistic(-odds - draws));
        match ended {
            Ended::Won => Curve::decided(odds - draws, won, 1.0),
            Ended::Lost => Curve::decided(-odds - draws, lost, -1.0),
            Ended::Drawn => {
                // σ(odds + d) - σ(odds - d) is σ(odds + d) σ(d - odds) (1 - exp(-2 d)), in which nothing cancels.
                let (bend_won, bend_lost) = (won * (1.0 - won), lost * (1.0 - lost));
                let grown = (2.0 * draws).exp_m1();
                Curve {
                    loss: minus_log(odds + draws) + minus_log(draws - odds) - (-(-2.0 * draws).exp_m1()).ln(),
                    by_odds: won - lost,
                    by_draws: -won - lost - 2.0 / grown,
                    by_odds_twice: bend_won + bend_lost,
                    by_draws_twice: bend_won + bend_lost + 4.0 * (grown + 1.0) / grown.powi(2),
                    by_both: bend_lost - bend_won,
                }
            }
        }
    }

    /// Of a win (`sign` 1) or a loss (-1), whose own log-odds and probability these are.
    fn decided(odds: f64, share: f64, sign: f64) -> Curve {
        let bend = share * (1.0 - share);
        Curve {
            loss: minus_log(odds),
            by_odds: -sign * (1.0 - share),
            by_draws: 1.0 - share,
            by_odds_twice: bend,
            by_draws_twice: bend,
            by_both: -sign * bend,
        }
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Minus the logarithm of the probability with these log-odds, also where that is next to nothing.
fn minus_log(odds: f64) -> f64 {
    if odds > -30.0 { (-odds).exp().ln_1p() } else { -odds }
}
