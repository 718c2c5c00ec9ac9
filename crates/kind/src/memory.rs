//! How much memory a run needs, estimated before anything is made, so that a run which asks for more than is permitted is refused at once.
//!
//! What grows with the numbers of the file is counted: games and openings, candidates, networks, examples, experiences. Agents
//! are not: what they hold is bounded while games are played (`game_runner.rs`). An estimate is meant to be right within a factor
//! of about two.

use zermelo_catalog::OpenGame;

/// A record of a game without its moves, as the player and the log hold it.
pub const GAME_BYTES: u64 = 400;
/// An opening: its position and its text.
pub const OPENING_BYTES: u64 = 300;
/// An agent without its numbers.
pub const AGENT_BYTES: u64 = 300;
/// A number in a genome and in the text of an agent.
pub const GENE_BYTES: u64 = 48;
/// What is kept of one position of a game in a game analysis.
pub const TRACE_BYTES: u64 = 64;
/// A weight of a network: itself, its moments, gradients of several threads, copies.
pub const WEIGHT_BYTES: u64 = 64;

/// Several things together.
pub fn sum(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |sum, &part| sum.saturating_add(part))
}

/// So many of something.
pub fn times(number: impl TryInto<u64>, bytes: u64) -> u64 {
    number.try_into().unwrap_or(u64::MAX).saturating_mul(bytes)
}

/// About how many plies a game has.
pub fn plies(game: &OpenGame) -> u64 {
    game.max_plies() as u64 / 2 + 1
}

/// What a game takes that is kept.
pub fn game_bytes(game: &OpenGame) -> u64 {
    GAME_BYTES + 2 * plies(game)
}

/// What networks with hidden layers take.
pub fn network_bytes(n_inputs: usize, hidden: &[usize], n_outputs: usize) -> u64 {
    let sizes: Vec<usize> = [n_inputs].into_iter().chain(hidden.iter().copied()).chain([n_outputs]).collect();
    let weights = sizes.windows(2).map(|two| times(two[0] + 1, two[1] as u64));
    weights.fold(0, u64::saturating_add).saturating_mul(WEIGHT_BYTES)
}
