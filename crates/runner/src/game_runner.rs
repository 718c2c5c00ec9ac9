//! The one executor of games: many at once, on threads, between agents that are named by text.
//!
//! A game's number is its name: its chance comes from a stream with that number, and whether it has been played before is
//! looked up by it. So threads and interruptions change nothing.

mod influence;
mod moves;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyAgent, AnyPosition, MoveIndex};
use zermelo_arena::{Effort, Pair};
use zermelo_game::Stop;
use zermelo_stats::matrix::Matrix;
use zermelo_store::{GameRow, OpeningRow, StoreError};

pub use moves::{decode, encode, encode_game, replay};

pub use crate::openings::{Level, OpeningTally, Openings, Which};

use crate::job::{GameTable, Job, JobAgent, JobOpening, JobPair, ScheduledGame};
use crate::names;
use crate::openings::{Beginning, Book};
use zermelo_catalog::{OpenGame, RequestError, Start, game_texts};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// A game that has lasted so many plies is a draw.
    pub length: Option<u32>,
    /// A game that can be solved by looking at so many positions ends as it would with best play.
    pub solved: Option<u64>,
}

/// How all games of an experiment are played.
#[derive(Clone, Debug)]
pub struct RunnerPlan<'a> {
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
    Game {
        /// Its record.
        row: &'a GameRow,
        /// What each side spent.
        efforts: &'a [Effort; 2],
    },
}

/// Is told what is played.
pub type OnGame<'a> = dyn FnMut(Told) -> Result<(), StoreError> + 'a;

/// Why a run did not come to its end.
#[derive(Debug)]
pub enum Halt {
    /// Something in the plan cannot be done.
    Bad(RequestError),
    /// It was stopped.
    Stopped,
    /// What was done cannot be kept.
    Store(StoreError),
}

impl From<RequestError> for Halt {
    fn from(error: RequestError) -> Halt {
        Halt::Bad(error)
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Halt {
        Halt::Store(error)
    }
}

/// Plays the games of an experiment.
pub struct GameRunner {
    game: OpenGame,
    seed: u64,
    book: Book,
    /// The openings that were told.
    told: Mutex<HashSet<u32>>,
    first_opening: u32,
    adjudication: Adjudication,
    /// What agents had to say to people, with the agent's number.
    remarks: Mutex<Vec<Remark>>,
}

/// What an agent had to say to people beside its moves: warnings, and why it lost without being beaten.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// The agent's number in the run.
    pub agent: u32,
    /// The game in which it was said.
    pub game: u64,
    /// The text.
    pub text: String,
}

/// Remarks of an agent that are shown, the first ones.
const MOST_REMARKS: usize = 8;
/// Different remarks of an agent that are remembered.
const MOST_HEARD: usize = 64;

/// The remarks of one agent among those of all.
struct Remarks<'a> {
    list: &'a mut Vec<Remark>,
    agent: u32,
}

impl Remarks<'_> {
    /// Keeps a text with the first game in which it was said. An agent that says ever new things is not listened to for ever.
    fn keep(&mut self, game: u64, text: String) {
        let agent = self.agent;
        let known = self.list.iter_mut().find(|remark| remark.agent == agent && remark.text == text);
        if let Some(remark) = known {
            remark.game = remark.game.min(game);
        } else if self.list.iter().filter(|remark| remark.agent == agent).count() < MOST_HEARD {
            self.list.push(Remark { agent, game, text });
        }
    }
}

/// Games are handed on together if they end within so short a time: waking a thread takes longer than a short game.
const BATCH: Duration = Duration::from_millis(2);

/// A game of a round.
struct Done {
    /// The place of its pair.
    pair: usize,
    /// Which of the two it is.
    which: usize,
    row: GameRow,
    /// What each side spent; nothing if the game was known.
    efforts: Option<[Effort; 2]>,
}

impl GameRunner {
    /// For this game.
    pub fn open(game: &OpenGame, plan: &RunnerPlan) -> Result<GameRunner, RequestError> {
        // Numbers of openings must fit into the run.
        let most = plan.n_openings.min((u32::MAX - plan.first_opening) as usize);
        Ok(GameRunner {
            game: game.clone(),
            seed: plan.seed,
            book: Book::open(game, plan.openings, most, plan.seed)?,
            told: Mutex::new(HashSet::new()),
            first_opening: plan.first_opening,
            adjudication: plan.adjudication,
            remarks: Mutex::new(Vec::new()),
        })
    }

