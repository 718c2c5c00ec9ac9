//! Messages as bytes: a byte for the format, then postcard.
//!
//! What a worker says is signed with a key that it makes when it starts. Its name is the public half, so nobody else can speak in its
//! name. Bytes that cannot be read, or whose signature is wrong, are dropped.

use nkeys::KeyPair;
use serde::{Deserialize, Serialize};
use zermelo_runner::fleet::{WorkerCard, WorkerId};
use zermelo_runner::work::WorkId;

use crate::Report;

/// The format of all messages here. Others are not read.
const FORMAT: u8 = 1;

/// Answers with more bytes are not read.
pub(crate) const MOST_ANSWER_BYTES: usize = 8 << 20;
/// The same for messages that are not kept.
const MOST_SHORT_BYTES: usize = 64 << 10;
/// Threads that a worker is believed to have.
const MOST_THREADS: u32 = 4096;
/// Letters of a text that a worker says.
const MOST_LETTERS: usize = 300;

/// A job on its way to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobLetter {
    /// The run that wants the answer.
    pub run: String,
    /// Letters of a run are numbered, so that a job can be withdrawn and sent again.
    pub serial: u64,
    /// The work, as bytes.
    pub work: Vec<u8>,
    /// Workers that should leave it to others.
    pub avoid: Vec<WorkerId>,
    /// The networks that its agents name.
    pub networks: Vec<NamedNetwork>,
}

/// A network that a job needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamedNetwork {
    /// What agents call it.
    pub name: String,
    /// The SHA-256 of its bytes.
    pub digest: [u8; 32],
}

/// Jobs that nobody needs any more, each up to the letter of this number.
pub(crate) type Withdrawn = Vec<(WorkId, u64)>;

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Said {
    /// It is there.
    Here(Report),
    /// It leaves.
    Left,
    /// So many games, positions or replicates of a job are done.
    Progress { run: String, job: WorkId, done: u32 },
    /// What came of a job. The card is for runs that have not heard of the worker yet.
    Answered { run: String, job: WorkId, card: WorkerCard, answer: Vec<u8>, signature: String, seconds: f64 },
    /// It will not or cannot do a job.
    Refused { run: String, job: WorkId, card: WorkerCard, why: String },
}

/// What somebody says, with proof of who it is.
#[derive(Serialize, Deserialize)]
struct Signed<'a> {
    worker: &'a str,
    signature: &'a [u8],
    body: &'a [u8],
}

/// What is signed begins with this, so that a signature is of no use for anything else.
const PURPOSE: &[u8] = b"zermelo fleet 1\n";

fn signed_part(body: &[u8]) -> Vec<u8> {
    [PURPOSE, body].concat()
}

fn write<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = vec![FORMAT];
    bytes.extend(postcard::to_allocvec(value).expect("messages are plain data"));
    bytes
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (&format, rest) = bytes.split_first()?;
    if format != FORMAT {
        return None;
    }
    let (value, rest) = postcard::take_from_bytes(rest).ok()?;
    rest.is_empty().then_some(value)
}

impl JobLetter {
    pub fn to_bytes(&self) -> Vec<u8> {
        write(self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<JobLetter> {
        if bytes.len() > MOST_ANSWER_BYTES { None } else { read(bytes) }
    }
}

pub(crate) fn write_withdrawn(withdrawn: &Withdrawn) -> Vec<u8> {
    write(withdrawn)
}

pub(crate) fn read_withdrawn(bytes: &[u8]) -> Option<Withdrawn> {
    if bytes.len() > MOST_ANSWER_BYTES { None } else { read(bytes) }
}

impl Said {
    /// As bytes, signed.
    pub fn to_bytes(&self, key: &KeyPair) -> Vec<u8> {
        let body = postcard::to_allocvec(self).expect("messages are plain data");
        let signature = key.sign(&signed_part(&body)).expect("it is a whole key");
        write(&Signed { worker: &key.public_key(), signature: &signature, body: &body })
    }

    /// Reads an answer or a refusal of this run.
    pub fn read_answer(bytes: &[u8], run: &str) -> Option<(WorkerId, Said)> {
        let (worker, said) = Said::read(bytes, MOST_ANSWER_BYTES)?;
        let is_ours = match &said {
            Said::Answered { run: its, card, .. } | Said::Refused { run: its, card, .. } => {
                its == run && card.id == worker
            }
            _ => false,
        };
        is_ours.then_some((worker, said))
    }

    /// Reads a card, a goodbye or news of a job's progress.
    pub fn read_short(bytes: &[u8]) -> Option<(WorkerId, Said)> {
        let (worker, said) = Said::read(bytes, MOST_SHORT_BYTES)?;
        let is_short = match &said {
            Said::Here(report) => report.card.id == worker,
            Said::Left | Said::Progress { .. } => true,
            Said::Answered { .. } | Said::Refused { .. } => false,
        };
        is_short.then_some((worker, said))
    }

    fn read(bytes: &[u8], most: usize) -> Option<(WorkerId, Said)> {
        if bytes.len() > most {
            return None;
        }
        let signed: Signed = read(bytes)?;
        let key = KeyPair::from_public_key(signed.worker).ok()?;
        key.verify(&signed_part(signed.body), signed.signature).ok()?;
        let (mut said, rest) = postcard::take_from_bytes::<Said>(signed.body).ok()?;
        if !rest.is_empty() {
            return None;
        }
        said.tame();
        // Of all spellings of a key, one is the worker's name.
        Some((WorkerId(key.public_key()), said))
    }

    /// Bounds numbers and texts that somebody else has chosen.
    fn tame(&mut self) {
        match self {
            Said::Here(report) => {
                tame_card(&mut report.card);
                report.job_seconds =
                    if report.job_seconds.is_finite() { report.job_seconds.max(0.0) } else { 0.0 };
                report.refusal = report.refusal.take().map(|why| plain(&why));
            }
            Said::Answered { card, .. } => tame_card(card),
            Said::Refused { card, why, .. } => {
                tame_card(card);
                *why = plain(why);
            }
            Said::Left | Said::Progress { .. } => {}
        }
    }
}

fn tame_card(card: &mut WorkerCard) {
    card.threads = card.threads.min(MOST_THREADS);
    card.busy = card.busy.min(MOST_THREADS);
    card.host = plain(&card.host);
    card.version = plain(&card.version);
}

/// A text that does nothing to a terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MOST_LETTERS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn card(key: &KeyPair) -> WorkerCard {
        WorkerCard {
            id: WorkerId(key.public_key()),
            host: "desk\u{1b}[2J".to_owned(),
            threads: u32::MAX,
            version: "1".to_owned(),
            busy: 0,
        }
    }

