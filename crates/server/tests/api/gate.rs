//! Who may ask for what, and what the server says of itself.

use std::path::Path;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::json;
use tower::ServiceExt;

use crate::site::Site;

#[tokio::test]
async fn strangers_are_kept_out() {
    let site = Site::new(None);
    let ask = |host: &str, origin: Option<&str>| {
        let mut request = Request::post("/api/move-now")
            .header(header::HOST, host)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(origin) = origin {
            request = request.header(header::ORIGIN, origin);
        }
        request.body(Body::from("{\"ticket\": \"x\"}")).expect("a request")
    };
    assert_eq!(site.send(ask("localhost:8000", None)).await.0, StatusCode::OK);
    assert_eq!(site.send(ask("localhost:8000", Some("http://localhost:8000"))).await.0, StatusCode::OK);
    assert_eq!(site.send(ask("evil.example", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(site.send(ask("localhost:8000", Some("http://evil.example"))).await.0, StatusCode::FORBIDDEN);
    let site = Site::new(Some("a-word-of-20-letters"));
    let open = |path: &str, cookie: Option<&str>| {
        let mut request = Request::get(path).header(header::HOST, "far.example");
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.body(Body::empty()).expect("a request")
    };
    assert_eq!(site.send(open("/api/games", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(site.send(open("/api/games?token=wrong", None)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        site.send(open("/api/games", Some("zermelo-token=a-word-of-20-letters"))).await.0,
        StatusCode::OK
    );
    let response = site
        .router
        .clone()
        .oneshot(open("/api/games?token=a-word-of-20-letters", None))
        .await
        .expect("an answer");
    let cookie = response.headers()[header::SET_COOKIE].to_str().expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[tokio::test]
async fn what_is_too_large_or_nowhere_is_told() {
    let site = Site::new(None);
    let (status, answer) = site.get("/api/nothing").await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::NOT_FOUND, &json!("unknown-address")));
    let (status, _) =
        site.post("/api/think", json!({ "game": "x".repeat(300_000), "agent": "random" })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, answer) = site.get(&format!("/api/scene?game=tictactoe&m={}", "a1+".repeat(9_000))).await;
    assert_eq!((status, &answer["error"]["kind"]), (StatusCode::BAD_REQUEST, &json!("too-long")));
    for path in ["/api/runs/nothing", "/api/game/nothing/1", "/api/runs/nothing/games"] {
        let (status, _) = site.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let (status, runs) = site.get("/api/runs").await;
    assert_eq!((status, &runs["runs"]), (StatusCode::OK, &json!([])));
}

#[tokio::test]
async fn the_pages_are_in_the_program() {
    let site = Site::new(None);
    let open = |path: &str| {
        Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request")
    };
    let (status, page) = site.send(open("/")).await;
    let page = String::from_utf8_lossy(&page).into_owned();
    assert_eq!(status, StatusCode::OK);
    let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let response = site.router.clone().oneshot(open(script)).await.expect("an answer");
    assert!(
        response.headers()[header::CACHE_CONTROL].to_str().is_ok_and(|cache| cache.contains("immutable"))
    );
    // Addresses within the pages are the page; files that are not there are not.
    for inside in ["/play/milestone", "/runs"] {
        assert_eq!(site.send(open(inside)).await, (StatusCode::OK, page.clone().into_bytes()), "{inside}");
    }
    assert_eq!(site.send(open("/assets/nothing.js")).await.0, StatusCode::NOT_FOUND);
    let response = site.router.clone().oneshot(open("/")).await.expect("an answer");
    let tag = response.headers()[header::ETAG].clone();
    let again = Request::get("/").header(header::HOST, "localhost").header(header::IF_NONE_MATCH, tag);
    assert_eq!(site.send(again.body(Body::empty()).expect("a request")).await.0, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn measured_ladders_are_found_by_the_games_id() {
    let site = Site::new(None);
    for game in ["tictactoe", "connect4", "milestone"] {
        let (_, answer) = site.get(&format!("/api/opponents?game={game}")).await;
        assert!(answer["opponents"][0]["rating"]["value"].is_number(), "{game}");
    }
    let (_, reply) =
        site.post("/api/think", json!({ "game": "milestone", "agent": "alphabeta(nodes=500)" })).await;
    assert_eq!(reply["verdict"]["kind"], "estimated", "{reply}");
}

#[tokio::test]
async fn everything_is_described() {
    let site = Site::new(None);
    let (_, description) = site.get("/api/openapi.json").await;
    let paths = description["paths"].as_object().expect("paths");
    assert!(paths.len() >= 20, "{}", paths.len());
    assert!(paths.contains_key("/api/scene") && paths.contains_key("/api/runs/{name}/stop"));
    // Every reference leads somewhere.
    let text = description.to_string();
    for reference in text.split("\"$ref\":\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(description["components"]["schemas"].get(name).is_some(), "{name} is not described");
    }
}

/// The pages' types are made from the description: `UPDATE_EXPECT=1 cargo test -p zermelo-server` writes it, `npm run wire` in `web/`
/// makes the types.
#[tokio::test]
async fn the_description_is_the_one_that_the_pages_were_made_from() {
    let (_, description) = Site::new(None).get("/api/openapi.json").await;
    let text = serde_json::to_string_pretty(&description).expect("JSON is text") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "web/openapi.json is not what the server says of itself: `UPDATE_EXPECT=1 cargo test -p zermelo-server`, then \
         `npm run wire` in web/"
    );
}
