//! Commands as people type them.

use std::path::Path;

pub use zermelo_experiments::begun::quoted;

/// The store, if nobody names one.
pub const DEFAULT_STORE: &str = "zermelo.db";

/// The argument that names a store, after a space; nothing for the usual one.
pub fn with_store(store: &Path) -> String {
    if store == Path::new(DEFAULT_STORE) {
        return String::new();
    }
    format!(" --store {}", quoted(&store.display().to_string()))
}

/// The command that plays against the champion of a run.
pub fn play_command(game: &str, run: &str, store: &Path) -> String {
    format!("zermelo play {} --second \"bred({run}/champion)\"{}", quoted(game), with_store(store))
}
