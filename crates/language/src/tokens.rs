//! A description cut into blocks, lines and words. A line that is not indented begins a block; indented lines belong to it;
//! a line that is indented deeper than the one above continues that one.

use crate::problem::{Place, Problem};

/// A word or a sign, with its place. `text` is in lower case, `raw` as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// In lower case.
    pub text: String,
    /// As written.
    pub raw: String,
    /// Where it stands.
    pub place: Place,
}

/// A line with its continuations.
#[derive(Clone, Debug)]
pub struct Line {
    /// The words, comments left out.
    pub tokens: Vec<Token>,
    /// The text as written, without indentation and comment.
    pub raw: String,
    /// Where the text begins, and how long it is.
    pub place: Place,
}

/// A clause: its first line, and the lines that belong to it.
#[derive(Clone, Debug)]
pub struct Block {
    /// The line that is not indented.
    pub head: Line,
    /// The indented ones.
    pub lines: Vec<Line>,
}

/// Longer texts are refused: 64 KB hold any game a person writes.
pub const LONGEST_TEXT: usize = 64 * 1024;

/// The clauses below which each line stands for itself. Below all others, indented lines continue the clause.
const WITH_LINES: [&str; 3] = ["game", "board", "piece"];

/// Cuts a text into blocks.
pub fn blocks(text: &str, problems: &mut Vec<Problem>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The indentation of the line that a deeper one continues, and how it is written.
    let (mut depth, mut margin) = (0, "");
    // Some editors begin a file with a mark that nobody sees.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, written) in text.lines().enumerate() {
        let number = index + 1;
        let indent = written.chars().take_while(|c| c.is_whitespace()).count();
        let head = blocks.last().and_then(|block| Some(block.head.tokens.first()?.text.clone()));
        let is_picture = indent > 0 && head.as_deref() == Some("board");
        let content = without_comment(written, is_picture);
        let raw = content.trim();
        if raw.is_empty() {
            continue;
        }
        let place = Place { line: number, column: indent + 1, length: raw.chars().count() };
        let tokens = tokens(content, number);
        let line = Line { tokens, raw: raw.to_owned(), place };
        if indent == 0 {
            blocks.push(Block { head: line, lines: Vec::new() });
            (depth, margin) = (0, "");
            continue;
        }
        let Some(block) = blocks.last_mut() else {
            problems
                .push(Problem::new(place, "an indented line belongs to the line above, and there is none"));
            continue;
        };
        let has_lines = head.as_deref().is_some_and(|head| WITH_LINES.contains(&head));
        let is_piece = head.as_deref() == Some("piece");
        let space = &written[..written.len() - written.trim_start().len()];
        // Nobody sees which of two lines is deeper if one begins with a tab and the other with spaces.
        if is_piece && !space.starts_with(margin) && !margin.starts_with(space) {
            let message = "tabs and spaces are mixed in the indentation of this piece: use spaces only";
            problems.push(Problem::new(place, message));
            continue;
        }
        match block.lines.last_mut() {
            _ if !has_lines => block.head.tokens.extend(line.tokens),
            Some(last) if is_piece && indent > depth => last.tokens.extend(line.tokens),
            _ => {
                block.lines.push(line);
                (depth, margin) = (indent, space);
            }
        }
    }
    blocks
}

/// What stands before a comment. In the picture of a board `#` is a cell that is missing, unless a space follows it.
fn without_comment(line: &str, is_picture: bool) -> &str {
    if !is_picture {
        return line.split('#').next().unwrap_or("");
    }
    let trimmed = line.trim_start();
    let margin = line.len() - trimmed.len();
    let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
    if &trimmed[..end] == "#" && end < trimmed.len() {
        return "";
    }
    let rest = &trimmed[end..];
    &line[..margin + end + rest.find('#').unwrap_or(rest.len())]
}

fn tokens(content: &str, line: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    let mut begin = 0;
    let mut push = |word: &mut String, begin: usize| {
        if !word.is_empty() {
            let raw = std::mem::take(word);
            let place = Place { line, column: begin + 1, length: raw.chars().count() };
            tokens.push(Token { text: raw.to_lowercase(), raw, place });
        }
    };
    for (column, c) in content.chars().enumerate() {
        let is_sign = matches!(c, ',' | '=' | ':');
        if c.is_whitespace() || is_sign {
            push(&mut word, begin);
        }
        if is_sign {
            word.push(c);
            push(&mut word, column);
        } else if !c.is_whitespace() {
            if word.is_empty() {
                begin = column;
            }
            word.push(c);
        }
    }
    push(&mut word, begin);
    tokens
}
