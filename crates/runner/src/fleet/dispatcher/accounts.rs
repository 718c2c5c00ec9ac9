//! What workers did in a run, and how much of their time was used. All times are given, so that a virtual clock does.

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::post::WorkerId;
use super::super::usage::{Usage, unit_of};
use super::super::worker::Worker;
use super::{Dispatcher, UnderWay};

impl Dispatcher {
    /// A run begins: what was done for others does not count.
    pub fn begin_account(&mut self) {
        self.usage.clear();
        self.workers.values_mut().for_each(Worker::begin_account);
    }

    /// The workers, with what they did in this run. Seconds of jobs under way are among those that were used, as far as they
    /// can be told from what workers say of themselves.
    pub fn accounts(&self, now: Duration) -> Vec<Worker> {
        let counted = |worker: &Worker| {
            let mut worker = worker.clone();
            let seconds = self.under_way_seconds(&worker, now);
            worker.usage.spend(seconds);
            worker
        };
        self.workers.values().map(counted).collect()
    }

    /// How much time was used, by kind of work.
    pub fn usage(&self, now: Duration) -> BTreeMap<&'static str, Usage> {
        let mut usage = self.usage.clone();
        if let Some(current) = usage.get_mut(self.kind) {
            for worker in self.workers.values() {
                let seconds = worker.usage.clone().spend(self.under_way_seconds(worker, now));
                current.spend(seconds);
            }
        }
        usage
    }

    /// About how many seconds a worker has spent on jobs that it has not answered yet.
    fn under_way_seconds(&self, worker: &Worker, now: Duration) -> f64 {
        if self.under_way.is_empty() || !worker.is_fit() {
            return 0.0;
        }
        f64::from(worker.card.busy.min(worker.card.threads)) * worker.silence(now).as_secs_f64()
    }

    /// A round begins: the time between two rounds is nobody's.
    pub(super) fn begin_counting(&mut self) {
        self.workers.values_mut().for_each(Worker::forget_time);
    }

    /// The time up to now was offered by a worker, if it is fit.
    pub(super) fn count_time_of(&mut self, now: Duration, id: &WorkerId) {
        if let Some(worker) = self.workers.get_mut(id) {
            self.usage.entry(self.kind).or_default().offered += worker.offer_until(now);
        }
    }

    /// A worker is gone without a word: since it was last heard of, it offered nothing.
    pub(super) fn take_back_time_of(&mut self, id: &WorkerId) {
        if let Some(worker) = self.workers.get_mut(id) {
            self.usage.entry(self.kind).or_default().offered -= worker.take_back();
        }
    }

    /// The time up to now was offered by all workers that are fit.
    pub(super) fn count_time(&mut self, now: Duration) {
        let offered: f64 = self.workers.values_mut().map(|worker| worker.offer_until(now)).sum();
        self.usage.entry(self.kind).or_default().offered += offered;
    }

    /// A worker has spent seconds on a job, as it tells.
    pub(super) fn count_use(&mut self, now: Duration, id: &WorkerId, seconds: f64) {
        self.count_time_of(now, id);
        if let Some(worker) = self.workers.get_mut(id) {
            let counted = worker.spend(now, seconds);
            self.usage.entry(self.kind).or_default().spend(counted);
        }
    }
}

impl UnderWay {
    /// What the job is counted in, and how many of these it is.
    pub(super) fn amount(&self) -> (&'static str, usize) {
        let work = &self.job.work;
        (unit_of(work.kind()), work.n_items().unwrap_or(self.n_pieces))
    }
}
