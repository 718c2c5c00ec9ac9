//! Games of an agent against itself, as work.

use serde::{Deserialize, Serialize};
use zermelo_catalog::RequestError;
use zermelo_store::GameRow;

use super::{GameRecord, Surroundings, WorkGame, WorkOpening, bad_work};
use crate::game_runner::read_opening;
use crate::self_play::{Ends, Table, Thoughts};

/// Games of an agent against itself, to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayWork {
    /// The game.
    pub game: WorkGame,
    /// The agent, by text.
    pub agent: String,
    /// The agent's number in the run.
    pub number: u32,
    /// How many plies are random after the opening, at least and at most.
    pub random: Option<[u32; 2]>,
    /// When games end.
    pub ends: Ends,
    /// The round.
    pub round: u32,
    /// The random seed.
    pub seed: u64,
    /// The openings: what games refer to.
    pub openings: Vec<WorkOpening>,
    /// The games of each chunk: their numbers in the run, and the places of their openings.
    pub chunks: Vec<Vec<(u64, usize)>>,
}

/// The games of a chunk, and what was thought in them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkAnswer {
    /// The games.
    pub games: Vec<GameRecord>,
    /// What was thought in each of them. Values as bits: equal if and only if the values are.
    thoughts: Vec<(u32, Vec<u32>)>,
}

impl ChunkAnswer {
    fn new(games: Vec<GameRow>, thoughts: Vec<Thoughts>) -> ChunkAnswer {
        let bits = |thoughts: Thoughts| {
            (thoughts.random_plies, thoughts.values.into_iter().map(f32::to_bits).collect())
        };
        ChunkAnswer {
            games: games.into_iter().map(GameRecord::from).collect(),
            thoughts: thoughts.into_iter().map(bits).collect(),
        }
    }

    /// The rows and thoughts of its games.
    pub fn into_rows(self) -> Result<(Vec<GameRow>, Vec<Thoughts>), String> {
        let games = self.games.into_iter().map(|game| game.into_row().ok_or("a game without an outcome"));
        let thoughts = self.thoughts.into_iter().map(|(random_plies, bits)| Thoughts {
            random_plies,
            values: bits.into_iter().map(f32::from_bits).collect(),
        });
        Ok((games.collect::<Result<_, _>>()?, thoughts.collect()))
    }
}

/// Plays all chunks; `None` if it was stopped.
pub(super) fn carry_out(
    work: &SelfPlayWork,
    here: &Surroundings,
) -> Result<Option<Vec<ChunkAnswer>>, RequestError> {
    let game = here.open(&work.game)?;
    work.check()?;
    let mut agent = game.open_agent(&work.agent, 0)?;
    agent.stop_with(here.stop);
    let starts = work.openings.iter().map(|opening| read_opening(&game, &opening.text));
    let starts = starts.collect::<Result<Vec<_>, _>>()?;
    let &SelfPlayWork { number, round, random, ends, seed, .. } = work;
    let table = Table { game: &game, number, round, random, ends, seed, stop: here.stop };
    let mut answers = Vec::new();
    for chunk in &work.chunks {
        let (mut games, mut thoughts) = (Vec::new(), Vec::new());
        for &(index, opening) in chunk {
            let number = work.openings[opening].number;
            let (row, thought) = table.play(index, &starts[opening], number, &mut *agent);
            // An agent that is told to stop moves at once: such a game is no result.
            if here.stop.is_stopped() {
                return Ok(None);
            }
            games.push(row);
            thoughts.push(thought);
            (here.on_progress)();
        }
        answers.push(ChunkAnswer::new(games, thoughts));
    }
    Ok(Some(answers))
}

impl SelfPlayWork {
    /// An error if a game refers to what is not there.
    fn check(&self) -> Result<(), RequestError> {
        if self.random.is_some_and(|[least, most]| least > most || most > 10_000) {
            return Err(bad_work("the number of random plies makes no sense".to_owned()));
        }
        let mut games = self.chunks.iter().flatten();
        match games.find(|(_, opening)| *opening >= self.openings.len()) {
            None => Ok(()),
            Some((index, _)) => Err(bad_work(format!("game {index} names an opening that is not there"))),
        }
    }
}
