//! Portraits: is a game any good? Players of several strengths play it against themselves and each other, and what they did and
//! thought is turned into numbers a designer can use, and sentences that these numbers allow.
//!
//! Everything is judged by searches, never by one look at a position; what is proved counts as certain. Every number says
//! how many games it rests on, how strong the players were, and in which interval the truth lies 95 times of 100.

mod board;
mod branching;
mod clarity;
mod comparison;
mod copying;
mod endings;
mod estimate;
mod expectation;
mod file;
mod first_move;
mod form;
mod kind;
mod knowledge;
mod ladder;
mod length;
mod level;
mod notable_game;
mod probe;
mod report;
mod result;
mod runner;
mod schedule;
mod sentences;
mod side_by_side;
mod so_far;
mod tension;
#[cfg(test)]
mod tests;
mod trace;
mod verdict;
mod words;

pub use board::{CellUse, use_of_cells};
pub use branching::{Branching, PlyBranching};
pub use clarity::{Clarity, Crossroads};
pub use comparison::{Compared, Comparison, Measure, TextFacts, strongest};
pub use copying::{CopyWay, Copying};
pub use endings::{Endings, Reason};
pub use estimate::Estimate;
pub use expectation::Expectation;
pub use file::{
    AnalysisPlan, ClarityPlan, Effort, GamesPlan, HeuristicsPlan, LadderPlan, MatchPlan, SolvePlan,
};
pub use first_move::{FirstMove, Pie};
pub use form::SETTINGS;
pub use kind::GameAnalysis;
pub use knowledge::{Heuristic, Knowledge};
pub use ladder::{LEVEL, Ladder, Rung};
pub use length::Length;
pub use level::{Level, growth};
pub use notable_game::{NotableGame, Shows, notable_games};
pub use probe::{CellPlace, Draw, Probe};
pub use report::rests_on;
pub use result::{AnalysisResult, Exact};
pub use sentences::{CHOICES, DECISION, DRAWS, FAIR, GAP};
pub use side_by_side::{dead_cells, findings as comparison_findings, sections as comparison_sections};
pub use so_far::{SoFar, Stage};
pub use tension::{COMEBACK, DEAD_ZONE, DECIDED, Tension};
pub use trace::Trace;
pub use verdict::{Side, Verdict, significant_differences};
