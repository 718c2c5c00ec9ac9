//! Tables for people: columns as wide as they need to be, or as the output lets them be.
//!
//! A table that is too wide gets narrower step by step, and no number is ever cut. The names of columns are broken into lines,
//! then names in the cells are shortened in their middle and lists are broken into lines. What is still too wide comes in
//! several tables below each other, each with the names of the rows.

use crate::prose::words;
use crate::width;

/// How the texts of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Between columns.
const GAP: usize = 2;
/// Names are not made shorter than this.
const SHORTEST_NAME: usize = 16;
/// Nor are lists made narrower than this.
const NARROWEST_LIST: usize = 24;

/// The rows as lines, with columns aligned like this; those beyond the last alignment stand left. A row may be shorter than
/// the others. The first row has the names of the columns.
pub fn table(alignments: &[Align], rows: &[Vec<String>]) -> String {
    let is_left = |column: usize| alignments.get(column).is_none_or(|&align| align == Align::Left);
    fitted(rows, &is_left, 0, width::of_output())
}

/// The rows as lines, indented: numbers to the right, the columns that are named here to the left.
pub fn lay_out(rows: &[Vec<String>], left: &[usize]) -> String {
    lay_out_to(rows, left, width::of_output())
}

/// The same in lines of this width.
pub fn lay_out_to(rows: &[Vec<String>], left: &[usize], width: usize) -> String {
    fitted(rows, &|column| left.contains(&column), GAP, width)
}

/// A column.
struct Column<'a> {
    head: &'a str,
    cells: Vec<&'a str>,
    kind: Kind,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Numbers,
    /// May be shortened.
    Names,
    /// May be broken into lines: words in the last column.
    List,
}

