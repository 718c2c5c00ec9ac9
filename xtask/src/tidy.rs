//! Tidiness as a test: what the architecture document says and what the source tree is must agree.
//!
//! The layers are read from the code map of `ARCHITECTURE.md`, so that the document cannot drift from the tree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The longest source file: a longer one has a second noun inside.
const MOST_LINES: usize = 700;
/// The largest crate, in lines of its sources: a larger one has inner borders that nobody drew.
const MOST_LINES_OF_CRATE: usize = 8_500;

/// Crates without input, output, clocks, threads and global state, so that they run anywhere, a browser included.
/// So is every crate below `crates/games`.
const PURE_CRATES: [&str; 6] = ["board", "evolve", "expression", "game", "stats", "tictactoe"];
const IMPURE: [&str; 10] = [
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "Instant",
    "SystemTime",
    "std::thread",
    "static mut",
    "println!",
    "thread_local!",
];

/// Crates between a game's rules and a game that was played. They compute the same on every machine, which functions of the
/// machine's own library do not promise (its `exp` has other last bits with and without fused multiplication): `libm` is
/// ours to choose. So is every crate below `crates/games`.
const EXACT_CRATES: [&str; 11] = [
    "any",
    "arena",
    "board",
    "catalog",
    "evolve",
    "expression",
    "game",
    "learn",
    "runner",
    "search",
    "tictactoe",
];
/// `powi(2)` is a product; other powers are not promised to be.
const INEXACT: [&str; 22] = [
    ".exp()",
    ".exp2()",
    ".exp_m1()",
    ".ln()",
    ".ln_1p()",
    ".log(",
    ".log2()",
    ".log10()",
    ".powf(",
    ".powi(",
    ".sin()",
    ".cos()",
    ".tan()",
    ".sinh()",
    ".cosh()",
    ".tanh()",
    ".asin()",
    ".acos()",
    ".atan()",
    ".atan2(",
    ".cbrt()",
    ".hypot(",
];

/// Crates whose code writes files by `crates/cli/src/output_file.rs` only, which never takes the place of a store.
const GUARDED_CRATES: [&str; 8] =
    ["catalog", "cli", "experiments", "export", "kind", "report", "runner", "server"];
/// The files that may write by themselves: the guard itself, and the conversation with an engine, which asks the same question.
const GUARDS: [&str; 2] = ["crates/cli/src/output_file.rs", "crates/catalog/src/ugi/process.rs"];
const WRITING: [&str; 8] = [
    "fs::write",
    "fs::copy",
    "fs::rename",
    "fs::remove",
    "File::create",
    "File::options",
    "OpenOptions",
    ".persist(",
];

/// Everything that is not as it should be.
pub fn check() -> Vec<String> {
    let mut problems = Vec::new();
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    problems.extend(arrows());
    for path in source_files() {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if let Some((folder, _)) = name.split_once("/src/") {
            *sizes.entry(folder.to_owned()).or_insert(0) += text.lines().count();
        }
        problems.extend(file(&name, &text));
    }
    for (folder, n_lines) in sizes.iter().filter(|(_, n_lines)| **n_lines > MOST_LINES_OF_CRATE) {
        problems.push(format!("{folder}: {n_lines} lines, at most {MOST_LINES_OF_CRATE}: divide the crate"));
    }
    problems
}

/// The project's top folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the project").to_owned()
}

/// Dependencies point from higher layers to lower ones only, and the code map lists every crate.
fn arrows() -> Vec<String> {
    let mut problems = Vec::new();
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap_or_default();
    let layers = code_map(&map);
    let folders = folders_of_crates();
    for name in &folders {
        if !layers.contains_key(name) {
            problems.push(format!("ARCHITECTURE.md: the code map lacks `crates/{name}`"));
        }
    }
    for name in layers.keys().filter(|name| !folders.contains(name)) {
        problems.push(format!("ARCHITECTURE.md: the code map names `crates/{name}`, which does not exist"));
    }
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    for package in metadata["packages"].as_array().into_iter().flatten() {
        problems.extend(arrows_of(package, &layers));
    }
    problems
}

