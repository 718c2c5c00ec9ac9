//! What the text of a game says: its rules in sentences, and clauses that random games never use.

use zermelo_catalog::{compiler, game_texts};
use zermelo_game_analysis::TextFacts;

/// Random games that look for clauses that are never used.
const N_GAMES: u64 = 300;

/// What the text of a game says; `None` for a game that is compiled into the program.
pub fn text_facts(game: &str) -> Option<TextFacts> {
    let text = game_texts::text_of(game)?;
    let parameters = game.split_once(':').map_or("", |(_, parameters)| parameters);
    let outline = compiler()?.check(&text, parameters).ok()?;
    let unused = compiler()?.unused_clauses(&text, parameters, N_GAMES, &|| true);
    let unused = unused.map(|unused| unused.clauses).unwrap_or_default();
    let line_of = |line: usize| text.lines().nth(line.wrapping_sub(1)).unwrap_or_default().trim();
    let unused = unused
        .iter()
        .map(|problem| format!("`{}` (line {})", line_of(problem.place.line), problem.place.line));
    let mut sentences = vec![format!("Board and pieces: {}.", outline.board)];
    sentences.extend(sentences_of(&outline.rules));
    Some(TextFacts { sentences, unused: unused.collect() })
}

/// The sentences of a text.
fn sentences_of(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(". ") {
        sentences.push(rest[..=end].to_owned());
        rest = rest[end + 2..].trim_start();
    }
    if !rest.is_empty() {
        sentences.push(rest.to_owned());
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_sentences() {
        assert_eq!(sentences_of("One. Two, three.  Four."), ["One.", "Two, three.", "Four."]);
        assert_eq!(sentences_of("No end"), ["No end"]);
        assert!(sentences_of("").is_empty());
    }
}
