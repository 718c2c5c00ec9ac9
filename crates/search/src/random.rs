//! The weakest player, and the yardstick of all others: any legal move, each as likely as the others.

use zermelo_game::{Agent, Budget, Choice, Position, Score, Stream};

/// Plays at random from a stream of its own.
#[derive(Clone, Debug)]
pub struct Random {
    stream: Stream,
}

impl Random {
    /// A player whose moves this stream decides.
    pub fn new(stream: Stream) -> Random {
        Random { stream }
    }
}

impl<P: Position> Agent<P> for Random {
    fn choose(&mut self, pos: &P, _budget: &Budget) -> Choice<P::Move> {
        let mv = pos.random_move(&mut self.stream).expect("an agent is asked only while the game goes on");
        // No line: a list of moves would cost more than the move.
        Choice {
            mv,
            score: Score::EVEN,
            is_exact: false,
            depth: 0,
            nodes: 1,
            line: Vec::new(),
            forfeit: None,
        }
    }

    fn new_game(&mut self, chance: Stream) {
        self.stream = chance;
    }
}
