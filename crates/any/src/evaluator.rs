//! An evaluator without the type of its positions.

use std::sync::Arc;

use zermelo_game::{Evaluator, Hints, Player};

use crate::AnyPosition;

/// A judgement of the positions of some game in which it goes on.
pub trait AnyEvaluator: Send + Sync {
    /// How good the position is for `player`; finite.
    fn value(&self, pos: &AnyPosition, player: Player) -> f64;

    /// What the value is made of, if it is a sum.
    fn contributions(&self, pos: &AnyPosition, player: Player) -> Option<Vec<(&'static str, f64)>>;

    /// How good the position after each legal move is for `player`; `None` where the move ends the game.
    fn values_after(&self, pos: &AnyPosition, player: Player) -> Vec<Option<f64>>;
}

pub(crate) struct ErasedEvaluator<P>(pub Arc<dyn Evaluator<P>>);

impl<P: Hints> AnyEvaluator for ErasedEvaluator<P> {
    fn value(&self, pos: &AnyPosition, player: Player) -> f64 {
        self.0.value(pos.typed(), player)
    }

    fn contributions(&self, pos: &AnyPosition, player: Player) -> Option<Vec<(&'static str, f64)>> {
        self.0.contributions(pos.typed(), player)
    }

    fn values_after(&self, pos: &AnyPosition, player: Player) -> Vec<Option<f64>> {
        let pos: &P = pos.typed();
        let mut values = Vec::new();
        pos.each_move(|mv| {
            let next = pos.after(mv);
            values.push((!next.is_over()).then(|| self.0.value(&next, player)));
        });
        values
    }
}
