//! Every answer tells browsers what may be done with it.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::routing::get;
use serde_json::json;
use tower::ServiceExt;

use crate::site::{QUICK, Site};

async fn ask(router: &Router, method: Method, path: &str, body: &str) -> (StatusCode, HeaderMap) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body.to_owned()))
        .expect("a request");
    let response = router.clone().oneshot(request).await.expect("an answer");
    (response.status(), response.headers().clone())
}

fn check(path: &str, headers: &HeaderMap) {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    for (name, expected) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(value(name), expected, "{path}: {name}");
    }
    assert!(["no-referrer", "same-origin"].contains(&value("referrer-policy")), "{path}");
    let policy = value("content-security-policy");
    assert!(
        policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"),
        "{path}: {policy}"
    );
    assert!(!policy.contains("script-src") && !policy.contains("unsafe-eval"), "{path}: {policy}");
    if path.starts_with("/api") {
        assert!(policy.starts_with("default-src 'none';"), "{path}: {policy}");
    } else {
        assert!(policy.starts_with("default-src '"), "{path}: {policy}");
    }
    let cache = value("cache-control");
    assert!(cache == "no-store" || cache.starts_with("private,"), "{path}: {cache}");
}

#[tokio::test]
async fn every_answer_has_them() {
    let site = Site::new(None);
    for (method, path, body, status) in [
        (Method::GET, "/", "", 200),
        (Method::GET, "/play/milestone", "", 200),
        (Method::GET, "/icon.svg", "", 200),
        (Method::GET, "/assets/nothing.js", "", 404),
        (Method::GET, "/api/games", "", 200),
        (Method::GET, "/api/openapi.json", "", 200),
        (Method::GET, "/api/board.svg?game=tictactoe", "", 200),
        (Method::GET, "/api/live?runs=1", "", 200),
        (Method::GET, "/api/nothing", "", 404),
        (Method::GET, "/api/scene", "", 400),
        (Method::DELETE, "/api/runs", "", 405),
        (Method::POST, "/api/move-now", "nonsense", 400),
        (Method::POST, "/api/move-now", &" ".repeat(300_000), 413),
    ] {
        let (found, headers) = ask(&site.router, method, path, body).await;
        assert_eq!(found.as_u16(), status, "{path}");
        check(path, &headers);
    }
    let refused =
        Request::get("/api/games").header("host", "evil.example").body(Body::empty()).expect("a request");
    let response = site.router.clone().oneshot(refused).await.expect("an answer");
    check("/api/games", response.headers());
}

#[tokio::test]
async fn the_answer_to_a_panic_has_them_too() {
    async fn broken() -> &'static str {
        panic!("a mistake in a handler")
    }
    let router = zermelo_server::headers::protect(Router::new().route("/api/broken", get(broken)));
    let (status, headers) = ask(&router, Method::GET, "/api/broken", "").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    check("/api/broken", &headers);
}

/// A browser puts the headers of this answer in the place of those that it kept with the page.
#[tokio::test]
async fn a_page_that_was_kept_keeps_its_policy() {
    let site = Site::new(None);
    let (_, first) = ask(&site.router, Method::GET, "/", "").await;
    let again = Request::get("/").header("host", "localhost").header("if-none-match", &first["etag"]);
    let response =
        site.router.clone().oneshot(again.body(Body::empty()).expect("a request")).await.expect("an answer");
    assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
    for name in ["content-security-policy", "cache-control", "referrer-policy"] {
        assert_eq!(response.headers()[name], first[name], "{name}");
    }
}

/// Titles come from experiment files, and files come from anywhere.
#[tokio::test]
async fn a_title_is_text_in_reports_and_figures() {
    let site = Site::new(None);
    let evil = "</title></svg><script>alert(1)</script><img src=x onerror=alert(1)>";
    let text = QUICK.replace("Two at random", evil).replace("Nobody is better.", "<script>alert(2)</script>");
    let (_, begun) = site.post("/api/runs", json!({ "text": text })).await;
    let run = begun["name"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let page = site.until(&run, "finished").await;
    let figure = page["figures"][0]["name"].as_str().expect("a figure");
    for path in [format!("/api/runs/{run}/report.html"), format!("/api/runs/{run}/figures/{figure}.svg")] {
        let request = Request::get(&path).header("host", "localhost").body(Body::empty()).expect("a request");
        let (status, bytes) = site.send(request).await;
        let drawn = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(status, StatusCode::OK);
        assert!(!drawn.contains("<script") && !drawn.contains("<img"), "{path}");
        let (_, headers) = ask(&site.router, Method::GET, &path, "").await;
        check(&path, &headers);
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("style-src 'unsafe-inline'") && policy.contains("sandbox"), "{policy}");
    }
}
