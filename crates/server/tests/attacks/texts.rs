//! Texts of games that nobody would write: no text at all, and very many of them. How long a text may be is tested in `api`, where
//! there is still room for games.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::json;

use crate::site::Site;

const PATHS: [&str; 4] = ["/api/invent/draft", "/api/invent/open", "/api/invent/check", "/api/invent/words"];

fn game(title: &str) -> String {
    format!("game {title}\nboard 3x3 squares\npiece stone\n  place on empty\nwin line 3\ndraw board full\n")
}

#[tokio::test]
async fn garbage_is_read_and_refused() {
    let site = Site::new(None);
    let texts = [
        String::new(),
        "\n".repeat(60_000),
        "\u{0}\u{7f}\u{feff}".repeat(5_000),
        "game ".repeat(12_000),
        "🦀".repeat(16_000),
        format!("game It\nboard 3x3 squares\npiece stone\n  step {}any to empty", "any, ".repeat(12_000)),
        format!("game It\nboard 9999x9999 squares\n{}", "start stone on edge\n".repeat(290)),
        format!("game It\n{}", "size 5, from 1 to 9\n".repeat(3_000)),
        "<script>alert(1)</script>".to_owned(),
    ];
    for text in texts {
        for path in PATHS {
            let began = Instant::now();
            let (status, answer) =
                site.post(path, json!({ "text": text, "line": 3, "column": 70_000 })).await;
            assert!(!status.is_server_error(), "{path}: {answer}");
            assert!(began.elapsed() < Duration::from_secs(20), "{path} took {:?}", began.elapsed());
            if path.ends_with("draft") && status == StatusCode::OK {
                assert!(answer["rules"].is_null());
                assert!(answer["problems"].as_array().is_some_and(|all| !all.is_empty() && all.len() <= 40));
            }
        }
    }
    for body in [json!({}), json!({ "text": 5 }), json!({ "text": null }), json!([]), json!("x")] {
        for path in PATHS {
            let (status, answer) = site.post(path, body.clone()).await;
            assert!(status.is_client_error() && answer["error"]["message"].is_string(), "{path} {body}");
        }
    }
}

#[tokio::test]
async fn thousands_of_texts_leave_room_for_the_games_of_others() {
    let site = Site::new(None);
    // Typing opens nothing, however long it goes on.
    for number in 0..2_500 {
        let (status, answer) =
            site.post("/api/invent/draft", json!({ "text": game(&format!("Typed {number}")) })).await;
        assert_eq!((status, answer["rules"].is_object()), (StatusCode::OK, true), "{number}");
    }
    let mut refused = None;
    for number in 0..2_100 {
        let (status, answer) =
            site.post("/api/invent/open", json!({ "text": game(&format!("Sent {number}")) })).await;
        if status != StatusCode::OK {
            refused = Some((number, answer));
            break;
        }
    }
    let (number, answer) = refused.expect("there is an end");
    assert!(number > 500, "{number}: {answer}");
    let told = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(told.contains("before it is started again"), "{told}");
    // So are other sizes of a game that was sent.
    let sized = game("Sized").replace("board 3x3", "size 3, from 3 to 9\nboard size x size");
    let (status, _) = site.post("/api/invent/open", json!({ "text": sized })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    // What is open stays open, typing goes on, and the games of the shelf can still be opened in every size.
    let (_, answer) = site.post("/api/invent/open", json!({ "text": game("Sent 499") })).await;
    let id = answer["game"].as_str().expect("an id").to_owned();
    for path in [format!("/api/scene?game={id}"), "/api/scene?game=hex:size=6".to_owned()] {
        let (status, answer) = site.get(&path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
    }
    let (status, _) = site.post("/api/invent/draft", json!({ "text": game("Typed once more") })).await;
    assert_eq!(status, StatusCode::OK);
    // The oldest texts are forgotten: their ids are unknown until the text is sent again.
    let (_, answer) = site.post("/api/invent/draft", json!({ "text": game("Sent 0") })).await;
    let id = answer["rules"]["id"].as_str().expect("an id").to_owned();
    let (status, _) = site.get(&format!("/api/scene?game={id}")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = site.post("/api/invent/open", json!({ "text": game("Sent 0") })).await;
    assert_eq!(status, StatusCode::OK);
    let (status, _) = site.get(&format!("/api/scene?game={id}")).await;
    assert_eq!(status, StatusCode::OK);
}
