//! A connection to the broker that comes back by itself.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use tokio::sync::watch;

use crate::{Connection, FleetError};

/// How long a connection may take to be made.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// How often silence is tested, so that a dead connection is noticed within twice this time.
const PING_EVERY: Duration = Duration::from_secs(10);
/// How long the broker may take to answer a request.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// A connection that comes back by itself.
pub(crate) struct Link {
    pub client: Client,
    pub context: Context,
    pub state: watch::Receiver<LinkState>,
}

/// Whether the broker is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkState {
    /// How often a connection was made.
    pub n_connections: u64,
    pub is_up: bool,
}

impl Connection {
    fn options(&self) -> Result<ConnectOptions, FleetError> {
        let host = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        if host.split('/').next().is_some_and(|authority| authority.contains('@')) {
            return Err(FleetError::SecretInAddress);
        }
        let mut options = ConnectOptions::new();
        if let Some(token) = &self.token {
            options = options.token(token.trim().to_owned());
        }
        if let Some(file) = &self.credentials {
            let text = read(file)?;
            options = options.credentials(&text).map_err(|error| bad_file(file, &error))?;
        }
        if let Some(file) = &self.nkey_seed {
            let seed = read(file)?;
            nkeys::KeyPair::from_seed(seed.trim()).map_err(|error| bad_file(file, &error))?;
            options = options.nkey(seed.trim().to_owned());
        }
        if let Some(file) = &self.ca {
            read(file)?;
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        Ok(options)
    }

    /// Connects once. If that succeeds, a connection that is lost is made again for ever.
    pub(crate) async fn open(&self, name: &str) -> Result<Link, FleetError> {
        let (sender, state) = watch::channel(LinkState::default());
        // The first attempt is made at once.
        let is_known = Arc::new(AtomicBool::new(false));
        let was_known = is_known.clone();
        let sender = Arc::new(sender);
        let options = self
            .options()?
            .name(name)
            .connection_timeout(CONNECT_TIME)
            .ping_interval(PING_EVERY)
            .request_timeout(Some(REQUEST_TIME))
            .subscription_capacity(1 << 16)
            .max_reconnects(None)
            .reconnect_delay_callback(move |attempt| {
                if was_known.load(Ordering::Relaxed) { backoff(attempt) } else { Duration::ZERO }
            })
            .event_callback(move |event| {
                let sender = sender.clone();
                async move {
                    match event {
                        Event::Connected => sender.send_modify(|state| {
                            state.n_connections += 1;
                            state.is_up = true;
                        }),
                        Event::Disconnected | Event::Closed => {
                            sender.send_modify(|state| state.is_up = false);
                        }
                        _ => {}
                    }
                }
            });
        let client = options.connect(self.url.as_str()).await.map_err(|error| self.failure(&error))?;
        is_known.store(true, Ordering::Relaxed);
        let mut context = jetstream::new(client.clone());
        context.set_timeout(REQUEST_TIME);
        if !client.server_info().jetstream {
            return Err(FleetError::NoJetStream { url: self.url.clone() });
        }
        // The news of the first connection may be on its way.
        let mut first = state.clone();
        let _ = tokio::time::timeout(CONNECT_TIME, first.wait_for(|state| state.n_connections > 0)).await;
        Ok(Link { client, context, state })
    }

    fn failure(&self, error: &async_nats::ConnectError) -> FleetError {
        let (url, why) = (self.url.clone(), with_causes(error));
        match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                FleetError::Refused { url, why }
            }
            ConnectErrorKind::ServerParse | ConnectErrorKind::Tls => FleetError::Broker { url, why },
            _ => FleetError::Unreachable { url, why },
        }
    }

    pub(crate) fn broken(&self, error: &dyn std::error::Error) -> FleetError {
        FleetError::Broker { url: self.url.clone(), why: with_causes(error) }
    }
}

fn read(file: &Path) -> Result<String, FleetError> {
    std::fs::read_to_string(file).map_err(|error| bad_file(file, &error))
}

fn bad_file(file: &Path, why: &dyn std::fmt::Display) -> FleetError {
    FleetError::File { file: file.display().to_string(), why: why.to_string() }
}

/// An error with what caused it, as far as that says something new.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

/// How long to wait before the next attempt: twice as long each time, from 1 to 60 seconds, less a random part, so that a
/// thousand workers do not knock at once.
pub(crate) fn backoff(attempt: usize) -> Duration {
    let longest = 2_f64.powi(attempt.clamp(1, 7) as i32).min(60.0);
    Duration::from_secs_f64((longest * (0.5 + 0.5 * chance())).max(1.0))
}

/// About this long.
pub(crate) fn about(time: Duration) -> Duration {
    time.mul_f64(0.5 + chance())
}

/// A random number from 0 to below 1. Nothing that is kept depends on it.
fn chance() -> f64 {
    (RandomState::new().build_hasher().finish() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_become_rarer_up_to_a_minute() {
        for attempt in 0..200 {
            let wait = backoff(attempt);
            assert!((1.0..=60.0).contains(&wait.as_secs_f64()), "{attempt}: {wait:?}");
        }
        assert!(backoff(1) <= Duration::from_secs(2));
        assert!(backoff(50) >= Duration::from_secs(30));
    }

    #[test]
    fn a_secret_in_the_address_is_refused() {
        for url in ["nats://secret@host:4222", "nats://user:secret@host", "secret@host"] {
            assert_eq!(Connection::to(url).options().err(), Some(FleetError::SecretInAddress), "{url}");
        }
        assert!(Connection::to("nats://host:4222").options().is_ok());
    }

    #[test]
    fn files_that_are_missing_or_no_secrets_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("worker.nk");
        let connection = Connection { nkey_seed: Some(file.clone()), ..Connection::to("nats://host") };
        let problem = |connection: &Connection| connection.options().map(|_| ()).unwrap_err().to_string();
        assert!(problem(&connection).contains("worker.nk cannot be used"));
        std::fs::write(&file, "nothing").expect("a file");
        assert!(problem(&connection).contains("worker.nk cannot be used"));
    }
}
