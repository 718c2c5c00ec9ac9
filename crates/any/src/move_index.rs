//! A legal move by its place in the position's list: what the store keeps, and all that code above a game needs.

use zermelo_game::Position;

/// The place of a legal move in the order in which its position lists them, from 0. It has a meaning only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveIndex(pub u32);

impl MoveIndex {
    /// The place of a move; `None` if it is not legal.
    pub(crate) fn of<P: Position>(pos: &P, mv: P::Move) -> Option<MoveIndex> {
        let (mut index, mut found) = (0, None);
        pos.each_move(|other| {
            if other == mv {
                found = Some(MoveIndex(index));
            }
            index += 1;
        });
        found
    }

    /// The move in this place; `None` if there are fewer.
    pub(crate) fn in_position<P: Position>(self, pos: &P) -> Option<P::Move> {
        let (mut index, mut found) = (0, None);
        pos.each_move(|mv| {
            if index == self.0 {
                found = Some(mv);
            }
            index += 1;
        });
        found
    }
}
