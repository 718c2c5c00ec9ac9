//! Games of an agent against itself.

use zermelo_any::{AnyAgent, AnyPosition, GameEnd, GameRules, MoveIndex, Players};
use zermelo_catalog::OpenGame;
use zermelo_game::{Forfeit, Stop, Stream, stream};
use zermelo_store::{GameRow, OpeningRow, StoreError};

use crate::game_runner::{Halt, encode, read_opening};
use crate::pool::Pool;

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
    /// How many threads play.
    pub threads: usize,
    /// Ends it, soon.
    pub stop: &'a Stop,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
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
    let table = Table { game, job, starts };
    let open_agent = || {
        let mut agent = game.open_agent(job.agent, 0).expect("it opened once");
        agent.stop_with(job.stop);
        agent
    };
    Pool { threads: job.threads, stop: job.stop }.each_with(
        wanted.len(),
        open_agent,
        |agent, at, failed| Ok(table.play_chunk(wanted[at], &mut **agent, failed)),
        |_, chunk| on_chunk(chunk),
    )
}

/// Where games of a job are played.
struct Table<'a> {
    game: &'a OpenGame,
    job: &'a SelfPlayJob<'a>,
    /// The positions after the openings.
    starts: Vec<AnyPosition>,
}

impl Table<'_> {
    /// Plays the games of a chunk; `None` if it was stopped.
    fn play_chunk(&self, number: u32, agent: &mut dyn AnyAgent, failed: &Stop) -> Option<Chunk> {
        let job = self.job;
        let first = number * job.chunk;
        let (mut games, mut thoughts) = (Vec::new(), Vec::new());
        for game in first..job.n_games.min(first + job.chunk) {
            if job.stop.is_stopped() || failed.is_stopped() {
                return None;
            }
            let (row, thought) = self.play_game(game, agent);
            // An agent that is told to stop moves at once: such a game is no result.
            if job.stop.is_stopped() {
                return None;
            }
            games.push(row);
            thoughts.push(thought);
        }
        Some(Chunk { number, games, thoughts })
    }

    /// Plays a game.
    fn play_game(&self, number: u32, agent: &mut dyn AnyAgent) -> (GameRow, Thoughts) {
        let (job, starts) = (self.job, &self.starts);
        let index = job.first_game + u64::from(number);
        let start = &starts[number as usize % starts.len()];
        let mut chance = stream(job.seed, "self-play", index);
        let (opening, (pos, mut moves)) = match job.beginning {
            Beginning::Random { opening, plies } => (opening, random_opening(start, plies, &mut chance)),
            Beginning::Listed(openings) => {
                (openings[number as usize % starts.len()].index, (start.clone(), Vec::new()))
            }
        };
        let random_plies = moves.len() as u32;
        let length = match job.ends {
            Ends::Rules(most) => most.map(|most| most.saturating_sub(random_plies)),
            Ends::Proved => None,
        };
        let rules = GameRules {
            streams: [chance.branch(), chance],
            is_timed: false,
            length,
            solved: None,
            ends_when_proved: job.ends == Ends::Proved,
            keeps_values: true,
            stop: job.stop,
        };
        let played = self.game.play_game(&pos, Players::One(agent), &rules);
        // A panic is a defect of the program: nothing is learnt from such games.
        assert_ne!(played.end, GameEnd::Forfeit(Forfeit::Crashed), "the agent of a self-play game panicked");
        moves.extend(&played.moves);
        let row = GameRow {
            index,
            first: job.number,
            second: job.number,
            opening,
            round: job.round,
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
