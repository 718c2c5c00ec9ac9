//! Random games told as text and kept in `tests/data/playthroughs`: a change of the rules is a change of these
//! files, and must raise the family's rules version. `UPDATE_EXPECT=1 cargo test -p zermelo-lab` writes them anew.

use std::fs;

use zermelo_game::{Family, Game, GameVisitor};
use zermelo_lab::catalog::{FamilyVisitor, each_family};
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
        let version = |text: &str| text.lines().next().map(str::to_owned);
        let first = before.lines().zip(now.lines()).position(|(before, now)| before != now).unwrap_or(0);
        let change = format!(
            "{id} plays differently at line {}:\n- {}\n+ {}\n",
            first + 1,
            before.lines().nth(first).unwrap_or_default(),
            now.lines().nth(first).unwrap_or_default()
        );
        assert_ne!(version(&before), version(&now), "{change}Raise `rules_version`, or mend the rules.");
        assert!(self.update, "{change}Look at it, then run again with UPDATE_EXPECT=1.");
        fs::write(&path, now).expect("the file can be written");
    }
}

#[test]
fn a_change_of_rules_raises_their_version() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut compare = Compare { update, n_compared: 0 };
    each_family(&mut compare);
    assert!(update || compare.n_compared >= 6, "the files of the first six families are there");
}
