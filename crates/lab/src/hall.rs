//! Where the games of experiments are played: many at once, on threads, between agents that are named by text.
//!
//! A game's number is its name: its chance comes from a stream with that number, and whether it has been played before is
//! looked up by it. So threads and interruptions change nothing.

mod influence;
mod moves;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use zermelo_arena::{Contender, Ending, Pair, Referee, bout};
use zermelo_game::{
    Budget, Choice, Game, Outcome, Position, Quit, Stop, Stream, Verdict, game::MoveOf, stream,
};
use zermelo_search::{Method, SolvePlan, Worth, solve};
use zermelo_stats::matrix::Matrix;
use zermelo_store::{GameRow, OpeningRow, StoreError};

pub(crate) use moves::{decode, encode, encode_game, replay};

pub use crate::openings::{Level, OpeningTally, Openings, Which};

use crate::agent::{Seated, open_agent};
use crate::openings::Book;
use crate::{LabError, Permission, Start, names};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table with a name and an agent, such as { name = \"deep\", agent = \"alphabeta(depth=6)\" }"
)]
pub struct Entrant {
    /// What it is called.
    #[serde(deserialize_with = "names::read")]
    pub name: String,
    /// The agent, by text.
    pub agent: String,
}

/// When games are ended before the rules end them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// A game that has lasted so many plies is a draw.
    pub length: Option<u32>,
    /// A game that can be solved by looking at so many positions ends as it would with best play.
    pub solved: Option<u64>,
}

/// How all games of an experiment are played.
#[derive(Clone, Debug)]
pub struct HallPlan<'a> {
    /// The seed of all chance.
    pub seed: u64,
    /// How games begin.
    pub openings: &'a Openings,
    /// How many openings there are at most, if they are drawn. They are drawn when games need them.
    pub n_openings: usize,
    /// The number of the first of them in the run.
    pub first_opening: u32,
    /// When games are ended early.
    pub adjudication: Adjudication,
}

/// Somebody who plays in a round.
#[derive(Clone, Copy, Debug)]
pub struct Contestant<'a> {
    /// Its number in the run.
    pub number: u32,
    /// The agent, by text.
    pub agent: &'a str,
}

/// Games that may be played at the same time.
pub struct Round<'a> {
    /// Who plays: what the pairs refer to.
    pub contestants: &'a [Contestant<'a>],
    /// Who meets whom. If there are fewer openings than a pair asks for, they are used again.
    pub pairs: &'a [Pair],
    /// The number of the first pair in the run; a pair's games have twice its number, and one more.
    pub first_pair: u64,
    /// How many threads play.
    pub threads: usize,
    /// Games that have been played before, by their number.
    pub known: &'a Known,
    /// Ends the round, soon.
    pub stop: &'a Stop,
}

/// Games that have been played before, by their number.
pub type Known = HashMap<u64, GameRow>;

