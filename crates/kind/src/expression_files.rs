//! Expressions in files, in experiment files: `eval=expr-file(my.expr)` in an agent's text.
//!
//! The run keeps the expression itself, `eval=expr(..)`, so that a file that changes later never changes an old run. Gaps for genes
//! stay gaps.

use std::ops::Range;

use toml::de::{DeTable, DeValue};
use zermelo_any::Folder;
use zermelo_catalog::{RequestError, expressions};

/// How a file is named.
const CALL: &str = "expr-file(";

/// The text of an experiment with expressions in the place of the files that it names; `place` names it in errors, and files are
/// looked for in `folder`. A text that names none stays as it is, and so does one that cannot be read: the kind that reads it
/// says why.
pub fn embed(text: String, place: &str, folder: Folder) -> Result<String, RequestError> {
    if !text.contains(CALL) {
        return Ok(text);
    }
    let Ok(table) = DeTable::parse(&text) else { return Ok(text) };
    let mut named = Vec::new();
    texts_of(table.get_ref(), &mut named);
    named.sort_by_key(|(span, _)| span.start);
    let mut amended = String::with_capacity(text.len());
    let mut at = 0;
    for (span, value) in named {
        amended.push_str(&text[at..span.start]);
        amended.push_str(&toml::Value::String(settled(&value, place, folder)?).to_string());
        at = span.end;
    }
    amended.push_str(&text[at..]);
    Ok(amended)
}

/// A value with the expressions that it names by files.
fn settled(value: &str, place: &str, folder: Folder) -> Result<String, RequestError> {
    let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
    let (mut done, mut rest) = (String::new(), value);
    while let Some((before, inside)) = rest.split_once(CALL) {
        let (path, after) = inside.split_once(')').unwrap_or((inside, ""));
        let path = path.trim();
        let file = folder.file(path).map_err(|refusal| RequestError::forbidden(path, refusal))?;
        let expression = expressions::settle(&file.to_string_lossy(), folder.permission());
        done.push_str(before);
        done.push_str(&expression.map_err(bad)?);
        rest = after;
    }
    done.push_str(rest);
    Ok(done)
}

/// Every text that names such a file, and where it is.
fn texts_of(table: &DeTable, named: &mut Vec<(Range<usize>, String)>) {
    for value in table.values() {
        in_value(value.get_ref(), value.span(), named);
    }
}

fn in_value(value: &DeValue, span: Range<usize>, named: &mut Vec<(Range<usize>, String)>) {
    match value {
        DeValue::String(text) if text.contains(CALL) => named.push((span, text.to_string())),
        DeValue::Array(values) => {
            values.iter().for_each(|value| in_value(value.get_ref(), value.span(), named));
        }
        DeValue::Table(table) => texts_of(table, named),
        _ => {}
    }
}
