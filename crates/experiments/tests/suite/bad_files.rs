//! What is wrong with an experiment file, as people are told: in plain words, with the line, everything at once.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use toml::{Table, Value};
use zermelo_any::{Folder, Permission};
use zermelo_experiments::experiment::Experiment;

fn problem(text: &str) -> String {
    let folder = Folder::new(Path::new("."), Permission::terminal());
    match Experiment::parse("x".to_owned(), text.to_owned(), "x.toml", folder) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

const TOURNAMENT: &str = "\
kind = \"tournament\"
title = \"T\"
game = \"connect4\"

[schedule]
kind = \"round-robin\"
games = 2

[[agents]]
name = \"one\"
agent = \"random\"

[[agents]]
name = \"two\"
agent = \"random\"
";

#[test]
fn mistakes_are_told_in_sentences() {
    assert_eq!(problem(TOURNAMENT), "");
    for (old, new, told) in [
        (
            "games = 2",
            "games = \"many\"",
            "line 7: schedule: games = \"many\": expected a whole number from 0 to 4294967295",
        ),
        (
            "games = 2",
            "games = -2",
            "line 7: schedule: games = -2: expected a whole number from 0 to 4294967295",
        ),
        (
            "games = 2",
            "games = 2.0",
            "line 7: schedule: games = 2.0: expected a whole number from 0 to 4294967295",
        ),
        ("games = 2\n", "", "line 5: schedule: `games` (a whole number, 2 to 100000000) is missing"),
        (
            "games = 2",
            "gamse = 2",
            "line 7: schedule: unknown key `gamse`: did you mean `games`? (the keys here are `kind` and `games`)",
        ),
        (
            "kind = \"round-robin\"\n",
            "",
            "line 5: schedule: `kind` is missing: expected \"round-robin\", \"double-round-robin\", \"gauntlet\", \"partial\", \"swiss\", \"knockout\", \"until\" or \"sprt\"",
        ),
        (
            "\"round-robin\"",
            "\"round-robbin\"",
            "line 6: schedule: kind = \"round-robbin\": expected \"round-robin\", \"double-round-robin\", \"gauntlet\", \"partial\", \"swiss\", \"knockout\", \"until\" or \"sprt\"; did you mean `round-robin`?",
        ),
        (
            "\"round-robin\"",
            "3",
            "line 6: schedule: kind = 3: expected \"round-robin\", \"double-round-robin\", \"gauntlet\", \"partial\", \"swiss\", \"knockout\", \"until\" or \"sprt\"",
        ),
        (
            "name = \"two\"\nagent = \"random\"\n",
            "",
            "line 13: agent 2: `name` (a name, as text) and `agent` (text, such as \"alphabeta(depth=4)\") are missing",
        ),
        (
            "name = \"two\"\nagent = \"random\"",
            "name = \"two\"\nagent = [1]",
            "line 15: agent `two`: agent is a list of 1: expected text, such as \"alphabeta(depth=4)\"",
        ),
        (
            "title = \"T\"\ngame = \"connect4\"\n",
            "",
            "`title` (text, such as \"Who plays best?\") and `game` (text, such as \"connect4\") are missing",
        ),
        ("title = \"T\"", "title = T", "line 2: `title = T` cannot be read as TOML: "),
        (
            "title = \"T\"",
            "title = \"T\"\ntitle = \"U\"",
            "line 3: `title = \"U\"` cannot be read as TOML: duplicate key",
        ),
        ("kind = \"tournament\"", "kind = 3", "kind: expected text, such as \"tournament\""),
        (
            "kind = \"tournament\"",
            "kind = \"turnament\"",
            "there are no experiments of the kind `turnament`: there are tournament, evolution, study, training, q-learning, portrait, calibration and series; did you mean `tournament`?",
        ),
        (
            "title = \"T\"",
            "title = \"T\"\nopenings = { plies = 2, level = 3 }",
            "line 3: openings: level = 3: expected a table with `judge` and `within`",
        ),
        (
            "title = \"T\"",
            "title = \"T\"\nadjudication = \"early\"",
            "line 3: adjudication = \"early\": expected a table that may have `length` and `solved`",
        ),
    ] {
        assert!(TOURNAMENT.contains(old), "{old}");
        let found = problem(&TOURNAMENT.replacen(old, new, 1));
        assert!(found.starts_with(&format!("x.toml: {told}")), "{new}:\n{found}\nnot\n{told}");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = "kind = \"evolution\"\ntitle = 3\ngame = \"milestone\"\n[method]\nkind = \"genetic\"\npopulaton = 8\n";
    assert_eq!(
        problem(text),
        "x.toml: 4 mistakes:
  `agent` (text, such as \"alphabeta(depth=2, eval=weights({genes}))\"), `genes` (a list, each item a table with `start-low` and \
`start-high`), `generations` (a whole number, 1 to 100000) and `fitness` (a table with a kind: \"league\", \"gauntlet\" \
or \"race\") are missing
  line 2: title = 3: expected text, such as \"Who plays best?\"
  line 4: method: `breeding` (a table with `selection`) is missing
  line 6: method: unknown key `populaton`: did you mean `population`? (the keys here are `kind`, `population` and `breeding`)"
    );
}

/// Whatever is changed in the files that come with the program, nobody is told of the types it is made of.
#[test]
fn no_mistake_is_told_in_the_words_of_rust() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let (mut n_files, mut n_told) = (0, 0);
    let (mut kinds, mut tried) = (BTreeSet::new(), BTreeSet::new());
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        n_files += 1;
        let table: Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        kinds.insert(table["kind"].as_str().unwrap_or_default().to_owned());
        for (change, changed) in changed_tables(&table) {
            // Every third is enough, and takes a third of the time.
            if !tried.insert(change) || tried.len() % 3 != 0 {
                continue;
            }
            let told = problem(&toml::to_string(&changed).unwrap());
            n_told += usize::from(!told.is_empty());
            for word in [
                "invalid type",
                "invalid value",
                "invalid length",
                "struct",
                "variant",
                "field",
                "u32",
                "TOML parse",
            ] {
                assert!(!told.contains(word), "{}: {told}", path.display());
            }
        }
    }
    assert!(
        n_files > 20 && n_told > 500 && kinds.len() == 8,
        "{n_files} files, {n_told} mistakes, {kinds:?}"
    );
}

/// The table with each key left out, misspelt or of another type, at every depth; with the place and the change, so that what many
/// files have in common is tried once.
fn changed_tables(table: &Table) -> Vec<(String, Table)> {
    let kind = table.get("kind").and_then(Value::as_str).unwrap_or_default();
    let mut all = Vec::new();
    for (key, value) in table {
        let mut without = table.clone();
        without.remove(key);
        let mut misspelt = without.clone();
        misspelt.insert(format!("{key}x"), value.clone());
        all.push((format!("{kind}.{key} left out"), without));
        all.push((format!("{kind}.{key} misspelt"), misspelt));
        for (change, other) in changed_values(value) {
            let mut changed = table.clone();
            changed.insert(key.clone(), other);
            all.push((format!("{kind}.{key}{change}"), changed));
        }
    }
    all
}

fn changed_values(value: &Value) -> Vec<(String, Value)> {
    let others = [
        Value::Integer(-3),
        Value::String("zzz".to_owned()),
        Value::Boolean(true),
        Value::Array(vec![Value::Float(0.5)]),
        Value::Table(Table::from_iter([("zzz".to_owned(), Value::Integer(1))])),
    ];
    let mut all: Vec<_> = others.into_iter().map(|other| (format!(" = {other}"), other)).collect();
    match value {
        Value::Table(table) => {
            let inner = changed_tables(table).into_iter();
            all.extend(inner.map(|(change, table)| (format!("/{change}"), Value::Table(table))));
        }
        // The first item stands for all.
        Value::Array(items) => {
            for (change, other) in items.first().map(changed_values).unwrap_or_default() {
                let mut changed = items.clone();
                changed[0] = other;
                all.push((format!("[]{change}"), Value::Array(changed)));
            }
        }
        _ => {}
    }
    all
}
