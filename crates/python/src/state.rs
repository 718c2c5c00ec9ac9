//! A game in progress, with the names that OpenSpiel uses, so that code moves over.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use numpy::{PyArray1, PyArray3, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zermelo_any::{AnyPosition, MoveIndex};
use zermelo_catalog::svg;
use zermelo_game::{Outcome, Player};
use zermelo_report::png;
use zermelo_terminal::board;

use crate::errors::{bad_argument, refused};
use crate::game::{Again, Core, Game};

/// What `current_player` says at the end of a game, as in OpenSpiel.
const TERMINAL: i32 = -4;

/// How large pictures can be.
const SMALLEST: f32 = 0.05;
const LARGEST: f32 = 10.0;

/// A game in progress. Whose turn it is, what it sees and which actions it has are always those of the side to move.
#[pyclass(module = "zermelo")]
pub struct State {
    pub core: Arc<Core>,
    /// Where it began.
    origin: AnyPosition,
    /// Every action, and the position before it.
    past: Vec<(AnyPosition, usize)>,
    pub pos: AnyPosition,
}

impl State {
    pub fn begin(core: &Arc<Core>, pos: AnyPosition) -> State {
        State { core: core.clone(), origin: pos.clone(), past: Vec::new(), pos }
    }

    /// The legal move of an action.
    pub fn move_of(&self, action: i64) -> PyResult<MoveIndex> {
        let found = usize::try_from(action).ok().and_then(|action| self.core.plays.find(&self.pos, action));
        found.ok_or_else(|| {
            let why = match self.pos.outcome() {
                Some(_) => "the game is over".to_owned(),
                None => format!("legal are {}", listed(&self.legal_actions())),
            };
            refused("action", &format!("{action} is not a legal action: {why}"))
        })
    }

    /// Plays the move in this place of the list; false if there is none.
    pub fn advance(&mut self, mv: MoveIndex) -> bool {
        if mv.0 as usize >= self.pos.count_moves() {
            return false;
        }
        let (action, next) = (self.action_of(mv), self.pos.after(mv));
        self.past.push((std::mem::replace(&mut self.pos, next), action));
        true
    }

    /// The action of a legal move.
    pub fn action_of(&self, mv: MoveIndex) -> usize {
        self.core.plays.number(&self.pos, mv)
    }

    /// The action of a move that is written in the game's notation.
    pub fn move_text(&self, text: &str) -> PyResult<usize> {
        let mv = self.core.open.read_move(&self.pos, text);
        Ok(self.action_of(mv.map_err(|error| refused("move", &error.to_string()))?))
    }

    fn legal_actions(&self) -> Vec<usize> {
        let mut mask = vec![false; self.core.plays.count()];
        self.core.plays.mark(&self.pos, &mut mask);
        mask.iter().enumerate().filter(|&(_, &is_legal)| is_legal).map(|(action, _)| action).collect()
    }

    fn reward(&self, player: Player) -> f64 {
        match self.pos.outcome() {
            None | Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(winner)) if winner == player => 1.0,
            Some(Outcome::Win(_)) => -1.0,
        }
    }

    fn copy(&self) -> State {
        State {
            core: self.core.clone(),
            origin: self.origin.clone(),
            past: self.past.clone(),
            pos: self.pos.clone(),
        }
    }
}

