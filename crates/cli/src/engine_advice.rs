//! What engines remark, told to the person at the terminal as soon as it is known.

use std::collections::HashSet;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};

use zermelo_catalog::ugi::listen_to_engines;

use crate::reply::warn;

/// Listens from now on. A match has an engine for every thread: what they have in common is told once.
pub fn listen() {
    listen_to_engines(tell);
}

/// Remarks that were told, by command and text. Each engine makes few.
static TOLD: Mutex<Option<HashSet<(String, String)>>> = Mutex::new(None);

/// Many engines may still have much to say together.
const MOST_TOLD: usize = 100;

fn tell(command: &str, remark: &str) {
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let told = told.get_or_insert_default();
    if told.len() >= MOST_TOLD || !told.insert((command.to_owned(), remark.to_owned())) {
        return;
    }
    // A bar that shows how far a match is gives way, and is drawn again below.
    let clear = if stderr().is_terminal() { "\r\x1b[K" } else { "" };
    warn(&format!("{clear}engine {command}: {remark}"));
}
