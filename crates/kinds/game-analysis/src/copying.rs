//! Whether the second player can do well by copying the first.

use serde::{Deserialize, Serialize};
use zermelo_game::Symmetry;
use zermelo_game::Turn;

use super::estimate::Estimate;
use super::verdict::{Side, Test, hold_together};

/// How the second player fares who copies, beside one who thinks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Copying {
    /// Who thinks, by text.
    pub players: String,
    /// The second player's share of points if both think.
    pub thinking: Option<Estimate>,
    /// Every way to copy.
    pub ways: Vec<CopyWay>,
}

/// A way to copy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CopyWay {
    /// What happens to the board.
    pub symmetry: String,
    /// Games won, drawn and lost by the player who copies.
    pub results: [u64; 3],
    /// The share of that player's moves that were copies.
    pub copied: f64,
    /// That player's share of points.
    pub score: Option<Estimate>,
}

impl Copying {
    /// Which ways score significantly more or less than one half, all of them held to 5 % together.
    pub fn verdicts(&self) -> Vec<Option<Side>> {
        let test = |way: &CopyWay| Test::of_results(way.results, way.score?.n);
        let verdicts = hold_together(&self.ways.iter().map(test).collect::<Vec<_>>());
        verdicts.into_iter().map(|verdict| verdict.map(|verdict| verdict.side)).collect()
    }
}

/// A symmetry in words.
pub(super) fn name_of(symmetry: &Symmetry) -> String {
    let turn = match symmetry.turn {
        Turn::Mirror => "left-right mirror",
        Turn::Flip => "top-bottom mirror",
        Turn::Rotate180 => "half turn",
        Turn::Transpose => "diagonal mirror",
        Turn::AntiTranspose => "other diagonal mirror",
        Turn::Rotate90 => "quarter turn",
        Turn::Rotate270 => "quarter turn back",
    };
    if symmetry.swaps_players { format!("{turn}, colours exchanged") } else { turn.to_owned() }
}
