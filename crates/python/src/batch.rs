//! Thousands of games stepped in one call into arrays that are made once.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError, mpsc};
use std::thread;
use std::time::Duration;

use numpy::ndarray::{Dimension, Ix1, Ix2, IxDyn};
use numpy::{
    Element as NumpyElement, PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zermelo_batch::{Asked, BatchError, Element, IfIllegal, Layout, Rows, Seeds};
use zermelo_game::{Player, Stop};

use crate::errors::{bad_argument, bad_request, refused};
use crate::game::{Core, Game};
use crate::guests::Guest;
use crate::names::{resolved, threads_of};
use crate::state::State;

/// With fewer games than this a step is over before another thread could do anything with the interpreter.
const WORTH_DETACHING: usize = 32;
/// How often signals are looked for while agents think.
const EVERY: Duration = Duration::from_millis(100);

/// The arrays of observations, of the type that was asked for.
enum Views {
    Bytes(View<u8>),
    Floats(View<f32>),
    Words(View<u64>),
}

struct View<T> {
    obs: Py<PyArrayDyn<T>>,
    final_obs: Py<PyArrayDyn<T>>,
}

impl<T: NumpyElement + Element> View<T> {
    fn new(py: Python<'_>, shape: &[usize]) -> PyResult<View<T>> {
        Ok(View { obs: zeros::<T, IxDyn>(py, shape)?, final_obs: zeros::<T, IxDyn>(py, shape)? })
    }
}

/// An array that NumPy makes itself: where there is no memory, it raises `MemoryError`.
fn zeros<T: NumpyElement, D: Dimension>(py: Python<'_>, shape: &[usize]) -> PyResult<Py<PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, T::get_dtype(py)))?;
    Ok(array.cast_into()?.unbind())
}

/// A copy, if there is memory for it.
fn copied<T: Copy>(numbers: &[T]) -> PyResult<Vec<T>> {
    let mut copy = Vec::new();
    let reserved = copy.try_reserve_exact(numbers.len());
    reserved.map_err(|_| no_memory(numbers.len()))?;
    copy.extend_from_slice(numbers);
    Ok(copy)
}

fn no_memory(n: usize) -> PyErr {
    PyMemoryError::new_err(format!("there is no memory for {n} games"))
}

/// How many bytes of memory are free, where the system tells.
fn free_memory() -> Option<usize> {
    let facts = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = facts.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// Many games of one kind side by side. Every step overwrites the arrays `obs`, `mask`, `reward`, `terminated`, `player` and `action`;
/// `final_obs` keeps what was last seen of games that have ended. A game that ends begins again at once.
#[pyclass(frozen, subclass, module = "zermelo")]
pub struct Batch {
    core: Arc<Core>,
    /// Locked by one call at a time; a second one is refused.
    batch: Mutex<zermelo_batch::Batch>,
    n: usize,
    if_illegal: IfIllegal,
    threads: usize,
    views: Views,
    mask: Py<PyArray2<bool>>,
    reward: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    player: Py<PyArray1<i8>>,
    action: Py<PyArray1<i64>>,
}

/// What the arrays can be asked to do, with the type of the observations.
trait Act<R> {
    fn act<T: Element>(self, batch: &mut zermelo_batch::Batch, rows: &mut Rows<'_, T>) -> R;
}

impl Batch {
    /// The games, for this call alone.
    fn alone(&self) -> PyResult<MutexGuard<'_, zermelo_batch::Batch>> {
        match self.batch.try_lock() {
            Ok(batch) => Ok(batch),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another call is at work on this batch: it takes one call at a time, so wait for it or make a batch for each thread",
            )),
        }
    }

    /// Does something with the arrays; nobody else can meanwhile.
    fn with_rows<R: Send, A: Act<R> + Send>(&self, py: Python<'_>, act: A) -> PyResult<R> {
        self.with_rows_of(py, &mut *self.alone()?, act)
    }

    fn with_rows_of<R: Send, A: Act<R> + Send>(
        &self,
        py: Python<'_>,
        batch: &mut zermelo_batch::Batch,
        act: A,
    ) -> PyResult<R> {
        let Batch { views, mask, reward, terminated, player, action, .. } = self;
        let arrays = Arrays { mask, reward, terminated, player, action };
        match views {
            Views::Bytes(view) => arrays.with(py, batch, view, act),
            Views::Floats(view) => arrays.with(py, batch, view, act),
            Views::Words(view) => arrays.with(py, batch, view, act),
        }
    }
}

