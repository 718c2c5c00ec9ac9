//! What the text of an agent may name beyond its game: networks, files with expressions, other programs, and guests.

use std::sync::Arc;

use zermelo_game::{ParameterError, Stream};

use crate::{AgentError, AnyGame, GuestEvaluator, KnownNetwork, Permission, ProgramAgent, ProgramSpec};

/// Where networks, programs and guests come from, and what agents may do.
pub trait Resources {
    /// What agents may do.
    fn permission(&self) -> Permission;

    /// The network of a name, as [`AgentSpec`](crate::AgentSpec) has it.
    fn network(&self, name: &str) -> Result<Arc<KnownNetwork>, ParameterError>;

    /// An error if a network may not be read from where its name says.
    fn check_network(&self, name: &str) -> Result<(), AgentError>;

    /// The text of a file with an expression, if files may be read.
    fn expression_file(&self, path: &str) -> Result<String, AgentError>;

    /// Another program that plays `game`; `text` is the agent's text, for errors. Nothing is started yet.
    fn program(
        &self,
        text: &str,
        spec: &ProgramSpec,
        game: Arc<dyn AnyGame>,
        chance: Stream,
    ) -> Result<Box<dyn ProgramAgent>, AgentError>;

    /// The guest of this name as a player of `game`; `text` is the agent's text, for errors. Whether guests may play was asked
    /// before.
    fn guest_agent(
        &self,
        text: &str,
        name: &str,
        game: Arc<dyn AnyGame>,
        chance: Stream,
    ) -> Result<Box<dyn ProgramAgent>, AgentError>;

    /// The guest of this name as an evaluator. Whether guests may judge was asked before.
    fn guest_evaluator(&self, name: &str) -> Result<Arc<dyn GuestEvaluator>, ParameterError>;
}

/// No networks, no programs, no guests, and the strict permission.
#[derive(Clone, Copy, Debug)]
pub struct NoResources;

impl Resources for NoResources {
    fn permission(&self) -> Permission {
        Permission::server()
    }

    fn network(&self, name: &str) -> Result<Arc<KnownNetwork>, ParameterError> {
        Err(ParameterError::new(format!("there is no network `{name}` here")))
    }

    fn check_network(&self, _name: &str) -> Result<(), AgentError> {
        Ok(())
    }

    fn expression_file(&self, path: &str) -> Result<String, AgentError> {
        let refused = self.permission().files().map(|_| String::new());
        refused.map_err(|refusal| AgentError::forbidden(path, &refusal))
    }

    fn program(
        &self,
        text: &str,
        _spec: &ProgramSpec,
        _game: Arc<dyn AnyGame>,
        _chance: Stream,
    ) -> Result<Box<dyn ProgramAgent>, AgentError> {
        Err(AgentError::agent(text, ParameterError::new("other programs cannot be started here")))
    }

    fn guest_agent(
        &self,
        text: &str,
        name: &str,
        _game: Arc<dyn AnyGame>,
        _chance: Stream,
    ) -> Result<Box<dyn ProgramAgent>, AgentError> {
        Err(AgentError::agent(text, ParameterError::new(format!("there is no guest `{name}` here"))))
    }

    fn guest_evaluator(&self, name: &str) -> Result<Arc<dyn GuestEvaluator>, ParameterError> {
        Err(ParameterError::new(format!("there is no guest `{name}` here")))
    }
}
