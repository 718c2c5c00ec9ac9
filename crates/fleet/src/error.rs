//! What can go wrong between a machine and the broker.

use thiserror::Error;

/// What went wrong with the broker.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FleetError {
    /// The program has no client of the broker.
    #[error(
        "this program was built without fleets. Build it with `cargo build --release --features fleet`, or install it with \
         `cargo install --path crates/zermelo --features fleet`"
    )]
    NotBuilt,
    /// Nobody answers there.
    #[error("cannot reach the broker at {url}: {why}")]
    Unreachable {
        /// The address.
        url: String,
        /// What the attempt said.
        why: String,
    },
    /// It does not know who this is.
    #[error(
        "the broker at {url} refuses these credentials ({why}): give the token, credentials or key that its configuration names"
    )]
    Refused {
        /// The address.
        url: String,
        /// What it said.
        why: String,
    },
    /// It only passes messages on.
    #[error(
        "the broker at {url} has no JetStream: start it with `-js`, or with `jetstream {{ .. }}` in its configuration"
    )]
    NoJetStream {
        /// The address.
        url: String,
    },
    /// The address has a secret in it, which others can read in the list of processes.
    #[error(
        "the address of the broker has a secret before its `@`: give it in a file or in the environment instead"
    )]
    SecretInAddress,
    /// A file with a secret or a certificate cannot be used.
    #[error("{file} cannot be used: {why}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        why: String,
    },
    /// Something else.
    #[error("the broker at {url}: {why}")]
    Broker {
        /// The address.
        url: String,
        /// What happened.
        why: String,
    },
}
