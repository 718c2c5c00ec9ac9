//! The language in which games are written as text, as far as it is words: a text becomes [`tokens`], then by its [`syntax`] a
//! [`tree`] with places, and whatever is wrong becomes [`problem`]s. What the words mean is the compiler's business
//! (`crates/games/described`).

pub mod problem;
pub mod syntax;
pub mod tokens;
pub mod tree;
