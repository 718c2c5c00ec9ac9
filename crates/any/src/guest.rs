//! Guests: agents and evaluators of the program that runs Zermelo, such as ones written in Python.
//!
//! A guest exists only in this process, under a name. Nobody knows what it does, so it counts as not repeatable, and its answers
//! are checked: a move that is not legal loses the game, and a value that is no usable number is replaced by one.

use std::sync::Arc;

use zermelo_game::{Evaluator, Hints, ParameterError, Player, Stream};

use crate::{AnyGame, AnyPosition, ProgramAgent};

/// An agent of the program that runs Zermelo: `guest(NAME)`.
pub trait GuestAgent: Send + Sync {
    /// A player of this game. Called for each thread that plays, and where an agent's text is only checked. What it leaves to
    /// chance comes from the stream.
    fn open(&self, game: Arc<dyn AnyGame>, chance: Stream) -> Box<dyn ProgramAgent>;
}

/// An evaluator of the program that runs Zermelo: `eval=guest(NAME)`.
pub trait GuestEvaluator: Send + Sync {
    /// How good a position in which the game goes on is for `player`. What is no number counts as 0, and values beyond
    /// [`MOST_GUEST_VALUE`] as that.
    fn value(&self, game: &dyn AnyGame, pos: &AnyPosition, player: Player) -> f64;
}

/// The largest value that a guest's evaluator can give, either way. Scores of searches end at some millions, so nothing is lost;
/// but infinite values, or huge ones that are added up, would spoil the averages of Monte Carlo search.
pub const MOST_GUEST_VALUE: f64 = 1e9;

/// An error unless a guest can have this name.
pub fn check_guest_name(name: &str) -> Result<(), ParameterError> {
    let is_known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_known) {
        return Ok(());
    }
    let problem = format!("`{name}` is not the name of a guest: expected letters, digits, `-` and `_`");
    Err(ParameterError::new(problem))
}

/// A guest that judges positions whose type is known.
pub(crate) struct Judge {
    pub guest: Arc<dyn GuestEvaluator>,
    pub game: Arc<dyn AnyGame>,
}

impl<P: Hints> Evaluator<P> for Judge {
    fn value(&self, pos: &P, player: Player) -> f64 {
        let value = self.guest.value(&*self.game, &AnyPosition::new(pos.clone()), player);
        if value.is_nan() { 0.0 } else { value.clamp(-MOST_GUEST_VALUE, MOST_GUEST_VALUE) }
    }
}
