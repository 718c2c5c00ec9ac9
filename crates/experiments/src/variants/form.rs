//! What may stand in a file of variants.

use zermelo_game_analysis::SETTINGS;
use zermelo_kind::form::parts::{ABOUT, KIND, REFERENCE_SPEED, SEED, TITLE};
use zermelo_kind::form::{Form, Holds, WHOLE, may};

/// The file of variants.
pub(crate) const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    SEED,
    REFERENCE_SPEED,
    may(
        &["game"],
        Holds::Text("breakthrough.game"),
        "The game whose parameters vary: a game written as text with `size` or `option` clauses, or one with named parameters.",
    ),
    may(
        &["vary"],
        Holds::Named(&Holds::List(&WHOLE)),
        "The values of parameters of the game. Every combination is a variant.",
    )
    .such_as("{ size = [5, 6, 7, 8], pawns = [1, 2] }"),
    may(
        &["variants"],
        Holds::List(&Holds::Text("lastnight.game")),
        "Further games to compare, each a name or a file, perhaps with parameters.",
    )
    .such_as("[\"breakthrough\", \"lastnight.game:size=6\"]"),
    may(
        &["study"],
        Holds::Table(SETTINGS),
        "What is measured of every variant: the keys of a `portrait` below its head.",
    )
    .or_else("about a minute of games for each variant, without copying and heuristics"),
];
