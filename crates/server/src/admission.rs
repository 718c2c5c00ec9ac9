//! Who is let in. A page on another site must not reach this server through a visitor's browser, and other machines need the token.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app::App;
use crate::authority::Authority;
use crate::connections::Client;
use crate::token::Token;

/// The cookie that holds the token: sent by browsers with every request, also with event streams, and only from our own pages.
const COOKIE: &str = "zermelo-token";
/// So long a browser keeps it, in seconds: a week.
const COOKIE_AGE: u32 = 7 * 24 * 60 * 60;

/// What becomes of a request.
enum Admission {
    /// It is let in.
    Enter,
    /// It brought the token in its address: the browser keeps it as a cookie and asks again without it.
    Redirect { location: String, cookie: String },
    /// Too many wrong tokens came from there.
    Wait(Duration),
}

/// Lets a request in, or not.
pub async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match check(&app, &request) {
        Ok(Admission::Enter) => next.run(request).await,
        Ok(Admission::Redirect { location, cookie }) => {
            (StatusCode::SEE_OTHER, [(header::LOCATION, location), (header::SET_COOKIE, cookie)])
                .into_response()
        }
        Ok(Admission::Wait(time)) => {
            let seconds = time.as_secs() + 1;
            let message = format!("too many wrong tokens: try again in {seconds} seconds");
            let mut response =
                ApiError::new(StatusCode::TOO_MANY_REQUESTS, "throttled", message).into_response();
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            response
        }
        Err(fault) => fault.into_response(),
    }
}

fn check(app: &App, request: &Request) -> Result<Admission, ApiError> {
    let headers = request.headers();
    let host = read_host(headers, request.uri())?;
    if app.settings.token.is_none() && !host.is_local() {
        let problem =
            "this server accepts requests for localhost and 127.0.0.1, not for the host named in the request";
        return Err(ApiError::forbidden("host", problem));
    }
    check_site(headers, request.method(), request.uri().path())?;
    check_origin(headers, &host)?;
    match &app.settings.token {
        None => Ok(Admission::Enter),
        Some(token) => check_token(app, token, request),
    }
}

/// The one host that the request is for. A name that another site made point here is not ours; with a token any name is good, since
/// the token keeps others out.
fn read_host(headers: &HeaderMap, target: &Uri) -> Result<Authority, ApiError> {
    let malformed =
        || ApiError::bad("host", "the request must name one host, as `Host: NAME` or `Host: NAME:PORT`");
    let mut named = headers.get_all(header::HOST).iter();
    let host = match (named.next(), named.next()) {
        (Some(host), None) => host.to_str().ok().and_then(Authority::read).ok_or_else(malformed)?,
        _ => return Err(malformed()),
    };
    match target.authority() {
        Some(other) if Authority::read(other.as_str()).as_ref() != Some(&host) => Err(malformed()),
        _ => Ok(host),
    }
}

/// Pages of other sites, and of other ports of this host, may lead here by a link, and that is all: a link starts no work and changes
/// nothing. Programs that are no browsers do not say where they come from, and are let in.
fn check_site(headers: &HeaderMap, method: &Method, path: &str) -> Result<(), ApiError> {
    if !is_foreign(headers) {
        return Ok(());
    }
    let is_api = path == "/api" || path.starts_with("/api/");
    let is_reading = method == Method::GET || method == Method::HEAD;
    if is_reading && (!is_api || is_navigation(headers) && !starts_work(path)) {
        return Ok(());
    }
    Err(foreign())
}

/// Whether a browser sends it for a page of another origin.
fn is_foreign(headers: &HeaderMap) -> bool {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    sites.any(|site| site != "same-origin" && site != "none")
}

/// Whether a browser is to show the answer as a page of its own.
fn is_navigation(headers: &HeaderMap) -> bool {
    let is = |name: &str, word: &str| headers.get(name).is_some_and(|value| value == word);
    is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document")
}

