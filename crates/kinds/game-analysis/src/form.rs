//! What may stand in the file of a portrait.

use zermelo_kind::form::parts::{ABOUT, GAME, KIND, REFERENCE_SPEED, SEED, TITLE};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, Key, Range, WHOLE, WHOLE_32, may, must};
use zermelo_kind::limits;

const NODES: Range = ranges::NODES;

const fn nodes(about: &'static str) -> Key {
    may(&["nodes"], WHOLE, about).within(NODES)
}

const fn games(about: &'static str) -> Key {
    may(&["games"], WHOLE_32, about).within(ranges::ANALYSIS_GAMES)
}

const MATCH: Form = &[
    must(&["nodes"], WHOLE, "Nodes a move.").within(NODES).such_as("1000"),
    must(&["games"], WHOLE_32, "Games; 0 leaves this part out.")
        .within(ranges::ANALYSIS_GAMES)
        .such_as("100"),
];

const GAMES: Form = &[
    may(&["nodes"], Holds::List(&WHOLE), "Nodes a move of each strength, from the weakest to the strongest.")
        .within(Range::between(1.0, *limits::NODES.end() as f64))
        .or("[100, 1000, 10_000]"),
    games("Games of each strength, if there are so many openings.").or("800"),
    may(&["random"], WHOLE_32, "Games of random moves.").within(ranges::ANALYSIS_GAMES).or("800"),
];

const SOLVE: Form = &[
    may(&["start"], WHOLE, "Nodes for the start position; 0 leaves it out.").within(NODES).or("3_000_000"),
    may(&["first-moves"], WHOLE, "Nodes for the position after each first move.").within(NODES).or("300_000"),
];

const CLARITY: Form = &[
    may(&["positions"], WHOLE_32, "Positions, each from another game.")
        .within(ranges::ANALYSIS_GAMES)
        .or("300"),
    nodes("About how many nodes each position takes.").or("4000"),
    may(
        &["near"],
        Holds::Number,
        "A move is about as good as the best if its expected score is smaller by at most this share.",
    )
    .within(Range::below(0.0, 1.0))
    .or("0.05"),
];

const LADDER: Form = &[
    nodes("Nodes of the lowest level.").or("25"),
    may(&["doublings"], WHOLE_32, "Levels above it, each with twice the nodes.")
        .within(ranges::DOUBLINGS)
        .or("8"),
    games("Games between neighbouring levels, if there are so many openings.").or("400"),
];

const HEURISTICS: Form = &[
    may(
        &["agent"],
        Holds::Text("alphabeta(nodes={nodes}, eval={eval})"),
        "Who plays, with `{nodes}` and `{eval}` in their places.",
    )
    .or("\"alphabeta(nodes={nodes}, eval={eval})\""),
    nodes("Nodes a move.").or("500"),
    games("Games without each heuristic, if there are so many openings.").or("400"),
];

const PLAYERS: Key = may(
    &["agent"],
    Holds::Text("alphabeta(nodes={nodes})"),
    "Who plays, with `{nodes}` in place of the number of nodes.",
)
.or("\"alphabeta(nodes={nodes})\"");
const MOST_PLIES: Key = may(&["most-plies"], WHOLE_32, "Games that last longer after their opening are cut.")
    .within(Range::at_least(1.0))
    .or_else("no limit")
    .such_as("200");
const GAMES_KEY: Key = may(
    &["games"],
    Holds::Table(GAMES),
    "Games of equal players: fairness, length, decisiveness, lead changes.",
);
const SOLVE_KEY: Key = may(&["solve"], Holds::Table(SOLVE), "What is solved exactly.");
const CLARITY_KEY: Key = may(
    &["clarity"],
    Holds::Table(CLARITY),
    "Positions in which all moves are compared: how many good moves there are.",
);
const LADDER_KEY: Key =
    may(&["ladder"], Holds::Table(LADDER), "Depth of skill: what doubling the nodes is worth.");
const FIRST_MOVES: Key =
    may(&["first-moves"], Holds::Table(MATCH), "Games after each first move: which openings are good.")
        .or("{ nodes = 1000, games = 100 }");
const COPYING: Key = may(
    &["copying"],
    Holds::Table(MATCH),
    "Games in which the second player copies the first, to see whether copying wins.",
)
.or("{ nodes = 1000, games = 100 }");
const HEURISTICS_KEY: Key =
    may(&["heuristics"], Holds::Table(HEURISTICS), "Games without each heuristic: which of them matter.");

/// What is measured: the keys of a portrait besides those of its head.
pub const SETTINGS: Form = &[
    PLAYERS,
    MOST_PLIES,
    GAMES_KEY,
    SOLVE_KEY,
    CLARITY_KEY,
    LADDER_KEY,
    FIRST_MOVES,
    COPYING,
    HEURISTICS_KEY,
];

/// The file of a portrait.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    PLAYERS,
    MOST_PLIES,
    GAMES_KEY,
    SOLVE_KEY,
    CLARITY_KEY,
    LADDER_KEY,
    FIRST_MOVES,
    COPYING,
    HEURISTICS_KEY,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{AnalysisPlan, Effort, is_read};
    use zermelo_kind::form::defaults::compare_defaults;
    use zermelo_kind::form::drift::compare;

    #[test]
    fn the_form_is_that_of_the_type() {
        let mut plan = AnalysisPlan { most_plies: Some(90), ..AnalysisPlan::of("hexapawn", Effort::Full) };
        plan.common.reference_speed = Some(1_200_000);
        compare(FORM, &[&plan.text()], is_read);
    }

    #[test]
    fn the_defaults_are_those_of_the_type() {
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = AnalysisPlan::read(text, "here");
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
