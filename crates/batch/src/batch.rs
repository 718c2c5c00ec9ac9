//! Games side by side.

use std::collections::{HashMap, TryReserveError};
use std::ops::Range;

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;
use zermelo_any::{AnyAgent, AnyPosition, BoardEnding, Boards};
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::{Outcome, Player, Stop, Stream, stream};

use crate::looks::{Element, Layout, Looks};

/// Rows that are played, encoded and marked together, so that what one step writes for them is still in the cache at the next.
const BLOCK: usize = 64;
/// With fewer rows than this for each thread, waking threads costs more than they save.
const ROWS_PER_THREAD: usize = 64;

/// So many agents are kept open for the next time they are asked.
const MOST_AGENTS: usize = 8;
/// In the place of an action: none.
const NONE: i64 = -1;
/// In the place of an action: the agent's.
const ASKED: i64 = 0;

/// In which rows an agent plays.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// In all.
    All,
    /// Where it is this player's turn.
    Player(Player),
    /// In these.
    Rows(&'a [bool]),
}

/// What happens to a row whose action is no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfIllegal {
    /// Nothing is played in any row, and the step fails.
    Refuse,
    /// The player who chose it loses.
    Lose,
}

/// Where the rows have their chance from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// One seed for the batch, of which each row has a stream of its own.
    Shared(u64),
    /// A seed for each row: a row with a seed is what a batch of one with this seed is.
    Each(Vec<u64>),
}

impl Seeds {
    /// The stream of a row.
    fn of(&self, row: usize) -> Stream {
        match self {
            Seeds::Shared(seed) => stream(*seed, "batch", row as u64),
            Seeds::Each(seeds) => stream(seeds.get(row).copied().unwrap_or(0), "batch", 0),
        }
    }
}

/// Why a step was not made.
#[derive(Debug, Error)]
pub enum BatchError {
    /// No legal move has this number.
    #[error("row {row}: {action} is not a legal action here")]
    Illegal {
        /// The first such row.
        row: usize,
        /// The number.
        action: i64,
    },
    /// An array has another length than it should.
    #[error("{what} should have {expected} numbers, one for each game, but has {found}")]
    Length {
        /// What it is.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// It was stopped before anything was played.
    #[error("it was stopped, and nothing was played")]
    Stopped,
    /// There is no memory for so many games.
    #[error("there is no memory for {n} games")]
    Memory {
        /// How many.
        n: usize,
    },
    /// An agent cannot be opened.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// Threads cannot be started.
    #[error("cannot start {threads} threads: {problem}")]
    Threads {
        /// How many.
        threads: usize,
        /// Why.
        problem: String,
    },
}

/// Where a step writes: one row for each game.
pub struct Rows<'a, T> {
    /// What the player to move sees.
    pub observations: &'a mut [T],
    /// Which actions are legal.
    pub masks: &'a mut [bool],
    /// What the player who has just moved gets: 1 for a win, -1 for a loss, otherwise 0.
    pub rewards: &'a mut [f32],
    /// Whether the move ended the game, so that a new one has begun.
    pub terminated: &'a mut [bool],
    /// Whose turn it is: 0 or 1.
    pub players: &'a mut [i8],
    /// The actions that were played; -1 where none was.
    pub actions: &'a mut [i64],
    /// What was to be seen at the end of games; rows whose game goes on are left alone.
    pub last_observations: &'a mut [T],
}

/// Games of one kind side by side.
pub struct Batch {
    game: OpenGame,
    shards: Vec<Shard>,
    looks: Looks,
    n_plays: usize,
    n: usize,
    pool: Option<ThreadPool>,
}

/// The rows of one thread.
struct Shard {
    boards: Box<dyn Boards>,
    chances: Vec<Stream>,
    illegal: Vec<usize>,
    endings: Vec<Option<BoardEnding>>,
    words: Vec<u64>,
    /// The agents that have been asked, by text.
    agents: HashMap<String, Box<dyn AnyAgent>>,
}

