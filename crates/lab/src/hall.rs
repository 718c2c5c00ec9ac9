//! Where the games of experiments are played: many at once, on threads, between agents that are named by text.
//!
//! A game's number is its name: its chance comes from a stream with that number, and whether it has been played before is
//! looked up by it. So threads and interruptions change nothing.

mod influence;
mod moves;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use zermelo_arena::{Contender, Ending, Pair, Referee, bout, opening};
use zermelo_game::{
    Budget, Choice, Game, Outcome, Position, Quit, Stop, Stream, Verdict, game::MoveOf, stream,
};
use zermelo_search::{Method, SolvePlan, Worth, solve};
use zermelo_stats::matrix::Matrix;
use zermelo_store::{GameRow, OpeningRow, StoreError};

pub(crate) use moves::{decode, encode, encode_game, replay};

use crate::agent::{Seated, open_agent};
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

/// Keeps openings in which neither side is far ahead: a game that is decided when it begins tells nothing of who plays it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with a judge and within")]
pub struct Level {
    /// The agent that judges openings, by text.
    pub judge: String,
    /// How far from even its value may be, on the scale of its evaluator.
    pub within: f64,
}

/// How games begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// At the start of the game.
    Start,
    /// After random plies.
    Random {
        /// How many; `None` for as many as are usual.
        plies: Option<u32>,
        /// Which of them to keep, if not all.
        level: Option<Level>,
    },
    /// As listed: moves from the start, or a position.
    Listed(Vec<String>),
}

impl Openings {
    /// The same openings without the work of judging them, to find out whether games can begin at all.
    pub(crate) fn unjudged(&self) -> Openings {
        match self {
            Openings::Random { plies, .. } => Openings::Random { plies: *plies, level: None },
            other => other.clone(),
        }
    }

    /// The agent that judges them, by text.
    pub(crate) fn judge(&self) -> Option<&str> {
        match self {
            Openings::Random { level, .. } => level.as_ref().map(|level| level.judge.as_str()),
            Openings::Start | Openings::Listed(_) => None,
        }
    }
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
    /// How many openings are wanted, if they are drawn.
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

/// Is told every game that was not known, in the order in which they end.
pub type OnGame<'a> = dyn FnMut(&GameRow) -> Result<(), StoreError> + 'a;

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
    /// The openings.
    fn openings(&self) -> Vec<OpeningRow>;

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
    let openings = list_openings(game, plan, permission)?;
    Ok(Box::new(HallOf {
        game: game.clone(),
        seed: plan.seed,
        openings,
        first_opening: plan.first_opening,
        adjudication: plan.adjudication,
        permission,
    }))
}

/// Games are handed on together if they end within so short a time: waking a thread takes longer than a short game.
const BATCH: Duration = Duration::from_millis(2);

/// An opening: the position it leads to, and the moves from the start, unless it was given as a position.
struct Opening<P: Position> {
    pos: P,
    moves: Option<Vec<P::Move>>,
    text: String,
}

struct HallOf<G: Game> {
    game: G,
    seed: u64,
    openings: Vec<Opening<G::Position>>,
    first_opening: u32,
    adjudication: Adjudication,
    permission: Permission,
}

impl<G: Game> Hall for HallOf<G> {
    fn openings(&self) -> Vec<OpeningRow> {
        let openings = self.openings.iter().zip(self.first_opening..);
        openings.map(|(opening, index)| OpeningRow { index, text: opening.text.clone() }).collect()
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
                    told = on_game(&row);
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
        for row in games {
            let opening = (row.opening - self.first_opening) as usize % self.openings.len();
            let Ok(_) = replay(&self.openings[opening].pos, &row.moves, |pos, _| {
                influence.add(pos);
                Ok::<(), std::convert::Infallible>(())
            });
        }
        Ok(influence.covariance())
    }
}

