//! A game in a text file: what `save` writes and `load` reads. TOML, so that a person can write one by hand.

use serde::{Deserialize, Serialize};

use zermelo_game::Player;

use crate::{RequestError, Session, Start};

/// A game as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// The version of this form.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The position it began with, if not the game's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves, separated by spaces.
    #[serde(default)]
    pub moves: String,
    /// Who gave up, if someone did: `first` or `second`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<String>,
    /// How it ended, in words: for the reader only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// The version of the form that is written.
const FORMAT: u32 = 1;

impl GameFile {
    /// The game of a session.
    pub fn of(session: &Session, resigned: Option<Player>) -> GameFile {
        let players = session.players();
        let given_up = resigned.map(|player| format!("{} resigned", players[player.index()]));
        GameFile {
            format: FORMAT,
            game: session.game_id(),
            position: session.origin(),
            moves: session.played().join(" "),
            resigned: resigned.map(|player| player.id().to_owned()),
            result: given_up.or_else(|| session.ending().map(|ending| ending.sentence)),
        }
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        toml::to_string(self).expect("a game file holds only texts and a number")
    }

    /// Reads a file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str) -> Result<GameFile, RequestError> {
        let bad = |problem: String| RequestError::GameFile { place: place.to_owned(), problem };
        let file: GameFile = toml::from_str(text)
            .map_err(|error| bad(format!("not a Zermelo game file: {}", error.to_string().trim_end())))?;
        if file.format != FORMAT {
            return Err(bad(format!(
                "format {} is unknown: this program reads format {FORMAT}",
                file.format
            )));
        }
        if file.resigned.is_some() && file.resigned().is_none() {
            return Err(bad("`resigned` must be `first` or `second`".to_owned()));
        }
        Ok(file)
    }

    /// Who gave up, if someone did.
    pub fn resigned(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| Some(player.id()) == self.resigned.as_deref())
    }

    /// Sits down where the file left off.
    pub fn session(&self) -> Result<Session, RequestError> {
        let start = Start { position: self.position.clone(), moves: self.moves.clone() };
        crate::open(&self.game)?.session(&start)
    }
}