impl Batch {
    /// So many games, each at its start.
    pub fn new(
        game: &OpenGame,
        n: usize,
        seeds: &Seeds,
        layout: Layout,
        threads: usize,
    ) -> Result<Batch, BatchError> {
        let looks = Looks::new(&*game.encoder(), layout);
        let n_shards = threads.min(n.div_ceil(ROWS_PER_THREAD)).max(1);
        let firsts: Vec<usize> = (0..=n_shards).map(|shard| n * shard / n_shards).collect();
        let shards: Result<Vec<Shard>, TryReserveError> = firsts
            .windows(2)
            .map(|ends| Shard::new(game, ends[0]..ends[1], seeds, looks.n_words()))
            .collect();
        let shards = shards.map_err(|_| BatchError::Memory { n })?;
        let n_plays = shards[0].boards.n_plays();
        let pool = if n_shards == 1 {
            None
        } else {
            let pool = ThreadPoolBuilder::new().num_threads(n_shards).build();
            Some(pool.map_err(|error| BatchError::Threads { threads: n_shards, problem: error.to_string() })?)
        };
        Ok(Batch { game: game.clone(), shards, looks, n_plays, n, pool })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The game.
    pub fn game(&self) -> &OpenGame {
        &self.game
    }

    /// What observations look like.
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// How many actions there are.
    pub fn n_plays(&self) -> usize {
        self.n_plays
    }

    /// The position of a row.
    pub fn position(&self, mut row: usize) -> Option<AnyPosition> {
        for shard in &self.shards {
            if row < shard.boards.len() {
                return Some(shard.boards.get(row));
            }
            row -= shard.boards.len();
        }
        None
    }

    /// Puts a position in a row. What is to be seen there changes with [`look`](Batch::look).
    pub fn set_position(&mut self, mut row: usize, pos: &AnyPosition) {
        for shard in &mut self.shards {
            if row < shard.boards.len() {
                return shard.boards.set(row, pos);
            }
            row -= shard.boards.len();
        }
    }

    /// Begins all games anew. With seeds chance begins anew too.
    pub fn restart(&mut self, seeds: Option<&Seeds>) {
        let mut first = 0;
        for shard in &mut self.shards {
            (0..shard.boards.len()).for_each(|row| shard.boards.restart(row));
            if let Some(seeds) = seeds {
                let chances = shard.chances.iter_mut().zip(first..);
                chances.for_each(|(chance, row)| *chance = seeds.of(row));
            }
            first += shard.boards.len();
        }
    }

    /// Writes what is to be seen, without a move.
    pub fn look<T: Element>(&mut self, rows: &mut Rows<T>) {
        rows.rewards.fill(0.0);
        rows.terminated.fill(false);
        rows.actions.fill(NONE);
        let looks = &self.looks;
        each(
            self.pool.as_ref(),
            &mut self.shards,
            rows.split(looks.len(), self.n_plays),
            |shard, mut rows| {
                shard.show_all(looks, &mut rows);
            },
        );
    }

    /// Plays an action in each row; -1 is none, and that row stays as it is.
    pub fn step<T: Element>(
        &mut self,
        actions: &[i64],
        if_illegal: IfIllegal,
        rows: &mut Rows<T>,
    ) -> Result<(), BatchError> {
        if actions.len() != self.n {
            return Err(BatchError::Length { what: "actions", expected: self.n, found: actions.len() });
        }
        rows.actions.copy_from_slice(actions);
        each(self.pool.as_ref(), &mut self.shards, rows.split(0, 0), |shard, rows| {
            shard.illegal.clear();
            shard.boards.choose(rows.actions, &mut shard.illegal);
        });
        if if_illegal == IfIllegal::Refuse {
            let mut first = 0;
            for shard in &self.shards {
                if let Some(row) = shard.illegal.first() {
                    let row = first + row;
                    return Err(BatchError::Illegal { row, action: actions[row] });
                }
                first += shard.boards.len();
            }
        }
        self.play_chosen(rows);
        Ok(())
    }

    /// Draws a random legal action for each row, all equally likely, and plays nothing. A step with them is what
    /// [`play_random`](Batch::play_random) is.
    pub fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        if actions.len() != self.n {
            return Err(BatchError::Length { what: "actions", expected: self.n, found: actions.len() });
        }
        let mut left = actions;
        let parts = self.shards.iter_mut().map(|shard| {
            let part = cut(&mut left, shard.boards.len());
            (shard, part)
        });
        let draw = |(shard, part): (&mut Shard, &mut [i64])| {
            shard.boards.choose_random(&mut shard.chances, part);
        };
        match &self.pool {
            None => parts.for_each(draw),
            Some(pool) => pool.scope(|scope| parts.for_each(|part| scope.spawn(move |_| draw(part)))),
        }
        Ok(())
    }

