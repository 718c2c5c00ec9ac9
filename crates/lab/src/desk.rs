//! The desk of a run that plays in several halls: it numbers agents, openings and games, and writes them down.

use zermelo_arena::{Pair, Played};
use zermelo_store::{AgentRow, GameRow, OpeningRow};

use crate::experiment::{Journal, Past, Running};
use crate::hall::{Contestant, Entrant, Hall, Halt, Round};
use crate::tournament::joined;

/// How far a run is. Whatever is numbered is numbered in the order in which the run comes to it, so that a resumed run
/// finds what it had.
pub(crate) struct Desk<'a> {
    pub running: &'a Running<'a>,
    pub past: &'a Past,
    pub journal: &'a mut dyn Journal,
    /// Whether every game is kept.
    pub keeps_games: bool,
    /// Pairs of games so far.
    pub n_pairs: u64,
    n_agents: u32,
    n_openings: u32,
}

impl<'a> Desk<'a> {
    pub fn new(
        running: &'a Running<'a>,
        past: &'a Past,
        journal: &'a mut dyn Journal,
        keeps_games: bool,
    ) -> Desk<'a> {
        Desk { running, past, journal, keeps_games, n_pairs: 0, n_agents: 0, n_openings: 0 }
    }

    /// The number of the next opening.
    pub fn next_opening(&self) -> u32 {
        self.n_openings
    }

    /// Enters the openings of a hall, which begin at the next number.
    pub fn enter_openings(&mut self, hall: &Hall) -> Result<(), Halt> {
        let openings = hall.openings();
        self.n_openings += openings.len() as u32;
        Ok(self.journal.openings(&openings)?)
    }

    /// Enters openings that are played without a hall.
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

    /// Plays pairs among these, and shows every game, known or new, in the order of the pairs.
    pub fn play(
        &mut self,
        hall: &Hall,
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
            threads: self.running.threads,
            known: &self.past.games,
            stop: self.running.stop,
        };
        let (journal, keeps_games) = (&mut *self.journal, self.keeps_games);
        let games = hall.play(&round, &mut |row: &GameRow| {
            if keeps_games { journal.game(row) } else { journal.passed(row) }
        })?;
        self.n_pairs += pairs.len() as u64;
        games.iter().flatten().for_each(look);
        Ok(pairs.iter().zip(&games).map(|(&pair, games)| joined(pair, games)).collect())
    }
}
