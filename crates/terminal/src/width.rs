//! How wide lines may be. This is the one place that decides it; commands ask here.
//!
//! `COLUMNS` comes first, then the terminal. What goes to a file or a pipe has lines of a fixed width, so that the same
//! command writes the same bytes on every screen.

use std::io;

use terminal_size::{Width, terminal_size_of};

/// The width of what goes to a file or a pipe.
const NO_TERMINAL: usize = 110;

/// The least width. On a narrower terminal lines are longer than it is.
const LEAST: usize = 40;

/// The width of lines on standard output.
pub fn of_output() -> usize {
    known_of_output().unwrap_or(NO_TERMINAL).max(LEAST)
}

/// The width of standard output; `None` if that is no terminal, and nobody says.
pub fn known_of_output() -> Option<usize> {
    decide(told(), || terminal_size_of(io::stdout()).map(|(Width(width), _)| width))
}

/// The width of standard error; `None` if that is no terminal, and nobody says.
pub fn of_errors() -> Option<usize> {
    decide(told(), || terminal_size_of(io::stderr()).map(|(Width(width), _)| width))
}

/// The width that the environment names.
fn told() -> Option<u16> {
    std::env::var("COLUMNS").ok()?.trim().parse().ok()
}

/// What is told comes first. Some terminals say that they have no width at all: that is no answer.
fn decide(told: Option<u16>, terminal: impl FnOnce() -> Option<u16>) -> Option<usize> {
    let is_some = |width: &u16| *width > 0;
    told.filter(is_some).or_else(|| terminal().filter(is_some)).map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_comes_before_the_terminal() {
        assert_eq!(decide(Some(60), || Some(80)), Some(60));
        assert_eq!(decide(None, || Some(80)), Some(80));
        assert_eq!(decide(Some(0), || Some(80)), Some(80));
        assert_eq!(decide(None, || Some(0)), None);
        assert_eq!(decide(None, || None), None);
    }
}
