//! The limits of experiment files as ranges of keys, so that what is documented is what is checked.

use super::Range;
use crate::limits;

macro_rules! ranges {
    ($($(#[$about:meta])* $name:ident)*) => {
        $(
            $(#[$about])*
            pub const $name: Range = Range::between(*limits::$name.start() as f64, *limits::$name.end() as f64);
        )*
    };
}

ranges! {
    /// Games, or positions, of one part of a game analysis.
    ANALYSIS_GAMES
    /// Examples that make one step.
    BATCH
    /// Couples that are drawn.
    COUPLES
    /// Doublings of thought in a game analysis.
    DOUBLINGS
    /// Games of one match, round, league or confirmation; always an even number.
    GAMES
    /// Generations of an evolution.
    GENERATIONS
    /// Moves of a Q-learning.
    MOVES
    /// Nodes that a judge or a solver may visit.
    NODES
    /// Passes over the examples.
    PASSES
    /// Random plies at the start of a game.
    PLIES
    /// Positions a second of one thread.
    REFERENCE_SPEED
    /// Experiences that a Q-learning remembers.
    REPLAY
    /// Games of two entrants in a round of a Swiss or knockout tournament.
    ROUND_GAMES
    /// Games of a round of self-play.
    SELF_PLAY_GAMES
    /// Rounds of a Swiss tournament.
    SWISS_ROUNDS
    /// Generations after which a run of tables is given up.
    TABLE_GENERATIONS
    /// Rounds of a training, and rounds whose games it learns from.
    TRAINING_ROUNDS
    /// Units of a hidden layer.
    UNITS
    /// Games before the first generation, which show what genes do.
    WHITENING_GAMES
}
