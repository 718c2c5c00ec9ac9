//! A match between two agents: pairs of games, each pair from one random opening, with the sides exchanged.
//!
//! A match is a pure function of the game, the agents, the number of pairs, the seed and the length of the openings,
//! unless a budget is time or an agent searches on several threads. A pair takes all its chance from a stream of its own, agents forget everything before every
//! game, and what is kept are sums: so it does not matter which thread plays what, or how many there are. Nor does it matter
//! who is named first: the other way round the same games are played, and the result is mirrored.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use zermelo_arena::{Effort, Ending, bout, opening};
use zermelo_game::zobrist::mix;
use zermelo_game::{Game, Outcome, Position, Quit, Stream, stream};
use zermelo_stats::{Sample, StatsError, Strength};

use crate::agent::{Seated, open_agent};
use crate::{LabError, Permission};

/// What to play, and how.
pub struct ContestPlan<'a> {
    /// The agents, by text.
    pub agents: [&'a str; 2],
    /// How many pairs of games.
    pub pairs: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// How many random plies an opening has; `None` for [`opening::usual_plies`].
    pub opening_plies: Option<u32>,
    /// How many threads share the work.
    pub threads: usize,
    /// Told (games played, games in all) every now and then, from any thread.
    pub on_progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// What came of a match. Wins, losses and pairs are those of the agent named first.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
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
    /// How many of the games differ. Two games are the same if the same agents on the same sides play the same moves.
    pub distinct_games: u64,
    /// How many of the pairs differ.
    pub distinct_pairs: u64,
    /// How many positions the games began from.
    pub distinct_openings: u64,
    /// What each agent spent.
    pub efforts: [Effort; 2],
    /// How often each agent lost without being beaten.
    pub faults: [Faults; 2],
    /// What each agent had to say to people: warnings, and why it lost games without being beaten. Each text once, and not
    /// many.
    pub remarks: [Vec<String>; 2],
}

impl Contest {
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
pub struct Faults([u64; Quit::ALL.len()]);

impl Faults {
    /// How many for each reason.
    pub fn counts(&self) -> impl Iterator<Item = (Quit, u64)> {
        Quit::ALL.into_iter().zip(self.0)
    }

    /// How many for this reason.
    pub fn count(&self, quit: Quit) -> u64 {
        self.counts().filter(|&(other, _)| other == quit).map(|(_, n)| n).sum()
    }

    fn add(&mut self, other: &Faults) {
        self.0.iter_mut().zip(other.0).for_each(|(here, there)| *here += there);
    }

