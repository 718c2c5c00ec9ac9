//! Matches, and ratings against the named opponents.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use zermelo_game::{Forfeit, Stop};
use zermelo_runner::matches::{self, MatchPlan};
use zermelo_server::ladder;
use zermelo_stats::pool::{Meeting, PoolModel};
use zermelo_stats::{Sample, Strength};

use crate::errors::{bad_argument, bad_request};
use crate::game::Game;
use crate::guests::Guest;
use crate::interrupt::interruptible;
use crate::names::{resolved, threads_of};

/// Plays a match of pairs of games and returns what it came to, for the agent that is named first.
#[pyfunction]
#[pyo3(signature = (game, a, b, pairs, threads, seed, opening_plies=None, keep_decided=false, guests=Vec::new(), with_seen=false))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn play_match<'py>(
    py: Python<'py>,
    game: &Game,
    a: String,
    b: String,
    pairs: u64,
    threads: i64,
    seed: u64,
    opening_plies: Option<u32>,
    keep_decided: bool,
    guests: Vec<Py<Guest>>,
    with_seen: bool,
) -> PyResult<Bound<'py, PyDict>> {
    if pairs == 0 {
        return Err(bad_argument("a match needs at least one pair of games: games=2"));
    }
    let threads = threads_of(threads)?;
    let (a, b) = (resolved(py, &a)?, resolved(py, &b)?);
    let (open, stop) = (game.core.open.clone(), Stop::default());
    guests.iter().for_each(|guest| guest.get().stops(&stop));
    let played = interruptible(py, &stop, move |stop| {
        matches::play_match(
            &open,
            &MatchPlan {
                agents: [&a, &b],
                pairs,
                seed,
                opening_plies,
                keeps_decided: keep_decided,
                threads,
                stop,
                on_progress: &|_, _| {},
            },
        )
    })?;
    for guest in &guests {
        guest.get().raise(py)?;
    }
    let played = played.map_err(bad_request)?;
    let facts = PyDict::new(py);
    facts.set_item("wins", played.wins)?;
    facts.set_item("draws", played.draws)?;
    facts.set_item("losses", played.losses)?;
    facts.set_item("pairs", played.pairs)?;
    facts.set_item("wins_by_side", played.wins_by_side)?;
    facts.set_item("plies", played.plies)?;
    facts.set_item("opening_plies", played.opening_plies)?;
    facts.set_item("independent_pairs", played.independent_pairs())?;
    facts.set_item("distinct_games", played.distinct_games)?;
    if with_seen {
        let seen: Vec<(u64, u64)> = played.seen.iter().map(|pair| (pair.opening, pair.moves)).collect();
        facts.set_item("seen", seen)?;
    }
    let strength = played.strength().map_err(bad_argument)?;
    facts.set_item("score", strength.score)?;
    facts.set_item("score_interval", strength.score_interval)?;
    facts.set_item("elo", strength.elo)?;
    facts.set_item("elo_interval", strength.elo_interval)?;
    facts.set_item("nelo", strength.nelo)?;
    let count = |of: usize| -> Vec<(&'static str, u64)> {
        played.faults[of]
            .counts()
            .filter(|&(_, n)| n > 0)
            .map(|(forfeit, n): (Forfeit, u64)| (forfeit.id(), n))
            .collect()
    };
    facts.set_item("forfeits", [count(0), count(1)])?;
    facts.set_item("nodes", played.efforts.each_ref().map(|effort| effort.nodes))?;
    facts.set_item("moves", played.efforts.each_ref().map(|effort| effort.moves))?;
    facts.set_item("remarks", &played.remarks)?;
    Ok(facts)
}

/// A named opponent: id, name, agent, style, and its rating with its interval, where somebody has measured it.
type Named = (String, String, String, String, Option<(f64, f64, f64)>);

/// The named opponents of a game, the weakest first.
#[pyfunction]
pub fn opponents(game: &Game) -> Vec<Named> {
    let opponents = ladder::opponents(&game.core.open.id());
    let told = opponents.into_iter().map(|rung| {
        let rating = rung.rating.map(|rating| (rating.value, rating.low, rating.high));
        (rung.id, rung.name, rung.agent, rung.style, rating)
    });
    told.collect()
}

/// The rating that fits results against opponents of known ratings best, with its 95 % interval. Each result has the five counts of
/// pairs: both lost, one lost and one drawn, even, one won and one drawn, both won. An agent that has won nothing or everything has no such
/// rating.
#[pyfunction]
pub fn rate_against(results: Vec<(f64, [f64; 5])>) -> PyResult<(f64, f64, f64)> {
    let meetings: Vec<Meeting> =
        (1..).zip(&results).map(|(b, (_, pairs))| Meeting { a: 0, b, pairs: *pairs }).collect();
    let anchors = (1..).zip(&results).map(|(player, (rating, _))| (player, *rating)).collect();
    let model = PoolModel { prior_deviation: None, anchors };
    let pool = model.fit(results.len() + 1, &meetings).map_err(bad_argument)?;
    let (low, high) = pool.interval(0);
    Ok((pool.elo[0], low, high))
}

/// A score and a difference in Elo, each with its interval.
type Measured = (f64, (f64, f64), f64, (f64, f64));

/// What pairs of games say, of which so many are evidence: the score with its interval, and the difference in Elo with its interval.
#[pyfunction]
pub fn strength_of(pairs: [u64; 5], independent: u64) -> PyResult<Measured> {
    let strength = Strength::of(&Sample::of_pairs(pairs).worth(independent)).map_err(bad_argument)?;
    Ok((strength.score, strength.score_interval, strength.elo, strength.elo_interval))
}
