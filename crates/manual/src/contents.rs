//! The table of contents, as mdBook has it: `SUMMARY.md` with headings for parts and a list of links for each.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

/// The page that is the table of contents.
pub(crate) const SUMMARY: &str = "SUMMARY";

/// A part of the manual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called; empty for pages before the first part.
    pub title: String,
    /// Its pages.
    pub entries: Vec<Entry>,
}

/// A page in the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is called there.
    pub title: String,
    /// Its path, without `.md`.
    pub path: String,
}

/// Reads the table of contents. Its first heading is its own title.
pub(crate) fn read(text: &str) -> Vec<Part> {
    let mut parts = vec![Part { title: String::new(), entries: Vec::new() }];
    let mut title = String::new();
    let mut path = None;
    let mut n_headings = 0;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => title.clear(),
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                n_headings += 1;
                if n_headings > 1 {
                    parts.push(Part { title: std::mem::take(&mut title), entries: Vec::new() });
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                title.clear();
                path = dest_url.strip_suffix(".md").map(str::to_owned);
            }
            Event::End(TagEnd::Link) => {
                if let (Some(path), Some(part)) = (path.take(), parts.last_mut()) {
                    part.entries.push(Entry { title: std::mem::take(&mut title), path });
                }
            }
            Event::Text(text) | Event::Code(text) => title.push_str(&text),
            _ => {}
        }
    }
    parts
}
