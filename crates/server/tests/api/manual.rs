//! The manual, as pages ask for it.

use axum::http::StatusCode;

use crate::site::Site;

#[tokio::test]
async fn pages_are_listed_shown_and_searched() {
    let site = Site::new(None);
    let (status, contents) = site.get("/api/manual").await;
    assert_eq!(status, StatusCode::OK, "{contents}");
    let parts = contents["parts"].as_array().expect("parts");
    // Every page that is listed is there, and they follow each other.
    let mut before = serde_json::Value::Null;
    let mut n_pages = 0;
    for entry in parts.iter().flat_map(|part| part["pages"].as_array().expect("pages")) {
        let path = entry["path"].as_str().expect("a path");
        let (status, page) = site.get(&format!("/api/manual/{}", path.replace('/', "%2F"))).await;
        assert_eq!(status, StatusCode::OK, "{path}: {page}");
        assert_eq!((&page["path"], &page["previous"]["path"]), (&entry["path"], &before), "{path}");
        before = entry["path"].clone();
        n_pages += 1;
    }
    assert!(n_pages >= 12, "{contents}");

    let (_, page) = site.get("/api/manual/concepts").await;
    let html = page["html"].as_str().expect("HTML");
    assert!(html.contains("<h3 id=\"winners-curse\">"), "{html}");
    assert!(html.contains("href=\"/manual/findings/000-milestone\""), "{html}");
    assert!(!html.contains("<script") && !html.contains("style="), "{html}");
    let sections = page["sections"].as_array().expect("sections");
    assert!(sections.iter().any(|section| section["anchor"] == "winners-curse" && section["level"] == 3));

    let (_, found) = site.get("/api/manual/search?q=winner%27s%20CURSE").await;
    assert_eq!(found["hits"][0]["anchor"], "winners-curse", "{found}");
    let (_, found) = site.get("/api/manual/search?q=the").await;
    let (n, hits) = (found["n"].as_u64().expect("a number"), found["hits"].as_array().expect("hits").len());
    assert!(n > 30 && hits == 30, "{n} {hits}");
    let (_, found) = site.get("/api/manual/search?q=").await;
    assert_eq!(found["n"], 0);
}

#[tokio::test]
async fn wrong_pages_are_answered_with_the_nearest() {
    let site = Site::new(None);
    let (status, told) = site.get("/api/manual/desinger").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{told}");
    assert!(
        told["error"]["message"].as_str().is_some_and(|told| told.contains("/manual/tutorials/designer")),
        "{told}"
    );
    for wrong in ["..%2F..%2FCargo.toml", "%00", "SUMMARY", "%3Cscript%3E"] {
        let (status, told) = site.get(&format!("/api/manual/{wrong}")).await;
        assert_eq!(
            (status, &told["error"]["kind"]),
            (StatusCode::NOT_FOUND, &"unknown-page".into()),
            "{wrong}"
        );
    }
    let (status, _) = site.get("/api/manual/search").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
