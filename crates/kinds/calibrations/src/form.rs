//! What may stand in the file of a calibration.

use zermelo_kind::form::parts::{ABOUT, AGENT, GAME, KIND, REFERENCE_SPEED, SEED, TITLE};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, WHOLE_32, may, must};

/// The file of a calibration.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    GAME,
    SEED,
    REFERENCE_SPEED,
    must(&["agent"], AGENT, "The agent whose values are calibrated. It plays against itself."),
    may(&["games"], WHOLE_32, "Games. One half fits the curve, the other half checks it.")
        .within(ranges::SELF_PLAY_GAMES)
        .or("2000"),
    may(
        &["random-plies"],
        Holds::Several(2, &WHOLE_32),
        "Random plies at the beginning of games, at least and at most, so that all values occur.",
    )
    .within(ranges::PLIES)
    .or("[2, 12]"),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use zermelo_any::{Folder, Permission};
    use zermelo_kind::form::defaults::compare_defaults;
    use zermelo_kind::form::drift::compare;

    use super::*;
    use crate::file::{CalibrationPlan, is_read};
    use zermelo_kind::Source;

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

    #[test]
    fn the_defaults_are_those_of_the_type() {
        let folder = || Folder::new(Path::new("."), Permission::terminal());
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = CalibrationPlan::read(&Source { text, place: "here", folder: folder() });
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
