//! What can be wrong with the text of an agent, an evaluator or a policy.

use thiserror::Error;
use zermelo_game::ParameterError;
use zermelo_game::shown;

use crate::permission::Refusal;

/// A text that opens no agent here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// There is no such agent.
    #[error("agent `{}`: {source}", shown(text))]
    Agent {
        /// The agent's text.
        text: String,
        /// What is wrong with it.
        source: ParameterError,
    },
    /// There is no such evaluator.
    #[error("`{}`{}: {source}", shown(text), of_game(game))]
    Evaluator {
        /// The evaluator's text.
        text: String,
        /// The game, once it was asked.
        game: Option<String>,
        /// What is wrong with it.
        source: ParameterError,
    },
    /// There is no such policy for playouts.
    #[error("`{}`{}: {source}", shown(text), of_game(game))]
    Policy {
        /// The policy's text.
        text: String,
        /// The game, once it was asked.
        game: Option<String>,
        /// What is wrong with it.
        source: ParameterError,
    },
    /// The request is not permitted.
    #[error("`{}`: {problem}", shown(text))]
    Forbidden {
        /// What was asked for.
        text: String,
        /// Why not, and what to do.
        problem: String,
    },
}

fn of_game(game: &Option<String>) -> String {
    game.as_ref().map(|game| format!(" of {game}")).unwrap_or_default()
}

impl AgentError {
    /// An agent that there is not.
    pub fn agent(text: &str, source: ParameterError) -> AgentError {
        AgentError::Agent { text: text.to_owned(), source }
    }

    /// An evaluator that there is not.
    pub fn evaluator(text: &str, game: Option<String>, source: ParameterError) -> AgentError {
        AgentError::Evaluator { text: text.to_owned(), game, source }
    }

    /// A policy that there is not.
    pub fn policy(text: &str, game: Option<String>, source: ParameterError) -> AgentError {
        AgentError::Policy { text: text.to_owned(), game, source }
    }

    /// A request that is not permitted.
    pub fn forbidden(text: &str, refusal: &Refusal) -> AgentError {
        AgentError::Forbidden { text: text.to_owned(), problem: refusal.to_string() }
    }

    /// The kind of error in a word for machines.
    pub const fn kind(&self) -> &'static str {
        match self {
            AgentError::Agent { .. } => "unknown-agent",
            AgentError::Evaluator { .. } => "bad-evaluator",
            AgentError::Policy { .. } => "bad-policy",
            AgentError::Forbidden { .. } => "forbidden",
        }
    }
}
