//! What is wrong with an experiment file, as people are told: in plain words, with the line, everything at once.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use toml::{Table, Value};
use zermelo_any::{Folder, Permission};
use zermelo_experiments::KINDS;
use zermelo_experiments::experiment::Experiment;
use zermelo_store::Store;

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
            "line 7: schedule: games = \"many\": expected a whole number, 2 to 100000000",
        ),
        ("games = 2", "games = -2", "line 7: schedule: games = -2: expected a whole number, 2 to 100000000"),
        (
            "games = 2",
            "games = 2.0",
            "line 7: schedule: games = 2.0: expected a whole number, 2 to 100000000",
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
        ("kind = \"tournament\"", "kind = 3", "line 1: kind: expected text, such as \"tournament\""),
        (
            "kind = \"tournament\"",
            "kind = \"turnament\"",
            "line 1: there are no experiments of the kind `turnament`: there are tournament, evolution, study, training, q-learning, portrait, calibration, variants and series; did you mean `tournament`?",
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

/// A word that is none is answered with all that may stand there, whatever its form.
#[test]
fn all_forms_of_a_value_are_told() {
    let training = KINDS.iter().find(|kind| kind.name() == "training").unwrap().example();
    let line = training.lines().count() + 2;
    for (word, hint) in [("adm", "; did you mean `adam`?"), ("adam", ""), ("sgdd", "; did you mean `sgd`?")] {
        let text = format!("{training}[training]\nmethod = \"{word}\"\n");
        assert_eq!(
            problem(&text),
            format!(
                "x.toml: line {line}: training: method = \"{word}\": expected \"sgd\" or adam = a table with \
                 `mean_decay`, `square_decay` and `epsilon`{hint}"
            )
        );
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

/// What is wrong with a file, found by its reader, by the store that has the runs it names, or by its games and agents.
fn any_problem(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("runs.db")).unwrap();
    let here = Folder::new(folder.path(), Permission::terminal());
    let problem = Experiment::parse("x".to_owned(), text.to_owned(), "x.toml", here).and_then(|mut read| {
        read.resolve(&store, Permission::terminal())?;
        read.check(Permission::terminal())
    });
    problem.map_or_else(|error| error.to_string(), |()| String::new())
}

const EVOLUTION: &str = r#"kind = "evolution"
title = "E"
game = "isolation:5x5"
generations = 2
agent = "alphabeta(depth=1, eval=weights({genes}))"
[[genes]]
start-low = -1
start-high = 1
[method]
kind = "cma-es"
[fitness]
kind = "gauntlet"
games = 2
opponents = [{ name = "r", agent = "random" }]
"#;

const TRAINING: &str = r#"kind = "training"
title = "Tr"
game = "connect4"
[data]
runs = []
[play]
agent = "alphabeta(nodes=20, eval={eval})"
games = 2
[model]
kind = "network"
hidden = [4]
[confirmation]
agent = "alphabeta(nodes=20, eval={eval})"
"#;

const VARIANTS: &str = r#"kind = "variants"
title = "V"
game = "hexapawn.game"
[vary]
size = [3, 4]
"#;

const SERIES: &str = r#"kind = "series"
title = "S"
game = "isolation:5x5"
[[stages]]
name = "evolve"
kind = "evolution"
generations = 2
agent = "alphabeta(depth=1, eval=weights({genes}))"
genes = [{ start-low = -1, start-high = 1 }]
method = { kind = "cma-es" }
fitness = { kind = "gauntlet", games = 2, opponents = [{ name = "r", agent = "random" }] }
[[stages]]
name = "rate"
kind = "tournament"
schedule = { kind = "round-robin", games = 2 }
agents = [{ name = "a", agent = "bred(evolve/champion)" }, { name = "b", agent = "random" }]
[[stages]]
name = "learn"
kind = "training"
data = { runs = ["rate"] }
model = { kind = "heuristics" }
confirmation = { agent = "alphabeta(nodes=20, eval={eval})" }
"#;

/// A mistake is reported with the file and the line before anything is played, wherever it is found.
#[test]
fn every_mistake_has_its_line() {
    let genes = "[[genes]]";
    for (file, old, new, told) in [
        (TOURNAMENT, "connect4", "conect4", "3: there is no game `conect4`"),
        (TOURNAMENT, "connect4", "connect4:900x900", "3: `connect4:900x900`: connect4 has a fixed size"),
        (
            TOURNAMENT,
            "agent = \"random\"",
            "agent = \"net(no.safetensors)\"",
            "11: agent `net(no.safetensors)`: ",
        ),
        (
            TOURNAMENT,
            "agent = \"random\"",
            "agent = \"minimax(depth=1, eval=net(no.safetensors))\"",
            "11: agent `minimax(depth=1, eval=net(no.safetensors))`: ",
        ),
        (
            TOURNAMENT,
            "agent = \"random\"",
            "agent = \"bred(evolv/champion)\"",
            "11: agent `bred(evolv/champion)`: ",
        ),
        (TOURNAMENT, "agent = \"random\"", "agent = \"\"", "11: agent ``: there is no agent ``"),
        (
            TOURNAMENT,
            "kind = \"round-robin\"",
            "kind = \"gauntlet\"\ntested = [\"one\"]\nopponents = [\"one\"]",
            "7: schedule: nobody meets anybody by `tested` and `opponents`",
        ),
        (
            TOURNAMENT,
            "kind = \"round-robin\"",
            "kind = \"gauntlet\"\ntested = []\nopponents = [\"one\"]",
            "7: schedule: nobody meets anybody by `tested` and `opponents`",
        ),
        (EVOLUTION, genes, "[[genes]]\nnames = []", "7: genes: names = []: expected at least one gene"),
        (
            EVOLUTION,
            "start-high = 1",
            "start-high = -2",
            "8: genes: start-high = -2: expected more than start-low = -1",
        ),
        (EVOLUTION, "({genes}))", "({genes})", "5: agent: agent `alphabeta(depth=1, eval=weights("),
        (
            EVOLUTION,
            "[fitness]",
            "[champion]\ngames = 10\n[fitness]",
            "11: champion: only a genetic algorithm has a final",
        ),
        (TRAINING, "runs = []", "files = [\"nope\"]", "5: data: files: there is no file "),
        (TRAINING, "runs = []", "runs = [\"nope\"]", "5: data: runs: there is no run `nope`"),
        (
            TRAINING,
            "eval={eval})\"\ngames",
            "eval={eval}\"\ngames",
            "7: play: agent: agent `alphabeta(nodes=20, eval=default`",
        ),
        (VARIANTS, "size = [3, 4]", "siz = [3, 4]", "5: vary: unknown parameter `siz`; did you mean `size`?"),
        (
            VARIANTS,
            "size = [3, 4]",
            "size = [3, 99]",
            "5: vary: size: `size=99`: expected a number from 3 to 8",
        ),
        (VARIANTS, "size = [3, 4]", "size = []", "5: vary: size = []: expected at least one value"),
        (
            SERIES,
            "kind = \"tournament\"",
            "kind = \"tournament\"\ngame = \"foo\"",
            "15: there is no game `foo`",
        ),
        (SERIES, "({genes})", "({genes}, a={owm})", "8: stage `evolve`: agent: there is no gene for `{owm}`"),
        (SERIES, "({genes}))", "({genes})", "8: stage `evolve`: agent: agent `alphabeta("),
        (
            SERIES,
            "robin\", games = 2",
            "robin\", games = 101",
            "15: stage `rate`: games = 101: expected an even number",
        ),
        (
            SERIES,
            "name = \"rate\"",
            "name = \"evolve\"",
            "13: stage `evolve`: two stages are called `evolve`",
        ),
        (
            SERIES,
            "evolve/champion",
            "evolve/champ",
            "16: stage `rate`: agent `bred(evolve/champ)`: the stage `evolve` has no `champ`: it has champion and \
             generation-1 to generation-2",
        ),
        (
            SERIES,
            "evolve/champion",
            "evolve/generation-3",
            "16: stage `rate`: agent `bred(evolve/generation-3)`: the stage `evolve` has no `generation-3`",
        ),
        (
            SERIES,
            "evolve/champion",
            "evolv/champion",
            "16: agent `bred(evolv/champion)`: there is no run `evolv`",
        ),
        (SERIES, "[\"rate\"]", "[\"rat\"]", "20: stage `learn`: data: runs: there is no run `rat`"),
    ] {
        assert_eq!(any_problem(file), "");
        assert!(file.contains(old), "{old}");
        let found = any_problem(&file.replacen(old, new, 1));
        assert!(found.starts_with(&format!("x.toml: line {told}")), "{new}:\n{found}\nnot\n{told}");
    }
    // What can be had of a stage before it is done.
    for good in ["evolve/generation-1", "evolve/generation-2", "evolve"] {
        assert_eq!(any_problem(&SERIES.replace("evolve/champion", good)), "", "{good}");
    }
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
                "unknown variant",
                "field",
                "u32",
                "TOML parse",
            ] {
                assert!(!told.contains(word), "{}: {told}", path.display());
            }
        }
    }
    assert!(
        n_files > 20 && n_told > 500 && kinds.len() == KINDS.len(),
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
