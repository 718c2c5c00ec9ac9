//! Where a run stands: what it was told, what was done before, and where it logs what it does.

use std::collections::HashMap;

use zermelo_any::Permission;
use zermelo_game::Stop;
use zermelo_runner::executor::Executor;
use zermelo_runner::fleet::Fleet;
use zermelo_runner::game_runner::Known;
use zermelo_store::{AgentRow, Artifact, EventRow, GameRow, OpeningRow, Run, Store, StoreError};

/// What has been done before, if a run is resumed.
#[derive(Default)]
pub struct Past {
    /// Games by their number.
    pub games: Known,
    /// Events by their number.
    pub events: HashMap<u64, EventRow>,
}

/// How to run an experiment.
pub struct Running<'a> {
    /// How many threads work.
    pub threads: usize,
    /// Goes on with an unfinished run of the same experiment, if there is one.
    pub resumes: bool,
    /// Ends the run, soon.
    pub stop: &'a Stop,
    /// What its agents may do. A resumed run has the permission of the one who resumes it.
    pub permission: Permission,
    /// The workers of other machines, if there are any.
    pub fleet: Option<&'a Fleet<'a>>,
}

impl<'a> Running<'a> {
    /// Who works for it.
    pub fn executor(&self) -> Executor<'a> {
        Executor { threads: self.threads, stop: self.stop, fleet: self.fleet }
    }

    /// How many threads do what cannot be sent to a fleet: one, even if this machine lends none for games.
    pub fn own_threads(&self) -> usize {
        self.threads.max(1)
    }
}

/// Where a run logs its work.
pub trait Journal {
    /// The agents that play.
    fn agents(&mut self, agents: &[AgentRow]) -> Result<(), StoreError>;
    /// Where games begin.
    fn openings(&mut self, openings: &[OpeningRow]) -> Result<(), StoreError>;
    /// A finished game.
    fn game(&mut self, game: &GameRow) -> Result<(), StoreError>;
    /// A finished game that need not be kept.
    fn passed(&mut self, _game: &GameRow) -> Result<(), StoreError> {
        Ok(())
    }
    /// A file to keep, such as a network.
    fn artifact(&mut self, _artifact: Artifact) -> Result<(), StoreError> {
        Ok(())
    }
    /// Anything else that happened.
    fn event(&mut self, event: &EventRow) -> Result<(), StoreError>;
}

/// What a plan is carried out with.
pub struct RunContext<'a> {
    /// The store, for what earlier runs and this one have left there.
    pub store: &'a Store,
    /// The run.
    pub run: &'a Run,
    /// How to run.
    pub running: &'a Running<'a>,
    /// What has been done before.
    pub past: &'a Past,
    /// Where to log.
    pub journal: &'a mut dyn Journal,
}