struct Arrays<'a> {
    mask: &'a Py<PyArray2<bool>>,
    reward: &'a Py<PyArray1<f32>>,
    terminated: &'a Py<PyArray1<bool>>,
    player: &'a Py<PyArray1<i8>>,
    action: &'a Py<PyArray1<i64>>,
}

impl Arrays<'_> {
    fn with<T: NumpyElement + Element, R: Send, A: Act<R> + Send>(
        &self,
        py: Python<'_>,
        batch: &mut zermelo_batch::Batch,
        view: &View<T>,
        act: A,
    ) -> PyResult<R> {
        let mut obs = view.obs.bind(py).try_readwrite()?;
        let mut final_obs = view.final_obs.bind(py).try_readwrite()?;
        let mut mask = self.mask.bind(py).try_readwrite()?;
        let mut reward = self.reward.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut player = self.player.bind(py).try_readwrite()?;
        let mut action = self.action.bind(py).try_readwrite()?;
        let mut rows = Rows {
            observations: obs.as_slice_mut()?,
            masks: mask.as_slice_mut()?,
            rewards: reward.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            players: player.as_slice_mut()?,
            actions: action.as_slice_mut()?,
            last_observations: final_obs.as_slice_mut()?,
        };
        if batch.len() < WORTH_DETACHING {
            return Ok(act.act(batch, &mut rows));
        }
        let rows = &mut rows;
        Ok(py.detach(move || act.act(batch, rows)))
    }
}

struct Look;
impl Act<()> for Look {
    fn act<T: Element>(self, batch: &mut zermelo_batch::Batch, rows: &mut Rows<'_, T>) {
        batch.look(rows);
    }
}

struct Step<'a>(&'a [i64], IfIllegal);
impl Act<Result<(), BatchError>> for Step<'_> {
    fn act<T: Element>(
        self,
        batch: &mut zermelo_batch::Batch,
        rows: &mut Rows<'_, T>,
    ) -> Result<(), BatchError> {
        batch.step(self.0, self.1, rows)
    }
}

struct Randomly;
impl Act<()> for Randomly {
    fn act<T: Element>(self, batch: &mut zermelo_batch::Batch, rows: &mut Rows<'_, T>) {
        batch.play_random(rows);
    }
}

/// Asks an agent, on another thread than the one that hears signals.
struct Think<'a> {
    agent: &'a str,
    asked: Asked<'a>,
    stop: Stop,
}

