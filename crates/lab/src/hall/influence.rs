//! What changes to an evaluator do to the choice among moves: what all moves of a position gain alike is no influence.

use std::sync::Arc;

use zermelo_game::{Evaluator, Game, Position};
use zermelo_stats::matrix::Matrix;

use crate::agent::named_evaluator;
use crate::session::open_evaluator;
use crate::{LabError, Permission};

/// An evaluator before and after a change.
type Change<P> = [Arc<dyn Evaluator<P>>; 2];

/// The evaluators of agents that differ.
pub(super) fn open_changes<G: Game>(
    game: &G,
    changes: &[[String; 2]],
    permission: Permission,
) -> Result<Vec<Change<G::Position>>, LabError> {
    let open = |agent: &String| {
        let evaluator = named_evaluator(agent);
        open_evaluator(game, evaluator.as_deref().unwrap_or("default"), permission)
    };
    changes.iter().map(|[before, after]| Ok([open(before)?, open(after)?])).collect()
}

/// What changes do, summed over positions.
pub(super) struct Influence<P: Position> {
    changes: Vec<Change<P>>,
    /// Products of what two changes do, over all moves of all positions.
    products: Matrix,
    n_moves: u64,
}

impl<P: Position> Influence<P> {
    pub fn new(changes: Vec<Change<P>>) -> Influence<P> {
        Influence { products: Matrix::zeros(changes.len()), changes, n_moves: 0 }
    }

    /// Adds a position: what each change does to each move, less what it does to all of them on average.
    pub fn add(&mut self, pos: &P) {
        let mut children = Vec::new();
        pos.each_move(|mv| children.push(pos.after(mv)));
        children.retain(|child| !child.is_over());
        let us = pos.to_move();
        let effects = |[before, after]: &Change<P>| {
            let effects: Vec<f64> =
                children.iter().map(|child| after.value(child, us) - before.value(child, us)).collect();
            let mean = effects.iter().sum::<f64>() / effects.len().max(1) as f64;
            effects.into_iter().map(|effect| effect - mean).collect::<Vec<f64>>()
        };
        let effects: Vec<Vec<f64>> = self.changes.iter().map(effects).collect();
        for (row, one) in effects.iter().enumerate() {
            for (column, other) in effects.iter().enumerate() {
                self.products[(row, column)] += one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
            }
        }
        self.n_moves += children.len() as u64;
    }

    pub fn covariance(&self) -> Matrix {
        let n = self.n_moves.max(1) as f64;
        Matrix::from_fn(self.changes.len(), |row, column| self.products[(row, column)] / n)
    }
}
