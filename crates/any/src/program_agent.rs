//! Agents that know no position type: other programs, and guests.

use zermelo_game::{Agent, Budget, Choice, Forfeit, Hints, Stream};

use crate::agent::typed_choice;
use crate::{AnyPosition, MoveIndex};

/// An agent that sees positions without their type.
pub trait ProgramAgent: Send {
    /// Chooses a move of a position in which the game goes on. Who chooses what is no legal move forfeits the game.
    fn choose(&mut self, pos: &AnyPosition, budget: &Budget) -> Choice<MoveIndex>;

    /// Hears the moves from the start of the game to the position it is asked about next.
    fn hear_line(&mut self, _moves: &[MoveIndex]) {}

    /// What it has to say to people beside its moves, since it was last asked.
    fn take_remarks(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Forgets everything; chance comes from this stream from now on.
    fn new_game(&mut self, chance: Stream);
}

/// Such an agent at a board whose type is known.
pub(crate) struct Seated(pub Box<dyn ProgramAgent>);

impl<P: Hints> Agent<P> for Seated {
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        let choice = self.0.choose(&AnyPosition::new(pos.clone()), budget);
        typed_choice(pos, choice).unwrap_or_else(|| {
            let any = MoveIndex(0).in_position(pos).expect("an agent is asked only while the game goes on");
            Choice { forfeit: Some(Forfeit::Illegal), ..Choice::of(any) }
        })
    }

    fn hear_line(&mut self, start: &P, moves: &[P::Move]) {
        let mut pos = start.clone();
        let places = moves.iter().map_while(|&mv| {
            let place = MoveIndex::of(&pos, mv)?;
            pos.play(mv);
            Some(place)
        });
        self.0.hear_line(&places.collect::<Vec<_>>());
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.0.take_remarks()
    }

    fn new_game(&mut self, chance: Stream) {
        self.0.new_game(chance);
    }
}
