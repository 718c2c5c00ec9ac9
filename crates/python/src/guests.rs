//! Agents and evaluators written in Python, kept under a name so that texts of agents can name them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_any::{AnyGame, AnyPosition, GuestAgent, GuestEvaluator, MoveIndex, ProgramAgent};
use zermelo_catalog::{OpenGame, Permission, guests};
use zermelo_game::{Budget, Choice, Forfeit, Player, Stop, Stream};

use crate::errors::{bad_argument, refused};
use crate::game::Core;
use crate::state::State;

static NEXT: AtomicU64 = AtomicU64::new(1);
/// The names of guests that are kept.
static TAKEN: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// A Python callable under a name: an agent, `guest(NAME)`, or an evaluator, `eval=guest(NAME)`. The callable is given a state. An
/// agent answers with an action, an evaluator with the state's value for the side to move.
#[pyclass(frozen, module = "zermelo")]
pub struct Guest {
    #[pyo3(get)]
    name: String,
    callable: Arc<Callable>,
}

/// What is called, and what went wrong.
struct Callable {
    function: Py<PyAny>,
    /// The first exception; whatever is going on is stopped by it.
    trouble: Mutex<Option<PyErr>>,
    /// What is going on.
    stop: Mutex<Stop>,
}

impl Callable {
    /// Keeps the first exception and stops what is going on.
    fn fail(&self, error: PyErr) {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }
}

#[pymethods]
impl Guest {
    /// Keeps a callable under a name of its own, or under this one, which nobody else may have meanwhile. `what` is `"agent"` or
    /// `"evaluator"`.
    #[new]
    #[pyo3(signature = (function, what, name=None))]
    fn new(function: Py<PyAny>, what: &str, name: Option<String>) -> PyResult<Guest> {
        let name = name.unwrap_or_else(|| format!("python-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        if !TAKEN.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone()) {
            return Err(bad_argument(format!(
                "another guest is called {name:?} at the moment: give it another name"
            )));
        }
        let callable = Arc::new(Callable { function, trouble: Mutex::default(), stop: Mutex::default() });
        let kept = match what {
            "agent" => guests::keep_agent(&name, Arc::new(Agents(callable.clone()))),
            "evaluator" => guests::keep_evaluator(
                &name,
                Arc::new(Evaluators { callable: callable.clone(), core: Mutex::default() }),
            ),
            other => Err(format!("{other:?}: a guest is an \"agent\" or an \"evaluator\"")),
        };
        if let Err(problem) = kept {
            TAKEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&name);
            return Err(bad_argument(problem));
        }
        Ok(Guest { name, callable })
    }

    /// Raises the first exception that the callable has raised since it was last asked.
    #[pyo3(name = "raise_trouble")]
    pub fn raise(&self, _py: Python<'_>) -> PyResult<()> {
        let trouble = self.callable.trouble.lock().unwrap_or_else(PoisonError::into_inner).take();
        trouble.map_or(Ok(()), Err)
    }
}

impl Guest {
    /// From now on an exception stops this.
    pub fn stops(&self, stop: &Stop) {
        *self.callable.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
    }
}

/// The texts that name it mean nothing from then on.
impl Drop for Guest {
    fn drop(&mut self) {
        guests::forget(&self.name);
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.name);
    }
}

struct Agents(Arc<Callable>);

impl GuestAgent for Agents {
    fn open(&self, game: Arc<dyn AnyGame>, _chance: Stream) -> Box<dyn ProgramAgent> {
        let core = Core::new(OpenGame::new(game, Permission::terminal()));
        Box::new(PythonAgent { callable: self.0.clone(), core, line: Vec::new(), knows_line: false })
    }
}

/// An agent written in Python, at a board.
struct PythonAgent {
    callable: Arc<Callable>,
    core: Arc<Core>,
    /// The moves from the start of the game, if they are known.
    line: Vec<MoveIndex>,
    knows_line: bool,
}

impl PythonAgent {
    /// The state of this position, with the way there if that is known: from the start by the moves that were told and those that
    /// were played since, the opponent's last one among them. What is not known is forgotten.
    fn state(&mut self, pos: &AnyPosition) -> State {
        let mut state = State::begin(&self.core, self.core.open.start());
        let is_line = self.line.iter().all(|&mv| state.advance(mv));
        if is_line && state.pos != *pos {
            let reply = state.pos.moves().find(|&mv| state.pos.after(mv) == *pos);
            if let Some(mv) = reply.filter(|&mv| state.advance(mv)) {
                self.line.push(mv);
            }
        }
        self.knows_line = is_line && state.pos == *pos;
        if self.knows_line {
            return state;
        }
        self.line.clear();
        State::begin(&self.core, pos.clone())
    }

    fn ask(&mut self, py: Python<'_>, pos: &AnyPosition) -> PyResult<MoveIndex> {
        let state = Bound::new(py, self.state(pos))?;
        let answer = self.callable.function.call1(py, (state.clone(),))?.into_bound(py);
        // Nobody but the position itself says which actions are legal: the callable may have played on its copy.
        let state = State::begin(&self.core, pos.clone());
        let action = answer.extract::<i64>().or_else(|_| answer.getattr("action")?.extract::<i64>());
        let action = action.map_err(|_| {
            let told = answer.repr().map_or_else(|_| "something".to_owned(), |repr| repr.to_string());
            refused("agent", &format!("an agent answered {told}: expected the number of a legal action"))
        })?;
        let mv = state.move_of(action)?;
        if self.knows_line {
            self.line.push(mv);
        }
        Ok(mv)
    }
}

impl ProgramAgent for PythonAgent {
    fn choose(&mut self, pos: &AnyPosition, _budget: &Budget) -> Choice<MoveIndex> {
        Python::attach(|py| match self.ask(py, pos) {
            Ok(mv) => Choice::of(mv),
            Err(error) => {
                self.callable.fail(error);
                self.line.clear();
                Choice { forfeit: Some(Forfeit::Crashed), ..Choice::of(MoveIndex(0)) }
            }
        })
    }

    fn hear_line(&mut self, moves: &[MoveIndex]) {
        self.line = moves.to_vec();
    }

    /// The opening was told before: what does not lead to the next position is forgotten then.
    fn new_game(&mut self, _chance: Stream) {}
}

struct Evaluators {
    callable: Arc<Callable>,
    /// The game it was asked about last: searches ask about one.
    core: Mutex<Option<Arc<Core>>>,
}

impl Evaluators {
    fn core(&self, game: &dyn AnyGame) -> Arc<Core> {
        let mut known = self.core.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some(core) if core.open.id() == game.id() => core.clone(),
            _ => known.insert(Core::new(OpenGame::new(game.share(), Permission::terminal()))).clone(),
        }
    }
}

impl GuestEvaluator for Evaluators {
    fn value(&self, game: &dyn AnyGame, pos: &AnyPosition, player: Player) -> f64 {
        let core = self.core(game);
        Python::attach(|py| {
            let ask = || -> PyResult<f64> {
                let state = Bound::new(py, State::begin(&core, pos.clone()))?;
                let value = self.callable.function.call1(py, (state,))?.extract::<f64>(py)?;
                if value.is_nan() {
                    return Err(PyValueError::new_err("an evaluator must give a number, not nan"));
                }
                Ok(value)
            };
            let value = ask().unwrap_or_else(|error| {
                self.callable.fail(error);
                0.0
            });
            if pos.to_move() == player { value } else { -value }
        })
    }
}
