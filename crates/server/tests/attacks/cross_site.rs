//! Pages of other sites reach nothing through the browser of somebody who may.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};

use crate::site::Site;

/// A request as a browser sends it for a page: where the page is, and what it asks for.
fn browse(method: Method, path: &str, site: &str, mode: &str, dest: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1:8000")
        .header("sec-fetch-site", site)
        .header("sec-fetch-mode", mode)
        .header("sec-fetch-dest", dest)
        .body(Body::empty())
        .expect("a request")
}

#[tokio::test]
async fn pages_of_other_sites_can_start_no_search() {
    let site = Site::new(None);
    for path in ["/api/analyse?game=simplexity", "/api/review?game=tictactoe", "/api/live?runs=1"] {
        // Another port of the same host is another site here: whatever runs there is not this program.
        for from in ["cross-site", "same-site", "something-new"] {
            for (mode, dest) in [
                ("no-cors", "image"),
                ("no-cors", "script"),
                ("cors", "empty"),
                ("navigate", "iframe"),
                ("navigate", "document"),
            ] {
                let (status, _) = site.send(browse(Method::GET, path, from, mode, dest)).await;
                assert_eq!(status, StatusCode::FORBIDDEN, "{path} {from} {mode} {dest}");
            }
        }
    }
    assert_eq!(site.app.n_searches(), 0);
}

#[tokio::test]
async fn a_link_may_lead_to_what_is_only_read() {
    let site = Site::new(None);
    for path in ["/", "/play/milestone", "/api/board.svg?game=tictactoe", "/api/runs", "/api/openapi.json"] {
        for from in ["cross-site", "same-site", "none", "same-origin"] {
            let (status, _) = site.send(browse(Method::GET, path, from, "navigate", "document")).await;
            assert_eq!(status, StatusCode::OK, "{path} {from}");
        }
    }
    for path in ["/api/board.svg?game=tictactoe", "/api/runs"] {
        let (status, _) = site.send(browse(Method::GET, path, "cross-site", "no-cors", "image")).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
        let (status, _) = site.send(browse(Method::GET, path, "same-origin", "no-cors", "image")).await;
        assert_eq!(status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn a_form_of_another_site_changes_nothing() {
    let site = Site::new(None);
    for path in ["/api/runs", "/api/move-now", "/api/runs/x/stop", "/"] {
        let (status, _) = site.send(browse(Method::POST, path, "cross-site", "navigate", "document")).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
    }
    for origin in ["null", "http://evil.example", "http://127.0.0.1:9000", "file://127.0.0.1:8000", ""] {
        let request = Request::post("/api/move-now")
            .header("host", "127.0.0.1:8000")
            .header("origin", origin)
            .header("content-type", "application/json")
            .body(Body::from(r#"{"ticket": "x"}"#))
            .expect("a request");
        assert_eq!(site.send(request).await.0, StatusCode::FORBIDDEN, "{origin}");
    }
    let (status, _) = site.post("/api/move-now", serde_json::json!({ "ticket": "x" })).await;
    assert_eq!(status, StatusCode::OK, "programs that are no browsers do not say where they come from");
}

/// Whoever adds an address decides here whether a link of another site may lead to it.
#[tokio::test]
async fn every_address_that_starts_work_is_known() {
    let site = Site::new(None);
    let (_, description) = site.get("/api/openapi.json").await;
    let paths = description["paths"].as_object().expect("paths");
    let read = paths.iter().filter(|(_, item)| item.get("get").is_some()).map(|(path, _)| path.as_str());
    let (works, reads): (Vec<&str>, Vec<&str>) =
        read.partition(|path| zermelo_server::admission::starts_work(path));
    assert_eq!(
        works,
        ["/api/analyse", "/api/game/{run}/{index}/thoughts", "/api/live", "/api/review", "/api/why"]
    );
    assert_eq!(
        reads,
        [
            "/api/agent",
            "/api/board.png",
            "/api/board.svg",
            "/api/calibration",
            "/api/card",
            "/api/experience",
            "/api/experiments",
            "/api/game/{run}/{index}",
            "/api/games",
            "/api/invent",
            "/api/lab",
            "/api/lines/{id}",
            "/api/manual",
            "/api/manual/search",
            "/api/manual/{page}",
            "/api/opponents",
            "/api/runs",
            "/api/runs/{name}",
            "/api/runs/{name}/figures/{figure}",
            "/api/runs/{name}/games",
            "/api/runs/{name}/report.html",
            "/api/scene",
            "/api/setup",
        ]
    );
}
