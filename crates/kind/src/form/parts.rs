//! Keys that several kinds of files have.

use super::{Form, Holds, Key, Range, WHOLE, WHOLE_32, case, may, must, ranges};

/// The kind of experiment.
pub const KIND: Key = must(&["kind"], Holds::Text("tournament"), "The kind of experiment.");
/// The title.
pub const TITLE: Key =
    must(&["title"], Holds::Text("Who plays best?"), "The title of the run's pages and reports.");
/// The question.
pub const ABOUT: Key = may(
    &["about"],
    Holds::Text("the question this experiment answers"),
    "The question that the experiment answers. Reports print it under the title.",
)
.or("\"\"");
/// The game.
pub const GAME: Key = must(
    &["game"],
    Holds::Text("connect4"),
    "The game: a name, a name with sizes such as `isolation:9x9`, or the file of a game written as text. `zermelo games` lists \
     them.",
);
/// The random seed.
pub const SEED: Key = may(
    &["seed"],
    WHOLE,
    "The random seed. The same file, seed and version of the program give the same games on any number of threads.",
)
.or("1");
/// The speed that times are meant for.
pub const REFERENCE_SPEED: Key = may(
    &["reference-speed"],
    WHOLE,
    "The speed that time limits in this file are meant for, in positions a second of one thread. Only `zermelo run --fleet .. \
     --clock scaled` uses it: a machine of half this speed then gets twice the time.",
)
.within(ranges::REFERENCE_SPEED)
.such_as("1_200_000");

/// An example of an agent.
pub const AGENT: Holds = Holds::Text("alphabeta(depth=4)");
/// An example of an agent with a place for what is learnt.
pub const AGENT_WITH_PLACE: Holds = Holds::Text("alphabeta(nodes=1000, eval={eval})");

/// Games between two agents, as many from each side.
pub const GAMES: Range = ranges::GAMES.even();

/// Somebody who plays.
pub const ENTRANT: Form = &[
    must(&["name"], Holds::Name, "The name in tables and figures.").such_as("\"deep\""),
    must(&["agent"], AGENT, "The agent, as text."),
];
/// Some who play.
pub const ENTRANTS: Holds = Holds::List(&Holds::Table(ENTRANT));

const LEVEL: Form = &[
    must(
        &["judge"],
        AGENT,
        "The agent that judges openings. It should search briefly: it looks at every opening.",
    ),
    must(
        &["within"],
        Holds::Number,
        "The largest distance of the judge's value from even, in the units of its evaluator.",
    )
    .within(Range::POSITIVE)
    .such_as("0.5"),
];

const OPENINGS_FORM: Form = &[
        may(&["plies"], WHOLE_32, "Random plies at the beginning of every pair of games; 0 for the start position.")
            .within(ranges::PLIES)
            .or_else("4, and fewer in short games")
            .such_as("4"),
        may(
            &["level"],
            Holds::Table(LEVEL),
            "Plays only random openings that an agent judges to be level. Excludes `keep-decided`.",
        ),
        may(
            &["keep-decided"],
            Holds::Flag,
            "Plays also random openings that a short search proves won for one side. They are left out by default, because each \
             agent would win one game of the pair.",
        )
        .or("false"),
        may(
            &["file"],
            Holds::Text("openings.txt"),
            "A text file with an opening a line, in place of random ones: moves from the start, or a position. Lines that begin \
             with # are comments.",
        ),
        may(
            &["list"],
            Holds::List(&Holds::Text("d1 d2")),
            "Openings in place of random ones: moves from the start, or a position.",
        ),
    ];

/// How games begin.
pub const OPENINGS: Key = may(
    &["openings"],
    Holds::Table(OPENINGS_FORM),
    "How games begin. Both agents play every opening from both sides.",
)
.or_else("random openings");

const ADJUDICATION_FORM: Form = &[
    may(&["length"], WHOLE_32, "A game that has lasted so many plies is a draw.").such_as("200"),
    may(
        &["solved"],
        WHOLE,
        "A position that can be solved within so many nodes ends the game with its exact value.",
    )
    .within(ranges::NODES)
    .such_as("1000"),
];

/// When games are ended early.
pub const ADJUDICATION: Key =
    may(&["adjudication"], Holds::Table(ADJUDICATION_FORM), "When games end before the rules end them.")
        .or_else("never");

/// What units make of their sums.
pub const ACTIVATION: Key = may(
    &["activation"],
    Holds::Word(&["linear", "relu", "clipped-relu", "elu", "tanh", "logistic"]),
    "The activation of the hidden layers.",
);

/// What shall become small.
pub const LOSS: Key = may(
    &["loss"],
    Holds::Word(&["cross-entropy", "squared", "absolute"]),
    "The loss that training makes small.",
);

/// How a gradient becomes a step.
pub const METHOD: Key = may(
    &["method"],
    Holds::Either(&[
        Holds::Word(&["sgd"]),
        Holds::OneOf(&[case(
            "adam",
            "Adam, with its three numbers.",
            &[
                must(&["mean_decay"], Holds::Number, "Decay of the mean of gradients (beta 1).")
                    .within(Range::below(0.0, 1.0))
                    .such_as("0.9"),
                must(&["square_decay"], Holds::Number, "Decay of the mean of squared gradients (beta 2).")
                    .within(Range::below(0.0, 1.0))
                    .such_as("0.999"),
                must(
                    &["epsilon"],
                    Holds::Number,
                    "What is added to the root, so that nothing is divided by 0.",
                )
                .within(Range::POSITIVE)
                .such_as("1e-8"),
            ],
        )]),
    ]),
    "How a gradient becomes a step: plain gradient descent, or Adam.",
)
.or("{ adam = { mean_decay = 0.9, square_decay = 0.999, epsilon = 1e-8 } }");
