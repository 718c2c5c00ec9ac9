//! A match between two agents: a tournament of two that is kept nowhere.
//!
//! The same runner plays the same games: a match and a tournament of the same two agents with the same seed, openings and
//! number of pairs have the same results. Rounds of many pairs are summed up and forgotten, so a match of a million games
//! takes little memory.

use std::collections::{HashMap, HashSet};

use zermelo_arena::{Effort, Pair};
use zermelo_game::zobrist::mix;
use zermelo_game::{Forfeit, Outcome, Player, Stop};
use zermelo_stats::{Sample, StatsError, Strength};
use zermelo_store::{GameRow, StoreError};

use crate::executor::Executor;
use crate::game_runner::{
    Adjudication, Contestant, GameRunner, Halt, Known, Round, RunnerPlan, Told, read_opening,
};
use crate::openings::{OpeningTally, Openings, Which, usual_plies};
use zermelo_catalog::{OpenGame, RequestError};

/// What to play, and how.
pub struct MatchPlan<'a> {
    /// The agents, by text.
    pub agents: [&'a str; 2],
    /// How many pairs of games.
    pub pairs: u64,
    /// The random seed.
    pub seed: u64,
    /// How many random plies an opening has; `None` for [`usual_plies`].
    pub opening_plies: Option<u32>,
    /// Whether openings are played too that are won for one side within a few plies.
    pub keeps_decided: bool,
    /// How many threads share the work.
    pub threads: usize,
    /// Ends the match soon, with [`RequestError::MatchStopped`].
    pub stop: &'a Stop,
    /// Told (games played, games in all) every now and then.
    pub on_progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// The result of a match. Wins, losses and pairs are those of the agent named first.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// How many random plies each opening had.
    pub opening_plies: u32,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by their result: both lost, one lost and one drawn, even, one won and one drawn, both won.
    pub pairs: [u64; 5],
    /// Games won by the player who moves first in the game, and by the other.
    pub wins_by_side: [u64; 2],
    /// Moves played in all games, openings included.
    pub plies: u64,
    /// The pairs that differ, each by its opening's position and its moves, sorted: with other seeds the same pairs are the same.
    pub seen: Vec<SeenPair>,
    /// How many of the games differ. Two games are the same if the same agents on the same sides play the same moves.
    pub distinct_games: u64,
    /// How many of the pairs differ.
    pub distinct_pairs: u64,
    /// How many positions the games began from.
    pub distinct_openings: u64,
    /// How many openings were left out because they are decided, and how many of those that were played are decided all the
    /// same; `None` if nobody looked.
    pub openings: Option<OpeningTally>,
    /// What each agent spent.
    pub efforts: [Effort; 2],
    /// How often each agent lost without being beaten.
    pub faults: [Faults; 2],
    /// What each agent had to say to people: warnings, and why it lost games without being beaten. Each text once, and not
    /// many.
    pub remarks: [Vec<String>; 2],
}

/// A pair of games, told apart from pairs of the same agents that differ in anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeenPair {
    /// The key of the position after the opening.
    pub opening: u64,
    /// A hash of what was played from there.
    pub moves: u64,
}

impl MatchResult {
    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many pairs are evidence.
    ///
    /// Agents that leave nothing to chance repeat a pair whenever they get its opening again: that tells nothing new, and
    /// only the openings count. If any opening has led to different pairs, chance is at work and every pair counts.
    pub fn independent_pairs(&self) -> u64 {
        if self.distinct_pairs == self.distinct_openings { self.distinct_pairs } else { self.games() / 2 }
    }

    /// What the results say about the difference in strength, by the pairs that are evidence.
    pub fn strength(&self) -> Result<Strength, StatsError> {
        Strength::of(&Sample::of_pairs(self.pairs).worth(self.independent_pairs()))
    }
}

/// Games that an agent lost because it did not move: the fault is its own, not its opponent's merit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults([u64; Forfeit::ALL.len()]);

impl Faults {
    /// How many for each reason.
    pub fn counts(&self) -> impl Iterator<Item = (Forfeit, u64)> {
        Forfeit::ALL.into_iter().zip(self.0)
    }

    /// How many for this reason.
    pub fn count(&self, quit: Forfeit) -> u64 {
        self.counts().filter(|&(other, _)| other == quit).map(|(_, n)| n).sum()
    }

    fn count_in(&mut self, quit: Forfeit) {
        let counts = Forfeit::ALL.into_iter().zip(&mut self.0);
        counts.filter(|&(other, _)| other == quit).for_each(|(_, n)| *n += 1);
    }
}

/// Pairs that are played before they are summed up.
const PAIRS_AT_ONCE: u64 = 4096;

