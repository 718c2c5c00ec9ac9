//! Where in a file that stands which an error speaks of.
//!
//! What only the game or the agents can find wrong is told in sentences of their own, which know no lines. They begin with
//! the keys concerned, or quote what was written; that is looked for here.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::check::line_of;

/// The line that a problem speaks of, from 1; nothing if that cannot be told.
pub fn line_of_problem(text: &str, problem: &str) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    let mut entries = Vec::new();
    collect(table.get_ref(), &mut entries);
    let mut scope = &entries[..];
    let (mut place, mut rest) = (None, problem);
    while let Some((head, tail)) = rest.split_once(": ") {
        let (key, value) = head.split_once(" = ").map_or((head, None), |(key, value)| (key, Some(value)));
        let entry = keyed(text, scope, key, value).or_else(|| labelled(scope, head));
        let Some(entry) = entry else { break };
        (place, rest) = (Some(entry.at.clone()), tail);
        scope = &entry.within;
    }
    let told = rest.split("did you mean").next().unwrap_or(rest);
    let quoted = told.split('`').skip(1).step_by(2).find_map(|quoted| written(scope, quoted));
    Some(line_of(text, quoted.or(place)?.start))
}

/// A key with its value, or an item of a list, and what stands within it.
struct Entry {
    key: String,
    /// Its text, if it is one.
    string: Option<String>,
    /// Where the key stands.
    at: Range<usize>,
    /// Where the value stands.
    value_at: Range<usize>,
    within: Vec<Entry>,
}

fn collect(table: &DeTable, entries: &mut Vec<Entry>) {
    for (key, value) in table {
        entries.push(entry(key.get_ref(), key.span(), value));
    }
    entries.sort_by_key(|entry| entry.at.start);
}

fn entry(key: &str, at: Range<usize>, value: &Spanned<DeValue>) -> Entry {
    let mut within = Vec::new();
    match value.get_ref() {
        DeValue::Table(table) => collect(table, &mut within),
        DeValue::Array(items) => {
            within.extend(items.iter().map(|item| entry("", item.span(), item)));
        }
        _ => {}
    }
    let string = value.get_ref().as_str().map(str::to_owned);
    Entry { key: key.to_owned(), string, at, value_at: value.span(), within }
}

/// All entries and those within them, in the order of the file.
fn each<'a>(entries: &'a [Entry], see: &mut dyn FnMut(&'a Entry)) {
    for entry in entries {
        see(entry);
        each(&entry.within, see);
    }
}

/// The entry of this key, if there is no doubt which it is: the only one with this value, or the only one at all, where
/// those that stand nearest count first.
fn keyed<'a>(text: &str, scope: &'a [Entry], key: &str, value: Option<&str>) -> Option<&'a Entry> {
    let plain = |text: &str| text.replace('_', "");
    let mut all = Vec::new();
    each(scope, &mut |entry| {
        if !key.is_empty() && entry.key == key {
            all.push(entry);
        }
    });
    let has_value = |entry: &&Entry| {
        value.is_none_or(|value| text.get(entry.value_at.clone()).map(plain) == Some(plain(value)))
    };
    let mut with_value = all.iter().copied().filter(has_value);
    match (with_value.next(), with_value.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => scope.iter().find(|entry| entry.key == key && has_value(entry)),
        _ if all.len() == 1 => Some(all[0]),
        _ => None,
    }
}

/// The item of a list that is called by its name or its number: stage `breed`, agent 2.
fn labelled<'a>(scope: &'a [Entry], head: &str) -> Option<&'a Entry> {
    let (one, which) = head.split_once(' ')?;
    let list = scope.iter().find(|entry| entry.key.strip_suffix('s').unwrap_or(&entry.key) == one)?;
    let Some(name) = which.strip_prefix('`').and_then(|name| name.strip_suffix('`')) else {
        return list.within.get(which.parse::<usize>().ok()?.checked_sub(1)?);
    };
    let is_called = |item: &&Entry, name: &str| {
        item.within.iter().any(|entry| entry.key == "name" && entry.string.as_deref() == Some(name))
    };
    // A stage that runs several times has a number behind its name.
    let stem = name.rsplit_once('-').map_or(name, |(stem, _)| stem);
    let find = |name| list.within.iter().rev().find(|item| is_called(item, name));
    find(name).or_else(|| find(stem))
}

/// Where this is written: as a key or a value, the last of them, because what doubles another comes after it; or within the
/// only value that contains it.
fn written(scope: &[Entry], quoted: &str) -> Option<Range<usize>> {
    let (mut whole, mut parts) = (None, Vec::new());
    each(scope, &mut |entry| {
        if entry.key == quoted && !quoted.is_empty() {
            whole = Some(entry.at.clone());
        }
        match &entry.string {
            Some(string) if string == quoted => whole = Some(entry.value_at.clone()),
            Some(string) if !quoted.is_empty() && string.contains(quoted) => {
                parts.push(entry.value_at.clone());
            }
            _ => {}
        }
    });
    match &parts[..] {
        [only] => whole.or_else(|| Some(only.clone())),
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::line_of_problem;

    const FILE: &str = r#"kind = "tournament"
title = "Two of a kind"
game = "tictactoe"
agents = [
  { name = "deep", agent = "alphabeta(depth=6)" },
  { name = "flat", agent = "minimax(depth={centre})" },
  { name = "deep", agent = "random" },
]
[schedule]
kind = "sprt"
elo0 = 0
elo1 = 0
most-games = 1_001
[confirmation]
games = 7
[other]
games = 8
"#;

    #[test]
    fn problems_are_found_where_they_are_written() {
        let cases = [
            ("most-games = 1001: expected an even number", Some(13)),
            ("schedule: elo1 = 0: expected more than elo0", Some(12)),
            ("confirmation: games = 7: expected an even number", Some(15)),
            ("games = 8: expected something else", Some(17)),
            ("games = 9: either may be meant", None),
            ("two agents are called `deep`: give each its own name", Some(7)),
            ("agent `alphabeta(depth=6)`: there is no parameter `depth` here", Some(5)),
            ("no gene is called `centre`; did you mean `deep`?", Some(6)),
            ("agent `flat`: it cannot be opened", Some(6)),
            ("agent `deep`: the last of this name", Some(7)),
            ("agent `deep-2`: one of several", Some(7)),
            ("agent 1: `random` stands elsewhere", Some(5)),
            ("nothing here is quoted; did you mean `deep`?", None),
            ("schedule: the bounds are the same", Some(9)),
            ("the number of games of the whole schedule = 9: expected 0 to 1", None),
        ];
        for (problem, line) in cases {
            assert_eq!(line_of_problem(FILE, problem), line, "{problem}");
        }
        assert_eq!(line_of_problem("this is no TOML", "games = 1: expected 2"), None);
    }
}