impl Act<PyResult<Result<(), BatchError>>> for Think<'_> {
    fn act<T: Element>(
        self,
        batch: &mut zermelo_batch::Batch,
        rows: &mut Rows<'_, T>,
    ) -> PyResult<Result<(), BatchError>> {
        let stop = &self.stop;
        let (tell, told) = mpsc::sync_channel(1);
        thread::scope(|scope| {
            let hand = stop;
            scope.spawn(move || {
                let _ = tell.send(batch.play(self.agent, self.asked, hand, rows));
            });
            let mut signal = None;
            loop {
                match told.recv_timeout(EVERY) {
                    Ok(answer) => return signal.map_or(Ok(answer), Err),
                    Err(mpsc::RecvTimeoutError::Disconnected) => {
                        return signal.map_or(Ok(Err(BatchError::Stopped)), Err);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
                if let Err(error) = heard() {
                    stop.stop();
                    signal.get_or_insert(error);
                }
            }
        })
    }
}

/// An exception that a signal raises, on the thread that hears signals.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is not general enough")]
fn heard() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

fn told(error: BatchError) -> PyErr {
    match error {
        BatchError::Request(error) => bad_request(error),
        BatchError::Illegal { .. } => refused("action", &error.to_string()),
        BatchError::Memory { n } => no_memory(n),
        error => bad_argument(error),
    }
}

const SEED: &str = "expected a whole number from 0 to 2**64 - 1, or one for each game";

/// A seed for all games, or one for each.
fn seeds_of(py: Python<'_>, seed: &Bound<'_, PyAny>, n: usize) -> PyResult<Seeds> {
    match seed.extract::<u64>() {
        Ok(seed) => return Ok(Seeds::Shared(seed)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            return Err(bad_argument(format!("seed={seed}: {SEED}")));
        }
        Err(_) => {}
    }
    let array = py.import("numpy")?.call_method1("asarray", (seed,))?;
    if array.getattr("ndim")?.extract::<usize>()? != 1 {
        return Err(bad_argument(format!("seed={}: {SEED}", seed.repr()?)));
    }
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.len()? == 0;
    if !is_empty && (kind != "i" && kind != "u" || array.call_method0("min")?.lt(0)?) {
        return Err(bad_argument(format!("seed: {SEED}")));
    }
    let array = array.call_method1("astype", ("uint64",))?.cast_into::<PyArray1<u64>>()?;
    let array = array.try_readonly()?;
    let seeds = copied(array.as_slice()?)?;
    if seeds.len() != n {
        return Err(bad_argument(format!("seed has {} numbers, and there are {n} games", seeds.len())));
    }
    Ok(Seeds::Each(seeds))
}

/// The player of a number.
pub fn player_of(player: Option<i64>) -> PyResult<Option<Player>> {
    match player {
        None => Ok(None),
        Some(0) => Ok(Some(Player::First)),
        Some(1) => Ok(Some(Player::Second)),
        Some(other) => Err(bad_argument(format!("there is no player {other}: players are 0 and 1"))),
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    #[pyo3(signature = (game, n, seed, threads, layout, dtype, illegal))]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: usize,
        seed: &Bound<'_, PyAny>,
        threads: i64,
        layout: &str,
        dtype: &str,
        illegal: &str,
    ) -> PyResult<Batch> {
        /// What a row has besides what is seen: small arrays, its position, its choice, its chance.
        const ROW: usize = 160;
        let layout = match layout {
            "planes" => Layout::Planes,
            "flat" => Layout::Flat,
            "bits" => Layout::Bits,
            other => {
                return Err(bad_argument(format!(
                    "layout={other:?}: expected \"planes\", \"flat\" or \"bits\""
                )));
            }
        };
        let if_illegal = match illegal {
            "raise" => IfIllegal::Refuse,
            "lose" => IfIllegal::Lose,
            other => return Err(bad_argument(format!("illegal={other:?}: expected \"raise\" or \"lose\""))),
        };
        if n == 0 {
            return Err(bad_argument("n=0: a batch needs at least one game"));
        }
        let threads = threads_of(threads)?;
        let core = game.core.clone();
        let look = zermelo_batch::Looks::new(&*core.encoder, layout);
        let element = match dtype {
            "uint64" => 8,
            "float32" => 4,
            _ => 1,
        };
        let bytes = n.saturating_mul(2 * look.len() * element + core.plays.count() + ROW);
        let free = free_memory().unwrap_or(isize::MAX as usize);
        if bytes > free {
            let (bytes, free) = (bytes >> 30, free >> 30);
            return Err(bad_argument(format!(
                "n={n}: so many games take about {bytes} GB of memory, and {free} GB are free"
            )));
        }
        let seeds = seeds_of(py, seed, n)?;
        let batch =
            py.detach(|| zermelo_batch::Batch::new(&core.open, n, &seeds, layout, threads)).map_err(told)?;
        let shape: Vec<usize> = std::iter::once(n).chain(look.shape().iter().copied()).collect();
        let views = match (dtype, layout) {
            ("uint64", Layout::Bits) => Views::Words(View::new(py, &shape)?),
            ("uint8", Layout::Planes | Layout::Flat) => Views::Bytes(View::new(py, &shape)?),
            ("float32", Layout::Planes | Layout::Flat) => Views::Floats(View::new(py, &shape)?),
            (other, Layout::Bits) => {
                return Err(bad_argument(format!("dtype={other}: bits are words of numpy.uint64")));
            }
            (other, _) => {
                return Err(bad_argument(format!("dtype={other}: expected numpy.uint8 or numpy.float32")));
            }
        };
        let new = Batch {
            mask: zeros::<bool, Ix2>(py, &[n, core.plays.count()])?,
            reward: zeros::<f32, Ix1>(py, &[n])?,
            terminated: zeros::<bool, Ix1>(py, &[n])?,
            player: zeros::<i8, Ix1>(py, &[n])?,
            action: zeros::<i64, Ix1>(py, &[n])?,
            core,
            batch: Mutex::new(batch),
            n,
            if_illegal,
            threads,
            views,
        };
        new.with_rows(py, Look)?;
        Ok(new)
    }

    /// What the player to move sees in each game.
    #[getter]
    fn obs<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.views {
            Views::Bytes(view) => view.obs.bind(py).clone().into_any(),
            Views::Floats(view) => view.obs.bind(py).clone().into_any(),
            Views::Words(view) => view.obs.bind(py).clone().into_any(),
        }
    }

    /// What was seen at the end of games, by the player who would have been next; rows whose game has not ended are not overwritten.
    #[getter]
    fn final_obs<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.views {
            Views::Bytes(view) => view.final_obs.bind(py).clone().into_any(),
            Views::Floats(view) => view.final_obs.bind(py).clone().into_any(),
            Views::Words(view) => view.final_obs.bind(py).clone().into_any(),
        }
    }

    /// Which actions are legal in each game.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.mask.bind(py).clone()
    }

    /// What the player who has just moved gets: 1 for a win, -1 for a loss, otherwise 0.
    #[getter]
    fn reward<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.reward.bind(py).clone()
    }

    /// Whether the last step ended the game, so that a new one has begun in its row.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.terminated.bind(py).clone()
    }

    /// Whose turn it is in each game: 0 or 1.
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.player.bind(py).clone()
    }

    /// The actions of the last step; -1 where none was played.
    #[getter]
    fn action<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.action.bind(py).clone()
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { core: self.core.clone() }
    }

    /// How many actions there are.
    #[getter]
    fn n_actions(&self) -> usize {
        self.core.plays.count()
    }

    /// On how many threads games are played.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("zermelo.Batch({:?}, n={})", self.core.open.id(), self.n)
    }

    /// Begins all games anew. With a `seed`, chance begins anew too; a list or an array has a seed for each game.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seeds = seed.map(|seed| seeds_of(py, seed, self.n)).transpose()?;
        let mut batch = self.alone()?;
        batch.restart(seeds.as_ref());
        self.with_rows_of(py, &mut batch, Look)
    }

    /// Plays an action in each game. A game whose action is -1 is left as it is.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let converted;
        let actions = match actions.cast::<PyArray1<i64>>() {
            // Somebody may hand the array of the last actions back.
            Ok(array) if array.is_contiguous() && !array.is(self.action.bind(py)) => array,
            _ => {
                converted = whole_numbers(py, actions)?;
                &converted
            }
        };
        let actions = actions.try_readonly()?;
        self.with_rows(py, Step(actions.as_slice()?, self.if_illegal))?.map_err(told)
    }

    /// Draws a random legal action for each game, all equally likely, and plays nothing: `step(sample())` is what `play_random()` is,
    /// with room between them to look at the actions or to change some.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = zeros::<i64, Ix1>(py, &[self.n])?.into_bound(py);
        {
            let mut rows = actions.try_readwrite()?;
            let rows = rows.as_slice_mut()?;
            let mut batch = self.alone()?;
            let batch = &mut *batch;
            let drawn =
                if self.n < WORTH_DETACHING { batch.sample(rows) } else { py.detach(|| batch.sample(rows)) };
            drawn.map_err(told)?;
        }
        Ok(actions)
    }

    /// Plays a random move in each game.
    fn play_random(&self, py: Python<'_>) -> PyResult<()> {
        self.with_rows(py, Randomly)
    }

    /// Plays the move of an agent in each game in which it is the turn of `player` (0 or 1), in those that `rows` says, or in all
    /// games.
    #[pyo3(signature = (agent, player=None, rows=None, guest=None))]
    fn play(
        &self,
        py: Python<'_>,
        agent: &str,
        player: Option<i64>,
        rows: Option<PyReadonlyArray1<'_, bool>>,
        guest: Option<&Bound<'_, Guest>>,
    ) -> PyResult<()> {
        let rows = rows.map(|rows| copied(rows.as_slice()?)).transpose()?;
        let asked = match (player_of(player)?, &rows) {
            (None, None) => Asked::All,
            (Some(player), None) => Asked::Player(player),
            (None, Some(rows)) => Asked::Rows(rows),
            (Some(_), Some(_)) => return Err(bad_argument("give `player` or `where`, not both")),
        };
        let agent = resolved(py, agent)?;
        // What an agent written in Python raises stops the step before anything is played.
        let stop = Stop::default();
        if let Some(guest) = guest {
            guest.get().stops(&stop);
        }
        let outcome = self.play_detached(py, Think { agent: &agent, asked, stop })?;
        if let Some(guest) = guest {
            guest.get().raise(py)?;
        }
        outcome.map_err(told)
    }

    /// The game of a row as a state of its own, which begins there.
    fn state(&self, row: isize) -> PyResult<State> {
        let place = self.place(row)?;
        let pos = self.alone()?.position(place).expect("the place was checked");
        Ok(State::begin(&self.core, pos))
    }

    /// Puts the position of a state in a row.
    fn set_state(&self, py: Python<'_>, row: isize, state: &State) -> PyResult<()> {
        let place = self.place(row)?;
        if state.core.open.id() != self.core.open.id() {
            let (theirs, ours) = (state.core.open.id(), self.core.open.id());
            return Err(bad_argument(format!("the state is of {theirs}, and the batch of {ours}")));
        }
        if state.pos.is_over() {
            return Err(bad_argument("the game of this state is over: a row needs one that goes on"));
        }
        let mut batch = self.alone()?;
        batch.set_position(place, &state.pos);
        self.with_rows_of(py, &mut batch, Look)
    }
}

