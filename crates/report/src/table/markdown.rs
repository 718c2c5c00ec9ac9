//! A table as Markdown, for documents kept as text.

use super::{Kind, Table};
use crate::escape::markdown;

impl Table {
    /// The table as Markdown: its title in bold, the table, the notes.
    pub fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let head = self.columns.iter().map(|column| markdown(&column.name)).collect();
        let rule = self.columns.iter().map(|column| match column.kind {
            Kind::Text => "---".to_owned(),
            Kind::Numbers(_) => "---:".to_owned(),
        });
        let mut text = format!("**{}**\n\n{}{}", markdown(&self.title), line(head), line(rule.collect()));
        for row in &self.rows {
            let cells = self.columns.iter().zip(row).map(|(column, cell)| {
                format!("{}{}", markdown(&Table::shown(column, cell)), markdown(cell.mark.stars()))
            });
            text.push_str(&line(cells.collect()));
        }
        for note in self.notes() {
            text.push_str(&format!("\n{}\n", markdown(&note)));
        }
        text
    }
}