/// Whether asking for this address makes the server work for as long as somebody listens. A test knows all addresses.
pub fn starts_work(path: &str) -> bool {
    matches!(path, "/api/analyse" | "/api/review" | "/api/why" | "/api/live")
        || path.starts_with("/api/game/") && path.ends_with("/thoughts")
}

/// Whatever names the page it comes from comes from one of ours.
fn check_origin(headers: &HeaderMap, host: &Authority) -> Result<(), ApiError> {
    let is_own = |origin: &HeaderValue| {
        let place = origin.to_str().ok().and_then(|text| text.split_once("://"));
        place.is_some_and(|(scheme, place)| {
            matches!(scheme, "http" | "https") && Authority::read(place).as_ref() == Some(host)
        })
    };
    if headers.get_all(header::ORIGIN).iter().all(is_own) { Ok(()) } else { Err(foreign()) }
}

fn foreign() -> ApiError {
    ApiError::forbidden("origin", "requests from pages of other sites are refused")
}

fn check_token(app: &App, token: &Token, request: &Request) -> Result<Admission, ApiError> {
    let headers = request.headers();
    let is_reading = request.method() == Method::GET || request.method() == Method::HEAD;
    let bearer = text_of(headers, header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
    let cookie = text_of(headers, header::COOKIE).and_then(|text| cookie_of(text, COOKIE));
    // What other sites embed cannot use up the attempts of the visitor who looks at them.
    let is_embedded = is_foreign(headers) && !is_navigation(headers);
    let in_address = token_in(request.uri()).filter(|_| is_reading && !is_embedded);
    let given: Vec<&str> = [bearer, cookie, in_address].into_iter().flatten().collect();
    if given.is_empty() {
        return Err(ApiError::forbidden(
            "token",
            "this server requires an access token: open /?token=WORD once, or send `Authorization: Bearer WORD`",
        ));
    }
    let client =
        request.extensions().get::<Client>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |client| client.0);
    let now = Instant::now();
    if let Some(time) = app.throttle.wait(client, now) {
        return Ok(Admission::Wait(time));
    }
    // Each is compared, so that the time tells nothing.
    if given.iter().filter(|given| token.is(given)).count() == 0 {
        given.iter().for_each(|given| app.throttle.wrong(client, given, now));
        return Err(ApiError::forbidden("token", "wrong access token"));
    }
    app.throttle.right(client, now);
    if in_address.is_none() {
        return Ok(Admission::Enter);
    }
    Ok(Admission::Redirect {
        location: without_token(request.uri()),
        cookie: format!(
            "{COOKIE}={}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Strict",
            token.secret()
        ),
    })
}

fn token_in(address: &Uri) -> Option<&str> {
    address.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// The same address of this server without the token. Two slashes at its beginning would name another server.
fn without_token(address: &Uri) -> String {
    let path = address.path().trim_start_matches(['/', '\\']);
    let query = address.query().unwrap_or_default().split('&');
    let rest: Vec<&str> = query.filter(|pair| !pair.is_empty() && !pair.starts_with("token=")).collect();
    if rest.is_empty() { format!("/{path}") } else { format!("/{path}?{}", rest.join("&")) }
}

fn text_of(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie_of<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.split(';').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_read_by_their_whole_name() {
        assert_eq!(cookie_of("a=b; zermelo-token=xyz", COOKIE), Some("xyz"));
        assert_eq!(cookie_of("zermelo-token2=xyz", COOKIE), None);
    }

    #[test]
    fn the_token_is_taken_out_of_the_address_and_leads_nowhere_else() {
        for (address, expected) in [
            ("/?token=x", "/"),
            ("/play/milestone?m=a1&token=x&ply=3", "/play/milestone?m=a1&ply=3"),
            ("//evil.example/?token=x", "/evil.example/"),
            ("/api/games?token=x&token=y", "/api/games"),
        ] {
            let address: Uri = address.parse().expect("an address");
            assert_eq!(without_token(&address), expected);
        }
    }
}
