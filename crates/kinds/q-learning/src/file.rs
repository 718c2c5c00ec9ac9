//! The experiment file of a Q-learning. What it leaves out is as in the first Isolation study.

use serde::Deserialize;
use zermelo_learn::network::{Layer, Shape, Start};
use zermelo_learn::optimiser::Method;
use zermelo_learn::{Activation, Loss, QSettings};

use crate::form::FORM;
use zermelo_any::Folder;
use zermelo_catalog::{RequestError, networks};
use zermelo_kind::Common;
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};
use zermelo_kind::{OpeningsFile, pairs_of, read_openings};
use zermelo_runner::game_runner::{Entrant, Openings};

/// A Q-learning as it is to be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct QLearningPlan {
    /// The head of the file.
    pub common: Common,
    /// After how many moves the network is kept and tested, in increasing order; the last ends the learning.
    pub moves: Vec<u64>,
    /// The sizes of the hidden layers.
    pub hidden: Vec<usize>,
    /// What their units make of their sums.
    pub activation: Activation,
    /// How weights begin.
    pub start: Start,
    /// How many experiences are remembered.
    pub memory: usize,
    /// How many must be remembered before the first step.
    pub warm_up: usize,
    /// Which moves are tried.
    pub exploration: Exploration,
    /// How many plies of each game are random, and not learnt from.
    pub random_plies: u32,
    /// How it learns.
    pub settings: QSettings,
    /// The step at the end: it goes there evenly from the settings' step.
    pub last_step: f32,
    /// How many experiences a step is taken with.
    pub batch: Batch,
    /// How many moves are made for each step.
    pub every: u64,
    /// The games at every checkpoint.
    pub test: TestPlan,
}

/// Which moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Exploration {
    /// The first Isolation study: moves that surprise. The chance of a move is proportional to how wrong its worth is
    /// by what follows, and a little to what it is worth. Moves that end the game are remembered also if they are not
    /// made, unless they are known well.
    TdError {},
    /// The best move, but with this probability any.
    EpsilonGreedy {
        /// The probability.
        epsilon: f64,
    },
}

/// How many experiences a step is taken with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// Everything that is remembered.
    All,
    /// So many, drawn from the memory.
    Drawn(usize),
}

/// The games at every checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct TestPlan {
    /// Who plays, with `{eval}` where the evaluator belongs.
    pub agent: String,
    /// Pairs of games against each opponent.
    pub pairs: u32,
    /// How they begin: the same way at every checkpoint.
    pub openings: Openings,
    /// Against whom.
    pub opponents: Vec<Entrant>,
    /// The published score at each checkpoint in percent; empty if nobody published any.
    pub published: Vec<f64>,
    /// How many games each published score rests on.
    pub published_games: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    moves: Vec<u64>,
    #[serde(default)]
    network: NetworkFile,
    #[serde(default)]
    play: PlayFile,
    #[serde(default)]
    learning: LearningFile,
    test: TestFile,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct NetworkFile {
    hidden: Vec<usize>,
    activation: Activation,
    start: NumberOrWord<f32>,
}

