//! Operators against hand-worked cases and slow twins. One program, so that it
//! is linked once.

mod breeding;
mod chance;
mod genomes;
mod operators;
mod selection;
