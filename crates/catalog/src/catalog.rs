//! All games by name: the ids of the registered families and their presets, and how an id is opened.

use zermelo_any::{FamilyEntry, Permission};
use zermelo_game::nearest;
use zermelo_game::{About, ParameterError};

use crate::registry::families;
use crate::{OpenGame, RequestError};

/// An id that can be opened as it is: a family with its default sizes, or one of its presets.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The word people type.
    pub id: &'static str,
    /// The name of the game.
    pub title: &'static str,
    /// The game in a sentence.
    pub summary: &'static str,
    /// What it stands for behind the family's colon; empty for the family itself.
    pub preset: &'static str,
    /// The facts about its family.
    pub about: About,
    family: &'static FamilyEntry,
}

impl Entry {
    /// Opens the game this entry stands for. Its agents have the strict permission.
    pub fn open(&self) -> OpenGame {
        self.open_with(self.preset, Permission::server()).expect("an entry of the catalog opens as it is")
    }

    fn open_with(&self, parameters: &str, permission: Permission) -> Result<OpenGame, ParameterError> {
        Ok(OpenGame::new((self.family.open)(parameters)?.into(), permission))
    }
}

/// All ids that can be opened as they are, each family followed by its presets.
pub fn entries() -> Vec<Entry> {
    let of_family = |family: &'static FamilyEntry| {
        let about = *family.about;
        let own =
            Entry { id: about.id, title: about.title, summary: about.summary, preset: "", about, family };
        let presets = about.presets.iter().map(|preset| Entry {
            id: preset.id,
            title: preset.title,
            summary: preset.summary,
            preset: preset.parameters,
            ..own.clone()
        });
        [own.clone()].into_iter().chain(presets).collect::<Vec<_>>()
    };
    families().iter().copied().flat_map(of_family).collect()
}

/// Longer ids are refused unread, so a megabyte of text costs nothing.
const MOST_ID_BYTES: usize = 200;

/// Opens the game of an id such as `milestone`, `isolation:9x9` or `tictactoe`. Its agents have the strict permission: they
/// start no programs and read no files.
pub fn open(id: &str) -> Result<OpenGame, RequestError> {
    open_for(id, Permission::server())
}

/// Opens a game whose agents may do what `permission` says.
pub fn open_for(id: &str, permission: Permission) -> Result<OpenGame, RequestError> {
    // The longest id that means something has about fifty characters.
    if id.len() > MOST_ID_BYTES {
        let hint = format!(": an id has at most {MOST_ID_BYTES} characters");
        return Err(RequestError::UnknownGame {
            id: id.chars().take(20).chain("..".chars()).collect(),
            hint,
        });
    }
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    let name = name.trim().to_lowercase();
    let entries = entries();
    if entries.is_empty() {
        return Err(RequestError::NoFamilies);
    }
    let Some(entry) = entries.iter().find(|entry| entry.id == name) else {
        let ids = entries.iter().map(|entry| entry.id);
        let hint = match nearest(&name, ids.clone()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => format!("; there are {}", ids.collect::<Vec<_>>().join(", ")),
        };
        return Err(RequestError::UnknownGame { id: id.to_owned(), hint });
    };
    let bad = |source| RequestError::BadParameters { id: id.to_owned(), family: entry.about.id, source };
    if !entry.preset.is_empty() && id.contains(':') {
        let family = entry.about.id;
        let problem = format!("{} has a fixed size; other sizes are `{family}:{}`", entry.id, entry.preset);
        return Err(bad(ParameterError::new(problem)));
    }
    let parameters = if entry.preset.is_empty() { parameters } else { entry.preset };
    entry.open_with(parameters, permission).map_err(bad)
}
