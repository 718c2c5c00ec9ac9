//! How the broker is reached.

use std::path::PathBuf;

/// How the broker is reached. Secrets come from files or the environment, never from arguments.
#[derive(Clone, Default)]
pub struct Connection {
    /// Its address, such as `nats://host:4222`, or `tls://host:4222`.
    pub url: String,
    /// The token that it asks for.
    pub token: Option<String>,
    /// A file with credentials (`.creds`).
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey_seed: Option<PathBuf>,
    /// A file with the certificate of the authority that the broker's was signed by. With it, TLS is a must.
    pub ca: Option<PathBuf>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Connection {
    /// A broker at this address that asks for no secret.
    pub fn to(url: impl Into<String>) -> Connection {
        Connection { url: url.into(), ..Connection::default() }
    }
}