impl Batch {
    fn play_detached(&self, py: Python<'_>, think: Think<'_>) -> PyResult<Result<(), BatchError>> {
        /// The same, however few games there are: an agent takes its time, and signals are heard only where the interpreter is free.
        struct Detached<'a>(Think<'a>);
        impl Act<PyResult<Result<(), BatchError>>> for Detached<'_> {
            fn act<T: Element>(
                self,
                batch: &mut zermelo_batch::Batch,
                rows: &mut Rows<'_, T>,
            ) -> PyResult<Result<(), BatchError>> {
                Python::attach(|py| {
                    let think = self.0;
                    py.detach(move || think.act(batch, rows))
                })
            }
        }
        self.with_rows(py, Detached(think))?
    }

    fn place(&self, row: isize) -> PyResult<usize> {
        let n = self.n;
        let place = if row < 0 { row + n as isize } else { row };
        usize::try_from(place).ok().filter(|&place| place < n).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("there is no row {row}: there are {n} games"))
        })
    }
}

/// An array of other numbers, or a list, as 64-bit whole numbers. Fractions are refused.
fn whole_numbers<'py>(py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        let dtype = array.getattr("dtype")?.str()?;
        return Err(bad_argument(format!("actions should be whole numbers, but are {dtype}")));
    }
    let is_wide = array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == size_of::<u64>();
    let array = if kind == "u" && is_wide {
        // What is too large for 64 bits with a sign is no action either, and may not become a small or a negative number.
        numpy.call_method1("minimum", (array, i64::MAX))?
    } else {
        array
    };
    let array = numpy.call_method1("array", (array, "int64"))?;
    array
        .cast_into::<PyArray1<i64>>()
        .map_err(|_| bad_argument("actions should be one row of numbers, one for each game"))
}