    /// All openings. Those that no game has needed yet are drawn now, which may take a while.
    pub fn openings(&self) -> Vec<OpeningRow> {
        let mut sieve = self.book.sieve();
        // Beyond the last there is the first again.
        let different =
            (0..self.n_openings()).take_while(|&index| self.book.get(index, &mut sieve).0 == index);
        different.map(|index| self.row(self.first_opening + index)).collect()
    }

    /// How many numbers are kept free for openings in the run.
    pub fn n_openings(&self) -> u32 {
        self.book.most() as u32
    }

    /// What there is to say of openings with these numbers in the run; `None` if decided openings are not left out.
    pub fn tally(&self, openings: &BTreeSet<u32>) -> Option<OpeningTally> {
        self.book.tally(openings.iter().map(|number| number - self.first_opening))
    }

    /// What agents had to say to people, each text once for an agent, in the order of the games.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner).clone();
        remarks.sort_by_key(|remark| (remark.agent, remark.game));
        let mut shown: Vec<Remark> = Vec::new();
        for remark in remarks {
            if shown.iter().filter(|other| other.agent == remark.agent).count() < MOST_REMARKS {
                shown.push(remark);
            }
        }
        shown
    }

    /// Whether there is such an agent.
    pub fn check(&self, agent: &str) -> Result<(), RequestError> {
        self.game.check_agent(agent)
    }

    /// Plays a round. What comes back is in the order of the pairs, whatever the threads do.
    pub fn play(&self, round: &Round, on_game: &mut OnGame) -> Result<Vec<[GameRow; 2]>, Halt> {
        // Agents that do not exist are told before anything starts.
        round.contestants.iter().try_for_each(|contestant| self.check(contestant.agent))?;
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::sync_channel::<Vec<Done>>(64);
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
            for Done { pair, which, row, efforts } in receiver.into_iter().flatten() {
                if let Some(efforts) = efforts.filter(|_| told.is_ok()) {
                    let game = Told::Game { row: &row, efforts: &efforts };
                    told = self.tell_opening(row.opening, on_game).and_then(|()| on_game(game));
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

    /// Pairs of a round, by their places, as a job that can be played anywhere.
    pub fn job(&self, round: &Round, places: Range<usize>) -> Job {
        let agent = |one: &Contestant| JobAgent { number: one.number, agent: one.agent.to_owned() };
        let (mut sieve, mut openings): (_, Vec<JobOpening>) = (self.book.sieve(), Vec::new());
        let mut pairs = Vec::new();
        for at in places {
            let pair = &round.pairs[at];
            let number = self.first_opening + self.book.get(pair.opening, &mut sieve).0;
            let known = openings.iter().position(|opening| opening.number == number);
            let opening = known.unwrap_or_else(|| {
                openings.push(JobOpening { number, text: self.row(number).text });
                openings.len() - 1
            });
            let agents = [pair.a as usize, pair.b as usize];
            pairs.push(JobPair { number: round.first_pair + at as u64, round: pair.round, agents, opening });
        }
        let game = self.game.id();
        Job {
            game_text: game_texts::text_of(&game).map(|text| text.to_string()),
            game,
            seed: self.seed,
            adjudication: self.adjudication,
            agents: round.contestants.iter().map(agent).collect(),
            openings,
            pairs,
        }
    }

    /// How much each of some changes to an agent matters to how it judges the moves there are to choose from, and with
    /// which others: the covariance of what the changes do, over the positions of games that were played here. A change is
    /// two agents, by text, whose evaluators differ.
    pub fn influence(&self, games: &[GameRow], changes: &[[String; 2]]) -> Result<Matrix, RequestError> {
        let mut influence = influence::Influence::new(influence::open_changes(&self.game, changes)?);
        let mut sieve = self.book.sieve();
        for row in games {
            let (_, start) = self.book.get(row.opening - self.first_opening, &mut sieve);
            let Ok(_) = replay(&start.pos, &row.moves, |pos, _| {
                influence.add(pos);
                Ok::<(), std::convert::Infallible>(())
            });
        }
        Ok(influence.covariance())
    }

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
    fn work(&self, round: &Round, next: &AtomicUsize, failed: &Stop, sender: &mpsc::SyncSender<Vec<Done>>) {
        let (mut waiting, mut sieve) = (WaitingAgents::default(), self.book.sieve());
        let (mut batch, mut last_sent) = (Vec::new(), Instant::now());
        'pairs: while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(pair) = round.pairs.get(at)
        {
            if round.stop.is_stopped() || failed.is_stopped() {
                break;
            }
            // Drawn for known games too: what is told of openings at the end needs them.
            let opening = self.book.get(pair.opening, &mut sieve);
            for which in 0..2 {
                if round.stop.is_stopped() || failed.is_stopped() {
                    break 'pairs;
                }
                let index = 2 * (round.first_pair + at as u64) + which as u64;
                let (row, efforts) = match round.known.get(&index) {
                    Some(row) => (row.clone(), None),
                    None => self.play_game(round, index, pair, which, &opening, &mut waiting),
                };
                // Agents that are told to stop move at once, so that nobody waits for a long search: such a game is no result.
                if round.stop.is_stopped() {
                    break 'pairs;
                }
                batch.push(Done { pair: at, which, row, efforts });
                if last_sent.elapsed() >= BATCH {
                    last_sent = Instant::now();
                    if sender.send(std::mem::take(&mut batch)).is_err() {
                        return;
                    }
                }
            }
        }
        // If nobody listens any more, nobody needs these games.
        let _ = sender.send(batch);
    }

    fn play_game(
        &self,
        round: &Round,
        index: u64,
        pair: &Pair,
        which: usize,
        (opening, beginning): &(u32, Beginning),
        waiting: &mut WaitingAgents,
    ) -> (GameRow, Option<[Effort; 2]>) {
        let places = if which == 0 { [pair.a, pair.b] } else { [pair.b, pair.a] };
        let contestant = |place: u32| &round.contestants[place as usize];
        let open = |place| self.open_agent(contestant(place).agent, round.stop);
        let mut agents = places.map(|place| waiting.take(place).unwrap_or_else(|| open(place)));
        let numbers = places.map(|place| contestant(place).number);
        let GameRunner { game, seed, adjudication, .. } = self;
        let table = GameTable { game, seed: *seed, adjudication: *adjudication, stop: round.stop };
        let opening = self.first_opening + *opening;
        let scheduled = ScheduledGame { index, round: pair.round, numbers, opening, beginning };
        let (row, efforts, has_crashed) = table.play(&scheduled, &mut agents);
        self.keep_remarks(index, numbers, &mut agents);
        // What a crash has left behind is not used again.
        if !has_crashed {
            places.into_iter().zip(agents).for_each(|(place, agent)| waiting.put_back(place, agent));
        }
        (row, Some(efforts))
    }

    fn keep_remarks(&self, game: u64, numbers: [u32; 2], agents: &mut [Box<dyn AnyAgent>; 2]) {
        for (number, agent) in numbers.into_iter().zip(agents) {
            let texts = agent.take_remarks();
            if !texts.is_empty() {
                let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
                let mut remarks = Remarks { list: &mut remarks, agent: number };
                texts.into_iter().for_each(|text| remarks.keep(game, text));
            }
        }
    }

    fn open_agent(&self, agent: &str, stop: &Stop) -> Box<dyn AnyAgent> {
        let mut agent = self.game.open_agent(agent, 0).expect("agents that opened once open again");
        agent.stop_with(stop);
        agent
    }
}

/// The position after an opening of a list: moves from the start, or else a position.
pub fn read_opening(game: &OpenGame, text: &str) -> Result<AnyPosition, RequestError> {
    let by_moves = Start { position: None, moves: text.to_owned() };
    let pos = match by_moves.position_in(game) {
        Ok(pos) => pos,
        Err(error) => game.read_position(text).map_err(|_| error)?,
    };
    if pos.is_over() {
        return Err(RequestError::Opening { text: text.to_owned() });
    }
    Ok(pos)
}

/// The moves of an opening of a list; `None` if it is a position.
pub fn read_line(game: &OpenGame, text: &str) -> Option<Vec<MoveIndex>> {
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
#[derive(Default)]
pub(crate) struct WaitingAgents {
    agents: HashMap<u32, Box<dyn AnyAgent>>,
    n_bytes: usize,
}

/// Waiting agents of one thread hold no more memory than this.
const MOST_WAITING_BYTES: usize = 256 << 20;
/// What an agent takes besides its tables and trees.
const AGENT_BYTES: usize = 64 << 10;

impl WaitingAgents {
    pub fn take(&mut self, place: u32) -> Option<Box<dyn AnyAgent>> {
        let mut agent = self.agents.remove(&place)?;
        self.n_bytes -= AGENT_BYTES + agent.n_bytes();
        Some(agent)
    }

    pub fn put_back(&mut self, place: u32, mut agent: Box<dyn AnyAgent>) {
        let n_bytes = AGENT_BYTES + agent.n_bytes();
        if self.n_bytes + n_bytes > MOST_WAITING_BYTES {
            self.agents.clear();
            self.n_bytes = 0;
        }
        if n_bytes <= MOST_WAITING_BYTES {
            self.n_bytes += n_bytes;
            self.agents.insert(place, agent);
        }
    }
}
