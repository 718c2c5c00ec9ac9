//! Pairs of games between agents, as work.

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyAgent, GameEnd, GameRules, Players};
use zermelo_arena::Effort;
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::{Forfeit, Stop, stream};
use zermelo_store::GameRow;

use super::{GameRecord, Surroundings, WorkGame, WorkOpening, bad_work};
use crate::game_runner::{Adjudication, WaitingAgents, encode, read_line, read_opening};
use crate::openings::Beginning;

/// Pairs of games to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairsWork {
    /// The game.
    pub game: WorkGame,
    /// The random seed.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The agents: what pairs refer to.
    pub agents: Vec<WorkAgent>,
    /// The openings: what pairs refer to.
    pub openings: Vec<WorkOpening>,
    /// The pairs.
    pub pairs: Vec<WorkPair>,
}

/// An agent of a piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkAgent {
    /// Its number in the run.
    pub number: u32,
    /// The agent, by text.
    pub agent: String,
}

/// A pair of games of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkPair {
    /// Its number in the run; its games have twice this number, and one more.
    pub number: u64,
    /// The round.
    pub round: u32,
    /// The places of the agents in the work. The first begins the first game.
    pub agents: [usize; 2],
    /// The place of the opening in the work.
    pub opening: usize,
}

/// Pairs of games that were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairsAnswer {
    /// The games, two for each pair, in the order of the pairs.
    pub games: Vec<GameRecord>,
    /// What agents had to say to people: the agent's number in the run, the game, the text.
    pub remarks: Vec<(u32, u64, String)>,
}

/// Plays all pairs; `None` if it was stopped. The rows are those of [`GameRunner`](crate::game_runner::GameRunner) for the same
/// pairs.
pub(super) fn carry_out(work: &PairsWork, here: &Surroundings) -> Result<Option<PairsAnswer>, RequestError> {
    let (game, stop) = (here.open(&work.game)?, here.stop);
    work.check()?;
    work.agents.iter().try_for_each(|one| game.check_agent(&one.agent))?;
    let open = |place: usize| {
        let mut agent = game.open_agent(&work.agents[place].agent, 0).expect("it opened once");
        agent.stop_with(stop);
        agent
    };
    let beginning = |opening: &WorkOpening| {
        let text = &opening.text;
        Ok(Beginning { pos: read_opening(&game, text)?, line: read_line(&game, text) })
    };
    let beginnings = work.openings.iter().map(beginning).collect::<Result<Vec<_>, RequestError>>()?;
    let table = GameTable { game: &game, seed: work.seed, adjudication: work.adjudication, stop };
    let (mut waiting, mut games, mut remarks) = (WaitingAgents::default(), Vec::new(), Vec::new());
    for pair in &work.pairs {
        let [a, b] = pair.agents;
        for (which, places) in [(0, [a, b]), (1, [b, a])] {
            let mut agents = places.map(|place| waiting.take(place as u32).unwrap_or_else(|| open(place)));
            let scheduled = ScheduledGame {
                index: 2 * pair.number + which,
                round: pair.round,
                numbers: places.map(|place| work.agents[place].number),
                opening: work.openings[pair.opening].number,
                beginning: &beginnings[pair.opening],
            };
            let (row, _, has_crashed) = table.play(&scheduled, &mut agents);
            for (number, agent) in scheduled.numbers.into_iter().zip(&mut agents) {
                remarks.extend(agent.take_remarks().into_iter().map(|text| (number, row.index, text)));
            }
            // What a crash has left behind is not used again.
            if !has_crashed {
                let seated = places.into_iter().zip(agents);
                seated.for_each(|(place, agent)| waiting.put_back(place as u32, agent));
            }
            // An agent that is told to stop moves at once: such a game is no result.
            if stop.is_stopped() {
                return Ok(None);
            }
            games.push(row.into());
            (here.on_progress)();
        }
    }
    Ok(Some(PairsAnswer { games, remarks }))
}

impl PairsWork {
    /// An error if a pair refers to what is not there.
    fn check(&self) -> Result<(), RequestError> {
        let is_whole = |pair: &WorkPair| {
            pair.agents.iter().all(|&place| place < self.agents.len())
                && pair.opening < self.openings.len()
                && pair.number < u64::MAX / 4
        };
        match self.pairs.iter().find(|pair| !is_whole(pair)) {
            None => Ok(()),
            Some(pair) => {
                Err(bad_work(format!("pair {} names an agent or an opening that is not there", pair.number)))
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
            copying: None,
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
