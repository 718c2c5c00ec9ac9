//! The manual, built into the program: the pages of `docs/manual`, and those beside it that they refer to.
//!
//! A page is Markdown and nothing else. It is read once; the terminal and the web application show what is read here, so that both
//! have the same pages, headings, links and search.

mod contents;
mod find;
pub mod html;
mod link;
mod page;
mod plain;
mod search;
pub mod terminal;

use std::sync::OnceLock;

use rust_embed::Embed;

pub use contents::{Entry, Part};
pub use find::{Found, NotFound};
pub use link::Target;
pub use page::{Page, Section};
pub use search::Hit;

#[derive(Embed)]
#[folder = "../../docs/manual"]
struct Pages;

#[derive(Embed)]
#[folder = "../../docs/findings"]
struct Findings;

/// Pages beside the manual.
const BESIDE: [(&str, &str); 3] = [
    ("limits", include_str!("../../../docs/limits.md")),
    ("networks", include_str!("../../../docs/networks.md")),
    ("security", include_str!("../../../docs/security.md")),
];

/// All pages.
pub struct Manual {
    contents: Vec<Part>,
    /// In the order of the table of contents; what it does not list comes last.
    pages: Vec<Page>,
}

impl Manual {
    /// The manual of this program.
    pub fn get() -> &'static Manual {
        static MANUAL: OnceLock<Manual> = OnceLock::new();
        MANUAL.get_or_init(|| {
            let text = |data: &[u8]| String::from_utf8_lossy(data).into_owned();
            let named = |name: &str| name.strip_suffix(".md").map(str::to_owned);
            let own = Pages::iter().filter_map(|name| Some((named(&name)?, text(&Pages::get(&name)?.data))));
            let findings = Findings::iter().filter_map(|name| {
                Some((format!("findings/{}", named(&name)?), text(&Findings::get(&name)?.data)))
            });
            let beside = BESIDE.map(|(path, text)| (path.to_owned(), text.to_owned()));
            let mut manual = Manual::of(own.chain(findings).chain(beside));
            manual.list_the_rest("Beside the manual");
            manual
        })
    }

    /// A manual of pages, each a path without `.md` and a text. The page `SUMMARY` is the table of contents.
    pub fn of(pages: impl IntoIterator<Item = (String, String)>) -> Manual {
        let (summary, pages): (Vec<_>, Vec<_>) =
            pages.into_iter().partition(|(path, _)| path == contents::SUMMARY);
        let mut pages: Vec<Page> = pages.into_iter().map(|(path, text)| Page::read(path, text)).collect();
        let mut contents = summary.first().map_or_else(Vec::new, |(_, text)| contents::read(text));
        let order: Vec<String> =
            contents.iter().flat_map(|part| &part.entries).map(|entry| entry.path.clone()).collect();
        let place = |path: &str| order.iter().position(|other| other == path).unwrap_or(usize::MAX);
        pages.sort_by(|a, b| place(&a.path).cmp(&place(&b.path)).then_with(|| a.path.cmp(&b.path)));
        // What is listed and is not there cannot be shown.
        for part in &mut contents {
            part.entries.retain(|entry| pages.iter().any(|page| page.path == entry.path));
        }
        contents.retain(|part| !part.entries.is_empty());
        Manual { contents, pages }
    }

    /// Adds a part with the pages that the table of contents does not list.
    fn list_the_rest(&mut self, title: &str) {
        let is_listed =
            |path: &str| self.contents.iter().flat_map(|part| &part.entries).any(|entry| entry.path == path);
        let rest = self.pages.iter().filter(|page| !is_listed(&page.path));
        let entries: Vec<Entry> =
            rest.map(|page| Entry { title: page.title.clone(), path: page.path.clone() }).collect();
        if !entries.is_empty() {
            self.contents.push(Part { title: title.to_owned(), entries });
        }
    }

    /// The table of contents.
    pub fn contents(&self) -> &[Part] {
        &self.contents
    }

    /// All pages, also those that the table of contents does not list.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The page at a path, such as `tutorials/designer`.
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.path == path)
    }
}

#[cfg(test)]
mod tests;
