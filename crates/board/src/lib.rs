//! What the boards of several games share.
//!
//! `bits` are sets of cells, `squeeze` writes them as network inputs, `in_a_row` knows stones and lines, `windows` counts
//! the places where a line is still possible.

pub mod bits;
pub mod in_a_row;
pub mod squeeze;
pub mod windows;
