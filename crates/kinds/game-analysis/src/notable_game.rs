//! Games to look at: an ordinary one, and those in which most happened.

use serde::{Deserialize, Serialize};
use zermelo_game::Player;

use super::expectation::Expectation;
use super::tension::lead_changes;
use super::trace::Trace;

/// A game to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotableGame {
    /// What for.
    pub shows: Shows,
    /// The game's number in the run.
    pub game: u64,
    /// How much of it: plies, changes of the lead, or the winner's expected share of wins at worst.
    pub value: f64,
}

/// What a game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// The median length.
    Median,
    /// The most changes of the lead; of several such games, in this one the winner was furthest behind.
    Drama,
    /// The winner was further behind than any other, by what both players thought.
    Upset,
}

/// What is known of a game.
struct Seen {
    game: u64,
    plies: usize,
    changes: u32,
    /// The winner's expected share of wins at worst; one half if nobody won.
    worst: f64,
}

/// An ordinary game, the most dramatic and the biggest upset: three different ones, where there are. `games` are the numbers of the
/// traces; games that a limit ended are not looked at.
pub fn notable_games(traces: &[Trace], games: &[u64], expectation: &Expectation) -> Vec<NotableGame> {
    let mut seen: Vec<Seen> = (traces.iter().zip(games))
        .filter(|(trace, _)| !trace.is_cut() && !trace.values.is_empty())
        .map(|(trace, &game)| {
            let course = expectation.consensus(trace);
            let changes = lead_changes(course.iter().map(|&(_, share)| share));
            let worst = trace.winner().map_or(0.5, |winner| {
                let own = |share: f64| if winner == Player::First { share } else { 1.0 - share };
                course.iter().map(|&(_, share)| own(share)).fold(0.5, f64::min)
            });
            Seen { game, plies: trace.n_plies(), changes, worst }
        })
        .collect();
    let mut lengths: Vec<usize> = seen.iter().map(|seen| seen.plies).collect();
    lengths.sort_unstable();
    let median = lengths.get(lengths.len().saturating_sub(1) / 2).copied();

    // Of equals the first: what is chosen hangs on nothing but the games.
    let upset = take(&mut seen, |one| -one.worst).filter(|one| one.worst < 0.5).map(|one| NotableGame {
        shows: Shows::Upset,
        game: one.game,
        value: one.worst,
    });
    let drama = take(&mut seen, |one| f64::from(one.changes) + 0.5 - one.worst)
        .filter(|one| one.changes > 0)
        .map(|one| NotableGame { shows: Shows::Drama, game: one.game, value: f64::from(one.changes) });
    let median = median.and_then(|median| {
        let one = take(&mut seen, |one| -(one.plies.abs_diff(median) as f64))?;
        Some(NotableGame { shows: Shows::Median, game: one.game, value: one.plies as f64 })
    });
    [median, drama, upset].into_iter().flatten().collect()
}

/// Takes the game with the highest value out, the first of several.
fn take(seen: &mut Vec<Seen>, value: impl Fn(&Seen) -> f64) -> Option<Seen> {
    let best = (0..seen.len()).reduce(
        |best, other| {
            if value(&seen[other]) > value(&seen[best]) { other } else { best }
        },
    )?;
    Some(seen.remove(best))
}

#[cfg(test)]
mod tests {
    use zermelo_game::Outcome;

    use super::super::trace::tests::game;
    use super::*;

    const FIRST: Outcome = Outcome::Win(Player::First);

    /// A game whose values mean these shares of the first player, from ply 0.
    fn course(outcome: Outcome, shares: &[f64]) -> Trace {
        let value = |(ply, share): (usize, &f64)| {
            let own = if ply % 2 == 0 { *share } else { 1.0 - share };
            (own / (1.0 - own)).ln() as f32
        };
        let values: Vec<f32> = shares.iter().enumerate().map(value).collect();
        game(outcome, &vec![2; shares.len()], &values)
    }

    fn chosen(traces: &[Trace]) -> Vec<(Shows, u64)> {
        let games: Vec<u64> = (10..).take(traces.len()).collect();
        let plain = Expectation { slope: 1.0, ..Expectation::BLIND };
        notable_games(traces, &games, &plain).into_iter().map(|one| (one.shows, one.game)).collect()
    }

    #[test]
    fn each_is_the_one_it_is_called() {
        let found = chosen(&[
            // Ordinary: five plies, never behind.
            course(FIRST, &[0.6, 0.6, 0.7, 0.8, 0.9]),
            // The lead goes to and fro.
            course(FIRST, &[0.8, 0.8, 0.2, 0.2, 0.8, 0.8, 0.2, 0.2, 0.9, 0.9]),
            // Once far behind.
            course(FIRST, &[0.02, 0.02, 0.9, 0.9]),
            // Short and dull.
            course(FIRST, &[0.9]),
        ]);
        assert_eq!(found, [(Shows::Median, 10), (Shows::Drama, 11), (Shows::Upset, 12)]);
    }

    #[test]
    fn nothing_is_called_what_it_is_not() {
        // Nobody was behind and no lead changed: only the ordinary one is shown.
        let dull = course(FIRST, &[0.6, 0.7, 0.8]);
        assert_eq!(chosen(&[dull.clone(), dull.clone(), dull.clone()]).len(), 1);
        assert_eq!(chosen(&[]), []);
        let cut = Trace { reason: super::super::trace::CUT.to_owned(), ..dull };
        assert_eq!(chosen(&[cut]), []);
    }

    #[test]
    fn the_same_game_is_shown_once() {
        let one = course(FIRST, &[0.1, 0.1, 0.9, 0.9]);
        assert_eq!(chosen(std::slice::from_ref(&one)), [(Shows::Upset, 10)]);
        let both = chosen(&[one.clone(), one]);
        assert_eq!(both, [(Shows::Drama, 11), (Shows::Upset, 10)]);
    }
}
