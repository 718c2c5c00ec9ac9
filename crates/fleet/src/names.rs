//! The names of streams, consumers and subjects.
//!
//! | subject | who speaks | what |
//! | --- | --- | --- |
//! | `zermelo.jobs.VERSION.RUN` | run | jobs, in a work queue in memory |
//! | `zermelo.answers.RUN` | workers | answers and refusals, in a work queue in memory |
//! | `zermelo.progress.RUN` | workers | how far a job has come |
//! | `zermelo.workers.WORKER` | workers | cards and goodbyes |
//! | `zermelo.rollcall` | anybody | workers are asked for their cards |
//! | `zermelo.withdrawn.RUN` | run | jobs that nobody needs any more |

use sha2::{Digest, Sha256};

pub(crate) const JOBS: &str = "ZERMELO_JOBS";
pub(crate) const ALL_JOBS: &str = "zermelo.jobs.>";
pub(crate) const ANSWERS: &str = "ZERMELO_ANSWERS";
pub(crate) const ALL_ANSWERS: &str = "zermelo.answers.>";
pub(crate) const NETWORKS: &str = "zermelo-networks";
pub(crate) const ROLL_CALL: &str = "zermelo.rollcall";
pub(crate) const ALL_WORKERS: &str = "zermelo.workers.*";
pub(crate) const ALL_WITHDRAWN: &str = "zermelo.withdrawn.*";

/// A version as a part of subjects: what can be read of it, and a hash of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionToken(String);

impl VersionToken {
    pub fn of(version: &str) -> VersionToken {
        let plain: String =
            (version.chars()).map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
        VersionToken(format!("{plain}-{}", &hex(&Sha256::digest(version))[..16]))
    }

    /// The jobs of a run.
    pub fn jobs_of(&self, run: &RunToken) -> String {
        format!("zermelo.jobs.{}.{}", self.0, run.0)
    }

    /// The jobs of all runs.
    pub fn jobs(&self) -> String {
        format!("zermelo.jobs.{}.*", self.0)
    }

    /// The consumer from which all workers of this version take jobs.
    pub fn consumer(&self) -> String {
        format!("workers-{}", self.0)
    }
}

/// A run as a part of subjects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RunToken(String);

impl RunToken {
    /// One that nobody has had before.
    #[cfg(feature = "nats")]
    pub fn fresh() -> RunToken {
        RunToken(nkeys::KeyPair::new_user().public_key()[1..25].to_ascii_lowercase())
    }

    /// What somebody else says is one; `None` if it cannot be part of a subject.
    pub fn read(text: &str) -> Option<RunToken> {
        let is_token = (1..=64).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric());
        is_token.then(|| RunToken(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn answers(&self) -> String {
        format!("zermelo.answers.{}", self.0)
    }

    pub fn consumer(&self) -> String {
        format!("run-{}", self.0)
    }

    pub fn progress(&self) -> String {
        format!("zermelo.progress.{}", self.0)
    }

    pub fn withdrawn(&self) -> String {
        format!("zermelo.withdrawn.{}", self.0)
    }
}

/// The name of the consumer from which workers of this version take jobs: what a scaler watches.
pub fn consumer_of(version: &str) -> String {
    VersionToken::of(version).consumer()
}

/// Where a worker presents itself.
pub(crate) fn card_of(worker: &str) -> String {
    format!("zermelo.workers.{worker}")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_version_fits_into_a_subject() {
        for version in ["", "0.1.0 (a.b > c*)", "ä€", &"long ".repeat(1000)] {
            let token = VersionToken::of(version);
            assert!(token.0.len() <= 60, "{token:?}");
            assert!(token.0.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{token:?}");
        }
        assert_ne!(VersionToken::of("a b"), VersionToken::of("a.b"));
    }

    #[cfg(feature = "nats")]
    #[test]
    fn a_run_is_one_part_of_a_subject() {
        assert_eq!(RunToken::read(RunToken::fresh().as_str()).map(|run| run.0.len()), Some(24));
        for text in ["", "a.b", "*", ">", "a b", &"x".repeat(65)] {
            assert_eq!(RunToken::read(text), None, "{text}");
        }
    }
}
