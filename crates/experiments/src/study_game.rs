//! The experiment of `zermelo study-game`.

use std::path::Path;

use zermelo_any::{Folder, Permission};
use zermelo_catalog::{RequestError, catalog};
use zermelo_game_analysis::{AnalysisPlan, Effort};

use crate::experiment::Experiment;

/// The analysis of a game by its id.
pub fn study_game(game: &str, effort: Effort) -> Result<Experiment, RequestError> {
    let id = catalog::open(game)?.id();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let mut stem: String = id.chars().map(plain).collect::<String>() + "-portrait";
    if effort == Effort::Quick {
        stem.push_str("-quick");
    }
    let text = AnalysisPlan::of(&id, effort).text();
    let folder = Folder::new(Path::new("."), Permission::server());
    Experiment::parse(stem, text, "study-game", folder)
}