    fn answer(key: &KeyPair) -> Said {
        Said::Answered {
            run: "run1".to_owned(),
            job: WorkId::of(b"work"),
            card: card(key),
            answer: vec![1, 2, 3],
            signature: "abc".to_owned(),
            seconds: 1.5,
        }
    }

    fn report(card: WorkerCard) -> Said {
        Said::Here(Report {
            card,
            up_seconds: 1,
            n_jobs: 2,
            job_seconds: f64::NAN,
            n_refused: 0,
            refusal: None,
        })
    }

    #[test]
    fn what_a_worker_says_is_read_again_and_tamed() {
        let key = KeyPair::new_user();
        let of_card = report(card(&key));
        let (worker, said) = Said::read_answer(&answer(&key).to_bytes(&key), "run1").expect("it is right");
        assert_eq!(worker.0, key.public_key());
        let Said::Answered { card, answer: bytes, .. } = said else { panic!("an answer") };
        assert_eq!((card.host.as_str(), card.threads, bytes), ("desk[2J", MOST_THREADS, vec![1, 2, 3]));
        assert!(Said::read_answer(&answer(&key).to_bytes(&key), "run2").is_none(), "another run's");
        let (_, said) = Said::read_short(&of_card.to_bytes(&key)).expect("it is right");
        assert!(matches!(said, Said::Here(Report { job_seconds: 0.0, .. })));
    }

    #[test]
    fn nobody_speaks_in_the_name_of_another() {
        let (key, other) = (KeyPair::new_user(), KeyPair::new_user());
        // The card of one, signed by another.
        assert!(Said::read_answer(&answer(&key).to_bytes(&other), "run1").is_none());
        assert!(Said::read_short(&report(card(&key)).to_bytes(&other)).is_none());
        // The signature of one under the name of another.
        let body = postcard::to_allocvec(&answer(&key)).expect("plain data");
        let signature = other.sign(&signed_part(&body)).expect("a key");
        let forged = write(&Signed { worker: &key.public_key(), signature: &signature, body: &body });
        assert!(Said::read_answer(&forged, "run1").is_none());
        // Any changed bit.
        let bytes = answer(&key).to_bytes(&key);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(Said::read_answer(&changed, "run1").is_none(), "byte {at}");
        }
    }

    #[test]
    fn large_messages_are_not_read() {
        let key = KeyPair::new_user();
        let large = Said::Answered {
            run: "run1".to_owned(),
            job: WorkId::of(b"work"),
            card: card(&key),
            answer: vec![7; 10 << 20],
            signature: String::new(),
            seconds: 0.0,
        };
        assert!(Said::read_answer(&large.to_bytes(&key), "run1").is_none());
    }

    proptest! {
        #[test]
        fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..400), with_format in any::<bool>()) {
            let mut bytes = bytes;
            if let (true, Some(first)) = (with_format, bytes.first_mut()) {
                *first = FORMAT;
            }
            prop_assert!(Said::read_answer(&bytes, "run1").is_none());
            prop_assert!(Said::read_short(&bytes).is_none());
            let _ = JobLetter::from_bytes(&bytes);
            let _ = read_withdrawn(&bytes);
        }

        /// A worker may sign whatever it likes.
        #[test]
        fn no_signed_bytes_do_harm(body in proptest::collection::vec(any::<u8>(), 0..400)) {
            let key = KeyPair::new_user();
            let signature = key.sign(&signed_part(&body)).expect("a key");
            let bytes = write(&Signed { worker: &key.public_key(), signature: &signature, body: &body });
            let _ = Said::read_answer(&bytes, "run1");
            let _ = Said::read_short(&bytes);
        }

        #[test]
        fn a_job_is_read_again(serial in any::<u64>(), work in proptest::collection::vec(any::<u8>(), 0..100), cut in 0_usize..100) {
            let letter = JobLetter {
                run: "run1".to_owned(),
                serial,
                work,
                avoid: vec![WorkerId("somebody".to_owned())],
                networks: vec![NamedNetwork { name: "a/net#1".to_owned(), digest: [3; 32] }],
            };
            let bytes = letter.to_bytes();
            prop_assert_eq!(JobLetter::from_bytes(&bytes), Some(letter));
            prop_assert_eq!(JobLetter::from_bytes(&bytes[..cut.min(bytes.len() - 1)]), None);
        }
    }
}
