//! Markdown as plain lines, to search in.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::page::OPTIONS;

/// The lines of a text, headings left out: a paragraph, an item of a list, a row of a table or a line of code each.
pub(crate) fn lines(markdown: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let (mut is_heading, mut is_code) = (false, false);
    let mut end = |line: &mut String| {
        let text = std::mem::take(line);
        let text = text.trim();
        if !text.is_empty() {
            lines.push(text.to_owned());
        }
    };
    for event in Parser::new_ext(markdown, OPTIONS) {
        match event {
            Event::Start(Tag::Heading { .. }) => is_heading = true,
            Event::End(TagEnd::Heading(_)) => is_heading = false,
            Event::Start(Tag::CodeBlock(_)) => {
                end(&mut line);
                is_code = true;
            }
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) if is_code => {
                for code in text.lines() {
                    line.push_str(code);
                    end(&mut line);
                }
            }
            Event::Text(text) | Event::Code(text) if !is_heading => line.push_str(&text),
            Event::SoftBreak | Event::HardBreak => line.push(' '),
            Event::End(TagEnd::TableCell) => line.push_str("  "),
            Event::Start(Tag::Item)
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead) => {
                end(&mut line);
            }
            _ => {}
        }
    }
    end(&mut line);
    lines
}
