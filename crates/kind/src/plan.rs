//! An experiment as it is to be carried out.

use std::any::Any;

use zermelo_catalog::{Permission, RequestError};
use zermelo_runner::game_runner::Halt;
use zermelo_store::Store;

use crate::common::Common;
use crate::journal::RunContext;
use crate::kind::Kind;
use crate::result::RunResult;

/// What the work of a run is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Games.
    Game,
    /// Events: anything that a run logs besides games.
    Event,
    /// Stages, each a run of its own.
    Stage,
    /// Moves of a learner; events of the kind `moves` count them.
    Move,
}

/// What a text names of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// An agent: `bred(RUN/champion)`.
    Agent,
    /// The evaluator of an agent: `weights=RUN/champion`.
    Weights,
    /// A network that evaluates positions: `net(RUN/net)`.
    Network,
    /// A network that evaluates moves: `q(RUN/net)`.
    QNetwork,
}

impl Wanted {
    /// Whether it is a network of either kind.
    pub fn is_network(self) -> bool {
        matches!(self, Wanted::Network | Wanted::QNetwork)
    }
}

/// An experiment as it is to be carried out.
pub trait Plan: Any + Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static dyn Kind;

    /// The head of its file.
    fn common(&self) -> &Common;

    /// Takes another seed than the file's.
    fn set_seed(&mut self, seed: u64);

    /// Every agent that the file names.
    fn agents_mut(&mut self) -> Vec<&mut String> {
        Vec::new()
    }

    /// Every run from whose games it learns, by name.
    fn sources_mut(&mut self) -> &mut [String] {
        &mut []
    }

    /// Whether these runs are there and have games to learn from, but for those of which it is known that they are still to come.
    fn check_sources(&self, _store: &Store, _is_to_come: &dyn Fn(&str) -> bool) -> Result<(), RequestError> {
        Ok(())
    }

    /// Something like what the run will produce, for checking the stages of a series that use it; `None` if it produces no
    /// such thing.
    fn stand_in(&self, _wanted: Wanted) -> Option<Result<String, String>> {
        None
    }

    /// Whether it can be carried out: whether its games, agents and openings exist and are permitted.
    fn check(&self, permission: Permission) -> Result<(), RequestError>;

    /// About how many bytes of memory a run needs (see [`crate::memory`]).
    fn bytes(&self) -> Result<u64, RequestError>;

    /// How much work it is in the kind's unit, if that is known beforehand.
    fn extent(&self) -> Option<u64>;

    /// How much work it is at most, in the same unit, if that is known: an experiment may end early.
    fn at_most(&self) -> Option<u64> {
        self.extent()
    }

    /// How many generations there are, for kinds that have some.
    fn n_generations(&self) -> Option<u64> {
        None
    }

    /// How many networks there are besides the last one, `net-1` and so on, for kinds that train some.
    fn n_networks(&self) -> u64 {
        0
    }

    /// Carries it out.
    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt>;

    /// A copy.
    fn clone_box(&self) -> Box<dyn Plan>;
}

impl dyn Plan {
    /// The plan as one of a certain kind, if it is one.
    pub fn downcast_ref<T: Plan>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

impl Clone for Box<dyn Plan> {
    fn clone(&self) -> Box<dyn Plan> {
        (**self).clone_box()
    }
}
