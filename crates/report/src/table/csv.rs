//! A table as CSV, for other programs: numbers with all their digits, intervals and marks in columns of their own.

use super::{Cell, Mark, Table, Value};
use crate::estimate::Estimate;

/// What the further columns of one column are.
struct Further {
    has_interval: bool,
    has_n: bool,
    has_marks: bool,
}

impl Table {
    /// The table as CSV with a line of headings. Shares are written as such (0.563), not as percentages.
    pub fn to_csv(&self) -> String {
        let further: Vec<Further> = (0..self.columns.len()).map(|column| self.further(column)).collect();
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        let mut head = Vec::new();
        for (column, further) in self.columns.iter().zip(&further) {
            head.push(column.name.clone());
            let parts = [
                ("low", further.has_interval),
                ("high", further.has_interval),
                ("n", further.has_n),
                ("mark", further.has_marks),
            ];
            head.extend(
                parts
                    .iter()
                    .filter(|(_, is_there)| *is_there)
                    .map(|(part, _)| format!("{} {part}", column.name)),
            );
        }
        // Writing to memory does not fail.
        let _ = writer.write_record(&head);
        for row in &self.rows {
            let fields = row.iter().zip(&further).flat_map(|(cell, further)| fields(cell, further));
            let _ = writer.write_record(fields.collect::<Vec<_>>());
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    fn further(&self, column: usize) -> Further {
        let cells = || self.rows.iter().map(|row| &row[column]);
        let estimates = || {
            cells().filter_map(|cell| match &cell.value {
                Value::Estimate(estimate) => Some(estimate),
                _ => None,
            })
        };
        Further {
            has_interval: estimates().any(Estimate::has_interval),
            has_n: estimates().any(|estimate| estimate.n.is_some()),
            has_marks: cells().any(|cell| cell.mark != Mark::None),
        }
    }
}

fn fields(cell: &Cell, further: &Further) -> Vec<String> {
    let (value, low, high, n) = match &cell.value {
        Value::Nothing => (String::new(), None, None, None),
        Value::Text(text) => (text.clone(), None, None, None),
        Value::Count(count) => (count.to_string(), None, None, None),
        Value::Number(number) => (digits(*number), None, None, None),
        Value::Estimate(estimate) => {
            (digits(estimate.value), Some(estimate.low), Some(estimate.high), estimate.n)
        }
    };
    let mut fields = vec![value];
    if further.has_interval {
        fields.extend([low.map(digits).unwrap_or_default(), high.map(digits).unwrap_or_default()]);
    }
    if further.has_n {
        fields.push(n.map(|n| n.to_string()).unwrap_or_default());
    }
    if further.has_marks {
        fields.push(cell.mark.stars().to_owned());
    }
    fields
}

/// The shortest text that is read back as the same number; no minus before zero.
fn digits(number: f64) -> String {
    let number = if number == 0.0 { 0.0 } else { number };
    if number != 0.0 && !(1e-7..1e17).contains(&number.abs()) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}
