//! Tables of tic-tac-toe against reference values from outside and against slow twins: arrays, loops and
//! recursion over every single game. One program, so that it is linked once.

mod base_cases;
mod facts;
mod fitness;
mod fraction;
mod losses;
mod opponents;
mod player;
mod reference;
mod twin;
