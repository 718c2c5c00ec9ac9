//! Who may ask, and for what. A page on another site must not reach this server through a visitor's browser, and nobody may
//! start programs or read files through the name of an agent.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use zermelo_lab::Permission;

use crate::app::App;
use crate::fault::Fault;

/// The cookie that holds the token: sent by browsers with every request, also with event streams, and only from our own pages.
const COOKIE: &str = "zermelo-token";

/// Lets a request in, or not.
pub async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match check(&app, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(cookie)) => {
            let mut response = next.run(request).await;
            if let Ok(value) = cookie.parse() {
                response.headers_mut().insert(header::SET_COOKIE, value);
            }
            response
        }
        Err(fault) => fault.into_response(),
    }
}

/// Whether it may come in, and the cookie to set if it brought the token in its address.
fn check(app: &App, request: &Request) -> Result<Option<String>, Fault> {
    let headers = request.headers();
    check_host(headers, request.uri().host(), app.settings.token.is_some())?;
    check_origin(headers, request.method())?;
    let Some(token) = &app.settings.token else { return Ok(None) };
    let bearer = text_of(headers, header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
    let cookie = text_of(headers, header::COOKIE).and_then(|text| cookie_of(text, COOKIE));
    if bearer.is_some_and(|given| is_same(given, token)) || cookie.is_some_and(|given| is_same(given, token))
    {
        return Ok(None);
    }
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if given.is_some_and(|given| is_same(given, token)) {
        return Ok(Some(format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict")));
    }
    Err(Fault::forbidden("token", "this server asks for its token: open it as /?token=WORD once"))
}

/// A name that another site made point here is not ours. With a token any name is good: the token keeps others out.
fn check_host(headers: &HeaderMap, in_target: Option<&str>, has_token: bool) -> Result<(), Fault> {
    let Some(host) = text_of(headers, header::HOST).or(in_target) else {
        return Err(Fault::bad("host", "the request names no host"));
    };
    if has_token || is_local(host) {
        return Ok(());
    }
    Err(Fault::forbidden("host", format!("this server answers to localhost and 127.0.0.1, not to `{host}`")))
}

/// Whatever changes something comes from our own pages, or from no page at all.
fn check_origin(headers: &HeaderMap, method: &Method) -> Result<(), Fault> {
    let foreign = || Fault::forbidden("origin", "requests from pages of other sites are refused");
    if text_of(headers, header::HeaderName::from_static("sec-fetch-site"))
        .is_some_and(|site| site == "cross-site" && method != Method::GET)
    {
        return Err(foreign());
    }
    let Some(origin) = text_of(headers, header::ORIGIN) else { return Ok(()) };
    let host = text_of(headers, header::HOST).unwrap_or_default();
    let is_own = origin.split_once("://").is_some_and(|(_, place)| place == host);
    if is_own { Ok(()) } else { Err(foreign()) }
}

fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn cookie_of<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.split(';').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Compares in a time that tells nothing about where they differ.
fn is_same(given: &str, token: &str) -> bool {
    given.len() == token.len() && given.bytes().zip(token.bytes()).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
}

/// What agents and experiments may do that are asked for over the wire: start no programs, read no files, and take no more of the
/// machine than is fair. It is asked where an agent is opened, whatever text it came from.
pub const PERMISSION: Permission = Permission::server();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "localhost:8000", "127.0.0.1:80", "127.8.9.1", "[::1]:8000", "LOCALHOST"] {
            assert!(is_local(host), "{host}");
        }
        for host in
            ["example.org", "127.0.0.1.example.org", "localhost.example.org:80", "10.0.0.1", "", "[::2]"]
        {
            assert!(!is_local(host), "{host}");
        }
    }

    #[test]
    fn cookies_are_read_by_their_whole_name() {
        assert_eq!(cookie_of("a=b; zermelo-token=xyz", COOKIE), Some("xyz"));
        assert_eq!(cookie_of("zermelo-token2=xyz", COOKIE), None);
        assert!(is_same("abc", "abc") && !is_same("abd", "abc") && !is_same("ab", "abc"));
    }
}
