//! The log of a run that uses several runners: it numbers agents, openings and games, and writes them down.

use std::collections::BTreeSet;

use zermelo_arena::{Pair, Played};
use zermelo_store::{AgentRow, GameRow, OpeningRow};

use crate::journal::{Journal, Past, Running};
use crate::played_pair::played_pair;
use zermelo_runner::game_runner::{Contestant, Entrant, GameRunner, Halt, OpeningTally, Round, Told};

/// How far a run is. Whatever is numbered is numbered in the order in which the run comes to it, so that a resumed run
/// finds what it had.
pub struct RunLog<'a> {
    /// How the run is carried out.
    pub running: &'a Running<'a>,
    /// What was done before.
    pub past: &'a Past,
    /// Where work is logged.
    pub journal: &'a mut dyn Journal,
    /// Whether every game is kept.
    pub keeps_games: bool,
    /// Pairs of games so far.
    pub n_pairs: u64,
    n_agents: u32,
    n_openings: u32,
}

impl<'a> RunLog<'a> {
    /// The log of a run that begins, or begins again.
    pub fn new(
        running: &'a Running<'a>,
        past: &'a Past,
        journal: &'a mut dyn Journal,
        keeps_games: bool,
    ) -> RunLog<'a> {
        RunLog { running, past, journal, keeps_games, n_pairs: 0, n_agents: 0, n_openings: 0 }
    }

    /// The number of the next opening.
    pub fn next_opening(&self) -> u32 {
        self.n_openings
    }

    /// The numbers of the first openings of a runner that was the last to keep some free.
    pub fn numbers_of(&self, runner: &GameRunner, n: u32) -> BTreeSet<u32> {
        let first = self.n_openings - runner.n_openings();
        (first..first + n.min(runner.n_openings())).collect()
    }

    /// Keeps numbers free for the openings of a runner, which begin at the next number. Each is entered with its first game.
    pub fn reserve_openings(&mut self, runner: &GameRunner) {
        self.n_openings = self.n_openings.saturating_add(runner.n_openings());
    }

    /// Enters all openings of a runner at once, which begin at the next number.
    pub fn enter_openings(&mut self, runner: &GameRunner) -> Result<(), Halt> {
        self.reserve_openings(runner);
        Ok(self.journal.openings(&runner.openings())?)
    }

    /// Enters openings that are played without a runner.
    pub fn enter_texts(&mut self, texts: &[String]) -> Result<Vec<OpeningRow>, Halt> {
        let openings: Vec<OpeningRow> = (texts.iter().zip(self.n_openings..))
            .map(|(text, index)| OpeningRow { index, text: text.clone() })
            .collect();
        self.n_openings += openings.len() as u32;
        self.journal.openings(&openings)?;
        Ok(openings)
    }

    /// Enters agents into the run.
    pub fn enter(&mut self, entrants: &[Entrant]) -> Result<Vec<AgentRow>, Halt> {
        let agents: Vec<AgentRow> = (entrants.iter().zip(self.n_agents..))
            .map(|(entrant, index)| AgentRow {
                index,
                name: entrant.name.clone(),
                text: entrant.agent.clone(),
            })
            .collect();
        self.n_agents += agents.len() as u32;
        self.journal.agents(&agents)?;
        Ok(agents)
    }

    /// What there is to say of the openings of games that a runner played.
    pub fn tally<'p>(runner: &GameRunner, played: impl IntoIterator<Item = &'p Played>) -> OpeningTally {
        let openings: BTreeSet<u32> = played.into_iter().map(|played| played.pair.opening).collect();
        runner.tally(&openings).unwrap_or_default()
    }

    /// Plays pairs among these, and shows every game, known or new, in the order of the pairs.
    pub fn play(
        &mut self,
        runner: &GameRunner,
        agents: &[&AgentRow],
        pairs: &[Pair],
        look: &mut dyn FnMut(&GameRow),
    ) -> Result<Vec<Played>, Halt> {
        let contestants: Vec<Contestant> =
            agents.iter().map(|agent| Contestant { number: agent.index, agent: &agent.text }).collect();
        let round = Round {
            contestants: &contestants,
            pairs,
            first_pair: self.n_pairs,
            executor: self.running.executor(),
            known: &self.past.games,
        };
        let (journal, keeps_games) = (&mut *self.journal, self.keeps_games);
        let games = runner.play(&round, &mut |told| match told {
            Told::Opening(row) => journal.openings(std::slice::from_ref(row)),
            Told::Game { row, .. } if keeps_games => journal.game(row),
            Told::Game { row, .. } => journal.passed(row),
        })?;
        self.n_pairs += pairs.len() as u64;
        games.iter().flatten().for_each(look);
        Ok(pairs.iter().zip(&games).map(|(&pair, games)| played_pair(pair, games)).collect())
    }
}
