//! What the standard agents count and choose on fixed positions, kept in `tests/data/signatures.txt`: whoever changes the
//! rules or the search sees what that changes. `UPDATE_EXPECT=1 cargo test -p zermelo-catalog` writes the file anew.

use std::fmt::Write;
use std::fs;

use zermelo_catalog::{BenchPlan, Entry, entries};
use zermelo_testkit::cases::data_folder;

const HEAD: &str = "# Node counts and choices of the standard agents on fixed positions, by our own program: see\n\
                    # crates/lab/tests/signatures.rs. A change that is not meant to change behaviour leaves this file as it is.\n";

fn told() -> String {
    let mut text = HEAD.to_owned();
    let mut games: Vec<_> = entries().iter().map(Entry::open).collect();
    // A family's usual size may be one of its presets.
    games.dedup_by_key(|game| game.id());
    for game in games {
        let done = zermelo_catalog::bench::run(&game, &BenchPlan::QUICK);
        let _ = writeln!(text, "\n{} {}", done.game, done.signature());
        for work in &done.works {
            let _ = writeln!(text, "  {}", work.line());
        }
    }
    text
}

#[test]
fn rules_and_search_do_what_they_did_before() {
    let path = data_folder().join("signatures.txt");
    let now = told();
    assert_eq!(now, told(), "the same work is the same twice");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, now).expect("the file can be written");
        return;
    }
    let before = fs::read_to_string(&path).expect("the file is there");
    let changes: Vec<String> = before
        .lines()
        .zip(now.lines())
        .filter(|(before, now)| before != now)
        .map(|(before, now)| format!("- {before}\n+ {now}"))
        .collect();
    assert!(
        before == now,
        "rules or search have changed:\n{}\nIf that is meant, run again with UPDATE_EXPECT=1 and say so in the commit.",
        changes.join("\n")
    );
}
