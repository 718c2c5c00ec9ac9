//! Work on several threads, or on none but the caller's.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{LearnError, setting};

/// The threads of a job. One thread is the caller's own.
#[derive(Debug)]
pub(crate) struct Threads(Option<ThreadPool>);

impl Threads {
    /// So many threads.
    pub fn new(n: usize) -> Result<Threads, LearnError> {
        setting(n > 0, "threads", n, "at least 1")?;
        if n == 1 {
            return Ok(Threads(None));
        }
        let pool = ThreadPoolBuilder::new().num_threads(n).build();
        let pool = pool.map_err(|error| LearnError::NoThreads { n, problem: error.to_string() })?;
        Ok(Threads(Some(pool)))
    }

    /// Does the work for each item, on whichever thread.
    pub fn each<T: Send>(&self, items: Vec<T>, work: impl Fn(T) + Sync + Send) {
        match &self.0 {
            None => items.into_iter().for_each(work),
            Some(pool) => pool.install(|| items.into_par_iter().with_max_len(1).for_each(work)),
        }
    }
}
