//! A server with a store of its own, and how to ask it.

#![allow(dead_code, reason = "each suite uses what it needs")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;
use zermelo_server::app::App;
use zermelo_server::limits::Limits;
use zermelo_server::token::Token;
use zermelo_server::{Settings, router};

/// A server with a store of its own, and a folder of experiments.
pub struct Site {
    pub folder: TempDir,
    pub app: Arc<App>,
    pub router: Router,
}

pub const QUICK: &str = r#"
kind = "tournament"
title = "Two at random"
about = "Nobody is better."
game = "tictactoe"
seed = 1
schedule = { kind = "round-robin", games = 40 }
agents = [{ name = "one", agent = "random" }, { name = "two", agent = "random" }]
"#;

pub const UNEQUAL: &str = r#"
kind = "tournament"
title = "Unequal"
about = "The last is the best."
game = "tictactoe"
seed = 1
schedule = { kind = "round-robin", games = 40 }
agents = [
    { name = "worst", agent = "random" },
    { name = "middle", agent = "casual(random, slips=1)" },
    { name = "best", agent = "alphabeta(depth=9)" },
]
"#;

/// An evolution of Connect Four, and what else its file says.
pub fn evolution(generations: u32, more: &str) -> String {
    format!(
        r#"
kind = "evolution"
title = "Evolution"
about = "Weights of one feature."
game = "connect4"
seed = 1
generations = {generations}
agent = "alphabeta(depth=1, eval=weights({{genes}}))"
genes = [{{ low = 0.0, high = 1.0 }}]
fitness = {{ kind = "league", games = 2, rating = {{ kind = "points" }} }}
{more}
[method]
kind = "genetic"
population = 4
[method.breeding]
selection = {{ kind = "truncation", best = 2 }}
mutation = {{ kind = "gaussian", chance = 1.0, gene-chance = 0.5, mean = 0.0, sigma = 0.1 }}
elites = 1
"#
    )
}

/// One that has to be stopped.
fn long() -> String {
    evolution(100_000, "")
}

impl Site {
    pub fn new(token: Option<&str>) -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("quick.toml"), QUICK).expect("a file");
        std::fs::write(folder.path().join("long.toml"), long()).expect("a file");
        Site::at(folder, token)
    }

    pub fn at(folder: TempDir, token: Option<&str>) -> Site {
        let app = App::new(settings(folder.path(), token));
        Site::of(folder, app)
    }

    pub fn of(folder: TempDir, app: App) -> Site {
        let app = Arc::new(app);
        let (router, _) = router(Arc::clone(&app));
        Site { folder, app, router }
    }

    pub async fn send(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let status = response.status();
        let bytes = to_bytes(response.into_body(), 10_000_000).await.expect("a whole answer");
        (status, bytes.to_vec())
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        let request =
            Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let (status, bytes) = self.send(request).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let (status, bytes) = self.send(request).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// The first events of a stream: their names and data.
    pub async fn events(&self, path: &str, n: usize) -> Vec<(String, Value)> {
        let request =
            Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        let mut stream = response.into_body().into_data_stream();
        let (mut text, mut events) = (String::new(), Vec::new());
        while events.len() < n
            && let Some(Ok(bytes)) = stream.next().await
        {
            text.push_str(&String::from_utf8_lossy(&bytes));
            while let Some((event, rest)) = text.split_once("\n\n") {
                let line = |name: &str| {
                    let found = event.lines().find_map(|line| line.strip_prefix(name));
                    found.unwrap_or_default().trim().to_owned()
                };
                if !line("event:").is_empty() {
                    events
                        .push((line("event:"), serde_json::from_str(&line("data:")).unwrap_or(Value::Null)));
                }
                text = rest.to_owned();
            }
        }
        events
    }

    /// Waits until a run is in this state.
    pub async fn until(&self, run: &str, state: &str) -> Value {
        for _ in 0..600 {
            let (_, page) = self.get(&format!("/api/runs/{run}")).await;
            if page["state"] == state {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{run} is not {state} after half a minute");
    }
}

pub fn settings(folder: &Path, token: Option<&str>) -> Settings {
    Settings {
        address: ([127, 0, 0, 1], 0).into(),
        store: folder.join("store.db"),
        experiments: folder.to_owned(),
        token: token.map(|token| Token::new(token).expect("a token")),
        threads: 1,
        limits: Limits::default(),
        code_version: "test",
    }
}
