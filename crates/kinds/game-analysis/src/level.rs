//! Players of one strength against themselves: who wins, how games end, how long they are.

use serde::{Deserialize, Serialize};
use zermelo_stats::{Sample, Strength};

use super::endings::Endings;
use super::estimate::Estimate;
use super::length::Length;
use super::trace::Trace;
use zermelo_runner::positions::first_score;

/// Players of one strength against themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// What they are called.
    pub name: String,
    /// Who they are, by text.
    pub players: String,
    /// Nodes a move; 0 if moves are random.
    pub nodes: u64,
    /// Games played.
    pub games: u64,
    /// Openings that these began from, each of so many random plies.
    pub openings: u64,
    /// The length of the openings.
    pub opening_plies: u64,
    /// The first player's share of points. Games that were cut do not count.
    pub score: Option<Estimate>,
    /// The same as a difference in Elo, with its 95 % interval.
    pub elo: Option<[f64; 3]>,
    /// How games ended.
    pub endings: Endings,
    /// How long they were.
    pub length: Option<Length>,
}

impl Level {
    /// What games say.
    pub fn of(name: String, players: String, nodes: u64, openings: u64, traces: &[Trace]) -> Level {
        let endings = Endings::of(traces);
        let [wins, draws, losses] = endings.results;
        let strength = Strength::of(&Sample::of_games(wins, draws, losses)).ok();
        Level {
            name,
            players,
            nodes,
            games: traces.len() as u64,
            openings,
            opening_plies: traces.first().map_or(0, |trace| trace.opening_plies as u64),
            score: Estimate::score(endings.results, wins + draws + losses),
            elo: strength.map(|strength| [strength.elo, strength.elo_interval.0, strength.elo_interval.1]),
            length: Length::of(traces),
            endings,
        }
    }
}

/// How much more the first player scores among stronger players than among weaker ones, who play from the same openings in
/// the same order; games that were cut do not count.
pub fn growth(weaker: &[Trace], stronger: &[Trace]) -> Option<Estimate> {
    let pairs = weaker.iter().zip(stronger).filter(|(a, b)| !a.is_cut() && !b.is_cut());
    let differences: Vec<f64> = pairs.map(|(a, b)| first_score(b.outcome) - first_score(a.outcome)).collect();
    Estimate::mean(&differences).map(|growth| growth.within(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Outcome, Player};

    use super::super::trace::CUT;
    use super::super::trace::tests::game;
    use super::*;

    fn games(results: &str) -> Vec<Trace> {
        let outcome = |result| match result {
            '1' => Outcome::Win(Player::First),
            '0' => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        };
        let trace = |result| Trace {
            reason: if result == 'x' { CUT } else { "rules" }.to_owned(),
            ..game(outcome(result), &[2; 6], &[0.0; 4])
        };
        results.chars().map(trace).collect()
    }

    #[test]
    fn cut_games_say_nothing_of_the_first_move() {
        let level = Level::of("100 nodes".to_owned(), String::new(), 100, 6, &games("111=0xx"));
        assert_eq!(level.games, 7);
        assert_eq!(level.score.map(|score| (score.value, score.n)), Some((0.7, 5)));
        assert_eq!((level.endings.cut, level.opening_plies), (2, 2));
        let nothing = Level::of(String::new(), String::new(), 0, 0, &[]);
        assert_eq!((nothing.score, nothing.length, nothing.elo), (None, None, None));
    }

    #[test]
    fn growth_is_by_opening() {
        // Differences 1, 0, 0.5, 0: the cut game's opening is left out.
        let growth = growth(&games("011=x"), &games("11111")).unwrap();
        assert_eq!((growth.value, growth.n), (0.375, 4));
    }
}
