//! What is made from the code and kept in the repository is what the program says of itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::run::{json, refusal, zermelo, zermelo_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every page below a folder, by its path.
fn pages(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
        if path.is_dir() {
            pages(&path, &format!("{name}/"), found);
        } else {
            found.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// Every key of every answer has a meaning, or the pages are not made.
#[test]
fn the_reference_is_that_of_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("pages");
    json(&["reference", &made.display().to_string()]);
    let (mut new, mut kept) = (BTreeMap::new(), BTreeMap::new());
    pages(&made, "", &mut new);
    pages(&root().join("docs/manual/reference"), "", &mut kept);
    assert!(new.len() > 10, "{:?}", new.keys());
    assert_eq!(new.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>(), "cargo xtask reference");
    for (name, text) in &new {
        let differs = text.lines().zip(kept[name].lines()).find(|(new, kept)| new != kept);
        assert!(text == &kept[name], "{name} differs: {differs:#?}; run `cargo xtask reference`");
    }
}

#[test]
fn the_schema_is_that_of_the_code() {
    let kept = std::fs::read_to_string(root().join("experiments/experiment.schema.json")).unwrap();
    let printed = zermelo(&["schema", "experiment"]);
    assert!(printed.out == kept, "run `cargo xtask reference`");
}

/// A new file says what to do next; a file that is there stays.
#[test]
fn experiments_begin_with_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let told = zermelo_in(folder.path(), &["new-experiment", "calibration"], "", &[]);
    assert!(told.out.contains("zermelo run --check calibration.toml"), "{}", told.out);
    let again = zermelo_in(folder.path(), &["new-experiment", "calibration"], "", &[]);
    assert!(again.err.contains("exists already"), "{}", again.err);
    let (_, unknown) = refusal(&["new-experiment", "turnament"]);
    assert!(unknown.contains("did you mean `tournament`?"), "{unknown}");
    let other = zermelo_in(
        folder.path(),
        &["new-experiment", "evolution", "--game", "milestone:side=3", "--output", "-"],
        "",
        &[],
    );
    assert!(other.out.contains("game = \"milestone:side=3\""), "{}", other.out);
}

/// A check tells everything that is wrong, or about how long the experiment takes, and leaves nothing behind.
#[test]
fn experiments_are_checked_before_they_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = "kind = \"tournament\"\ntitle = \"T\"\ngame = \"tictactoe\"\nschedule = { kind = \"round-robin\", games = 40 }\n\
                agents = [{ name = \"a\", agent = \"random\" }, { name = \"b\", agent = \"random\" }]\n";
    std::fs::write(folder.path().join("t.toml"), file).unwrap();
    let told = zermelo_in(folder.path(), &["run", "--check", "t.toml"], "", &[]);
    for part in ["t.toml has no mistakes", "40 games", "memory", "about"] {
        assert!(told.out.contains(part), "{part} in {}", told.out);
    }
    assert!(!folder.path().join("zermelo.db").exists(), "nothing is stored");
    std::fs::write(folder.path().join("t.toml"), file.replace("games = 40", "games = 0")).unwrap();
    let told = zermelo_in(folder.path(), &["run", "--check", "t.toml"], "", &[]);
    assert!(told.err.contains("line 4: schedule: games = 0: expected 2 to 100000000"), "{}", told.err);
}
