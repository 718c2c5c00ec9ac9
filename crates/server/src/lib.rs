//! The web application: games, analysis and experiments over HTTP, and the pages that show them.
//!
//! About games being played the server remembers nothing: a page holds the game, the position it began from and the moves,
//! which is also its address. About experiments everything is in the store, whoever runs them: live pages are fed from the
//! log, so a lost connection, a restarted server or a run of another process make no difference.

#![allow(unused_qualifications, reason = "utoipa's macros qualify what they find in parameters")]

pub mod admission;
pub mod api_error;
pub mod app;
pub mod authority;
pub mod calibration;
pub mod connections;
pub mod curves;
pub mod description;
pub mod headers;
pub mod intake;
pub mod ladder;
pub mod limits;
pub mod live;
pub mod pages;
pub mod routes;
mod run_workers;
pub mod runner;
pub mod runs;
pub mod throttle;
pub mod token;
pub mod verdict;
pub mod wire;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use thiserror::Error;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use zermelo_catalog::Permission;

use crate::app::App;
use crate::limits::Limits;
use crate::token::Token;

/// What agents and experiments may do that are asked for over the wire: they start no programs, read no files, and take no more
/// of the machine than is fair. It is asked where an agent is opened, whatever text it came from.
pub(crate) const PERMISSION: Permission = Permission::server();

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen.
    pub address: SocketAddr,
    /// The store of runs and games.
    pub store: PathBuf,
    /// The folder of experiment files that may be started from the page.
    pub experiments: PathBuf,
    /// What a client has to know; needed unless only this machine can ask.
    pub token: Option<Token>,
    /// How many threads an experiment gets.
    pub threads: usize,
    /// How long to wait for clients, and how much to hold for them.
    pub limits: Limits,
    /// The version of the program: what runs remember.
    pub code_version: &'static str,
}

/// Why it cannot serve.
#[derive(Debug, Error)]
pub enum ServerError {
    /// Others could ask, and nothing keeps them out.
    #[error(
        "{0} can be reached from other machines: set an access token that clients must supply (--token-file FILE, \
         ZERMELO_TOKEN in the environment, or --token WORD), or listen on 127.0.0.1"
    )]
    Open(SocketAddr),
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {problem}; another --port may be free")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        problem: io::Error,
    },
    /// Serving failed.
    #[error("serving failed: {0}")]
    Broken(#[from] io::Error),
}

/// Serves until `stop` says so; `ready` is told the address once it listens. It ends a few seconds after `stop`, whatever clients and
/// experiments do: an experiment that does not stop in time is left, and can be resumed.
pub fn serve(
    settings: Settings,
    stop: zermelo_game::Stop,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServerError> {
    if !settings.address.ip().is_loopback() && settings.token.is_none() {
        return Err(ServerError::Open(settings.address));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let address = settings.address;
        let listen = |problem| ServerError::Listen { address, problem };
        let listener = tokio::net::TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        // Games whose texts only runs have kept are known by their ids from the start. A store that cannot be read is reported by
        // the pages that need it.
        if let Ok(Some(store)) = app::read_store(&settings.store) {
            let _ = zermelo_experiments::register_games(&store);
        }
        let app = Arc::new(App::new(settings));
        let (pages, _) = router(Arc::clone(&app));
        ready(address);
        let closing = Arc::clone(&app);
        let ended = async move {
            while !stop.is_stopped() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            closing.close();
        };
        let limits = app.settings.limits.clone();
        connections::serve(listener, pages, &limits, ended).await;
        app.runner.finish_within(limits.stopping);
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

/// The description of all addresses.
pub fn description() -> OpenApi {
    description::describe(OpenApiRouter::new().nest("/api", routes::all()).split_for_parts().1)
}

/// All addresses, and their description.
pub fn router(app: Arc<App>) -> (Router, OpenApi) {
    let (api, description) = OpenApiRouter::new().nest("/api", routes::all()).split_for_parts();
    let description = description::describe(description);
    let text = description.to_json().unwrap_or_default();
    let router = api
        .route(
            "/api/openapi.json",
            axum::routing::get(move || async move { ([("content-type", "application/json")], text) }),
        )
        .fallback(pages::page)
        .layer(from_fn_with_state(Arc::clone(&app), intake::take_in))
        .layer(from_fn_with_state(Arc::clone(&app), admission::admit))
        .layer(CompressionLayer::new())
        .with_state(app);
    (headers::protect(router), description)
}
