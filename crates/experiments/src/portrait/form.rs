//! What may stand in the file of a portrait.

use crate::form::{Form, Holds, Key, WHOLE, WHOLE_32, may, must};
use crate::tournament::form::{ABOUT, GAME, KIND, SEED, TITLE};

const NODES: Key = may(&["nodes"], WHOLE);
const GAMES: Key = may(&["games"], WHOLE_32);

const MATCH: Form = &[must(&["nodes"], WHOLE), must(&["games"], WHOLE_32)];

/// The file of a portrait.
pub(crate) const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
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
    use crate::form::drift::compare;
    use crate::portrait::file::{Effort, PortraitPlan, is_read};

    #[test]
    fn the_form_is_that_of_the_type() {
        let plan = PortraitPlan { most_plies: Some(90), ..PortraitPlan::of("hexapawn", Effort::Full) };
        compare(FORM, &[&plan.text()], is_read);
    }
}
