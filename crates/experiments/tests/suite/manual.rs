//! Every experiment file that the manual shows is one.

use std::fs;
use std::path::{Path, PathBuf};

use zermelo_catalog::Permission;
use zermelo_experiments::KINDS;
use zermelo_experiments::experiment::Experiment;

/// All pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found
}

/// The blocks of TOML of a page that are whole files.
fn files(text: &str) -> Vec<String> {
    let blocks = text.split("\n```toml\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    // Others show a part of a file. A whole one says first what kind it is.
    let first = |block: &str| {
        block.lines().find(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned)
    };
    let is_file = |block: &&str| first(block).is_some_and(|line| line.starts_with("kind = "));
    blocks.filter(is_file).map(|block| format!("{block}\n")).collect()
}

#[test]
fn every_file_of_the_manual_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut kinds = Vec::new();
    for page in pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual")) {
        let text = fs::read_to_string(&page).expect("a page");
        for (index, file) in files(&text).iter().enumerate() {
            let path = folder.path().join("shown.toml");
            fs::write(&path, file).expect("a file");
            let place = format!("{}, file {}", page.display(), index + 1);
            let experiment = Experiment::read(&path, Permission::terminal())
                .unwrap_or_else(|problem| panic!("{place}: {problem}\n{file}"));
            // The agents must be there too, unless they come from a run that a reader would have.
            if !file.contains("evolve-1/champion") {
                experiment
                    .check(Permission::terminal())
                    .unwrap_or_else(|problem| panic!("{place}: {problem}\n{file}"));
            }
            kinds.extend(file.lines().find(|line| line.starts_with("kind = ")).map(str::to_owned));
        }
    }
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds.len(), KINDS.len(), "the manual shows every kind: {kinds:?}");
}
