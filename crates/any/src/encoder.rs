//! What a network sees of a position and what its outputs mean, without the position's type.

use zermelo_game::{Actions, Hints, Inputs, Symmetry};

use crate::{AnyPosition, MoveIndex};

/// The network inputs of a game: see [`Inputs`].
pub trait Encoder: Send + Sync {
    /// How many inputs there are.
    fn count(&self) -> usize;

    /// How many words hold them.
    fn n_words(&self) -> usize;

    /// What they mean, in a line.
    fn signature(&self) -> String;

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
