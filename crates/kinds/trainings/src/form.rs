//! What may stand in the file of a training.

use zermelo_kind::form::parts::{
    self, ABOUT, ACTIVATION, AGENT_WITH_PLACE, ENTRANTS, GAME, KIND, LOSS, METHOD, OPENINGS, REFERENCE_SPEED,
    SEED, TITLE,
};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, Key, Range, WHOLE, WHOLE_32, case, may, must};
use zermelo_kind::limits;

/// The sizes of hidden layers.
const SIZES: Holds = Holds::List(&WHOLE);
const UNITS: Range = ranges::UNITS;
const PASSES: Range = ranges::PASSES;

const DATA: Form = &[
    may(&["runs"], Holds::List(&Holds::Text("quickstart-1")), "Runs of the store whose games are learnt from.").or("[]"),
    may(
        &["files"],
        Holds::List(&Holds::Text("positions.npy")),
        "Files of examples, as `zermelo export --what examples` writes them.",
    )
    .or("[]"),
    may(&["rounds"], WHOLE_32, "The last so many rounds of self-play are learnt from.")
        .within(Range::between(0.0, *limits::TRAINING_ROUNDS.end() as f64))
        .or("2"),
    may(
        &["result"],
        Holds::Number,
        "The weight of the game's result in what is learnt. The rest is the value that the search found.",
    )
    .within(Range::SHARE)
    .or("0.7"),
    may(&["validation"], Holds::Number, "The share of the data that chooses the best network.")
        .within(Range::inside(0.0, 1.0))
        .or("0.05"),
    may(&["test"], Holds::Number, "The share of the data that measures the loss at the end.")
        .within(Range::inside(0.0, 1.0))
        .or("0.05"),
    may(
        &["split-by"],
        Holds::Word(&["game", "position"]),
        "What stays together when the data is split. By \"position\", neighbours of test positions are trained on, which makes the \
         loss look better than it is.",
    )
    .or("\"game\""),
];

const PLAY: Form = &[
    must(
        &["agent"],
        AGENT_WITH_PLACE,
        "The agent that plays against itself, with `{eval}` in place of the evaluator.",
    ),
    may(&["first"], Holds::Text("default"), "The evaluator of the first round.").or("\"default\""),
    must(&["games"], WHOLE_32, "Games of a round.").within(ranges::SELF_PLAY_GAMES).such_as("2000"),
    may(
        &["random-plies"],
        Holds::Several(2, &WHOLE_32),
        "Random plies at the beginning of games, at least and at most. They are not learnt from.",
    )
    .within(ranges::PLIES)
    .or("[4, 16]"),
];

const MODELS: Holds = Holds::Kinds(&[
    case(
        "network",
        "A network that sees the board.",
        &[
            must(
                &["hidden"],
                SIZES,
                "Units of the hidden layers; `[]` for none, which is a weight for every piece on every cell.",
            )
            .within(UNITS)
            .such_as("[64, 16]"),
            ACTIVATION.or("\"clipped-relu\""),
        ],
    ),
    case("heuristics", "A weight for each heuristic of the game, by logistic regression.", &[]),
]);

const SETTINGS: Form = &[
    LOSS.or("\"cross-entropy\""),
    METHOD,
    may(&["step"], Holds::Number, "The first step (learning rate).").within(Range::POSITIVE).or("0.002"),
    may(
        &["schedule"],
        Holds::Word(&["constant", "cosine"]),
        "How the step changes: not at all, or to 0 along half a cosine over all passes.",
    )
    .or("\"cosine\""),
    may(&["batch"], WHOLE, "Examples of one step.").within(ranges::BATCH).or("512"),
    may(&["passes"], WHOLE, "Passes over the examples (epochs).").within(PASSES).or("8"),
    may(&["l2"], Holds::Number, "The penalty on large weights: half of this times the sum of their squares.")
        .within(Range::at_least(0.0))
        .or("0.0"),
    may(&["patience"], WHOLE, "Stops after so many passes in a row without a better validation loss.")
        .within(Range::at_least(1.0))
        .or_else("all passes are made")
        .such_as("3"),
    may(&["seed"], WHOLE, "The seed of the first weights and of the order of examples.").or("1"),
];

const SEARCH: Form = &[
    may(&["hidden"], Holds::List(&SIZES), "Hidden layers to try.")
        .within(UNITS)
        .or_else("the model's")
        .such_as("[[64], [256, 32]]"),
    may(&["l2"], Holds::List(&Holds::Number), "Penalties to try.")
        .within(Range::at_least(0.0))
        .or_else("the training's")
        .such_as("[0.0, 1e-5]"),
    may(&["passes"], WHOLE, "Passes of a trial.").within(PASSES).or_else("the training's").such_as("4"),
];

const ELO: Range = Range::between(-1000.0, 1000.0);

