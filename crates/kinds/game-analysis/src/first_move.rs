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

/// What the pie rule makes of a game: one player makes the first move, and the other chooses a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pie {
    /// The most balanced first move, by each half of the games.
    pub first_moves: [String; 2],
    /// The share of points of the player who chooses the side.
    pub chooser: Estimate,
}

/// What the better side scores, by what one side does. The chooser never has less than half, whatever the games that
/// chose the side say by chance; the interval holds the better side's score whenever the side's own holds its score.
fn better_side(side: Estimate) -> Estimate {
    let Estimate { value, low, high, n } = side;
    let least = if low > 0.5 { low } else { (1.0 - high).max(0.5) };
    let most = high.max(1.0 - low);
    Estimate { value: value.clamp(least, most), low: least, high: most, n }
}

impl Pie {
    /// One half of the games finds the most balanced first move and its better side; the other half measures what that side
    /// scores. Then the halves change places. The games that chose a move would make it look more balanced than it is (winner's
    /// curse). `None` without games of both halves.
    pub fn of(moves: &[(&str, &[GameRow])]) -> Option<Pie> {
        let half = |games: &[GameRow], which: usize| -> Vec<GameRow> {
            games.iter().skip(which).step_by(2).cloned().collect()
        };
        let score = |games: &[GameRow], which: usize| {
            let games = half(games, which);
            Estimate::score(results_of(&games), games.len() as u64)
        };
        let judged_by = |which: usize| {
            let balance = |games: &[GameRow]| score(games, which).map(|score| (score.value - 0.5).abs());
            let known = moves.iter().filter_map(|&(name, games)| Some((name, games, balance(games)?)));
            let (name, games, _) = known.min_by(|a, b| a.2.total_cmp(&b.2))?;
            let (seen, fresh) = (score(games, which)?, score(games, 1 - which)?);
            let is_first = seen.value >= 0.5;
            let turned =
                Estimate { value: 1.0 - fresh.value, low: 1.0 - fresh.high, high: 1.0 - fresh.low, ..fresh };
            Some((name.to_owned(), better_side(if is_first { fresh } else { turned })))
        };
        let [(one, of_one), (other, of_other)] = [judged_by(0)?, judged_by(1)?];
        let value = (of_one.value + of_other.value) / 2.0;
        // Errors of independent games add by their squares.
        let reach = |end: fn(&Estimate) -> f64| {
            [of_one, of_other].iter().map(|half| (half.value - end(half)).powi(2)).sum::<f64>().sqrt() / 2.0
        };
        let (below, above) = (reach(|half| half.low), reach(|half| half.high));
        let chooser = Estimate { value, low: value - below, high: value + above, n: of_one.n + of_other.n };
        Some(Pie { first_moves: [one, other], chooser: chooser.within(0.5, 1.0) })
    }

    /// The moves: `c3`, or `c3 or d4` where the halves chose different ones.
    pub fn moves(&self) -> String {
        let [one, other] = &self.first_moves;
        if one == other { one.clone() } else { format!("{one} or {other}") }
    }

    /// What it means.
    pub fn in_words(&self) -> String {
        let Estimate { value, low, high, n } = self.chooser;
        format!(
            "With the pie rule (one player makes the most balanced first move, {}, and the other chooses a side), the chooser scores \
             {:.1} % ({:.1} to {:.1} %, {n} games), never less than half. The games that found the move are not those that tell what \
             it is worth.",
            self.moves(),
            100.0 * value,
            100.0 * low,
            100.0 * high
        )
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::Player;

    use super::*;

    fn game(outcome: Outcome) -> GameRow {
        GameRow {
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
        }
    }

    /// The move is chosen by one half of the games, and what it is worth is told by the other.
    #[test]
    fn the_pie_is_cut_by_some_games_and_weighed_by_others() {
        let [won, lost] = [Player::First, Player::Second].map(|winner| game(Outcome::Win(winner)));
        // All games after `a` are won. After `b` the even games are half won, and the odd ones lost.
        let always: Vec<GameRow> = vec![won.clone(); 8];
        let mixed: Vec<GameRow> = [&won, &lost, &lost, &lost].into_iter().cycle().take(8).cloned().collect();
        let moves = [("a", &always[..]), ("b", &mixed[..])];
        let pie = Pie::of(&moves).unwrap();
        // Even games choose `b` (one half), and its first side, which loses all odd games. The odd games find both equally bad, so
        // they choose the first, `a`, and its first side, which wins.
        assert_eq!(pie.first_moves, ["b", "a"].map(str::to_owned));
        assert_eq!(pie.chooser.n, 8);
        assert!(pie.chooser.low >= 0.5 && pie.chooser.value <= pie.chooser.high, "{pie:?}");
        assert_eq!(Pie::of(&[]), None);
        assert_eq!(Pie::of(&[("a", &always[..1])]), None, "one game is no two halves");
    }

    /// Of many moves that are worth the same, the best by some games is not better by others.
    #[test]
    fn the_winners_curse_is_avoided() {
        let mut chance = zermelo_game::stream(1, "pie", 0);
        let moves: Vec<(String, Vec<GameRow>)> = (0..40)
            .map(|at| {
                let games = (0..100).map(|_| {
                    let winner = if chance.below(10) < 8 { Player::First } else { Player::Second };
                    game(Outcome::Win(winner))
                });
                (at.to_string(), games.collect())
            })
            .collect();
        let moves: Vec<(&str, &[GameRow])> =
            moves.iter().map(|(name, games)| (name.as_str(), &games[..])).collect();
        let chooser = Pie::of(&moves).unwrap().chooser;
        assert!(chooser.low < 0.8 && 0.8 < chooser.high, "{chooser:?}");
        let naive = moves.iter().map(|(_, games)| results_of(games)[0]).min();
        assert!(naive < Some(76), "the least of all looks more balanced than it is: {naive:?}");
    }

    /// Few games choose a side by chance. The player who may choose has one half at least.
    #[test]
    fn the_chooser_is_never_below_one_half() {
        let [won, lost] = [Player::First, Player::Second].map(|winner| game(Outcome::Win(winner)));
        // The even games are half won, the odd ones lost but three.
        let games: Vec<GameRow> = (0..30)
            .map(|at| if at % 4 == 0 || at % 2 == 1 && at < 6 { won.clone() } else { lost.clone() })
            .collect();
        let chooser = Pie::of(&[("a", &games)]).unwrap().chooser;
        assert!(
            0.5 <= chooser.low && chooser.low <= chooser.value && chooser.value <= chooser.high,
            "{chooser:?}"
        );
        let even = better_side(Estimate { value: 0.45, low: 0.3, high: 0.6, n: 40 });
        assert_eq!((even.value, even.low, even.high), (0.5, 0.5, 0.7));
        let clear = better_side(Estimate { value: 0.2, low: 0.1, high: 0.4, n: 40 });
        assert_eq!((clear.low, clear.high), (0.6, 0.9));
    }

    #[test]
    fn the_score_is_the_first_players() {
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
