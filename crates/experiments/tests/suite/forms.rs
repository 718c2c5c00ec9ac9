//! What is made from the forms of experiment files: the schema for editors, and files to begin with.

use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use zermelo_any::{Folder, Permission};
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::{KINDS, form};

/// The schema, ready to check files.
struct Checker {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Checker {
    fn new() -> Checker {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("experiment.json", form::schema(KINDS)).unwrap();
        let index = compiler.compile("experiment.json", &mut schemas).unwrap();
        Checker { schemas, index }
    }

    /// What an editor would say of a file.
    fn check(&self, text: &str) -> Result<(), String> {
        let file: toml::Table = text.parse().unwrap();
        let file: Value = serde_json::to_value(file).unwrap();
        self.schemas.validate(&file, self.index).map_err(|error| error.to_string())
    }
}

fn experiment_files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// Files that the program reads have no mistakes in an editor, and name the schema that stands beside them.
#[test]
fn editors_accept_all_experiments() {
    let checker = Checker::new();
    let files = experiment_files();
    assert!(files.len() > 30, "{} files", files.len());
    for (name, text) in &files {
        assert_eq!(checker.check(text), Ok(()), "{name}");
        assert!(text.starts_with("#:schema ./experiment.schema.json\n"), "{name}");
    }
    for kind in KINDS {
        assert_eq!(checker.check(kind.example()), Ok(()), "{}", kind.name());
    }
}

/// The mistakes of the reader are mistakes in an editor.
#[test]
fn editors_see_mistakes() {
    let checker = Checker::new();
    for (kind, old, new) in [
        ("tournament", "games = 100", "games = 101"),
        ("tournament", "games = 100", "games = 0"),
        ("tournament", "games = 100", "games = \"many\""),
        ("tournament", "games = 100", "gams = 100"),
        ("tournament", "round-robin", "round-robbin"),
        ("tournament", "kind = \"tournament\"", "kind = \"turnament\""),
        ("tournament", "title = ", "titel = "),
        ("evolution", "start-low = -1\n", ""),
        ("evolution", "generations = 8", "generations = 0"),
        ("evolution", "cma-es", "cmaes"),
        ("study", "population = 40", "population = 41"),
        ("training", "hidden = [32]", "hidden = [0]"),
        ("training", "hidden = [32]", "hidden = 32"),
        ("q-learning", "batch = 64", "batch = 0"),
        ("portrait", "doublings = 4", "doublings = 41"),
        ("calibration", "games = 400", "games = -1"),
        ("series", "name = \"rate\"\n", ""),
    ] {
        let example = KINDS.iter().find(|other| other.name() == kind).unwrap().example();
        assert!(example.contains(old), "{kind}: {old}");
        let text = example.replacen(old, new, 1);
        assert!(checker.check(&text).is_err(), "{kind}: {new}");
        let folder = Folder::new(Path::new("."), Permission::terminal());
        assert!(Experiment::parse("x".to_owned(), text, "x.toml", folder).is_err(), "{kind}: {new}");
    }
}

/// A file to begin with can be carried out as it is, and every key in it can be switched on.
#[test]
fn templates_run_and_show_every_key() {
    for kind in KINDS {
        let text = form::template(*kind, None);
        let folder = Folder::new(Path::new("."), Permission::terminal());
        let experiment = Experiment::parse("new".to_owned(), text.clone(), "new.toml", folder);
        let experiment = experiment.unwrap_or_else(|error| panic!("{error}\n{text}"));
        experiment.check(Permission::terminal()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let lines: Vec<&str> = text.lines().collect();
        let is_off = |line: &str| line.starts_with('#') && !line.starts_with("# ") && line.len() > 1;
        let mut n_switched = 0;
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_off(line)) {
            if line.starts_with("#[") {
                continue;
            }
            // Together with the heading that it stands under, and with all that this table must have.
            let heading =
                lines[..at].iter().rposition(|line| line.starts_with("#[") || line.starts_with('['));
            let is_of_off_table = heading.is_some_and(|heading| lines[heading].starts_with("#["));
            let switched: Vec<String> = (lines.iter().enumerate())
                .map(|(other, text)| {
                    let belongs = is_of_off_table
                        && heading.is_some_and(|heading| {
                            other >= heading
                                && !lines[heading + 1..=other.max(heading)]
                                    .iter()
                                    .any(|line| line.starts_with("#[") || line.starts_with('['))
                        });
                    let is_switched = other == at || (belongs && is_off(text));
                    if is_switched { text[1..].to_owned() } else { (*text).to_owned() }
                })
                .collect();
            let mistakes = form::mistakes(&switched.join("\n"), kind.form());
            let about_this = mistakes.iter().filter(|mistake| !mistake.contains("missing"));
            assert_eq!(about_this.count(), 0, "{}: {line}: {mistakes:?}", kind.name());
            n_switched += 1;
        }
        assert!(n_switched >= 2, "{}: {n_switched} keys are off\n{text}", kind.name());
    }
}
