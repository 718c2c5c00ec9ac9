//! What a game knows about its positions beyond the rules: named features, and evaluators made of them.

use std::sync::Arc;

use crate::quantity::MOST_FEATURES;
use crate::{Evaluator, Game, ParameterError, Parameters, Player, Position};

/// A feature of a position: a number from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct FeatureInfo {
    /// Its name: lower case with hyphens.
    pub name: &'static str,
    /// What it measures, in one sentence.
    pub about: &'static str,
}

/// An evaluator that can be named.
#[derive(Clone, Copy, Debug)]
pub struct EvaluatorInfo {
    /// How it is written, with its parameters' defaults: `cs0(r=1/6)`.
    pub form: &'static str,
    /// What it computes, in one sentence.
    pub about: &'static str,
}

/// An evaluator that was asked for by name, or what is wrong with its parameters.
pub type Opened<P> = Result<Arc<dyn Evaluator<P>>, ParameterError>;

impl EvaluatorInfo {
    /// The name without the parameters.
    pub fn name(&self) -> &'static str {
        self.form.split('(').next().unwrap_or(self.form)
    }
}

/// A weighted sum of a game's features from the side to move, taken as zero-sum.
#[derive(Clone, Debug)]
pub struct Weights<G> {
    game: G,
    weights: Vec<f64>,
}

impl<G: Game> Weights<G> {
    /// Reads weights in the order of the features (`weights(1, 0.5, ..)`), or by name with zero for the
    /// others (`weights(piece-diff=1)`).
    pub fn read(game: &G, parameters: Parameters) -> Result<Self, ParameterError> {
        Weights::read_at_least(game, game.features().len(), parameters)
    }

    /// The same where fewer will do: `least` weights are those of the first features, and the others are
    /// zero. For games whose list of features has grown, so that old texts mean what they did.
    pub fn read_at_least(game: &G, least: usize, mut parameters: Parameters) -> Result<Self, ParameterError> {
        let features = game.features();
        let plain = parameters.reals()?;
        if ![0, least, features.len()].contains(&plain.len()) {
            let problem = format!(
                "expected {} weights, one for each feature, but found {}",
                features.len(),
                plain.len()
            );
            return Err(ParameterError::new(problem));
        }
        let mut weights = plain;
        weights.resize(features.len(), 0.0);
        for (weight, feature) in weights.iter_mut().zip(features) {
            *weight = parameters.real(feature.name, *weight)?;
        }
        parameters.finish()?;
        Ok(Weights { game: game.clone(), weights })
    }
}

impl<G: Game> Evaluator<G::Position> for Weights<G> {
    fn value(&self, pos: &G::Position, player: Player) -> f64 {
        let mut values = [0.0; MOST_FEATURES];
        let values = &mut values[..self.weights.len()];
        self.game.measure(pos, values);
        let sum: f64 = values.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum();
        if pos.to_move() == player { sum } else { -sum }
    }

    fn contributions(&self, pos: &G::Position, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let mut values = vec![0.0; self.weights.len()];
        self.game.measure(pos, &mut values);
        let sign = if pos.to_move() == player { 1.0 } else { -1.0 };
        let names = self.game.features().iter().map(|feature| feature.name);
        let parts = values.iter().zip(&self.weights).map(|(value, weight)| sign * value * weight);
        Some(names.zip(parts).collect())
    }
}
