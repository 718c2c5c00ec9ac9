//! The experiment file of a training.

use std::path::PathBuf;

use serde::Deserialize;
use zermelo_game::is_one_value;
use zermelo_learn::training::Settings;
use zermelo_learn::{Activation, dataset::Shares};
use zermelo_stats::{Scale, Sprt};

use crate::form::FORM;
use zermelo_any::Folder;
use zermelo_catalog::{RequestError, networks};
use zermelo_kind::Common;
use zermelo_kind::ConfirmationPlan;
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};
use zermelo_kind::{OpeningsFile, pairs_of, read_openings};
use zermelo_runner::game_runner::Entrant;

/// A training as it is to be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPlan {
    /// The head of the file.
    pub common: Common,
    /// How often it plays and learns.
    pub rounds: u32,
    /// Runs from whose games it learns, by name.
    pub sources: Vec<String>,
    /// Files of examples from elsewhere.
    pub files: Vec<PathBuf>,
    /// How it plays against itself, if it does.
    pub play: Option<PlayPlan>,
    /// Of how many rounds, the latest, games are learnt from.
    pub memory: u32,
    /// How much the result of a game counts in what is learnt; the rest is what the search said.
    pub result_share: f64,
    /// How large the parts are that learn, choose and judge.
    pub shares: Shares,
    /// What stays together when the parts are made.
    pub split_by: SplitBy,
    /// What learns.
    pub model: Model,
    /// How it learns.
    pub settings: Settings,
    /// What is tried before, if the shape of the network and its penalty are to be found.
    pub search: Option<SearchPlan>,
    /// How a new network must prove itself; without it, the newest is taken.
    pub acceptance: Option<AcceptancePlan>,
    /// Who plays in the confirmation, with `{eval}` where the evaluator belongs.
    pub agent: String,
    /// The games after it.
    pub confirmation: ConfirmationPlan,
}

/// What stays together when examples are divided into those that teach, choose and judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SplitBy {
    /// Games: no position is judged by one of its own game, or by itself.
    #[default]
    Game,
    /// Nothing but positions, each once: neighbours of those that judge have taught. It flatters, and is here to show by how
    /// much.
    Position,
}

/// What learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    tag = "kind",
    deny_unknown_fields,
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    expecting = "a table with a kind, such as { kind = \"network\", hidden = [64] }"
)]
pub enum Model {
    /// A network over what is to be seen on the board. Without hidden layers it is a weight for every piece on every cell.
    Network {
        /// The sizes of the hidden layers.
        hidden: Vec<usize>,
        /// What their units make of their sums.
        #[serde(default = "clipped")]
        activation: Activation,
    },
    /// A weight for every heuristic of the game, by logistic regression.
    Heuristics {},
}

const fn clipped() -> Activation {
    Activation::ClippedRelu
}

/// Shapes and penalties of a network that are tried, each with each; the least loss on validation data wins.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchPlan {
    /// Sizes of hidden layers.
    pub hidden: Vec<Vec<usize>>,
    /// Penalties of large weights.
    pub l2: Vec<f32>,
    /// How often every example is seen in a trial.
    pub passes: usize,
}

/// How an agent plays against itself.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayPlan {
    /// The agent, with `{eval}` where the evaluator belongs.
    pub agent: String,
    /// The evaluator of the first round.
    pub first: String,
    /// Games of a round.
    pub games: u32,
    /// How many random plies games begin with, at least and at most.
    pub random_plies: [u32; 2],
}

/// How a new network must prove itself against the best so far.
#[derive(Clone, Debug, PartialEq)]
pub struct AcceptancePlan {
    /// The agent, with `{eval}` where the evaluator belongs.
    pub agent: String,
    /// The test.
    pub test: Sprt,
    /// Without a verdict after so many pairs it is refused.
    pub most_pairs: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default = "one_round")]
    rounds: u32,
    #[serde(default)]
    data: DataFile,
    play: Option<PlayFile>,
    model: Model,
    #[serde(default)]
    training: Settings,
    search: Option<SearchFile>,
    acceptance: Option<AcceptanceFile>,
    confirmation: ConfirmationFile,
}

const fn one_round() -> u32 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct DataFile {
    runs: Vec<String>,
    files: Vec<PathBuf>,
    rounds: u32,
    result: f64,
    validation: f64,
    test: f64,
    split_by: SplitBy,
}

