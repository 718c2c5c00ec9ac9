//! How much of the time that threads of workers offered was used.

/// Seconds of threads, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Seconds in which threads could have done jobs: those of fit workers, while a round was under way.
    pub offered: f64,
    /// Seconds that were spent on jobs. It is never more than was offered, whatever workers tell.
    pub used: f64,
}

impl Usage {
    /// The share of the time in which no job was done; nothing if no time was offered.
    pub fn idle(self) -> Option<f64> {
        (self.offered > 0.0).then(|| (1.0 - self.used / self.offered).clamp(0.0, 1.0))
    }

    /// Both together.
    pub fn plus(self, other: Usage) -> Usage {
        Usage { offered: self.offered + other.offered, used: self.used + other.used }
    }

    /// Counts seconds that somebody tells, as far as so many were offered; so many are counted.
    pub(super) fn spend(&mut self, seconds: f64) -> f64 {
        let room = (self.offered - self.used).max(0.0);
        let counted = if seconds.is_finite() { seconds.clamp(0.0, room) } else { 0.0 };
        self.used += counted;
        counted
    }
}

/// What work of this kind is counted in.
pub fn unit_of(kind: &str) -> &'static str {
    match kind {
        "pairs" | "self-play" | "copies" => "games",
        "choices" | "solve" => "positions",
        "replicates" | "kind" => "replicates",
        _ => "pieces",
    }
}
