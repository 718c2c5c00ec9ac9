//! The pages, built into the program.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::api_error::ApiError;
use crate::headers;

#[derive(Embed)]
#[folder = "../../web/dist"]
struct Dist;

/// A file of the pages. Whatever is no file is an address within the pages, which they read themselves.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return ApiError::missing(
            "unknown-address",
            format!("there is nothing at /{path}; see /api/openapi.json"),
        )
        .into_response();
    }
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if let Some(file) = Dist::get(path).filter(|_| !path.ends_with(".html")) {
        return answer(path, &file, known);
    }
    // A missing file is not the start page: a script that is not there should fail as one.
    if path.starts_with("assets/") {
        return ApiError::missing("unknown-file", format!("there is no /{path}")).into_response();
    }
    match Dist::get("index.html") {
        Some(file) => answer("index.html", &file, known),
        None => ApiError::missing("no-pages", "this program was built without its pages (web/dist)")
            .into_response(),
    }
}

fn answer(path: &str, file: &EmbeddedFile, known: Option<&str>) -> Response {
    let tag: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    // Files under assets carry a hash in their name: they never change.
    let cache = if path.starts_with("assets/") {
        "private, max-age=31536000, immutable"
    } else {
        "private, no-cache"
    };
    let fields = [
        (header::CONTENT_TYPE, content_type(path).to_owned()),
        (header::CACHE_CONTROL, cache.to_owned()),
        (header::ETAG, tag.clone()),
        (header::REFERRER_POLICY, "same-origin".to_owned()),
        (header::CONTENT_SECURITY_POLICY, headers::PAGES.to_owned()),
    ];
    if known == Some(tag.as_str()) {
        // A browser puts these in the place of those that it kept.
        return (StatusCode::NOT_MODIFIED, fields).into_response();
    }
    (fields, Body::from(file.data.to_vec())).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
