//! The experiment of `zermelo study-game`.

use std::path::Path;

use zermelo_any::{Folder, Permission};
use zermelo_catalog::{OpenGame, RequestError, game_texts};
use zermelo_game_analysis::{AnalysisPlan, Effort};

use crate::experiment::Experiment;

/// How a study begins that tells the name of its game: a file is found by its name, and not by the id of its rules.
const NAMED: &str = "# zermelo study-game ";

/// The analysis of a game that was given by this name. Of a game written as text the run keeps the name.
pub fn study_game_named(game: &OpenGame, named: &str, effort: Effort) -> Result<Experiment, RequestError> {
    let mut experiment = study_game(game, effort)?;
    if game_texts::is_text_id(&game.id()) && !named.contains(char::is_control) {
        experiment.text = format!("{NAMED}{named}\n{}", experiment.text);
    }
    Ok(experiment)
}

/// The name by which the game of a study was given, if the study tells it, and the rest of its text.
pub(crate) fn name_and_text(text: &str) -> (Option<&str>, &str) {
    let told = text.strip_prefix(NAMED).and_then(|rest| rest.split_once('\n'));
    told.map_or((None, text), |(name, rest)| (Some(name), rest))
}

/// The analysis of a game.
pub fn study_game(game: &OpenGame, effort: Effort) -> Result<Experiment, RequestError> {
    let id = game.id();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let mut stem: String = id.chars().map(plain).collect::<String>() + "-portrait";
    if effort == Effort::Quick {
        stem.push_str("-quick");
    }
    let mut plan = AnalysisPlan::of(&id, effort);
    if game_texts::is_text_id(&id) {
        // People call a game written as text by its title, not by the hash of its rules.
        plan.common.title = format!("A study of {}", game.title());
    }
    let text = plan.text();
    let folder = Folder::new(Path::new("."), Permission::server());
    Experiment::parse_part(stem, text, "study-game", folder)
}
