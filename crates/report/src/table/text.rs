//! A table for a terminal: columns in line, numbers to the right.

use super::{Kind, Table};

impl Table {
    /// The table as plain text.
    pub fn to_text(&self) -> String {
        let one_line = |text: &str| text.replace(|character: char| character.is_control(), " ");
        let head: Vec<String> = self.columns.iter().map(|column| one_line(&column.name)).collect();
        // Stars hang to the right of the numbers, so that digits stay in line.
        let n_stars: Vec<usize> = (0..self.columns.len())
            .map(|column| self.rows.iter().map(|row| row[column].mark.stars().len()).max().unwrap_or(0))
            .collect();
        let body: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let cells = self.columns.iter().zip(row).zip(&n_stars);
                cells
                    .map(|((column, cell), n_stars)| {
                        let (shown, stars) = (one_line(&Table::shown(column, cell)), cell.mark.stars());
                        format!("{shown}{stars}{}", " ".repeat(n_stars - stars.len()))
                    })
                    .collect()
            })
            .collect();
        let width = |column: usize| {
            let cells = body.iter().map(|row| row[column].chars().count());
            cells.chain([head[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).zip(&self.columns).map(|((cell, &width), column)| {
                match column.kind {
                    Kind::Text => format!("{cell:<width$}"),
                    Kind::Numbers(_) => format!("{cell:>width$}"),
                }
            });
            format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
        };
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let mut text = format!("{}\n\n{}{}\n", one_line(&self.title), line(&head), rule.join("  "));
        text.extend(body.iter().map(|row| line(row)));
        for note in self.notes() {
            text.push_str(&one_line(&note));
            text.push('\n');
        }
        text
    }
}
