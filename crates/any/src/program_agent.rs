//! Agents that know no position type: other programs, and later agents written in other languages.

use zermelo_game::{Agent, Budget, Choice, Position, Stream};

use crate::agent::typed_choice;
use crate::{AnyPosition, MoveIndex};

/// An agent that sees positions without their type.
pub trait ProgramAgent: Send {
    /// Chooses a move of a position in which the game goes on.
    fn choose(&mut self, pos: &AnyPosition, budget: &Budget) -> Choice<MoveIndex>;

    /// Forgets everything; chance comes from this stream from now on.
    fn new_game(&mut self, chance: Stream);
}

/// Such an agent at a board whose type is known.
pub(crate) struct Seated(pub Box<dyn ProgramAgent>);

impl<P: Position> Agent<P> for Seated {
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        let choice = self.0.choose(&AnyPosition::new(pos.clone()), budget);
        typed_choice(pos, choice)
    }

    fn new_game(&mut self, chance: Stream) {
        self.0.new_game(chance);
    }
}
