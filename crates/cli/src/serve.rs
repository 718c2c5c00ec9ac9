//! `zermelo serve`: the web application.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_game::Stop;
use zermelo_server::limits::Limits;
use zermelo_server::{ServerError, Settings, serve};

use crate::args::{DEFAULT_STORE, n_threads};
use crate::reply::{self, Failure, Reply};

/// Where to serve, and what.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  zermelo serve\n  zermelo serve --port 9000 --store runs.db\n  zermelo serve --host 0.0.0.0 --token \
                  WORD\n\nOnly this machine can reach it, unless --host says otherwise; then everybody who asks needs the token \
                  (open http://MACHINE:PORT/?token=WORD once). Ctrl-C ends it; experiments that it runs are kept and can be resumed."
)]
pub struct ServeArgs {
    /// The port to listen on; 0 for any that is free.
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// What whoever asks has to know.
    #[arg(long)]
    pub token: Option<String>,
    /// The store of runs and games.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// The folder of experiment files that the page offers.
    #[arg(long, default_value = "experiments")]
    pub experiments: PathBuf,
    /// How many threads an experiment gets [default: one for each core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Serves until it is stopped.
pub fn run(args: &ServeArgs, as_json: bool, stop: &Stop) -> Result<Reply, Failure> {
    if args
        .token
        .as_ref()
        .is_some_and(|token| token.is_empty() || !token.chars().all(|c| c.is_ascii_alphanumeric()))
    {
        return Err(Failure::wrong("usage", "--token: letters and digits only, at least one"));
    }
    let settings = Settings {
        address: SocketAddr::new(args.host, args.port),
        store: args.store.clone(),
        experiments: args.experiments.clone(),
        token: args.token.clone(),
        threads: n_threads(args.threads),
        limits: Limits::default(),
    };
    let ready = |address: SocketAddr| {
        if as_json {
            println!("{}", json!({ "event": "ready", "address": address.to_string() }));
        } else {
            println!("Zermelo is at http://{address}/  (Ctrl-C ends it)");
        }
    };
    serve(settings, stop.clone(), ready).map_err(|error| match error {
        ServerError::Open(_) => Failure::wrong("usage", error.to_string()),
        other => Failure::failed("server", other.to_string()),
    })?;
    reply::warn("stopped");
    Ok(Reply::new(json!({ "event": "stopped" }), String::new()))
}
