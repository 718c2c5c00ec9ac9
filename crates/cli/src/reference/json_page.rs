//! The page of JSON answers: commands are run, and every key of their answers is listed with its meaning.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use clap::FromArgMatches;
use serde_json::Value;
use zermelo_game::Stop;

use super::json_keys::{ANSWERS, Answer, EVERYWHERE, FILES, Meaning};
use crate::args::Args;
use crate::output_file;
use crate::reply::Failure;
use crate::{champions, command};

/// The page.
pub fn json(stop: &Stop) -> Result<String, Failure> {
    let mut text = String::from(
        "# JSON of the commands\n\n\
         With `--json` a command prints one JSON document on standard output and nothing else there. A command that fails prints \
         `{\"error\": {\"kind\": .., \"message\": ..}}`; `kind` is a word for programs and does not change, `message` is the \
         sentence that people see. `--json-events` prints a line for every event of a run while it goes on; the last line is the \
         document that `--json` prints.\n\n\
         The keys below come from the commands shown, which were run. `[]` stands for the items of a list, `*` for any key.\n\n",
    );
    let failed = |error: std::io::Error| Failure::failed("file", format!("no folder for examples: {error}"));
    let folder = tempfile::tempdir().map_err(failed)?;
    std::env::set_current_dir(folder.path()).map_err(failed)?;
    for (name, content) in FILES {
        output_file::write(Path::new(name), content)?;
    }
    for answer in ANSWERS {
        section(&mut text, answer, stop)?;
    }
    Ok(text)
}

fn section(text: &mut String, answer: &Answer, stop: &Stop) -> Result<(), Failure> {
    let words = std::iter::once("zermelo").chain(answer.words.iter().copied());
    let internal =
        |problem: String| Failure::failed("internal", format!("{}: {problem}", answer.words.join(" ")));
    let matches = command().try_get_matches_from(words).map_err(|error| internal(error.to_string()))?;
    let mut args = Args::from_arg_matches(&matches).map_err(|error| internal(error.to_string()))?;
    args.json = true;
    champions::resolve(&mut args.command)?;
    let reply = crate::run(&args, stop)?;
    let shown: Vec<String> =
        answer.words.iter().map(|word| zermelo_results::command_text::quoted(word)).collect();
    let _ = writeln!(
        text,
        "## `zermelo {}`\n\n```console\nzermelo {} --json\n```\n",
        answer.name,
        shown.join(" ")
    );
    let mut keys = BTreeMap::new();
    shape(reply.json(), "", answer, &mut keys);
    for (path, kind) in keys {
        let meaning = meaning(&path, answer).ok_or_else(|| {
            internal(format!("the key `{path}` has no meaning in crates/cli/src/reference/json_keys.rs"))
        })?;
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
