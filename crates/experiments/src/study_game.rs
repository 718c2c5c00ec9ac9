//! The experiment of `zermelo study-game`.

use std::path::Path;

use zermelo_any::{Folder, Permission};
use zermelo_catalog::{OpenGame, RequestError, game_texts};
use zermelo_game_analysis::{AnalysisPlan, Effort};

use crate::experiment::Experiment;

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
    Experiment::parse(stem, text, "study-game", folder)
}
