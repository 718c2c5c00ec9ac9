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
        ("variants", "size = [3, 4]", "size = [3.5, 4]"),
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

/// A template with one key switched on: with the headings above it that are off, and with what their tables must have.
fn switched_on(lines: &[&str], key: usize) -> String {
    let is_off = |line: &str| line.starts_with('#') && !line.starts_with("# ") && line.len() > 1;
    let path = |line: &str| {
        let heading = line.trim_start_matches('#');
        heading.starts_with('[').then(|| heading.trim_matches(['[', ']']).to_owned())
    };
    let is_required = |at: usize| {
        let about: Vec<&str> =
            lines[..at].iter().rev().take_while(|line| line.starts_with("# ")).copied().collect();
        lines[at].starts_with("#kind = ") || about.first().is_some_and(|line| line.ends_with("required)"))
    };
    let own = lines[..key].iter().rev().find_map(|line| path(line)).unwrap_or_default();
    let mut section = String::new();
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        section = path(line).unwrap_or(section);
        let is_above = own == section || own.starts_with(&format!("{section}."));
        let is_on = at == key
            || !section.is_empty() && is_above && is_off(line) && (path(line).is_some() || is_required(at));
        text.push_str(if is_on { &line[1..] } else { line });
        text.push('\n');
    }
    text
}

/// Every key that is switched off in a template can be switched on by itself, and the file still runs.
#[test]
fn every_key_of_a_template_works_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let mut n_tried = 0;
    let same = KINDS.iter().map(|kind| (kind, None));
    let others = ["tournament", "evolution"]
        .map(|name| (KINDS.iter().find(|kind| kind.name() == name).unwrap(), Some("breakthrough:5x5")));
    for (kind, game) in same.chain(others) {
        let text = form::template(*kind, game);
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let is_key = line.starts_with('#') && !line.starts_with("# ") && !line.starts_with("#[");
            // The file of openings is somebody's own.
            if !is_key || line.len() == 1 || line.starts_with("#file = ") {
                continue;
            }
            n_tried += 1;
            let text = switched_on(&lines, at);
            let here = Folder::new(folder.path(), Permission::terminal());
            let experiment = Experiment::parse("new".to_owned(), text.clone(), "new.toml", here);
            let checked = experiment.and_then(|experiment| experiment.check(Permission::terminal()));
            // The example evolves by CMA-ES, which can be whitened and has no final.
            if text.contains("\n[champion]") {
                let told = checked.unwrap_err().to_string();
                assert!(told.contains("champion: only a genetic algorithm has a final"), "{told}");
                continue;
            }
            assert!(checked.is_ok(), "{}: {line}: {}", kind.name(), checked.unwrap_err());
        }
    }
    assert!(n_tried > 150, "{n_tried} keys");
}
