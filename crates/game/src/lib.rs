//! The vocabulary every other crate speaks: what a position is, what a game is, how it is written and drawn.
//!
//! Two small traits carry it. [`Position`] is the hot path: a few methods that search and play-outs call
//! millions of times a second, so everything that walks a game tree is generic over it. [`Game`] is the
//! edge: sizes, names, notation and pictures, called once a move. A [`Family`] turns the text of a game id
//! (`milestone:side=3`) into a `Game`. Nothing here does I/O, reads a clock, starts a thread or keeps global
//! state, so the same code serves a terminal, a server and a web browser.

pub mod actions;
pub mod agent;
pub mod arrangement;
pub mod family;
pub mod game;
pub mod grid;
pub mod heuristic;
pub mod hints;
pub mod inputs;
pub mod notation;
pub mod outcome;
pub mod parameters;
pub mod perft;
pub mod player;
pub mod policy;
pub mod position;
pub mod score;
pub mod scratch;
pub mod stream;
pub mod symmetry;
pub mod verdict;
pub mod view;
pub mod zobrist;

pub use actions::Actions;
pub use agent::{Agent, Budget, Choice, Clock, Evaluator, Forfeit, Stop};
pub use arrangement::{Arrangement, Swatch};
pub use family::{About, Family, GameVisitor, Parameter, Preset};
pub use game::Game;
pub use heuristic::{EvaluatorInfo, FeatureInfo, Opened, Weights};
pub use hints::{Hints, MOVE_SLOTS};
pub use inputs::{Inputs, Plane};
pub use notation::{MoveError, PositionError};
pub use outcome::Outcome;
pub use parameters::{ParameterError, Parameters};
pub use player::Player;
pub use policy::{OpenedPolicy, Policy, PolicyInfo};
pub use position::Position;
pub use score::{Proof, Score};
pub use scratch::Scratch;
pub use stream::{Stream, stream};
pub use symmetry::Symmetry;
pub use verdict::Verdict;
pub use view::{Cell, Ending, LastMove, Line, MoveView, Piece, Tint, Tray, View};
