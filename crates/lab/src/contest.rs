//! A match between two agents: pairs of games, each pair from one random opening, with the sides exchanged.
//!
//! A match is a pure function of the game, the agents, the number of pairs, the seed and the length of the openings,
//! unless a budget is time or an agent searches on several threads. A pair takes all its chance from a stream of its own, agents forget everything before every
//! game, and what is kept are sums: so it does not matter which thread plays what, or how many there are. Nor does it matter
//! who is named first: the other way round the same games are played, and the result is mirrored.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_game::zobrist::mix;
use zermelo_game::{Game, Outcome, Player, Position, Quit, Stream, stream};
use zermelo_stats::{Sample, StatsError, Strength};

use crate::LabError;
use crate::agent::{Seated, open_agent};

/// What to play, and how.
pub struct ContestPlan<'a> {
    /// The agents, by text.
    pub agents: [&'a str; 2],
    /// How many pairs of games.
    pub pairs: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// How many random plies an opening has; `None` for [`usual_opening_plies`].
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

/// What an agent spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves it chose.
    pub moves: u64,
    /// Positions it looked at.
    pub nodes: u64,
    /// Moves whose time was taken. In a long match that is done in some games only: looking at the clock takes longer than
    /// the fastest agents think.
    pub timed_moves: u64,
    /// The time those took.
    pub time: Duration,
}

impl Effort {
    /// Positions looked at for a move, on average.
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }

    /// Seconds taken for a move, on average.
    pub fn seconds_per_move(&self) -> f64 {
        self.time.as_secs_f64() / self.timed_moves.max(1) as f64
    }

    fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.timed_moves += other.timed_moves;
        self.time += other.time;
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

/// How many random openings are tried before it is believed that there is none.
const MOST_ATTEMPTS: u32 = 10_000;

/// In longer matches only one pair in so many is timed.
const TIMED_EVERY: u64 = 64;
const MOST_TIMED_PAIRS: u64 = 1000;

/// The length of openings if nobody says: four plies, but no more than a quarter of the longest game, and fewer where so
/// many would end it.
pub fn usual_opening_plies<G: Game>(game: &G) -> u32 {
    let longest = (game.max_plies() / 4).min(4) as u32;
    let mut chance = stream(0, "usual opening", 0);
    let mut ends_seldom = |plies: u32| {
        let n_good = (0..16).filter(|_| try_opening(&game.start(), plies, &mut chance).is_some()).count();
        n_good >= 4
    };
    (1..=longest).rev().find(|&plies| ends_seldom(plies)).unwrap_or(0)
}

/// Plays the match.
pub(crate) fn run<G: Game>(game: &G, plan: &ContestPlan) -> Result<Contest, LabError> {
    let open = || -> Result<[Seated<G::Position>; 2], LabError> {
        Ok([open_agent(game, plan.agents[0], 0)?, open_agent(game, plan.agents[1], 0)?])
    };
    let opening_plies = plan.opening_plies.unwrap_or_else(|| usual_opening_plies(game));
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
    })
}

/// A position some random plies after `start`; `None` if the game is over there.
fn try_opening<P: Position>(start: &P, plies: u32, chance: &mut Stream) -> Option<P> {
    let mut pos = start.clone();
    for _ in 0..plies {
        pos.play(pos.random_move(chance)?);
    }
    (!pos.is_over()).then_some(pos)
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
        self.pair_hashes.extend(other.pair_hashes);
        self.openings.extend(other.openings);
    }
}

impl<P: Position> Job<'_, P> {
    /// Plays parts of the match until none is left.
    fn work(&self, mut agents: [Seated<P>; 2]) -> Tally {
        let mut tally = Tally::default();
        let n_pairs = self.plan.pairs;
        loop {
            let first = self.next.fetch_add(self.pairs_each, Ordering::Relaxed);
            let last = first.saturating_add(self.pairs_each).min(n_pairs);
            if first >= n_pairs || self.has_failed.load(Ordering::Relaxed) {
                return tally;
            }
            for pair in first..last {
                if self.play_pair(pair, &mut agents, &mut tally).is_none() {
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
    fn play_pair(&self, pair: u64, agents: &mut [Seated<P>; 2], tally: &mut Tally) -> Option<()> {
        let mut chance = stream(self.plan.seed, "contest", pair);
        let streams: [[Stream; 2]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| chance.branch()));
        let opening =
            (0..MOST_ATTEMPTS).find_map(|_| try_opening(&self.start, self.opening_plies, &mut chance))?;
        let is_timed = self.plan.pairs <= MOST_TIMED_PAIRS || pair.is_multiple_of(TIMED_EVERY);
        // The games of a pair are told apart by which agent begins, and the agents by their texts: so the same games
        // are played whoever is named first.
        let is_swapped = self.plan.agents[0] > self.plan.agents[1];
        let mut hashes = [0; 2];
        let mut points = 0;
        for (which, streams) in streams.into_iter().enumerate() {
            let beginner = which ^ usize::from(is_swapped);
            let game = play_game(&opening, agents, beginner, streams, is_timed, &mut tally.efforts);
            let result = match game.outcome {
                Outcome::Draw => 1,
                Outcome::Win(side) => {
                    tally.wins_by_side[side.index()] += 1;
                    // The first agent sits on the side of its index if it begins, else on the other.
                    if side.index() == beginner { 2 } else { 0 }
                }
            };
            if let Some((who, quit)) = game.quits {
                tally.faults[who].count_in(quit);
            }
            tally.results[result] += 1;
            tally.plies += u64::from(self.opening_plies + game.n_moves);
            points += result;
            hashes[which] = mix(game.hash ^ which as u64);
        }
        tally.pairs[points] += 1;
        tally.pair_hashes.push(hashes);
        tally.openings.push(opening.key());
        Some(())
    }
}

/// A game that was played from an opening.
struct PlayedGame {
    outcome: Outcome,
    n_moves: u32,
    /// Tells games with different moves apart.
    hash: u64,
    /// Which agent did not move, and why.
    quits: Option<(usize, Quit)>,
}

/// Plays one game to its end. `beginner` is the agent who sits on the side that moves first in the game.
#[inline]
fn play_game<P: Position>(
    opening: &P,
    agents: &mut [Seated<P>; 2],
    beginner: usize,
    streams: [Stream; 2],
    is_timed: bool,
    efforts: &mut [Effort; 2],
) -> PlayedGame {
    for (side, stream) in Player::BOTH.into_iter().zip(streams) {
        agents[side.index() ^ beginner].new_game(stream);
    }
    let mut pos = opening.clone();
    let (mut n_moves, mut hash) = (0, pos.key());
    loop {
        if let Some(outcome) = pos.outcome() {
            return PlayedGame { outcome, n_moves, hash, quits: None };
        }
        let who = pos.to_move().index() ^ beginner;
        let seated = &mut agents[who];
        let started = is_timed.then(Instant::now);
        let choice = seated.choose(&pos);
        let effort = &mut efforts[who];
        if let Some(started) = started {
            effort.time += started.elapsed();
            effort.timed_moves += 1;
        }
        effort.moves += 1;
        effort.nodes += choice.nodes;
        if let Some(quit) = choice.quits {
            let outcome = Outcome::Win(pos.to_move().other());
            return PlayedGame { outcome, n_moves, hash: hash ^ 1, quits: Some((who, quit)) };
        }
        pos.play(choice.mv);
        n_moves += 1;
        hash = (hash.rotate_left(5) ^ pos.key()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
