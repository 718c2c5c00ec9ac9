//! Random games told as text and kept in `tests/data/playthroughs`: a change of the rules is a change of these
//! files, and must raise the family's rules version. `UPDATE_EXPECT=1 cargo test -p zermelo-catalog` writes them anew.

use std::fs;

use zermelo_families::{FamilyVisitor, each_family};
use zermelo_game::{Family, Game, GameVisitor};
use zermelo_testkit::cases::data_folder;
use zermelo_testkit::playthrough::tell;

/// The whole text of a family's file.
fn told<F: Family>() -> String {
    struct Tell {
        in_full: bool,
    }
    impl GameVisitor for Tell {
        type Output = String;
        fn visit<G: Game>(self, game: G) -> String {
            tell(&game, 1, self.in_full)
        }
    }
    let mut text = format!("rules version {}\n", F::ABOUT.rules_version);
    for (index, sample) in F::ABOUT.samples.iter().enumerate() {
        let game = F::open(sample, Tell { in_full: index == 0 });
        text += &format!("\n{}", game.unwrap_or_else(|error| panic!("{}:{sample}: {error}", F::ABOUT.id)));
    }
    text
}

struct Compare {
    update: bool,
    n_compared: usize,
}

impl FamilyVisitor for Compare {
    fn visit<F: Family>(&mut self) {
        let id = F::ABOUT.id;
        let path = data_folder().join("playthroughs").join(format!("{id}.txt"));
        let now = told::<F>();
        // A new game has no file until one is written.
        let Ok(before) = fs::read_to_string(&path) else {
            if self.update {
                fs::write(&path, now).expect("the file can be written");
            }
            return;
        };
        self.n_compared += 1;
        if before == now {
            return;
        }
        // A sample may come or go; but a game that is told in both must be the same, or the version higher.
        let version = |text: &str| text.lines().next().map(str::to_owned);
        if version(&before) == version(&now) {
            for game in games(&now) {
                let id = game.lines().next();
                let old = games(&before).find(|old| old.lines().next() == id);
                if let Some(change) = old.and_then(|old| difference(old, game)) {
                    panic!("{change}Raise the `rules_version` of {id:?}, or mend the rules.");
                }
            }
        }
        assert!(
            self.update,
            "{id}: the playthroughs have changed: look, then run again with UPDATE_EXPECT=1"
        );
        fs::write(&path, now).expect("the file can be written");
    }
}

/// The games told in a file.
fn games(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").skip(1).map(str::trim_end)
}

/// The first line in which two tellings of a game differ.
fn difference(before: &str, now: &str) -> Option<String> {
    let (mut before, mut now) = (before.lines(), now.lines());
    for line in 1.. {
        match (before.next(), now.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => {
                let [a, b] = [a, b].map(|line| line.unwrap_or("(the end)"));
                return Some(format!("It plays differently at line {line}:\n- {a}\n+ {b}\n"));
            }
        }
    }
    None
}

#[test]
fn a_change_of_rules_raises_their_version() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut compare = Compare { update, n_compared: 0 };
    each_family(&mut compare);
    assert!(update || compare.n_compared >= 6, "the files of the first six families are there");
}

#[test]
fn a_difference_is_found() {
    assert_eq!(difference("a\nb", "a\nb"), None);
    assert!(difference("a\nb", "a\nc").is_some_and(|change| change.contains("line 2")));
    assert!(difference("a\nb", "a").is_some_and(|change| change.contains("(the end)")));
    assert_eq!(
        games("rules version 1\n\ngame a\nx\n\ngame b\ny\n").collect::<Vec<_>>(),
        ["game a\nx", "game b\ny"]
    );
}
