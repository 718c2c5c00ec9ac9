//! What can be wrong with the text of an agent, an evaluator or a policy.

use thiserror::Error;
use zermelo_game::ParameterError;
use zermelo_game::shown;
use zermelo_problem::{Place, Problem};

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
    /// The expression of an evaluator has a mistake.
    #[error("`{}`{}: {problem}", shown(text), of_game(game))]
    Expression {
        /// The evaluator's text.
        text: String,
        /// The game, once it was asked.
        game: Option<String>,
        /// What is wrong, and below it the line with a mark under the place.
        problem: String,
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

/// The longest line that is shown whole with a mark.
const LONGEST_LINE: usize = 160;

/// The problem with its place, the line that it is about and a mark below.
fn marked(problem: &Problem, text: &str) -> String {
    let Place { line, column, length } = problem.place;
    let place = if text.trim().contains('\n') {
        format!("line {line}, column {column}")
    } else {
        format!("column {column}")
    };
    let head = format!("{place}: {}", problem.message);
    let quoted: Vec<char> = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().chars().collect();
    // Of a long line only what is around the mark is shown.
    let start = if quoted.len() > LONGEST_LINE { column.saturating_sub(LONGEST_LINE / 2) } else { 0 };
    let shown = quoted.iter().skip(start).take(LONGEST_LINE);
    let shown: String = shown.map(|&c| if c.is_control() { ' ' } else { c }).collect();
    let before = column - 1 - start;
    let marks = "^".repeat(length.min(LONGEST_LINE - before.min(LONGEST_LINE)).max(1));
    format!("{head}\n  {}\n  {:before$}{marks}", shown.trim_end(), "")
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

    /// A mistake in an expression; `read` is the text that its place is in.
    pub fn expression(text: &str, game: Option<String>, problem: &Problem, read: &str) -> AgentError {
        AgentError::Expression { text: text.to_owned(), game, problem: marked(problem, read) }
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
            AgentError::Evaluator { .. } | AgentError::Expression { .. } => "bad-evaluator",
            AgentError::Policy { .. } => "bad-policy",
            AgentError::Forbidden { .. } => "forbidden",
        }
    }
}
