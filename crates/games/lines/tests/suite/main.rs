//! Tests of the games of lines.

mod threats;