impl<G: Game> HallOf<G> {
    /// Plays pairs until none is left.
    fn work(
        &self,
        round: &Round,
        next: &AtomicUsize,
        failed: &Stop,
        sender: &mpsc::SyncSender<Vec<(usize, usize, GameRow)>>,
    ) {
        let mut seats = Seats::new();
        let mut moves = Vec::new();
        let (mut batch, mut last_sent) = (Vec::new(), Instant::now());
        'pairs: while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(pair) = round.pairs.get(at)
        {
            for which in 0..2 {
                if round.stop.is_stopped() || failed.is_stopped() {
                    break 'pairs;
                }
                let index = 2 * (round.first_pair + at as u64) + which as u64;
                let row = match round.known.get(&index) {
                    Some(row) => row.clone(),
                    None => self.play_game(round, index, pair, which, &mut seats, &mut moves),
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
        seats: &mut Seats<G::Position>,
        moves: &mut Vec<MoveOf<G>>,
    ) -> GameRow {
        let places = if which == 0 { [pair.a, pair.b] } else { [pair.b, pair.a] };
        let contestant = |place: u32| &round.contestants[place as usize];
        let seat = |place| self.seat(contestant(place).agent, round.stop);
        let mut contenders = places.map(|place| seats.take(place).unwrap_or_else(|| seat(place)));
        let mut chance = stream(self.seed, "game", index);
        let streams = std::array::from_fn(|_| chance.branch());
        let opening = pair.opening % self.openings.len() as u32;
        let Opening { pos: start, moves: line, .. } = &self.openings[opening as usize];
        if let Some(line) = line {
            contenders.iter_mut().for_each(|seat| seat.seated.hear_line(line));
        }
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
            opening: self.first_opening + opening,
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

fn list_openings<G: Game>(
    game: &G,
    plan: &HallPlan,
    permission: Permission,
) -> Result<Vec<Opening<G::Position>>, LabError> {
    let start = game.start();
    let told = |moves: &[MoveOf<G>]| {
        let mut pos = start.clone();
        let texts = moves.iter().map(|&mv| {
            let text = game.write_move(&pos, mv);
            pos.play(mv);
            text
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        Opening { pos, moves: Some(moves.to_vec()), text }
    };
    match plan.openings {
        Openings::Start => Ok(vec![told(&[])]),
        Openings::Random { plies, level } => {
            let plies = plies.unwrap_or_else(|| opening::usual_plies(game));
            let judge = level.as_ref().map(|level| open_agent(game, &level.judge, 0, permission));
            let mut judge = judge.transpose()?;
            let mut fits = |pos: &G::Position| match (level, &mut judge) {
                (Some(level), Some(judge)) => {
                    judge.new_game(stream(plan.seed, "judged opening", pos.key()));
                    let score = judge.choose(pos).score;
                    score.proved().is_none() && f64::from(score.number().abs()) <= level.within
                }
                _ => true,
            };
            let openings = opening::different::<G>(&start, plies, plan.n_openings, plan.seed, &mut fits);
            if openings.is_empty() {
                return Err(match level {
                    Some(level) => LabError::NoLevelOpening { game: game.id(), plies, within: level.within },
                    None => LabError::NoOpening { game: game.id(), plies },
                });
            }
            Ok(openings.iter().map(|moves| told(moves)).collect())
        }
        Openings::Listed(texts) => (texts.iter())
            .map(|text| {
                let (pos, moves) = (read_opening(game, text)?, read_line(game, text));
                Ok(Opening { pos, moves, text: text.clone() })
            })
            .collect(),
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

/// The moves of an opening of a list; `None` if it is a position.
fn read_line<G: Game>(game: &G, text: &str) -> Option<Vec<MoveOf<G>>> {
    let by_moves = Start { position: None, moves: text.to_owned() };
    let mut pos = game.start();
    let read = by_moves.move_texts().map(|text| {
        let mv = game.read_move(&pos, text).ok()?;
        pos.play(mv);
        Some(mv)
    });
    read.collect()
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
