//! Expressions as evaluators: `expr(own_moves^2 / (distance + opponent_moves^2))`.
//!
//! An expression speaks for the player who is asked about, as its quantities do. A plain weighted sum says what its parts are.

use std::borrow::Cow;
use std::sync::Arc;

use zermelo_expression::{Compiled, Expression, ExpressionError};
use zermelo_game::{Evaluator, Game, Gauge, Player, Position, QuantityInfo};
use zermelo_problem::{Place, Problem};

/// A problem with its place in the text of an expression.
pub(crate) fn placed(error: ExpressionError, text: &str) -> Problem {
    let (line, column, length) = error.place(text);
    let ExpressionError { message, expected, nearest, .. } = error;
    Problem { place: Place { line, column, length }, message, expected, nearest }
}

/// Opens an expression as an evaluator of a game; `text` is what it was read from.
pub(crate) fn open<G: Game>(
    game: &G,
    expression: &Expression,
    text: &str,
) -> Result<Arc<dyn Evaluator<G::Position>>, Problem> {
    let quantities = game.quantities();
    let compiled = expression.compile(&quantities).map_err(|error| placed(error, text))?;
    let gauge = game.gauge(compiled.wanted());
    let weights = compiled.weights();
    let names = weights.map(|weights| {
        let name = |index: Option<usize>| index.map_or(CONSTANT, |index| name_of(game, &quantities[index]));
        weights.into_iter().map(|(index, weight)| (name(index), index, weight)).collect()
    });
    Ok(Arc::new(ExpressionEvaluator { compiled, gauge, terms: names }))
}

/// The name of a number that a sum adds.
const CONSTANT: &str = "constant";

/// A quantity as explanations call it: a feature by its own name.
fn name_of<G: Game>(game: &G, info: &QuantityInfo) -> &'static str {
    let is_feature = |name: &str| info.is_called(&name.replace('-', "_"));
    let feature = game.features().iter().map(|feature| feature.name).find(|name| is_feature(name));
    feature.unwrap_or(match &info.name {
        Cow::Borrowed(name) => name,
        Cow::Owned(_) => info.about,
    })
}

struct ExpressionEvaluator<P> {
    compiled: Compiled,
    gauge: Arc<dyn Gauge<P>>,
    /// The parts of a plain weighted sum: what they are called, the quantity, and its weight.
    terms: Option<Vec<(&'static str, Option<usize>, f64)>>,
}

impl<P: Position> Evaluator<P> for ExpressionEvaluator<P> {
    fn value(&self, pos: &P, player: Player) -> f64 {
        self.compiled.value(|values| self.gauge.read(pos, player, values))
    }

    fn contributions(&self, pos: &P, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let terms = self.terms.as_ref()?;
        let wanted = self.compiled.wanted();
        let mut values = vec![0.0; wanted.len()];
        self.gauge.read(pos, player, &mut values);
        let mut parts: Vec<(&'static str, f64)> = Vec::new();
        for &(name, index, weight) in terms {
            let slot = index.and_then(|index| wanted.iter().position(|&known| known == index));
            let part = slot.map_or(1.0, |slot| values[slot]) * weight;
            // A quantity that is added twice is one part.
            match parts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += part,
                None => parts.push((name, part)),
            }
        }
        Some(parts)
    }
}