    fn count_in(&mut self, quit: Quit) {
        let counts = Quit::ALL.into_iter().zip(&mut self.0);
        counts.filter(|&(other, _)| other == quit).for_each(|(_, n)| *n += 1);
    }
}

/// In longer matches only one pair in so many is timed.
const TIMED_EVERY: u64 = 64;
const MOST_TIMED_PAIRS: u64 = 1000;

/// Remarks of an agent that are kept.
const MOST_REMARKS: usize = 8;

/// Plays the match.
pub(crate) fn run<G: Game>(
    game: &G,
    plan: &ContestPlan,
    permission: Permission,
) -> Result<Contest, LabError> {
    let open = || -> Result<[Seated<G::Position>; 2], LabError> {
        let [a, b] = plan.agents;
        Ok([open_agent(game, a, 0, permission)?, open_agent(game, b, 0, permission)?])
    };
    let opening_plies = plan.opening_plies.unwrap_or_else(|| opening::usual_plies(game));
    let threads = plan.threads.clamp(1, usize::try_from(plan.pairs).unwrap_or(usize::MAX).max(1));
    // Agents that do not exist are told before anything starts.
    let mut seats = (0..threads).map(|_| open()).collect::<Result<Vec<_>, LabError>>()?;
    let job = Job {
        start: game.start(),
        plan,
        opening_plies,
        // Enough parts for all threads to end at about the same time, and not so many that taking one costs anything.
        pairs_each: (plan.pairs / (threads as u64 * 32)).clamp(1, 512),
        next: AtomicU64::new(0),
        n_done: AtomicU64::new(0),
        has_failed: AtomicBool::new(false),
    };
    (plan.on_progress)(0, 2 * plan.pairs);
    let mut tally = thread::scope(|scope| {
        let job = &job;
        let seated = seats.pop();
        let helpers: Vec<_> = seats.into_iter().map(|seated| scope.spawn(move || job.work(seated))).collect();
        let mut tally = seated.map(|seated| job.work(seated)).unwrap_or_default();
        for helper in helpers {
            tally.add(helper.join().expect("a thread of a match does not panic"));
        }
        tally
    });
    if job.has_failed.into_inner() {
        return Err(LabError::NoOpening { game: game.id(), plies: opening_plies });
    }
    let mut games: Vec<u64> = tally.pair_hashes.iter().flatten().copied().collect();
    let [losses, draws, wins] = tally.results;
    Ok(Contest {
        opening_plies,
        wins,
        draws,
        losses,
        pairs: tally.pairs,
        wins_by_side: tally.wins_by_side,
        plies: tally.plies,
        distinct_games: count_distinct(&mut games),
        distinct_pairs: count_distinct(&mut tally.pair_hashes),
        distinct_openings: count_distinct(&mut tally.openings),
        efforts: tally.efforts,
        faults: tally.faults,
        remarks: tally.remarks.map(in_order),
    })
}

/// Remarks in the order of the games in which they were made first, whichever thread played them.
fn in_order(mut remarks: Vec<(u64, String)>) -> Vec<String> {
    remarks.sort_by_key(|&(game, _)| game);
    let mut texts: Vec<String> = Vec::new();
    for (_, text) in remarks {
        if texts.len() < MOST_REMARKS && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn count_distinct<T: Ord>(items: &mut Vec<T>) -> u64 {
    items.sort_unstable();
    items.dedup();
    items.len() as u64
}

/// A match being played, as its threads share it.
struct Job<'a, P> {
    start: P,
    plan: &'a ContestPlan<'a>,
    opening_plies: u32,
    pairs_each: u64,
    next: AtomicU64,
    n_done: AtomicU64,
    has_failed: AtomicBool,
}

/// What one thread has seen; sums do not depend on the order.
#[derive(Default)]
struct Tally {
    /// Games the first agent lost, drew and won.
    results: [u64; 3],
    pairs: [u64; 5],
    wins_by_side: [u64; 2],
    plies: u64,
    efforts: [Effort; 2],
    faults: [Faults; 2],
    /// With the number of the game.
    remarks: [Vec<(u64, String)>; 2],
    pair_hashes: Vec<[u64; 2]>,
    openings: Vec<u64>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        let sum = |here: &mut [u64], there: &[u64]| here.iter_mut().zip(there).for_each(|(a, b)| *a += b);
        sum(&mut self.results, &other.results);
        sum(&mut self.pairs, &other.pairs);
        sum(&mut self.wins_by_side, &other.wins_by_side);
        self.plies += other.plies;
        for (here, there) in self.efforts.iter_mut().zip(&other.efforts) {
            here.add(there);
        }
        for (here, there) in self.faults.iter_mut().zip(&other.faults) {
            here.add(there);
        }
        for (here, there) in self.remarks.iter_mut().zip(other.remarks) {
            here.extend(there);
        }
        self.pair_hashes.extend(other.pair_hashes);
        self.openings.extend(other.openings);
    }
}

impl<P: Position> Job<'_, P> {
    /// Plays parts of the match until none is left.
    fn work(&self, mut agents: [Seated<P>; 2]) -> Tally {
        let (mut tally, mut moves) = (Tally::default(), Vec::new());
        let n_pairs = self.plan.pairs;
        loop {
            let first = self.next.fetch_add(self.pairs_each, Ordering::Relaxed);
            let last = first.saturating_add(self.pairs_each).min(n_pairs);
            if first >= n_pairs || self.has_failed.load(Ordering::Relaxed) {
                return tally;
            }
            for pair in first..last {
                if self.play_pair(pair, &mut agents, &mut moves, &mut tally).is_none() {
                    self.has_failed.store(true, Ordering::Relaxed);
                    return tally;
                }
            }
            let n_played = 2 * (last - first);
            let n_done = self.n_done.fetch_add(n_played, Ordering::Relaxed) + n_played;
            (self.plan.on_progress)(n_done, 2 * n_pairs);
        }
    }

    /// Plays the two games of a pair; `None` if there is no opening for them.
    fn play_pair(
        &self,
        pair: u64,
        agents: &mut [Seated<P>; 2],
        moves: &mut Vec<P::Move>,
        tally: &mut Tally,
    ) -> Option<()> {
        let mut chance = stream(self.plan.seed, "contest", pair);
        let streams: [[Stream; 2]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| chance.branch()));
        let (opening, line) = (0..opening::MOST_ATTEMPTS)
            .find_map(|_| opening::draw_line(&self.start, self.opening_plies, &mut chance))?;
        let is_timed = self.plan.pairs <= MOST_TIMED_PAIRS || pair.is_multiple_of(TIMED_EVERY);
        // The games of a pair are told apart by which agent begins, and the agents by their texts: so the same games
        // are played whoever is named first.
        let is_swapped = self.plan.agents[0] > self.plan.agents[1];
        let mut hashes = [0; 2];
        let mut points = 0;
        for (which, streams) in streams.into_iter().enumerate() {
            let beginner = which ^ usize::from(is_swapped);
            agents.iter_mut().for_each(|agent| agent.hear_line(&line));
            let game = bout::play(&opening, agents, beginner, streams, &mut (), is_timed, moves);
            let result = match game.outcome {
                Outcome::Draw => 1,
                Outcome::Win(side) => {
                    tally.wins_by_side[side.index()] += 1;
                    // The first agent sits on the side of its index if it begins, else on the other.
                    if side.index() == beginner { 2 } else { 0 }
                }
            };
            if let Ending::Quit(quit) = game.ending {
                // Whoever does not move loses.
                tally.faults[usize::from(result > 0)].count_in(quit);
            }
            for (sum, effort) in tally.efforts.iter_mut().zip(&game.efforts) {
                sum.add(effort);
            }
            for (remarks, agent) in tally.remarks.iter_mut().zip(&mut *agents) {
                remarks.extend(agent.take_remarks().into_iter().map(|text| (2 * pair + which as u64, text)));
            }
            tally.results[result] += 1;
            tally.plies += u64::from(self.opening_plies) + moves.len() as u64;
            points += result;
            hashes[which] = mix(game.hash ^ which as u64);
        }
        tally.pairs[points] += 1;
        tally.pair_hashes.push(hashes);
        tally.openings.push(opening.key());
        Some(())
    }
}
