//! The page of the HTTP interface, from the server's own description.

use std::fmt::Write;

use serde_json::Value;

/// All addresses with their parameters and answers.
pub fn http() -> String {
    let description = zermelo_server::description().to_json().unwrap_or_default();
    let description: Value = serde_json::from_str(&description).unwrap_or_default();
    let mut text = String::from(
        "# HTTP interface\n\n\
         `zermelo serve` answers these addresses; its pages use nothing else. Answers are JSON. A request that is refused has a \
         status from 400 to 499 and `{\"error\": {\"kind\", \"message\"}}`. `/api/openapi.json` is the same as an OpenAPI \
         document, with the types of all answers. A server with a token expects it as `Authorization: Bearer TOKEN`; see \
         [security](../../security.md).\n\n",
    );
    let paths = description["paths"].as_object().into_iter().flatten();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let _ =
                writeln!(text, "## `{} {path}`\n\n{}\n", method.to_uppercase(), words(&operation["summary"]));
            if let Some(more) = operation["description"].as_str() {
                let _ = writeln!(text, "{more}\n");
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let required = if parameter["required"] == Value::Bool(true) { ", required" } else { "" };
                let _ = writeln!(
                    text,
                    "- `{}` ({}{required}): {}",
                    words(&parameter["name"]),
                    type_of(&parameter["schema"]),
                    words(&parameter["description"])
                );
            }
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if !body.is_null() {
                let _ = writeln!(text, "- body: {}", type_of(body));
                fields(&mut text, &description, body);
            }
            for (status, response) in operation["responses"].as_object().into_iter().flatten() {
                for (media, content) in response["content"].as_object().into_iter().flatten() {
                    if status.starts_with('2') {
                        let _ =
                            writeln!(text, "- answer {status} (`{media}`): {}", type_of(&content["schema"]));
                        fields(&mut text, &description, &content["schema"]);
                    }
                }
            }
            text.push('\n');
        }
    }
    text
}

/// The fields of a named type, one level deep.
fn fields(text: &mut String, description: &Value, schema: &Value) {
    let name =
        |schema: &Value| schema["$ref"].as_str().and_then(|path| path.rsplit('/').next().map(str::to_owned));
    let Some(name) = name(schema).or_else(|| name(&schema["items"])) else { return };
    let known = &description["components"]["schemas"][&name];
    for (field, schema) in known["properties"].as_object().into_iter().flatten() {
        let _ = writeln!(text, "  - `{field}` ({}): {}", type_of(schema), words(&schema["description"]));
    }
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A type in a few words.
fn type_of(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(types) = schema[several].as_array() {
            return types.iter().map(type_of).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", type_of(&schema["items"])),
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "any".to_owned(),
    }
}
