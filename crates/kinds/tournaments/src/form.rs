//! What may stand in the file of a tournament.

use zermelo_kind::form::parts::{
    self, ABOUT, ADJUDICATION, ENTRANTS, GAME, KIND, OPENINGS, REFERENCE_SPEED, SEED, TITLE,
};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, Key, Range, WHOLE, WHOLE_32, case, may, must};

const GAMES: Key = must(&["games"], WHOLE_32, "Games between every two agents that meet.")
    .within(parts::GAMES)
    .such_as("200");
const ROUND_GAMES: Key = must(&["games"], WHOLE_32, "Games between two agents in a round.")
    .within(ranges::ROUND_GAMES.even())
    .such_as("20");
const MOST_GAMES: Key =
    may(&["most-games"], WHOLE_32, "Ends after so many games in all, even if nothing is decided.")
        .within(parts::GAMES)
        .or("100_000");
const NAMES: Holds = Holds::List(&Holds::Text("deep"));

const SCHEDULES: Holds = Holds::Kinds(&[
    case("round-robin", "Every agent meets every other.", &[GAMES]),
    case("double-round-robin", "Every agent meets every other twice, so there are twice as many games.", &[GAMES]),
    case(
        "gauntlet",
        "Some agents meet some others.",
        &[
            GAMES,
            may(&["tested"], NAMES, "Names of the agents that are tested.").or_else("those of the `tables`"),
            may(&["opponents"], NAMES, "Names of their opponents.")
                .or_else("those of the `tables`")
                .such_as("[\"shallow\"]"),
        ],
    ),
    case(
        "partial",
        "Pairs of agents are drawn at random and play two games each.",
        &[must(&["matches"], WHOLE_32, "Pairs that are drawn.").within(ranges::COUPLES).such_as("500")],
    ),
    case(
        "swiss",
        "In every round, agents with similar scores meet.",
        &[
            must(&["rounds"], WHOLE_32, "Rounds.").within(ranges::SWISS_ROUNDS).such_as("7"),
            ROUND_GAMES,
        ],
    ),
    case("knockout", "The loser of every match is out.", &[ROUND_GAMES]),
    case(
        "until",
        "Plays until the 95 % confidence interval of every rating is narrow. It stops by their width and not by \
         who is ahead, so they hold approximately.",
        &[
            must(&["elo"], Holds::Text("±10"), "The half-width of the intervals, in Elo."),
            MOST_GAMES,
        ],
    ),
    case(
        "sprt",
        "A sequential probability ratio test between two agents: plays until it is decided whether the first is stronger by \
         `elo0` or by `elo1`.",
        &[
            must(&["elo0"], Holds::Number, "H0: the smaller difference in Elo, often 0 (no progress).")
                .within(Range::between(-1000.0, 1000.0))
                .such_as("0"),
            must(&["elo1"], Holds::Number, "H1: the greater difference in Elo, the smallest gain worth having.")
                .within(Range::between(-1000.0, 1000.0))
                .such_as("5"),
            may(&["alpha"], Holds::Number, "Type I error: the probability of accepting H1 when H0 is true.")
                .within(Range::inside(0.0, 1.0))
                .or("0.05"),
            may(&["beta"], Holds::Number, "Type II error: the probability of accepting H0 when H1 is true.")
                .within(Range::inside(0.0, 1.0))
                .or("0.05"),
            may(
                &["model"],
                Holds::Text("logistic"),
                "The scale of `elo0` and `elo1`: \"logistic\" (the usual Elo) or \"normalized\" (at most 200 from 0).",
            )
            .or("\"logistic\""),
            MOST_GAMES,
        ],
    ),
]);

const TABLE: Form = &[
    must(&["title"], Holds::Text("New against old"), "The title of the table."),
    must(&["tested"], NAMES, "The agents of its rows, by name."),
    must(&["opponents"], NAMES, "The agents of its columns, by name.").such_as("[\"shallow\"]"),
    may(
        &["published"],
        Holds::Named(&Holds::Either(&[Holds::Number, Holds::List(&Holds::Number)])),
        "What was published, in percent, by the name of the tested agent: the score against all opponents, or a list with one for \
         each. The report sets it beside the measured score and tests the difference.",
    )
    .within(Range::between(0.0, 100.0))
    .such_as("{ deep = 73.5 }"),
    may(&["published-games"], WHOLE, "Games behind each published score, for its interval.").such_as("100"),
];

/// The file of a tournament.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(&["agents"], ENTRANTS, "Who plays: at least two agents with different names."),
    must(&["schedule"], SCHEDULES, "Who meets whom, and how often."),
    OPENINGS,
    ADJUDICATION,
    may(&["points"], Holds::Text("3/1/0"), "Points for a win, a draw and a loss in the standings.")
        .or("\"1/0.5/0\""),
    may(&["tables"], Holds::List(&Holds::Table(TABLE)), "Tables of scores to print, beside published ones."),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::file::{TournamentPlan, is_read};
    use zermelo_any::{Folder, Permission};
    use zermelo_kind::form::defaults::compare_defaults;
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

    #[test]
    fn the_defaults_are_those_of_the_type() {
        let folder = || Folder::new(Path::new("."), Permission::terminal());
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = TournamentPlan::read(text, "here", folder());
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
