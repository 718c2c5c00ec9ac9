//! The experiment files that can be started.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use zermelo_experiments::Unit;
use zermelo_experiments::experiment::Experiment;

use super::runs::blocking;
use crate::PERMISSION;
use crate::api_error::ApiError;
use crate::app::App;

/// All files.
#[derive(Serialize, ToSchema)]
pub struct Experiments {
    experiments: Vec<ExperimentCard>,
}

/// An experiment file.
#[derive(Serialize, ToSchema)]
#[schema(as = Experiment)]
pub struct ExperimentCard {
    /// The file's name.
    file: String,
    /// What it is about.
    title: String,
    /// What it is for.
    about: String,
    /// What kind of experiment it is.
    kind: String,
    /// The game.
    game: Option<String>,
    /// The text.
    text: String,
    /// How many games it plays, if that can be told.
    games: Option<u64>,
    /// Why it cannot be read.
    problem: Option<String>,
}

/// The experiment files of the folder.
#[utoipa::path(get, path = "/experiments", responses((status = OK, body = Experiments)))]
pub async fn experiments(State(app): State<Arc<App>>) -> Result<Json<Experiments>, ApiError> {
    blocking(move || Ok(Json(Experiments { experiments: list(&app.settings.experiments) }))).await
}

fn list(folder: &Path) -> Vec<ExperimentCard> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut cards: Vec<ExperimentCard> = (entries.flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .filter_map(|path| card_of(&path))
        .collect();
    // The quick one first, then by name.
    cards.sort_by_key(|card| (card.file != "quickstart.toml", card.file.clone()));
    cards
}

fn card_of(path: &Path) -> Option<ExperimentCard> {
    let text = std::fs::read_to_string(path).ok()?;
    let table: toml::Table = text.parse().unwrap_or_default();
    let word = |key: &str| table.get(key).and_then(|value| value.as_str()).map(|word| word.trim().to_owned());
    let read = Experiment::read(path, PERMISSION);
    let plays_games = |experiment: &&Experiment| experiment.kind().unit() == Unit::Game;
    let games = read.as_ref().ok().filter(plays_games).and_then(|experiment| experiment.plan.extent());
    let file = path.file_name()?.to_string_lossy().into_owned();
    Some(ExperimentCard {
        title: word("title").unwrap_or_else(|| file.clone()),
        file,
        about: word("about").unwrap_or_default(),
        kind: word("kind").unwrap_or_default(),
        game: word("game"),
        games,
        problem: read.err().map(|error| error.to_string()),
        text,
    })
}