impl Column<'_> {
    fn body_width(&self) -> usize {
        self.cells.iter().map(|cell| length(cell)).max().unwrap_or(0)
    }

    /// As wide as it would like to be.
    fn natural(&self) -> usize {
        self.body_width().max(length(self.head))
    }

    /// As wide as it is with its name broken into lines.
    fn with_broken_head(&self) -> usize {
        self.body_width().max(longest(&pieces(self.head)))
    }

    /// As wide as it must be.
    fn least(&self) -> usize {
        let body = self.body_width();
        let least = match self.kind {
            Kind::Numbers => body,
            Kind::Names => body.min(SHORTEST_NAME),
            Kind::List => {
                let words = self.cells.iter().flat_map(|cell| words(cell)).map(length).max();
                body.min(NARROWEST_LIST).max(words.unwrap_or(0))
            }
        };
        least.max(longest(&pieces(self.head)))
    }

    /// A cell in lines of this width.
    fn lines(&self, cell: &str, width: usize) -> Vec<String> {
        match self.kind {
            Kind::Numbers => vec![cell.to_owned()],
            Kind::Names => vec![shortened(cell, width)],
            Kind::List => joined(words(cell).into_iter().map(str::to_owned), " ", width),
        }
    }

    /// The name of the column in lines of this width.
    fn head_lines(&self, width: usize) -> Vec<String> {
        if length(self.head) <= width {
            return vec![self.head.to_owned()];
        }
        joined(pieces(self.head).into_iter().map(str::to_owned), "", width)
    }

    /// Whether it says how sure the column before it is.
    fn is_interval(&self) -> bool {
        self.head == "95 %"
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn longest(pieces: &[&str]) -> usize {
    pieces.iter().map(|piece| length(piece.trim_end())).max().unwrap_or(0)
}

/// A name in pieces that can stand above each other: `AB_Open, clean` is `AB_`, `Open, ` and `clean`. Numbers keep their
/// unit.
fn pieces(name: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in name.char_indices() {
        let end = at + c.len_utf8();
        if c == '_' || c == ' ' && !name[end..].starts_with('%') {
            pieces.push(&name[start..end]);
            start = end;
        }
    }
    pieces.push(&name[start..]);
    pieces
}

/// Pieces in as few lines of this width as can be.
fn joined(pieces: impl Iterator<Item = String>, between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for piece in pieces {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            *last = piece;
        } else if length(last) + between.len() + length(piece.trim_end()) <= width {
            last.push_str(between);
            last.push_str(&piece);
        } else {
            lines.push(piece);
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// A text of at most so many characters, with an ellipsis in the middle if it is longer: its ends tell it from others.
pub fn shortened(text: &str, most: usize) -> String {
    let n = length(text);
    if n <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(n - tail)).collect()
}

fn fitted(rows: &[Vec<String>], is_left: &dyn Fn(usize) -> bool, indent: usize, width: usize) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &'_ usize, column: usize| rows[*row].get(column).map_or("", String::as_str);
    let columns: Vec<Column> = (0..n_columns)
        .map(|column| Column {
            head: cell(&0, column),
            cells: (1..rows.len()).map(|row| cell(&row, column)).collect(),
            kind: match is_left(column) {
                false => Kind::Numbers,
                true if column > 0 && column + 1 == n_columns => Kind::List,
                true => Kind::Names,
            },
        })
        .collect();
    let all: Vec<&Column> = columns.iter().collect();
    let room = width.saturating_sub(indent);
    if let Some(widths) = widths(&all, room) {
        return draw(&all, &widths, indent);
    }
    // Rows are named by their first words; a number may stand before these.
    let n_labels = if n_columns > 1 && !is_left(0) && is_left(1) { 2 } else { 1 };
    let (labels, others) = all.split_at(n_labels.min(all.len()));
    let mut parts: Vec<Vec<&Column>> = Vec::new();
    for group in others.chunk_by(|_, next| next.is_interval()) {
        let with_group: Vec<&Column> =
            parts.last().map_or(labels, Vec::as_slice).iter().chain(group).copied().collect();
        match parts.last_mut() {
            Some(last) if widths(&with_group, room).is_some() => *last = with_group,
            _ => parts.push(labels.iter().chain(group).copied().collect()),
        }
    }
    let drawn = parts.iter().map(|part| {
        let least = || part.iter().map(|column| column.least()).collect();
        draw(part, &widths(part, room).unwrap_or_else(least), indent)
    });
    drawn.collect::<Vec<_>>().join("\n")
}

/// How wide columns are beside each other; `None` if there is no room for them.
fn widths(columns: &[&Column], room: usize) -> Option<Vec<usize>> {
    let total = |widths: &[usize]| widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    let natural: Vec<usize> = columns.iter().map(|column| column.natural()).collect();
    if total(&natural) <= room {
        return Some(natural);
    }
    let mut widths: Vec<usize> = columns.iter().map(|column| column.with_broken_head()).collect();
    let least: Vec<usize> = columns.iter().map(|column| column.least()).collect();
    while total(&widths) > room {
        let can_shrink = (0..widths.len()).filter(|&column| widths[column] > least[column]);
        let widest = can_shrink.max_by_key(|&column| widths[column])?;
        widths[widest] -= 1;
    }
    Some(widths)
}

fn draw(columns: &[&Column], widths: &[usize], indent: usize) -> String {
    let mut text = String::new();
    let mut add = |cells: Vec<Vec<String>>, is_head: bool| {
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        for at in 0..height {
            let mut line = String::new();
            for ((lines, column), &width) in cells.iter().zip(columns).zip(widths) {
                // The last lines of a name are next to the cells.
                let place = if is_head { (at + lines.len()).checked_sub(height) } else { Some(at) };
                let cell = place.and_then(|place| lines.get(place)).map_or("", String::as_str);
                let gap = if line.is_empty() { indent } else { line.chars().count() + GAP };
                line = format!("{line:gap$}");
                line += &match column.kind {
                    Kind::Numbers => format!("{cell:>width$}"),
                    Kind::Names | Kind::List => format!("{cell:width$}"),
                };
            }
            // Nobody needs spaces at the ends of lines.
            text.push_str(line.trim_end());
            text.push('\n');
        }
    };
    add(columns.iter().zip(widths).map(|(column, &width)| column.head_lines(width)).collect(), true);
    let n_rows = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..n_rows {
        let lines = columns.iter().zip(widths).map(|(column, &width)| column.lines(column.cells[row], width));
        add(lines.collect(), false);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize>(rows: &[[&str; N]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect()
    }

    #[test]
    fn columns_are_aligned_by_characters() {
        let rows = rows(&[["group", "n"], ["é", "100"], ["control", ""]]);
        assert_eq!(fitted(&rows, &|column| column == 0, 0, 80), "group      n\né        100\ncontrol\n");
    }

    #[test]
    fn wide_tables_get_narrower_step_by_step() {
        let rows = rows(&[
            ["agent", "games played", "score", "95 %", "endings"],
            [
                "alphabeta(depth=6, eval=best-a)",
                "1,000",
                "55.0 %",
                "51.9 to 58.1 %",
                "line 900, board-full 100",
            ],
            ["random", "1,000", "45.0 %", "41.9 to 48.1 %", "line 900, board-full 100"],
        ]);
        let told = |width: usize| lay_out_to(&rows, &[0, 4], width);
        assert_eq!(told(110).lines().count(), 3);
        let wide = "  agent                            games played   score            95 %  endings";
        assert_eq!(told(110).lines().next(), Some(wide));
        // The name of a column in two lines.
        assert_eq!(told(95).lines().count(), 4, "{}", told(95));
        assert!(told(95).contains("alphabeta(depth=6, eval=best-a)"));
        // Shorter names.
        let told_80 = told(80);
        assert!(
            told_80.contains("alphabe") && told_80.contains("…") && told_80.contains("best-a)"),
            "{told_80}"
        );
        // Two tables.
        let told_50 = told(50);
        assert_eq!(told_50.matches("random").count(), 2, "{told_50}");
        // Narrower than 46 characters, numbers would have to be cut.
        for width in 46..=110 {
            let told = told(width);
            assert!(told.lines().all(|line| line.chars().count() <= width), "{width}:\n{told}");
            for number in ["1,000", "55.0 %", "51.9 to 58.1 %", "900", "100"] {
                assert!(told.contains(number), "{number} at {width}:\n{told}");
            }
        }
    }

    #[test]
    fn names_are_shortened_in_the_middle() {
        assert_eq!(shortened("alphabeta", 9), "alphabeta");
        assert_eq!(shortened("alphabeta", 5), "al…ta");
        assert_eq!(shortened("", 0), "");
    }
}
