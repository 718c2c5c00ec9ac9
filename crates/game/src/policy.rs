//! How playouts are played: something that draws a move quickly, better than blindly if it can.

use std::sync::Arc;

use crate::{ParameterError, Position, Stream};

/// A chooser of moves for playouts. It is asked once a ply, so it must be quick rather than clever.
pub trait Policy<P: Position>: Send + Sync {
    /// One of the legal moves; `None` once the game is over. All chance comes from the stream.
    fn choose(&self, pos: &P, chance: &mut Stream) -> Option<P::Move>;
}

/// A policy that can be named.
#[derive(Clone, Copy, Debug)]
pub struct PolicyInfo {
    /// How it is written, with its parameters' defaults: `greedy(eval=default, noise=0.1)`.
    pub form: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
}

/// A policy that was asked for by name, or what is wrong with its parameters.
pub type OpenedPolicy<P> = Result<Arc<dyn Policy<P>>, ParameterError>;

impl PolicyInfo {
    /// The name without the parameters.
    pub fn name(&self) -> &'static str {
        self.form.split('(').next().unwrap_or(self.form)
    }
}
