//! What may stand in the file of a training.

use zermelo_kind::form::parts::{
    ABOUT, ACTIVATION, AGENT_WITH_PLACE, ENTRANTS, GAME, KIND, LOSS, METHOD, OPENINGS, REFERENCE_SPEED, SEED,
    TITLE,
};
use zermelo_kind::form::{Form, Holds, WHOLE, WHOLE_32, may, must};

/// The sizes of hidden layers.
const SIZES: Holds = Holds::List(&WHOLE);

const DATA: Form = &[
    may(&["runs"], Holds::List(&Holds::Text("quickstart-1"))),
    may(&["files"], Holds::List(&Holds::Text("positions.npy"))),
    may(&["rounds"], WHOLE_32),
    may(&["result"], Holds::Number),
    may(&["validation"], Holds::Number),
    may(&["test"], Holds::Number),
    may(&["split-by"], Holds::Word(&["game", "position"])),
];

const PLAY: Form = &[
    must(&["agent"], AGENT_WITH_PLACE),
    may(&["first"], Holds::Text("default")),
    must(&["games"], WHOLE_32),
    may(&["random-plies"], Holds::Several(2, &WHOLE_32)),
];

const MODELS: Holds =
    Holds::Kinds(&[("network", &[must(&["hidden"], SIZES), ACTIVATION]), ("heuristics", &[])]);

const SETTINGS: Form = &[
    LOSS,
    METHOD,
    may(&["step"], Holds::Number),
    may(&["schedule"], Holds::Word(&["constant", "cosine"])),
    may(&["batch"], WHOLE),
    may(&["passes"], WHOLE),
    may(&["l2"], Holds::Number),
    may(&["patience"], WHOLE),
    may(&["seed"], WHOLE),
];

const SEARCH: Form = &[
    may(&["hidden"], Holds::List(&SIZES)),
    may(&["l2"], Holds::List(&Holds::Number)),
    may(&["passes"], WHOLE),
];

const ACCEPTANCE: Form = &[
    may(&["agent"], AGENT_WITH_PLACE),
    may(&["elo0"], Holds::Number),
    may(&["elo1"], Holds::Number),
    may(&["most-games"], WHOLE_32),
];

const CONFIRMATION: Form =
    &[must(&["agent"], AGENT_WITH_PLACE), may(&["games"], WHOLE_32), OPENINGS, may(&["opponents"], ENTRANTS)];

/// The file of a training.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    may(&["rounds"], WHOLE_32),
    may(&["data"], Holds::Table(DATA)),
    may(&["play"], Holds::Table(PLAY)),
    must(&["model"], MODELS),
    may(&["training"], Holds::Table(SETTINGS)),
    may(&["search"], Holds::Table(SEARCH)),
    may(&["acceptance"], Holds::Table(ACCEPTANCE)),
    must(&["confirmation"], Holds::Table(CONFIRMATION)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::is_read;
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
}
