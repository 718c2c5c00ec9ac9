//! Networks by name: `net(RUN/net)`, `net(RUN/net-2)` for that of a round, `net(FILE.safetensors)`; those that judge moves are
//! `q(RUN/net)`.
//!
//! A name is looked up once, before anything else reads the text, and gets the fingerprint of what it stands for:
//! `net(milestone-improve-3/net#9c41..)`. From then on the text alone says which network is meant, and a run that keeps it keeps
//! what was really played. The networks themselves are kept in this process by these names; since a name with its fingerprint
//! never means anything else, that is memory, not state.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use zermelo_any::{AgentError, KnownNetwork, Permission};
use zermelo_game::ParameterError;
use zermelo_game::zobrist::mix;
use zermelo_learn::network_file::About;
use zermelo_learn::{Activation, Layer, LearnError, Network, Shape, Start};
use zermelo_store::Store;

use crate::{RequestError, catalog};

static KNOWN: LazyLock<RwLock<HashMap<String, Kept>>> = LazyLock::new(RwLock::default);

/// A network that is kept.
struct Kept {
    network: Arc<KnownNetwork>,
    /// What it was read from.
    bytes: Arc<[u8]>,
}

/// Keeps a network under a name, and gives the name with its fingerprint.
pub fn keep(name: &str, bytes: &[u8]) -> Result<String, String> {
    let name = format!("{name}#{:016x}", fingerprint(bytes));
    keep_bytes(&name, bytes)?;
    Ok(name)
}

/// Keeps a network that came from another machine under its full name, whose fingerprint must be that of these bytes. `false` if it
/// was kept already.
pub fn keep_as(name: &str, bytes: &[u8]) -> Result<bool, String> {
    let its = format!("{:016x}", fingerprint(bytes));
    if name.rsplit_once('#').is_none_or(|(_, named)| named != its) {
        return Err(format!("`{name}` is not the name of this network: its fingerprint is {its}"));
    }
    keep_bytes(name, bytes)
}

fn keep_bytes(name: &str, bytes: &[u8]) -> Result<bool, String> {
    let (network, about) = Network::from_bytes(bytes).map_err(|error| format!("{name}: {error}"))?;
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = known.get(name) {
        return if *kept.bytes == *bytes {
            Ok(false)
        } else {
            Err(format!("another network has the name `{name}` here"))
        };
    }
    known.insert(
        name.to_owned(),
        Kept { network: Arc::new(KnownNetwork { network, about }), bytes: bytes.into() },
    );
    Ok(true)
}

/// The hash by which a name says which network it means.
fn fingerprint(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(bytes.len() as u64, |hash, word| mix(hash ^ word))
}

/// Keeps a network no longer. Agents that were opened with it play on.
pub fn forget(name: &str) {
    KNOWN.write().unwrap_or_else(PoisonError::into_inner).remove(name);
}

/// The bytes of the network that is kept under this name: those of its file or its run.
pub fn bytes_of(name: &str) -> Option<Arc<[u8]>> {
    KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(name).map(|kept| kept.bytes.clone())
}

/// The networks at hand that an agent's text names, each once.
pub fn named_in(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for word in ["net(", "q("] {
        for (at, word) in text.match_indices(word) {
            let rest = &text[at + word.len()..];
            let name = rest[..rest.find([',', ')']).unwrap_or(rest.len())].trim();
            if !names.contains(&name) && is_at_hand(name) {
                names.push(name);
            }
        }
    }
    names
}

/// Whether a network is kept under this name, so that nothing is to be looked up.
pub fn is_at_hand(name: &str) -> bool {
    KNOWN.read().unwrap_or_else(PoisonError::into_inner).contains_key(name)
}

/// Looks a network up, in a file or in a run, and gives its name with its fingerprint. A name that has one already, as runs keep
/// them, means that network and no other.
pub fn settle(name: &str, store: &Store, permission: Permission) -> Result<String, String> {
    settle_by(name, |plain| find(plain, store, permission))
}

/// The same where there is no store; `None` if the name is not that of a file.
pub fn settle_file(name: &str, permission: Permission) -> Option<Result<String, String>> {
    is_file(name).then(|| settle_by(name, |plain| find_file(plain, permission)))
}

fn settle_by(name: &str, find: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let Some((plain, fingerprint)) = name.split_once('#') else { return find(name) };
    let found = find(plain)?;
    if found.split_once('#').is_some_and(|(_, its)| its == fingerprint) {
        Ok(found)
    } else {
        Err(format!("{plain} has changed since it was named `{name}`: it is now `{found}`"))
    }
}

fn find(name: &str, store: &Store, permission: Permission) -> Result<String, String> {
    if is_file(name) {
        return find_file(name, permission);
    }
    let (run, which) = name.split_once('/').unwrap_or((name, "net"));
    let run = store.find_run(run).map_err(|error| error.to_string())?;
    settle_in(&run, which, store)
}

fn find_file(name: &str, permission: Permission) -> Result<String, String> {
    permission.files().map_err(|refusal| refusal.to_string())?;
    let bytes = std::fs::read(name).map_err(|error| format!("{name} cannot be read: {error}"))?;
    keep(name, &bytes)
}

/// Whether a name, with or without a fingerprint, is that of a file.
fn is_file(name: &str) -> bool {
    let plain = name.split_once('#').map_or(name, |(plain, _)| plain);
    Path::new(plain).extension().is_some_and(|extension| extension == "safetensors")
}

