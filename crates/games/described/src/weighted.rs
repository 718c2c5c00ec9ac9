//! Evaluators of described games: weighted sums of features.

use zermelo_game::{Evaluator, EvaluatorInfo, ParameterError, Parameters, Player, Position};

use crate::cells::Cells;
use crate::features::Features;
use crate::position::Board;

/// The evaluators of every described game.
pub const EVALUATORS: [EvaluatorInfo; 3] = [
    EvaluatorInfo {
        form: "default",
        about: "Features derived from the rules; weights fitted on quick games when first needed, or by rule of thumb where those win no match.",
    },
    EvaluatorInfo {
        form: "rule-of-thumb",
        about: "Features derived from the rules, with weights by one rule for all games.",
    },
    EvaluatorInfo {
        form: "weights(w1, ..)",
        about: "Weights on the features; also by name, weights(mobility=1).",
    },
];

/// A weighted sum of features that measures only those with a weight.
pub struct Weighted<B: Cells> {
    features: &'static Features<B>,
    weights: Vec<f64>,
}

impl<B: Cells> Weighted<B> {
    /// One weight for each feature.
    pub fn new(features: &'static Features<B>, weights: &[f64]) -> Self {
        Weighted { features, weights: weights.to_vec() }
    }

    /// Weights in the order of the features, or by name with zero for the others.
    pub fn read(features: &'static Features<B>, mut parameters: Parameters) -> Result<Self, ParameterError> {
        let plain = parameters.reals()?;
        let n_features = features.about().len();
        if !plain.is_empty() && plain.len() != n_features {
            let found = plain.len();
            let problem = format!("expected {n_features} weights, one for each feature, but found {found}");
            return Err(ParameterError::new(problem));
        }
        let mut weights = Vec::new();
        for (index, feature) in features.about().iter().enumerate() {
            weights.push(parameters.real(feature.name, plain.get(index).copied().unwrap_or(0.0))?);
        }
        parameters.finish()?;
        Ok(Weighted { features, weights })
    }
}

impl<B: Cells> Evaluator<Board<B>> for Weighted<B> {
    fn value(&self, pos: &Board<B>, player: Player) -> f64 {
        let sum = self.features.weighted(&self.weights, pos);
        if pos.to_move() == player { sum } else { 0.0 - sum }
    }

    fn contributions(&self, pos: &Board<B>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let sign = if pos.to_move() == player { 1.0 } else { -1.0 };
        let mut values = vec![0.0; self.weights.len()];
        self.features.measure(pos, &mut values);
        let terms = self.features.about().iter().zip(self.weights.iter().zip(&values));
        let counted = terms.filter(|(_, (weight, _))| **weight != 0.0);
        Some(counted.map(|(about, (weight, value))| (about.name, sign * weight * value + 0.0)).collect())
    }
}