/// What is told while a round is played.
pub enum Told<'a> {
    /// An opening, before the first game from it.
    Opening(&'a OpeningRow),
    /// A game that was not known, in the order in which they end.
    Game(&'a GameRow),
}

/// Is told what is played.
pub type OnGame<'a> = dyn FnMut(Told) -> Result<(), StoreError> + 'a;

/// Why a run did not come to its end.
#[derive(Debug)]
pub enum Halt {
    /// Something in the plan cannot be done.
    Bad(LabError),
    /// It was stopped.
    Stopped,
    /// What was done cannot be kept.
    Store(StoreError),
}

impl From<LabError> for Halt {
    fn from(error: LabError) -> Halt {
        Halt::Bad(error)
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Halt {
        Halt::Store(error)
    }
}

/// A place where games are played, for one game of the catalog.
pub trait Hall: Sync {
    /// All openings. Those that no game has needed yet are drawn now, which may take a while.
    fn openings(&self) -> Vec<OpeningRow>;

    /// How many numbers are kept free for openings in the run.
    fn n_openings(&self) -> u32;

    /// What there is to say of openings with these numbers in the run; `None` if decided openings are not left out.
    fn tally(&self, openings: &BTreeSet<u32>) -> Option<OpeningTally>;

    /// Whether there is such an agent.
    fn check(&self, agent: &str) -> Result<(), LabError>;

    /// Plays a round. What comes back is in the order of the pairs, whatever the threads do.
    fn play(&self, round: &Round, on_game: &mut OnGame) -> Result<Vec<[GameRow; 2]>, Halt>;

    /// How much each of some changes to an agent matters to how it judges the moves there are to choose from, and with
    /// which others: the covariance of what the changes do, over the positions of games that were played here. A change is
    /// two agents, by text, whose evaluators differ.
    fn influence(&self, games: &[GameRow], changes: &[[String; 2]]) -> Result<Matrix, LabError>;
}

/// Opens the hall of a game.
pub(crate) fn open<G: Game>(
    game: &G,
    plan: &HallPlan,
    permission: Permission,
) -> Result<Box<dyn Hall>, LabError> {
    // Numbers of openings must fit into the run.
    let most = plan.n_openings.min((u32::MAX - plan.first_opening) as usize);
    Ok(Box::new(HallOf {
        game: game.clone(),
        seed: plan.seed,
        book: Book::open(game, plan.openings, most, plan.seed, permission)?,
        told: Mutex::new(HashSet::new()),
        first_opening: plan.first_opening,
        adjudication: plan.adjudication,
        permission,
    }))
}

/// Games are handed on together if they end within so short a time: waking a thread takes longer than a short game.
const BATCH: Duration = Duration::from_millis(2);

struct HallOf<G: Game> {
    game: G,
    seed: u64,
    book: Book<G>,
    /// The openings that were told.
    told: Mutex<HashSet<u32>>,
    first_opening: u32,
    adjudication: Adjudication,
    permission: Permission,
}

impl<G: Game> Hall for HallOf<G> {
    fn openings(&self) -> Vec<OpeningRow> {
        let mut sieve = self.book.sieve();
        // Beyond the last there is the first again.
        let different =
            (0..self.n_openings()).take_while(|&index| self.book.get(index, &mut sieve).0 == index);
        different.map(|index| self.row(self.first_opening + index)).collect()
    }

    fn n_openings(&self) -> u32 {
        self.book.most() as u32
    }

    fn tally(&self, openings: &BTreeSet<u32>) -> Option<OpeningTally> {
        self.book.tally(openings.iter().map(|number| number - self.first_opening))
    }

    fn check(&self, agent: &str) -> Result<(), LabError> {
        open_agent(&self.game, agent, 0, self.permission).map(|_| ())
    }

    fn play(&self, round: &Round, on_game: &mut OnGame) -> Result<Vec<[GameRow; 2]>, Halt> {
        // Agents that do not exist are told before anything starts.
        round.contestants.iter().try_for_each(|contestant| self.check(contestant.agent))?;
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::sync_channel::<Vec<(usize, usize, GameRow)>>(64);
        let mut games: Vec<[Option<GameRow>; 2]> = round.pairs.iter().map(|_| [None, None]).collect();
        // Stops the players if a game cannot be kept; the run's own stop is looked at as well.
        let failed = Stop::default();
        let told = thread::scope(|scope| {
            for _ in 0..round.threads.clamp(1, round.pairs.len().max(1)) {
                let (sender, next, failed) = (sender.clone(), &next, &failed);
                scope.spawn(move || self.work(round, next, failed, &sender));
            }
            drop(sender);
            let mut told = Ok(());
            for (pair, which, row) in receiver.into_iter().flatten() {
                let is_new = !round.known.contains_key(&row.index);
                if is_new && told.is_ok() {
                    told = self.tell_opening(row.opening, on_game).and_then(|()| on_game(Told::Game(&row)));
                    if told.is_err() {
                        failed.stop();
                    }
                }
                games[pair][which] = Some(row);
            }
            told
        });
        told?;
        let all: Option<Vec<[GameRow; 2]>> =
            games.into_iter().map(|[first, second]| Some([first?, second?])).collect();
        all.ok_or(Halt::Stopped)
    }

    fn influence(&self, games: &[GameRow], changes: &[[String; 2]]) -> Result<Matrix, LabError> {
        let changes = influence::open_changes(&self.game, changes, self.permission)?;
        let mut influence = influence::Influence::new(changes);
        let mut sieve = self.book.sieve();
        for row in games {
            let (_, start) = self.book.get(row.opening - self.first_opening, &mut sieve);
            let Ok(_) = replay(&start, &row.moves, |pos, _| {
                influence.add(pos);
                Ok::<(), std::convert::Infallible>(())
            });
        }
        Ok(influence.covariance())
    }
}

impl<G: Game> HallOf<G> {
    /// An opening by its number in the run.
    fn row(&self, number: u32) -> OpeningRow {
        OpeningRow { index: number, text: self.book.text(number - self.first_opening) }
    }

    /// Tells an opening, unless it was told before.
    fn tell_opening(&self, number: u32, on_game: &mut OnGame) -> Result<(), StoreError> {
        if self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(number) {
            return on_game(Told::Opening(&self.row(number)));
        }
        Ok(())
    }

    /// Plays pairs until none is left.
    fn work(
        &self,
        round: &Round,
        next: &AtomicUsize,
        failed: &Stop,
        sender: &mpsc::SyncSender<Vec<(usize, usize, GameRow)>>,
    ) {
        let (mut seats, mut sieve) = (Seats::new(), self.book.sieve());
        let mut moves = Vec::new();
        let (mut batch, mut last_sent) = (Vec::new(), Instant::now());
        'pairs: while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(pair) = round.pairs.get(at)
        {
            if round.stop.is_stopped() || failed.is_stopped() {
                break;
            }
            // Drawn for known games too: what is told of openings at the end needs them.
            let start = self.book.get(pair.opening, &mut sieve);
            for which in 0..2 {
                if round.stop.is_stopped() || failed.is_stopped() {
                    break 'pairs;
                }
                let index = 2 * (round.first_pair + at as u64) + which as u64;
                let row = match round.known.get(&index) {
                    Some(row) => row.clone(),
                    None => self.play_game(round, index, pair, which, &start, &mut seats, &mut moves),
                };
                // Agents that are told to stop move at once, so that nobody waits for a long search: such a game is no result.
                if round.stop.is_stopped() {
                    break 'pairs;
                }
                batch.push((at, which, row));
                if last_sent.elapsed() >= BATCH {
                    last_sent = Instant::now();
                    if sender.send(std::mem::take(&mut batch)).is_err() {
                        return;
                    }
                }
            }
        }
        // Whoever is not there any more needs no games.
        let _ = sender.send(batch);
    }

    fn play_game(
        &self,
        round: &Round,
        index: u64,
        pair: &Pair,
        which: usize,
        (opening, start): &(u32, G::Position),
        seats: &mut Seats<G::Position>,
        moves: &mut Vec<MoveOf<G>>,
    ) -> GameRow {
        let places = if which == 0 { [pair.a, pair.b] } else { [pair.b, pair.a] };
        let contestant = |place: u32| &round.contestants[place as usize];
        let seat = |place| self.seat(contestant(place).agent, round.stop);
        let mut contenders = places.map(|place| seats.take(place).unwrap_or_else(|| seat(place)));
        let mut chance = stream(self.seed, "game", index);
        let streams = std::array::from_fn(|_| chance.branch());
        let mut judge = Judge { game: &self.game, rules: &self.adjudication, stop: round.stop };
        let finish = bout::play(start, &mut contenders, 0, streams, &mut judge, true, moves);
        let (blob, end) = encode(start, moves);
        let reason = match finish.ending {
            Ending::Rules => self.game.reason(&end).unwrap_or("rules"),
            Ending::Quit(quit) => quit.id(),
            Ending::Judged(reason) => reason,
        };
        for (place, seat) in places.into_iter().zip(contenders) {
            // Whatever a crash has left behind is not used again.
            if !seat.has_crashed {
                seats.put_back(place, seat);
            }
        }
        let [first, second] = places.map(|place| contestant(place).number);
        GameRow {
            index,
            first,
            second,
            opening: self.first_opening + *opening,
            round: pair.round,
            outcome: finish.outcome,
            reason: reason.to_owned(),
            plies: moves.len() as u32,
            moves: blob,
            nodes: finish.efforts.map(|effort| effort.nodes),
            micros: finish.efforts.map(|effort| effort.time.as_micros() as u64),
        }
    }

    fn seat(&self, agent: &str, stop: &Stop) -> Seat<G::Position> {
        let seated =
            open_agent(&self.game, agent, 0, self.permission).expect("agents that opened once open again");
        Seat { seated: seated.until(stop), has_crashed: false }
    }
}

/// The position after an opening of a list: moves from the start, or else a position.
pub(crate) fn read_opening<G: Game>(game: &G, text: &str) -> Result<G::Position, LabError> {
    let by_moves = Start { position: None, moves: text.to_owned() };
    let pos = match by_moves.position_in(game) {
        Ok(pos) => pos,
        Err(error) => game.read_position(text).map_err(|_| error)?,
    };
    if pos.is_over() {
        return Err(LabError::Opening { text: text.to_owned() });
    }
    Ok(pos)
}

/// The agents of a thread that wait for their next game. They hold tables and trees: when these become too large together, all of
/// them are let go and opened again when they are needed. Nobody can tell from their games, since agents forget everything in
/// `new_game`.
struct Seats<P: Position> {
    waiting: HashMap<u32, Seat<P>>,
    n_bytes: usize,
}

/// Waiting agents of one thread hold no more memory than this.
const MOST_WAITING_BYTES: usize = 256 << 20;
/// What an agent takes besides its tables and trees.
const SEAT_BYTES: usize = 64 << 10;

impl<P: Position> Seats<P> {
    fn new() -> Seats<P> {
        Seats { waiting: HashMap::new(), n_bytes: 0 }
    }

    fn take(&mut self, place: u32) -> Option<Seat<P>> {
        let mut seat = self.waiting.remove(&place)?;
        self.n_bytes -= seat.n_bytes();
        Some(seat)
    }

    fn put_back(&mut self, place: u32, mut seat: Seat<P>) {
        let n_bytes = seat.n_bytes();
        if self.n_bytes + n_bytes > MOST_WAITING_BYTES {
            self.waiting.clear();
            self.n_bytes = 0;
        }
        if n_bytes <= MOST_WAITING_BYTES {
            self.n_bytes += n_bytes;
            self.waiting.insert(place, seat);
        }
    }
}

/// An agent whose failures are its own.
struct Seat<P: Position> {
    seated: Seated<P>,
    has_crashed: bool,
}

impl<P: Position> Seat<P> {
    fn n_bytes(&mut self) -> usize {
        SEAT_BYTES + self.seated.n_bytes()
    }
}

impl<P: Position> Contender<P> for Seat<P> {
    fn new_game(&mut self, chance: Stream) {
        self.seated.new_game(chance);
    }

    fn choose(&mut self, pos: &P) -> Choice<P::Move> {
        let choice = catch_unwind(AssertUnwindSafe(|| self.seated.choose(pos)));
        choice.unwrap_or_else(|_| {
            self.has_crashed = true;
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let mv = *moves.first().expect("an agent is asked only while the game goes on");
            Choice { quits: Some(Quit::Crashed), ..Choice::of(mv) }
        })
    }
}

/// Ends games early, as the plan says.
struct Judge<'a, G> {
    game: &'a G,
    rules: &'a Adjudication,
    stop: &'a Stop,
}

impl<G: Game> Referee<G::Position> for Judge<'_, G> {
    #[inline]
    fn judge(&mut self, pos: &G::Position, n_moves: u32) -> Option<(Outcome, &'static str)> {
        if self.rules.length.is_some_and(|length| n_moves >= length) {
            return Some((Outcome::Draw, "length"));
        }
        let nodes = self.rules.solved?;
        let mover = pos.to_move();
        let winner = match pos.verdict() {
            Some(Verdict::Win(_)) => Outcome::Win(mover),
            Some(Verdict::Loss(_)) => Outcome::Win(mover.other()),
            None => {
                let plan = SolvePlan {
                    method: Method::Auto,
                    budget: Budget { stop: Some(self.stop.clone()), ..Budget::nodes(nodes) },
                    distance: None,
                    megabytes: 16,
                };
                match solve(self.game, pos, &plan, &mut |_, _| {}).worth? {
                    Worth::Win => Outcome::Win(mover),
                    Worth::Draw => Outcome::Draw,
                    Worth::Loss => Outcome::Win(mover.other()),
                }
            }
        };
        Some((winner, "solved"))
    }
}
