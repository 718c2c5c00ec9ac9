//! An agent at a board.

use std::sync::Mutex;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use zermelo_any::AnyAgent;
use zermelo_game::{Forfeit, Proof, Stop, stream};

use crate::errors::{bad_argument, bad_request};
use crate::game::Game;
use crate::guests::Guest;
use crate::interrupt::interruptible;
use crate::names::resolved;
use crate::state::State;

/// An agent for one game. It remembers what it saw from one move to the next, until `new_game`.
#[pyclass(frozen, module = "zermelo")]
pub struct Agent {
    #[pyo3(get)]
    text: String,
    game: String,
    seed: u64,
    /// Away while it thinks.
    agent: Mutex<Option<Box<dyn AnyAgent>>>,
    guest: Option<Py<Guest>>,
}

/// What an agent chose: the action, its value, whether that is exact, the proof in a word, the depth, the nodes, and the line.
type Chosen = (usize, f64, bool, Option<&'static str>, Option<i32>, u32, u64, Vec<usize>);

#[pymethods]
impl Agent {
    /// Opens an agent by its text.
    #[new]
    #[pyo3(signature = (game, text, seed=0, guest=None))]
    fn new(py: Python<'_>, game: &Game, text: &str, seed: u64, guest: Option<Py<Guest>>) -> PyResult<Agent> {
        let mut agent = game.core.open.open_agent(&resolved(py, text)?, seed).map_err(bad_request)?;
        agent.new_game(stream(seed, "agent", 0));
        Ok(Agent {
            text: text.to_owned(),
            game: game.core.open.id(),
            seed,
            agent: Mutex::new(Some(agent)),
            guest,
        })
    }

    /// The id of its game.
    #[getter]
    fn game_id(&self) -> &str {
        &self.game
    }

    /// Forgets everything.
    fn new_game(&self) -> PyResult<()> {
        let mut agent = self.take()?;
        agent.new_game(stream(self.seed, "agent", 0));
        self.give_back(agent);
        Ok(())
    }

    /// Chooses an action.
    fn choose(&self, py: Python<'_>, state: &State) -> PyResult<Chosen> {
        if state.core.open.id() != self.game {
            let theirs = state.core.open.id();
            return Err(bad_argument(format!(
                "this agent plays {}, and the state is of {theirs}",
                self.game
            )));
        }
        if state.pos.is_over() {
            return Err(bad_argument("the game is over: there is nothing to choose"));
        }
        let (mut agent, pos) = (self.take()?, state.pos.clone());
        let stop = Stop::default();
        agent.stop_with(&stop);
        if let Some(guest) = &self.guest {
            guest.get().stops(&stop);
        }
        let (agent, choice) = interruptible(py, &stop, move |_| {
            let choice = agent.choose(&pos);
            (agent, choice)
        })?;
        self.give_back(agent);
        if let Some(guest) = &self.guest {
            guest.get().raise(py)?;
        }
        if let Some(forfeit) = choice.forfeit.filter(|&forfeit| forfeit != Forfeit::Resigned) {
            return Err(PyRuntimeError::new_err(format!("{} gives no move: {}", self.text, forfeit.id())));
        }
        let mut at = State::begin(&state.core, state.pos.clone());
        let mut line = Vec::new();
        let moves = if choice.line.is_empty() { vec![choice.mv] } else { choice.line };
        for mv in moves {
            line.push(at.action_of(mv));
            at.pos.play(mv);
        }
        let (proof, plies) = match Proof::of(choice.score, choice.is_exact) {
            Some(Proof::Win(plies)) => (Some("win"), Some(plies as i32)),
            Some(Proof::Loss(plies)) => (Some("loss"), Some(plies as i32)),
            Some(Proof::Draw) => (Some("draw"), None),
            None => (None, None),
        };
        let action = state.action_of(choice.mv);
        Ok((
            action,
            f64::from(choice.score.number()),
            choice.is_exact,
            proof,
            plies,
            choice.depth,
            choice.nodes,
            line,
        ))
    }
}

impl Agent {
    fn take(&self) -> PyResult<Box<dyn AnyAgent>> {
        let agent = self.agent.lock().map_or(None, |mut place| place.take());
        agent.ok_or_else(|| {
            PyRuntimeError::new_err(
                "this agent is thinking in another thread, or was interrupted while it thought: open another one",
            )
        })
    }

    fn give_back(&self, agent: Box<dyn AnyAgent>) {
        if let Ok(mut place) = self.agent.lock() {
            *place = Some(agent);
        }
    }
}