/// Plays the match.
pub fn play_match(game: &OpenGame, plan: &MatchPlan) -> Result<MatchResult, RequestError> {
    let opening_plies = plan.opening_plies.unwrap_or_else(|| usual_plies(game));
    let which = if plan.keeps_decided { Which::Any } else { Which::Undecided };
    let openings = Openings::Random { plies: Some(opening_plies), which };
    let runner = GameRunner::open(
        game,
        &RunnerPlan {
            seed: plan.seed,
            openings: &openings,
            n_openings: usize::try_from(plan.pairs).unwrap_or(usize::MAX),
            first_opening: 0,
            adjudication: Adjudication::default(),
        },
    )?;
    let contestants: Vec<Contestant> =
        plan.agents.into_iter().zip(0..).map(|(agent, number)| Contestant { number, agent }).collect();
    // Agents that do not exist are told before anything starts.
    plan.agents.iter().try_for_each(|agent| runner.check(agent))?;
    let mut tally = Tally::default();
    let (mut n_done, n_games) = (0, 2 * plan.pairs);
    (plan.on_progress)(0, n_games);
    for first_pair in (0..plan.pairs).step_by(PAIRS_AT_ONCE as usize) {
        let numbers = first_pair..plan.pairs.min(first_pair + PAIRS_AT_ONCE);
        let pairs: Vec<Pair> =
            numbers.map(|number| Pair { round: 1, a: 0, b: 1, opening: number as u32 }).collect();
        let round = Round {
            contestants: &contestants,
            pairs: &pairs,
            first_pair,
            executor: Executor::local(plan.threads, plan.stop),
            known: &Known::new(),
        };
        let played = runner.play(&round, &mut |told| -> Result<(), StoreError> {
            if let Told::Game { row, efforts } = told {
                tally.spend(row, efforts);
                n_done += 1;
                (plan.on_progress)(n_done, n_games);
            }
            Ok(())
        });
        let played = played.map_err(|halt| match halt {
            Halt::Bad(error) => error,
            Halt::Store(error) => error.into(),
            Halt::Stopped => RequestError::MatchStopped,
            Halt::Spoilt => unreachable!("a match has no fleet"),
        })?;
        played.iter().for_each(|games| tally.add(games));
    }
    let [losses, draws, wins] = tally.results;
    let used = tally.openings.iter().copied().collect();
    let mut keys = HashMap::new();
    for &number in &tally.openings {
        keys.insert(number, read_opening(game, &runner.row(number).text)?.key());
    }
    let seen = tally
        .pairs_seen
        .iter()
        .map(|(number, [one, other])| SeenPair { opening: keys[number], moves: mix(one ^ mix(*other)) });
    let mut seen: Vec<SeenPair> = seen.collect();
    seen.sort_unstable();
    let mut remarks = [Vec::new(), Vec::new()];
    runner.remarks().into_iter().for_each(|remark| remarks[remark.agent as usize].push(remark.text));
    Ok(MatchResult {
        opening_plies,
        wins,
        draws,
        losses,
        pairs: tally.pairs,
        wins_by_side: tally.wins_by_side,
        plies: tally.plies + n_games * u64::from(opening_plies),
        seen,
        distinct_games: tally.games.len() as u64,
        distinct_pairs: tally.pairs_seen.len() as u64,
        distinct_openings: tally.openings.len() as u64,
        openings: runner.tally(&used),
        efforts: tally.efforts,
        faults: tally.faults,
        remarks,
    })
}

/// What was seen; sums and sets do not depend on the order.
#[derive(Default)]
struct Tally {
    /// Games the first agent lost, drew and won.
    results: [u64; 3],
    pairs: [u64; 5],
    wins_by_side: [u64; 2],
    plies: u64,
    efforts: [Effort; 2],
    faults: [Faults; 2],
    /// Games and pairs by the number of their opening and by their moves.
    games: HashSet<(u32, u64)>,
    pairs_seen: HashSet<(u32, [u64; 2])>,
    openings: HashSet<u32>,
}

impl Tally {
    /// Adds what the agents of a game spent.
    fn spend(&mut self, row: &GameRow, efforts: &[Effort; 2]) {
        for (agent, effort) in [row.first, row.second].into_iter().zip(efforts) {
            self.efforts[agent as usize].add(effort);
        }
    }

    /// Adds a pair of games.
    fn add(&mut self, games: &[GameRow; 2]) {
        let mut points = 0;
        for row in games {
            let result = match row.outcome {
                Outcome::Draw => 1,
                Outcome::Win(side) => {
                    self.wins_by_side[side.index()] += 1;
                    let winner = if side == Player::First { row.first } else { row.second };
                    if winner == 0 { 2 } else { 0 }
                }
            };
            let quit = Forfeit::ALL.into_iter().find(|quit| quit.id() == row.reason);
            if let Some(quit) = quit {
                // An agent that does not move loses.
                self.faults[usize::from(result > 0)].count_in(quit);
            }
            self.results[result] += 1;
            self.plies += u64::from(row.plies);
            points += result;
        }
        let hashes = [fingerprint(&games[0]), fingerprint(&games[1])];
        self.pairs[points] += 1;
        let opening = games[0].opening;
        self.games.extend(hashes.map(|hash| (opening, hash)));
        self.pairs_seen.insert((opening, hashes));
        self.openings.insert(opening);
    }
}

/// Tells games from one opening with different agents, moves or endings apart.
fn fingerprint(row: &GameRow) -> u64 {
    let start = mix(u64::from(row.first));
    let bytes = row.moves.iter().copied().chain(row.reason.bytes());
    bytes.fold(start, |hash, byte| mix(hash ^ u64::from(byte)))
}