fn arrows_of(package: &Value, layers: &BTreeMap<String, Option<u32>>) -> Vec<String> {
    let mut problems = Vec::new();
    let short = |value: &Value| match value.as_str()? {
        "zermelo" => Some("zermelo".to_owned()),
        name => name.strip_prefix("zermelo-").map(str::to_owned),
    };
    let Some(from) = short(&package["name"]) else { return problems };
    let Some((from, from_layer)) = crate_of(&from, layers) else { return problems };
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let Some(to) = short(&dependency["name"]) else { continue };
        let is_for_tests = dependency["kind"] == "dev";
        let (to, to_layer) = crate_of(&to, layers).unwrap_or((&to, None));
        match (from_layer, to_layer) {
            _ if is_for_tests => {}
            (_, None) => problems.push(format!("crates/{from}: only tests may depend on `{to}`")),
            (Some(from_layer), Some(to_layer)) if from_layer <= to_layer => problems.push(format!(
                "crates/{from} (layer {from_layer}) must not depend on crates/{to} (layer {to_layer})"
            )),
            _ => {}
        }
    }
    problems
}

/// A crate of the code map by the name of its package without `zermelo-`, which is the name of its folder. The program is
/// called `zermelo`.
fn crate_of<'a>(package: &str, layers: &'a BTreeMap<String, Option<u32>>) -> Option<(&'a str, Option<u32>)> {
    let is_it = |name: &str| name.rsplit('/').next() == Some(package);
    layers.iter().find(|(name, _)| is_it(name)).map(|(name, &layer)| (name.as_str(), layer))
}

/// The crates of the code map and their layers: rows such as "| `crates/game` | 0 | .. |"; a crate for tests
/// only has no number.
fn code_map(text: &str) -> BTreeMap<String, Option<u32>> {
    let rows = text.lines().filter_map(|line| {
        let mut columns = line.strip_prefix('|')?.split('|').map(str::trim);
        let name = columns.next()?.strip_prefix("`crates/")?.strip_suffix('`')?;
        Some((name.to_owned(), columns.next()?.parse().ok()))
    });
    rows.collect()
}

/// The folders of crates below `crates`; `crates/games` and `crates/kinds` are folders of such folders.
fn folders_of_crates() -> Vec<String> {
    let names_in = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).expect("the folder of crates is readable");
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
    };
    let groups = ["games", "kinds"];
    let single = names_in("crates").into_iter().filter(|name| !groups.contains(&name.as_str()));
    let grouped = groups.into_iter().flat_map(|group| {
        names_in(&format!("crates/{group}")).into_iter().map(move |name| format!("{group}/{name}"))
    });
    single.chain(grouped).collect()
}

