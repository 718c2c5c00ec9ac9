//! The end of a round: whoever has nothing to do gets a copy of what others have not finished.

use std::time::Duration;

use super::{Action, Dispatcher, JobNumber, MOST_COPIES};

impl Dispatcher {
    /// Somebody here has nothing to do: the oldest job that nobody here does yet, at the end of a round.
    pub fn idle_here(&mut self) -> Option<JobNumber> {
        if !self.is_last {
            return None;
        }
        let (&number, job) = self
            .under_way
            .iter_mut()
            .filter(|(_, job)| !job.is_here)
            .min_by_key(|(_, job)| job.first_sent)?;
        job.is_here = true;
        self.n_here += 1;
        Some(number)
    }

    /// At the end of a round, idle workers get the jobs that are under way for longest, those too whose answers wait.
    pub(super) fn double(&mut self, now: Duration) -> Vec<Action> {
        let n_copies: usize = self.under_way.values().map(|job| job.n_sent as usize).sum();
        let mut n_idle = self.n_slots.saturating_sub(n_copies);
        let mut old: Vec<(Duration, JobNumber)> = (self.under_way.iter())
            .filter(|(_, job)| !job.is_here && job.n_sent < MOST_COPIES)
            .filter(|(_, job)| {
                now.saturating_sub(job.last_sent).as_secs_f64() > 0.5 * self.expected(job.n_pieces)
            })
            .map(|(&number, job)| (job.first_sent, number))
            .collect();
        old.sort_unstable();
        let mut actions = Vec::new();
        for (_, number) in old {
            if n_idle == 0 {
                break;
            }
            n_idle -= 1;
            actions.extend(self.send_copy(now, number));
        }
        actions
    }
}
