//! The language in which games are written as text, as far as it is words: a text becomes [`tokens`], then by its [`syntax`] a
//! [`tree`] with places, and whatever is wrong becomes problems ([`zermelo_problem`]). What the words mean is the compiler's business
//! (`crates/games/described`).

pub mod syntax;
pub mod tokens;
pub mod tree;

pub(crate) use zermelo_problem as problem;
