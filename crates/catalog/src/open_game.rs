//! A game of the catalog, opened, with what its agents may do.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use zermelo_any::{
    AgentError, AgentSpec, AnyAgent, AnyEvaluator, AnyGame, EvalSpec, GuestEvaluator, KnownNetwork,
    Permission, ProgramAgent, ProgramSpec, Resources,
};
use zermelo_game::{Arrangement, ParameterError, Stream};

use crate::session::{Session, Start};
use crate::ugi::external_engine::ExternalEngine;
use crate::{RequestError, expressions, guests, networks};

/// A game of the catalog, opened. A permission travels with it: its agents may do what that says, and no more.
#[derive(Clone)]
pub struct OpenGame {
    game: Arc<dyn AnyGame>,
    permission: Permission,
    /// Its agents have so many times the time that their texts say.
    time_factor: f64,
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_tuple("OpenGame").field(&self.id()).finish()
    }
}

impl Deref for OpenGame {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

impl OpenGame {
    /// This game, whose agents may do what `permission` says.
    pub fn new(game: Arc<dyn AnyGame>, permission: Permission) -> OpenGame {
        OpenGame { game, permission, time_factor: 1.0 }
    }

    /// The same game, whose agents have so many times the time that their texts say.
    pub fn with_time_factor(self, time_factor: f64) -> OpenGame {
        OpenGame { time_factor, ..self }
    }

    /// What its agents may do.
    pub fn permission(&self) -> Permission {
        self.permission
    }

    /// Opens an agent by its text. `seed` decides whatever it leaves to chance.
    pub fn open_agent(&self, text: &str, seed: u64) -> Result<Box<dyn AnyAgent>, RequestError> {
        let mut spec = AgentSpec::read(text)?;
        if self.time_factor != 1.0 {
            spec.scale_time(self.time_factor);
        }
        Ok(self.game.agent(&spec, seed, self)?)
    }

    /// Whether there is such an agent for this game.
    pub fn check_agent(&self, text: &str) -> Result<(), RequestError> {
        self.open_agent(text, 0).map(|_| ())
    }

    /// Opens an evaluator by its text.
    pub fn open_evaluator(&self, text: &str) -> Result<Arc<dyn AnyEvaluator>, RequestError> {
        Ok(self.game.evaluator(&EvalSpec::read(text)?, self)?)
    }

    /// The text of a board that somebody arranged. Reading it as a position tells whether it is one.
    pub fn arrange(&self, arrangement: &Arrangement) -> Result<String, RequestError> {
        let n_cells = self.view(&self.start()).cells.len();
        arrangement.check(n_cells, &self.palette())?;
        Ok(self.write_arrangement(arrangement))
    }

    /// Begins a game: at the start, or wherever `start` says.
    pub fn session(&self, start: &Start) -> Result<Session, RequestError> {
        Session::new(self, start)
    }
}

impl Resources for OpenGame {
    fn permission(&self) -> Permission {
        self.permission
    }

    fn network(&self, name: &str) -> Result<Arc<KnownNetwork>, ParameterError> {
        networks::known(name)
    }

    fn check_network(&self, name: &str) -> Result<(), AgentError> {
        networks::check_permission(name, self.permission)
    }

    fn expression_file(&self, path: &str) -> Result<String, AgentError> {
        expressions::read_file(path, self.permission)
    }

    fn program(
        &self,
        text: &str,
        spec: &ProgramSpec,
        game: Arc<dyn AnyGame>,
        chance: Stream,
    ) -> Result<Box<dyn ProgramAgent>, AgentError> {
        let may = self.permission.programs().map_err(|refusal| AgentError::forbidden(text, &refusal))?;
        let engine = ExternalEngine::open(game, spec, may, chance)
            .map_err(|source| AgentError::agent(text, source))?;
        Ok(Box::new(engine))
    }

    fn guest_agent(
        &self,
        text: &str,
        name: &str,
        game: Arc<dyn AnyGame>,
        chance: Stream,
    ) -> Result<Box<dyn ProgramAgent>, AgentError> {
        let guest = guests::agent(name).map_err(|source| AgentError::agent(text, source))?;
        Ok(guest.open(game, chance))
    }

    fn guest_evaluator(&self, name: &str) -> Result<Arc<dyn GuestEvaluator>, ParameterError> {
        guests::evaluator(name)
    }
}
