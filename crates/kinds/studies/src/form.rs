//! What may stand in the file of a study.

use zermelo_kind::form::parts::{ABOUT, KIND, SEED, TITLE};
use zermelo_kind::form::{Form, Holds, WHOLE, WHOLE_32, may, must};

/// How tables are bred.
const TABLES: Form = &[
    may(&["population"], WHOLE),
    may(&["most-generations"], WHOLE_32),
    may(&["cuts"], WHOLE),
    may(&["parents"], WHOLE),
    may(&["mutation-slope"], Holds::Number),
    may(&["mutation-offset"], Holds::Number),
    may(&["elite-preservation"], Holds::Flag),
    may(&["side"], Holds::Word(&["first", "second", "both"])),
    may(&["opponent"], Holds::Word(&["none", "random", "umg", "umg-port", "umg-barrat", "umg-never-reset"])),
    may(&["games"], WHOLE_32),
    may(&["played"], Holds::Flag),
    may(&["reading"], Holds::Word(&["as-written", "as-run"])),
    may(&["unmutated-children"], Holds::Word(&["kept", "lost"])),
    may(&["niching"], Holds::Word(&["per-organism", "none"])),
    may(&["mutable"], Holds::Word(&["unfinished", "not-full", "first-player"])),
];

/// What a treatment says besides.
const TREATMENT: Form = &[
    must(&["name"], Holds::Name),
    may(&["published"], Holds::List(&Holds::Number)),
    // Known, so that its reader can say whose the kind is.
    may(&["kind"], Holds::Text("tables")),
];

/// The file of a study.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    SEED,
    must(&["runs"], WHOLE_32),
    may(&["outcome"], Holds::Word(&["generations"])),
    may(&["collect"], Holds::Flag),
    must(&["subject"], Holds::Kinds(&[("tables", TABLES)])),
    must(&["treatments"], Holds::List(&Holds::Both(TREATMENT, TABLES))),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::is_read;
    use zermelo_kind::form::drift::compare;

    const TABLES_EXAMPLE: &str = r#"
        population = 10
        most-generations = 5
        cuts = 3
        parents = 4
        mutation-slope = 250
        mutation-offset = 10.5
        elite-preservation = true
        side = "first"
        opponent = "none"
        games = 300
        played = false
        reading = "as-written"
        unmutated-children = "kept"
        niching = "per-organism"
        mutable = "unfinished"
    "#;

    #[test]
    fn the_form_is_that_of_the_type() {
        // All words in the subject, one after the other, and in a treatment.
        let words = [
            ("first", &["second", "both"][..]),
            ("none", &["random", "umg", "umg-port", "umg-barrat", "umg-never-reset"]),
            ("as-written", &["as-run"]),
            ("kept", &["lost"]),
            ("per-organism", &["none"]),
            ("unfinished", &["not-full", "first-player"]),
        ];
        let worded = words.iter().flat_map(|(usual, others)| {
            others.iter().map(move |other| {
                TABLES_EXAMPLE.replacen(&format!("\"{usual}\""), &format!("\"{other}\""), 1)
            })
        });
        let examples: Vec<String> = worded
            .chain([TABLES_EXAMPLE.to_owned()])
            .map(|tables| {
                let head = "kind = 'study'\ntitle = 't'\nabout = 'a'\nseed = 1\nruns = 2\noutcome = \
                            'generations'\ncollect = true\n";
                let treatment = "[[treatments]]\nname = 'x'\npublished = [1, 2.5]\n";
                format!("{head}[subject]\nkind = 'tables'\n{tables}\n{treatment}{tables}")
            })
            .collect();
        let mut examples: Vec<&str> = examples.iter().map(String::as_str).collect();
        // Its reader says that a treatment has no kind of its own.
        let with_kind = format!("{}\nkind = 'tables'", examples[0]);
        examples.push(&with_kind);
        compare(FORM, &examples, is_read);
    }
}
