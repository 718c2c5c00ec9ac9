//! All games by name: the ids of the registered families and their presets, games written as text, and how an id is opened.

use std::path::Path;

use zermelo_any::{FamilyEntry, Folder, Permission};
use zermelo_game::nearest;
use zermelo_game::{About, ParameterError};

use crate::game_texts::{self, OpenedText};
use crate::registry::families;
use crate::{OpenGame, RequestError};

/// An id that can be opened as it is: a family with its default sizes, one of its presets, or a game written as text.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The word people type.
    pub id: String,
    /// The name of the game.
    pub title: &'static str,
    /// The game in a sentence.
    pub summary: &'static str,
    /// What it stands for behind the family's colon; empty for the family itself.
    pub preset: &'static str,
    /// The facts about its family.
    pub about: About,
    source: Source,
}

/// What an entry opens.
#[derive(Clone, Debug)]
enum Source {
    Family(&'static FamilyEntry),
    Text(OpenGame),
}

impl Entry {
    /// Opens the game this entry stands for. Its agents have the strict permission.
    pub fn open(&self) -> OpenGame {
        self.open_with(self.preset, Permission::server()).expect("an entry of the catalog opens as it is")
    }

    fn open_with(&self, parameters: &str, permission: Permission) -> Result<OpenGame, ParameterError> {
        match &self.source {
            Source::Family(family) => Ok(OpenGame::new((family.open)(parameters)?.into(), permission)),
            Source::Text(game) => Ok(game.clone()),
        }
    }
}

/// The families and their presets: all ids of games that are compiled into the program.
pub fn entries() -> Vec<Entry> {
    let of_family = |family: &'static FamilyEntry| {
        let about = *family.about;
        let source = Source::Family(family);
        let id = about.id.to_owned();
        let own = Entry { id, title: about.title, summary: about.summary, preset: "", about, source };
        let presets = about.presets.iter().map(|preset| Entry {
            id: preset.id.to_owned(),
            title: preset.title,
            summary: preset.summary,
            preset: preset.parameters,
            ..own.clone()
        });
        [own.clone()].into_iter().chain(presets).collect::<Vec<_>>()
    };
    families().iter().copied().flat_map(of_family).collect()
}

/// The games written as text that can be opened: those of files and folders, then those of the shelf, and what is wrong with
/// the others. A name that is taken, by a family or by a file before, is the other's: such a file has its id for a name, and
/// such a game of the shelf is not listed.
pub fn described_entries() -> (Vec<Entry>, Vec<RequestError>) {
    let mut taken: Vec<String> = entries().into_iter().map(|entry| entry.id).collect();
    let (listed, mut problems) = game_texts::listed();
    let mut found = Vec::new();
    for text in listed {
        let is_taken = taken.contains(&text.name);
        if is_taken && text.is_of_shelf {
            continue;
        }
        match game_texts::open_listed(&text) {
            Ok(opened) => {
                let game = OpenGame::new(opened.game.into(), Permission::server());
                let id = if is_taken { game.id() } else { text.name };
                if taken.contains(&id) {
                    continue;
                }
                taken.push(id.clone());
                let about = game.about();
                let (title, summary) = (about.title, about.summary);
                found.push(Entry { id, title, summary, preset: "", about, source: Source::Text(game) });
            }
            Err(error) => problems.push(error),
        }
    }
    (found, problems)
}

/// Longer ids are refused unread, so a megabyte of text costs nothing.
const MOST_ID_BYTES: usize = 200;

/// The same for paths of files.
const MOST_PATH_BYTES: usize = 4096;

/// Opens the game of an id such as `milestone`, `isolation:9x9`, `tictactoe` or `hex:size=7`. Its agents have the strict
/// permission: they start no programs and read no files.
pub fn open(id: &str) -> Result<OpenGame, RequestError> {
    open_for(id, Permission::server())
}

/// Opens a game whose agents may do what `permission` says. An id may be the path of a file, `lastnight.game:size=6`, if
/// files may be read.
pub fn open_for(id: &str, permission: Permission) -> Result<OpenGame, RequestError> {
    open_in(id, Folder::new(Path::new(""), permission))
}

/// Opens a game; a file is looked for in this folder. Its agents may do what the folder's permission says.
pub fn open_in(id: &str, folder: Folder) -> Result<OpenGame, RequestError> {
    let permission = folder.permission();
    let file = game_texts::file_of(id);
    let most = if file.is_some() { MOST_PATH_BYTES } else { MOST_ID_BYTES };
    // The longest id that means something has about fifty characters.
    if id.len() > most {
        let hint = format!(": an id has at most {most} characters");
        return Err(RequestError::UnknownGame {
            id: id.chars().take(20).chain("..".chars()).collect(),
            hint,
        });
    }
    let opened = |text: OpenedText| OpenGame::new(text.game.into(), permission);
    if let Some((file, parameters)) = file {
        return open_file(file, parameters, folder).map(opened);
    }
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    let name = name.trim().to_lowercase();
    let entries = entries();
    if entries.is_empty() {
        return Err(RequestError::NoFamilies);
    }
    let Some(entry) = entries.iter().find(|entry| entry.id == name) else {
        return game_texts::open(&name, parameters).unwrap_or_else(|| Err(unknown(id, &name))).map(opened);
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

/// Opens the game of a file. Where there is none of this name, a name without folders is looked for among the games that are
/// known as text: `hex.game` opens the shelf's.
fn open_file(file: &str, parameters: &str, folder: Folder) -> Result<OpenedText, RequestError> {
    let name = file.strip_suffix(game_texts::ENDING).unwrap_or(file).to_lowercase();
    let path = folder.file(file).map_err(|refusal| RequestError::forbidden(file, refusal));
    if path.as_ref().is_ok_and(|path| path.exists()) || name.contains(['/', '\\', '~']) {
        let may = folder.permission().files().map_err(|refusal| RequestError::forbidden(file, refusal))?;
        return game_texts::open_file(&path?, parameters, may);
    }
    if let Some(known) = game_texts::open(&name, parameters) {
        return known;
    }
    let problem = "there is no such file, and no game of the shelf or of `--games-dir` has this name; \
                   `zermelo new NAME` writes a file to begin with";
    Err(RequestError::GameFile { place: path?.display().to_string(), problem: problem.to_owned() })
}

/// No game has this name.
fn unknown(id: &str, name: &str) -> RequestError {
    let ids: Vec<String> = entries().into_iter().map(|entry| entry.id).collect();
    let texts = game_texts::names();
    let near = nearest(name, ids.iter().chain(&texts).map(String::as_str)).map(str::to_owned);
    let hint = match (name.contains('~'), near) {
        (true, _) => {
            ": no game with these rules is known here; open its file, or a run that has kept its text"
                .to_owned()
        }
        (false, Some(near)) => format!("; did you mean `{near}`?"),
        (false, None) => format!(
            "; there are {}; those written as text are listed by `zermelo games`, and a file is named with its \
             ending, `NAME.game`",
            ids.join(", ")
        ),
    };
    RequestError::UnknownGame { id: id.to_owned(), hint }
}
