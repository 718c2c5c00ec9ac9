//! Experiments that wait: bounded, listed, and to be taken back.

use axum::http::StatusCode;
use serde_json::{Value, json};
use zermelo_server::Settings;
use zermelo_server::app::App;
use zermelo_server::limits::Limits;
use zermelo_store::Store;

use crate::site::{QUICK, Site, evolution, settings};

/// A site where something runs for as long as nobody stops it, and `most` more may wait.
async fn busy(most: usize) -> (Site, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("quick.toml"), QUICK).expect("a file");
    std::fs::write(folder.path().join("long.toml"), evolution(100_000, "")).expect("a file");
    let limits = Limits { waiting: most, ..Limits::default() };
    let settings = Settings { limits, ..settings(folder.path(), None) };
    let site = Site::of(folder, App::new(settings));
    let (_, begun) = site.post("/api/runs", json!({ "file": "long.toml" })).await;
    assert_eq!(begun["waiting"], Value::Null, "{begun}");
    let run = begun["name"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    (site, run)
}

async fn waiting(site: &Site) -> Vec<Value> {
    let (_, listed) = site.get("/api/runs").await;
    listed["waiting"].as_array().expect("a list").clone()
}

fn end(site: Site) {
    site.app.close();
    site.app.runner.finish();
}

#[tokio::test]
async fn what_waits_is_listed_in_its_order_and_can_be_cancelled() {
    let (site, run) = busy(8).await;
    for seed in 1..=3 {
        let (status, begun) = site.post("/api/runs", json!({ "file": "quick.toml", "seed": seed })).await;
        assert_eq!((status, &begun["name"]), (StatusCode::OK, &Value::Null));
        assert_eq!(
            (&begun["waiting"]["place"], &begun["waiting"]["title"]),
            (&json!(seed), &json!("Two at random"))
        );
    }
    let listed = waiting(&site).await;
    let places: Vec<u64> = listed.iter().filter_map(|one| one["place"].as_u64()).collect();
    assert_eq!(places, [1, 2, 3]);
    assert_eq!((&listed[0]["kind"], &listed[0]["game"]), (&json!("tournament"), &json!("tictactoe")));
    assert!(listed[0]["since"].as_str().is_some_and(|since| since.ends_with('Z')));
    let events = site.events("/api/live?runs=1", 1).await;
    assert_eq!(events[0].1["waiting"].as_array().map(Vec::len), Some(3), "those who listen are told");
    // The second is taken back: those behind it move up.
    let id = &listed[1]["id"];
    let (status, left) = site.post(&format!("/api/runs/waiting/{id}/cancel"), json!({})).await;
    assert_eq!((status, left["waiting"].as_array().map(Vec::len)), (StatusCode::OK, Some(2)));
    let ids: Vec<Value> = waiting(&site).await.iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [listed[0]["id"].clone(), listed[2]["id"].clone()]);
    assert_eq!(waiting(&site).await[1]["place"], 2);
    let (status, answer) = site.post(&format!("/api/runs/waiting/{id}/cancel"), json!({})).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("not-waiting")));
    // When it is their turn they run, and the one that was cancelled does not.
    site.post(&format!("/api/runs/{run}/stop"), json!({})).await;
    site.until("quick-3", "finished").await;
    assert_eq!(waiting(&site).await, Vec::<Value>::new());
    let runs = Store::read(&site.app.settings.store).and_then(|store| store.runs()).expect("a store");
    assert_eq!(runs.len(), 3);
    end(site);
}

#[tokio::test]
async fn no_more_wait_than_may() {
    let (site, _) = busy(2).await;
    for _ in 0..2 {
        let (status, _) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
        assert_eq!(status, StatusCode::OK);
    }
    for (path, body) in
        [("/api/runs", json!({ "file": "quick.toml" })), ("/api/lab", json!({ "game": "hexapawn" }))]
    {
        let (status, answer) = site.post(path, body).await;
        assert_eq!(
            (status, &answer["error"]["kind"]),
            (StatusCode::SERVICE_UNAVAILABLE, &json!("queue-full"))
        );
        assert!(
            answer["error"]["message"].as_str().is_some_and(|text| text.contains("cancel one")),
            "{answer}"
        );
    }
    let id = waiting(&site).await[0]["id"].clone();
    site.post(&format!("/api/runs/waiting/{id}/cancel"), json!({})).await;
    let (status, _) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    assert_eq!(status, StatusCode::OK, "there is room again");
    end(site);
}

#[tokio::test]
async fn a_run_waits_once_to_be_resumed() {
    let (site, run) = busy(8).await;
    site.post(&format!("/api/runs/{run}/stop"), json!({})).await;
    site.until(&run, "stopped").await;
    let (_, other) = site.post("/api/runs", json!({ "file": "long.toml", "seed": 7 })).await;
    assert!(other["name"].is_string(), "{other}");
    let (status, begun) = site.post(&format!("/api/runs/{run}/resume"), json!({})).await;
    assert_eq!((status, &begun["waiting"]["run"]), (StatusCode::OK, &json!(run)), "{begun}");
    let (status, answer) = site.post(&format!("/api/runs/{run}/resume"), json!({})).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::CONFLICT, &json!("waits")), "{answer}");
    end(site);
}

/// What waited and could not begin is not lost without a word.
#[tokio::test]
async fn what_cannot_begin_is_told() {
    let (site, run) = busy(8).await;
    site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    // The store is gone when its turn comes.
    let store = site.app.settings.store.clone();
    std::fs::rename(&store, store.with_extension("moved")).expect("it can be moved");
    std::fs::create_dir(&store).expect("a folder in its place");
    assert!(site.app.runner.stop(&run));
    let lost = loop {
        let listed = site.app.runner.waiting();
        if let Some(lost) = listed.iter().find(|one| one.problem.is_some()) {
            break lost.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    };
    assert_eq!((lost.place, lost.title.as_str()), (0, "Two at random"));
    assert!(site.app.runner.cancel(lost.id), "it can be put away");
    assert!(site.app.runner.waiting().is_empty());
    end(site);
}
