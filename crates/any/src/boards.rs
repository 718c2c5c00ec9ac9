//! Many positions of one game side by side, without their type: one virtual call plays, marks or encodes a whole row of them.
//!
//! What calls this thousands of times a second (an environment for learners) knows moves only by the numbers of
//! [`Plays`].

use std::collections::TryReserveError;

use zermelo_game::{Game, Inputs, MoveOf, Outcome, Player, Plays, Position, Stream};

use crate::{AnyPosition, MoveIndex};

/// How a game ended by the move that was just played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardEnding {
    /// Who moved last.
    pub mover: Player,
    /// Who won.
    pub outcome: Outcome,
}

/// Positions of one game, each in its place.
pub trait Boards: Send {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A copy of a position.
    fn get(&self, place: usize) -> AnyPosition;

    /// Puts a position of the same game in a place.
    fn set(&mut self, place: usize, pos: &AnyPosition);

    /// Whose turn it is there.
    fn to_move(&self, place: usize) -> Player;

    /// Looks up the moves of these numbers, one for each place; -1 is no move. Nothing is played. Adds the places
    /// where no legal move has the number to `illegal`.
    fn choose(&mut self, numbers: &[i64], illegal: &mut Vec<usize>);

    /// The number of the legal move in this place of the list of moves.
    fn number(&self, place: usize, mv: MoveIndex) -> Option<usize>;

    /// Chooses a random move in each place, and writes its number.
    fn choose_random(&mut self, chances: &mut [Stream], numbers: &mut [i64]);

    /// Plays what was chosen last in these places, each choice once, and tells how games ended. What has ended stays as it is
    /// until [`restart`](Boards::restart).
    fn play(&mut self, first: usize, endings: &mut [Option<BoardEnding>]);

    /// Puts the game's start in a place.
    fn restart(&mut self, place: usize);

    /// Writes the inputs of these positions, [`n_words`](Boards::n_words) words for each.
    fn write(&self, first: usize, words: &mut [u64]);

    /// Marks the legal moves of these positions in masks that are clear.
    fn mark(&self, first: usize, masks: &mut [bool]);

    /// How many words the inputs of one position have.
    fn n_words(&self) -> usize;

    /// How many numbers moves have.
    fn n_plays(&self) -> usize;
}

/// The same with the type.
pub(crate) struct TypedBoards<G: Game> {
    start: G::Position,
    inputs: Inputs<G::Position>,
    plays: Plays<G::Position>,
    positions: Vec<G::Position>,
    chosen: Vec<Option<MoveOf<G>>>,
}

impl<G: Game> TypedBoards<G> {
    pub fn new(game: &G, n: usize) -> Result<TypedBoards<G>, TryReserveError> {
        let (start, mut positions, mut chosen) = (game.start(), Vec::new(), Vec::new());
        // Somebody may ask for more than there is, and must live to hear it.
        positions.try_reserve_exact(n)?;
        chosen.try_reserve_exact(n)?;
        positions.resize(n, start.clone());
        chosen.resize(n, None);
        Ok(TypedBoards { inputs: game.inputs(), plays: game.plays(), positions, chosen, start })
    }
}

impl<G: Game> Boards for TypedBoards<G> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn get(&self, place: usize) -> AnyPosition {
        AnyPosition::new(self.positions[place].clone())
    }

    fn set(&mut self, place: usize, pos: &AnyPosition) {
        self.positions[place].clone_from(pos.typed());
    }

    fn to_move(&self, place: usize) -> Player {
        self.positions[place].to_move()
    }

    fn choose(&mut self, numbers: &[i64], illegal: &mut Vec<usize>) {
        let rows = self.positions.iter().zip(&mut self.chosen).zip(numbers);
        for (place, ((pos, chosen), &number)) in rows.enumerate() {
            *chosen = usize::try_from(number).ok().and_then(|number| self.plays.find(pos, number));
            if number != -1 && chosen.is_none() {
                illegal.push(place);
            }
        }
    }

    fn number(&self, place: usize, mv: MoveIndex) -> Option<usize> {
        let pos = &self.positions[place];
        mv.in_position(pos).map(|mv| self.plays.number(pos, mv))
    }

    fn choose_random(&mut self, chances: &mut [Stream], numbers: &mut [i64]) {
        let rows = self.positions.iter().zip(&mut self.chosen).zip(chances).zip(numbers);
        for (((pos, chosen), chance), number) in rows {
            *chosen = pos.random_move(chance);
            *number = chosen.map_or(-1, |mv| self.plays.number(pos, mv) as i64);
        }
    }

    fn play(&mut self, first: usize, endings: &mut [Option<BoardEnding>]) {
        let rows = self.positions[first..].iter_mut().zip(&mut self.chosen[first..]);
        for ((pos, chosen), ending) in rows.zip(endings) {
            *ending = None;
            if let Some(mv) = chosen.take() {
                let mover = pos.to_move();
                pos.play(mv);
                *ending = pos.outcome().map(|outcome| BoardEnding { mover, outcome });
            }
        }
    }

    fn restart(&mut self, place: usize) {
        self.positions[place].clone_from(&self.start);
    }

    fn write(&self, first: usize, words: &mut [u64]) {
        let n_words = self.inputs.n_words().max(1);
        for (pos, words) in self.positions[first..].iter().zip(words.chunks_exact_mut(n_words)) {
            self.inputs.write(pos, words);
        }
    }

    fn mark(&self, first: usize, masks: &mut [bool]) {
        for (pos, mask) in self.positions[first..].iter().zip(masks.chunks_exact_mut(self.plays.count())) {
            self.plays.mark(pos, mask);
        }
    }

    fn n_words(&self) -> usize {
        self.inputs.n_words()
    }

    fn n_plays(&self) -> usize {
        self.plays.count()
    }
}
