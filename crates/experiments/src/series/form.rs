//! What may stand in the file of a series.

use zermelo_kind::form::parts::{ABOUT, KIND, REFERENCE_SPEED, SEED, TITLE};
use zermelo_kind::form::{Form, Holds, Range, WHOLE, may, must};

use crate::kinds;

/// What a stage says besides.
const STAGE: Form = &[
    must(
        &["name"],
        Holds::Text("breed"),
        "The name of the stage: letters, digits and hyphens. Its run is called RUN.NAME, and later stages use it by this name.",
    ),
    may(&["runs"], WHOLE, "Repeats the stage so many times with different seeds.")
        .within(Range::between(1.0, 1000.0))
        .or_else("once, without a number in its name")
        .such_as("3"),
];

/// The kinds of experiments that a stage can be.
const STAGES: Holds = Holds::Stage(STAGE, kinds::STAGES);

/// The file of a series.
pub(crate) const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    SEED,
    REFERENCE_SPEED,
    may(&["game"], Holds::Text("connect4"), "The game of all stages that name none."),
    must(
        &["stages"],
        Holds::List(&STAGES),
        "Experiments, one after the other. Each has the keys of its kind, and may leave out `title` and `game`. Seeds are derived \
         from the seed of the series.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kind::form::{drift::assert_plain, mistakes};

    const EXAMPLE: &str = r#"kind = "series"
title = "t"
game = "connect4"

[[stages]]
name = "first"
kind = "tournament"
schedule = { kind = "round-robin", games = 2 }
agents = [{ name = "a", agent = "random" }, { name = "b", agent = "random" }]

[[stages]]
name = "look"
runs = 2
kind = "portrait"
ladder = { games = 20 }
"#;

    #[test]
    fn stages_are_told_by_their_own_lines() {
        assert_eq!(mistakes(EXAMPLE, FORM), Vec::<String>::new());
        for (old, new, told) in [
            (
                "games = 2 }",
                "games = 2.5 }",
                "line 8: stage `first`: schedule: games = 2.5: expected a whole number",
            ),
            (
                "ladder = { games = 20",
                "ladder = { gams = 20",
                "line 15: stage `look`: ladder: unknown key `gams`",
            ),
            ("runs = 2", "run = 2", "line 13: stage `look`: unknown key `run`: did you mean `runs`?"),
            ("name = \"look\"\n", "", "line 11: stage 2: `name` (text, such as \"breed\") is missing"),
            (
                "kind = \"portrait\"\n",
                "",
                "line 11: stage `look`: `kind` is missing: expected \"tournament\"",
            ),
            ("\"portrait\"", "\"portait\"", "kind = \"portait\": expected"),
            (
                "game = \"connect4\"\n",
                "",
                "line 4: stage `first`: `game` (text, such as \"connect4\") is missing",
            ),
            ("[[stages]]\nname = \"first\"", "[stages]\nname = \"first\"", "cannot be read as TOML"),
        ] {
            assert!(EXAMPLE.contains(old), "{old}");
            let found = mistakes(&EXAMPLE.replacen(old, new, 1), FORM);
            assert!(found.iter().any(|mistake| mistake.contains(told)), "{new}: {found:#?}");
            found.iter().for_each(|mistake| assert_plain(mistake));
        }
    }
}
