//! How Isolation is played out: document 001's run for the middle, the heart of its evaluations `cs4` and `cs5`.

use std::sync::Arc;

use zermelo_game::{OpenedPolicy, Parameters, Policy, PolicyInfo, Stream};

use super::evaluators::distances_from_middle;
use super::{Board, Layout, Rules};
use crate::bits::Bits;

/// The policies.
pub const POLICIES: [PolicyInfo; 1] = [PolicyInfo {
    form: "center-seeking",
    about: "Runs for the middle: to the nearest cell to it, of several the first. A token is placed so too.",
}];

/// Goes to the legal cell nearest to the middle of the board; chance has no part in it.
struct CenterSeeking {
    /// By cell: smaller nearer the middle.
    from_middle: Vec<u32>,
}

impl<L: Layout> Policy<Board<L>> for CenterSeeking {
    #[inline]
    fn choose(&self, pos: &Board<L>, _chance: &mut Stream) -> Option<u8> {
        // Ties go to the first cell: `min_by_key` keeps it.
        pos.targets().cells().min_by_key(|&cell| self.from_middle[cell]).map(|cell| cell as u8)
    }
}

/// Opens a policy by name.
pub fn policy<L: Layout>(
    rules: &Rules<L>,
    name: &str,
    parameters: Parameters,
) -> Option<OpenedPolicy<Board<L>>> {
    (name == "center-seeking").then(|| {
        parameters.finish()?;
        Ok(Arc::new(CenterSeeking { from_middle: distances_from_middle(rules) }) as _)
    })
}
