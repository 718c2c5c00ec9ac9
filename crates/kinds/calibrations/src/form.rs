//! What may stand in the file of a calibration.

use zermelo_kind::form::parts::{ABOUT, AGENT, GAME, KIND, REFERENCE_SPEED, SEED, TITLE};
use zermelo_kind::form::{Form, Holds, WHOLE_32, may, must};

/// The file of a calibration.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(&["agent"], AGENT),
    may(&["games"], WHOLE_32),
    may(&["random-plies"], Holds::Several(2, &WHOLE_32)),
];

#[cfg(test)]
mod tests {
    use zermelo_kind::form::drift::compare;

    use super::*;
    use crate::file::is_read;

    #[test]
    fn the_form_is_that_of_the_type() {
        let example = r#"
            kind = "calibration"
            title = "t"
            about = "a"
            game = "connect4"
            seed = 3
            reference-speed = 1_200_000
            agent = "alphabeta(nodes=1000)"
            games = 200
            random-plies = [2, 8]
        "#;
        compare(FORM, &[example], is_read);
    }
}
