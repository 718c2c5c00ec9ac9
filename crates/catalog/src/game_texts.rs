//! Games written as text that this program knows: the shelf that comes with it, folders and files that a person named, and
//! texts that runs have kept.
//!
//! The id of such a game is the name in its title, a hash of its rules and, where they are not the default ones, its
//! parameters: `hex~d1ec3964`, `hex~84c1f00d:size=7`. So a file that changes never changes what an old id means, and an id
//! says nothing about where the text came from. An id can be opened if a text with these rules is known.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_any::problem::Problem;
use zermelo_any::{AnyGame, GameCompiler, MayUseFiles, Outline};

use crate::RequestError;
use crate::registry::compiler;

/// A text is not longer.
pub const MOST_BYTES: usize = 64 * 1024;

/// No program knows more texts.
const MOST_TEXTS: usize = 2000;

/// How many sent texts are remembered, of all names and of one. An older one has to be sent again.
const MOST_SENT: usize = 500;
const MOST_SENT_OF_A_NAME: usize = 40;

/// The ending of a file that describes a game.
pub const ENDING: &str = ".game";

/// Where a text came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// It came with the program.
    Shelf,
    /// A file that a person named.
    File,
    /// Somebody who uses this program from elsewhere sent it; it is opened by its id only.
    Sent,
    /// A run that kept it, a file of a folder, or a file that has changed since: it is opened by its id only. Files of folders are
    /// read again whenever they are named.
    IdOnly,
}

/// A text with what it is called.
#[derive(Clone, Debug)]
struct KnownText {
    /// The name to open it by: that of its file.
    name: String,
    /// The name in its ids.
    slug: String,
    /// The hash in its id with the default parameters.
    hash: String,
    text: Arc<str>,
    origin: Origin,
    /// The file it was read from.
    place: String,
}

/// All texts, and the folders in which more are looked for.
struct GameTexts {
    known: Vec<KnownText>,
    folders: Vec<PathBuf>,
    has_shelf: bool,
}

static TEXTS: Mutex<GameTexts> =
    Mutex::new(GameTexts { known: Vec::new(), folders: Vec::new(), has_shelf: false });

/// A game that was opened from a text.
pub struct OpenedText {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The text.
    pub text: Arc<str>,
}

fn texts() -> MutexGuard<'static, GameTexts> {
    TEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The texts with those of the shelf among them.
fn texts_with_shelf(compiler: &dyn GameCompiler) -> MutexGuard<'static, GameTexts> {
    let mut texts = texts();
    if !texts.has_shelf {
        texts.has_shelf = true;
        for &(name, text) in compiler.shelf() {
            let own = compiler.check(text, "").map(|outline| parts_of(&outline));
            let (slug, hash) = own.unwrap_or_else(|_| (name.to_owned(), String::new()));
            texts.known.push(KnownText {
                name: name.to_owned(),
                slug,
                hash,
                text: text.into(),
                origin: Origin::Shelf,
                place: String::new(),
            });
        }
    }
    texts
}

/// The name in an id, and the hash.
fn parts_of(outline: &Outline) -> (String, String) {
    let mut parts = outline.id.split(['~', ':']).map(str::to_owned);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

/// Names a folder whose files are known by their names. A person who starts the program names folders; requests for
/// a game by its name need no permission to read files.
pub fn add_folder(folder: &Path) {
    let mut texts = texts();
    if !texts.folders.iter().any(|known| known == folder) {
        texts.folders.push(folder.to_owned());
    }
}

/// Opens the game of a file; from then on it is known by the file's name and by its id.
pub fn open_file(path: &Path, parameters: &str, _may: MayUseFiles) -> Result<OpenedText, RequestError> {
    let place = path.display().to_string();
    let text = read(path)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    add(&text, parameters, &place, &stem, Origin::File)
}

/// Opens the game of a text that a run has kept; `place` names it in errors.
pub fn open_text(text: &str, parameters: &str, place: &str) -> Result<OpenedText, RequestError> {
    add(text, parameters, place, "", Origin::IdOnly)
}

/// Opens the game of a text that somebody sent. It is known by its id, until many others were sent since; what is sent
/// cannot use up all the games that the program can open.
pub fn open_sent(text: &str) -> Result<OpenedText, RequestError> {
    add(text, "", "the text", "", Origin::Sent)
}

/// Reads a file that describes a game.
pub fn read(path: &Path) -> Result<String, RequestError> {
    let bad = |problem: String| RequestError::GameFile { place: path.display().to_string(), problem };
    let file = File::open(path).map_err(|error| bad(format!("cannot be read: {error}")))?;
    let mut bytes = Vec::new();
    // One byte more than may be: the file may have no end.
    let read = file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| bad(format!("cannot be read: {error}")))?;
    check_length(bytes.len()).map_err(bad)?;
    String::from_utf8(bytes).map_err(|error| {
        bad(format!("is not text: byte {} is not UTF-8", error.utf8_error().valid_up_to() + 1))
    })
}

/// Whether a text is too long, in words.
pub fn check_length(n_bytes: usize) -> Result<(), String> {
    if n_bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(format!("is too long: the text of a game has at most {} kilobytes", MOST_BYTES / 1024))
}

