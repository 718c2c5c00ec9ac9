//! How large the numbers of an experiment file may be.
//!
//! Every number has a range, far beyond what anybody has used and small enough that no arithmetic on it overflows. A file may
//! still ask for more than a machine has: what a run needs is estimated in `memory.rs`.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Games of one match, round, league or confirmation; always an even number.
pub const GAMES: RangeInclusive<u32> = 2..=100_000_000;
/// Games of a whole run.
pub const ALL_GAMES: RangeInclusive<u64> = 0..=1_000_000_000;
/// Entrants of a tournament.
pub const ENTRANTS: RangeInclusive<usize> = 2..=10_000;
/// Rounds of a Swiss tournament.
pub const SWISS_ROUNDS: RangeInclusive<u32> = 1..=1_000;
/// Games of two entrants in a round of a Swiss or knockout tournament.
pub const ROUND_GAMES: RangeInclusive<u32> = 2..=1_000_000;
/// Couples that are drawn.
pub const COUPLES: RangeInclusive<u32> = 1..=100_000_000;
/// Couples that a gauntlet names, one by one.
pub const NAMED_COUPLES: RangeInclusive<usize> = 0..=1_000_000;
/// Genes of a candidate.
pub const GENES: RangeInclusive<usize> = 1..=1_000;
/// Treatments of a study.
pub const TREATMENTS: RangeInclusive<usize> = 0..=100;
/// Random plies at the start of a game.
pub const PLIES: RangeInclusive<u32> = 0..=1_000;
/// Nodes that a judge or a solver may visit.
pub const NODES: RangeInclusive<u64> = 0..=1_000_000_000_000;
/// Generations of an evolution.
pub const GENERATIONS: RangeInclusive<u32> = 1..=100_000;
/// Games before the first generation, which show what genes do.
pub const WHITENING_GAMES: RangeInclusive<u32> = 2..=1_000_000;
/// Rounds of a training, and rounds whose games it learns from.
pub const TRAINING_ROUNDS: RangeInclusive<u32> = 1..=10_000;
/// Games of a round of self-play.
pub const SELF_PLAY_GAMES: RangeInclusive<u32> = 1..=10_000_000;
/// Hidden layers of a network.
pub const LAYERS: RangeInclusive<usize> = 0..=8;
/// Units of a hidden layer.
pub const UNITS: RangeInclusive<usize> = 1..=4_096;
/// Examples that make one step.
pub const BATCH: RangeInclusive<usize> = 1..=1_000_000;
/// Passes over the examples.
pub const PASSES: RangeInclusive<usize> = 1..=10_000;
/// Networks that a search tries.
pub const TRIALS: RangeInclusive<usize> = 1..=1_000;
/// Checkpoints of a Q-learning.
pub const CHECKPOINTS: RangeInclusive<usize> = 1..=1_000;
/// Experiences that a Q-learning remembers.
pub const REPLAY: RangeInclusive<usize> = 1..=100_000_000;
/// Moves of a Q-learning.
pub const MOVES: RangeInclusive<u64> = 1..=1_000_000_000_000;
/// Strengths of players in a game analysis.
pub const STRENGTHS: RangeInclusive<usize> = 1..=20;
/// Games, or positions, of one part of a game analysis.
pub const ANALYSIS_GAMES: RangeInclusive<u32> = 0..=1_000_000;
/// Doublings of thought in a game analysis.
pub const DOUBLINGS: RangeInclusive<u32> = 0..=40;
/// Generations after which a run of tables is given up.
pub const TABLE_GENERATIONS: RangeInclusive<u32> = 1..=1_000_000;
/// Positions a second of one thread.
pub const REFERENCE_SPEED: RangeInclusive<u64> = 100..=1_000_000_000;
/// Variants of a game that are compared.
pub const VARIANTS: RangeInclusive<usize> = 2..=40;
/// Stages of a series, repetitions included.
pub const STAGES: RangeInclusive<usize> = 1..=1_000;

/// The value, or an error that names it with its range.
pub fn within<T: PartialOrd + Display + Copy>(
    name: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    if range.contains(&value) {
        return Ok(value);
    }
    Err(format!("{name} = {value}: expected {} to {}", range.start(), range.end()))
}

/// Pairs of games from a number of games, one from each side.
pub fn pairs(name: &str, games: u32, range: RangeInclusive<u32>) -> Result<u32, String> {
    if games % 2 == 1 {
        let expected = "expected an even number, because every opening is played from both sides";
        return Err(format!("{name} = {games}: {expected}"));
    }
    Ok(within(name, games, range)? / 2)
}

/// An error unless hidden layers are of a size that can be trained.
pub fn check_hidden(name: &str, hidden: &[usize]) -> Result<(), String> {
    within(&format!("{name}: the number of layers"), hidden.len(), LAYERS)?;
    hidden.iter().try_for_each(|&units| within(&format!("{name}: units"), units, UNITS).map(|_| ()))
}
