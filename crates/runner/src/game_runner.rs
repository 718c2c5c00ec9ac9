//! The one executor of games: many at once, on threads, between agents that are named by text.
//!
//! A game's number is its name: its chance comes from a stream with that number, and whether it has been played before is
//! looked up by it. So threads and interruptions change nothing.

mod check;
mod influence;
mod moves;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyAgent, AnyPosition, MoveIndex};
use zermelo_arena::{Effort, Pair};
use zermelo_game::Stop;
use zermelo_stats::matrix::Matrix;
use zermelo_store::{GameRow, OpeningRow, StoreError};

pub(crate) use check::check_row;
pub use moves::{decode, encode, encode_game, replay};

pub use crate::openings::{Level, OpeningTally, Openings, Which};

use crate::executor::{Executor, Pieces};
use crate::names;
use crate::openings::{Beginning, Book, Sieve};
use crate::work::pairs::{GameTable, ScheduledGame, WorkAgent, WorkPair};
use crate::work::{Answer, PairsWork, Work, WorkGame, WorkOpening};
use zermelo_catalog::{OpenGame, RequestError, Start};

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
    /// Who plays.
    pub executor: Executor<'a>,
    /// Games that have been played before, by their number.
    pub known: &'a Known,
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
    /// A worker of a fleet gave wrong answers that were believed: nothing of the run can be used.
    Spoilt,
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

/// A game of a round.
struct Done {
    row: GameRow,
    /// What each side spent; nothing if the game was known.
    efforts: Option<[Effort; 2]>,
    /// What a worker tells that agents had to say.
    remarks: Vec<Remark>,
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

    /// Plays a round. What comes back is in the order of the pairs, whoever played them.
    pub fn play(&self, round: &Round, on_game: &mut OnGame) -> Result<Vec<[GameRow; 2]>, Halt> {
        // Agents that do not exist are told before anything starts.
        round.contestants.iter().try_for_each(|contestant| self.check(contestant.agent))?;
        let agents = round.contestants.iter().map(|contestant| contestant.agent);
        let game = round.executor.game_here(&self.game, agents)?;
        let games = Games { runner: self, game, round, sieve: Mutex::new(None) };
        let played = round.executor.each(&games, &mut |_, Done { row, efforts, remarks }| {
            remarks.iter().for_each(|remark| self.keep_remark(remark.clone()));
            match efforts {
                None => Ok(()),
                Some(efforts) => {
                    self.tell_opening(row.opening, on_game)?;
                    on_game(Told::Game { row, efforts })
                }
            }
        })?;
        let mut rows = played.into_iter().map(|done| done.row);
        Ok(std::iter::from_fn(|| Some([rows.next()?, rows.next()?])).collect())
    }

    /// Pairs of a round, by their places, as work that can be done anywhere.
    pub fn work(&self, round: &Round, places: Range<usize>) -> PairsWork {
        self.work_with(round, places, &mut self.book.sieve())
    }

    fn work_with(&self, round: &Round, places: Range<usize>, sieve: &mut Sieve) -> PairsWork {
        let (mut agents, mut openings): (Vec<WorkAgent>, Vec<WorkOpening>) = (Vec::new(), Vec::new());
        let mut pairs = Vec::new();
        for at in places {
            let pair = &round.pairs[at];
            let number = self.first_opening + self.book.get(pair.opening, sieve).0;
            let known = openings.iter().position(|opening| opening.number == number);
            let opening = known.unwrap_or_else(|| {
                openings.push(WorkOpening { number, text: self.row(number).text });
                openings.len() - 1
            });
            let places = [pair.a, pair.b].map(|place| {
                let Contestant { number, agent } = round.contestants[place as usize];
                let known = agents.iter().position(|one| one.number == number && one.agent == agent);
                known.unwrap_or_else(|| {
                    agents.push(WorkAgent { number, agent: agent.to_owned() });
                    agents.len() - 1
                })
            });
            let number = round.first_pair + at as u64;
            pairs.push(WorkPair { number, round: pair.round, agents: places, opening });
        }
        let (game, seed, adjudication) = (WorkGame::of(&self.game), self.seed, self.adjudication);
        PairsWork { game, seed, adjudication, agents, openings, pairs }
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
    pub(crate) fn row(&self, number: u32) -> OpeningRow {
        OpeningRow { index: number, text: self.book.text(number - self.first_opening) }
    }

    /// Tells an opening, unless it was told before.
    fn tell_opening(&self, number: u32, on_game: &mut OnGame) -> Result<(), StoreError> {
        if self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(number) {
            return on_game(Told::Opening(&self.row(number)));
        }
        Ok(())
    }

    fn keep_remarks(&self, game: u64, numbers: [u32; 2], agents: &mut [Box<dyn AnyAgent>; 2]) {
        for (agent, texts) in
            numbers.into_iter().zip(agents).map(|(number, one)| (number, one.take_remarks()))
        {
            texts.into_iter().for_each(|text| self.keep_remark(Remark { agent, game, text }));
        }
    }

    fn keep_remark(&self, remark: Remark) {
        let mut list = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        Remarks { list: &mut list, agent: remark.agent }.keep(remark.game, remark.text);
    }
}

/// The games of a round as pieces of work: two for each pair.
struct Games<'a> {
    runner: &'a GameRunner,
    /// The game as it is played here.
    game: OpenGame,
    round: &'a Round<'a>,
    /// What openings are judged with that go to others.
    sieve: Mutex<Option<Sieve>>,
}

