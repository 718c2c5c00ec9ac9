//! What may stand in the file of a Q-learning.

use zermelo_kind::form::parts::{
    ABOUT, AGENT_WITH_PLACE, ENTRANTS, GAME, KIND, OPENINGS, REFERENCE_SPEED, SEED, TITLE,
};
use zermelo_kind::form::parts::{ACTIVATION, LOSS, METHOD};
use zermelo_kind::form::{Form, Holds, WHOLE, WHOLE_32, may, must};

const NETWORK: Form = &[
    may(&["hidden"], Holds::List(&WHOLE)),
    ACTIVATION,
    may(&["start"], Holds::Either(&[Holds::Number, Holds::Text("uniform")])),
];

const EXPLORATIONS: Holds =
    Holds::Kinds(&[("td-error", &[]), ("epsilon-greedy", &[must(&["epsilon"], Holds::Number)])]);

const LEARNING: Form = &[
    may(&["memory"], WHOLE),
    may(&["warm-up"], WHOLE),
    may(&["batch"], Holds::Either(&[WHOLE, Holds::Text("all")])),
    may(&["every"], WHOLE),
    may(&["discount"], Holds::Number),
    may(&["bound"], Holds::Number),
    LOSS,
    METHOD,
    may(&["step"], Holds::Number),
    may(&["last-step"], Holds::Number),
    may(&["refresh"], WHOLE),
];

const TEST: Form = &[
    must(&["agent"], AGENT_WITH_PLACE),
    may(&["games"], WHOLE_32),
    OPENINGS,
    must(&["opponents"], ENTRANTS),
    may(&["published"], Holds::List(&Holds::Number)),
    may(&["published-games"], WHOLE),
];

/// The file of a Q-learning.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(&["moves"], Holds::List(&WHOLE)),
    may(&["network"], Holds::Table(NETWORK)),
    may(&["play"], Holds::Table(&[may(&["exploration"], EXPLORATIONS), may(&["random-plies"], WHOLE_32)])),
    may(&["learning"], Holds::Table(LEARNING)),
    must(&["test"], Holds::Table(TEST)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::is_read;
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
}
