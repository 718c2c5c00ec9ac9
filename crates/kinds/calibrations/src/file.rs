//! The experiment file of a calibration.

use serde::Deserialize;
use zermelo_catalog::RequestError;
use zermelo_kind::limits::{self, within};
use zermelo_kind::{Common, Source, form};

use crate::form::FORM;

/// A calibration as it is to be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationPlan {
    /// The head of the file.
    pub common: Common,
    /// The agent whose values are calibrated.
    pub agent: String,
    /// How many games it plays against itself.
    pub games: u32,
    /// How many random plies games begin with, at least and at most.
    pub random_plies: [u32; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    agent: String,
    #[serde(default = "some_games")]
    games: u32,
    #[serde(default = "some_plies")]
    random_plies: [u32; 2],
}

const fn some_games() -> u32 {
    2000
}

const fn some_plies() -> [u32; 2] {
    [2, 12]
}

impl CalibrationPlan {
    /// Reads an experiment file.
    pub fn read(source: &Source) -> Result<CalibrationPlan, RequestError> {
        let (common, file) = form::read::<File>(source.text, FORM).map_err(|problem| source.bad(problem))?;
        within("games", file.games, limits::SELF_PLAY_GAMES).map_err(|problem| source.bad(problem))?;
        let [least, most] = file.random_plies;
        if least > most || !limits::PLIES.contains(&most) {
            let expected = format!("expected a minimum and a maximum, up to {}", limits::PLIES.end());
            return Err(source.bad(format!("random-plies = [{least}, {most}]: {expected}, such as [2, 12]")));
        }
        let File { agent, games, random_plies } = file;
        Ok(CalibrationPlan { common, agent, games, random_plies })
    }
}

/// Whether the types of the file can be read from a text.
#[cfg(test)]
pub(crate) fn is_read(text: &str) -> bool {
    form::is_read::<File>(text, FORM)
}
