//! How commands answer: for people, or for machines.

/// How to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// For people.
    Text,
    /// One JSON document.
    Json,
    /// Lines of JSON while a run goes on, the result the last of them.
    JsonEvents,
}

impl Output {
    /// Whether machines read it.
    pub fn is_json(self) -> bool {
        self != Output::Text
    }
}
