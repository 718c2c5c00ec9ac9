//! A portrait: everything that was measured of a game, as plain data.

use serde::{Deserialize, Serialize};
use zermelo_arena::Calibration;

use super::board::CellUse;
use super::branching::Branching;
use super::clarity::Clarity;
use super::copying::Copying;
use super::estimate::Estimate;
use super::expectation::Expectation;
use super::first_move::{FirstMove, Pie};
use super::knowledge::Knowledge;
use super::ladder::Ladder;
use super::level::Level;
use super::notable_game::NotableGame;
use super::sentences::sentences;
use super::tension::Tension;
use super::verdict::{Test, Verdict, hold_together};

/// A portrait of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisResult {
    /// What it is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// What the players are called.
    pub players: [String; 2],
    /// The seed of all chance.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// What all this means to a designer, in plain words.
    pub sentences: Vec<String>,
    /// What best play comes to.
    pub exact: Exact,
    /// Players of growing strength against themselves, random moves first.
    pub levels: Vec<Level>,
    /// How much more the first player scores among the strongest than among the weakest who think.
    pub growth: Option<Estimate>,
    /// Who is meant below where nobody else is named: the strongest of these.
    pub strongest: String,
    /// How many moves there are to choose from.
    pub branching: Option<Branching>,
    /// What values of the search are worth in wins.
    pub expectation: Expectation,
    /// The same with draws told apart, and how it does on other games; not there in portraits of before.
    #[serde(default)]
    pub calibration: Option<Calibration>,
    /// When games are decided, and how.
    pub tension: Tension,
    /// How clear choices are.
    pub clarity: Option<Clarity>,
    /// What thinking longer gains.
    pub ladder: Option<Ladder>,
    /// Who plays the games after every first move.
    pub first_move_players: String,
    /// What every first move is worth.
    pub first_moves: Vec<FirstMove>,
    /// What the pie rule would make of them; not there in portraits of before.
    #[serde(default)]
    pub pie: Option<Pie>,
    /// Which cells are used.
    pub board: Vec<CellUse>,
    /// Whether copying is a strategy; `None` if no move can be copied.
    pub copying: Option<Copying>,
    /// Which heuristics matter; `None` if the game has none that can be weighed.
    pub knowledge: Option<Knowledge>,
    /// Games of the strongest to look at.
    #[serde(default, rename = "spectacles")]
    pub notable_games: Vec<NotableGame>,
}

/// What best play comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exact {
    /// Who wins: `first`, `draw` or `second`; `None` if it could not be found.
    pub result: Option<String>,
    /// How many positions were looked at, at most.
    pub nodes: u64,
}

impl AnalysisResult {
    /// At which levels the first player's score is significantly more or less than one half, all levels held to 5 % together.
    /// `None` where there are no games to tell.
    pub fn level_verdicts(&self) -> Vec<Option<Verdict>> {
        let test = |level: &Level| {
            let score = level.score?;
            Test::of_results(level.endings.results, score.n)
        };
        hold_together(&self.levels.iter().map(test).collect::<Vec<_>>())
    }

    /// The same after every first move.
    pub fn first_move_verdicts(&self) -> Vec<Option<Verdict>> {
        let test = |first: &FirstMove| Test::of_results(first.results, first.score?.n);
        hold_together(&self.first_moves.iter().map(test).collect::<Vec<_>>())
    }

    /// With the sentences that the numbers allow.
    pub(super) fn told(self) -> AnalysisResult {
        AnalysisResult { sentences: sentences(&self), ..self }
    }
}
