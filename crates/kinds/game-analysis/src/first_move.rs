//! What every first move is worth.

use serde::{Deserialize, Serialize};
use zermelo_game::Outcome;
use zermelo_store::GameRow;

use super::estimate::Estimate;

/// A first move, with its mirror images.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The move.
    pub first_move: String,
    /// The moves that are its mirror images.
    pub images: Vec<String>,
    /// Games after it that the first player won, that were drawn, and that the second player won.
    pub results: [u64; 3],
    /// The first player's share of points.
    pub score: Option<Estimate>,
    /// Who wins with best play, if that could be found: `first`, `draw` or `second`.
    pub exact: Option<String>,
}

impl FirstMove {
    /// What games say that began with it, each from an opening of its own.
    pub fn of(kind: &[String], games: &[GameRow], exact: Option<String>) -> FirstMove {
        let results = results_of(games);
        FirstMove {
            first_move: kind.first().cloned().unwrap_or_default(),
            images: kind.iter().skip(1).cloned().collect(),
            results,
            score: Estimate::score(results, games.len() as u64),
            exact,
        }
    }
}

/// Games that the first player won, that were drawn, and that the second player won.
pub(super) fn results_of(games: &[GameRow]) -> [u64; 3] {
    let count = |is: fn(Outcome) -> bool| games.iter().filter(|game| is(game.outcome)).count() as u64;
    use zermelo_game::Player::{First, Second};
    [
        count(|outcome| outcome == Outcome::Win(First)),
        count(|outcome| outcome == Outcome::Draw),
        count(|outcome| outcome == Outcome::Win(Second)),
    ]
}

#[cfg(test)]
mod tests {
    use zermelo_game::Player;

    use super::*;

    #[test]
    fn the_score_is_the_first_players() {
        let game = |outcome| GameRow {
            index: 0,
            first: 0,
            second: 0,
            opening: 0,
            round: 0,
            outcome,
            reason: String::new(),
            plies: 0,
            moves: Vec::new(),
            nodes: [0; 2],
            micros: [0; 2],
        };
        let [won, lost] = [Player::First, Player::Second].map(|winner| game(Outcome::Win(winner)));
        let games = [won.clone(), won, game(Outcome::Draw), lost];
        let kind = ["a1", "h1"].map(str::to_owned);
        let first = FirstMove::of(&kind, &games, Some("draw".to_owned()));
        assert_eq!(first.results, [2, 1, 1]);
        assert_eq!(first.score.map(|score| (score.value, score.n)), Some((0.625, 4)));
        assert_eq!((first.first_move.as_str(), &first.images[..]), ("a1", &kind[1..]));
        assert_eq!(FirstMove::of(&kind, &[], None).score, None);
    }
}
