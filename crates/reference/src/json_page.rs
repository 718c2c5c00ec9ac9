//! The page of JSON answers: commands are run, and every key of their answers is listed with its meaning.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use zermelo_results::command_text::quoted;

use crate::json_answers::{ANSWERS, Answer};
use crate::json_keys::{EVERYWHERE, Meaning};

/// Runs a command and gives its answer, or what went wrong.
pub type RunCommand<'a> = dyn Fn(&[&str]) -> Result<Value, String> + 'a;

/// The page.
pub fn json(run: &RunCommand) -> Result<String, String> {
    let mut text = String::from(
        "# JSON of the commands\n\n\
         With `--json` a command prints one JSON document on standard output and nothing else there. A command that fails prints \
         `{\"error\": {\"kind\": .., \"message\": ..}}`; `kind` is a word for programs and does not change, `message` is the \
         sentence that people see. `--json-events` prints a line for every event of a run while it goes on; the last line is the \
         document that `--json` prints.\n\n\
         The keys below come from the commands shown, which were run. `[]` stands for the items of a list, `*` for any key.\n\n",
    );
    ANSWERS.iter().try_for_each(|answer| section(&mut text, answer, run))?;
    Ok(text)
}

fn section(text: &mut String, answer: &Answer, run: &RunCommand) -> Result<(), String> {
    let reply = run(answer.words).map_err(|problem| format!("{}: {problem}", answer.words.join(" ")))?;
    let shown: Vec<String> = answer.words.iter().map(|word| quoted(word)).collect();
    let _ = writeln!(
        text,
        "## `zermelo {}`\n\n```console\nzermelo {} --json\n```\n",
        answer.name,
        shown.join(" ")
    );
    let mut keys = BTreeMap::new();
    shape(&reply, "", answer, &mut keys);
    for (path, kind) in keys {
        let unknown = || {
            format!("{}: the key `{path}` has no meaning in crates/reference/src/json_keys.rs", answer.name)
        };
        let meaning = meaning(&path, answer).ok_or_else(unknown)?;
        let _ = writeln!(text, "- `{path}` ({kind}): {meaning}");
    }
    text.push('\n');
    Ok(())
}

/// What a key means: in this answer, by the longest path that ends there, or wherever it occurs.
fn meaning(path: &str, answer: &Answer) -> Option<&'static str> {
    let ends_with = |key: &str| path == key || path.ends_with(&format!(".{key}"));
    let own: Option<&Meaning> =
        answer.keys.iter().filter(|(key, _)| ends_with(key)).max_by_key(|(key, _)| key.len());
    let last = path.rsplit(['.', ']']).next().unwrap_or(path);
    own.or_else(|| EVERYWHERE.iter().find(|(key, _)| *key == last)).map(|(_, meaning)| *meaning)
}

/// Every key of a document with its type, by path.
fn shape(value: &Value, path: &str, answer: &Answer, keys: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(object) => {
            let is_map = answer.maps.contains(&path);
            for (key, value) in object {
                let name = if is_map { "*" } else { key };
                let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                let kind = kind(value);
                let known = keys.entry(path.clone()).or_insert_with(|| kind.to_owned());
                if known != kind && !known.contains(kind) {
                    let _ = write!(known, " or {kind}");
                }
                shape(value, &path, answer, keys);
            }
        }
        Value::Array(items) => {
            let path = format!("{path}[]");
            items.iter().for_each(|item| shape(item, &path, answer, keys));
        }
        _ => {}
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}