impl Default for NetworkFile {
    fn default() -> NetworkFile {
        let start = NumberOrWord::Number(0.4);
        NetworkFile { hidden: vec![148, 102, 55], activation: Activation::Elu, start }
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct PlayFile {
    exploration: Option<Exploration>,
    random_plies: u32,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct LearningFile {
    memory: usize,
    warm_up: Option<usize>,
    batch: NumberOrWord<usize>,
    every: u64,
    discount: f32,
    bound: f32,
    loss: Loss,
    method: Method,
    step: f32,
    last_step: Option<f32>,
    refresh: u64,
}

impl Default for LearningFile {
    fn default() -> LearningFile {
        let QSettings { discount, bound, loss, method, step, refresh } = QSettings::default();
        LearningFile {
            memory: 10_000,
            warm_up: None,
            batch: NumberOrWord::Word("all".to_owned()),
            every: 1,
            discount,
            bound,
            loss,
            method,
            step,
            last_step: None,
            refresh,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TestFile {
    agent: String,
    #[serde(default = "some_games")]
    games: u32,
    #[serde(default)]
    openings: OpeningsFile,
    opponents: Vec<Entrant>,
    #[serde(default)]
    published: Vec<f64>,
    published_games: Option<u64>,
}

const fn some_games() -> u32 {
    100
}

/// A number, or a word in its place.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, or the keyword that replaces it")]
enum NumberOrWord<T> {
    Number(T),
    Word(String),
}

/// Where an evaluator belongs in an agent's text.
const PLACE: &str = "{eval}";

impl QLearningPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<QLearningPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        let is_rising = file.moves.windows(2).all(|two| two[0] < two[1]);
        if !is_rising || file.moves.first().is_none_or(|&first| first == 0) {
            return Err(bad("moves: expected increasing numbers above 0, such as [1000, 2000]".to_owned()));
        }
        within("the number of checkpoints in moves", file.moves.len(), limits::CHECKPOINTS).map_err(bad)?;
        file.moves
            .iter()
            .try_for_each(|&moves| within("moves", moves, limits::MOVES).map(|_| ()))
            .map_err(bad)?;
        limits::check_hidden("network: hidden", &file.network.hidden).map_err(bad)?;
        within("play: random-plies", file.play.random_plies, limits::PLIES).map_err(bad)?;
        let start = match file.network.start {
            NumberOrWord::Number(deviation) if deviation > 0.0 && deviation.is_finite() => {
                Start::Normal(deviation)
            }
            NumberOrWord::Word(word) if word == "uniform" => Start::Uniform,
            _ => {
                let expected = "expected a standard deviation above 0, or \"uniform\"";
                return Err(bad(format!("network: start: {expected}")));
            }
        };
        let exploration = file.play.exploration.unwrap_or(Exploration::TdError {});
        if let Exploration::EpsilonGreedy { epsilon } = exploration
            && !(0.0..=1.0).contains(&epsilon)
        {
            return Err(bad(format!("play: epsilon = {epsilon}: expected a probability from 0 to 1")));
        }
        let learning = file.learning;
        let batch = match learning.batch {
            NumberOrWord::Number(n) => {
                Batch::Drawn(within("learning: batch", n, limits::BATCH).map_err(bad)?)
            }
            NumberOrWord::Word(word) if word == "all" => Batch::All,
            NumberOrWord::Word(word) => {
                let expected = "expected a number, or \"all\"";
                return Err(bad(format!("learning: batch = \"{word}\": {expected}")));
            }
        };
        within("learning: memory", learning.memory, limits::REPLAY).map_err(bad)?;
        within("learning: every", learning.every, limits::MOVES).map_err(bad)?;
        within("learning: refresh", learning.refresh, limits::MOVES).map_err(bad)?;
        let warm_up = learning.warm_up.unwrap_or(learning.memory);
        if !(1..=learning.memory).contains(&warm_up) {
            let expected = "expected from 1 to the size of the memory";
            return Err(bad(format!("learning: warm-up = {warm_up}: {expected}")));
        }
        let settings = QSettings {
            discount: learning.discount,
            bound: learning.bound,
            loss: learning.loss,
            method: learning.method,
            step: learning.step,
            refresh: learning.refresh,
        };
        let last_step = learning.last_step.unwrap_or(settings.step);
        for step in [settings.step, last_step] {
            let settings = QSettings { step, ..settings };
            settings.check().map_err(|error| bad(format!("learning: {error}")))?;
        }
        let test = read_test(file.test, file.moves.len(), folder)
            .map_err(|problem| bad(format!("test: {problem}")))?;
        Ok(QLearningPlan {
            common,
            moves: file.moves,
            hidden: file.network.hidden,
            activation: file.network.activation,
            start,
            memory: learning.memory,
            warm_up,
            exploration,
            random_plies: file.play.random_plies,
            settings,
            last_step,
            batch,
            every: learning.every,
            test,
        })
    }

    /// Every agent that the file names, but for those that learn.
    pub(crate) fn agents_mut(&mut self) -> Vec<&mut String> {
        self.test.opponents.iter_mut().map(|entrant| &mut entrant.agent).collect()
    }

    /// How many experiences a step is taken with at most.
    pub(crate) fn batch_size(&self) -> usize {
        match self.batch {
            Batch::All => self.memory,
            Batch::Drawn(n) => n,
        }
    }

    /// How many moves are made in all.
    pub fn n_moves(&self) -> u64 {
        self.moves.last().copied().unwrap_or(0)
    }

    /// The shape of the network over so many inputs, with so many actions.
    pub fn shape(&self, n_inputs: usize, n_actions: usize) -> Shape {
        let hidden = self.hidden.iter().map(|&units| Layer { units, activation: self.activation });
        let output = Layer { units: n_actions, activation: Activation::Linear };
        Shape { n_inputs, layers: hidden.chain([output]).collect() }
    }

    /// The step after so many moves.
    pub fn step_after(&self, n_moves: u64) -> f32 {
        let share = (n_moves as f64 / self.n_moves().max(1) as f64).min(1.0);
        let (first, last) = (f64::from(self.settings.step), f64::from(self.last_step));
        (first + (last - first) * share) as f32
    }

    /// Somebody like the agent that will come out of it.
    pub(crate) fn stand_in_agent(&self) -> Result<String, String> {
        Ok(with_network(&self.test.agent, &self.stand_in_network()?))
    }

    /// A network like the one that will come out of it, by its full name: it knows nothing.
    pub(crate) fn stand_in_network(&self) -> Result<String, String> {
        networks::blank_of_actions(&self.common.game).map_err(|error| error.to_string())
    }
}

fn read_test(file: TestFile, n_checkpoints: usize, folder: Folder) -> Result<TestPlan, String> {
    if !file.agent.contains(PLACE) {
        return Err(format!(
            "agent = \"{}\": expected `{PLACE}` in place of the evaluator, such as alphabeta(nodes=500, \
             eval={PLACE})",
            file.agent
        ));
    }
    if file.opponents.is_empty() {
        return Err("expected at least one entry in `opponents`".to_owned());
    }
    if !file.published.is_empty() && file.published.len() != n_checkpoints {
        let n = file.published.len();
        return Err(format!(
            "published: expected {n_checkpoints} percentages, one for each entry in `moves`, not {n}"
        ));
    }
    if let Some(percent) = file.published.iter().find(|percent| !(0.0..=100.0).contains(*percent)) {
        return Err(format!("published: {percent} is not a percentage"));
    }
    Ok(TestPlan {
        agent: file.agent,
        pairs: pairs_of(file.games)?,
        openings: read_openings(file.openings, folder)?,
        opponents: file.opponents,
        published: file.published,
        published_games: file.published_games,
    })
}

/// The agent's text with a network, by its full name, in the evaluator's place.
pub(super) fn with_network(agent: &str, network: &str) -> String {
    agent.replace(PLACE, &format!("q({network})"))
}

/// Whether the type of the file can be read from a text.
#[cfg(test)]
pub(super) fn is_read(text: &str) -> bool {
    form::is_read::<File>(text, FORM)
}
