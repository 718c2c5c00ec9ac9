//! Games of an agent against itself.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyAgent, AnyPosition, GameEnd, GameRules, MoveIndex, Players};
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::{Forfeit, Stop, Stream, stream};
use zermelo_store::{GameRow, OpeningRow, StoreError};

use crate::executor::{Executor, Pieces};
use crate::game_runner::{Halt, check_row, encode, read_opening};
use crate::work::{Answer, ChunkAnswer, SelfPlayWork, Work, WorkGame, WorkOpening};

/// Games of an agent against itself, to be played.
pub struct SelfPlayJob<'a> {
    /// The agent, by text.
    pub agent: &'a str,
    /// The agent's number in the run.
    pub number: u32,
    /// How games begin.
    pub beginning: Beginning<'a>,
    /// When they end.
    pub ends: Ends,
    /// Which round it is.
    pub round: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// The number of the first game in the run.
    pub first_game: u64,
    /// How many games.
    pub n_games: u32,
    /// Games that are kept together: so many are played, written down and, after an interruption, played again.
    pub chunk: u32,
    /// Who plays.
    pub executor: Executor<'a>,
}

/// How games begin.
#[derive(Clone, Copy, Debug)]
pub enum Beginning<'a> {
    /// With random plies from the start.
    Random {
        /// The number of the start among the run's openings.
        opening: u32,
        /// How many plies, at least and at most.
        plies: [u32; 2],
    },
    /// With one opening after the other; when there are no more, from the first again.
    Listed(&'a [OpeningRow]),
}

/// When games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ends {
    /// When somebody has proved how: there is nothing more to learn.
    Proved,
    /// By the rules, or when so many moves were made after the opening, as a draw.
    Rules(Option<u32>),
}

/// Games that were played, and what was thought in them.
pub struct Chunk {
    /// Its place in the job.
    pub number: u32,
    /// The games.
    pub games: Vec<GameRow>,
    /// What was thought in them.
    pub thoughts: Vec<Thoughts>,
}

/// What an agent thought in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Thoughts {
    /// How many plies were random before it began to think.
    pub random_plies: u32,
    /// What each position after that was worth to the side to move: an evaluator's value; infinite if a win or loss was proved, and
    /// minus nothing (`-0.0`) if a draw was.
    pub values: Vec<f32>,
}

impl Thoughts {
    /// The thoughts of several games as bytes.
    pub fn to_bytes(all: &[Thoughts]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for thoughts in all {
            bytes.extend(thoughts.random_plies.to_le_bytes());
            bytes.extend((thoughts.values.len() as u32).to_le_bytes());
            thoughts.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        bytes
    }

    /// Reads what `to_bytes` wrote; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Vec<Thoughts>> {
        let mut words = bytes.chunks_exact(4).map(|chunk| <[u8; 4]>::try_from(chunk).unwrap_or_default());
        let mut all = Vec::new();
        while let Some(first) = words.next() {
            let n_values = u32::from_le_bytes(words.next()?);
            let values: Vec<f32> = words.by_ref().take(n_values as usize).map(f32::from_le_bytes).collect();
            if values.len() != n_values as usize {
                return None;
            }
            all.push(Thoughts { random_plies: u32::from_le_bytes(first), values });
        }
        bytes.len().is_multiple_of(4).then_some(all)
    }
}

/// Plays the chunks that are `wanted`, which are not known yet. `on_chunk` sees them in the order in which they end; they come
/// back in the order of `wanted`.
pub fn play(
    game: &OpenGame,
    job: &SelfPlayJob,
    wanted: &[u32],
    on_chunk: &mut dyn FnMut(&Chunk) -> Result<(), StoreError>,
) -> Result<Vec<Chunk>, Halt> {
    game.check_agent(job.agent)?;
    let starts = match job.beginning {
        Beginning::Random { .. } => vec![game.start()],
        Beginning::Listed(openings) => (openings.iter())
            .map(|opening| read_opening(game, &opening.text))
            .collect::<Result<Vec<_>, _>>()?,
    };
    if starts.is_empty() {
        return Ok(Vec::new());
    }
    let game = &job.executor.game_here(game, [job.agent])?;
    let chunks = Chunks { game, job, wanted, starts };
    job.executor.each(&chunks, &mut |_, chunk| on_chunk(chunk))
}

