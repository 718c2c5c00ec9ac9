//! Games written as text in experiment files. A file may name such a game by its file; the run keeps the text, so that a
//! file that changes later never changes an old run.
//!
//! What is kept is the experiment's text in which the game's id (a name and a hash of the rules) takes the place of the
//! file's name, followed by a table of texts:
//!
//! ```toml
//! kind = "tournament"
//! game = "lastnight~3f9c2a1e"
//! # ..
//! [game-texts]
//! "lastnight~3f9c2a1e" = """
//! game Last Night
//! # ..
//! """
//! ```
//!
//! Reading such a text makes its games known, so everything above opens them by their ids.

use std::ops::Range;

use toml::Table;
use toml::de::{DeTable, DeValue};
use zermelo_any::Folder;
use zermelo_catalog::{OpenGame, RequestError, catalog, game_texts};
use zermelo_store::Store;

/// The table of texts.
pub(crate) const KEY: &str = "game-texts";

/// The text of an experiment with the texts of all games that it names; `place` names it in errors, and files are looked for
/// in `folder`. A text that names none stays as it is, and so does one that cannot be read: the kind that reads it says why.
pub fn embed(text: String, place: &str, folder: Folder) -> Result<String, RequestError> {
    let Ok(table) = DeTable::parse(&text) else { return Ok(text) };
    register(&text, place)?;
    let mut named = Vec::new();
    games_of(table.get_ref(), &mut named);
    named.sort_by_key(|(span, _)| span.start);
    let mut amended = String::with_capacity(text.len());
    let (mut at, mut texts) = (0, Table::new());
    for (span, id) in &named {
        // A game that does not exist is told by the check of the experiment, a file that is none here: only here it is known
        // where to look for it.
        let is_file = game_texts::file_of(id).is_some();
        let game = match catalog::open_in(id, folder) {
            Ok(game) => game,
            Err(error) if is_file => return Err(in_place(place, error)),
            Err(_) => continue,
        };
        let Some(described) = described(&game) else { continue };
        amended.push_str(&text[at..span.start]);
        amended.push_str(&quoted(&game.id()));
        at = span.end;
        texts.insert(game.id(), toml::Value::String(described));
    }
    if texts.is_empty() {
        drop(table);
        return Ok(text);
    }
    amended.push_str(&text[at..]);
    if table.get_ref().get(KEY).is_none() {
        amended.push_str(&table_of(&texts));
    }
    Ok(amended)
}

/// The table of texts for experiments that are written by the program: empty for a game that is compiled into it.
pub fn table_for(game: &OpenGame) -> String {
    let texts = described(game).map(|text| Table::from_iter([(game.id(), toml::Value::String(text))]));
    texts.map(|texts| table_of(&texts)).unwrap_or_default()
}

/// Makes the games known whose texts an experiment has kept.
pub fn register(text: &str, place: &str) -> Result<(), RequestError> {
    let Ok(table) = text.parse::<Table>() else { return Ok(()) };
    let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
    let Some(texts) = table.get(KEY) else { return Ok(()) };
    let texts = texts.as_table().ok_or_else(|| bad(format!("[{KEY}]: expected a table of texts")))?;
    for (id, text) in texts {
        let text = text.as_str().ok_or_else(|| bad(format!("[{KEY}]: {id}: expected the text of a game")))?;
        let parameters = id.split_once(':').map_or("", |(_, parameters)| parameters);
        let opened = game_texts::open_text(text, parameters, &format!("{place}: {id}"))?;
        let own = opened.game.id();
        if own != *id {
            return Err(bad(format!("[{KEY}]: the text of `{id}` describes `{own}`")));
        }
    }
    Ok(())
}

/// Makes the games known whose texts the runs of a store have kept.
pub fn register_all(store: &Store) -> Result<(), RequestError> {
    for run in store.runs()?.iter().filter(|run| run.experiment.contains(KEY)) {
        // A text that this version does not understand concerns its own run only.
        let _ = register(&run.experiment, &run.name);
    }
    Ok(())
}

/// The text of a game that is written as text.
fn described(game: &OpenGame) -> Option<String> {
    game_texts::text_of(&game.id()).map(|text| text.to_string())
}

/// Where the file names games: at its head, in the stages of a series, and among variants.
fn games_of(table: &DeTable, named: &mut Vec<(Range<usize>, String)>) {
    for (key, value) in table {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("game", DeValue::String(id)) => named.push((value.span(), id.to_string())),
            ("variants", DeValue::Array(variants)) => {
                for variant in variants {
                    if let DeValue::String(id) = variant.get_ref() {
                        named.push((variant.span(), id.to_string()));
                    }
                }
            }
            ("stages", DeValue::Array(stages)) => {
                for stage in stages {
                    if let DeValue::Table(stage) = stage.get_ref() {
                        games_of(stage, named);
                    }
                }
            }
            _ => {}
        }
    }
}

fn in_place(place: &str, error: RequestError) -> RequestError {
    RequestError::Experiment { place: place.to_owned(), problem: format!("game: {error}") }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn table_of(texts: &Table) -> String {
    let lines = texts.iter().map(|(id, text)| format!("{} = {text}\n", quoted(id)));
    format!("\n[{KEY}]\n{}", lines.collect::<String>())
}
