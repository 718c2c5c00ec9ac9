//! A game, opened.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zermelo_any::{AnyPlays, Encoder};
use zermelo_batch::{Layout, Looks};
use zermelo_catalog::{OpenGame, Permission, catalog, game_texts};
use zermelo_game::Extent;

use crate::errors::{bad_argument, bad_request};
use crate::state::State;

/// What pickle wants to know: what to call, and with what.
pub type Again<'py, A> = (Bound<'py, PyAny>, A);

/// What states and batches of a game share.
pub struct Core {
    pub open: OpenGame,
    pub plays: Box<dyn AnyPlays>,
    pub encoder: Box<dyn Encoder>,
    pub planes: Looks,
}

impl Core {
    pub fn new(open: OpenGame) -> Arc<Core> {
        let encoder = open.encoder();
        Arc::new(Core { plays: open.plays(), planes: Looks::new(&*encoder, Layout::Planes), encoder, open })
    }
}

/// A game. `zermelo.game("connect4")` opens one.
#[pyclass(frozen, module = "zermelo")]
pub struct Game {
    pub core: Arc<Core>,
}

impl Game {
    /// What opens it again.
    pub fn repr(&self) -> String {
        format!("zermelo.game({:?})", self.core.open.id())
    }
}

#[pymethods]
impl Game {
    /// Opens a game by its id or the path of a file, or by its text.
    #[new]
    #[pyo3(signature = (id=None, text=None))]
    fn new(py: Python<'_>, id: Option<&str>, text: Option<&str>) -> PyResult<Game> {
        let permission = Permission::terminal();
        let is_name = |id: &str| !id.is_empty() && (!id.contains('=') || id.contains(':'));
        if text.is_some() && id.is_some_and(is_name) {
            return Err(bad_argument(
                "give the id of a game or its text, not both; beside a text stand only sizes, as in \"size=5\"",
            ));
        }
        if (id, text) == (None, None) {
            return Err(bad_argument("name a game, such as \"connect4\", or give its text"));
        }
        let opened = py.detach(|| match (id, text) {
            (Some(id), None) => catalog::open_for(id, permission),
            (parameters, Some(text)) => {
                let parameters = parameters.unwrap_or_default();
                game_texts::open_text(text, parameters, "the text")
                    .map(|opened| OpenGame::new(opened.game.into(), permission))
            }
            (None, None) => catalog::open_for("", permission),
        });
        Ok(Game { core: Core::new(opened.map_err(bad_request)?) })
    }

    /// The one text that names this game and its sizes.
    #[getter]
    fn id(&self) -> String {
        self.core.open.id()
    }

    /// Its name.
    #[getter]
    fn title(&self) -> &'static str {
        self.core.open.title()
    }

    /// The game in a sentence or two.
    #[getter]
    fn summary(&self) -> &'static str {
        self.core.open.summary()
    }

    /// What the first and the second player are called.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        let [first, second] = self.core.open.players();
        (first, second)
    }

    /// How many actions there are. Every legal move has a number below.
    #[getter]
    fn n_actions(&self) -> usize {
        self.core.plays.count()
    }

    /// What an action's number means, in words.
    #[getter]
    fn actions(&self) -> String {
        self.core.plays.about().to_owned()
    }

    /// No game has more plies than this.
    #[getter]
    fn max_plies(&self) -> usize {
        self.core.open.max_plies()
    }

    /// Whether a game can end in a draw.
    #[getter]
    fn can_draw(&self) -> bool {
        self.core.open.can_draw()
    }

    /// The text of a game that is written as text; `None` for one that is compiled into the program.
    #[getter]
    fn text(&self) -> Option<String> {
        game_texts::text_of(&self.id()).map(|text| text.to_string())
    }

    /// What an observation shows: its `shape` as planes, the names of the `planes`, how many `flat` inputs there are, and their
    /// `signature`, which a network names that is trained on them.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (encoder, facts) = (&self.core.encoder, PyDict::new(py));
        facts.set_item("shape", PyTuple::new(py, self.core.planes.shape())?)?;
        let planes: Vec<(String, Option<usize>)> = (encoder.planes().iter())
            .map(|plane| match plane.extent {
                Extent::Cells => (plane.name.clone(), None),
                Extent::Levels(n_levels) => (plane.name.clone(), Some(n_levels)),
            })
            .collect();
        let names: Vec<&str> = planes.iter().map(|(name, _)| name.as_str()).collect();
        facts.set_item("planes", names)?;
        let levels: Vec<Option<usize>> = planes.iter().map(|&(_, levels)| levels).collect();
        facts.set_item("levels", levels)?;
        facts.set_item("flat", encoder.count())?;
        facts.set_item("cells", encoder.cells().to_vec())?;
        facts.set_item("signature", encoder.signature())?;
        Ok(facts)
    }

    /// The evaluators that agents can name here: their forms with a sentence each, the best first.
    #[getter]
    fn evaluators(&self) -> Vec<(&'static str, &'static str)> {
        self.core.open.evaluators().iter().map(|info| (info.form, info.about)).collect()
    }

    /// The start of a game.
    fn new_initial_state(&self) -> State {
        State::begin(&self.core, self.core.open.start())
    }

    /// The state of a position that is written as text, as `State.position` writes it.
    fn read_position(&self, text: &str) -> PyResult<State> {
        let pos = self.core.open.read_position(text).map_err(bad_request)?;
        Ok(State::begin(&self.core, pos))
    }

    fn __repr__(&self) -> String {
        self.repr()
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.id() == other.id()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.id().hash(&mut hasher);
        hasher.finish()
    }

    /// A game written as text is opened again by its text, anywhere.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Again<'py, (String, Option<String>)>> {
        let game = slf.get();
        let id = game.id();
        let parameters = id.split_once(':').map_or("", |(_, parameters)| parameters).to_owned();
        let (name, text) = match game.text() {
            Some(text) => (parameters, Some(text)),
            None => (id, None),
        };
        Ok((slf.get_type().into_any(), (name, text)))
    }
}
