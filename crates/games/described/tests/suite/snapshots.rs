//! What the compiler says, kept as text: every kind of problem with its exact message, and the rules of every game of the shelf
//! in words. `UPDATE_EXPECT=1` writes the files afresh.

use std::fs;

use zermelo_described::{compile, render_all, shelf};
use zermelo_testkit::cases::data_folder;

/// Compares a text with a file, or writes the file.
fn compare(name: &str, text: &str) {
    let path = data_folder().join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, text).expect("a file that can be written");
    }
    let expected = fs::read_to_string(&path).expect("a file of snapshots");
    assert_eq!(
        expected, text,
        "{name} differs: look at it, and set UPDATE_EXPECT=1 if the new text is right"
    );
}

#[test]
fn every_problem_has_its_message() {
    let path = data_folder().join("described-problems.txt");
    let cases = fs::read_to_string(path).expect("the file of problems");
    let mut told = String::new();
    // A case is a text between a line of equals signs and a line of hyphens; what is told follows.
    for case in cases.split("=====\n").skip(1) {
        let (text, _) = case.split_once("-----\n").expect("a text and its problems");
        let problems = match compile(text) {
            Ok(description) => {
                assert!(!description.warnings.is_empty(), "no problem in\n{text}");
                format!("warnings:\n{}", render_all(&description.warnings, "it.game", text))
            }
            Err(problems) => render_all(&problems, "it.game", text),
        };
        told.push_str(&format!("=====\n{text}-----\n{problems}"));
    }
    let head = cases.split("=====\n").next().unwrap_or_default();
    compare("described-problems.txt", &format!("{head}{told}"));
}

#[test]
fn the_shelf_is_said_back_in_words() {
    let mut told = String::new();
    for (name, text) in shelf::SHELF {
        let description = compile(text).expect("a game of the shelf");
        assert_eq!(description.warnings, [], "{name}");
        let (words, facts) = (description.in_words(), description.facts_in_words());
        told.push_str(&format!("{name} ({})\n{words}\n{facts}\n\n", description.rules.id()));
    }
    compare("described-words.txt", &told);
}

#[test]
fn any_text_is_read_without_panic() {
    let mut chance = zermelo_game::stream(1, "mutations", 0);
    for (_, text) in shelf::SHELF {
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for _ in 0..60 {
            let mut mutated: Vec<&str> = words.clone();
            for _ in 0..=chance.below(3) {
                let (one, other) = (chance.below(mutated.len()), chance.below(mutated.len()));
                match chance.below(3) {
                    0 => mutated.swap(one, other),
                    1 => mutated[one] = words[chance.below(words.len())],
                    _ => {
                        mutated.remove(one);
                    }
                }
            }
            let mut mutated: String = mutated.concat();
            if chance.below(4) == 0 {
                let cut = mutated.char_indices().nth(chance.below(mutated.len())).map_or(0, |(at, _)| at);
                mutated.truncate(cut);
                mutated.push_str("é\t9999x9999 ,=:#");
            }
            if let Err(problems) = compile(&mutated) {
                assert!(!problems.is_empty(), "refused without a reason:\n{mutated}");
                assert!(!render_all(&problems, "it.game", &mutated).is_empty());
            }
        }
    }
}

/// Zones that name the one before twice would double with each if they were worked out again.
#[test]
fn zones_are_worked_out_once() {
    let mut text = String::from("game Deep\nboard 5x5 squares\nzone zz = a1\n");
    let mut last = "zz".to_owned();
    for index in 0..200 {
        let name = format!("z{}", zermelo_game::grid::column_name(26 + index));
        text.push_str(&format!("zone {name} = {last} and {last}\n"));
        last = name;
    }
    text.push_str(&format!("piece stone\n  place on empty\nwin reach {last}\ndraw board full\n"));
    let description =
        compile(&text).unwrap_or_else(|problems| panic!("{}", render_all(&problems, "deep", &text)));
    assert_eq!(description.max_plies, 25);
}
