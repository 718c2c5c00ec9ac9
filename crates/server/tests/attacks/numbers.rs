//! No number asks for more memory than there is, and none ends the server.

use axum::http::StatusCode;
use serde_json::json;

use crate::site::{QUICK, Site, evolution};

/// Posts an experiment; it is refused with a sentence that names the number and its range.
async fn refused(site: &Site, text: &str, expected: &str) {
    let (status, answer) = site.post("/api/runs", json!({ "text": text })).await;
    let told = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(
        status == StatusCode::BAD_REQUEST || status == StatusCode::FORBIDDEN,
        "{status} {answer}\n{text}"
    );
    assert!(told.contains(expected), "`{expected}` is not in: {told}\n{text}");
}

#[tokio::test]
async fn every_number_has_a_range() {
    let site = Site::new(None);
    let small = evolution(3, "confirmation = { games = 2 }");
    for (old, new, expected) in [
        ("population = 4", "population = 2147483648", "expected 1 to 10000"),
        ("generations = 3", "generations = 4294967295", "expected 1 to 100000"),
        ("games = 2 }", "games = 4294967294 }", "expected 2 to 100000000"),
        (
            "kind = \"league\", games = 2",
            "kind = \"league\", games = 100000000",
            "games of the whole evolution",
        ),
        ("kind = \"league\", games = 2", "kind = \"league\", games = 40000000", "MB of memory"),
        ("kind = \"league\", games = 2", "kind = \"league\", matches = 4294967295, games = 2", "matches"),
        ("low = 0.0", "low = nan", ""),
        ("high = 1.0", "high = inf", ""),
    ] {
        assert!(small.contains(old), "{old}");
        refused(&site, &small.replacen(old, new, 1), expected).await;
    }
    for (old, new, expected) in [
        ("games = 40", "games = 100000000", "MB of memory"),
        ("games = 40", "games = 4294967294", "expected 2 to 100000000"),
        ("round-robin\", games = 40", "swiss\", rounds = 4294967295, games = 2", "rounds"),
        ("round-robin\", games = 40", "swiss\", rounds = 1000, games = 4294967294", "games"),
        ("round-robin\", games = 40", "partial\", matches = 4294967295", "matches"),
        ("round-robin\", games = 40", "double-round-robin\", games = 4294967294", "games"),
        ("round-robin\", games = 40", "knockout\", games = 4294967294", "games"),
        ("round-robin\", games = 40", "until\", elo = \"1\", most-games = 4294967294", "most-games"),
        ("seed = 1\n", "seed = 1\nopenings = { plies = 4294967295 }\n", "plies"),
        ("seed = 1\n", "seed = 1\nadjudication = { solved = 18446744073709551615 }\n", ""),
    ] {
        assert!(QUICK.contains(old), "{old}");
        refused(&site, &QUICK.replacen(old, new, 1), expected).await;
    }
}

#[tokio::test]
async fn learning_and_measuring_have_ranges_too() {
    let site = Site::new(None);
    let q = |more: &str| {
        format!(
            "kind = \"q-learning\"\ntitle = \"t\"\ngame = \"tictactoe\"\nmoves = [10]\n{more}\n[test]\n\
             agent = \"alphabeta(nodes=9, eval={{eval}})\"\ngames = 2\n\
             opponents = [{{ name = \"b\", agent = \"random\" }}]"
        )
    };
    for (more, expected) in [
        ("learning = { batch = 9223372036854775807 }", "batch"),
        ("learning = { memory = 9223372036854775807 }", "memory"),
        ("learning = { memory = 100000000 }", "MB of memory"),
        ("learning = { every = 9223372036854775807 }", "every"),
        ("network = { hidden = [9223372036854775807] }", "hidden"),
        ("network = { hidden = [4096, 4096, 4096, 4096] }", "MB of memory"),
        ("play = { random-plies = 4294967295 }", "random-plies"),
    ] {
        refused(&site, &q(more), expected).await;
    }
    let portrait = |more: &str| format!("kind = \"portrait\"\ntitle = \"t\"\ngame = \"tictactoe\"\n{more}");
    for (more, expected) in [
        ("games = { games = 4294967295 }", "games"),
        ("games = { random = 4294967295 }", "random"),
        (
            "games = { nodes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21] }",
            "strengths",
        ),
        ("clarity = { positions = 4294967295 }", "positions"),
        ("ladder = { doublings = 4294967295 }", "doublings"),
        ("copying = { nodes = 9, games = 4294967295 }", "copying"),
        (
            "first-moves = { nodes = 9, games = 1000000 }\ncopying = { nodes = 9, games = 1000000 }",
            "MB of memory",
        ),
    ] {
        refused(&site, &portrait(more), expected).await;
    }
    let training = |more: &str, hidden: &str| {
        format!(
            "kind = \"training\"\ntitle = \"t\"\ngame = \"connect4\"\n{more}\n\
             model = {{ kind = \"network\", hidden = {hidden} }}\n\
             confirmation = {{ agent = \"alphabeta(nodes=9, eval={{eval}})\", games = 2 }}"
        )
    };
    let play =
        |games: &str| format!("play = {{ agent = \"alphabeta(nodes=9, eval={{eval}})\", games = {games} }}");
    for (text, expected) in [
        (training(&play("4294967295"), "[16]"), "games"),
        (training(&play("10000000"), "[16]"), "MB of memory"),
        (training(&format!("rounds = 4294967295\n{}", play("2")), "[16]"), "rounds"),
        (training(&play("2"), "[9223372036854775807]"), "hidden"),
        (training(&play("2"), "[1, 1, 1, 1, 1, 1, 1, 1, 1]"), "layers"),
        (training(&format!("training = {{ batch = 9223372036854775807 }}\n{}", play("2")), "[16]"), "batch"),
        (
            training(&format!("training = {{ passes = 9223372036854775807 }}\n{}", play("2")), "[16]"),
            "passes",
        ),
    ] {
        refused(&site, &text, expected).await;
    }
    let study = "kind = \"study\"\ntitle = \"t\"\nruns = 3000000\n[subject]\nkind = \"tables\"\n\
                 most-generations = 1000000\n[[treatments]]\nname = \"a\"";
    refused(&site, study, "MB of memory").await;
    let stage = "[[stages]]\nname = \"a\"\nruns = 1000\nkind = \"study\"\n";
    refused(&site, &format!("kind = \"series\"\ntitle = \"t\"\n{stage}"), "").await;
}

/// Text that is nested deeper than a stack is high.
#[tokio::test]
async fn nesting_has_a_limit() {
    let site = Site::new(None);
    let agent = format!("{}random{}", "casual(".repeat(5_000), ")".repeat(5_000));
    let (status, answer) = site.post("/api/think", json!({ "game": "tictactoe", "agent": agent })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    refused(&site, &QUICK.replacen("\"random\"", &format!("{agent:?}"), 1), "nested more than 16 deep").await;
    let arrays = format!("kind = \"tournament\"\nx = {}{}", "[".repeat(50_000), "]".repeat(50_000));
    refused(&site, &arrays, "").await;
}
