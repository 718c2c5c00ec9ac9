//! A pair of games as evidence.

use zermelo_arena::{GameResult, Pair, Played};
use zermelo_game::zobrist::mix;
use zermelo_game::{Outcome, Player};
use zermelo_store::GameRow;

/// A pair from its two games. If there were fewer openings than the pair asked for, one was used again, and that is no
/// fresh evidence: what counts is the opening of the games.
pub fn played_pair(pair: Pair, games: &[GameRow; 2]) -> Played {
    let for_first = |row: &GameRow| match row.outcome {
        Outcome::Draw => GameResult::Draw,
        Outcome::Win(Player::First) => GameResult::Win,
        Outcome::Win(Player::Second) => GameResult::Loss,
    };
    let results = [for_first(&games[0]), for_first(&games[1]).reversed()];
    let hash = |row: &GameRow| {
        let end = row.reason.bytes();
        row.moves.iter().copied().chain(end).fold(0, |hash: u64, byte| mix(hash ^ u64::from(byte)))
    };
    let pair = Pair { opening: games[0].opening, ..pair };
    Played { pair, results, fingerprint: hash(&games[0]).rotate_left(1) ^ hash(&games[1]) }
}