/// The chunks of a job as pieces of work.
struct Chunks<'a> {
    game: &'a OpenGame,
    job: &'a SelfPlayJob<'a>,
    wanted: &'a [u32],
    /// The positions after the openings.
    starts: Vec<AnyPosition>,
}

impl Chunks<'_> {
    /// The numbers of the games of a chunk.
    fn games(&self, chunk: u32) -> Range<u32> {
        let first = chunk * self.job.chunk;
        first..self.job.n_games.min(first + self.job.chunk)
    }

    /// How all games are played.
    fn table(&self) -> Table<'_> {
        let &Chunks { game, job, .. } = self;
        let random = match job.beginning {
            Beginning::Random { plies, .. } => Some(plies),
            Beginning::Listed(_) => None,
        };
        let (number, round, ends, seed) = (job.number, job.round, job.ends, job.seed);
        Table { game, number, round, random, ends, seed, stop: job.executor.stop }
    }

    /// The place of a game's start among the starts, and the number of its opening.
    fn start(&self, game: u32) -> (usize, u32) {
        let place = game as usize % self.starts.len();
        match self.job.beginning {
            Beginning::Random { opening, .. } => (0, opening),
            Beginning::Listed(openings) => (place, openings[place].index),
        }
    }
}

impl Pieces for Chunks<'_> {
    type State = Box<dyn AnyAgent>;
    type Piece = Chunk;

    fn count(&self) -> usize {
        self.wanted.len()
    }

    fn state(&self) -> Box<dyn AnyAgent> {
        let mut agent = self.game.open_agent(self.job.agent, 0).expect("it opened once");
        agent.stop_with(self.job.executor.stop);
        agent
    }

    fn here(
        &self,
        agent: &mut Box<dyn AnyAgent>,
        place: usize,
        failed: &Stop,
    ) -> Result<Option<Chunk>, RequestError> {
        let (stop, table, number) = (self.job.executor.stop, self.table(), self.wanted[place]);
        let (mut games, mut thoughts) = (Vec::new(), Vec::new());
        for game in self.games(number) {
            if stop.is_stopped() || failed.is_stopped() {
                return Ok(None);
            }
            let (start, opening) = self.start(game);
            let index = self.job.first_game + u64::from(game);
            let (row, thought) = table.play(index, &self.starts[start], opening, &mut **agent);
            // An agent that is told to stop moves at once: such a game is no result.
            if stop.is_stopped() {
                return Ok(None);
            }
            games.push(row);
            thoughts.push(thought);
        }
        Ok(Some(Chunk { number, games, thoughts }))
    }

    fn numbers(&self, place: usize) -> Option<Range<u64>> {
        let (first, games) = (self.job.first_game, self.games(self.wanted[place]));
        Some(first + u64::from(games.start)..first + u64::from(games.end))
    }

    fn kind(&self) -> Option<&'static str> {
        Some("self-play")
    }

    fn work(&self, places: Range<usize>) -> Option<Work> {
        let job = self.job;
        let (mut openings, mut chunks): (Vec<WorkOpening>, Vec<Vec<(u64, usize)>>) = (Vec::new(), Vec::new());
        for place in places {
            let games = self.games(self.wanted[place]).map(|game| {
                let (start, number) = self.start(game);
                let known = openings.iter().position(|opening| opening.number == number);
                let opening = known.unwrap_or_else(|| {
                    let text = match job.beginning {
                        Beginning::Random { .. } => String::new(),
                        Beginning::Listed(listed) => listed[start].text.clone(),
                    };
                    openings.push(WorkOpening { number, text });
                    openings.len() - 1
                });
                (job.first_game + u64::from(game), opening)
            });
            chunks.push(games.collect());
        }
        let table = self.table();
        Some(Work::SelfPlay(SelfPlayWork {
            game: WorkGame::of(self.game),
            agent: job.agent.to_owned(),
            number: job.number,
            random: table.random,
            ends: job.ends,
            round: job.round,
            seed: job.seed,
            openings,
            chunks,
        }))
    }

    fn read(&self, places: Range<usize>, answer: Answer) -> Result<Vec<Chunk>, String> {
        let Answer::SelfPlay(answers) = answer else { return Err("an answer to something else".to_owned()) };
        if answers.len() != places.len() {
            return Err(format!("{} chunks instead of {}", answers.len(), places.len()));
        }
        let read = |(place, answer): (usize, ChunkAnswer)| {
            let number = self.wanted[place];
            let (games, thoughts) = answer.into_rows()?;
            if games.len() != self.games(number).len() || thoughts.len() != games.len() {
                return Err(format!("{} games of chunk {number}", games.len()));
            }
            for (game, (row, thoughts)) in self.games(number).zip(games.iter().zip(&thoughts)) {
                let (start, opening) = self.start(game);
                let index = self.job.first_game + u64::from(game);
                let expected = [index, u64::from(opening), u64::from(self.job.round)];
                let numbers = [self.job.number; 2];
                check_row(self.game, &self.starts[start], row, expected, numbers)?;
                if thoughts.random_plies as usize + thoughts.values.len() != row.plies as usize {
                    return Err(format!("game {index} has {} thoughts", thoughts.values.len()));
                }
            }
            Ok(Chunk { number, games, thoughts })
        };
        places.zip(answers).map(read).collect()
    }
}