fn add(
    text: &str,
    parameters: &str,
    place: &str,
    name: &str,
    origin: Origin,
) -> Result<OpenedText, RequestError> {
    let compiler = compiler().ok_or(RequestError::NoFamilies)?;
    check_length(text.len())
        .map_err(|problem| RequestError::GameFile { place: place.to_owned(), problem })?;
    let bad = |problems| RequestError::game_text(place, text, problems);
    let game = open_as(compiler, origin, text, parameters).map_err(bad)?;
    // What is remembered is the text as it stands; a run may have played it with other parameters only.
    let outline = compiler.check(text, "").or_else(|_| compiler.check(text, parameters)).map_err(bad)?;
    let text = remember(compiler, text, &outline, place, name, origin);
    Ok(OpenedText { game, text })
}

fn open_as(
    compiler: &dyn GameCompiler,
    origin: Origin,
    text: &str,
    parameters: &str,
) -> Result<Box<dyn AnyGame>, Vec<Problem>> {
    match origin {
        Origin::Sent => compiler.open_sent(text, parameters),
        Origin::Shelf | Origin::File | Origin::IdOnly => compiler.open(text, parameters),
    }
}

/// Makes a text known.
fn remember(
    compiler: &dyn GameCompiler,
    text: &str,
    outline: &Outline,
    place: &str,
    name: &str,
    origin: Origin,
) -> Arc<str> {
    let mut texts = texts_with_shelf(compiler);
    // A file that has changed gives its name to its new text; the old one keeps its id.
    for known in &mut texts.known {
        if origin == Origin::File && known.origin == Origin::File && known.place == place {
            known.origin = Origin::IdOnly;
        }
    }
    let same = |known: &&mut KnownText| &*known.text == text;
    if matches!(origin, Origin::IdOnly | Origin::Sent)
        && let Some(known) = texts.known.iter_mut().find(same)
    {
        return Arc::clone(&known.text);
    }
    let text: Arc<str> = text.into();
    let (slug, hash) = parts_of(outline);
    if origin == Origin::Sent {
        forget_sent(&mut texts.known, &slug, &hash);
    }
    // A program that knows very many forgets the oldest that only an id names.
    if texts.known.len() >= MOST_TEXTS
        && let Some(oldest) =
            texts.known.iter().position(|known| matches!(known.origin, Origin::IdOnly | Origin::Sent))
    {
        texts.known.remove(oldest);
    }
    if texts.known.len() < MOST_TEXTS {
        let (name, place) = (name.to_owned(), place.to_owned());
        texts.known.push(KnownText { name, slug, hash, text: Arc::clone(&text), origin, place });
    }
    text
}

/// Makes room for a text that was sent: older ones are forgotten where there are many, and so is one with the same rules.
fn forget_sent(known: &mut Vec<KnownText>, slug: &str, hash: &str) {
    let is_sent = |known: &KnownText| known.origin == Origin::Sent;
    known.retain(|known| !(is_sent(known) && known.slug == slug && known.hash == hash));
    let n = |known: &[KnownText], is_counted: &dyn Fn(&KnownText) -> bool| {
        known.iter().filter(|known| is_sent(known) && is_counted(known)).count()
    };
    let has_name = |known: &KnownText| known.slug == slug;
    if n(known, &has_name) >= MOST_SENT_OF_A_NAME
        && let Some(oldest) = known.iter().position(|known| is_sent(known) && has_name(known))
    {
        known.remove(oldest);
    }
    if n(known, &|_| true) >= MOST_SENT
        && let Some(oldest) = known.iter().position(is_sent)
    {
        known.remove(oldest);
    }
}

/// Opens a game by its name or its id; `None` if no known text is called so.
pub(crate) fn open(name: &str, parameters: &str) -> Option<Result<OpenedText, RequestError>> {
    let compiler = compiler()?;
    let known = find(compiler, name, parameters)?;
    let place = if parameters.is_empty() { name.to_owned() } else { format!("{name}:{parameters}") };
    let game = open_as(compiler, known.origin, &known.text, parameters);
    let game = game.map_err(|problems| RequestError::game_text(&place, &known.text, problems));
    Some(game.map(|game| OpenedText { game, text: known.text }))
}

/// Whether an id is that of a game written as text: it names the hash of its rules.
pub fn is_text_id(id: &str) -> bool {
    id.contains('~')
}

/// The text of a game written as text, by its id, `hex~d1ec3964:size=7`; `None` for a game that is compiled into the program.
pub fn text_of(id: &str) -> Option<Arc<str>> {
    if is_text_id(id) { text_named(id) } else { None }
}

/// A text by the name of its file or by its id. A name may be that of a family too.
pub fn text_named(name: &str) -> Option<Arc<str>> {
    let (name, parameters) = name.split_once(':').unwrap_or((name, ""));
    find(compiler()?, name, parameters).map(|known| known.text)
}