const ACCEPTANCE: Form = &[
    may(
        &["agent"],
        AGENT_WITH_PLACE,
        "The agent that plays the test, with `{eval}` in place of the evaluator.",
    )
    .or_else("that of `play`, or of `confirmation`"),
    may(&["elo0"], Holds::Number, "H0 of the sequential test, in Elo.").within(ELO).or("0"),
    may(&["elo1"], Holds::Number, "H1 of the sequential test, in Elo.").within(ELO).or("20"),
    may(&["most-games"], WHOLE_32, "The network is refused if the test is undecided after so many games.")
        .within(parts::GAMES)
        .or("2000"),
];

const CONFIRMATION: Form = &[
    must(&["agent"], AGENT_WITH_PLACE, "The agent that plays, with `{eval}` in place of the evaluator."),
    may(&["games"], WHOLE_32, "Games against each opponent.").within(parts::GAMES).or("400"),
    OPENINGS,
    may(&["opponents"], ENTRANTS, "The opponents.").or("[]"),
];

const ROUNDS: Key =
    may(&["rounds"], WHOLE_32, "Rounds of self-play and training. Without `play` there is one.")
        .within(ranges::TRAINING_ROUNDS)
        .or("1");

/// The file of a training.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    ROUNDS,
    must(&["model"], MODELS, "What learns."),
    may(&["play"], Holds::Table(PLAY), "Self-play, which makes the data. Without it, `data` must name runs or files."),
    may(&["data"], Holds::Table(DATA), "Where the data comes from, and how it is split."),
    may(&["training"], Holds::Table(SETTINGS), "How the network learns."),
    may(
        &["search"],
        Holds::Table(SEARCH),
        "Tries several shapes and penalties first, each with each; the least validation loss wins. Networks only.",
    )
    .or_else("no search"),
    may(
        &["acceptance"],
        Holds::Table(ACCEPTANCE),
        "A sequential test (SPRT) that the network of a round must pass against the best so far.",
    )
    .or_else("the newest network is taken"),
    must(
        &["confirmation"],
        Holds::Table(CONFIRMATION),
        "The games after the last round, on fresh openings, which measure the strength of the result.",
    ),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::file::{TrainingPlan, is_read};
    use zermelo_any::{Folder, Permission};
    use zermelo_kind::form::defaults::compare_defaults;
    use zermelo_kind::form::drift::compare;

    const EXAMPLE: &str = r#"
        kind = "training"
        title = "t"
        about = "a"
        game = "milestone"
        seed = 3
        reference-speed = 1_200_000
        rounds = 2
        data = { runs = ["x"], files = ["f"], rounds = 2, result = 1, validation = 0.1, test = 0.1, split-by = "game" }
        play = { agent = "alphabeta(eval={eval})", first = "default", games = 20, random-plies = [2, 4] }
        model = { kind = "network", hidden = [8, 4], activation = "relu" }
        search = { hidden = [[8], [4, 2]], l2 = [0, 0.5], passes = 3 }
        acceptance = { agent = "alphabeta(eval={eval})", elo0 = 0, elo1 = 5, most-games = 20 }
        [training]
        loss = "squared"
        method = "sgd"
        step = 0.1
        schedule = "cosine"
        batch = 16
        passes = 2
        l2 = 0
        patience = 3
        seed = 4
        [confirmation]
        agent = "alphabeta(eval={eval})"
        games = 20
        openings = { plies = 2, level = { judge = "alphabeta", within = 1.5 }, keep-decided = true, file = "f", list = ["d1"] }
        opponents = [{ name = "a", agent = "random" }]
    "#;

    #[test]
    fn the_form_is_that_of_the_type() {
        let network = "kind = \"network\", hidden = [8, 4], activation = \"relu\"";
        let adam = "{ adam = { mean_decay = 0.9, square_decay = 0.99, epsilon = 1e-8 } }";
        let mut examples = vec![EXAMPLE.to_owned()];
        examples.extend(
            ["linear", "clipped-relu", "elu", "tanh", "logistic"].map(|word| EXAMPLE.replace("relu", word)),
        );
        examples.extend(
            [
                (network, "kind = \"heuristics\""),
                ("\"sgd\"", adam),
                ("squared", "absolute"),
                ("squared", "cross-entropy"),
                ("cosine", "constant"),
                ("split-by = \"game\"", "split-by = \"position\""),
            ]
            .map(|(old, new)| EXAMPLE.replace(old, new)),
        );
        compare(FORM, &examples.iter().map(String::as_str).collect::<Vec<_>>(), is_read);
    }

    #[test]
    fn the_defaults_are_those_of_the_type() {
        let folder = || Folder::new(Path::new("."), Permission::terminal());
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = TrainingPlan::read(text, "here", folder());
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