/// An error if a network comes from a file, and files may not be read. A network that somebody else has at hand in this process is
/// nobody else's business, unless all networks here were given for whoever asks.
pub(crate) fn check_permission(name: &str, permission: Permission) -> Result<(), AgentError> {
    if is_file(name) {
        permission.given_network().map_err(|refusal| AgentError::forbidden(name, &refusal))?;
    }
    Ok(())
}

/// Looks up a network of a run.
pub fn settle_in(run: &zermelo_store::Run, which: &str, store: &Store) -> Result<String, String> {
    let found = store.artifact(run.id, which).map_err(|error| error.to_string())?;
    let Some(bytes) = found else {
        let names = store.artifact_names(run.id).map_err(|error| error.to_string())?;
        let names: Vec<String> = names.into_iter().filter(|name| name.starts_with("net")).collect();
        return Err(if names.is_empty() {
            format!("{} has no networks: it is a {}, or has not trained one yet", run.name, run.kind)
        } else {
            format!("{} has no network `{which}`: it has {}", run.name, names.join(", "))
        });
    };
    keep(&format!("{}/{which}", run.name), &bytes)
}

/// The network of this name.
pub(crate) fn known(name: &str) -> Result<Arc<KnownNetwork>, ParameterError> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    known.get(name).map(|kept| kept.network.clone()).ok_or_else(|| {
        ParameterError::new(format!(
            "there is no network `{name}`: expected a run in the store, such as RUN/net, or a file, \
             FILE.safetensors"
        ))
    })
}

/// A network that knows nothing, by its full name: it stands in for one that is not trained yet.
pub fn blank(game: &str) -> Result<String, RequestError> {
    let learning = |error: LearnError| RequestError::Learning(error.to_string());
    let game = catalog::open(game)?;
    let encoder = game.encoder();
    let shape = Shape::logit(encoder.count(), &[16], Activation::ClippedRelu);
    let network = Network::start(shape, Start::Uniform, 0).map_err(learning)?;
    keep("blank", &network.to_bytes(&About::new(&game.id(), &encoder.signature())))
        .map_err(RequestError::Learning)
}

/// The same for one that judges moves.
pub fn blank_of_actions(game: &str) -> Result<String, RequestError> {
    let learning = |error: LearnError| RequestError::Learning(error.to_string());
    let game = catalog::open(game)?;
    let (encoder, actions) = (game.encoder(), game.actions());
    let output = Layer { units: actions.count(), activation: Activation::Linear };
    let shape = Shape { n_inputs: encoder.count(), layers: vec![output] };
    let network = Network::start(shape, Start::Uniform, 0).map_err(learning)?;
    let about = About::of_actions(&game.id(), &encoder.signature(), &actions.signature());
    keep("blank", &network.to_bytes(&about)).map_err(RequestError::Learning)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs keep names with fingerprints, and are read by other processes than those that made them.
    #[test]
    fn a_settled_name_is_found_again_and_means_no_other_network() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path().join("store.db")).expect("a store");
        let file = folder.path().join("mine.safetensors");
        let network = |seed| {
            let shape = Shape::logit(18, &[16], Activation::ClippedRelu);
            let network = Network::start(shape, Start::Uniform, seed).expect("a shape");
            network.to_bytes(&About::new("tictactoe", "any"))
        };
        std::fs::write(&file, network(1)).expect("a file");
        let settled = settle(&file.to_string_lossy(), &store, Permission::terminal()).expect("it is there");
        assert!(is_at_hand(&settled));
        let forget = || KNOWN.write().expect("nobody panicked").remove(&settled);
        forget();
        assert!(!is_at_hand(&settled));
        assert_eq!(settle(&settled, &store, Permission::terminal()), Ok(settled.clone()));
        assert!(is_at_hand(&settled));
        forget();
        std::fs::write(&file, network(2)).expect("a file");
        let problem = settle(&settled, &store, Permission::terminal()).expect_err("it is another one");
        assert!(problem.contains("has changed since it was named"), "{problem}");
    }

    #[test]
    fn a_network_of_another_machine_is_kept_under_its_own_name_only() {
        let network = |seed| {
            let shape = Shape::logit(18, &[16], Activation::ClippedRelu);
            let network = Network::start(shape, Start::Uniform, seed).expect("a shape");
            network.to_bytes(&About::new("tictactoe", "any"))
        };
        let name = keep("theirs.safetensors", &network(3)).expect("a network");
        assert_eq!(bytes_of(&name).as_deref(), Some(network(3).as_slice()));
        assert_eq!(named_in(&format!("alphabeta(eval=net({name}), depth=2)")), [name.as_str()]);
        forget(&name);
        assert!(bytes_of(&name).is_none());
        assert!(keep_as(&name, &network(4)).is_err_and(|problem| problem.contains("is not the name")));
        assert!(keep_as(&name, b"no network").is_err());
        assert!(keep_as("theirs.safetensors", &network(3)).is_err());
        assert_eq!(keep_as(&name, &network(3)), Ok(true));
        assert_eq!(keep_as(&name, &network(3)), Ok(false));
        assert!(check_permission(&name, Permission::worker()).is_ok());
        assert!(check_permission(&name, Permission::server()).is_err());
        assert!(Permission::worker().files().is_err_and(|no| no.to_string().contains("--allow-programs")));
        assert!(Permission::worker().programs().is_err_and(|no| no.to_string().contains("--allow-programs")));
    }
}
