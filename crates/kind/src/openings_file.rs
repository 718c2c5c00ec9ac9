//! How games begin and when they are ended early, as experiment files say it.

use serde::Deserialize;
use zermelo_any::Folder;
use zermelo_runner::game_runner::{Adjudication, Level, Openings, Which};

use crate::limits::{self, within};

/// The `openings` of an experiment file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OpeningsFile {
    plies: Option<u32>,
    level: Option<Level>,
    /// Plays random openings that are won for one side within a few plies, too.
    keep_decided: Option<bool>,
    file: Option<String>,
    list: Option<Vec<String>>,
}

/// Games come in pairs, one from each side.
pub fn pairs_of(games: u32) -> Result<u32, String> {
    limits::pairs("games", games, limits::GAMES)
}

/// An error unless games may be ended early in this way.
pub fn check_adjudication(rules: &Adjudication) -> Result<(), String> {
    if let Some(nodes) = rules.solved {
        within("adjudication: solved", nodes, limits::NODES)?;
    }
    Ok(())
}

/// The openings that a file asks for; files that it names are looked for in `folder`.
pub fn read_openings(file: OpeningsFile, folder: Folder) -> Result<Openings, String> {
    if let Some(plies) = file.plies {
        within("openings: plies", plies, limits::PLIES)?;
    }
    match file {
        OpeningsFile { plies: Some(0), level: None, keep_decided: _, file: None, list: None } => {
            Ok(Openings::Start)
        }
        OpeningsFile { plies, level: None, keep_decided, file: None, list: None } => {
            let which = if keep_decided == Some(true) { Which::Any } else { Which::Undecided };
            Ok(Openings::Random { plies, which })
        }
        OpeningsFile { plies, level: Some(level), keep_decided: None, file: None, list: None } => {
            // What is no number is refused too.
            if level.within.is_nan() || level.within <= 0.0 {
                return Err("openings: `within` of `level` is the largest distance of the judge's value from even: \
                            expected more than 0".to_owned());
            }
            Ok(Openings::Random { plies, which: Which::Level(level) })
        }
        OpeningsFile { level: Some(_), keep_decided: Some(_), .. } => {
            Err("openings: `level` and `keep-decided` exclude each other: leave one out".to_owned())
        }
        OpeningsFile { plies: None, level: None, keep_decided: None, file: Some(name), list: None } => {
            let path =
                folder.file(&name).map_err(|refusal| format!("openings: file = \"{name}\": {refusal}"))?;
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("openings: {} cannot be read: {error}", path.display()))?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            let list: Vec<String> = lines.map(str::to_owned).collect();
            if list.is_empty() {
                Err(format!("openings: {} contains no openings", path.display()))
            } else {
                Ok(Openings::Listed(list))
            }
        }
        OpeningsFile { plies: None, level: None, keep_decided: None, file: None, list: Some(list) }
            if !list.is_empty() =>
        {
            Ok(Openings::Listed(list))
        }
        _ => Err("openings: give one of `plies` (0 for the start; `level` or `keep-decided` go with it), `file` or `list`"
            .to_owned()),
    }
}
