//! The manual's page on expressions: its commands print what it says, its formulas are the evaluators it names.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::run::{self, zermelo_in};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual/expressions.md");
    fs::read_to_string(path).expect("the page")
}

/// The blocks of a kind, as lists of lines.
fn blocks(page: &str, kind: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<String> =
                lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect();
            if language == kind {
                found.push(block);
            }
        }
    }
    found
}

/// A command line's words; what stands in quotation marks is one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// A folder with the page's file, and its experiment made small.
fn folder_of(page: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let file = blocks(page, "text").into_iter().find(|lines| lines[0].starts_with('#')).expect("a file");
    fs::write(folder.path().join("careful.expr"), file.join("\n")).expect("a file");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text =
        fs::read_to_string(root.join("experiments/isolation-expression.toml")).expect("the experiment");
    let small = text
        .replace("generations = 30", "generations = 2")
        .replace("games = 40", "games = 2")
        .replace("games = 1000", "games = 2");
    fs::create_dir(folder.path().join("experiments")).expect("a folder");
    fs::write(folder.path().join("experiments/isolation-expression.toml"), small).expect("a file");
    folder
}

#[test]
fn the_manuals_commands_print_what_it_says() {
    let page = page();
    let folder = folder_of(&page);
    let mut n_compared = 0;
    for block in blocks(&page, "console") {
        let mut lines = block.iter().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ zermelo ").unwrap_or_else(|| panic!("no command: {line}"));
            let arguments = words(command);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let ran = zermelo_in(folder.path(), &arguments, "", &[]);
            let mut said = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                said.push(line.trim_end());
            }
            if said.is_empty() {
                assert_eq!(ran.code, 0, "{line}\n{ran:#?}");
                continue;
            }
            let printed = format!("{}{}", ran.out, ran.err);
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            assert_eq!(said, printed, "{line}");
            n_compared += 1;
        }
    }
    assert!(n_compared >= 3, "the page shows what is printed");
}

#[test]
fn the_manuals_formulas_are_the_evaluators_it_names() {
    let page = page();
    let table = page.split("| evaluator | expression |").nth(1).expect("the table");
    let mut n_rows = 0;
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('`').collect();
        let [_, evaluator, _, expression, _] = cells[..] else { panic!("a row: {row}") };
        for moves in ["d4 c2", "a1 g7 b3 e6", "d4 f5 c6 e3 e5", "", "d4"] {
            let value = |eval: &str| {
                run::json(&["eval", "isolation", "--moves", moves, "--eval", eval])["value"].clone()
            };
            // Until both tokens are placed, as the page says.
            let same = match moves.contains(' ') || ["open", "improved"].contains(&evaluator) {
                true => expression.to_owned(),
                false => format!("if(placed, {expression}, 0)"),
            };
            assert_eq!(value(evaluator), value(&format!("expr({same})")), "{evaluator} after {moves}");
        }
        n_rows += 1;
    }
    assert_eq!(n_rows, 11);
}

#[test]
fn games_list_their_quantities() {
    let game = run::json(&["games", "isolation"]);
    let quantities = game["quantities"].as_array().expect("a list");
    assert_eq!(quantities[0]["name"], json!("own_moves"));
    assert_eq!((&quantities[0]["low"], &quantities[0]["high"]), (&json!(0.0), &json!(49.0)));
    assert_eq!(quantities[1]["aliases"], json!(["opp_moves"]));
    let answer = run::json(&["eval", "connect4", "--eval", "expr(open_windows + 3)"]);
    assert_eq!((&answer["value"], &answer["quantities"]["open_windows"]), (&json!(3.0), &json!(0.0)));
    let (kind, message) = run::refusal(&["eval", "connect4", "--eval", "expr(open-windows)"]);
    assert_eq!(kind, "bad-evaluator");
    assert!(message.ends_with("write `open_windows`\n  open-windows\n  ^^^^^^^^^^^^"), "{message}");
}

/// A run keeps the formula, whatever becomes of the file.
#[test]
fn runs_keep_the_formula_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"
kind = "tournament"
title = "t"
game = "isolation"
schedule = { kind = "round-robin", games = 2 }
openings = { plies = 4 }
agents = [
    { name = "a", agent = "alphabeta(depth=1, eval=expr-file(mine.expr))" }, # not expr-file(other.expr)
    { name = "b", agent = "alphabeta(depth=1, eval=open)" },
]
"#;
    fs::write(folder.path().join("t.toml"), text).expect("a file");
    let run = |arguments: &[&str]| zermelo_in(folder.path(), arguments, "", &[]);
    let missing = run(&["run", "t.toml"]);
    assert_eq!((missing.code, missing.err.contains("cannot be read")), (2, true), "{missing:#?}");
    fs::write(folder.path().join("mine.expr"), "own_moves # mine\n - 2*opp_moves\n").expect("a file");
    let ran = run(&["run", "t.toml"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    fs::remove_file(folder.path().join("mine.expr")).expect("it is there");
    let shown = run(&["show", "t-1"]);
    assert_eq!(shown.code, 0, "{shown:#?}");
    let verified = run(&["verify", "t-1"]);
    assert_eq!(verified.code, 0, "the file is not needed any more: {verified:#?}");
}
