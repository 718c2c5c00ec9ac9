//! Operators against hand-worked cases and slow twins, methods against known optima. One program, so that it
//! is linked once.

mod breeding;
mod chance;
mod cma_es;
mod eigen;
mod genomes;
mod landscapes;
mod map_elites;
mod methods;
mod operators;
mod racing;
mod selection;
