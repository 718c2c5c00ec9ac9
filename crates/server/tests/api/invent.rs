//! Games that are written on the page: read, completed, opened, checked, played.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::site::Site;

const TEXT: &str = "game Page Walk\n  Walk to the other side.\nplayers white, black\nsize 4, from 4 to 6\n\
                    board size x size squares\nstart man on near row\npiece man\n  step forward to empty\n  \
                    step back to enemy\nwin reach far row\nwin opponent cannot move\n";

async fn draft(site: &Site, text: &str) -> Value {
    let (status, answer) = site.post("/api/invent/draft", json!({ "text": text })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

#[tokio::test]
async fn a_text_is_read_as_it_is_typed() {
    let site = Site::new(None);
    let answer = draft(&site, TEXT).await;
    assert_eq!(answer["problems"], json!([]));
    assert_eq!(answer["rules"]["title"], "Page Walk");
    assert!(answer["rules"]["id"].as_str().is_some_and(|id| id.starts_with("pagewalk~")), "{answer}");
    assert!(answer["rules"]["facts"].as_str().is_some_and(|facts| facts.contains("plies")), "{answer}");
    assert_eq!(
        answer["rules"]["parameters"][0],
        json!({ "name": "size", "value": 4, "least": 4, "most": 6 })
    );
    assert_eq!(answer["view"]["pieces"].as_array().map(Vec::len), Some(8));

    let answer = draft(&site, &TEXT.replace("step forward", "step forwards")).await;
    assert_eq!((&answer["rules"], &answer["view"]), (&Value::Null, &Value::Null));
    let problem = &answer["problems"][0];
    assert_eq!((&problem["line"], &problem["column"], &problem["length"]), (&json!(8), &json!(8), &json!(8)));
    assert_eq!(problem["nearest"], "forward");
    assert!(problem["message"].as_str().is_some_and(|text| text.contains("did you mean `forward`")));
    // What was only read is not open.
    let id = draft(&site, &TEXT.replace("Page Walk", "Only Read")).await["rules"]["id"].clone();
    let (status, answer) = site.get(&format!("/api/scene?game={}", id.as_str().expect("an id"))).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("unknown-game")));
}

#[tokio::test]
async fn words_are_those_of_the_language() {
    let site = Site::new(None);
    let words = async |text: &str, line: usize, column: usize| -> Vec<String> {
        let asked = json!({ "text": text, "line": line, "column": column });
        let (status, answer) = site.post("/api/invent/words", asked).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let words = answer["words"].as_array().expect("a list").iter();
        words.map(|word| word.as_str().expect("a word").to_owned()).collect()
    };
    let has = |words: &[String], wanted: &[&str]| {
        for &word in wanted {
            assert!(words.iter().any(|known| known == word), "{word} is not among {words:?}");
        }
    };
    has(&words("game It\nb", 2, 2).await, &["board", "players", "piece", "win", "limit"]);
    let text = "game It\nboard 3x3 squares\npiece man\n  st\nwin l";
    has(&words(text, 4, 5).await, &["step", "slide", "place"]);
    has(&words(text, 5, 6).await, &["line", "reach", "connect", "board"]);
    has(&words("game It\nboard 3x3 squares\npiece man\n  step f", 4, 9).await, &["forward", "any"]);
    // A word in the middle of a line, and names that the text itself gives.
    has(&words("game It\nboard 3x3 squares\npiece man\n  step f to empty", 4, 9).await, &["forward"]);
    let text = TEXT.replace("start man", "start m");
    has(&words(&text, 6, 8).await, &["man"]);
    for (line, column) in [(0, 0), (1, 7), (99, 1), (usize::MAX, usize::MAX), (2, 5)] {
        words("game It\n# a comment", line, column).await;
    }
    assert_eq!(words("game It\n# bo", 2, 5).await, Vec::<String>::new(), "a comment is nobody's language");
}

