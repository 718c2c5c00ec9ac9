//! The version of the program.
//!
//! Only the programs at the top read it and hand it down: a changed source changes this crate, and whatever depended on it
//! would be compiled again.

/// The package's version, and a fingerprint of the sources that decide results: what runs remember.
pub const CODE_VERSION: &str = env!("ZERMELO_CODE_VERSION");
