//! How the clocks of agents run on machines of different speed.
//!
//! What such agents play depends on the machine, so nobody can find out by playing again whether it is right. Work with a rule is
//! therefore not compared with other answers; see [`Dispatcher`](crate::fleet::Dispatcher).

use serde::{Deserialize, Serialize};

/// What somebody asks for: `--clock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockMode {
    /// Every machine plays by its own clock.
    AsIs,
    /// A slow machine has more time, a fast one less.
    Scaled,
}

/// The rule that a piece of work carries with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockRule {
    /// Every machine plays by its own clock.
    AsIs,
    /// Times are those of a machine that looks at so many positions a second on one thread.
    Scaled {
        /// Positions a second.
        reference: u64,
    },
}

/// No machine has more than so many times the time, or less than its inverse.
const MOST: f64 = 4.0;

impl ClockRule {
    /// How many times the time agents have on a machine of this speed.
    pub fn factor(self, speed: f64) -> f64 {
        match self {
            ClockRule::AsIs => 1.0,
            ClockRule::Scaled { reference } => (reference as f64 / speed.max(1.0)).clamp(1.0 / MOST, MOST),
        }
    }

    /// The rule in a word, as `--clock` takes it.
    pub fn name(self) -> &'static str {
        match self {
            ClockRule::AsIs => "as-is",
            ClockRule::Scaled { .. } => "scaled",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_machines_have_more_time_within_bounds() {
        let rule = ClockRule::Scaled { reference: 1_000_000 };
        for (speed, factor) in [
            (1_000_000.0, 1.0),
            (500_000.0, 2.0),
            (2_000_000.0, 0.5),
            (250_000.0, 4.0),
            (1_000.0, 4.0),
            (4_000_000.0, 0.25),
            (1e12, 0.25),
            (f64::INFINITY, 0.25),
            (0.0, 4.0),
            (f64::NAN, 4.0),
        ] {
            assert_eq!(rule.factor(speed).to_bits(), f64::to_bits(factor), "{speed}");
            assert_eq!(ClockRule::AsIs.factor(speed).to_bits(), 1_f64.to_bits());
        }
        // Whatever a job says.
        assert_eq!(ClockRule::Scaled { reference: 0 }.factor(5.0).to_bits(), 0.25_f64.to_bits());
        assert_eq!(ClockRule::Scaled { reference: u64::MAX }.factor(5.0).to_bits(), 4_f64.to_bits());
    }
}
