//! `zermelo compare-variants` and studies of games side by side.

use serde_json::Value;

use crate::run::{refusal, zermelo_in};

const OLD: &str = "game Walk\nplayers white, black\nsize 4, from 4 to 6\nboard size x size squares\nstart pawn on near row\n\
                   piece pawn\n  step forward to empty\n  step forward-left, forward-right to empty or enemy\n\
                   win reach far row\nwin opponent cannot move\n";

#[test]
fn variants_are_compared_stored_and_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let ask = |arguments: &[&str]| zermelo_in(path, arguments, "", &[]);
    std::fs::write(path.join("walk.game"), OLD).expect("a file");
    std::fs::write(
        path.join("bold.game"),
        OLD.replace("  step forward to empty\n", "").replace("Walk", "Bold"),
    )
    .expect("a file");

    let ran = ask(&["compare-variants", "walk.game", "--size", "4..5", "--quick", "--threads", "2"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    for expected in [
        "size 4",
        "size 5",
        "differences between games are significant",
        "Fairest as measured:",
        "Deepest as measured:",
        "With the pie rule",
        "stored as walk-variants-1 in zermelo.db",
    ] {
        assert!(ran.out.contains(expected), "`{expected}` in\n{}", ran.out);
    }
    let shown = zermelo_in(path, &["show", "walk-variants-1"], "", &[("COLUMNS", "80")]);
    assert!(shown.out.lines().all(|line| line.chars().count() <= 80), "{}", shown.out);

    // Each variant is a run of its own, and the comparison is made of their results.
    let json = ask(&["show", "walk-variants-1", "--json"]);
    let json: Value = serde_json::from_str(&json.out).unwrap_or_else(|error| panic!("{error}: {json:?}"));
    let variants = json["variants"].as_array().expect("variants");
    assert_eq!(variants.len(), 2);
    assert_eq!(variants[1]["run"], "walk-variants-1.size-5");
    let stage = ask(&["show", "walk-variants-1.size-5", "--json"]);
    let stage: Value = serde_json::from_str(&stage.out).unwrap_or_else(|error| panic!("{error}: {stage:?}"));
    assert_eq!(stage["tension"]["lead_changes"]["value"], variants[1]["measures"]["lead_changes"]["value"]);

    // Two files: what differs in their rules is told in words.
    let ran = ask(&["compare-variants", "walk.game", "bold.game", "--quick"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    assert!(ran.out.contains("\nOnly in Walk: ") && ran.out.contains("\nOnly in Bold: "), "{}", ran.out);
    let reported = ask(&["report", "last", "-o", "both"]);
    assert_eq!(reported.code, 0, "{reported:#?}");
    let read = |name: &str| std::fs::read_to_string(path.join(name)).expect("a file");
    let rules = read("both/tables/what-differs-in-the-rules.md");
    assert!(rules.contains("Walk") && rules.contains("Bold"), "{rules}");
    let page = read("both/index.html");
    assert!(page.contains("In all of them:") && page.contains("zermelo compare-variants"), "{page}");

    // Studies of games are set side by side as variants are.
    let beside =
        ask(&["report", "walk-variants-1.size-4", "--with", "walk-variants-1.size-5", "-o", "beside"]);
    assert_eq!(beside.code, 0, "{beside:#?}");
    let told = read("beside/tables/games-side-by-side.csv");
    assert!(told.contains("walk-variants-1.size-4") && told.contains("walk-variants-1.size-5"), "{told}");
}

#[test]
fn requests_that_make_no_sense_are_told() {
    for (arguments, told) in [
        (&["compare-variants", "hexapawn.game"][..], "one game is no comparison"),
        (&["compare-variants", "hexapawn.game", "hex", "--size", "3..4"], "vary one game"),
        (
            &["compare-variants", "hexapawn.game", "--option", "size=3,4", "--size", "4..5"],
            "`size` is given twice",
        ),
        (&["compare-variants", "hexapawn.game", "--size", "3,3"], "are the same game"),
        (&["compare-variants", "hexapawn.game", "--size", "2..4"], "size"),
        (&["compare-variants", "hexapawn", "tictacto"], "did you mean `tictactoe`?"),
    ] {
        let (_, message) = refusal(arguments);
        assert!(message.contains(told), "{arguments:?}: {message}");
    }
    let (kind, message) = refusal(&["compare-variants", "hexapawn.game", "--size", "six"]);
    assert!(kind == "usage" && message.contains("expected values such as `4..8` or `5,7`"), "{message}");
}
