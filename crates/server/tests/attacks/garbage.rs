//! Requests that make no sense get an answer that does, and the server goes on.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::site::{QUICK, Site};

#[tokio::test]
async fn odd_addresses_lead_nowhere() {
    let site = Site::new(None);
    std::fs::write(site.folder.path().join("secret.txt"), "secret").expect("a file");
    for path in [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "/assets/%00",
        "/index.html%00.js",
        "/api/runs/..%2f..%2fsecret.txt",
        "/api/runs/..%2fsecret/figures/x.svg",
        "/api/runs/%00",
        "/api/runs/%0d%0aSet-Cookie:%20x=y",
        "/api/runs/%ff%fe",
        "/api/runs/'%20OR%201=1",
        "/api/runs/%25",
        "/api/runs/_",
        "/api/game/..%2f/0",
        "/api/game/x/-1",
        "/api/game/x/99999999999999999999999",
        "/api/lines/..%2fsecret",
        "/api/live?run=%00,..%2f,%0a",
        "/api/scene?game=%00",
        "/api/scene?game=tictactoe&ply=-1",
        "/api/board.png?game=..%2f",
    ] {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).expect("a request");
        let (status, bytes) = site.send(request).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains("secret\n") && text != "secret", "{path}");
        if path.starts_with("/api") {
            assert!(status.is_client_error(), "{path}: {status} {text}");
        }
        assert!(!status.is_server_error(), "{path}: {status} {text}");
    }
    for name in ["%00", "..%2fx", "%0a", "%22", "x%20y", "%F0%9F%A6%80", "%25s", "_"] {
        for act in ["stop", "resume"] {
            let (status, answer) = site.post(&format!("/api/runs/{name}/{act}"), json!({})).await;
            assert!(status.is_client_error(), "{name} {act}: {status} {answer}");
        }
    }
    for id in ["-1", "x", "99999999999999999999999", "%00"] {
        let (status, _) = site.post(&format!("/api/runs/waiting/{id}/cancel"), json!({})).await;
        assert!(status.is_client_error(), "{id}");
    }
}

#[tokio::test]
async fn experiment_files_are_those_of_the_folder() {
    let site = Site::new(None);
    let inside = site.folder.path().join("inside");
    std::fs::create_dir(&inside).expect("a folder");
    std::fs::write(inside.join("quick.toml"), QUICK).expect("a file");
    for file in [
        "../quick.toml",
        "inside/quick.toml",
        "/etc/passwd",
        "..",
        ".",
        "",
        "inside",
        "quick.toml\0",
        ".quick.toml",
    ] {
        let (status, answer) = site.post("/api/runs", json!({ "file": file })).await;
        assert_eq!(
            (status, &answer["error"]["kind"]),
            (StatusCode::NOT_FOUND, &json!("unknown-file")),
            "{file:?}"
        );
    }
}

#[tokio::test]
async fn what_is_deep_or_long_is_refused() {
    let site = Site::new(None);
    let deep_json = "[".repeat(200_000);
    let request = |body: String| {
        Request::post("/api/runs")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .body(Body::from(body))
            .expect("a request")
    };
    assert!(site.send(request(deep_json)).await.0.is_client_error());
    for text in [
        format!("x = {}", "[".repeat(100_000)),
        format!("x = {}", "{a=".repeat(60_000)),
        format!("{} = 1", vec!["a"; 50_000].join(".")),
        format!("[{}]", vec!["a"; 50_000].join(".")),
        "\"".repeat(100_000),
    ] {
        let (status, answer) = site.post("/api/runs", json!({ "text": text })).await;
        assert!(status.is_client_error(), "{status} {answer}");
    }
    for agent in ["casual(".repeat(500), "(".repeat(3999), format!("alphabeta({})", "x,".repeat(1900))] {
        let (status, _) = site.post("/api/think", json!({ "game": "tictactoe", "agent": agent })).await;
        assert!(status.is_client_error(), "{status}");
    }
    for game in
        ["x".repeat(100_000), format!("milestone:{}", "9".repeat(10_000)), "mnk:99999999999x3".to_owned()]
    {
        let (status, _) = site.post("/api/think", json!({ "game": game, "agent": "random" })).await;
        assert!(status.is_client_error(), "{status}");
    }
    let (status, _) = site.get(&format!("/api/games?{}", "x=y&".repeat(15_000))).await;
    assert_eq!(status, StatusCode::OK, "what nobody asks for is not looked at");
}

/// Bodies are not unpacked: a small one cannot become a large one.
#[tokio::test]
async fn compressed_bodies_are_taken_as_they_are() {
    let site = Site::new(None);
    let request = Request::post("/api/move-now")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("content-encoding", "gzip")
        .body(Body::from(&b"\x1f\x8b\x08\x00\x00\x00\x00\x00"[..]))
        .expect("a request");
    assert_eq!(site.send(request).await.0, StatusCode::BAD_REQUEST);
}

/// One visitor's ticket ends one visitor's search, and tickets of searches that were given up are given back.
#[tokio::test]
async fn tickets_are_not_shared() {
    let site = Site::new(None);
    let think = |ticket: &str| {
        let body =
            json!({ "game": "simplexity", "agent": "alphabeta(nodes=100000000000)", "ticket": ticket });
        let site = &site;
        async move { site.post("/api/think", body).await }
    };
    let first = think("one");
    tokio::pin!(first);
    // It has begun when it holds its ticket.
    while site.app.n_tickets() == 0 {
        tokio::select! {
            answer = &mut first => panic!("it should take longer: {answer:?}"),
            () = tokio::time::sleep(std::time::Duration::from_millis(5)) => {}
        }
    }
    let (status, answer) = think("one").await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::CONFLICT, &json!("ticket")), "{answer}");
    let (_, told) = site.post("/api/move-now", json!({ "ticket": "one" })).await;
    assert_eq!(told["found"], true, "the first still has it");
    assert_eq!(first.await.0, StatusCode::OK);
    {
        let given_up = think("two");
        tokio::pin!(given_up);
        while site.app.n_tickets() == 0 {
            tokio::select! {
                answer = &mut given_up => panic!("it should take longer: {answer:?}"),
                () = tokio::time::sleep(std::time::Duration::from_millis(5)) => {}
            }
        }
    }
    assert_eq!(site.app.n_tickets(), 0, "whoever hangs up leaves nothing behind");
}

/// What a client says it heard last comes back with no event unless it was asked for.
#[tokio::test]
async fn events_do_not_repeat_what_a_client_made_up() {
    let site = Site::new(None);
    let (_, begun) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    let run = begun["name"].as_str().expect("a name").to_owned();
    site.until(&run, "finished").await;
    let request = Request::get(format!("/api/live?run={run}"))
        .header("host", "localhost")
        .header("last-event-id", format!("{run}=3&made-up=4"))
        .body(Body::empty())
        .expect("a request");
    let response = tower::ServiceExt::oneshot(site.router.clone(), request).await.expect("an answer");
    let mut stream = response.into_body().into_data_stream();
    let first = futures_util::StreamExt::next(&mut stream).await.expect("an event").expect("bytes");
    let text = String::from_utf8_lossy(&first).into_owned();
    assert!(text.contains("id: ") && !text.contains("made-up"), "{text}");
}
