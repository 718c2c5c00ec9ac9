//! A finished game on its way from one machine to another.

use serde::{Deserialize, Serialize};
use zermelo_game::{Outcome, Player};
use zermelo_store::GameRow;

/// A finished game: what a store keeps of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    index: u64,
    first: u32,
    second: u32,
    opening: u32,
    round: u32,
    /// 0 for a draw, 1 and 2 for a win of the first and the second player.
    outcome: u8,
    reason: String,
    plies: u32,
    moves: Vec<u8>,
    nodes: [u64; 2],
    micros: [u64; 2],
}

impl GameRecord {
    /// Leaves out what another try need not repeat.
    pub(crate) fn forget_time(&mut self) {
        self.micros = [0; 2];
    }

    /// The row of a store; `None` if the outcome is none.
    pub fn into_row(self) -> Option<GameRow> {
        let outcome = match self.outcome {
            0 => Outcome::Draw,
            1 => Outcome::Win(Player::First),
            2 => Outcome::Win(Player::Second),
            _ => return None,
        };
        let GameRecord { index, first, second, opening, round, reason, plies, moves, nodes, micros, .. } =
            self;
        Some(GameRow { index, first, second, opening, round, outcome, reason, plies, moves, nodes, micros })
    }
}

impl From<GameRow> for GameRecord {
    fn from(row: GameRow) -> GameRecord {
        let GameRow { index, first, second, opening, round, outcome, reason, plies, moves, nodes, micros } =
            row;
        let outcome = match outcome {
            Outcome::Draw => 0,
            Outcome::Win(Player::First) => 1,
            Outcome::Win(Player::Second) => 2,
        };
        GameRecord { index, first, second, opening, round, outcome, reason, plies, moves, nodes, micros }
    }
}
