//! Pieces of text with a style, in lines that fit.

use anstyle::Style;

/// A piece of text with a style.
#[derive(Clone, Debug)]
pub struct Span {
    text: String,
    style: Style,
    /// Whether it is not broken at its spaces, as long as a line can hold it.
    is_whole: bool,
}

impl Span {
    /// Words.
    pub fn new(text: &str, style: Style) -> Span {
        Span { text: text.to_owned(), style, is_whole: false }
    }

    /// Words without a style.
    pub fn plain(text: &str) -> Span {
        Span::new(text, Style::new())
    }

    /// The text without its style.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A text that should stay together, such as code.
    pub fn whole(text: &str, style: Style) -> Span {
        Span { text: text.to_owned(), style, is_whole: true }
    }
}

/// A text with a style.
pub fn styled(text: &str, style: Style) -> String {
    if text.is_empty() || style.is_plain() {
        return text.to_owned();
    }
    format!("{}{text}{}", style.render(), style.render_reset())
}

/// What is not broken: pieces that stand side by side without a space between them.
#[derive(Clone, Debug, Default)]
pub struct Word {
    pieces: Vec<(String, Style)>,
}

impl Word {
    /// How many characters wide it is.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|(text, _)| text.chars().count()).sum()
    }
}

/// The words of a text. Code of more than so many characters is broken at its spaces.
pub fn words(spans: &[Span], longest: usize) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word = Word::default();
    let mut end = |word: &mut Word| {
        if !word.pieces.is_empty() {
            words.push(std::mem::take(word));
        }
    };
    for span in spans {
        if span.is_whole && span.text.trim().chars().count() <= longest {
            if span.text.starts_with(' ') {
                end(&mut word);
            }
            word.pieces.push((span.text.trim().to_owned(), span.style));
            continue;
        }
        for (index, part) in span.text.split(' ').enumerate() {
            if index > 0 {
                end(&mut word);
            }
            if !part.is_empty() {
                word.pieces.push((part.to_owned(), span.style));
            }
        }
    }
    end(&mut word);
    words
}

/// Words in lines of at most this width, each with its number of characters.
pub fn lines(words: &[Word], width: usize) -> Vec<(String, usize)> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for word in words {
        let text: String = word.pieces.iter().map(|(text, style)| styled(text, *style)).collect();
        match lines.last_mut() {
            Some((line, used)) if *used + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(&text);
                *used += 1 + word.width();
            }
            _ => lines.push((text, word.width())),
        }
    }
    lines
}

/// A text in lines of at most this width, with what stands before the first line and before the others.
pub fn filled(spans: &[Span], first: &str, rest: &str, width: usize) -> String {
    let room = width.saturating_sub(first.chars().count().max(rest.chars().count())).max(16);
    let mut text = String::new();
    for (index, (line, _)) in lines(&words(spans, room), room).into_iter().enumerate() {
        text += if index == 0 { first } else { rest };
        text += &line;
        text.push('\n');
    }
    text
}
