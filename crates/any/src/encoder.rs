//! What a network sees of a position, what its outputs mean, and the numbers of moves, without the position's type.

use zermelo_game::{Actions, Hints, Inputs, Plane, Plays, Symmetry};

use crate::{AnyPosition, MoveIndex};

/// The network inputs of a game: see [`Inputs`].
pub trait Encoder: Send + Sync {
    /// How many inputs there are.
    fn count(&self) -> usize;

    /// How many words hold them.
    fn n_words(&self) -> usize;

    /// What they mean, in a line.
    fn signature(&self) -> String;

    /// The planes in their order.
    fn planes(&self) -> &[Plane];

    /// Row and column of the cells in the order of every plane of the board.
    fn cells(&self) -> &[(usize, usize)];

    /// The symmetries that leave the players as they are, each with the number every input has on its other side.
    fn images(&self) -> &[(Symmetry, Vec<u32>)];

    /// Writes the inputs of a position into [`n_words`](Encoder::n_words) words.
    fn write(&self, pos: &AnyPosition, words: &mut [u64]);
}

impl<P: Hints> Encoder for Inputs<P> {
    fn count(&self) -> usize {
        Inputs::count(self)
    }

    fn n_words(&self) -> usize {
        Inputs::n_words(self)
    }

    fn signature(&self) -> String {
        Inputs::signature(self)
    }

    fn planes(&self) -> &[Plane] {
        Inputs::planes(self)
    }

    fn cells(&self) -> &[(usize, usize)] {
        Inputs::cells(self)
    }

    fn images(&self) -> &[(Symmetry, Vec<u32>)] {
        Inputs::images(self)
    }

    fn write(&self, pos: &AnyPosition, words: &mut [u64]) {
        Inputs::write(self, pos.typed(), words);
    }
}

/// The actions of a game: see [`Actions`].
pub trait AnyActions: Send + Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// What they mean, in a line.
    fn signature(&self) -> String;

    /// Lists the legal moves with their numbers, in the order of the position. If one of them has no number, or the game is
    /// over, the list stays empty.
    fn list(&self, pos: &AnyPosition, list: &mut Vec<(usize, MoveIndex)>);
}

impl<P: Hints> AnyActions for Actions<P> {
    fn count(&self) -> usize {
        Actions::count(self)
    }

    fn signature(&self) -> String {
        Actions::signature(self)
    }

    fn list(&self, pos: &AnyPosition, list: &mut Vec<(usize, MoveIndex)>) {
        list.clear();
        let pos: &P = pos.typed();
        let (mut index, mut is_whole) = (0, true);
        pos.each_move(|mv| {
            match self.number(pos, mv) {
                Some(number) => list.push((number, MoveIndex(index))),
                None => is_whole = false,
            }
            index += 1;
        });
        if !is_whole {
            list.clear();
        }
    }
}

/// The moves of a game, numbered for learners: see [`Plays`].
pub trait AnyPlays: Send + Sync {
    /// How many numbers there are.
    fn count(&self) -> usize;

    /// What a number is, in words.
    fn about(&self) -> &str;

    /// What the numbers mean, in a line.
    fn signature(&self) -> String;

    /// The number of a legal move.
    ///
    /// # Panics
    /// If there is none in this place.
    fn number(&self, pos: &AnyPosition, mv: MoveIndex) -> usize;

    /// Sets the places of the legal moves in a mask of [`count`](AnyPlays::count) places, and leaves the others as they are.
    fn mark(&self, pos: &AnyPosition, mask: &mut [bool]);

    /// The legal move of a number; `None` if no legal move has it.
    fn find(&self, pos: &AnyPosition, number: usize) -> Option<MoveIndex>;
}

impl<P: Hints> AnyPlays for Plays<P> {
    fn count(&self) -> usize {
        Plays::count(self)
    }

    fn about(&self) -> &str {
        Plays::about(self)
    }

    fn signature(&self) -> String {
        Plays::signature(self)
    }

    fn number(&self, pos: &AnyPosition, mv: MoveIndex) -> usize {
        let pos: &P = pos.typed();
        Plays::number(self, pos, mv.in_position(pos).expect("a move is named where it is legal"))
    }

    fn mark(&self, pos: &AnyPosition, mask: &mut [bool]) {
        Plays::mark(self, pos.typed(), mask);
    }

    fn find(&self, pos: &AnyPosition, number: usize) -> Option<MoveIndex> {
        let pos: &P = pos.typed();
        MoveIndex::of(pos, Plays::find(self, pos, number)?)
    }
}
