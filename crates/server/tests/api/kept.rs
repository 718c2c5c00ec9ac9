//! Games that were kept: those of runs, with what was thought in them, and those of people.

use axum::http::StatusCode;
use serde_json::json;

use crate::site::Site;

const PORTRAIT: &str = r#"
kind = "portrait"
title = "A small portrait"
about = "Games of players against themselves."
game = "connect4"
seed = 1
games = { nodes = [50], games = 6, random = 4 }
solve = { start = 0, first-moves = 0 }
clarity = { positions = 0, nodes = 300 }
ladder = { nodes = 10, doublings = 1, games = 4 }
first-moves = { nodes = 10, games = 0 }
copying = { nodes = 10, games = 0 }
heuristics = { nodes = 10, games = 0 }
"#;

#[tokio::test]
async fn stored_games_tell_what_was_thought_in_them() {
    let site = Site::new(None);
    std::fs::write(site.folder.path().join("portrait.toml"), PORTRAIT).expect("a file");
    let (status, begun) = site.post("/api/runs", json!({ "file": "portrait.toml" })).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let run = begun["name"].as_str().expect("a name").to_owned();
    site.until(&run, "finished").await;
    let (_, games) = site.get(&format!("/api/runs/{run}/games?limit=100")).await;
    let games = games["games"].as_array().expect("games");
    let mut n_thoughtful = 0;
    for row in games {
        let (_, game) = site.get(&format!("/api/game/{run}/{}", row["index"])).await;
        let thoughts = game["thoughts"].as_array().expect("a list");
        if !game["agents"][0]["text"].as_str().is_some_and(|text| text.contains("nodes=50")) {
            continue;
        }
        n_thoughtful += 1;
        let n_moves = game["m"].as_str().expect("moves").split(' ').count();
        let opening = game["opening"].as_u64().expect("a number") as usize;
        assert_eq!(thoughts.len(), n_moves - opening, "one for every move but the opening's: {game}");
        for (at, thought) in thoughts.iter().enumerate() {
            let ply = opening + at;
            assert_eq!(thought["ply"], ply);
            assert_eq!(thought["player"], if ply.is_multiple_of(2) { "first" } else { "second" });
        }
        // Who is about to win knows it.
        let last = &thoughts[thoughts.len() - 1]["verdict"];
        if game["outcome"].is_string() {
            assert_eq!((&last["kind"], &last["winner"]), (&json!("proved"), &game["outcome"]), "{game}");
        }
    }
    assert_eq!(n_thoughtful, 6, "{games:?}");
}

/// What players think again is what they thought: compared with games in which that was kept.
#[tokio::test]
async fn players_think_again_what_they_thought() {
    let site = Site::new(None);
    std::fs::write(site.folder.path().join("portrait.toml"), PORTRAIT).expect("a file");
    let (_, begun) = site.post("/api/runs", json!({ "file": "portrait.toml" })).await;
    let run = begun["name"].as_str().expect("a name").to_owned();
    site.until(&run, "finished").await;
    let (_, games) = site.get(&format!("/api/runs/{run}/games?limit=100")).await;
    let mut n_compared = 0;
    for row in games["games"].as_array().expect("games") {
        let place = format!("/api/game/{run}/{}", row["index"]);
        let (_, game) = site.get(&place).await;
        let kept = game["thoughts"].as_array().expect("a list");
        if kept.is_empty() || game["agents"][0]["text"] == "random" {
            continue;
        }
        let events = site.events(&format!("{place}/thoughts"), kept.len() + 1).await;
        let (last, again) = events.split_last().expect("events");
        assert_eq!(
            last,
            &("done".to_owned(), json!({ "thoughts": kept.len(), "differing": 0, "whole": true }))
        );
        for ((name, again), kept) in again.iter().zip(kept) {
            assert_eq!(name, "thought");
            assert_eq!((&again["ply"], &again["player"]), (&kept["ply"], &kept["player"]));
            let (again, kept) = (&again["verdict"], &kept["verdict"]);
            // In how many plies a win was proved is not kept.
            for part in ["kind", "winner", "first", "draw", "second", "value"] {
                assert_eq!(again[part], kept[part], "{part} of {again} and {kept}");
            }
            n_compared += 1;
        }
    }
    assert!(n_compared > 30, "{n_compared} thoughts");
}

/// Matches keep no thoughts, and say so by having none. Who has no evaluator has none to tell either.
#[tokio::test]
async fn whoever_does_not_think_tells_no_thoughts() {
    let site = Site::new(None);
    let (_, quick) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    let quick = quick["name"].as_str().expect("a name").to_owned();
    site.until(&quick, "finished").await;
    let (_, game) = site.get(&format!("/api/game/{quick}/0")).await;
    assert_eq!(game["thoughts"], json!([]));
    let events = site.events(&format!("/api/game/{quick}/0/thoughts"), 2).await;
    assert_eq!(events, [("done".to_owned(), json!({ "thoughts": 0, "differing": 0, "whole": true }))]);
    let (status, fault) = site.get(&format!("/api/game/{quick}/999/thoughts")).await;
    assert_eq!((status, &fault["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("unknown-game")));
}

#[tokio::test]
async fn games_of_people_are_kept_and_found_again() {
    let site = Site::new(None);
    let game = |m: &str| {
        json!({ "game": "tictactoe", "m": m, "first": { "person": { "name": "Ada", "experience": "beginner" } },
            "second": { "agent": "random" } })
    };
    let (status, kept) = site.post("/api/people", game("a1 a2 b1 b2 c1")).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let (status, found) = site.get(&format!("/api/game/{}", kept["id"].as_str().expect("an id"))).await;
    assert_eq!(
        (status, &found["m"], &found["outcome"]),
        (StatusCode::OK, &json!("a1 a2 b1 b2 c1"), &json!("first"))
    );
    assert_eq!(found["agents"][0]["name"], "Ada");
    for (m, why) in [("a1 a2 b1", "not over"), ("a1 a1", "illegal")] {
        let (status, answer) = site.post("/api/people", game(m)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{why}: {answer}");
    }
    // Whoever is said to have played must be somebody who could have: an agent, or an opponent's name.
    for (agent, status) in [
        ("acorn", StatusCode::OK),
        ("alphabeta(depth=2)", StatusCode::OK),
        ("deepthought", StatusCode::BAD_REQUEST),
        ("alphabeta(eval=nonsense)", StatusCode::BAD_REQUEST),
        ("ugi(sh)", StatusCode::FORBIDDEN),
    ] {
        let mut game = game("a1 a2 b1 b2 c1");
        game["second"]["agent"] = json!(agent);
        let (answered, answer) = site.post("/api/people", game).await;
        assert_eq!(answered, status, "{agent}: {answer}");
    }
    let (_, levels) = site.get("/api/experience").await;
    assert_eq!(levels["levels"].as_array().map(Vec::len), Some(3));
}
