//! The tests of this crate from outside, in one program: linking one takes seconds, linking one a file takes minutes.

mod clocks;
mod dispatcher;
mod engines;
mod fuzzed_work;
mod guests;
mod idle_share;
mod lossy_post;
mod matches;
mod memory_post;
mod positions;
mod thousand_workers;
mod work;
