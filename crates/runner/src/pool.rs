//! Pieces of work on threads: the pool of self-play, studies and game analyses. (Matches have batches of their own in
//! [`game_runner`](crate::game_runner), because their games may last microseconds.)

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use zermelo_catalog::RequestError;
use zermelo_game::Stop;
use zermelo_store::StoreError;

use crate::game_runner::Halt;

/// How many threads work, and what ends them.
#[derive(Clone, Copy)]
pub struct Pool<'a> {
    /// How many threads work.
    pub threads: usize,
    /// Ends the work, soon.
    pub stop: &'a Stop,
}

impl Pool<'_> {
    /// Does `n` pieces of work. Every thread has a state of its own, and `work` gives `None` if it was stopped; the second stop
    /// that it is shown says that another piece failed. `on_done` sees each piece in the order in which they end; they come
    /// back in their own order.
    pub fn each_with<S, T: Send>(
        &self,
        n: usize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, usize, &Stop) -> Result<Option<T>, RequestError> + Sync,
        mut on_done: impl FnMut(usize, &T) -> Result<(), StoreError>,
    ) -> Result<Vec<T>, Halt> {
        let next = AtomicUsize::new(0);
        let failed = Stop::default();
        // Few pieces wait, so that threads do not run far ahead of the thread that counts and may stop them.
        let (sender, receiver) = mpsc::sync_channel(self.threads.max(1));
        let mut done: Vec<Option<T>> = (0..n).map(|_| None).collect();
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, n.max(1)) {
                let (sender, next, failed, state, work) = (sender.clone(), &next, &failed, &state, &work);
                scope.spawn(move || {
                    let mut own = state();
                    while !self.stop.is_stopped() && !failed.is_stopped() {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= n {
                            return;
                        }
                        let Some(piece) = work(&mut own, at, failed).transpose() else { return };
                        if sender.send((at, piece)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut told: Result<(), Halt> = Ok(());
            // All pieces are received, also after a failure, so that no thread waits to hand one over.
            for (at, piece) in receiver {
                match piece {
                    Ok(piece) if told.is_ok() => {
                        told = on_done(at, &piece).map_err(Halt::Store);
                        done[at] = Some(piece);
                    }
                    Err(error) if told.is_ok() => told = Err(error.into()),
                    _ => {}
                }
                if told.is_err() {
                    failed.stop();
                }
            }
            told
        })?;
        let all: Option<Vec<T>> = done.into_iter().collect();
        all.ok_or(Halt::Stopped)
    }

    /// Does `n` pieces of work that need no state.
    pub fn each<T: Send>(
        &self,
        n: usize,
        work: impl Fn(usize) -> Result<T, RequestError> + Sync,
        mut on_done: impl FnMut(&T) -> Result<(), StoreError>,
    ) -> Result<Vec<T>, Halt> {
        self.each_with(n, || (), |(), at, _| work(at).map(Some), |_, piece| on_done(piece))
    }
}
