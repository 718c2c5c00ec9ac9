//! When to stop: the one place where a search looks at a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use zermelo_game::{Budget, Clock, Stop};

use crate::work;

/// A budget being spent.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: Option<&'a Stop>,
    /// Set by a partner that has found what all were looking for.
    is_found: Option<&'a AtomicBool>,
    nodes: u64,
    /// The clock is read when this many nodes have been seen, and again after as many as the interval.
    next_look: u64,
    interval: u64,
    last_look: Option<Instant>,
    /// Work since the last look that was no node.
    work: u32,
    is_spent: bool,
}

/// At most so many nodes are seen between two looks at the clock.
const LOOK_INTERVAL: u64 = 256;

/// At most so many steps of other work are done between two looks: see [`Meter::work`].
pub(crate) const WORK_INTERVAL: u32 = 256;

/// Between two looks there should be at least and at most about so much time. A node may take ten nanoseconds or, on a
/// great board, ten milliseconds.
const LOOK_TIMES: [Duration; 2] = [Duration::from_micros(20), Duration::from_micros(200)];

impl<'a> Meter<'a> {
    /// Begins to spend.
    pub fn new(budget: &'a Budget) -> Self {
        let share = budget.clock.map(share_of);
        let time = budget.time.into_iter().chain(share).min();
        Meter {
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            stop: budget.stop.as_ref(),
            is_found: None,
            nodes: 0,
            next_look: 0,
            interval: if time.is_some() { 1 } else { LOOK_INTERVAL },
            last_look: None,
            work: 0,
            is_spent: false,
        }
    }

    /// The same budget for one of several partners, who all stop when one of them has finished: each has the same
    /// share of the nodes that are left.
    pub fn share(&self, n_partners: usize, is_found: &'a AtomicBool) -> Meter<'a> {
        let left = self.most_nodes.saturating_sub(self.nodes);
        let most_nodes = if left > u64::MAX / 2 { left } else { left.div_ceil(n_partners as u64) };
        Meter { most_nodes, is_found: Some(is_found), nodes: 0, next_look: 0, ..self.clone() }
    }

    /// Takes over what partners have spent.
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.next_look = 0;
        self.look();
    }

    /// Counts a node; true if the search must end.
    #[inline]
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.is_spent
    }

    /// Counts steps of work that are no nodes: plies of a playout, parts of a tree that move. True if the search must
    /// end. A step is anything that takes no longer than a look at every cell of the board.
    #[inline]
    pub fn work(&mut self, n_steps: u32) -> bool {
        self.work = self.work.saturating_add(n_steps);
        if self.work >= WORK_INTERVAL {
            self.glance();
        }
        self.is_spent
    }

    /// After so many steps of work, at least one, [`work`](Meter::work) looks at the clock.
    #[inline]
    pub fn work_left(&self) -> u32 {
        WORK_INTERVAL - self.work
    }

    /// Looks whether the search must end, whatever nodes it has left.
    #[cold]
    fn glance(&mut self) {
        self.work = 0;
        if self.is_over() || self.is_found.is_some_and(|is_found| is_found.load(Ordering::Relaxed)) {
            self.is_spent = true;
        }
    }

    #[cold]
    fn look(&mut self) {
        self.work = 0;
        work::looked();
        let is_late = self.deadline.is_some_and(|deadline| {
            let now = Instant::now();
            self.adapt(now);
            now >= deadline
        });
        let is_stopped = self.stop.is_some_and(Stop::is_stopped)
            || self.is_found.is_some_and(|is_found| is_found.load(Ordering::Relaxed));
        if self.nodes > self.most_nodes || is_late || is_stopped {
            // The node that was too many is not looked at.
            self.nodes = self.nodes.min(self.most_nodes);
            self.is_spent = true;
        }
        // Node limits are kept exactly, so that a search repeats.
        self.next_look =
            (self.nodes + self.interval).min(self.most_nodes.saturating_add(1).max(self.nodes + 1));
    }

    /// Looks more often where nodes take long, and less often where they do not.
    fn adapt(&mut self, now: Instant) {
        let [least, most] = LOOK_TIMES;
        if let Some(last) = self.last_look.replace(now) {
            let took = now - last;
            if took > most {
                self.interval = (self.interval / 4).max(1);
            } else if took < least {
                self.interval = (2 * self.interval).min(LOOK_INTERVAL);
            }
        }
    }

    /// Whether the time is up, or somebody has said stop. It reads the clock: it is for work between nodes.
    pub fn is_over(&self) -> bool {
        work::looked();
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(Stop::is_stopped)
    }

    /// Ends the search before its budget is spent.
    pub fn end(&mut self) {
        self.is_spent = true;
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the budget is spent.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }
}

/// What a move may take of a clock: as if twenty more were to come, and most of what it gets back, but never more than
/// half of what is left.
fn share_of(clock: Clock) -> Duration {
    (clock.left / 20 + clock.increment * 3 / 4).min(clock.left / 2)
}
