//! The quantities of a game: named numbers of a position from which people write evaluators as expressions.
//!
//! A feature is from the side to move, and its place in the list has a meaning (`weights(w1, .., w6)`). A quantity speaks for one
//! player, who need not be to move, and the list may grow. Unless a game says otherwise, its quantities are its features, negated for the
//! player who is not to move, as in a weighted sum.

use std::borrow::Cow;

use crate::{FeatureInfo, Game, Player, Position};

/// A quantity that expressions can name.
#[derive(Clone, Debug)]
pub struct QuantityInfo {
    /// Its name: lower case with underscores.
    pub name: Cow<'static, str>,
    /// Other names of the same quantity.
    pub aliases: &'static [&'static str],
    /// What it measures, in a sentence.
    pub about: &'static str,
    /// It is never smaller than this; infinite if nobody has said.
    pub low: f64,
    /// It is never larger than this; infinite if nobody has said.
    pub high: f64,
}

impl QuantityInfo {
    /// A quantity of this name that lies in this range.
    pub const fn new(name: &'static str, about: &'static str, low: f64, high: f64) -> QuantityInfo {
        QuantityInfo { name: Cow::Borrowed(name), aliases: &[], about, low, high }
    }

    /// The same with other names as well.
    #[must_use]
    pub const fn or(mut self, aliases: &'static [&'static str]) -> QuantityInfo {
        self.aliases = aliases;
        self
    }

    /// A feature as a quantity, with the range of its values for both players.
    pub fn of_feature(feature: &FeatureInfo, [low, high]: [f64; 2]) -> QuantityInfo {
        let name = Cow::Owned(feature.name.replace('-', "_"));
        QuantityInfo { name, aliases: &[], about: feature.about, low, high }
    }

    /// Whether this is one of its names.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// Measures some of a game's quantities.
pub trait Gauge<P>: Send + Sync {
    /// Writes them, for `player`, of a position in which the game goes on. There is room for exactly those that were asked for.
    fn read(&self, pos: &P, player: Player, values: &mut [f64]);
}

/// No game has more features than this.
pub(crate) const MOST_FEATURES: usize = 64;

/// Features as quantities.
pub(crate) struct FeatureGauge<G> {
    pub game: G,
    pub wanted: Vec<usize>,
    pub n_features: usize,
}

impl<G: Game> Gauge<G::Position> for FeatureGauge<G> {
    fn read(&self, pos: &G::Position, player: Player, values: &mut [f64]) {
        let mut all = [0.0; MOST_FEATURES];
        self.game.measure(pos, &mut all[..self.n_features]);
        let is_to_move = pos.to_move() == player;
        for (value, &index) in values.iter_mut().zip(&self.wanted) {
            *value = if is_to_move { all[index] } else { -all[index] };
        }
    }
}
