//! Sentences in lines that fit.

use crate::width;

/// A sentence in lines as wide as the output, the later ones indented.
pub fn wrapped(sentence: &str) -> String {
    filled("", sentence, 2, width::of_output())
}

/// A label with a text beside it, in lines as wide as the output. What does not fit stands below the text.
pub fn entry(label: &str, text: &str) -> String {
    filled(label, text, label.chars().count(), width::of_output())
}

/// An error in lines of this width. Commands and quoted lines stay as they are.
pub fn error(message: &str, width: usize) -> String {
    let lines = message.lines().map(|line| {
        let indent = line.len() - line.trim_start().len();
        // Commands, and quoted lines of a file with the marks below them.
        let behind = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        if line.trim_start().starts_with("zermelo ") || indent > 0 && behind.trim_start().starts_with('|') {
            return format!("{line}\n");
        }
        filled(&line[..indent], line.trim_start(), indent + 2, width)
    });
    lines.collect::<String>().trim_end().to_owned()
}

/// A text behind a label, word by word, in lines of at most this width; all but the first are indented. A word that is
/// longer than a line has one of its own.
pub fn filled(label: &str, text: &str, indent: usize, width: usize) -> String {
    let mut filled = label.to_owned();
    let mut column = label.chars().count();
    let mut is_first = true;
    for word in words(text) {
        let n_characters = word.chars().count();
        if !is_first && column + 1 + n_characters > width {
            filled.push('\n');
            filled.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if !is_first {
            filled.push(' ');
            column += 1;
        }
        filled.push_str(word);
        column += n_characters;
        is_first = false;
    }
    filled.push('\n');
    filled
}

/// The words of a text. A number and its percent sign are one.
pub fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_end = |&(at, _): &(usize, &str)| !rest[at + 1..].starts_with('%');
        let end = rest.match_indices(' ').find(is_end).map_or(rest.len(), |(at, _)| at);
        words.push(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_wrapped() {
        assert_eq!(filled("", "Short.", 2, 40), "Short.\n");
        let text = filled("", &["word"; 50].join(" "), 2, 110);
        assert_eq!(text.split_whitespace().count(), 50);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [109, 106, 36]);
        assert!(text.lines().skip(1).all(|line| line.starts_with("  word")));
        assert_eq!(filled("moves  ", "a cell to go to", 7, 14), "moves  a cell\n       to go\n       to\n");
        assert_eq!(filled("", "about 95 % of", 0, 8), "about\n95 % of\n");
    }

    #[test]
    fn errors_keep_commands_whole() {
        let message = "it was interrupted, and can be gone on with:\n  zermelo run experiments/quickstart.toml --resume";
        let told = error(message, 30);
        assert!(told.ends_with("\n  zermelo run experiments/quickstart.toml --resume"), "{told}");
        assert!(told.lines().count() == 3 && told.lines().take(2).all(|line| line.len() <= 30), "{told}");
    }
}
