//! Small tables for people: columns as wide as they need to be.

/// How the texts of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The rows as lines, two spaces between columns. A row may be shorter than the others, and columns beyond the last
/// alignment stand left.
pub fn table(alignments: &[Align], rows: &[Vec<String>]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width_of).collect();
    let mut lines = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (text, &width))| {
            match alignments.get(column).unwrap_or(&Align::Left) {
                Align::Left => format!("{text:width$}"),
                Align::Right => format!("{text:>width$}"),
            }
        });
        lines.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_characters() {
        let rows = [["group", "n"], ["é", "100"], ["control", ""]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&[Align::Left, Align::Right], &rows), "group      n\né        100\ncontrol\n");
    }
}
