//! Operators against hand-worked cases and slow twins. One program, so that it
//! is linked once.

mod breeding;
mod chance;
mod cma_es;
mod eigen;
mod genomes;
mod landscapes;
mod operators;
mod selection;
