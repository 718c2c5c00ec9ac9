//! A page or a section by what a person calls it.

use crate::page::slug;
use crate::{Manual, Page, Section};

/// What was found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The page.
    pub page: &'a Page,
    /// The section; `None` for the whole page.
    pub section: Option<&'a Section>,
}

/// Nothing is called so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// Names that are spelled nearly alike, the nearest first; perhaps none.
    pub nearest: Vec<String>,
}

/// From this likeness of names on, one is meant by the other.
const SAME: f64 = 0.93;
/// From this likeness on, it is worth asking.
const ALIKE: f64 = 0.75;
/// So many names are offered.
const MOST_OFFERED: usize = 3;

/// A name that something has.
struct Name<'a> {
    name: String,
    found: Found<'a>,
}

impl Manual {
    /// The page or section that a person means: by its path, the last part of it, or its title; then by words of its title; then
    /// by the nearest spelling.
    pub fn find(&self, topic: &str) -> Result<Found<'_>, NotFound> {
        let wanted = slug(topic.trim().trim_end_matches(".md").replace(['/', '#'], " ").as_str());
        let (path, anchor) = topic.trim().split_once('#').unwrap_or((topic.trim(), ""));
        if let Some(page) = self.page(path.trim_end_matches(".md")) {
            let section = page.section(anchor).filter(|_| !anchor.is_empty());
            if section.is_some() || anchor.is_empty() {
                return Ok(Found { page, section });
            }
        }
        let names = self.names();
        if let Some(exact) = names.iter().find(|name| name.name == wanted) {
            return Ok(exact.found);
        }
        let words: Vec<&str> = wanted.split('-').filter(|word| !word.is_empty()).collect();
        // The more of its name was said, the better. Of equals, the first is taken.
        let mut best: Option<(f64, Found)> = None;
        for name in &names {
            let parts: Vec<&str> = name.name.split('-').filter(|part| !part.is_empty()).collect();
            let has = |word: &&str| parts.iter().any(|part| part.starts_with(*word));
            if words.is_empty() || !words.iter().all(has) {
                continue;
            }
            let n_whole = words.iter().filter(|word| parts.contains(word)).count();
            let share = (words.len() + n_whole) as f64 / (2 * parts.len()) as f64;
            if best.as_ref().is_none_or(|(other, _)| share > *other) {
                best = Some((share, name.found));
            }
        }
        if let Some((_, found)) = best {
            return Ok(found);
        }
        let mut alike: Vec<(f64, &Name)> =
            names.iter().map(|name| (strsim::jaro_winkler(&name.name, &wanted), name)).collect();
        alike.sort_by(|a, b| b.0.total_cmp(&a.0));
        match alike.first() {
            Some((likeness, name)) if *likeness >= SAME => Ok(name.found),
            _ => {
                let near = alike.iter().filter(|(likeness, _)| *likeness >= ALIKE);
                let mut nearest: Vec<String> = Vec::new();
                for (_, name) in near {
                    if !nearest.contains(&name.name) && nearest.len() < MOST_OFFERED {
                        nearest.push(name.name.clone());
                    }
                }
                Err(NotFound { nearest })
            }
        }
    }

    /// All names: pages by path, by its last part and by title, then headings.
    fn names(&self) -> Vec<Name<'_>> {
        let mut names = Vec::new();
        for page in &self.pages {
            let found = Found { page, section: None };
            let last = page.path.rsplit('/').next().unwrap_or_default();
            for name in [page.path.replace('/', "-"), last.to_owned(), slug(&page.title)] {
                names.push(Name { name, found });
            }
        }
        for page in &self.pages {
            for section in page.sections.iter().filter(|section| !section.anchor.is_empty()) {
                let found = Found { page, section: Some(section) };
                names.push(Name { name: slug(&section.title), found });
            }
        }
        names
    }
}
