//! When to stop: the one place where a search looks at a clock.

use std::time::Instant;

use zermelo_game::Budget;

/// A budget being spent.
#[derive(Debug)]
pub struct Meter {
    most_nodes: u64,
    deadline: Option<Instant>,
    nodes: u64,
    /// The clock is read when this many nodes have been seen.
    next_look: u64,
    is_spent: bool,
}

/// Between two looks at the clock: some tens of microseconds.
const LOOK_INTERVAL: u64 = 256;

impl Meter {
    /// Begins to spend.
    pub fn new(budget: &Budget) -> Self {
        Meter {
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget.time.map(|time| Instant::now() + time),
            nodes: 0,
            next_look: 0,
            is_spent: false,
        }
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

    #[cold]
    fn look(&mut self) {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.nodes > self.most_nodes || is_late {
            self.is_spent = true;
        }
        // Node limits are kept exactly, so that a search repeats.
        self.next_look =
            (self.nodes + LOOK_INTERVAL).min(self.most_nodes.saturating_add(1).max(self.nodes + 1));
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
