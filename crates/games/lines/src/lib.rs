//! Games of lines: [`mnk`] (stones on any cell) and [`mod@drop`] (stones that fall).

pub mod drop;
pub mod mnk;
