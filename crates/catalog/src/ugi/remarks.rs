//! What people should hear of an engine beside its moves: that it may play on another board, what it complains about, and why
//! it lost a game.
//!
//! An engine may say anything, as often as it likes: each remark is told once, they are few and short, and nothing in them can
//! move a cursor or turn the direction of a line.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::split_word;

/// An engine makes no more remarks than this.
const MOST_REMARKS: usize = 8;
/// So many of its last complaints are told with a forfeit.
const MOST_LAST: usize = 3;
/// Longer complaints are cut.
const MOST_CHARS: usize = 200;

/// Is told the command of an engine and a remark, when it is made.
type Listener = fn(&str, &str);

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// Lets somebody hear what engines remark, as soon as they do: for a program whose user sits at a terminal. Only the first
/// listener counts.
pub fn listen_to_engines(listener: Listener) {
    let _ = LISTENER.set(listener);
}

/// The remarks of one engine, shared with the readers of its output.
#[derive(Clone, Debug)]
pub(crate) struct Remarks(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    command: String,
    is_told: bool,
    /// All that were made.
    all: Vec<String>,
    /// How many of them have been taken.
    n_taken: usize,
    last_complaints: VecDeque<String>,
}

impl Remarks {
    /// None yet, of the engine with this command. Whether the listener hears them is another matter: an examination tells its
    /// findings itself.
    pub fn new(command: &str, is_told: bool) -> Remarks {
        Remarks(Arc::new(Mutex::new(Inner {
            command: plain(command, MOST_CHARS),
            is_told,
            all: Vec::new(),
            n_taken: 0,
            last_complaints: VecDeque::new(),
        })))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a remark, unless it was made before or there are too many.
    pub fn make(&self, text: &str) {
        let mut inner = self.inner();
        let text = plain(text, 4 * MOST_CHARS);
        if inner.all.len() > MOST_REMARKS || inner.all.contains(&text) {
            return;
        }
        let is_last = inner.all.len() == MOST_REMARKS;
        let text =
            if is_last { "more output was dropped; `log=FILE` records all of it".to_owned() } else { text };
        if let Some(listener) = LISTENER.get().filter(|_| inner.is_told) {
            listener(&inner.command, &text);
        }
        inner.all.push(text);
    }

    /// Hears a line of the engine: a complaint is a remark.
    pub fn hear(&self, line: &str) {
        let Some(complaint) = complaint_in(line) else { return };
        let complaint = plain(complaint, MOST_CHARS);
        self.make(&format!("it reports: {complaint}"));
        let last = &mut self.inner().last_complaints;
        if last.back() != Some(&complaint) {
            last.push_back(complaint);
        }
        if last.len() > MOST_LAST {
            last.pop_front();
        }
    }

    /// Forgets what was complained about before.
    pub fn forget_complaints(&self) {
        self.inner().last_complaints.clear();
    }

    /// Something that went wrong, and what the engine had said by then.
    pub fn with_complaints(&self, problem: &str) -> String {
        let inner = self.inner();
        if inner.last_complaints.is_empty() {
            return problem.to_owned();
        }
        let last: Vec<&str> = inner.last_complaints.iter().map(String::as_str).collect();
        format!("{problem} (it reported: {})", last.join("; "))
    }

    /// The remarks made since they were last taken.
    pub fn take(&self) -> Vec<String> {
        let mut inner = self.inner();
        let new = inner.all[inner.n_taken..].to_vec();
        inner.n_taken = inner.all.len();
        new
    }
}

/// What a line complains about: an `info string` that begins with error or warning.
fn complaint_in(line: &str) -> Option<&str> {
    let ("info", rest) = split_word(line) else { return None };
    let ("string", text) = split_word(rest) else { return None };
    let begins = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    (begins("error") || begins("warning")).then_some(text)
}

/// A text of at most so many characters, all of which only stand where they are.
fn plain(text: &str, most: usize) -> String {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}')
    };
    let mut short = String::new();
    for c in text.chars().take(most) {
        if is_harmful(c) { short.extend(c.escape_unicode()) } else { short.push(c) }
    }
    if text.chars().nth(most).is_some() {
        short.push_str("..");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_told_once_and_are_harmless() {
        let remarks = Remarks::new("x", true);
        for line in [
            "info string error: no such \u{1b}[2Jboard\u{202E}",
            "info string error: no such \u{1b}[2Jboard\u{202E}",
            "info string all is well",
            "info depth 3 string error",
            "info  string  Warning slow",
            "error",
            "bestmove error",
        ] {
            remarks.hear(line);
        }
        let first = "error: no such \\u{1b}[2Jboard\\u{202e}";
        assert_eq!(remarks.take(), [format!("it reports: {first}"), "it reports: Warning slow".to_owned()]);
        assert_eq!(remarks.with_complaints("lost"), format!("lost (it reported: {first}; Warning slow)"));
        remarks.forget_complaints();
        assert_eq!((remarks.with_complaints("lost"), remarks.take()), ("lost".to_owned(), Vec::new()));
    }

    #[test]
    fn what_an_engine_says_is_kept_within_bounds() {
        let remarks = Remarks::new("x", false);
        for index in 0..10_000 {
            remarks.hear(&format!("info string error {index} {}", "long ".repeat(10_000)));
        }
        let all = remarks.take();
        assert_eq!(all.len(), MOST_REMARKS + 1);
        assert!(
            all.iter().all(|remark| remark.len() < MOST_CHARS + 20) && all[MOST_REMARKS].contains("more")
        );
        assert!(remarks.with_complaints("").len() < (MOST_LAST + 1) * (MOST_CHARS + 20));
        assert!(remarks.with_complaints("").contains("error 9999"), "the last are told");
    }
}
