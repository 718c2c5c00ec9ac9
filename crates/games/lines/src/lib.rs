//! Games of lines: [`mnk`] (stones on any cell) and [`mod@drop`] (stones that fall), and [`tictactoe`], the tables of the
//! tic-tac-toe study, which play one of the former.

pub mod drop;
pub mod mnk;
pub mod tictactoe;
