//! Keys that several kinds of files have.

use super::{Form, Holds, Key, WHOLE, WHOLE_32, may, must};

/// The kind of experiment.
pub const KIND: Key = must(&["kind"], Holds::Text("tournament"));
/// The title.
pub const TITLE: Key = must(&["title"], Holds::Text("Who plays best?"));
/// The question.
pub const ABOUT: Key = may(&["about"], Holds::Text("the question this experiment answers"));
/// The game.
pub const GAME: Key = must(&["game"], Holds::Text("connect4"));
/// The random seed.
pub const SEED: Key = may(&["seed"], WHOLE);
/// The speed that times are meant for.
pub const REFERENCE_SPEED: Key = may(&["reference-speed"], WHOLE);

/// An example of an agent.
pub const AGENT: Holds = Holds::Text("alphabeta(depth=4)");
/// An example of an agent with a place for what is learnt.
pub const AGENT_WITH_PLACE: Holds = Holds::Text("alphabeta(nodes=1000, eval={eval})");

/// Somebody who plays.
pub const ENTRANT: Form = &[must(&["name"], Holds::Name), must(&["agent"], AGENT)];
/// Some who play.
pub const ENTRANTS: Holds = Holds::List(&Holds::Table(ENTRANT));

const LEVEL: Form = &[must(&["judge"], AGENT), must(&["within"], Holds::Number)];

/// How games begin.
pub const OPENINGS: Key = may(
    &["openings"],
    Holds::Table(&[
        may(&["plies"], WHOLE_32),
        may(&["level"], Holds::Table(LEVEL)),
        may(&["keep-decided"], Holds::Flag),
        may(&["file"], Holds::Text("openings.txt")),
        may(&["list"], Holds::List(&Holds::Text("d1 d2"))),
    ]),
);

/// When games are ended early.
pub const ADJUDICATION: Key =
    may(&["adjudication"], Holds::Table(&[may(&["length"], WHOLE_32), may(&["solved"], WHOLE)]));

/// What units make of their sums.
pub const ACTIVATION: Key =
    may(&["activation"], Holds::Word(&["linear", "relu", "clipped-relu", "elu", "tanh", "logistic"]));

/// What shall become small.
pub const LOSS: Key = may(&["loss"], Holds::Word(&["cross-entropy", "squared", "absolute"]));

/// How a gradient becomes a step.
pub const METHOD: Key = may(
    &["method"],
    Holds::Either(&[
        Holds::Word(&["sgd"]),
        Holds::OneOf(&[(
            "adam",
            &[
                must(&["mean_decay"], Holds::Number),
                must(&["square_decay"], Holds::Number),
                must(&["epsilon"], Holds::Number),
            ],
        )]),
    ]),
);
