//! A position without its type.

use std::any::Any;
use std::fmt::{self, Debug};

use zermelo_game::{Hints, Outcome, Player, Position, Stream};

use crate::MoveIndex;

/// A position of any game. It is a value: a clone is independent, and equal positions are equal.
pub struct AnyPosition(Box<dyn Erasable>);

/// What every position can do without its type.
trait Erasable: Any + Send + Sync {
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Outcome>;
    fn key(&self) -> u64;
    fn canonical_key(&self) -> u64;
    fn count_moves(&self) -> usize;
    fn play(&mut self, mv: MoveIndex) -> bool;
    fn random_move(&self, chance: &mut Stream) -> Option<MoveIndex>;
    fn is_equal(&self, other: &dyn Erasable) -> bool;
    fn clone_box(&self) -> Box<dyn Erasable>;
    fn copy_from(&mut self, other: &dyn Erasable) -> bool;
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<P: Hints> Erasable for P {
    fn to_move(&self) -> Player {
        Position::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn canonical_key(&self) -> u64 {
        Hints::canonical_key(self)
    }

    fn count_moves(&self) -> usize {
        Position::count_moves(self)
    }

    fn play(&mut self, mv: MoveIndex) -> bool {
        let found = mv.in_position(self);
        if let Some(mv) = found {
            Position::play(self, mv);
        }
        found.is_some()
    }

    fn random_move(&self, chance: &mut Stream) -> Option<MoveIndex> {
        // The game's own way to draw a move, so that chance is spent as in a game that knows its type.
        let mv = Position::random_move(self, chance)?;
        MoveIndex::of(self, mv)
    }

    fn is_equal(&self, other: &dyn Erasable) -> bool {
        (other as &dyn Any).downcast_ref::<P>() == Some(self)
    }

    fn clone_box(&self) -> Box<dyn Erasable> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn Erasable) -> bool {
        let other = (other as &dyn Any).downcast_ref::<P>();
        if let Some(other) = other {
            self.clone_from(other);
        }
        other.is_some()
    }

    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(self, f)
    }
}

impl AnyPosition {
    /// Forgets the type of a position.
    pub fn new<P: Hints>(pos: P) -> AnyPosition {
        AnyPosition(Box::new(pos))
    }

    /// The position with its type.
    ///
    /// # Panics
    /// If it belongs to a game of another type: games and positions are never mixed above this crate.
    pub(crate) fn typed<P: Hints>(&self) -> &P {
        let pos: &dyn Any = &*self.0;
        pos.downcast_ref().expect("a position stays with the game that made it")
    }

    /// The player whose turn it is; in a finished game, the one who would be next.
    pub fn to_move(&self) -> Player {
        self.0.to_move()
    }

    /// The result, or `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Equal positions have equal keys, on every machine.
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// A key shared by all positions that some symmetry makes the same.
    pub fn canonical_key(&self) -> u64 {
        self.0.canonical_key()
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    /// The legal moves in their order.
    pub fn moves(&self) -> impl Iterator<Item = MoveIndex> + use<> {
        (0..self.count_moves() as u32).map(MoveIndex)
    }

    /// Plays a legal move; false, and nothing is changed, if there is none in this place.
    #[must_use]
    pub fn try_play(&mut self, mv: MoveIndex) -> bool {
        self.0.play(mv)
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// If there is none in this place.
    pub fn play(&mut self, mv: MoveIndex) {
        assert!(self.try_play(mv), "a move is played where it is legal");
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: MoveIndex) -> AnyPosition {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// One of the legal moves, each as likely as the others; `None` once the game is over.
    pub fn random_move(&self, chance: &mut Stream) -> Option<MoveIndex> {
        self.0.random_move(chance)
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        AnyPosition(self.0.clone_box())
    }

    /// Copies without allocating where both are of one type.
    fn clone_from(&mut self, other: &AnyPosition) {
        if !self.0.copy_from(&*other.0) {
            self.0 = other.0.clone_box();
        }
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.is_equal(&*other.0)
    }
}

impl Eq for AnyPosition {}

impl Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
