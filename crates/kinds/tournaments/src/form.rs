//! What may stand in the file of a tournament.

use zermelo_kind::form::parts::{
    ABOUT, ADJUDICATION, ENTRANTS, GAME, KIND, OPENINGS, REFERENCE_SPEED, SEED, TITLE,
};
use zermelo_kind::form::{Form, Holds, Key, WHOLE, WHOLE_32, may, must};

const GAMES: Key = must(&["games"], WHOLE_32);
const MOST_GAMES: Key = may(&["most-games"], WHOLE_32);
const NAMES: Holds = Holds::List(&Holds::Text("deep"));

const SCHEDULES: Holds = Holds::Kinds(&[
    ("round-robin", &[GAMES]),
    ("double-round-robin", &[GAMES]),
    ("gauntlet", &[GAMES, may(&["tested"], NAMES), may(&["opponents"], NAMES)]),
    ("partial", &[must(&["matches"], WHOLE_32)]),
    ("swiss", &[must(&["rounds"], WHOLE_32), GAMES]),
    ("knockout", &[GAMES]),
    ("until", &[must(&["elo"], Holds::Text("±10")), MOST_GAMES]),
    (
        "sprt",
        &[
            must(&["elo0"], Holds::Number),
            must(&["elo1"], Holds::Number),
            may(&["alpha"], Holds::Number),
            may(&["beta"], Holds::Number),
            may(&["model"], Holds::Text("logistic")),
            MOST_GAMES,
        ],
    ),
]);

const TABLE: Form = &[
    must(&["title"], Holds::Text("New against old")),
    must(&["tested"], NAMES),
    must(&["opponents"], NAMES),
    may(&["published"], Holds::Named(&Holds::Either(&[Holds::Number, Holds::List(&Holds::Number)]))),
    may(&["published-games"], WHOLE),
];

/// The file of a tournament.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(&["schedule"], SCHEDULES),
    OPENINGS,
    may(&["points"], Holds::Text("3/1/0")),
    ADJUDICATION,
    must(&["agents"], ENTRANTS),
    may(&["tables"], Holds::List(&Holds::Table(TABLE))),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::is_read;
    use zermelo_kind::form::drift::compare;

    const HEAD: &str = r#"
        kind = "tournament"
        title = "t"
        about = "a"
        game = "connect4"
        seed = 3
        reference-speed = 1_200_000
        points = "3/1/0"
        openings = { plies = 2, level = { judge = "alphabeta", within = 1.5 }, keep-decided = true, file = "f", list = ["d1"] }
        adjudication = { length = 40, solved = 100 }
        agents = [{ name = "a", agent = "random" }, { name = "b", agent = "random" }]
        [[tables]]
        title = "t"
        tested = ["a"]
        opponents = ["b"]
        published = { a = 50.0, b = [50.0, 10] }
        published-games = 100
        [schedule]
    "#;

    #[test]
    fn the_form_is_that_of_the_type() {
        let examples = [
            "kind = 'round-robin'\ngames = 2",
            "kind = 'double-round-robin'\ngames = 2",
            "kind = 'gauntlet'\ngames = 2\ntested = ['a']\nopponents = ['b']",
            "kind = 'partial'\nmatches = 2",
            "kind = 'swiss'\ngames = 2\nrounds = 3",
            "kind = 'knockout'\ngames = 2",
            "kind = 'until'\nelo = '±10'\nmost-games = 10",
            "kind = 'sprt'\nelo0 = 0\nelo1 = 5.5\nalpha = 0.05\nbeta = 0.05\nmodel = 'logistic'\nmost-games = 100",
        ]
        .map(|schedule| format!("{HEAD}{schedule}"));
        compare(FORM, &examples.each_ref().map(String::as_str), is_read);
    }
}
