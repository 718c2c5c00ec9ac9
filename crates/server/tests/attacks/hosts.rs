//! A request is for one host, and its name is a name.

use axum::body::Body;
use axum::http::{HeaderValue, Request, StatusCode};

use crate::live::Live;
use crate::site::Site;

#[tokio::test]
async fn malformed_hosts_are_refused() {
    let token = "correct-horse-battery";
    for site in [Site::new(None), Site::new(Some(token))] {
        let ask = |hosts: &[&[u8]]| {
            let mut request =
                Request::get("/api/experience").header("authorization", format!("Bearer {token}"));
            for host in hosts {
                request = request.header("host", HeaderValue::from_bytes(host).expect("a value"));
            }
            request.body(Body::empty()).expect("a request")
        };
        for host in [
            "127.0.0.1:abc",
            "localhost:99999",
            "[::1",
            "[::1]x",
            "localhost@evil",
            "user@localhost",
            "",
            " ",
        ] {
            assert_eq!(site.send(ask(&[host.as_bytes()])).await.0, StatusCode::BAD_REQUEST, "{host}");
        }
        let several: [&[&[u8]]; 4] =
            [&[], &[b"localhost", b"localhost"], &[b"localhost", b"evil.example"], &[b"localh\xf6st"]];
        for hosts in several {
            assert_eq!(site.send(ask(hosts)).await.0, StatusCode::BAD_REQUEST, "{hosts:?}");
        }
        for host in ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:8000"] {
            assert_eq!(site.send(ask(&[host.as_bytes()])).await.0, StatusCode::OK, "{host}");
        }
    }
    // Without a token, names that others can make point here are strangers.
    let site = Site::new(None);
    for host in ["evil.example", "127.0.0.1.evil.example", "10.0.0.1:8000", "localhost.evil.example"] {
        let request =
            Request::get("/api/experience").header("host", host).body(Body::empty()).expect("a request");
        assert_eq!(site.send(request).await.0, StatusCode::FORBIDDEN, "{host}");
    }
}

#[test]
fn the_target_of_a_request_cannot_name_another_host() {
    let live = Live::start(zermelo_server::limits::Limits::default());
    for (target, host, status) in [
        ("http://HOST/api/experience", "HOST", "200"),
        ("http://evil.example/api/experience", "HOST", "400"),
        ("http://user@HOST/api/experience", "HOST", "400"),
        ("http://HOST/api/experience", "evil.example", "400"),
    ] {
        let answer = live.ask(&format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{target}: {answer}");
    }
    let answer = live.ask("GET /api/experience HTTP/1.0\r\n\r\n");
    assert!(answer.contains(" 400 "), "{answer}");
}
