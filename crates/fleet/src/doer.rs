//! What does jobs on threads of a worker: a job in, an answer or a refusal out.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use zermelo_any::Permission;
use zermelo_catalog::RequestError;
use zermelo_game::Stop;
use zermelo_runner::fleet::signature_of;
use zermelo_runner::work::{Answer, CarryOutKind, Surroundings, Work, WorkGame};
use zermelo_runner::{ClockRule, Speeds};

/// Does a piece of work; `None` if it was stopped.
pub type WorkFunction = fn(&Work, &Surroundings) -> Result<Option<Answer>, RequestError>;

/// What came of a job.
pub(crate) enum Outcome {
    Answered {
        answer: Vec<u8>,
        signature: String,
        seconds: f64,
    },
    Refused(String),
    /// Nobody needs it, or the worker leaves.
    Stopped,
}

/// Signatures of games that are remembered.
const MOST_SIGNATURES: usize = 1 << 10;

/// What does jobs on threads.
pub(crate) struct Doer {
    permission: Permission,
    kinds: CarryOutKind,
    function: WorkFunction,
    /// The signatures of games' benchmarks, each made once.
    signatures: Mutex<HashMap<String, Arc<Signature>>>,
    speeds: Speeds,
}

/// A signature, or why there is none.
type Signature = OnceLock<Result<String, String>>;

impl Doer {
    /// On so many threads.
    pub fn new(permission: Permission, kinds: CarryOutKind, function: WorkFunction, threads: usize) -> Doer {
        let speeds = Speeds::new(threads);
        Doer { permission, kinds, function, signatures: Mutex::default(), speeds }
    }

    /// Does a job. A panic is a refusal.
    pub fn do_job(&self, work: &Work, stop: &Stop, n_done: &AtomicU32) -> Outcome {
        let done = catch_unwind(AssertUnwindSafe(|| self.try_job(work, stop, n_done)));
        match done {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(why)) => Outcome::Refused(why),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                Outcome::Refused(format!("the job made the worker panic: {text}"))
            }
        }
    }

    fn try_job(&self, work: &Work, stop: &Stop, n_done: &AtomicU32) -> Result<Outcome, String> {
        let signature = self.signature(work.game())?;
        // Measured before this thread counts as busy. What goes wrong is told below.
        if let (Some(ClockRule::Scaled { .. }), Some(game)) = (work.clock(), work.game())
            && let Ok(game) = game.open(self.permission)
        {
            self.speeds.of(&game);
        }
        let _playing = self.speeds.play();
        let on_progress = || {
            n_done.fetch_add(1, Ordering::Relaxed);
        };
        let &Doer { permission, kinds, ref speeds, .. } = self;
        let here = Surroundings { permission, stop, on_progress: &on_progress, kinds, speeds };
        let started = Instant::now();
        let answer = (self.function)(work, &here).map_err(|error| error.to_string())?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(match answer {
            Some(answer) => Outcome::Answered { answer: answer.to_bytes(), signature, seconds },
            None => Outcome::Stopped,
        })
    }

    fn signature(&self, game: Option<&WorkGame>) -> Result<String, String> {
        let Some(game) = game else { return Ok(String::new()) };
        let cell = {
            let mut known = self.signatures.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MOST_SIGNATURES && !known.contains_key(&game.id) {
                known.clear();
            }
            known.entry(game.id.clone()).or_default().clone()
        };
        // Other threads with the same game wait here instead of doing the same.
        cell.get_or_init(|| signature_of(game, self.permission).map_err(|error| error.to_string())).clone()
    }
}
