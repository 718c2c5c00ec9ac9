//! Case files: what must hold in a position, as text. Blocks are separated by blank lines; a block is lines of
//! `key value`; lines that begin with `#` are comments.
//!
//! ```text
//! game isolation:4x4
//! note the first cell
//! moves a1 d4
//! legal b3 c2
//! perft 1 2
//! outcome none
//! ```

use std::fs;
use std::path::{Path, PathBuf};

/// A block of a case file.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file and line it begins at.
    pub place: String,
    /// The game's id.
    pub game: String,
    /// The position, if not the game's start.
    pub position: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
    /// What must hold then: key and values.
    pub facts: Vec<(String, Vec<String>)>,
}

/// The folder of the project's test data.
pub fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data")
}

/// All cases of all files in a folder of the test data. Panics if there is none.
pub fn read_folder(folder: &str) -> Vec<Case> {
    let path = data_folder().join(folder);
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    let cases: Vec<Case> = files.iter().flat_map(|file| read_file(file)).collect();
    assert!(!cases.is_empty(), "no cases in {}", path.display());
    cases
}

fn read_file(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut cases: Vec<Case> = Vec::new();
    let mut is_inside = false;
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", index + 1);
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        match (line.trim(), key) {
            ("", _) => is_inside = false,
            (comment, _) if comment.starts_with('#') && !is_inside => {}
            (_, "game") => {
                assert!(!is_inside, "{place}: a blank line is missing before `game`");
                is_inside = true;
                let game = value.trim().to_owned();
                cases.push(Case { place, game, position: None, moves: Vec::new(), facts: Vec::new() });
            }
            _ => {
                assert!(is_inside, "{place}: a block begins with `game`");
                let case = cases.last_mut().expect("a block has begun");
                match key {
                    "note" => {}
                    "position" => case.position = Some(value.to_owned()),
                    "moves" => case.moves = words(),
                    "final" => case.facts.push((key.to_owned(), vec![value.to_owned()])),
                    _ => case.facts.push((key.to_owned(), words())),
                }
            }
        }
    }
    cases
}