/// How games of a job are played, one at a time.
pub(crate) struct Table<'a> {
    pub game: &'a OpenGame,
    /// The agent's number in the run.
    pub number: u32,
    pub round: u32,
    /// How many plies are random at the beginning, at least and at most.
    pub random: Option<[u32; 2]>,
    pub ends: Ends,
    pub seed: u64,
    pub stop: &'a Stop,
}

impl Table<'_> {
    /// Plays a game.
    pub fn play(
        &self,
        index: u64,
        start: &AnyPosition,
        opening: u32,
        agent: &mut dyn AnyAgent,
    ) -> (GameRow, Thoughts) {
        let mut chance = stream(self.seed, "self-play", index);
        let (pos, mut moves) = match self.random {
            Some(plies) => random_opening(start, plies, &mut chance),
            None => (start.clone(), Vec::new()),
        };
        let random_plies = moves.len() as u32;
        let length = match self.ends {
            Ends::Rules(most) => most.map(|most| most.saturating_sub(random_plies)),
            Ends::Proved => None,
        };
        let rules = GameRules {
            streams: [chance.branch(), chance],
            is_timed: false,
            length,
            solved: None,
            ends_when_proved: self.ends == Ends::Proved,
            keeps_values: true,
            copying: None,
            stop: self.stop,
        };
        let played = self.game.play_game(&pos, Players::One(agent), &rules);
        // A panic is a defect of the program: nothing is learnt from such games.
        assert_ne!(played.end, GameEnd::Forfeit(Forfeit::Crashed), "the agent of a self-play game panicked");
        moves.extend(&played.moves);
        let row = GameRow {
            index,
            first: self.number,
            second: self.number,
            opening,
            round: self.round,
            outcome: played.outcome,
            reason: played.reason.to_owned(),
            plies: moves.len() as u32,
            moves: encode(&moves),
            nodes: played.efforts.map(|effort| effort.nodes),
            micros: [0; 2],
        };
        (row, Thoughts { random_plies, values: played.values })
    }
}

/// A position after some random plies, and the moves to it; fewer of them where the game would be over.
fn random_opening(
    start: &AnyPosition,
    plies: [u32; 2],
    chance: &mut Stream,
) -> (AnyPosition, Vec<MoveIndex>) {
    let [least, most] = plies;
    // A game that ends on the way is thrown away, and after some of these half as many plies must do.
    let mut n_plies = least + chance.below((most - least) as usize + 1) as u32;
    loop {
        for _ in 0..8 {
            let (mut pos, mut moves) = (start.clone(), Vec::new());
            while moves.len() < n_plies as usize
                && let Some(mv) = pos.random_move(chance)
            {
                pos.play(mv);
                moves.push(mv);
            }
            if !pos.is_over() {
                return (pos, moves);
            }
        }
        n_plies /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_read_as_they_were_written() {
        let one = Thoughts { random_plies: 5, values: vec![0.5, f32::NEG_INFINITY, -3.0] };
        let all = vec![one, Thoughts::default()];
        let bytes = Thoughts::to_bytes(&all);
        assert_eq!(Thoughts::from_bytes(&bytes), Some(all));
        assert_eq!(Thoughts::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Thoughts::from_bytes(&bytes[..12]), None);
    }
}
