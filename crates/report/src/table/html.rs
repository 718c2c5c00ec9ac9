//! A table as HTML that a screen reader can walk through: a caption, headings of columns and of rows.

use std::fmt::Write;

use super::{Kind, Mark, Table};
use crate::escape::markup;

impl Table {
    /// The table as an HTML element, with its title as its caption.
    pub fn to_html(&self) -> String {
        self.html(true)
    }

    /// The same; without a caption the title is told to screen readers only.
    pub(crate) fn html(&self, has_caption: bool) -> String {
        let title = markup(&self.title);
        let mut html = if has_caption {
            format!("<table>\n<caption>{title}</caption>\n<thead>\n<tr>")
        } else {
            format!("<table aria-label=\"{title}\">\n<thead>\n<tr>")
        };
        for column in &self.columns {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column.kind), markup(&column.name));
        }
        html.push_str("</tr>\n</thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (index, (column, cell)) in self.columns.iter().zip(row).enumerate() {
                let shown = markup(&Table::shown(column, cell));
                let stars = match cell.mark {
                    Mark::None => String::new(),
                    mark => format!("<abbr title=\"{}\">{}</abbr>", markup(mark.meaning()), mark.stars()),
                };
                let _ = if index == 0 && column.kind == Kind::Text {
                    write!(html, "<th scope=\"row\">{shown}{stars}</th>")
                } else {
                    write!(html, "<td{}>{shown}{stars}</td>", class(column.kind))
                };
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n");
        let notes = self.notes();
        if !notes.is_empty() {
            let notes: Vec<String> = notes.iter().map(|note| markup(note)).collect();
            let n_columns = self.columns.len().max(1);
            let _ = writeln!(
                html,
                "<tfoot><tr><td colspan=\"{n_columns}\">{}</td></tr></tfoot>",
                notes.join("<br/>")
            );
        }
        html.push_str("</table>\n");
        html
    }
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "",
        Kind::Numbers(_) => " class=\"number\"",
    }
}
