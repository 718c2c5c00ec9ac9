//! The experiment file of a series.

use serde::Deserialize;
use toml::{Table, Value};
use zermelo_game::notation::shown;
use zermelo_game::zobrist::mix;

use super::form::FORM;
use crate::experiment::{Experiment, Plan};
use crate::form;
use crate::limits::{self, within};
use crate::tournament::one;
use zermelo_any::Folder;
use zermelo_catalog::LabError;

/// A series as it is to be carried out.
#[derive(Clone)]
pub struct SeriesPlan {
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The seed of all chance: every stage's is made of it and the stage's name.
    pub seed: u64,
    /// What is done, in this order.
    pub stages: Vec<Stage>,
}

/// A part of a series.
#[derive(Clone)]
pub struct Stage {
    /// What later stages call it.
    pub name: String,
    /// What is done.
    pub experiment: Experiment,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(rename = "kind")]
    _kind: String,
    title: String,
    #[serde(default)]
    about: String,
    #[serde(default = "one")]
    seed: u64,
    /// The game of all stages that name none.
    game: Option<String>,
    stages: Vec<Table>,
}

/// More runs of a stage than anybody could wait for: beyond it is a slip of the keyboard.
const MOST_RUNS: i64 = 1000;

impl SeriesPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<SeriesPlan, LabError> {
        let bad = |problem: String| LabError::Experiment { place: place.to_owned(), problem };
        let file: File = form::read(text, FORM).map_err(bad)?;
        let mut stages: Vec<Stage> = Vec::new();
        for (index, mut settings) in file.stages.into_iter().enumerate() {
            let (name, runs) = take_name(&mut settings, index).map_err(bad)?;
            let here = format!("{place}: stage `{}`", shown(&name));
            let bad = |problem: String| LabError::Experiment { place: here.clone(), problem };
            if let Some(game) = file.game.as_ref().filter(|_| needs_game(&settings)) {
                settings.entry("game").or_insert_with(|| Value::String(game.clone()));
            }
            if settings.contains_key("seed") {
                return Err(bad(
                    "its seed is derived from the series' seed and its name: leave it out".to_owned()
                ));
            }
            for run in 1..=runs.unwrap_or(1) {
                within("the number of stages", stages.len() + 1, limits::STAGES).map_err(bad)?;
                let name = if runs.is_some() { format!("{name}-{run}") } else { name.clone() };
                if stages.iter().any(|other| other.name == name) {
                    return Err(bad(format!("two stages are called `{}`", shown(&name))));
                }
                let mut settings = settings.clone();
                settings.entry("title").or_insert_with(|| Value::String(format!("{}, {name}", file.title)));
                let text = toml::to_string(&settings).map_err(|error| bad(error.to_string()))?;
                let experiment = Experiment::parse(name.clone(), text, &here, folder)?;
                if matches!(experiment.plan, Plan::Series(_)) {
                    return Err(bad("a series cannot contain a series".to_owned()));
                }
                stages.push(Stage { name, experiment });
            }
        }
        if stages.is_empty() {
            return Err(bad("a series needs at least one entry in [[stages]]".to_owned()));
        }
        let mut plan =
            SeriesPlan { title: file.title, about: file.about.trim().to_owned(), seed: file.seed, stages };
        plan.set_seed(file.seed);
        Ok(plan)
    }

    /// Takes another seed than the file's.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        for stage in &mut self.stages {
            let own = stage.name.bytes().fold(mix(seed), |seed, byte| mix(seed ^ u64::from(byte)));
            // Seeds are written down as numbers that every reader of JSON keeps exactly.
            stage.experiment.set_seed(own >> 12);
        }
    }
}

/// What a stage is called, and how many times it is done.
fn take_name(settings: &mut Table, index: usize) -> Result<(String, Option<i64>), String> {
    let place = index + 1;
    let Some(Value::String(name)) = settings.remove("name") else {
        return Err(format!("stage {place}: expected a name, such as name = \"breed\""));
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_plain) {
        let expected = "expected a name of letters, digits and hyphens";
        return Err(format!("stage {place}: `{}`: {expected}", shown(&name)));
    }
    let runs = match settings.remove("runs") {
        None => None,
        Some(Value::Integer(runs)) if (1..=MOST_RUNS).contains(&runs) => Some(runs),
        Some(other) => {
            return Err(format!("stage `{name}`: runs = {other}: expected a number from 1 to {MOST_RUNS}"));
        }
    };
    Ok((name, runs))
}

/// Whether a stage of this kind is about a game.
fn needs_game(settings: &Table) -> bool {
    settings.get("kind").and_then(Value::as_str) != Some("study")
}
