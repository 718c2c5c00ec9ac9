//! The laboratory: every game by name, and whole jobs to run on any of them.
//!
//! Here, and only here, all games are named. A game's type ends at this border: above it there are a
//! [`Catalog`](catalog) of ids, an [`OpenGame`] and a [`Session`], each call of which is a whole job (a move
//! played, a tree counted), so that one virtual call buys millions of monomorphic ones.

pub mod bred;
pub mod confirmation;
mod desk;
pub mod evolution;
pub mod experiment;
pub mod export;
mod form;
mod limits;
mod needs;
pub mod people;
pub mod portrait;
pub mod q_learning;
pub mod record;
pub mod series;
pub mod study;
pub mod tables;
pub mod tournament;
pub mod training;

pub use record::Record;