/// The first few of many numbers.
fn listed(actions: &[usize]) -> String {
    const MOST: usize = 20;
    let mut text = actions.iter().take(MOST).map(usize::to_string).collect::<Vec<_>>().join(", ");
    if actions.len() > MOST {
        text.push_str(&format!(" and {} more", actions.len() - MOST));
    }
    text
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { core: self.core.clone() }
    }

    /// Whose turn it is: 0 or 1, or -4 if the game is over.
    fn current_player(&self) -> i32 {
        if self.pos.is_over() { TERMINAL } else { self.pos.to_move().index() as i32 }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.pos.is_over()
    }

    /// What the first and the second player get: 1 for a win, -1 for a loss; 0 for a draw, and while the game goes on.
    fn returns(&self) -> [f64; 2] {
        [self.reward(Player::First), self.reward(Player::Second)]
    }

    /// The same: only the end of a game is rewarded.
    fn rewards(&self) -> [f64; 2] {
        self.returns()
    }

    /// What a player gets: see `returns`.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        let found = usize::try_from(player).ok().and_then(|player| self.returns().get(player).copied());
        found
            .ok_or_else(|| PyIndexError::new_err(format!("there is no player {player}: players are 0 and 1")))
    }

    /// The legal actions, in ascending order; none once the game is over, and none of a `player` whose turn it is not.
    #[pyo3(name = "legal_actions", signature = (player=None))]
    fn legal_actions_of(&self, player: Option<i32>) -> Vec<usize> {
        if player.is_some_and(|player| player != self.current_player()) {
            return Vec::new();
        }
        self.legal_actions()
    }

    /// Which actions are legal, as an array of booleans.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let array = PyArray1::zeros(py, self.core.plays.count(), false);
        self.core.plays.mark(&self.pos, array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }

    /// Plays a legal action.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let mv = self.move_of(action)?;
        let next = self.pos.after(mv);
        self.past.push((std::mem::replace(&mut self.pos, next), action as usize));
        Ok(())
    }

    /// Takes the last action back. OpenSpiel's two arguments, the player and the action, may be given and are compared.
    #[pyo3(signature = (player=None, action=None))]
    fn undo_action(&mut self, player: Option<i64>, action: Option<i64>) -> PyResult<()> {
        let Some((before, last)) = self.past.last() else {
            return Err(bad_argument("no action has been played that could be taken back"));
        };
        if action.is_some_and(|action| action != *last as i64)
            || player.is_some_and(|player| player != before.to_move().index() as i64)
        {
            let mover = before.to_move().index();
            return Err(bad_argument(format!("the last action was {last}, by player {mover}")));
        }
        if let Some((before, _)) = self.past.pop() {
            self.pos = before;
        }
        Ok(())
    }

    /// The state after a legal action; this one stays as it is.
    fn child(&self, action: i64) -> PyResult<State> {
        let mut next = self.copy();
        next.apply_action(action)?;
        Ok(next)
    }

    /// An independent copy.
    #[pyo3(name = "clone")]
    fn cloned(&self) -> State {
        self.copy()
    }

    /// The actions played so far.
    fn history(&self) -> Vec<usize> {
        self.past.iter().map(|&(_, action)| action).collect()
    }

    /// How many actions have been played.
    fn move_number(&self) -> usize {
        self.past.len()
    }

    /// A legal action in the game's notation. Before it OpenSpiel's other argument, the player, may be given.
    #[pyo3(signature = (action, more=None))]
    fn action_to_string(&self, action: i64, more: Option<i64>) -> PyResult<String> {
        let mv = self.move_of(more.unwrap_or(action))?;
        Ok(self.core.open.write_move(&self.pos, mv))
    }

    /// The action of a move in the game's notation. Before it OpenSpiel's other argument, the player, may be given.
    #[pyo3(signature = (text, more=None))]
    fn string_to_action(&self, text: &Bound<'_, PyAny>, more: Option<&str>) -> PyResult<usize> {
        match more {
            Some(more) => self.move_text(more),
            None => self.move_text(&text.extract::<String>()?),
        }
    }

    /// What the side to move sees, as planes of 32-bit numbers; counts are shares of the highest. Only the side to move has a
    /// view: another `player` is refused.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let mover = self.pos.to_move().index() as i64;
        if player.is_some_and(|player| player != mover) {
            return Err(bad_argument(format!(
                "observations are those of the player to move, who is {mover}: leave the player out"
            )));
        }
        let mut words = vec![0; self.core.encoder.n_words()];
        self.core.encoder.write(&self.pos, &mut words);
        let array = PyArrayDyn::zeros(py, self.core.planes.shape(), false);
        self.core.planes.write(&words, array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }

    /// The position as text, which `Game.read_position` reads.
    #[getter]
    fn position(&self) -> String {
        self.core.open.write_position(&self.pos)
    }

    /// Why the game ended, in words: "white wins: four in a row"; `None` while it goes on.
    #[getter]
    fn result(&self) -> Option<String> {
        let outcome = self.pos.outcome()?;
        Some(self.core.open.tell(outcome, self.core.open.reason(&self.pos)))
    }

    /// The values of the game's features by name, for the side to move; none once the game is over.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let features = PyDict::new(py);
        if self.pos.is_over() {
            return Ok(features);
        }
        let values = self.core.open.measure(&self.pos);
        for (feature, value) in self.core.open.features().iter().zip(values) {
            features.set_item(feature.name, value)?;
        }
        Ok(features)
    }

    /// The board as text.
    fn __str__(&self) -> String {
        let view = self.core.open.view(&self.pos);
        let mut text = board::draw(&view, &[], board::Look::on_terminal(false, false));
        for line in board::trays(&view, self.core.open.players()) {
            text.push_str(&line);
            text.push('\n');
        }
        text.push_str(&match self.result() {
            Some(result) => format!("{result}\n"),
            None => format!("{} to move\n", self.core.open.name(self.pos.to_move())),
        });
        text
    }

    fn __repr__(&self) -> String {
        format!("{}.read_position({:?})", self.game().repr(), self.position())
    }

    /// The board as a picture, in notebooks.
    fn _repr_svg_(&self) -> String {
        let title = match self.result() {
            Some(result) => result,
            None => format!("{} to move", self.core.open.name(self.pos.to_move())),
        };
        svg::draw(&self.core.open.view(&self.pos), &title, false)
    }

    /// The board as an array of pixels: rows, columns, and red, green and blue. `scale` makes it larger.
    #[pyo3(signature = (scale=1.0))]
    fn picture<'py>(&self, py: Python<'py>, scale: f32) -> PyResult<Bound<'py, PyArray3<u8>>> {
        if !(SMALLEST..=LARGEST).contains(&scale) {
            return Err(bad_argument(format!("scale={scale}: expected {SMALLEST} to {LARGEST}")));
        }
        let svg = self._repr_svg_();
        let painted = py.detach(|| png::paint_pixels(&svg, scale));
        let (pixels, width, height) = painted.map_err(bad_argument)?;
        // The page is white where nothing is painted.
        let page = |colour: u8, opacity: u8| {
            let (colour, opacity) = (u32::from(colour), u32::from(opacity));
            ((colour * opacity + 255 * (255 - opacity)) / 255) as u8
        };
        let rgb = pixels
            .chunks_exact(4)
            .flat_map(|pixel| [page(pixel[0], pixel[3]), page(pixel[1], pixel[3]), page(pixel[2], pixel[3])]);
        PyArray1::from_vec(py, rgb.collect()).reshape([height, width, 3])
    }

    /// States are equal if their games and positions are; the way there does not count.
    fn __eq__(&self, other: &State) -> bool {
        (Arc::ptr_eq(&self.core, &other.core) || self.core.open.id() == other.core.open.id())
            && self.pos == other.pos
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        self.pos.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copy()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PyResult<Again<'py, (Game, String, Vec<usize>)>> {
        let state = slf.borrow();
        let again = py.import("zermelo")?.getattr("_state_again")?;
        let origin = state.core.open.write_position(&state.origin);
        Ok((again, (state.game(), origin, state.history())))
    }
}
