//! The moves of a game, numbered for learners: what an agent in an environment chooses among.
//!
//! Every legal move of every position has a number, different moves of one position have different numbers, and there are no more
//! numbers than the game needs: the columns of Connect Four, a cell and a direction in Breakthrough. As with
//! [`Inputs`](crate::Inputs), a number says the same to both players: where they sit at opposite ends, the second one counts on
//! the board turned round.
//!
//! [`Actions`](crate::Actions) number moves too, but for stored networks, whose meaning must not change, and read off pictures
//! where a game has nothing better. Here speed decides: numbers come from the bits of a position, and whole positions are
//! numbered behind one call.

use std::fmt::{self, Debug};

use crate::Position;

/// The numbers of the moves of one game.
pub struct Plays<P: Position> {
    version: u32,
    about: String,
    count: usize,
    number: Box<NumberOf<P>>,
    mark: Box<Mark<P>>,
    find: Box<Find<P>>,
}

type NumberOf<P> = dyn Fn(&P, <P as Position>::Move) -> usize + Send + Sync;
type Mark<P> = dyn Fn(&P, &mut [bool]) + Send + Sync;
type Find<P> = dyn Fn(&P, usize) -> Option<<P as Position>::Move> + Send + Sync;

impl<P: Position> Plays<P> {
    /// Moves numbered by `number`, which is asked for legal moves only and answers below `count`. `about` says in words what a
    /// number is ("cell", "cell and direction"); `version` is raised when the same number comes to mean something else.
    pub fn new(
        version: u32,
        about: impl Into<String>,
        count: usize,
        number: impl Fn(&P, P::Move) -> usize + Clone + Send + Sync + 'static,
    ) -> Self {
        let (marked, found) = (number.clone(), number.clone());
        Plays {
            version,
            about: about.into(),
            count,
            number: Box::new(number),
            mark: Box::new(move |pos, mask| pos.each_move(|mv| mask[marked(pos, mv)] = true)),
            find: Box::new(move |pos, wanted| {
                let mut answer = None;
                pos.each_move(|mv| {
                    if found(pos, mv) == wanted {
                        answer = Some(mv);
                    }
                });
                answer
            }),
        }
    }

    /// The same numbers, with a faster way back where moves are many. `find` answers exactly for the numbers of legal moves.
    #[must_use]
    pub fn with_find(self, find: impl Fn(&P, usize) -> Option<P::Move> + Send + Sync + 'static) -> Self {
        Plays { find: Box::new(find), ..self }
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What a number is, in words.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// What the numbers mean, in a line: a learner can be used where this is the same.
    pub fn signature(&self) -> String {
        format!("v{}, {} {}", self.version, self.about, self.count)
    }

    /// The number of a legal move.
    #[inline]
    pub fn number(&self, pos: &P, mv: P::Move) -> usize {
        (self.number)(pos, mv)
    }

    /// Sets the places of the legal moves in a mask of [`count`](Plays::count) places, and leaves the others as they are.
    #[inline]
    pub fn mark(&self, pos: &P, mask: &mut [bool]) {
        (self.mark)(pos, mask);
    }

    /// The legal move of a number; `None` if no legal move has it.
    #[inline]
    pub fn find(&self, pos: &P, number: usize) -> Option<P::Move> {
        (self.find)(pos, number)
    }
}

impl<P: Position> Debug for Plays<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plays").field("about", &self.about).field("count", &self.count).finish()
    }
}
