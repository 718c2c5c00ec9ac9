//! Directions of equal influence: what a search steps along if its genes do nearly the same.
//!
//! A search that begins with round steps must first learn that some directions are long and others short, and with noisy
//! fitness that takes longer than all the rest (measured on the 19 heuristics of Milestone, whose influence along different
//! directions differs by more than a hundred to one). What genes do to a judgement can be measured without any game being
//! decided; stepping along the inverse square root of its covariance ("whitening"), all directions matter alike.

use zermelo_stats::matrix::Matrix;

use crate::eigen::Eigen;

/// No direction is taken to matter less than the strongest by more than this, as a variance: beyond, steps would become
/// so long that what is neglected here (a judgement that is not quite linear) takes over. By hand.
const LEAST_SHARE: f64 = 1e-4;

/// A symmetric matrix that turns steps of equal influence into genes, and back.
#[derive(Clone, Debug, PartialEq)]
pub struct Axes(Eigen);

impl Axes {
    /// The inverse square root of a covariance, scaled so that volumes stay as they are.
    pub fn of_influence(covariance: &Matrix) -> Axes {
        let mut eigen = Eigen::of(covariance);
        let most = eigen.values.iter().fold(0.0, |most: f64, &value| most.max(value));
        let lengths = eigen.values.iter().map(|value| 1.0 / (value.max(0.0) + LEAST_SHARE * most).sqrt());
        let lengths: Vec<f64> = lengths.collect();
        let logs: f64 = lengths.iter().map(|&length| libm::log(length)).sum();
        let usual = libm::exp(logs / lengths.len() as f64);
        eigen.values = lengths.iter().map(|length| length / usual).collect();
        Axes(eigen)
    }

    /// From steps to genes.
    pub fn forth(&self, step: &[f64]) -> Vec<f64> {
        self.0.apply(step, |length| length)
    }

    /// From genes to steps.
    pub fn back(&self, genes: &[f64]) -> Vec<f64> {
        self.0.apply(genes, |length| 1.0 / length)
    }
}
