//! How far an output is from its target.

use serde::{Deserialize, Serialize};

use crate::activation::{Activation, exp, logistic};
use crate::error::LearnError;

/// How far an output is from its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Cross-entropy of a share of wins, in nats: a coin toss has 0.693. Of a linear output, which is taken
    /// for log-odds, or of a logistic one.
    CrossEntropy,
    /// The squared difference.
    Squared,
    /// The difference without its sign.
    Absolute,
}

impl Loss {
    /// Whether targets must be shares from 0 to 1.
    pub(crate) fn wants_shares(self, output: Activation) -> bool {
        self == Loss::CrossEntropy || output == Activation::Logistic
    }

    /// Whether an output of this kind can be trained with it.
    pub(crate) fn check(self, output: Activation) -> Result<(), LearnError> {
        if self != Loss::CrossEntropy || matches!(output, Activation::Linear | Activation::Logistic) {
            return Ok(());
        }
        Err(LearnError::BadShape {
            problem: format!(
                "cross-entropy needs an output that is linear (log-odds) or logistic, not {}",
                output.name()
            ),
        })
    }

    /// The loss of an output with this sum, and its slope along that sum.
    #[inline]
    pub(crate) fn of(self, output: Activation, sum: f32, target: f32) -> (f32, f32) {
        if self == Loss::CrossEntropy {
            // ln(1 + e^sum) - target * sum, written so that nothing overflows.
            let above = if sum > 0.0 { sum } else { 0.0 };
            let loss = above - target * sum + libm::log1pf(exp(-sum.abs()));
            return (loss, logistic(sum) - target);
        }
        let mut value = [sum];
        output.apply(&mut value);
        let difference = value[0] - target;
        let (loss, slope) = match self {
            Loss::Squared => (difference * difference, 2.0 * difference),
            // Flat where it is exactly right; what is no number stays none.
            _ if difference > 0.0 => (difference, 1.0),
            _ if difference < 0.0 => (-difference, -1.0),
            _ => (difference, difference),
        };
        let mut slope = [slope];
        output.times_slope(&value, &mut slope);
        (loss, slope[0])
    }
}
