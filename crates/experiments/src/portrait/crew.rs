//! Pieces of work on threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use zermelo_game::Stop;
use zermelo_store::StoreError;

use crate::experiment::Running;
use zermelo_catalog::LabError;
use zermelo_runner::game_runner::Halt;

/// Does so many pieces of work. `on_done` is shown each in the order in which they end; what comes back is in their own.
pub(super) fn each<T: Send>(
    n: usize,
    running: &Running,
    work: impl Fn(usize) -> Result<T, LabError> + Sync,
    mut on_done: impl FnMut(&T) -> Result<(), StoreError>,
) -> Result<Vec<T>, Halt> {
    let next = AtomicUsize::new(0);
    // Stops the others if something fails; the run's own stop is looked at as well.
    let failed = Stop::default();
    let (sender, receiver) = mpsc::sync_channel(64);
    let mut done: Vec<Option<T>> = (0..n).map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..running.threads.clamp(1, n.max(1)) {
            let (sender, next, failed, work) = (sender.clone(), &next, &failed, &work);
            scope.spawn(move || {
                while !running.stop.is_stopped() && !failed.is_stopped() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= n || sender.send((at, work(at))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut told: Result<(), Halt> = Ok(());
        for (at, result) in receiver {
            match result {
                Ok(piece) if told.is_ok() => {
                    told = on_done(&piece).map_err(Halt::Store);
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