#[tokio::test]
async fn a_game_that_was_opened_has_what_other_games_have() {
    let site = Site::new(None);
    let (status, answer) = site.post("/api/invent/open", json!({ "text": TEXT })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let id = answer["game"].as_str().expect("an id").to_owned();
    let (_, scene) = site.get(&format!("/api/scene?game={id}&m=a1-a2")).await;
    assert_eq!((&scene["title"], &scene["ply"]), (&json!("Page Walk"), &json!(1)));
    let asked = json!({ "game": id, "m": "", "agent": "fern" });
    let (status, thought) = site.post("/api/think", asked).await;
    assert_eq!(status, StatusCode::OK, "{thought}");
    let (_, opponents) = site.get(&format!("/api/opponents?game={id}")).await;
    assert_eq!(opponents["opponents"].as_array().map(Vec::len), Some(8));
    let (_, card) = site.get(&format!("/api/card?game={id}")).await;
    assert_eq!((&card["title"], &card["summary"]), (&json!("Page Walk"), &json!("Walk to the other side.")));
    let sizes: Vec<&str> =
        card["sizes"].as_array().expect("sizes").iter().filter_map(|size| size["id"].as_str()).collect();
    assert!(sizes.len() > 1, "{card}");
    for size in sizes {
        let (status, scene) = site.get(&format!("/api/scene?game={size}")).await;
        assert_eq!(status, StatusCode::OK, "{size}: {scene}");
    }
    // A quick study runs, and keeps the text.
    let (status, begun) = site.post("/api/lab", json!({ "game": id, "quick": true })).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let name = begun["name"].as_str().expect("a run").to_owned();
    site.post(&format!("/api/runs/{name}/stop"), json!({})).await;
}

#[tokio::test]
async fn a_check_counts_what_the_command_counts() {
    let site = Site::new(None);
    let (status, answer) = site.post("/api/invent/check", json!({ "text": TEXT })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!((&answer["perft"][0], &answer["games"]), (&json!(4), &json!(1000)));
    let lines: Vec<&Value> =
        answer["unused"].as_array().expect("clauses").iter().map(|one| &one["line"]).collect();
    assert_eq!(lines, [9, 10], "nobody comes past the other");
    assert!(answer["first_wins"]["low"].as_f64() < answer["first_wins"]["high"].as_f64());
    let (status, answer) = site.post("/api/invent/check", json!({ "text": "game Nothing" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"]["message"].as_str().is_some_and(|text| text.contains("board")), "{answer}");
}

#[tokio::test]
async fn every_game_to_begin_from_is_one() {
    let site = Site::new(None);
    let (_, answer) = site.get("/api/invent").await;
    let games = answer["games"].as_array().expect("a list");
    assert!(games.len() >= 30);
    let texts = games.iter().map(|game| &game["text"]).chain([&answer["template"]]);
    for text in texts {
        let answer = draft(&site, text.as_str().expect("a text")).await;
        assert_eq!(answer["problems"], json!([]), "{text}");
        // What is drawn of a text is what is drawn of the opened game.
        let id = answer["rules"]["id"].as_str().expect("an id");
        let (status, _) = site.post("/api/invent/open", json!({ "text": text })).await;
        assert_eq!(status, StatusCode::OK);
        let (_, scene) = site.get(&format!("/api/scene?game={id}")).await;
        assert_eq!(scene["view"], answer["view"], "{id}");
    }
}

#[tokio::test]
async fn a_text_has_an_end() {
    let site = Site::new(None);
    let just = format!("{TEXT}#{}", "x".repeat(64 * 1024));
    for (length, is_good) in [(64 * 1024, true), (64 * 1024 + 1, false), (200_000, false)] {
        let mut text = just.clone();
        text.extend(std::iter::repeat_n('x', 200_000));
        text.truncate(length);
        for path in ["draft", "open", "check", "words"].map(|last| format!("/api/invent/{last}")) {
            let body = json!({ "text": text, "line": 1, "column": 1 });
            let (status, answer) = site.post(&path, body).await;
            if is_good {
                assert_eq!(status, StatusCode::OK, "{path}: {answer}");
            } else {
                let kind = &answer["error"]["kind"];
                assert_eq!((status, kind), (StatusCode::PAYLOAD_TOO_LARGE, &json!("too-long")), "{path}");
                let told = answer["error"]["message"].as_str().unwrap_or_default();
                assert!(told.contains("64 kilobytes"), "{told}");
            }
        }
    }
    // Signs that JSON writes in six bytes each are too much for a request, and it says so.
    let (status, _) = site.post("/api/invent/draft", json!({ "text": "\u{1}".repeat(60_000) })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}
