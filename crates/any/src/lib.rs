//! A game without its type.
//!
//! A search must see the type of its position: a virtual call per node makes it three times slower. Everything above
//! one move need not. This crate draws the border there: a position, an agent and an evaluator behind a pointer, a
//! move as its place in the position's list. Each call buys a whole search or a whole game, so the pointer costs
//! nothing that can be measured, and whatever stands above is ordinary code that is compiled once.
//!
//! [`Erased`] is the generic half. Family crates instantiate it beside their rules and evaluators, so that the compiler
//! sees the whole loop there; nothing above them has a type parameter for a game.
//!
//! | question | where |
//! | --- | --- |
//! | What is a game without its type? | [`AnyGame`], [`AnyPosition`], [`MoveIndex`] |
//! | Who plays? | an [`AnyAgent`], opened from an [`AgentSpec`] |
//! | Who judges? | an [`AnyEvaluator`], opened from an [`EvalSpec`] |
//! | How is a whole game played? | [`AnyGame::play_game`] by [`GameRules`] |
//! | What may an agent do? | [`Permission`], asked when it is opened |
//! | How is a game written as text opened? | a [`GameCompiler`], whose [`problem`]s have places |
//! | Where do networks, other programs and guests come from? | [`Resources`] |

mod agent;
mod agent_kind;
mod boards;
mod build;
mod encoder;
mod erased;
mod error;
mod evaluator;
mod expression;
mod family;
mod game;
mod game_compiler;
mod game_loop;
mod guest;
mod move_index;
mod network;
mod permission;
mod position;
mod program_agent;
mod q_values;
mod resources;
mod spec;

pub use agent::{AnyAgent, OnLines};
pub use agent_kind::{AGENTS, AgentKind, evaluator_of, named_evaluator};
pub use boards::{BoardEnding, Boards};
pub use encoder::{AnyActions, AnyPlays, Encoder};
pub use erased::Erased;
pub use error::AgentError;
pub use evaluator::AnyEvaluator;
pub use family::{FamilyEntry, open_family};
pub use game::AnyGame;
pub use game_compiler::{Draft, GameCompiler, GameList, Outline, StartBoard, StartPiece, Unused};
pub use game_loop::{Copying, GameEnd, GameRules, PROVED, PlayedGame, Players, TOO_LONG, value_of};
pub use guest::{GuestAgent, GuestEvaluator, MOST_GUEST_VALUE, check_guest_name};
pub use move_index::MoveIndex;
pub use network::KnownNetwork;
pub use permission::{
    Folder, MayStartPrograms, MayUseFiles, Permission, Refusal, SERVER_MEGABYTES, TERMINAL_MEGABYTES,
};
pub use position::AnyPosition;
pub use program_agent::ProgramAgent;
pub use resources::{NoResources, Resources};
pub use spec::{
    AgentSpec, AlphaBetaSpec, Dialect, EVALUATORS, EvalKind, EvalSpec, MctsSpec, POLICIES, PolicySpec,
    ProgramSpec,
};
pub use zermelo_problem as problem;
