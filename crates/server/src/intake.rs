//! Bodies of requests are taken in whole, within a time and a size, before anybody works on them: no handler waits for a slow client.

use std::error::Error;
use std::sync::Arc;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app::App;

/// Takes the body in, or tells why not.
pub async fn take_in(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let limits = &app.settings.limits;
    let (parts, body) = request.into_parts();
    let most = limits.body_bytes;
    let too_large = || {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("a request has at most {most} bytes"),
        )
    };
    if body.size_hint().lower() > most as u64 {
        return hang_up(too_large());
    }
    let whole = tokio::time::timeout(limits.body, to_bytes(body, most)).await;
    match whole {
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Ok(Err(error)) if is_too_long(&error) => hang_up(too_large()),
        Ok(Err(_)) => {
            hang_up(ApiError::bad("bad-request", "the connection closed before the request was complete"))
        }
        Err(_) => hang_up(ApiError::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            format!("the request was not complete after {} seconds", limits.body.as_secs_f32()),
        )),
    }
}

/// What follows on the connection is the rest of a body that nobody reads.
fn hang_up(fault: ApiError) -> Response {
    let mut response = fault.into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn is_too_long(error: &axum::Error) -> bool {
    // Its type is in a crate that is needed for nothing else.
    error.source().is_some_and(|source| source.to_string().contains("length limit"))
}
