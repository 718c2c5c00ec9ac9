//! What may stand in the file of a portrait.

use zermelo_kind::form::parts::{ABOUT, GAME, KIND, REFERENCE_SPEED, SEED, TITLE};
use zermelo_kind::form::{Form, Holds, Key, WHOLE, WHOLE_32, may, must};

const NODES: Key = may(&["nodes"], WHOLE);
const GAMES: Key = may(&["games"], WHOLE_32);

const MATCH: Form = &[must(&["nodes"], WHOLE), must(&["games"], WHOLE_32)];

/// The file of a portrait.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    may(&["agent"], Holds::Text("alphabeta(nodes={nodes})")),
    may(&["most-plies"], WHOLE_32),
    may(&["games"], Holds::Table(&[may(&["nodes"], Holds::List(&WHOLE)), GAMES, may(&["random"], WHOLE_32)])),
    may(&["solve"], Holds::Table(&[may(&["start"], WHOLE), may(&["first-moves"], WHOLE)])),
    may(&["clarity"], Holds::Table(&[may(&["positions"], WHOLE_32), NODES, may(&["near"], Holds::Number)])),
    may(&["ladder"], Holds::Table(&[NODES, may(&["doublings"], WHOLE_32), GAMES])),
    may(&["first-moves"], Holds::Table(MATCH)),
    may(&["copying"], Holds::Table(MATCH)),
    may(
        &["heuristics"],
        Holds::Table(&[may(&["agent"], Holds::Text("alphabeta(nodes={nodes}, eval={eval})")), NODES, GAMES]),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{AnalysisPlan, Effort, is_read};
    use zermelo_kind::form::drift::compare;

    #[test]
    fn the_form_is_that_of_the_type() {
        let mut plan = AnalysisPlan { most_plies: Some(90), ..AnalysisPlan::of("hexapawn", Effort::Full) };
        plan.common.reference_speed = Some(1_200_000);
        compare(FORM, &[&plan.text()], is_read);
    }
}
