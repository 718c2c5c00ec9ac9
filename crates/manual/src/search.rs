//! Sections that contain words.

use crate::{Manual, Page, Section};

/// A section that contains all words.
#[derive(Clone, Debug)]
pub struct Hit<'a> {
    /// The page.
    pub page: &'a Page,
    /// The section.
    pub section: &'a Section,
    /// Lines of it in which words occur; long ones are cut around the first.
    pub lines: Vec<String>,
}

/// So many lines of a section are shown.
const MOST_LINES: usize = 3;
/// Lines are not longer than this.
const MOST_CHARACTERS: usize = 160;
/// More words than these are passed over.
const MOST_WORDS: usize = 12;

impl Manual {
    /// The sections that contain all words, in their heading or below it. Those that have them in the heading come first; otherwise the
    /// order is that of the manual.
    pub fn search(&self, query: &str) -> Vec<Hit<'_>> {
        let words: Vec<String> = query.split_whitespace().take(MOST_WORDS).map(folded).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut hits: Vec<(usize, Hit)> = Vec::new();
        for page in &self.pages {
            for section in &page.sections {
                let title = folded(&section.title);
                let lines: Vec<String> = section.lines.iter().map(|line| folded(line)).collect();
                let has =
                    |word: &String| title.contains(word) || lines.iter().any(|line| line.contains(word));
                if !words.iter().all(has) {
                    continue;
                }
                let n_in_title = words.iter().filter(|word| title.contains(*word)).count();
                let n_words = |at: &usize| words.iter().filter(|word| lines[*at].contains(*word)).count();
                let mut places: Vec<usize> = (0..lines.len()).filter(|at| n_words(at) > 0).collect();
                // Lines with more of the words say more.
                places.sort_by_key(|at| std::cmp::Reverse(n_words(at)));
                places.truncate(MOST_LINES);
                places.sort_unstable();
                let shown = places.into_iter().map(|at| cut(&section.lines[at], &words)).collect();
                hits.push((n_in_title, Hit { page, section, lines: shown }));
            }
        }
        // Of headings with the words, the shortest says the least besides.
        let length =
            |(n_in_title, hit): &(usize, Hit)| if *n_in_title > 0 { hit.section.title.len() } else { 0 };
        hits.sort_by_key(|hit| (std::cmp::Reverse(hit.0), length(hit)));
        hits.into_iter().map(|(_, hit)| hit).collect()
    }
}

/// Text in small letters, as many as before.
fn folded(text: &str) -> String {
    text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect()
}

/// A line that is not too long and has the first of the words in it.
fn cut(line: &str, words: &[String]) -> String {
    let n_characters = line.chars().count();
    if n_characters <= MOST_CHARACTERS {
        return line.to_owned();
    }
    let lower = folded(line);
    let at = words.iter().filter_map(|word| lower.find(word.as_str())).min().unwrap_or(0);
    let before = lower[..at].chars().count();
    let start = before.saturating_sub(MOST_CHARACTERS / 3).min(n_characters - MOST_CHARACTERS);
    let shown: String = line.chars().skip(start).take(MOST_CHARACTERS).collect();
    let (head, tail) =
        (if start > 0 { "… " } else { "" }, if start + MOST_CHARACTERS < n_characters { " …" } else { "" });
    format!("{head}{}{tail}", shown.trim())
}
