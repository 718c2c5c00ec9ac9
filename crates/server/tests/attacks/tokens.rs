//! The token: not to be guessed, not to be seen, not to stay where it can be read.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use tower::ServiceExt;
use zermelo_game::Stop;
use zermelo_server::app::App;
use zermelo_server::connections::Client;
use zermelo_server::limits::Limits;
use zermelo_server::{ServerError, Settings, router, serve};

use crate::site::{Site, settings};

const TOKEN: &str = "correct-horse-battery";

fn request(path: &str, client: u8) -> axum::http::request::Builder {
    let client = Client(IpAddr::from([10, 0, 0, client]));
    Request::get(path).header("host", "far.example:8000").extension(client)
}

async fn send(site: &Site, request: axum::http::request::Builder) -> Response<Body> {
    let request = request.body(Body::empty()).expect("a request");
    site.router.clone().oneshot(request).await.expect("an answer")
}

#[tokio::test]
async fn guesses_are_counted_and_then_refused_unread() {
    let site = Site::new(Some(TOKEN));
    let most = Limits::default().wrong_tokens_of_one;
    for guess in 0..most {
        let answer =
            send(&site, request("/api/experience", 1).header("authorization", format!("Bearer {guess}")))
                .await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN);
    }
    // From now on even the right one is not looked at: otherwise guessing would go on.
    for path in ["/api/experience".to_owned(), format!("/?token={TOKEN}")] {
        let answer = send(&site, request(&path, 1).header("authorization", format!("Bearer {TOKEN}"))).await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(answer.headers().contains_key("retry-after"));
    }
    let answer =
        send(&site, request("/api/experience", 2).header("authorization", format!("Bearer {TOKEN}"))).await;
    assert_eq!(answer.status(), StatusCode::OK, "other machines are not affected");
}

#[tokio::test]
async fn asking_without_a_token_and_repeating_an_old_one_is_no_guessing() {
    let site = Site::new(Some(TOKEN));
    for _ in 0..100 {
        assert_eq!(send(&site, request("/", 1)).await.status(), StatusCode::FORBIDDEN);
        let old = request("/", 1).header("cookie", "zermelo-token=the-token-of-last-week");
        assert_eq!(send(&site, old).await.status(), StatusCode::FORBIDDEN);
    }
    let answer = send(&site, request(&format!("/?token={TOKEN}"), 1)).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
}

/// A page of another site could otherwise lock out whoever looks at it.
#[tokio::test]
async fn tokens_that_another_site_embeds_are_not_looked_at() {
    let site = Site::new(Some(TOKEN));
    for guess in 0..100 {
        let embedded = request(&format!("/?token={guess}"), 1)
            .header("sec-fetch-site", "cross-site")
            .header("sec-fetch-mode", "no-cors")
            .header("sec-fetch-dest", "image");
        assert_eq!(send(&site, embedded).await.status(), StatusCode::FORBIDDEN);
    }
    let answer = send(&site, request("/", 1).header("cookie", format!("zermelo-token={TOKEN}"))).await;
    assert_eq!(answer.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_token_does_not_stay_in_the_address() {
    let site = Site::new(Some(TOKEN));
    for (path, location) in [
        (format!("/?token={TOKEN}"), "/"),
        (format!("/runs?sort=name&token={TOKEN}"), "/runs?sort=name"),
        (format!("//evil.example/?token={TOKEN}"), "/evil.example/"),
    ] {
        let answer = send(&site, request(&path, 1)).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        let header = |name: &str| answer.headers()[name].to_str().expect("text").to_owned();
        assert_eq!(header("location"), location);
        assert_eq!(
            (header("referrer-policy"), header("cache-control")),
            ("no-referrer".to_owned(), "no-store".to_owned())
        );
        let cookie = header("set-cookie");
        for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=604800"] {
            assert!(cookie.contains(part), "{cookie}");
        }
    }
    // Nothing is changed by an address alone, whatever it holds.
    let post = Request::post(format!("/api/move-now?token={TOKEN}"))
        .header("host", "far.example")
        .header("content-type", "application/json")
        .body(Body::from(r#"{"ticket": "x"}"#))
        .expect("a request");
    assert_eq!(site.send(post).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn nothing_is_answered_without_the_token() {
    let site = Site::new(Some(TOKEN));
    for path in ["/", "/icon.svg", "/api/games", "/api/openapi.json", "/api/nothing", "/assets/x.js"] {
        let answer = send(&site, request(path, 1)).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{path}");
        assert!(!answer.headers().contains_key("set-cookie"));
    }
    let short = &TOKEN[..TOKEN.len() - 1];
    let long = format!("{TOKEN}x");
    for cookie in [short, &long, "", &TOKEN.to_uppercase()] {
        let answer = send(&site, request("/", 3).header("cookie", format!("zermelo-token={cookie}"))).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{cookie}");
    }
}

#[tokio::test]
async fn settings_do_not_show_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = settings(folder.path(), Some(TOKEN));
    assert!(!format!("{settings:?}").contains(TOKEN));
    let (_, description) = router(std::sync::Arc::new(App::new(settings)));
    assert!(!description.to_json().expect("JSON").contains(TOKEN));
}

#[test]
fn other_machines_are_not_served_without_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let address: SocketAddr = address.parse().expect("an address");
        let settings = Settings { address, ..settings(folder.path(), None) };
        let refused = serve(settings, Stop::default(), |_| panic!("it listens"));
        assert!(matches!(refused, Err(ServerError::Open(_))));
    }
}
