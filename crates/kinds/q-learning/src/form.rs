//! What may stand in the file of a Q-learning.

use zermelo_kind::form::parts::{
    self, ABOUT, ACTIVATION, AGENT_WITH_PLACE, ENTRANTS, GAME, KIND, LOSS, METHOD, OPENINGS, REFERENCE_SPEED,
    SEED, TITLE,
};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, Range, WHOLE, WHOLE_32, case, may, must};

const NETWORK: Form = &[
    may(&["hidden"], Holds::List(&WHOLE), "Units of the hidden layers.")
        .within(ranges::UNITS)
        .or("[148, 102, 55]"),
    ACTIVATION.or("\"elu\""),
    may(
        &["start"],
        Holds::Either(&[Holds::Number, Holds::Text("uniform")]),
        "The first weights: the standard deviation of normal ones, or \"uniform\" for ranges by the size of each layer.",
    )
    .within(Range::POSITIVE)
    .or("0.4"),
];

const EXPLORATIONS: Holds = Holds::Kinds(&[
    case(
        "td-error",
        "Prefers surprising moves: the probability of a move is proportional to its error, as in the first Isolation study.",
        &[],
    ),
    case(
        "epsilon-greedy",
        "The best move, or a random one.",
        &[must(&["epsilon"], Holds::Number, "The probability of a random move.")
            .within(Range::SHARE)
            .such_as("0.1")],
    ),
]);

const PLAY: Form = &[
    may(&["exploration"], EXPLORATIONS, "Which moves are tried.").or("{ kind = \"td-error\" }"),
    may(&["random-plies"], WHOLE_32, "Random plies at the beginning of each game. They are not learnt from.")
        .within(ranges::PLIES)
        .or("0"),
];

const MOVES: Range = ranges::MOVES;

const LEARNING: Form = &[
    may(&["memory"], WHOLE, "Moves that are remembered (the replay memory).")
        .within(ranges::REPLAY)
        .or("10_000"),
    may(&["warm-up"], WHOLE, "Moves that are remembered before the first step; at most `memory`.")
        .within(Range::at_least(1.0))
        .or_else("`memory`")
        .such_as("1000"),
    may(
        &["batch"],
        Holds::Either(&[WHOLE, Holds::Text("all")]),
        "Remembered moves of a step: a number, or \"all\".",
    )
    .within(ranges::BATCH)
    .or("\"all\""),
    may(&["every"], WHOLE, "Moves that are made for each step.").within(MOVES).or("1"),
    may(&["discount"], Holds::Number, "The factor on the value of the position after a move.")
        .within(Range::SHARE)
        .or("0.9902274"),
    may(&["bound"], Holds::Number, "Values are cut at this number and at minus this number.")
        .within(Range::POSITIVE)
        .or("1.0"),
    LOSS.or("\"absolute\"").meaning(
        "The loss that learning makes small. Cross-entropy is refused: Q-values are not probabilities.",
    ),
    METHOD,
    may(&["step"], Holds::Number, "The first step (learning rate).").within(Range::POSITIVE).or("0.001"),
    may(&["last-step"], Holds::Number, "The step at the end. It changes evenly from the first.")
        .within(Range::POSITIVE)
        .or_else("`step`")
        .such_as("0.0001"),
    may(
        &["refresh"],
        WHOLE,
        "Steps after which the network that judges positions is replaced by the one that learns.",
    )
    .within(MOVES)
    .or("1"),
];

const TEST: Form = &[
    must(&["agent"], AGENT_WITH_PLACE, "The agent that plays, with `{eval}` in place of the evaluator."),
    may(&["games"], WHOLE_32, "Games against each opponent.").within(parts::GAMES).or("100"),
    OPENINGS,
    must(&["opponents"], ENTRANTS, "The opponents.").such_as("[{ name = \"random\", agent = \"random\" }]"),
    may(
        &["published"],
        Holds::List(&Holds::Number),
        "Published scores in percent, one for each entry of `moves`.",
    )
    .within(Range::between(0.0, 100.0))
    .or("[]"),
    may(&["published-games"], WHOLE, "Games behind each published score.").such_as("100"),
];

/// The file of a Q-learning.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(
        &["moves"],
        Holds::List(&WHOLE),
        "Checkpoints: after how many moves the network is kept and tested, in increasing order. The last one ends the learning.",
    )
    .within(MOVES)
    .such_as("[10_000, 20_000]"),
    may(&["network"], Holds::Table(NETWORK), "The network of Q-values."),
    may(&["play"], Holds::Table(PLAY), "How moves are chosen while learning."),
    may(&["learning"], Holds::Table(LEARNING), "How the network learns from remembered moves."),
    must(&["test"], Holds::Table(TEST), "The games at every checkpoint."),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::file::{QLearningPlan, is_read};
    use zermelo_any::{Folder, Permission};
    use zermelo_kind::form::defaults::compare_defaults;
    use zermelo_kind::form::drift::compare;

    const EXAMPLE: &str = r#"
        kind = "q-learning"
        title = "t"
        about = "a"
        game = "isolation"
        seed = 3
        reference-speed = 1_200_000
        moves = [10, 20]
        network = { hidden = [8, 4], activation = "relu", start = 0.4 }
        play = { exploration = { kind = "td-error" }, random-plies = 2 }
        [learning]
        memory = 100
        warm-up = 10
        batch = "all"
        every = 1
        discount = 1
        bound = 1.5
        loss = "squared"
        method = "sgd"
        step = 0.1
        last-step = 0.01
        refresh = 10
        [test]
        agent = "alphabeta(eval={eval})"
        games = 20
        openings = { plies = 2, level = { judge = "alphabeta", within = 1.5 }, keep-decided = true, file = "f", list = ["d1"] }
        opponents = [{ name = "a", agent = "random" }]
        published = [50, 60.5]
        published-games = 100
    "#;

    #[test]
    fn the_form_is_that_of_the_type() {
        let adam = "{ adam = { mean_decay = 0.9, square_decay = 0.99, epsilon = 1e-8 } }";
        let mut examples = vec![EXAMPLE.to_owned()];
        examples.extend(
            ["linear", "clipped-relu", "elu", "tanh", "logistic"].map(|word| EXAMPLE.replace("relu", word)),
        );
        examples.extend(
            [
                ("kind = \"td-error\"", "kind = \"epsilon-greedy\", epsilon = 0.1"),
                ("\"sgd\"", adam),
                ("squared", "absolute"),
                ("squared", "cross-entropy"),
                ("start = 0.4", "start = \"uniform\""),
                ("batch = \"all\"", "batch = 8"),
            ]
            .map(|(old, new)| EXAMPLE.replace(old, new)),
        );
        compare(FORM, &examples.iter().map(String::as_str).collect::<Vec<_>>(), is_read);
    }

    #[test]
    fn the_defaults_are_those_of_the_type() {
        let folder = || Folder::new(Path::new("."), Permission::terminal());
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = QLearningPlan::read(text, "here", folder());
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
