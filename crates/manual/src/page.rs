//! A page: its text, and its sections by their headings.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::plain;

/// A page of the manual.
#[derive(Clone, Debug)]
pub struct Page {
    /// Where it is, without `.md`: `tutorials/designer`.
    pub path: String,
    /// Its first heading.
    pub title: String,
    /// Its Markdown.
    pub text: String,
    /// Its sections, in order. The first is what stands below the title.
    pub sections: Vec<Section>,
}

/// A heading and what stands below it, up to the next heading of any level.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its name in addresses: `winners-curse`. Empty for the title of the page.
    pub anchor: String,
    /// 1 for the title of the page, 2 for its sections, and so on.
    pub level: u8,
    /// What stands there, as plain text: a paragraph, an item of a list, a row of a table or a line of code each.
    pub lines: Vec<String>,
    /// Where it begins in the page's text.
    start: usize,
}

/// What of Markdown is known.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES;

impl Page {
    /// Reads a page.
    pub(crate) fn read(path: String, text: String) -> Page {
        let mut sections: Vec<Section> = Vec::new();
        let mut anchors = Anchors::default();
        let mut heading: Option<(u8, usize, String)> = None;
        for (event, place) in Parser::new_ext(&text, OPTIONS).into_offset_iter() {
            match (event, &mut heading) {
                (Event::Start(Tag::Heading { level, .. }), _) => {
                    heading = Some((level as u8, place.start, String::new()));
                }
                (Event::Text(part) | Event::Code(part), Some((_, _, title))) => title.push_str(&part),
                (Event::End(TagEnd::Heading(_)), Some(_)) => {
                    let (level, start, title) = heading.take().unwrap_or_default();
                    let anchor = if sections.is_empty() { String::new() } else { anchors.of(&title) };
                    sections.push(Section { title, anchor, level, lines: Vec::new(), start });
                }
                _ => {}
            }
        }
        let title = sections.first().map_or_else(|| path.clone(), |first| first.title.clone());
        let mut page = Page { path, title, text, sections };
        for index in 0..page.sections.len() {
            let lines = plain::lines(&page.text[page.own_range(index)]);
            page.sections[index].lines = lines;
        }
        page
    }

    /// The section with this anchor.
    pub fn section(&self, anchor: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.anchor == anchor)
    }

    /// The Markdown of a section and of those within it; of the whole page without an anchor.
    pub fn text_of(&self, anchor: &str) -> &str {
        let Some(index) = self.sections.iter().position(|section| section.anchor == anchor) else {
            return &self.text;
        };
        let first = &self.sections[index];
        let next = self.sections[index + 1..].iter().find(|other| other.level <= first.level);
        &self.text[first.start..next.map_or(self.text.len(), |next| next.start)]
    }

    /// Where a section stands, without those within it.
    fn own_range(&self, index: usize) -> Range<usize> {
        let end = self.sections.get(index + 1).map_or(self.text.len(), |next| next.start);
        self.sections[index].start..end
    }
}

/// Names of headings in addresses, each once in a page.
#[derive(Default)]
pub(crate) struct Anchors {
    n_seen: HashMap<String, usize>,
}

impl Anchors {
    /// The anchor of the next heading, as forges make it: the second `Notes` is `notes-1`.
    pub(crate) fn of(&mut self, title: &str) -> String {
        let plain = slug(title);
        let n_seen = self.n_seen.entry(plain.clone()).or_default();
        *n_seen += 1;
        if *n_seen == 1 { plain } else { format!("{plain}-{}", *n_seen - 1) }
    }
}

/// A heading as the name of a place: lower case, with hyphens for spaces and without other signs.
pub(crate) fn slug(title: &str) -> String {
    let lower = title.trim().to_lowercase();
    let kept = lower.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