impl Games<'_> {
    /// The number of a game in the run.
    fn index(&self, place: usize) -> u64 {
        2 * self.round.first_pair + place as u64
    }

    /// Plays a game here.
    fn play(
        &self,
        place: usize,
        (opening, beginning): &(u32, Beginning),
        waiting: &mut WaitingAgents,
    ) -> Done {
        let &Games { runner, round, ref game, .. } = self;
        let (index, pair) = (self.index(place), &round.pairs[place / 2]);
        let places = if place.is_multiple_of(2) { [pair.a, pair.b] } else { [pair.b, pair.a] };
        let contestant = |place: u32| &round.contestants[place as usize];
        let stop = round.executor.stop;
        let open = |place| {
            let opened = game.open_agent(contestant(place).agent, 0);
            let mut agent = opened.expect("agents that opened once open again");
            agent.stop_with(stop);
            agent
        };
        let mut agents = places.map(|place| waiting.take(place).unwrap_or_else(|| open(place)));
        let numbers = places.map(|place| contestant(place).number);
        let GameRunner { seed, adjudication, .. } = *runner;
        let table = GameTable { game, seed, adjudication, stop };
        let opening = runner.first_opening + *opening;
        let scheduled = ScheduledGame { index, round: pair.round, numbers, opening, beginning };
        let (row, efforts, has_crashed) = table.play(&scheduled, &mut agents);
        runner.keep_remarks(index, numbers, &mut agents);
        // What a crash has left behind is not used again.
        if !has_crashed {
            places.into_iter().zip(agents).for_each(|(place, agent)| waiting.put_back(place, agent));
        }
        Done { row, efforts: Some(efforts), remarks: Vec::new() }
    }
}

impl Pieces for Games<'_> {
    type State = (WaitingAgents, Sieve);
    type Piece = Done;

    fn count(&self) -> usize {
        2 * self.round.pairs.len()
    }

    /// Both games of a pair are played on one machine, always.
    fn group(&self) -> usize {
        2
    }

    fn state(&self) -> (WaitingAgents, Sieve) {
        (WaitingAgents::default(), self.runner.book.sieve())
    }

    fn here(
        &self,
        (waiting, sieve): &mut (WaitingAgents, Sieve),
        place: usize,
        failed: &Stop,
    ) -> Result<Option<Done>, RequestError> {
        let &Games { runner, round, .. } = self;
        if round.executor.stop.is_stopped() || failed.is_stopped() {
            return Ok(None);
        }
        let pair = &round.pairs[place / 2];
        // Drawn for known games too: what is told of openings at the end needs them.
        let opening = runner.book.get(pair.opening, sieve);
        let done = match round.known.get(&self.index(place)) {
            Some(row) => Done { row: row.clone(), efforts: None, remarks: Vec::new() },
            None => self.play(place, &opening, waiting),
        };
        // Agents that are told to stop move at once, so that nobody waits for a long search: such a game is no result.
        Ok((!round.executor.stop.is_stopped()).then_some(done))
    }

    fn is_known(&self, place: usize) -> bool {
        self.round.known.contains_key(&self.index(place))
    }

    fn numbers(&self, place: usize) -> Option<Range<u64>> {
        Some(self.index(place)..self.index(place) + 1)
    }

    fn kind(&self) -> Option<&'static str> {
        Some("pairs")
    }

    fn work(&self, places: Range<usize>) -> Option<Work> {
        let mut sieve = self.sieve.lock().unwrap_or_else(PoisonError::into_inner);
        let sieve = sieve.get_or_insert_with(|| self.runner.book.sieve());
        Some(Work::Pairs(self.runner.work_with(self.round, places.start / 2..places.end / 2, sieve)))
    }

    fn read(&self, places: Range<usize>, answer: Answer) -> Result<Vec<Done>, String> {
        let Answer::Pairs(answer) = answer else { return Err("an answer to something else".to_owned()) };
        if answer.games.len() != places.len() {
            return Err(format!("{} games instead of {}", answer.games.len(), places.len()));
        }
        let &Games { runner, round, .. } = self;
        let mut sieve = self.sieve.lock().unwrap_or_else(PoisonError::into_inner);
        let sieve = sieve.get_or_insert_with(|| runner.book.sieve());
        let mut games = Vec::new();
        for (place, record) in places.zip(answer.games) {
            let row = record.into_row().ok_or("a game without an outcome")?;
            let pair = &round.pairs[place / 2];
            let (opening, beginning) = runner.book.get(pair.opening, sieve);
            let agents = if place % 2 == 0 { [pair.a, pair.b] } else { [pair.b, pair.a] };
            let numbers = agents.map(|agent| round.contestants[agent as usize].number);
            let expected =
                [self.index(place), u64::from(runner.first_opening + opening), u64::from(pair.round)];
            let moves = check_row(&runner.game, &beginning.pos, &row, expected, numbers)?;
            // Remarks are kept when the answer counts: what a liar tells of others is not told to anybody.
            let mut remarks = Vec::new();
            for (agent, game, text) in answer.remarks.iter().filter(|(_, game, _)| *game == row.index) {
                if !numbers.contains(agent) {
                    return Err(format!("agent {agent} speaks in game {game} without playing"));
                }
                remarks.push(Remark { agent: *agent, game: *game, text: text.clone() });
            }
            // What was played before stays.
            let done = match round.known.get(&row.index) {
                Some(known) => Done { row: known.clone(), efforts: None, remarks },
                None => Done { efforts: Some(efforts_of(&row, moves)), row, remarks },
            };
            games.push(done);
        }
        Ok(games)
    }
}

/// What each side spent, as far as a row tells.
fn efforts_of(row: &GameRow, moves: [u64; 2]) -> [Effort; 2] {
    std::array::from_fn(|side| Effort {
        moves: moves[side],
        nodes: row.nodes[side],
        timed_moves: moves[side],
        time: Duration::from_micros(row.micros[side]),
    })
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
