//! The version of the program, as the program says it: what `--version` prints and runs remember.
//!
//! It changes with every source that decides results. If this crate read it by itself, any such change would compile this
//! crate again.

use std::sync::OnceLock;

static CODE_VERSION: OnceLock<&'static str> = OnceLock::new();
static MACHINE_VERSION: OnceLock<&'static str> = OnceLock::new();

/// Says which version this is, once, before anything asks.
pub fn set_versions(code_version: &'static str, machine_version: &'static str) {
    CODE_VERSION.get_or_init(|| code_version);
    MACHINE_VERSION.get_or_init(|| machine_version);
}

/// The same with everything else that can change a result: what the workers of a fleet must share.
pub fn machine_version() -> &'static str {
    MACHINE_VERSION.get().copied().unwrap_or("unknown")
}

/// The version of the program.
pub fn code_version() -> &'static str {
    CODE_VERSION.get().copied().unwrap_or("unknown")
}
