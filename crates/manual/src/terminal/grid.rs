//! A table of words: columns as wide as they need to be, or as the width lets them be. Cells are broken into lines. What cannot be
//! made narrow enough is a list.

use super::span::{Span, Word, filled, lines, words};

/// Between columns.
const GAP: usize = 2;
/// Code in a cell that is longer than this is broken at its spaces.
const LONGEST_CODE: usize = 24;

/// The rows of a table, of which the first has the names of the columns.
pub fn table(rows: &[Vec<Vec<Span>>], width: usize) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells: Vec<Vec<Vec<Word>>> =
        rows.iter().map(|row| row.iter().map(|cell| words(cell, LONGEST_CODE)).collect()).collect();
    let column = |at: usize| cells.iter().filter_map(move |row| row.get(at));
    let widest = |cell: &Vec<Word>| cell.iter().map(Word::width).max().unwrap_or(0);
    let whole = |cell: &Vec<Word>| cell.iter().map(|word| word.width() + 1).sum::<usize>().saturating_sub(1);
    let least: Vec<usize> = (0..n_columns).map(|at| column(at).map(widest).max().unwrap_or(0)).collect();
    let natural: Vec<usize> = (0..n_columns).map(|at| column(at).map(whole).max().unwrap_or(0)).collect();
    let room = width.saturating_sub(GAP * n_columns.saturating_sub(1));
    let Some(widths) = fitted(&least, &natural, room) else { return list(rows, width) };
    let mut text = String::new();
    for (index, row) in cells.iter().enumerate() {
        let broken: Vec<Vec<(String, usize)>> =
            row.iter().zip(&widths).map(|(cell, &width)| lines(cell, width)).collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = String::new();
            // Spaces that are owed: those at the end of a line are never written.
            let mut owed = 0;
            for (cell, &width) in broken.iter().zip(&widths) {
                match cell.get(at) {
                    Some((part, used)) => {
                        line += &" ".repeat(owed);
                        line += part;
                        owed = width - (*used).min(width) + GAP;
                    }
                    None => owed += width + GAP,
                }
            }
            text += &line;
            text.push('\n');
        }
        if index == 0 {
            let total = widths.iter().sum::<usize>() + GAP * n_columns.saturating_sub(1);
            text += &format!("{}\n", "─".repeat(total));
        }
    }
    text
}

/// How wide columns are; `None` if the longest words do not fit beside each other.
fn fitted(least: &[usize], natural: &[usize], room: usize) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    while widths.iter().sum::<usize>() > room {
        let can_shrink = (0..widths.len()).filter(|&at| widths[at] > least[at]);
        let widest = can_shrink.max_by_key(|&at| widths[at])?;
        widths[widest] -= 1;
    }
    Some(widths)
}

/// The rows below each other, each cell behind the name of its column.
fn list(rows: &[Vec<Vec<Span>>], width: usize) -> String {
    let Some((names, rows)) = rows.split_first() else { return String::new() };
    let mut text = String::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            let mut spans = names.get(at).cloned().unwrap_or_default();
            if at == 0 {
                text += &filled(cell, "• ", "  ", width);
                continue;
            }
            if cell.is_empty() {
                continue;
            }
            spans.push(Span::plain(": "));
            spans.extend(cell.iter().cloned());
            text += &filled(&spans, "    ", "      ", width);
        }
    }
    text
}
