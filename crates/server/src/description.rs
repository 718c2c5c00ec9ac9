//! What can be asked and what is answered, as OpenAPI: the pages' types are made from it (`npm run wire`), so that the two cannot
//! drift apart.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::openapi::path::PathItem;
use utoipa::openapi::schema::{ArrayItems, Schema};
use utoipa::openapi::{OpenApi, RefOr};

/// The description of all addresses, with the name and the purpose of the whole.
pub fn describe(mut description: OpenApi) -> OpenApi {
    description.info.title = "Zermelo".to_owned();
    description.info.description =
        Some("A laboratory for board-game AI: play, analyse, watch experiments.".to_owned());
    description.info.version = env!("CARGO_PKG_VERSION").to_owned();
    description.info.contact = None;
    description.info.license = None;
    let asked = asked(&description);
    if let Some(components) = &mut description.components {
        let answered = components.schemas.iter_mut().filter(|(name, _)| !asked.contains(*name));
        answered.for_each(|(_, schema)| fill(schema));
    }
    description
}

/// The names of what people send, and of all that it is made of.
fn asked(description: &OpenApi) -> BTreeSet<String> {
    let methods = |item: &PathItem| [item.get.clone(), item.post.clone()];
    let operations = description.paths.paths.values().flat_map(methods).flatten();
    let mut open: Vec<String> =
        operations.filter_map(|operation| operation.request_body).flat_map(|body| names_in(&body)).collect();
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        let schema = description.components.as_ref().and_then(|components| components.schemas.get(&name));
        if let Some(schema) = schema
            && found.insert(name)
        {
            open.extend(names_in(schema));
        }
    }
    found
}

/// The names that a piece of the description refers to.
fn names_in(piece: &impl Serialize) -> Vec<String> {
    let text = serde_json::to_string(piece).unwrap_or_default();
    let names = text.split("\"#/components/schemas/").skip(1);
    names.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// What we send is always whole: what there is not is `null`, never left out.
fn fill(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.required = object.properties.keys().cloned().collect();
            object.properties.values_mut().for_each(fill);
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                fill(items);
            }
        }
        Schema::OneOf(choice) => choice.items.iter_mut().for_each(fill),
        Schema::AllOf(parts) => parts.items.iter_mut().for_each(fill),
        Schema::AnyOf(choice) => choice.items.iter_mut().for_each(fill),
        _ => {}
    }
}
