//! What changes to an evaluator do to the choice among moves: what all moves of a position gain alike is no influence.

use std::sync::Arc;

use zermelo_any::{AnyEvaluator, AnyPosition, named_evaluator};
use zermelo_stats::matrix::Matrix;

use zermelo_catalog::{OpenGame, RequestError};

/// An evaluator before and after a change.
type Change = [Arc<dyn AnyEvaluator>; 2];

/// The evaluators of agents that differ.
pub(super) fn open_changes(game: &OpenGame, changes: &[[String; 2]]) -> Result<Vec<Change>, RequestError> {
    let open = |agent: &String| {
        let evaluator = named_evaluator(agent);
        game.open_evaluator(evaluator.as_deref().unwrap_or("default"))
    };
    changes.iter().map(|[before, after]| Ok([open(before)?, open(after)?])).collect()
}

/// What changes do, summed over positions.
pub(super) struct Influence {
    changes: Vec<Change>,
    /// Products of what two changes do, over all moves of all positions.
    products: Matrix,
    n_moves: u64,
}

impl Influence {
    pub fn new(changes: Vec<Change>) -> Influence {
        Influence { products: Matrix::zeros(changes.len()), changes, n_moves: 0 }
    }

    /// Adds a position: what each change does to each move, less what it does to all of them on average.
    pub fn add(&mut self, pos: &AnyPosition) {
        let us = pos.to_move();
        let effects = |[before, after]: &Change| {
            let values = after.values_after(pos, us).into_iter().zip(before.values_after(pos, us));
            let effects: Vec<f64> = values.filter_map(|(after, before)| Some(after? - before?)).collect();
            let mean = effects.iter().sum::<f64>() / effects.len().max(1) as f64;
            effects.into_iter().map(|effect| effect - mean).collect::<Vec<f64>>()
        };
        let effects: Vec<Vec<f64>> = self.changes.iter().map(effects).collect();
        for (row, one) in effects.iter().enumerate() {
            for (column, other) in effects.iter().enumerate() {
                self.products[(row, column)] += one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
            }
        }
        self.n_moves += effects.first().map_or(0, Vec::len) as u64;
    }

    pub fn covariance(&self) -> Matrix {
        let n = self.n_moves.max(1) as f64;
        Matrix::from_fn(self.changes.len(), |row, column| self.products[(row, column)] / n)
    }
}
