//! What every answer tells browsers: that it is not to be guessed at, framed, read by other sites, or kept by others.
//!
//! What is set here is the strictest; an answer that needs more says so itself.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tower_http::catch_panic::CatchPanicLayer;

use crate::api_error;

/// The policy of answers that are no pages: nothing in them is loaded or run.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The policy of reports and pictures: they bring their styles, and nothing in them is run.
const DRAWN: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
                     frame-ancestors 'none'; sandbox";
/// The policy of our own pages.
pub const PAGES: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; \
                         base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Sets the headers of every answer, also of those that stand for a panic.
pub fn protect(router: Router) -> Router {
    router.layer(CatchPanicLayer::custom(api_error::panicked)).layer(from_fn(set_headers))
}

async fn set_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_drawn = kind.starts_with("text/html") || kind.starts_with("image/");
    let policy = if is_drawn { DRAWN } else { NOTHING };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Whatever does not say that browsers alone may keep it is kept by nobody.
    let is_private = headers
        .get(header::CACHE_CONTROL)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.starts_with("private"));
    if !is_private {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
