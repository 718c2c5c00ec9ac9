//! A page for a terminal: headings, lists, tables and code in lines that fit, with colours as ANSI codes. The caller takes the
//! codes out where there are no colours.

mod grid;
mod span;

use anstyle::{AnsiColor, Color, Style};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::html::{is_command, split_note};
use crate::link::Target;
use crate::page::OPTIONS;
use crate::{Hit, Manual};
use span::{Span, filled, styled};

const fn coloured(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

const TITLE: Style = coloured(AnsiColor::Cyan).bold().underline();
const HEADING: Style = coloured(AnsiColor::Cyan).bold();
const CODE: Style = coloured(AnsiColor::Green);
const STRONG: Style = Style::new().bold();
const EMPHASIS: Style = Style::new().italic();
const LINK: Style = Style::new().underline();
const QUIET: Style = Style::new().dimmed();

/// No line of prose is longer, however wide the terminal is: long lines are hard to read.
const WIDEST: usize = 100;

/// Markdown of a page, in lines of at most this width. Code is never broken. `path` is the page that it stands on.
pub fn page(manual: &Manual, path: &str, markdown: &str, width: usize) -> String {
    let mut writer =
        Writer { manual, path, width: width.min(WIDEST), text: String::new(), lists: Vec::new() };
    let mut events = Parser::new_ext(markdown, OPTIONS);
    writer.blocks(&mut events);
    writer.text.trim_end().to_owned() + "\n"
}

/// The table of contents.
pub fn contents(manual: &Manual, width: usize) -> String {
    let mut text = filled(&[Span::new("The Zermelo manual", TITLE)], "", "", width.min(WIDEST));
    text.push('\n');
    let entries = manual.contents().iter().flat_map(|part| &part.entries);
    let widest = entries.map(|entry| entry.path.chars().count()).max().unwrap_or(0);
    for part in manual.contents() {
        if !part.title.is_empty() {
            text += &filled(&[Span::new(&part.title, HEADING)], "", "", width);
        }
        for entry in &part.entries {
            let label = format!(
                "  {}{}  ",
                styled(&entry.path, CODE),
                " ".repeat(widest - entry.path.chars().count())
            );
            text += &format!("{label}{}\n", entry.title);
        }
        text.push('\n');
    }
    text += &filled(
        &[
            Span::plain("Read a page or a section by its name:"),
            Span::plain(" "),
            Span::new("zermelo manual sprt", CODE),
            Span::plain(". Search:"),
            Span::plain(" "),
            Span::new("zermelo manual --search winner", CODE),
            Span::plain("."),
        ],
        "",
        "",
        width.min(WIDEST),
    );
    text
}

/// What a search has found.
pub fn hits(hits: &[Hit], width: usize) -> String {
    let mut text = String::new();
    for hit in hits {
        let name = match hit.section.anchor.as_str() {
            "" => hit.page.path.clone(),
            anchor => format!("{}#{anchor}", hit.page.path),
        };
        let place = if hit.section.anchor.is_empty() {
            hit.page.title.clone()
        } else {
            format!("{}: {}", hit.page.title, hit.section.title)
        };
        text += &filled(
            &[Span::new(&place, HEADING), Span::plain(" "), Span::new(&format!("({name})"), QUIET)],
            "",
            "  ",
            width,
        );
        for line in &hit.lines {
            text += &filled(&[Span::plain(line)], "  ", "  ", width);
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// A list that is open.
struct List {
    /// The number of the next item; `None` for bullets.
    next: Option<u64>,
}

struct Writer<'a> {
    manual: &'a Manual,
    path: &'a str,
    width: usize,
    text: String,
    lists: Vec<List>,
}

impl<'a> Writer<'a> {
    fn blocks(&mut self, events: &mut Parser<'a>) {
        // What stands before the first line of the block that comes next.
        let mut label: Option<String> = None;
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let style = if level == HeadingLevel::H1 { TITLE } else { HEADING };
                    let spans = self.inline(events, style, |end| matches!(end, TagEnd::Heading(_)));
                    self.text += &filled(&spans, "", "", self.width);
                    self.text.push('\n');
                }
                Event::Start(Tag::Paragraph) => {
                    let spans = self.inline(events, Style::new(), |end| *end == TagEnd::Paragraph);
                    self.put(&spans, label.take());
                    if self.lists.is_empty() {
                        self.text.push('\n');
                    }
                }
                Event::Start(Tag::CodeBlock(kind)) => self.code(events, &kind),
                Event::Start(Tag::Table(_)) => {
                    let rows = self.rows(events);
                    self.text += &grid::table(&rows, self.width);
                    self.text.push('\n');
                }
                Event::Start(Tag::List(first)) => {
                    if let Some(label) = label.take() {
                        self.text += &format!("{label}\n");
                    }
                    self.lists.push(List { next: first });
                }
                Event::End(TagEnd::List(_)) => {
                    self.lists.pop();
                    if self.lists.is_empty() {
                        self.text.push('\n');
                    }
                }
                Event::Start(Tag::Item) => {
                    let mark = match self.lists.last_mut().and_then(|list| list.next.as_mut()) {
                        Some(number) => {
                            *number += 1;
                            format!("{}. ", *number - 1)
                        }
                        None => "• ".to_owned(),
                    };
                    label = Some(format!("{}{mark}", "  ".repeat(self.lists.len().saturating_sub(1))));
                    // The items of a short list have no paragraphs: their text comes at once.
                    let spans = self.inline_start(events, &mut label);
                    if !spans.is_empty() {
                        self.put(&spans, label.take());
                    }
                }
                Event::Rule => self.text += &format!("{}\n\n", "─".repeat(self.width.min(20))),
                _ => {}
            }
        }
    }

    /// Prose, with what stands before its first line.
    fn put(&mut self, spans: &[Span], label: Option<String>) {
        let indent = "  ".repeat(self.lists.len());
        let first = label.unwrap_or_else(|| indent.clone());
        let rest = if self.lists.is_empty() { String::new() } else { " ".repeat(first.chars().count()) };
        self.text += &filled(spans, &first, &rest, self.width);
    }

    /// The text of an item that has no paragraphs, up to its end or to a block within it.
    fn inline_start(&mut self, events: &mut Parser<'a>, label: &mut Option<String>) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut styles = vec![Style::new()];
        let mut links: Vec<(String, usize)> = Vec::new();
        while let Some(event) = events.next() {
            match event {
                Event::End(TagEnd::Item) => break,
                Event::Start(Tag::CodeBlock(kind)) => {
                    self.put(&std::mem::take(&mut spans), label.take());
                    self.code(events, &kind);
                }
                Event::Start(Tag::Paragraph) => {}
                Event::End(TagEnd::Paragraph) => {
                    self.put(&spans, label.take());
                    spans.clear();
                }
                Event::Start(Tag::List(first)) => {
                    if !spans.is_empty() {
                        self.put(&spans, label.take());
                        spans.clear();
                    }
                    self.lists.push(List { next: first });
                    // The items of the inner list are read by the loop above.
                    break;
                }
                event => self.add(event, &mut spans, &mut styles, &mut links),
            }
        }
        spans
    }

    /// Words with their styles, up to an end.
    fn inline(&self, events: &mut Parser<'a>, style: Style, is_end: impl Fn(&TagEnd) -> bool) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut styles = vec![style];
        let mut links = Vec::new();
        for event in events.by_ref() {
            if matches!(&event, Event::End(end) if is_end(end)) {
                break;
            }
            self.add(event, &mut spans, &mut styles, &mut links);
        }
        spans
    }

    fn add(
        &self,
        event: Event,
        spans: &mut Vec<Span>,
        styles: &mut Vec<Style>,
        links: &mut Vec<(String, usize)>,
    ) {
        let style = styles.last().copied().unwrap_or_default();
        match event {
            Event::Text(text) => spans.push(Span::new(&text, style)),
            Event::Code(text) => spans.push(Span::whole(&text, CODE)),
            Event::SoftBreak | Event::HardBreak => spans.push(Span::plain(" ")),
            Event::Start(Tag::Strong) => styles.push(style | STRONG.get_effects()),
            Event::Start(Tag::Emphasis) => styles.push(style | EMPHASIS.get_effects()),
            Event::Start(Tag::Link { dest_url, .. }) => {
                styles.push(style | LINK.get_effects());
                links.push((self.shown(&dest_url), spans.len()));
            }
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => {
                styles.pop();
            }
            Event::End(TagEnd::Link) => {
                styles.pop();
                // A link that is called by its own name needs no other.
                let is_new = |shown: &str, start: usize| {
                    let text: String = spans.iter().skip(start).map(Span::text).collect();
                    !shown.is_empty() && text.to_lowercase() != shown
                };
                if let Some((shown, _)) = links.pop().filter(|(shown, start)| is_new(shown, *start)) {
                    spans.push(Span::whole(&format!(" ({shown})"), QUIET));
                }
            }
            Event::InlineHtml(text) if !text.starts_with("<!--") => spans.push(Span::new(&text, style)),
            _ => {}
        }
    }

    /// Where a link leads, by a name that the command understands.
    fn shown(&self, link: &str) -> String {
        match self.manual.target(self.path, link) {
            Target::Page { path, anchor } if anchor.is_empty() => path,
            Target::Page { path, anchor } if path == self.path => anchor,
            Target::Page { path, anchor } => format!("{path}#{anchor}"),
            Target::Site(url) => url,
            Target::Elsewhere(_) => String::new(),
        }
    }

    fn code(&mut self, events: &mut Parser<'a>, kind: &CodeBlockKind) {
        let language = match kind {
            CodeBlockKind::Fenced(language) => language.to_string(),
            CodeBlockKind::Indented => String::new(),
        };
        let indent = "  ".repeat(self.lists.len() + 2);
        for event in events.by_ref() {
            match event {
                Event::End(TagEnd::CodeBlock) => break,
                Event::Text(code) => {
                    for line in code.lines() {
                        let shown = if is_command(&language, line) {
                            let (command, note) = split_note(line);
                            format!("{}{}", styled(command, CODE | STRONG.get_effects()), styled(note, QUIET))
                        } else if language == "console" {
                            line.to_owned()
                        } else {
                            styled(line, CODE)
                        };
                        self.text += format!("{indent}{shown}").trim_end();
                        self.text.push('\n');
                    }
                }
                _ => {}
            }
        }
        self.text.push('\n');
    }

    /// The rows of a table; the first has the names of the columns.
    fn rows(&self, events: &mut Parser<'a>) -> Vec<Vec<Vec<Span>>> {
        let mut rows: Vec<Vec<Vec<Span>>> = Vec::new();
        let mut style = HEADING;
        while let Some(event) = events.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::End(TagEnd::TableHead) => style = Style::new(),
                Event::Start(Tag::TableCell) => {
                    let cell = self.inline(events, style, |end| *end == TagEnd::TableCell);
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                }
                _ => {}
            }
        }
        rows
    }
}
