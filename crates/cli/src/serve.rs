//! `zermelo serve`: the web application.

use std::fs::File;
use std::io::Read;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_catalog::{Permission, catalog};
use zermelo_game::Stop;
use zermelo_server::limits::Limits;
use zermelo_server::token::Token;
use zermelo_server::{ServerError, Settings, serve};

use crate::args::{DEFAULT_STORE, n_threads};
use crate::reply::{self, Failure, Reply};
use crate::version::code_version;

/// Where to serve, and what.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo serve\n  \
                  zermelo serve --port 9000 --store runs.db\n  \
                  zermelo serve lastnight.game\n  \
                  zermelo serve --host 0.0.0.0 --token-file token.txt\n\n\
                  By default only this machine can connect. With another --host every client must supply the access \
                  token (open http://MACHINE:PORT/?token=WORD once). The environment variable ZERMELO_TOKEN may \
                  hold the token instead: all users of this machine can see the command line. Ctrl-C stops the \
                  server; running experiments are stored and can be resumed.")]
pub struct ServeArgs {
    /// Files of games written as text, `lastnight.game`, to be offered beside the others.
    #[arg(value_name = "FILE.game")]
    pub files: Vec<String>,
    /// The port to listen on; 0 for any free port.
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Access token that clients must supply, at least 16 characters. All users of this machine can see it on the
    /// command line; prefer --token-file.
    #[arg(long, value_name = "WORD", conflicts_with = "token_file")]
    pub token: Option<String>,
    /// A file whose first line is the token.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// The store of runs and games.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// The folder of experiment files that the page offers.
    #[arg(long, default_value = "experiments")]
    pub experiments: PathBuf,
    /// Number of threads for an experiment [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Serves until it is stopped.
pub fn run(args: &ServeArgs, as_json: bool, stop: &Stop) -> Result<Reply, Failure> {
    let token = read_token(args, std::env::var_os(VARIABLE).map(|word| word.to_string_lossy().into_owned()))?;
    for file in &args.files {
        catalog::open_for(file, Permission::terminal())?;
    }
    let settings = Settings {
        address: SocketAddr::new(args.host, args.port),
        store: args.store.clone(),
        experiments: args.experiments.clone(),
        token,
        threads: n_threads(args.threads),
        limits: Limits::default(),
        code_version: code_version(),
    };
    let ready = |address: SocketAddr| {
        if as_json {
            println!("{}", json!({ "event": "ready", "address": address.to_string() }));
        } else {
            println!("Zermelo is at http://{address}/  (Ctrl-C stops it)");
        }
    };
    serve(settings, stop.clone(), ready).map_err(|error| match error {
        ServerError::Open(_) => Failure::wrong("usage", error.to_string()),
        other => Failure::failed("server", other.to_string()),
    })?;
    reply::warn("stopped");
    Ok(Reply::new(json!({ "event": "stopped" }), String::new()))
}

/// The environment variable that may hold the token.
const VARIABLE: &str = "ZERMELO_TOKEN";

/// The token from the command line, a file, or the environment. No error repeats it.
fn read_token(args: &ServeArgs, variable: Option<String>) -> Result<Option<Token>, Failure> {
    let (text, place) = match (&args.token, &args.token_file, variable) {
        (Some(word), _, _) => (word.clone(), "--token".to_owned()),
        (None, Some(path), _) => (first_line(path)?, format!("--token-file {}", path.display())),
        (None, None, Some(word)) => (word, VARIABLE.to_owned()),
        (None, None, None) => return Ok(None),
    };
    Token::new(&text).map(Some).map_err(|error| Failure::wrong("usage", format!("{place}: {error}")))
}

fn first_line(path: &Path) -> Result<String, Failure> {
    // A longer line is no token, and the file may have no end.
    let mut text = String::new();
    File::open(path).and_then(|file| file.take(4096).read_to_string(&mut text)).map_err(|problem| {
        Failure::wrong("usage", format!("--token-file {}: cannot be read: {problem}", path.display()))
    })?;
    Ok(text.lines().next().unwrap_or_default().trim().to_owned())
}
