//! The experiment file of a series.

use serde::Deserialize;
use toml::{Table, Value};
use zermelo_game::shown;
use zermelo_game::zobrist::mix;

use super::form::FORM;
use super::runner::in_stage;
use zermelo_kind::limits::{self, within};
use zermelo_kind::{Common, form};

use crate::experiment::Experiment;
use crate::kinds::kind_named;
use zermelo_any::Folder;
use zermelo_catalog::RequestError;

/// A series as it is to be carried out.
#[derive(Clone)]
pub struct SeriesPlan {
    /// The head of the file. Every stage's seed is derived from its seed and the stage's name.
    pub common: Common,
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
    stages: Vec<Table>,
}

/// More runs of a stage than anybody could wait for: beyond it is a slip of the keyboard.
const MOST_RUNS: i64 = 1000;

impl SeriesPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<SeriesPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        let mut stages: Vec<Stage> = Vec::new();
        for (index, mut settings) in file.stages.into_iter().enumerate() {
            let (name, runs) = take_name(&mut settings, index).map_err(bad)?;
            let here = format!("{place}: stage `{}`", shown(&name));
            let bad = |problem: String| RequestError::Experiment { place: here.clone(), problem };
            if !common.game.is_empty() && needs_game(&settings) {
                settings.entry("game").or_insert_with(|| Value::String(common.game.clone()));
            }
            // A speed is that of one game.
            let has_same_game = settings.get("game").and_then(Value::as_str) == Some(common.game.as_str());
            if let (true, Some(speed)) = (has_same_game, common.reference_speed) {
                settings.entry("reference-speed").or_insert_with(|| Value::Integer(speed as i64));
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
                settings.entry("title").or_insert_with(|| Value::String(format!("{}, {name}", common.title)));
                let text = toml::to_string(&settings).map_err(|error| bad(error.to_string()))?;
                let experiment = Experiment::parse_part(name.clone(), text, &here, folder)
                    .map_err(|error| in_stage(&name, &common.title, error))?;
                if experiment.plan.downcast_ref::<SeriesPlan>().is_some() {
                    return Err(bad("a series cannot contain a series".to_owned()));
                }
                stages.push(Stage { name, experiment });
            }
        }
        if stages.is_empty() {
            return Err(bad("a series needs at least one entry in [[stages]]".to_owned()));
        }
        let seed = common.seed;
        let mut plan = SeriesPlan { common, stages };
        plan.derive_seeds(seed);
        Ok(plan)
    }

    /// Takes a seed, and derives those of the stages.
    pub(crate) fn derive_seeds(&mut self, seed: u64) {
        self.common.seed = seed;
        for stage in &mut self.stages {
            let own = stage.name.bytes().fold(mix(seed), |seed, byte| mix(seed ^ u64::from(byte)));
            // Seeds are written down as numbers that every reader of JSON keeps exactly.
            stage.experiment.plan.set_seed(own >> 12);
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
    let kind = settings.get("kind").and_then(Value::as_str).and_then(kind_named);
    kind.is_none_or(|kind| kind.form().iter().any(|key| key.names.contains(&"game")))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use zermelo_any::Permission;

    use super::*;

    /// A speed is passed on to stages of the same game only.
    #[test]
    fn stages_have_the_reference_speed_of_their_game() {
        let stage = |name: &str, more: &str| {
            format!(
                "[[stages]]\nname = \"{name}\"\nkind = \"tournament\"\n{more}\n\
                 schedule = {{ kind = \"round-robin\", games = 2 }}\n\
                 agents = [{{ name = \"a\", agent = \"random\" }}, {{ name = \"b\", agent = \"random\" }}]\n"
            )
        };
        let text = [
            "kind = \"series\"\ntitle = \"t\"\ngame = \"connect4\"\nreference-speed = 5000\n".to_owned(),
            stage("same", ""),
            stage("own", "reference-speed = 700"),
            stage("other", "game = \"tictactoe\""),
        ];
        let folder = Folder::new(Path::new("."), Permission::server());
        let plan = SeriesPlan::read(&text.concat(), "here", folder).unwrap_or_else(|error| panic!("{error}"));
        let speeds = plan.stages.iter().map(|stage| stage.experiment.plan.common().reference_speed);
        assert_eq!(speeds.collect::<Vec<_>>(), [Some(5000), Some(700), None]);
    }
}