impl Default for DataFile {
    fn default() -> DataFile {
        let (runs, files, split_by) = (Vec::new(), Vec::new(), SplitBy::default());
        DataFile { runs, files, rounds: 2, result: 0.7, validation: 0.05, test: 0.05, split_by }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlayFile {
    agent: String,
    first: Option<String>,
    games: u32,
    random_plies: Option<[u32; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SearchFile {
    hidden: Option<Vec<Vec<usize>>>,
    l2: Option<Vec<f32>>,
    passes: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AcceptanceFile {
    agent: Option<String>,
    elo0: Option<f64>,
    elo1: Option<f64>,
    most_games: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ConfirmationFile {
    agent: String,
    #[serde(default = "some_games")]
    games: u32,
    #[serde(default)]
    openings: OpeningsFile,
    #[serde(default)]
    opponents: Vec<Entrant>,
}

const fn some_games() -> u32 {
    400
}

fn read_search(file: SearchFile, model: &Model, settings: &Settings) -> Result<SearchPlan, String> {
    let Model::Network { hidden, .. } = model else {
        return Err("only a network has a shape to search for: heuristics have only weights".to_owned());
    };
    let plan = SearchPlan {
        hidden: file.hidden.unwrap_or_else(|| vec![hidden.clone()]),
        l2: file.l2.unwrap_or_else(|| vec![settings.l2]),
        passes: file.passes.unwrap_or(settings.passes),
    };
    if plan.hidden.is_empty() || plan.l2.is_empty() || plan.hidden.iter().flatten().any(|&units| units == 0) {
        let expected =
            "expected alternatives to try, such as hidden = [[64], [256, 32]] and l2 = [0.0, 1e-5]";
        return Err(expected.to_owned());
    }
    within("the number of trials", plan.hidden.len().saturating_mul(plan.l2.len()), limits::TRIALS)?;
    within("passes", plan.passes, limits::PASSES)?;
    plan.hidden.iter().try_for_each(|hidden| limits::check_hidden("hidden", hidden))?;
    for &l2 in &plan.l2 {
        let trial = Settings { l2, passes: plan.passes, ..*settings };
        trial.check().map_err(|error| error.to_string())?;
    }
    Ok(plan)
}

impl TrainingPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<TrainingPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        within("rounds", file.rounds, limits::TRAINING_ROUNDS).map_err(bad)?;
        if file.rounds > 1 && file.play.is_none() {
            let problem = "rounds: expected 1 without [play], because later rounds would have no new data";
            return Err(bad(problem.to_owned()));
        }
        if file.play.is_none() && file.data.runs.is_empty() && file.data.files.is_empty() {
            let problem = "there is no training data: give [play], or runs or files in [data]";
            return Err(bad(problem.to_owned()));
        }
        if !(0.0..=1.0).contains(&file.data.result) {
            return Err(bad(format!("data: result = {}: expected a share from 0 to 1", file.data.result)));
        }
        if let Model::Network { hidden, .. } = &file.model {
            limits::check_hidden("model: hidden", hidden).map_err(bad)?;
        }
        within("training: batch", file.training.batch, limits::BATCH).map_err(bad)?;
        within("training: passes", file.training.passes, limits::PASSES).map_err(bad)?;
        within("data: rounds", file.data.rounds, 0..=*limits::TRAINING_ROUNDS.end()).map_err(bad)?;
        let (validation, test) = (file.data.validation, file.data.test);
        if !(validation > 0.0 && test > 0.0 && validation + test < 1.0) {
            return Err(bad(
                "data: validation and test: expected shares above 0 with a sum below 1".to_owned()
            ));
        }
        let files = file.data.files.iter().map(|file| folder.file(file)).collect::<Result<Vec<_>, _>>();
        let files = files.map_err(|refusal| bad(format!("data: files: {refusal}")))?;
        file.training.check().map_err(|error| bad(format!("training: {error}")))?;
        let search = file.search.map(|search| read_search(search, &file.model, &file.training));
        let search = search.transpose().map_err(|problem| bad(format!("search: {problem}")))?;
        let with_place = |agent: String, of: &str| {
            if agent.contains(PLACE) {
                return Ok(agent);
            }
            let expected = format!("expected `{PLACE}` in place of the evaluator");
            Err(bad(format!(
                "{of}: agent = \"{agent}\": {expected}, such as alphabeta(nodes=1000, eval={PLACE})"
            )))
        };
        let agent = with_place(file.confirmation.agent, "confirmation")?;
        let play = file.play.map(|play| -> Result<PlayPlan, RequestError> {
            let random_plies = play.random_plies.unwrap_or([4, 16]);
            within("play: games", play.games, limits::SELF_PLAY_GAMES).map_err(bad)?;
            if random_plies[0] > random_plies[1] || !limits::PLIES.contains(&random_plies[1]) {
                let most = limits::PLIES.end();
                let expected = format!("expected a minimum and a maximum, up to {most}, such as [4, 16]");
                return Err(bad(format!("play: random-plies = {random_plies:?}: {expected}")));
            }
            let first = play.first.unwrap_or_else(|| "default".to_owned());
            if !is_one_value(&first) {
                let expected = "expected one evaluator, such as default or weights(..)";
                return Err(bad(format!("play: first = \"{first}\": {expected}")));
            }
            let agent = with_place(play.agent, "play")?;
            Ok(PlayPlan { agent, first, games: play.games, random_plies })
        });
        let play = play.transpose()?;
        let acceptance = file.acceptance.map(|file| -> Result<AcceptancePlan, RequestError> {
            let elo = (file.elo0.unwrap_or(0.0), file.elo1.unwrap_or(20.0));
            let test = Sprt::new(Scale::Logistic, elo, 0.05, 0.05)
                .map_err(|error| bad(format!("acceptance: {error}")))?;
            let own = file.agent.or_else(|| play.as_ref().map(|play| play.agent.clone()));
            let own = own.unwrap_or_else(|| agent.clone());
            let most_games = file.most_games.unwrap_or(2000);
            let most_pairs = limits::pairs("most-games", most_games, limits::GAMES).map_err(bad)?;
            Ok(AcceptancePlan { agent: with_place(own, "acceptance")?, test, most_pairs })
        });
        let confirmation = ConfirmationPlan {
            pairs: pairs_of(file.confirmation.games)
                .map_err(|error| bad(format!("confirmation: {error}")))?,
            openings: read_openings(file.confirmation.openings, folder).map_err(bad)?,
            opponents: file.confirmation.opponents,
        };
        Ok(TrainingPlan {
            common,
            rounds: file.rounds,
            sources: file.data.runs,
            files,
            play,
            memory: file.data.rounds.max(1),
            result_share: file.data.result,
            shares: Shares { train: 1.0 - validation - test, validation, test },
            split_by: file.data.split_by,
            model: file.model,
            settings: file.training,
            search,
            acceptance: acceptance.transpose()?,
            agent,
            confirmation,
        })
    }

    /// Every agent that the file names, but for those that learn.
    pub(crate) fn agents_mut(&mut self) -> Vec<&mut String> {
        let opponents = self.confirmation.opponents.iter_mut().map(|entrant| &mut entrant.agent);
        opponents.chain(self.play.iter_mut().map(|play| &mut play.first)).collect()
    }

    /// Somebody like the agent that will come out of it.
    pub(crate) fn stand_in_agent(&self) -> Result<String, String> {
        let evaluator = match self.model {
            Model::Network { .. } => format!("net({})", self.stand_in_network()?),
            Model::Heuristics {} => "default".to_owned(),
        };
        Ok(with_evaluator(&self.agent, &evaluator))
    }

    /// A network like the one that will come out of it, by its full name: it knows nothing.
    pub(crate) fn stand_in_network(&self) -> Result<String, String> {
        if matches!(self.model, Model::Heuristics {}) {
            return Err("this training fits weights of heuristics: it has no network".to_owned());
        }
        networks::blank(&self.common.game).map_err(|error| error.to_string())
    }

    /// How many games there will be, if that can be told: a test may be decided early.
    pub fn n_games(&self) -> Option<u64> {
        let has_tests = self.acceptance.is_some() && self.rounds > 1;
        (!has_tests).then(|| self.most_games())
    }

    /// How many games there will be at most. The network of the first round is not tested.
    pub(crate) fn most_games(&self) -> u64 {
        let own = self.play.as_ref().map_or(0, |play| u64::from(play.games));
        let confirmation = self.confirmation.opponents.len() as u64 * 2 * u64::from(self.confirmation.pairs);
        let tests = self.acceptance.as_ref().map_or(0, |acceptance| 2 * u64::from(acceptance.most_pairs));
        u64::from(self.rounds) * own + u64::from(self.rounds - 1) * tests + confirmation
    }
}

/// Where an evaluator belongs in an agent's text.
const PLACE: &str = "{eval}";

/// The agent's text with an evaluator in its place.
pub(super) fn with_evaluator(agent: &str, evaluator: &str) -> String {
    agent.replace(PLACE, evaluator)
}

/// Whether the type of the file can be read from a text.
#[cfg(test)]
pub(super) fn is_read(text: &str) -> bool {
    form::is_read::<File>(text, FORM)
}