/// Every Rust file of the project.
fn source_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> =
        ["crates", "xtask", "benches", "fuzz"].iter().map(|name| root().join(name)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// What is wrong with one file.
fn file(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let n_lines = text.lines().count();
    if n_lines > MOST_LINES {
        problems
            .push(format!("{name}: {n_lines} lines, at most {MOST_LINES}: is there a second noun inside?"));
    }
    // A fuzz target begins with its attribute.
    // A library's README may stand for it.
    let opening = text.trim_start_matches("#![no_main]").trim_start();
    if !opening.starts_with("//!") && !opening.starts_with("#![doc = include_str!") {
        problems.push(format!("{name}: does not begin with `//!` and what is in it"));
    }
    // Written in two parts, so that this file does not find itself.
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("dbg", "!("),
        concat!("#[ig", "nore"),
    ];
    let is_pure = PURE_CRATES.iter().any(|pure| name.starts_with(&format!("crates/{pure}/src/")))
        || (name.starts_with("crates/games/") && name.contains("/src/"));
    let is_guarded = GUARDED_CRATES.iter().any(|guarded| name.starts_with(&format!("crates/{guarded}/src/")))
        || (name.starts_with("crates/kinds/") && name.contains("/src/"));
    let is_exact = EXACT_CRATES.iter().any(|exact| name.starts_with(&format!("crates/{exact}/src/")))
        || (name.starts_with("crates/games/") && name.contains("/src/"));
    let is_exact = is_exact && !name.ends_with("/tests.rs");
    let is_guarded = is_guarded && !GUARDS.contains(&name) && !name.ends_with("/tests.rs");
    // Tests write what they like; they stand at the end of a file.
    let n_lines_of_code = text.lines().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(n_lines);
    for (index, line) in text.lines().enumerate() {
        for what in
            WRITING.iter().filter(|what| is_guarded && index < n_lines_of_code && line.contains(**what))
        {
            problems.push(format!(
                "{name}:{}: `{what}`: files are written by `output_file.rs`, which spares stores",
                index + 1
            ));
        }
        let exact = line.replace(".powi(2)", "");
        for what in
            INEXACT.iter().filter(|what| is_exact && index < n_lines_of_code && exact.contains(**what))
        {
            problems
                .push(format!("{name}:{}: `{what}` has other bits on other machines: use `libm`", index + 1));
        }
        for mark in marks.iter().filter(|mark| line.contains(**mark)) {
            problems.push(format!("{name}:{}: unfinished: `{mark}`", index + 1));
        }
        for what in IMPURE.iter().filter(|what| is_pure && line.contains(**what)) {
            problems.push(format!("{name}:{}: `{what}` has no place in this crate", index + 1));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_tidy() {
        let problems = check();
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }

    #[test]
    fn the_checks_find_what_they_look_for() {
        let long = format!("//! Long.\n{}", "\n".repeat(MOST_LINES));
        assert_eq!(file("crates/cli/src/a.rs", &long).len(), 1);
        assert_eq!(file("crates/cli/src/a.rs", "fn main() {}").len(), 1);
        let marked = format!("//! A.\n// {} later", concat!("TO", "DO"));
        assert_eq!(file("crates/cli/src/a.rs", &marked).len(), 1);
        assert_eq!(file("crates/game/src/a.rs", "//! A.\nuse std::fs;").len(), 1);
        assert_eq!(file("crates/games/pawns/src/a.rs", "//! A.\nuse std::fs;").len(), 1);
        assert_eq!(file("crates/cli/src/a.rs", "//! A.\nuse std::fs;").len(), 0);
        let writing = "//! A.\nstd::fs::write(path, text);";
        assert_eq!(file("crates/cli/src/a.rs", writing).len(), 1);
        assert_eq!(file("crates/cli/src/output_file.rs", writing).len(), 0);
        let inexact =
            "//! A.\nlet share = 1.0 / (1.0 + (-value).exp());\nlet square = x.powi(2) + y.powi(3);";
        assert_eq!(file("crates/search/src/a.rs", inexact).len(), 2);
        assert_eq!(file("crates/games/pawns/src/a.rs", inexact).len(), 2);
        assert_eq!(file("crates/stats/src/a.rs", inexact).len(), 0);
        let in_tests = "//! A.\n#[cfg(test)]\nmod tests { std::fs::write(path, text); }";
        assert_eq!(file("crates/cli/src/a.rs", in_tests).len(), 0);
    }

    #[test]
    fn arrows_point_down() {
        let map = "| `crates/game` | 0 | x |\n| `crates/games/pawns` | 1 | x |\n| `crates/runner` | 2 | x |\n\
                   | `crates/testkit` | tests | x |";
        let layers = code_map(map);
        let package = |from: &str, to: &str, kind: Option<&str>| {
            serde_json::json!({
                "name": format!("zermelo-{from}"),
                "dependencies": [{ "name": format!("zermelo-{to}"), "kind": kind }],
            })
        };
        assert_eq!(arrows_of(&package("runner", "game", None), &layers).len(), 0);
        assert_eq!(arrows_of(&package("game", "runner", None), &layers).len(), 1);
        assert_eq!(arrows_of(&package("runner", "pawns", None), &layers).len(), 0);
        assert_eq!(arrows_of(&package("pawns", "runner", None), &layers).len(), 1);
        assert_eq!(arrows_of(&package("runner", "testkit", None), &layers).len(), 1);
        assert_eq!(arrows_of(&package("runner", "testkit", Some("dev")), &layers).len(), 0);
    }
}