    /// Plays a random move in each row.
    pub fn play_random<T: Element>(&mut self, rows: &mut Rows<T>) {
        each(self.pool.as_ref(), &mut self.shards, rows.split(0, 0), |shard, rows| {
            shard.illegal.clear();
            shard.boards.choose_random(&mut shard.chances, rows.actions);
        });
        self.play_chosen(rows);
    }

    /// Plays an agent's move in each row that is asked for. The agent remembers
    /// nothing from one move to the next, so that results do not depend on which thread asks which agent. Once it is stopped,
    /// nothing is played.
    pub fn play<T: Element>(
        &mut self,
        agent: &str,
        asked: Asked,
        stop: &Stop,
        rows: &mut Rows<T>,
    ) -> Result<(), BatchError> {
        match asked {
            Asked::All | Asked::Player(_) => rows.actions.fill(ASKED),
            Asked::Rows(wanted) if wanted.len() == self.n => {
                let marks = wanted.iter().map(|&is_wanted| if is_wanted { ASKED } else { NONE });
                rows.actions.iter_mut().zip(marks).for_each(|(action, mark)| *action = mark);
            }
            Asked::Rows(wanted) => {
                return Err(BatchError::Length { what: "`where`", expected: self.n, found: wanted.len() });
            }
        }
        let player = match asked {
            Asked::Player(player) => Some(player),
            Asked::All | Asked::Rows(_) => None,
        };
        for shard in &mut self.shards {
            if !shard.agents.contains_key(agent) {
                if shard.agents.len() >= MOST_AGENTS {
                    shard.agents.clear();
                }
                shard.agents.insert(agent.to_owned(), self.game.open_agent(agent, 0)?);
            }
            shard.agents.values_mut().for_each(|agent| agent.stop_with(stop));
        }
        each(self.pool.as_ref(), &mut self.shards, rows.split(0, 0), |shard, rows| {
            shard.illegal.clear();
            shard.choose_with(agent, player, stop, rows.actions);
        });
        if stop.is_stopped() {
            return Err(BatchError::Stopped);
        }
        self.play_chosen(rows);
        Ok(())
    }

    fn play_chosen<T: Element>(&mut self, rows: &mut Rows<T>) {
        let looks = &self.looks;
        each(
            self.pool.as_ref(),
            &mut self.shards,
            rows.split(looks.len(), self.n_plays),
            |shard, mut rows| {
                shard.play_chosen(looks, &mut rows);
            },
        );
    }
}

impl Shard {
    fn new(
        game: &OpenGame,
        rows: Range<usize>,
        seeds: &Seeds,
        n_words: usize,
    ) -> Result<Shard, TryReserveError> {
        let (mut chances, mut illegal) = (Vec::new(), Vec::new());
        chances.try_reserve_exact(rows.len())?;
        illegal.try_reserve_exact(rows.len())?;
        chances.extend(rows.clone().map(|row| seeds.of(row)));
        Ok(Shard {
            boards: game.boards(rows.len())?,
            chances,
            illegal,
            endings: vec![None; BLOCK],
            words: vec![0; BLOCK * n_words],
            agents: HashMap::new(),
        })
    }

    fn choose_with(&mut self, agent: &str, player: Option<Player>, stop: &Stop, actions: &mut [i64]) {
        let Some(agent) = self.agents.get_mut(agent) else { return };
        for (row, (action, chance)) in actions.iter_mut().zip(&mut self.chances).enumerate() {
            let is_asked = *action == ASKED && player.is_none_or(|player| player == self.boards.to_move(row));
            *action = NONE;
            if stop.is_stopped() || !is_asked {
                continue;
            }
            agent.new_game(chance.branch());
            let choice = agent.choose(&self.boards.get(row));
            *action = self.boards.number(row, choice.mv).map_or(NONE, |number| number as i64);
        }
        self.boards.choose(actions, &mut self.illegal);
    }

