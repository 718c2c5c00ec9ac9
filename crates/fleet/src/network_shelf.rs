//! The networks that came to a worker with its jobs.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use tokio::sync::Mutex;
use zermelo_catalog::networks;

use crate::link::about;
use crate::message::NamedNetwork;
use crate::names::{NETWORKS, hex};

/// Networks with more bytes are not fetched.
const MOST_BYTES: usize = 256 << 20;
/// Of networks that no job uses so many bytes are kept.
const KEPT_BYTES: usize = 256 << 20;
/// How often, and how long after each other, a network is asked for.
const ATTEMPTS: usize = 8;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(500);

/// The networks that came to a worker with its jobs.
#[derive(Default)]
pub(crate) struct NetworkShelf {
    kept: Mutex<HashMap<String, Kept>>,
}

struct Kept {
    digest: [u8; 32],
    n_bytes: usize,
    n_users: usize,
    last_used: Instant,
    /// Whether it was put at hand for jobs only.
    is_ours: bool,
}

impl NetworkShelf {
    /// Puts a job's networks at hand, until [`NetworkShelf::give_back`] is called; says why if that is impossible.
    pub async fn take(&self, context: &Context, named: &[NamedNetwork]) -> Result<(), String> {
        for (n_taken, network) in named.iter().enumerate() {
            if let Err(why) = self.take_one(context, network).await {
                self.give_back(&named[..n_taken]).await;
                return Err(why);
            }
        }
        Ok(())
    }

    /// A job does not need its networks any more.
    pub async fn give_back(&self, named: &[NamedNetwork]) {
        let mut kept = self.kept.lock().await;
        for network in named {
            if let Some(one) = kept.get_mut(&network.name) {
                one.n_users = one.n_users.saturating_sub(1);
                one.last_used = Instant::now();
            }
        }
        while kept.values().map(|one| one.n_bytes).sum::<usize>() > KEPT_BYTES {
            let unused = kept.iter().filter(|(_, one)| one.n_users == 0);
            let Some(oldest) = unused.min_by_key(|(_, one)| one.last_used).map(|(name, _)| name.clone())
            else {
                break;
            };
            if kept.remove(&oldest).is_some_and(|one| one.is_ours) {
                networks::forget(&oldest);
            }
        }
    }

    async fn take_one(&self, context: &Context, network: &NamedNetwork) -> Result<(), String> {
        let NamedNetwork { name, digest } = network;
        // Whoever needs the same network waits here until it has come.
        let mut kept = self.kept.lock().await;
        if let Some(one) = kept.get_mut(name) {
            if one.digest != *digest {
                return Err(format!("two networks have the name `{name}`"));
            }
            one.n_users += 1;
            return Ok(());
        }
        let twin = kept.iter().find(|(_, one)| one.digest == *digest).map(|(name, _)| name.clone());
        let bytes = match twin.and_then(|twin| networks::bytes_of(&twin)) {
            Some(bytes) => bytes.to_vec(),
            None => fetch(context, name, digest).await?,
        };
        let is_ours = networks::keep_as(name, &bytes)?;
        let one =
            Kept { digest: *digest, n_bytes: bytes.len(), n_users: 1, last_used: Instant::now(), is_ours };
        kept.insert(name.clone(), one);
        Ok(())
    }
}

async fn fetch(context: &Context, name: &str, digest: &[u8; 32]) -> Result<Vec<u8>, String> {
    let mut problem = String::new();
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            tokio::time::sleep(about(BETWEEN_ATTEMPTS)).await;
        }
        match fetch_once(context, digest).await {
            Ok(bytes) if Sha256::digest(&bytes).as_slice() == digest => return Ok(bytes),
            Ok(_) => problem = "its bytes are not those that were announced".to_owned(),
            Err(error) => problem = error.to_string(),
        }
    }
    Err(format!("the network `{name}` cannot be fetched: {problem}"))
}

async fn fetch_once(
    context: &Context,
    digest: &[u8; 32],
) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
    let mut object = context.get_object_store(NETWORKS).await?.get(hex(digest)).await?;
    if object.info().size > MOST_BYTES {
        return Err("it is too large".into());
    }
    let mut bytes = Vec::new();
    (&mut object).take(MOST_BYTES as u64).read_to_end(&mut bytes).await?;
    Ok(bytes)
}
