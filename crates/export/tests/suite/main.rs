//! The tests of this crate from outside, in one program.

#[path = "../../../experiments/tests/suite/common.rs"]
mod common;
mod learning;
