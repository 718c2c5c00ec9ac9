//! Forms as JSON Schema, for editors that complete and check experiment files.
//!
//! Draft 7, because the editors' checkers know it. A kind is chosen by a constant, so that an editor that reads `kind` knows
//! which keys may follow.

use serde_json::{Map, Value, json};
use toml::Value as Toml;

use super::{Bound, Case, Fallback, Form, Holds, Key, Range};
use crate::game_texts;
use crate::kind::Kind;

/// The schema of experiment files of all these kinds.
pub fn schema(kinds: &[&dyn Kind]) -> Value {
    let mut definitions = Map::new();
    let mut choices = Vec::new();
    for kind in kinds {
        let mut file = object(&[kind.form()], &[], Some((kind.name(), kind.about())));
        file["properties"][game_texts::KEY] = json!({
            "type": "object",
            "description": "The texts of games written as text, as stored runs have them.",
            "additionalProperties": { "type": "string" },
        });
        choices.push(json!({ "$ref": format!("#/definitions/{}", kind.name()) }));
        definitions.insert(kind.name().to_owned(), file);
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Zermelo experiment",
        "description": "A file for `zermelo run`. `zermelo manual experiments` explains the kinds.",
        "type": "object",
        "oneOf": choices,
        "definitions": definitions,
    })
}

/// A table with the keys of these forms. Those that are excused may be missing. A kind is a constant.
fn object(forms: &[Form], excused: &[&str], kind: Option<(&str, &str)>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut alternatives = Vec::new();
    if let Some((name, about)) = kind {
        properties.insert("kind".to_owned(), json!({ "const": name, "description": about }));
        required.push(json!("kind"));
    }
    for key in forms.iter().copied().flatten() {
        let name = key.names[0];
        if kind.is_some() && name == "kind" {
            continue;
        }
        for name in key.names {
            properties.insert((*name).to_owned(), property(key));
        }
        if key.is_required && !excused.contains(&name) {
            match key.names {
                [_] => required.push(json!(name)),
                names => {
                    let one: Vec<Value> = names.iter().map(|name| json!({ "required": [name] })).collect();
                    alternatives.push(json!({ "oneOf": one }));
                }
            }
        }
    }
    let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    if !alternatives.is_empty() {
        object["allOf"] = json!(alternatives);
    }
    object
}

/// A stage of a series: its own keys, and those of its kind, which stand in the definitions. What the series says for all stages may
/// be missing.
fn stage(own: Form, kind: &dyn Kind) -> Value {
    let name = kind.name();
    let mut stage = object(&[own, kind.form()], &["title", "game"], Some((name, kind.about())));
    for key in kind.form().iter().flat_map(|key| key.names).filter(|key| **key != "kind") {
        stage["properties"][*key] = json!({ "$ref": format!("#/definitions/{name}/properties/{key}") });
    }
    stage
}

fn property(key: &Key) -> Value {
    let mut value = of(key.holds, key.range);
    let words = match key.fallback {
        Fallback::Words(words) => format!(" If it is left out: {words}."),
        _ => String::new(),
    };
    value["description"] = json!(format!("{}{words}", key.about));
    if let Some(default) = toml_value(match key.fallback {
        Fallback::Value(text) => Some(text),
        _ => None,
    }) {
        value["default"] = default;
    }
    if let Some(example) = toml_value(key.example) {
        value["examples"] = json!([example]);
    }
    value
}

/// A value written as TOML, as JSON.
fn toml_value(text: Option<&str>) -> Option<Value> {
    let table: toml::Table = toml::from_str(&format!("v = {}", text?)).ok()?;
    table.get("v").map(json)
}

fn json(value: &Toml) -> Value {
    match value {
        Toml::String(text) => json!(text),
        Toml::Integer(number) => json!(number),
        Toml::Float(number) => json!(number),
        Toml::Boolean(flag) => json!(flag),
        Toml::Datetime(time) => json!(time.to_string()),
        Toml::Array(items) => items.iter().map(json).collect(),
        Toml::Table(table) => {
            Value::Object(table.iter().map(|(key, value)| (key.clone(), json(value))).collect())
        }
    }
}

/// What a key holds. A range is that of the numbers in it, however deep in lists.
fn of(holds: Holds, range: Option<Range>) -> Value {
    match holds {
        Holds::Text(example) => json!({ "type": "string", "examples": [example] }),
        Holds::Name | Holds::Gene => json!({ "type": "string", "minLength": 1 }),
        Holds::Word(words) => json!({ "type": "string", "enum": words }),
        Holds::Whole(most) => {
            let mut number = json!({ "type": "integer", "minimum": 0 });
            if most < u64::MAX {
                number["maximum"] = json!(most);
            }
            bounded(number, range)
        }
        Holds::Number => bounded(json!({ "type": "number" }), range),
        Holds::Flag => json!({ "type": "boolean" }),
        Holds::List(each) => json!({ "type": "array", "items": of(*each, range) }),
        Holds::Several(n, each) => {
            json!({ "type": "array", "items": of(*each, range), "minItems": n, "maxItems": n })
        }
        Holds::Table(form) => object(&[form], &[], None),
        Holds::Both(one, other) => object(&[one, other], &[], None),
        Holds::Named(each) => json!({ "type": "object", "additionalProperties": of(*each, range) }),
        Holds::Kinds(cases) => {
            let tables =
                cases.iter().map(|Case { name, about, form }| object(&[form], &[], Some((name, about))));
            json!({ "type": "object", "oneOf": tables.collect::<Vec<_>>() })
        }
        Holds::OneOf(cases) => {
            let tables = cases.iter().map(|Case { name, about, form }| {
                let mut table = object(&[form], &[], None);
                table["description"] = json!(about);
                json!({
                    "type": "object",
                    "properties": { *name: table },
                    "required": [name],
                    "additionalProperties": false,
                })
            });
            json!({ "oneOf": tables.collect::<Vec<_>>() })
        }
        Holds::Either(each) => {
            json!({ "anyOf": each.iter().map(|holds| of(*holds, range)).collect::<Vec<_>>() })
        }
        Holds::Stage(own, kinds) => {
            let stages = kinds.iter().map(|kind| stage(own, *kind));
            json!({ "type": "object", "oneOf": stages.collect::<Vec<_>>() })
        }
    }
}

fn bounded(mut number: Value, range: Option<Range>) -> Value {
    let Some(range) = range else { return number };
    // Whole numbers are written as such.
    let exact = |bound: f64| {
        if bound.fract() == 0.0 && bound.abs() < 9e15 { json!(bound as i64) } else { json!(bound) }
    };
    match range.low {
        Bound::Open => {}
        Bound::Included(low) => number["minimum"] = exact(low),
        Bound::Excluded(low) => {
            number["exclusiveMinimum"] = exact(low);
            if let Some(object) = number.as_object_mut() {
                object.remove("minimum");
            }
        }
    }
    match range.high {
        Bound::Open => {}
        Bound::Included(high) => number["maximum"] = exact(high),
        Bound::Excluded(high) => {
            number["exclusiveMaximum"] = exact(high);
            if let Some(object) = number.as_object_mut() {
                object.remove("maximum");
            }
        }
    }
    if range.is_even {
        number["multipleOf"] = json!(2);
    }
    number
}
