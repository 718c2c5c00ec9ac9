//! Which words may stand at a place of a text that is being written. The compiler itself is asked: a word that means nothing is put
//! there, and the problem that it reports lists the words that do. So the list is never another than what the language reads.

use crate::problem::{Place, Problem};
use crate::tree::Tree;
use crate::{compile, syntax};

/// No word of the language, and no name that anybody gives.
const PROBE: &str = "zqzqzq";

/// Clauses whose second word is a name that the text gives.
const NAMING: [&str; 6] = ["game", "players", "size", "option", "zone", "piece"];

/// The words that may stand at a place. The place is the cursor's; a word that ends there is taken to be unfinished.
pub fn words_at(text: &str, place: Place) -> Vec<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let Some(index) = place.line.checked_sub(1).filter(|&index| index <= lines.len()) else {
        return Vec::new();
    };
    let line = lines.get(index).copied().unwrap_or_default();
    let cursor = line.char_indices().nth(place.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let (before, after) = line.split_at(cursor);
    if before.contains('#') {
        return Vec::new();
    }
    let kept = before.trim_end_matches(is_of_word);
    let column = kept.chars().count() + 1;
    if index == lines.len() {
        lines.push("");
    }
    let ask = |line: &str, is_whole: bool| {
        let probed: Vec<&str> =
            lines.iter().enumerate().map(|(at, &other)| if at == index { line } else { other }).collect();
        let probed = probed.join("\n");
        let (tree, problems) = syntax::read(&probed);
        let found = expected_at(&problems, place.line, column);
        if found.is_some() || !is_whole {
            return (found, tree);
        }
        (expected_at(&compile(&probed).err().unwrap_or_default(), place.line, column), tree)
    };
    // What follows the cursor is left out at first: it may belong to what is about to be written.
    let (found, _) = ask(&format!("{kept}{PROBE}"), false);
    if let Some(words) = found.filter(|words| !words.is_empty()) {
        return words;
    }
    let (found, tree) = ask(&format!("{kept}{PROBE}{after}"), true);
    if let Some(words) = found {
        return words;
    }
    let is_naming = NAMING.contains(&before.split_whitespace().next().unwrap_or_default());
    if is_naming || kept.trim().is_empty() { Vec::new() } else { names_of(&tree) }
}

/// The words that a problem at this place expects; `None` if there is no problem about it.
fn expected_at(problems: &[Problem], line: usize, column: usize) -> Option<Vec<String>> {
    let is_there = |problem: &&Problem| {
        let Place { line: own, column: begin, length } = problem.place;
        own == line && begin <= column && column < begin + length.max(1)
    };
    let mut there = problems.iter().filter(is_there).peekable();
    there.peek()?;
    let mut words: Vec<String> = Vec::new();
    for word in there.flat_map(|problem| &problem.expected) {
        // `NUMBER` stands for numbers, and signs are typed quickly enough.
        let is_word = word.chars().all(|c| is_of_word(c) || c == ' ') && *word != word.to_uppercase();
        if is_word && !words.contains(word) {
            words.push(word.clone());
        }
    }
    Some(words)
}

/// The names that the text gives to pieces, zones and players: where the language takes any name, one of these is meant.
fn names_of(tree: &Tree) -> Vec<String> {
    let pieces = tree.pieces.iter().map(|piece| &piece.name);
    let zones = tree.zones.iter().map(|(name, _)| name);
    let names = pieces.chain(zones).chain(tree.players.iter().flatten());
    names.map(|name| name.text.clone()).filter(|name| name != PROBE).collect()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_' || c == '\''
}