    /// Plays what was chosen, block by block, and begins again where games have ended.
    fn play_chosen<T: Element>(&mut self, looks: &Looks, rows: &mut Part<T>) {
        let mut illegal = std::mem::take(&mut self.illegal);
        let mut left = illegal.drain(..).peekable();
        for first in (0..self.boards.len()).step_by(BLOCK) {
            let block = first..self.boards.len().min(first + BLOCK);
            let endings = &mut self.endings[..block.len()];
            self.boards.play(first, endings);
            while let Some(row) = left.next_if(|&row| row < block.end) {
                let mover = self.boards.to_move(row);
                endings[row - first] = Some(BoardEnding { mover, outcome: Outcome::Win(mover.other()) });
            }
            for (row, ending) in block.clone().zip(endings.iter_mut()) {
                rows.terminated[row] = ending.is_some();
                let Some(BoardEnding { mover, outcome }) = ending.take() else {
                    rows.rewards[row] = 0.0;
                    continue;
                };
                rows.rewards[row] = match outcome {
                    Outcome::Draw => 0.0,
                    Outcome::Win(winner) if winner == mover => 1.0,
                    Outcome::Win(_) => -1.0,
                };
                let words = &mut self.words[..looks.n_words()];
                self.boards.write(row, words);
                looks.write(words, &mut rows.last_observations[row * looks.len()..][..looks.len()]);
                self.boards.restart(row);
            }
            self.show(looks, block, rows);
        }
        // Its memory is wanted again.
        drop(left);
        self.illegal = illegal;
    }

    fn show_all<T: Element>(&mut self, looks: &Looks, rows: &mut Part<T>) {
        for first in (0..self.boards.len()).step_by(BLOCK) {
            self.show(looks, first..self.boards.len().min(first + BLOCK), rows);
        }
    }

    fn show<T: Element>(&mut self, looks: &Looks, block: Range<usize>, rows: &mut Part<T>) {
        let (first, n_words, n_plays) = (block.start, looks.n_words(), self.boards.n_plays());
        let words = &mut self.words[..block.len() * n_words];
        self.boards.write(first, words);
        let observations = &mut rows.observations[first * looks.len()..block.end * looks.len()];
        if !looks.is_empty() {
            for (words, observation) in
                words.chunks_exact(n_words).zip(observations.chunks_exact_mut(looks.len()))
            {
                looks.write(words, observation);
            }
        }
        let masks = &mut rows.masks[first * n_plays..block.end * n_plays];
        masks.fill(false);
        self.boards.mark(first, masks);
        for row in block {
            rows.players[row] = self.boards.to_move(row).index() as i8;
        }
    }
}

/// The rows of a shard, cut off those of the batch.
type Part<'a, T> = Rows<'a, T>;

/// Cuts rows off, shard by shard.
struct Splitter<'a, T> {
    left: Rows<'a, T>,
    look: usize,
    n_plays: usize,
}

impl<'a, T> Rows<'a, T> {
    /// What cuts these rows. Where a shard looks at neither observations nor masks their sizes are 0.
    fn split(&mut self, look: usize, n_plays: usize) -> Splitter<'_, T> {
        let left = Rows {
            observations: &mut *self.observations,
            masks: &mut *self.masks,
            rewards: &mut *self.rewards,
            terminated: &mut *self.terminated,
            players: &mut *self.players,
            actions: &mut *self.actions,
            last_observations: &mut *self.last_observations,
        };
        Splitter { left, look, n_plays }
    }
}

impl<'a, T> Splitter<'a, T> {
    fn next(&mut self, n: usize) -> Part<'a, T> {
        let Splitter { left, look, n_plays } = self;
        Rows {
            observations: cut(&mut left.observations, n * *look),
            masks: cut(&mut left.masks, n * *n_plays),
            rewards: cut(&mut left.rewards, n),
            terminated: cut(&mut left.terminated, n),
            players: cut(&mut left.players, n),
            actions: cut(&mut left.actions, n),
            last_observations: cut(&mut left.last_observations, n * *look),
        }
    }
}

fn cut<'a, T>(left: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (head, tail) = std::mem::take(left).split_at_mut(n);
    *left = tail;
    head
}

/// Does something with every shard, on threads if there is more than one.
fn each<'a, T: Element>(
    pool: Option<&ThreadPool>,
    shards: &mut [Shard],
    mut rows: Splitter<'a, T>,
    act: impl Fn(&mut Shard, Part<'a, T>) + Send + Sync,
) {
    let Some(pool) = pool else {
        for shard in shards {
            let part = rows.next(shard.boards.len());
            act(shard, part);
        }
        return;
    };
    let act = &act;
    pool.scope(|scope| {
        for shard in shards {
            let part = rows.next(shard.boards.len());
            scope.spawn(move |_| act(shard, part));
        }
    });
}
