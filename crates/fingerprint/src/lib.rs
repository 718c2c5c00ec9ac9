//! The version of the program.
//!
//! Only the programs at the top read it and hand it down: a changed source changes this crate, and whatever depended on it
//! would be compiled again.

/// The package's version, and a fingerprint of the sources that decide results: what runs remember.
pub const CODE_VERSION: &str = env!("ZERMELO_CODE_VERSION");

/// The same with everything else that can change a result: the machine's kind, whether it fuses multiplication and addition, and
/// the compiler. Machines whose programs share it compute the same.
pub const MACHINE_VERSION: &str = env!("ZERMELO_MACHINE_VERSION");