fn find(compiler: &dyn GameCompiler, name: &str, parameters: &str) -> Option<KnownText> {
    let texts = texts_with_shelf(compiler);
    if let Some((slug, hash)) = name.split_once('~') {
        let own = texts.known.iter().filter(|known| known.slug == slug);
        let own: Vec<KnownText> = own.cloned().collect();
        drop(texts);
        let has_hash = |known: &KnownText| {
            let outline = compiler.check(&known.text, parameters);
            outline.is_ok_and(|outline| parts_of(&outline).1 == hash)
        };
        return match parameters {
            "" => own.into_iter().find(|known| known.hash == hash),
            // People put other parameters behind the id that they see, which has the hash of the default ones.
            _ => {
                let is_default = |known: &&KnownText| known.hash == hash;
                let with = own.iter().find(|known| has_hash(known));
                with.or_else(|| own.iter().find(is_default)).cloned()
            }
        };
    }
    let named = |origin: Origin| {
        texts.known.iter().rev().find(|known| known.origin == origin && known.name == name).cloned()
    };
    let (file, shelf) = (named(Origin::File), named(Origin::Shelf));
    let folders = texts.folders.clone();
    drop(texts);
    file.or_else(|| in_folders(compiler, &folders, name)).or(shelf)
}

/// A file of one of the folders by its name.
fn in_folders(compiler: &dyn GameCompiler, folders: &[PathBuf], name: &str) -> Option<KnownText> {
    // Names are plain words, so that no name leads out of a folder.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_plain) {
        return None;
    }
    let paths = folders.iter().map(|folder| folder.join(format!("{name}{ENDING}")));
    let path = paths.into_iter().find(|path| path.is_file())?;
    let (text, place) = (read(&path).ok()?, path.display().to_string());
    // What cannot be compiled is reported when it is opened.
    let ((slug, hash), text) = match compiler.check(&text, "") {
        Ok(outline) => {
            let known = remember(compiler, &text, &outline, &place, name, Origin::IdOnly);
            (parts_of(&outline), known)
        }
        Err(_) => (Default::default(), text.into()),
    };
    Some(KnownText { name: name.to_owned(), slug, hash, text, origin: Origin::File, place })
}

/// A text that menus show.
pub(crate) struct ListedText {
    /// The name of its file.
    pub name: String,
    /// Whether it came with the program.
    pub is_of_shelf: bool,
    /// The text.
    pub text: Arc<str>,
    /// The file, for errors.
    pub place: String,
}

/// The games of files and folders, then those of the shelf, and the files that cannot be read.
pub(crate) fn listed() -> (Vec<ListedText>, Vec<RequestError>) {
    let Some(compiler) = compiler() else { return (Vec::new(), Vec::new()) };
    let texts = texts_with_shelf(compiler);
    let listed = |origin: Origin| -> Vec<ListedText> {
        let own = texts.known.iter().filter(|known| known.origin == origin);
        own.map(|KnownText { name, text, place, .. }| ListedText {
            name: name.clone(),
            is_of_shelf: origin == Origin::Shelf,
            text: Arc::clone(text),
            place: if place.is_empty() { name.clone() } else { place.clone() },
        })
        .collect()
    };
    let (mut all, shelf) = (listed(Origin::File), listed(Origin::Shelf));
    let folders = texts.folders.clone();
    drop(texts);
    let mut problems = Vec::new();
    for path in folders.iter().flat_map(|folder| files_of(folder)) {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        let place = path.display().to_string();
        if all.iter().any(|known| known.place == place) {
            continue;
        }
        match read(&path) {
            // The folder of the shelf itself is not shown twice.
            Ok(text) if shelf.iter().any(|known| known.name == name && *known.text == *text) => {}
            Ok(text) => all.push(ListedText { name, is_of_shelf: false, text: text.into(), place }),
            Err(error) => problems.push(error),
        }
    }
    all.extend(shelf);
    (all, problems)
}

/// Opens a text that menus show.
pub(crate) fn open_listed(listed: &ListedText) -> Result<OpenedText, RequestError> {
    add(&listed.text, "", &listed.place, &listed.name, Origin::IdOnly)
}

/// The files of a folder that describe games, by name.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(ENDING) && path.is_file())
        .collect();
    paths.sort();
    paths.truncate(MOST_TEXTS);
    paths
}

/// The file that an id names, and the parameters behind it: `lastnight.game:size=6`.
pub fn file_of(id: &str) -> Option<(&str, &str)> {
    if let Some(path) = id.strip_suffix(ENDING).map(|_| id) {
        return Some((path, ""));
    }
    let colon = id.find(&format!("{ENDING}:"))? + ENDING.len();
    Some((&id[..colon], &id[colon + 1..]))
}

/// The names by which texts are opened.
pub(crate) fn names() -> Vec<String> {
    listed().0.into_iter().map(|listed| listed.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_names() {
        for (id, file) in [
            ("hex", None),
            ("hex:size=7", None),
            ("hex.game", Some(("hex.game", ""))),
            ("my games/hex.game:size=7", Some(("my games/hex.game", "size=7"))),
            ("a.game/b.game:x=1", Some(("a.game/b.game", "x=1"))),
            ("hex.games", None),
        ] {
            assert_eq!(file_of(id), file, "{id}");
        }
    }
}
