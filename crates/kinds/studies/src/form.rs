//! What may stand in the file of a study.

use zermelo_kind::form::parts::{ABOUT, KIND, SEED, TITLE};
use zermelo_kind::form::ranges;
use zermelo_kind::form::{Form, Holds, Range, WHOLE, WHOLE_32, case, may, must};
use zermelo_kind::limits;
use zermelo_tictactoe::N_GENES;

const GENES: Range = Range::between(0.0, N_GENES as f64);

/// How tables are bred.
const TABLES: Form = &[
    may(&["population"], WHOLE, "Tables that survive each generation.")
        .within(Range::between(4.0, 10_000.0).even())
        .or("100"),
    may(&["most-generations"], WHOLE_32, "A run without success by then is given up.")
        .within(ranges::TABLE_GENERATIONS)
        .or("500"),
    may(&["cuts"], WHOLE, "Cuts of the crossover of two parents.").within(Range::between(1.0, N_GENES as f64)).or("50"),
    may(&["parents"], WHOLE, "Tables that are selected to mate; at most the population.")
        .within(Range::at_least(2.0))
        .or_else("half of the population")
        .such_as("20"),
    may(&["mutation-slope"], Holds::Number, "Genes that are drawn anew if the best child loses all its games.")
        .within(GENES)
        .or("250"),
    may(&["mutation-offset"], Holds::Number, "Genes that are drawn anew even if the best child loses none.")
        .within(GENES)
        .or("10"),
    may(
        &["elite-preservation"],
        Holds::Flag,
        "Survivors come from parents, children and mutants together; otherwise mutants replace everybody.",
    )
    .or("true"),
    may(&["side"], Holds::Word(&["first", "second", "both"]), "The player that tables are judged as.").or("\"first\""),
    may(
        &["opponent"],
        Holds::Word(&["none", "random", "umg", "umg-port", "umg-barrat", "umg-never-reset"]),
        "The opponent in the games that choose survivors: none (the exact fitness decides), a random player, or the rule-based \
         player of the study (UMG) in one of its versions.",
    )
    .or("\"none\""),
    may(&["games"], WHOLE_32, "Games that choose survivors; with both sides, half of them from each.")
        .within(Range::between(0.0, *limits::GAMES.end() as f64))
        .or("300"),
    may(
        &["played"],
        Holds::Flag,
        "Plays these games move by move. Otherwise lost games are drawn from their exact probability, which is as good and faster.",
    )
    .or("false"),
    may(
        &["reading"],
        Holds::Word(&["as-written", "as-run"]),
        "Which to follow where the study's text and its program differ.",
    )
    .or("\"as-written\""),
    may(
        &["unmutated-children"],
        Holds::Word(&["kept", "lost"]),
        "The first difference: whether children may survive as they were before mutation.",
    )
    .or_else("by `reading`: kept as written, lost as run"),
    may(
        &["niching"],
        Holds::Word(&["per-organism", "none"]),
        "The second difference: whether tables with the same fitness share it in selection.",
    )
    .or_else("by `reading`: per-organism as written, none as run"),
    may(
        &["mutable"],
        Holds::Word(&["unfinished", "not-full", "first-player"]),
        "The third difference: which positions' genes may mutate.",
    )
    .or_else("by `reading`: unfinished as written, not-full as run"),
];

/// What a treatment says besides.
const TREATMENT: Form = &[
    must(&["name"], Holds::Name, "The name in tables and figures.").such_as("\"control\""),
    may(
        &["published"],
        Holds::List(&Holds::Number),
        "What others measured under this treatment, to set beside it.",
    )
    .within(Range::at_least(0.0))
    .such_as("[112, 98, 130]"),
    // Known, so that its reader can say whose the kind is.
    may(
        &["kind"],
        Holds::Text("tables"),
        "Refused: the kind is set in `subject`, because all treatments share it.",
    )
    .refused(),
];

/// The file of a study.
pub const FORM: Form = &[
    KIND,
    TITLE,
    ABOUT,
    SEED,
    must(&["runs"], WHOLE_32, "Replicates of each treatment.")
        .within(Range::between(1.0, 10_000_000.0))
        .such_as("30"),
    may(&["outcome"], Holds::Word(&["generations"]), "The number that is compared.").or("\"generations\""),
    may(&["collect"], Holds::Flag, "Collects and sorts what the replicates found.").or("false"),
    must(
        &["subject"],
        Holds::Kinds(&[case("tables", "The genetic algorithm on tables that play tic-tac-toe.", TABLES)]),
        "What is repeated, with the settings that all treatments share.",
    ),
    must(
        &["treatments"],
        Holds::List(&Holds::Both(TREATMENT, TABLES)),
        "The treatments: a name, and settings of the subject that differ.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{StudyPlan, is_read};
    use zermelo_kind::form::defaults::compare_defaults;
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

    #[test]
    fn the_defaults_are_those_of_the_type() {
        compare_defaults(FORM, include_str!("../example.toml"), |text| {
            let plan = StudyPlan::read(text, "here")
                .map(|plan| (plan.common, plan.runs, plan.outcome, plan.collects, plan.treatments));
            plan.map(|plan| format!("{plan:?}")).map_err(|error| error.to_string())
        });
    }
}
