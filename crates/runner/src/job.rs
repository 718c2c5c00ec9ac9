//! A job: pairs of games to play, as plain data, and the function that plays them.
//!
//! A job says everything: the game, the seed, the agents and the openings by text, and the numbers of the games. So it can be
//! written down, sent to another machine and played there, with the same rows.

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyAgent, GameEnd, GameRules, Players};
use zermelo_arena::Effort;
use zermelo_catalog::{OpenGame, Permission, RequestError, catalog, game_texts};
use zermelo_game::{Forfeit, Stop, stream};
use zermelo_store::GameRow;

use crate::game_runner::{Adjudication, WaitingAgents, encode, read_line, read_opening};
use crate::openings::Beginning;

/// Pairs of games to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The game's id.
    pub game: String,
    /// The game's text, if it is a game written as text.
    #[serde(default)]
    pub game_text: Option<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The agents: what pairs refer to.
    pub agents: Vec<JobAgent>,
    /// The openings: what pairs refer to.
    pub openings: Vec<JobOpening>,
    /// The pairs.
    pub pairs: Vec<JobPair>,
}

/// An agent of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobAgent {
    /// Its number in the run.
    pub number: u32,
    /// The agent, by text.
    pub agent: String,
}

/// An opening of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobOpening {
    /// Its number in the run.
    pub number: u32,
    /// The opening, by text.
    pub text: String,
}

/// A pair of games of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobPair {
    /// Its number in the run; its games have twice this number, and one more.
    pub number: u64,
    /// The round.
    pub round: u32,
    /// The places of the agents in the job. The first begins the first game.
    pub agents: [usize; 2],
    /// The place of the opening in the job.
    pub opening: usize,
}

/// Plays a job, pair by pair; `None` if it was stopped. The rows are those of [`GameRunner`](crate::game_runner::GameRunner) for
/// the same pairs.
pub fn carry_out(
    job: &Job,
    permission: Permission,
    stop: &Stop,
) -> Result<Option<Vec<[GameRow; 2]>>, RequestError> {
    if let Some(text) = &job.game_text {
        let parameters = job.game.split_once(':').map_or("", |(_, parameters)| parameters);
        game_texts::open_text(text, parameters, &job.game)?;
    }
    let game = catalog::open_for(&job.game, permission)?;
    job.check()?;
    job.agents.iter().try_for_each(|one| game.check_agent(&one.agent))?;
    let open = |place: usize| {
        let mut agent = game.open_agent(&job.agents[place].agent, 0).expect("it opened once");
        agent.stop_with(stop);
        agent
    };
    let beginning = |opening: &JobOpening| {
        let text = &opening.text;
        Ok(Beginning { pos: read_opening(&game, text)?, line: read_line(&game, text) })
    };
    let beginnings = job.openings.iter().map(beginning).collect::<Result<Vec<_>, RequestError>>()?;
    let table = GameTable { game: &game, seed: job.seed, adjudication: job.adjudication, stop };
    let (mut waiting, mut rows) = (WaitingAgents::default(), Vec::new());
    for pair in &job.pairs {
        let [a, b] = pair.agents;
        let mut play = |which: u64, places: [usize; 2]| {
            let mut agents = places.map(|place| waiting.take(place as u32).unwrap_or_else(|| open(place)));
            let scheduled = ScheduledGame {
                index: 2 * pair.number + which,
                round: pair.round,
                numbers: places.map(|place| job.agents[place].number),
                opening: job.openings[pair.opening].number,
                beginning: &beginnings[pair.opening],
            };
            let (row, _, has_crashed) = table.play(&scheduled, &mut agents);
            if !has_crashed {
                places
                    .into_iter()
                    .zip(agents)
                    .for_each(|(place, agent)| waiting.put_back(place as u32, agent));
            }
            // An agent that is told to stop moves at once: such a game is no result.
            (!stop.is_stopped()).then_some(row)
        };
        let Some(first) = play(0, [a, b]) else { return Ok(None) };
        let Some(second) = play(1, [b, a]) else { return Ok(None) };
        rows.push([first, second]);
    }
    Ok(Some(rows))
}

impl Job {
    /// An error if a pair refers to what is not there.
    fn check(&self) -> Result<(), RequestError> {
        let is_whole = |pair: &JobPair| {
            pair.agents.iter().all(|&place| place < self.agents.len()) && pair.opening < self.openings.len()
        };
        match self.pairs.iter().find(|pair| !is_whole(pair)) {
            None => Ok(()),
            Some(pair) => {
                let problem = format!("pair {} names an agent or an opening that is not there", pair.number);
                Err(RequestError::Experiment { place: "job".to_owned(), problem })
            }
        }
    }
}

/// A game of a schedule.
pub(crate) struct ScheduledGame<'a> {
    /// Its number in the run: its chance comes from it.
    pub index: u64,
    /// The round.
    pub round: u32,
    /// The agents' numbers in the run, the first player's first.
    pub numbers: [u32; 2],
    /// The opening's number in the run.
    pub opening: u32,
    /// Where it begins.
    pub beginning: &'a Beginning,
}

/// Where games of a run are played, one at a time.
pub(crate) struct GameTable<'a> {
    pub game: &'a OpenGame,
    pub seed: u64,
    pub adjudication: Adjudication,
    pub stop: &'a Stop,
}

impl GameTable<'_> {
    /// Plays a game: its row, what each side spent, and whether an agent crashed.
    pub fn play(
        &self,
        scheduled: &ScheduledGame,
        agents: &mut [Box<dyn AnyAgent>; 2],
    ) -> (GameRow, [Effort; 2], bool) {
        let &ScheduledGame { index, round, numbers: [first, second], opening, beginning } = scheduled;
        if let Some(line) = &beginning.line {
            let start = self.game.start();
            agents.iter_mut().for_each(|agent| agent.hear_line(&start, line));
        }
        let mut chance = stream(self.seed, "game", index);
        let rules = GameRules {
            streams: std::array::from_fn(|_| chance.branch()),
            is_timed: true,
            length: self.adjudication.length,
            solved: self.adjudication.solved,
            ends_when_proved: false,
            keeps_values: false,
            stop: self.stop,
        };
        let [one, other] = agents;
        let played = self.game.play_game(&beginning.pos, Players::Two([&mut **one, &mut **other]), &rules);
        let has_crashed = played.end == GameEnd::Forfeit(Forfeit::Crashed);
        let row = GameRow {
            index,
            first,
            second,
            opening,
            round,
            outcome: played.outcome,
            reason: played.reason.to_owned(),
            plies: played.moves.len() as u32,
            moves: encode(&played.moves),
            nodes: played.efforts.map(|effort| effort.nodes),
            micros: played.efforts.map(|effort| effort.time.as_micros() as u64),
        };
        (row, played.efforts, has_crashed)
    }
}
