//! Positions of games to look at, as work: what an agent thinks of each legal move.

use serde::{Deserialize, Serialize};
use zermelo_any::value_of;
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::Player;

use super::{Surroundings, WorkGame, bad_work};
use crate::game_runner::{read_opening, replay};

/// Positions of games to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoicesWork {
    /// The game.
    pub game: WorkGame,
    /// Who looks, by text.
    pub agent: String,
    /// The positions.
    pub positions: Vec<GamePosition>,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamePosition {
    /// The opening, by text.
    pub opening: String,
    /// The moves after it, as a store keeps them.
    pub moves: Vec<u8>,
    /// After how many of these moves.
    pub ply: u32,
}

/// What an agent thinks of the moves at a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// Whether it is the second player's turn.
    is_second: bool,
    /// What each move is worth, the best first.
    pub values: Vec<f32>,
}

impl Choices {
    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        if self.is_second { Player::Second } else { Player::First }
    }
}

/// Looks at one position.
pub fn look(game: &OpenGame, agent: &str, at: &GamePosition) -> Result<Choices, RequestError> {
    let start = read_opening(game, &at.opening)?;
    let (mut n_seen, mut wanted) = (0, None);
    replay(&start, &at.moves, |pos, _| -> Result<(), RequestError> {
        if n_seen == at.ply {
            wanted = Some(pos.clone());
        }
        n_seen += 1;
        Ok(())
    })?;
    let pos = wanted.ok_or_else(|| bad_work(format!("a game of {n_seen} moves has no move {}", at.ply)))?;
    let mut opened = game.open_agent(agent, 0)?;
    let (lines, _) = opened.best_lines(&pos, usize::MAX);
    let is_second = pos.to_move() == Player::Second;
    Ok(Choices { is_second, values: lines.iter().map(value_of).collect() })
}

/// Looks at all positions; `None` if it was stopped.
pub(super) fn carry_out(
    work: &ChoicesWork,
    here: &Surroundings,
) -> Result<Option<Vec<Choices>>, RequestError> {
    let game = here.open(&work.game)?;
    let mut found = Vec::new();
    for position in &work.positions {
        if here.stop.is_stopped() {
            return Ok(None);
        }
        found.push(look(&game, &work.agent, position)?);
        (here.on_progress)();
    }
    Ok(Some(found))
}
