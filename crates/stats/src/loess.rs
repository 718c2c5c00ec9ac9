//! Loess: a smooth curve through a cloud of points, with a band for the curve.
//!
//! At every place a line or a parabola is fitted to the nearest points, which count less the further away they are
//! (Cleveland's tricube weights). The curve is linear in the points, so its standard error follows from their residual
//! variance, as in R's `loess` with exact statistics and a direct surface.

use crate::error::{StatsError, all_finite, at_least, in_range, inside_unit};
use crate::matrix::{Matrix, dot};
use crate::tails::t_upper_quantile;

/// How to smooth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loess {
    /// The share of the points that each place looks at; more than 1 looks at all, and weighs them more evenly.
    pub span: f64,
    /// 0, 1 or 2: a constant, a line or a parabola is fitted.
    pub degree: usize,
    /// The confidence of the band at each place.
    pub confidence: f64,
}

impl Default for Loess {
    fn default() -> Loess {
        Loess { span: 0.75, degree: 2, confidence: 0.95 }
    }
}

/// A smooth curve at the places asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The height of the curve.
    pub fit: Vec<f64>,
    /// Its standard error.
    pub standard_error: Vec<f64>,
    /// The band that holds the curve at each place with the confidence asked for.
    pub band: Vec<(f64, f64)>,
    /// The standard deviation of the points about the curve.
    pub residual_deviation: f64,
    /// How many parameters the curve is worth (Cleveland): the sum of the squares of the smoothing matrix.
    pub n_parameters: f64,
    /// The degrees of freedom of the band.
    pub df: f64,
}

impl Loess {
    /// The curve through the points (x, y) at the places `at`. The work grows with the cube of the number of points.
    pub fn smooth(&self, x: &[f64], y: &[f64], at: &[f64]) -> Result<Curve, StatsError> {
        self.check(x, y, at)?;
        let n = x.len();
        let mut smoother = Matrix::zeros(n);
        for (row, &place) in x.iter().enumerate() {
            for (column, weight) in self.weights(x, place)?.into_iter().enumerate() {
                smoother[(row, column)] = weight;
            }
        }
        let residuals: Vec<f64> = smoother.times(y).iter().zip(y).map(|(fit, y)| y - fit).collect();
        let (first, second) = lost_freedom(&smoother);
        if first <= 1e-9 * n as f64 {
            return Err(StatsError::TooFew { what: "a smooth curve with a band", needed: n + 1, got: n });
        }
        let residual_deviation = (dot(&residuals, &residuals) / first).sqrt();
        let df = first * first / second;
        in_range("a smooth curve", &[residual_deviation, df])?;
        let t = t_upper_quantile(0.5 * (1.0 - self.confidence), df);
        let n_parameters = dot(smoother.entries(), smoother.entries());
        let (mut fit, mut standard_error) = (Vec::new(), Vec::new());
        for &place in at {
            let weights = self.weights(x, place)?;
            fit.push(dot(&weights, y));
            standard_error.push(residual_deviation * dot(&weights, &weights).sqrt());
        }
        in_range("a smooth curve", &fit)?;
        in_range("a smooth curve", &standard_error)?;
        let band =
            fit.iter().zip(&standard_error).map(|(fit, error)| (fit - t * error, fit + t * error)).collect();
        Ok(Curve { fit, standard_error, band, residual_deviation, n_parameters, df })
    }

    fn check(&self, x: &[f64], y: &[f64], at: &[f64]) -> Result<(), StatsError> {
        inside_unit("the confidence", self.confidence)?;
        let bad = |name, value: String, expected| Err(StatsError::BadParameter { name, value, expected });
        if self.degree > 2 {
            return bad("the degree", self.degree.to_string(), "0, 1 or 2");
        }
        if !(self.span > 0.0 && self.span.is_finite()) {
            return bad("the span", self.span.to_string(), "greater than 0");
        }
        if x.len() != y.len() {
            return Err(StatsError::UnequalLengths { left: x.len(), right: y.len() });
        }
        at_least("a smooth curve with a band", self.degree + 2, x.len())?;
        all_finite("x", x)?;
        all_finite("y", y)?;
        all_finite("the places", at)
    }

    /// What every point contributes to the height of the curve at `place`.
    fn weights(&self, x: &[f64], place: f64) -> Result<Vec<f64>, StatsError> {
        let mut distances: Vec<f64> = x.iter().map(|x| (x - place).abs()).collect();
        let n = x.len();
        let n_near = ((self.span * n as f64 + 1e-5).floor() as usize).clamp(1, n);
        let unsorted = distances.clone();
        distances.sort_by(f64::total_cmp);
        let reach = distances[n_near - 1] * self.span.max(1.0);
        // All the near points at this very place: any reach will do.
        let reach = if reach > 0.0 { reach } else { 1.0 };
        let tricube = |distance: f64| {
            let near = 1.0 - (distance / reach).min(1.0).powi(3);
            near * near * near
        };
        let nearness: Vec<f64> = unsorted.into_iter().map(tricube).collect();
        self.local_fit(x, place, &nearness).ok_or(StatsError::NoVariance { what: "a smooth curve" })
    }

    /// Weighted least squares of powers of the distance; `None` if the near points have too few
    /// different places. A lower degree is tried first.
    fn local_fit(&self, x: &[f64], place: f64, nearness: &[f64]) -> Option<Vec<f64>> {
        // In units of the farthest point that counts, so that all powers are of one size.
        let near = x.iter().zip(nearness).filter(|(_, weight)| **weight > 0.0);
        let farthest = near.map(|(x, _)| (x - place).abs()).fold(0.0, f64::max);
        let unit = if farthest > 0.0 { farthest } else { 1.0 };
        let scaled: Vec<f64> = x.iter().map(|x| (x - place) / unit).collect();
        for degree in (0..=self.degree).rev() {
            let moments = Matrix::from_fn(degree + 1, |row, column| {
                scaled.iter().zip(nearness).map(|(x, weight)| weight * x.powi((row + column) as i32)).sum()
            });
            let Some(factor) = moments.cholesky().filter(is_well_conditioned) else {
                continue;
            };
            let mut unit = vec![0.0; degree + 1];
            unit[0] = 1.0;
            let coefficients = factor.solve_by_cholesky(&unit);
            let contribution = |(x, weight): (&f64, &f64)| {
                let powers = (0..=degree).map(|power| coefficients[power] * x.powi(power as i32));
                weight * powers.sum::<f64>()
            };
            return Some(scaled.iter().zip(nearness).map(contribution).collect());
        }
        None
    }
}

/// Whether a factor is far from singular.
fn is_well_conditioned(factor: &Matrix) -> bool {
    let diagonal = (0..factor.n()).map(|index| factor[(index, index)]);
    let (least, most) = diagonal.fold((f64::MAX, 0.0_f64), |(least, most), d| (least.min(d), most.max(d)));
    least > 1e-7 * most
}

/// The traces of M and of M², where M = (I - S)ᵀ(I - S): expected residual squares, and how they vary.
fn lost_freedom(smoother: &Matrix) -> (f64, f64) {
    let n = smoother.n();
    let rest = Matrix::from_fn(n, |row, column| f64::from(row == column) - smoother[(row, column)]);
    // The traces are the same for (I - S)(I - S)ᵀ, whose entries are products of rows.
    let (mut first, mut second) = (0.0, 0.0);
    for row in 0..n {
        first += dot(rest.row(row), rest.row(row));
        second += (0..n).map(|other| dot(rest.row(row), rest.row(other)).powi(2)).sum::<f64>();
    }
    (first, second)
}
