//! A page as HTML. What is written in a page as HTML is shown as text: a page can only be what Markdown can say.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Parser, Tag, TagEnd, html};

use crate::link::Target;
use crate::page::{Anchors, OPTIONS};
use crate::{Manual, Page};

/// The address of a page in the web application, and perhaps of a section.
pub fn address(path: &str, anchor: &str) -> String {
    if anchor.is_empty() { format!("/manual/{path}") } else { format!("/manual/{path}#{anchor}") }
}

/// A page as HTML, without its title.
pub fn page(manual: &Manual, page: &Page) -> String {
    let mut events: Vec<Event> = Vec::new();
    let mut anchors = Anchors::default();
    let mut walk = Parser::new_ext(&page.text, OPTIONS);
    let mut is_first_heading = true;
    // Whether the links that are open lead somewhere.
    let mut links: Vec<bool> = Vec::new();
    while let Some(event) = walk.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let inside: Vec<Event> = walk
                    .by_ref()
                    .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                    .collect();
                if std::mem::take(&mut is_first_heading) {
                    continue;
                }
                let anchor = escaped(&anchors.of(&title_of(&inside)));
                events.push(raw(format!("<{level} id=\"{anchor}\">")));
                events.extend(inside.into_iter().filter(is_inline));
                events.push(raw(format!(
                    " <a class=\"anchor\" href=\"{}#{anchor}\" aria-label=\"Link to this section\">#</a></{level}>\n",
                    escaped(&address(&page.path, ""))
                )));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let inside =
                    walk.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::CodeBlock)));
                let code: String = inside
                    .filter_map(|event| match event {
                        Event::Text(text) => Some(text.into_string()),
                        _ => None,
                    })
                    .collect();
                events.push(raw(code_block(&kind, &code)));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let opening = match manual.target(&page.path, &dest_url) {
                    Target::Page { path, anchor } => {
                        Some(format!("<a href=\"{}\">", escaped(&address(&path, &anchor))))
                    }
                    Target::Site(url) => {
                        Some(format!("<a href=\"{}\" rel=\"noopener noreferrer\">", escaped(&url)))
                    }
                    Target::Elsewhere(_) => None,
                };
                links.push(opening.is_some());
                events.extend(opening.map(raw));
            }
            Event::End(TagEnd::Link) => {
                if links.pop() == Some(true) {
                    events.push(raw("</a>".to_owned()));
                }
            }
            // A table that is wider than a screen can be scrolled, also by keys.
            Event::Start(Tag::Table(_)) => {
                events.push(raw(
                    "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">".to_owned()
                ));
                events.push(event);
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(raw("</div>\n".to_owned()));
            }
            // Of a picture only its description is shown: pictures are not built in.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::HtmlBlock) => {
                events.push(Event::Start(Tag::Paragraph));
            }
            Event::End(TagEnd::HtmlBlock) => {
                // A block of nothing but comments is nothing.
                if matches!(events.last(), Some(Event::Start(Tag::Paragraph))) {
                    events.pop();
                } else {
                    events.push(Event::End(TagEnd::Paragraph));
                }
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                if !text.trim_start().starts_with("<!--") {
                    events.push(Event::Text(text));
                }
            }
            event => events.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    text
}

fn raw(text: String) -> Event<'static> {
    Event::Html(CowStr::from(text))
}

/// The text of a heading.
fn title_of(inside: &[Event]) -> String {
    let parts = inside.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    parts.collect()
}

/// Headings have no links and no HTML.
fn is_inline(event: &Event) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Code(_)
            | Event::SoftBreak
            | Event::Start(Tag::Emphasis | Tag::Strong)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong)
    )
}

/// A block of code, in which commands are marked.
fn code_block(kind: &CodeBlockKind, code: &str) -> String {
    let language = match kind {
        CodeBlockKind::Fenced(language) => language.as_ref(),
        CodeBlockKind::Indented => "",
    };
    let class = if language.is_empty() {
        String::new()
    } else {
        format!(" class=\"language-{}\"", escaped(language))
    };
    let mut text = format!("<pre tabindex=\"0\"><code{class}>");
    for line in code.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if is_command(language, line) {
            let (command, note) = split_note(line);
            text += &format!("<b>{}</b>{}", escaped(command), escaped(note));
        } else {
            text += &escaped(line);
        }
        text += end;
    }
    text + "</code></pre>\n"
}

/// Whether a line of a block of code is what a person types.
pub(crate) fn is_command(language: &str, line: &str) -> bool {
    language == "console" && (line.starts_with("$ ") || line.starts_with("zermelo ")) || language == "sh"
}

/// A command, and the comment behind it.
pub(crate) fn split_note(line: &str) -> (&str, &str) {
    let at = line.find(" # ").unwrap_or(line.len());
    line.split_at(line[..at].trim_end().len())
}

/// Text that is no HTML, also within quotation marks.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}
