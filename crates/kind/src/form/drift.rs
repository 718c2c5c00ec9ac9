//! Whether a form and the type that is read say the same: examples are changed in every place, and both are asked.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::check::mistakes_of_type;
use super::{Case, Form, Holds};

/// Compares a form with a type on examples that have all keys and all kinds between them. `reads` says whether the type can
/// be read from a text.
pub fn compare(form: Form, examples: &[&str], reads: impl Fn(&str) -> bool) {
    let mut met = BTreeSet::new();
    let mut n_refused = 0;
    for example in examples {
        assert_eq!(mistakes_of_type(example, form), Vec::<String>::new(), "{example}");
        let table: Table = toml::from_str(example).unwrap();
        meet(form, &table, "", &mut met);
        for changed in changes(&table) {
            let text = toml::to_string(&changed).unwrap();
            let found = mistakes_of_type(&text, form);
            assert_eq!(found.is_empty(), reads(&text), "form: {found:?}, in:\n{text}");
            n_refused += usize::from(!found.is_empty());
            for mistake in found {
                assert_plain(&mistake);
            }
        }
    }
    assert!(n_refused > 50, "only {n_refused} changes were refused");
    let all = places(form, "");
    let missing: Vec<_> = all.difference(&met).collect();
    assert!(missing.is_empty(), "the examples lack {missing:?}");
}

/// An error unless a message is free of the words of Rust.
pub fn assert_plain(message: &str) {
    for word in
        ["invalid type", "struct", "enum", "variant", "field", "u32", "u64", "f64", "TOML parse error"]
    {
        assert!(!message.contains(word), "`{word}` in: {message}");
    }
}

/// Every table that differs in one place: a key less, a key more, another value.
fn changes(table: &Table) -> Vec<Table> {
    let mut all = Vec::new();
    // What a kind without settings is given besides is ignored by types, and told by forms.
    if table.get("kind").and_then(Value::as_str) != Some("none") {
        let mut more = table.clone();
        more.insert("zzz".to_owned(), Value::Integer(1));
        all.push(more);
    }
    for (key, value) in table {
        let mut less = table.clone();
        less.remove(key);
        all.push(less);
        for other in others(value) {
            let mut changed = table.clone();
            changed.insert(key.clone(), other);
            all.push(changed);
        }
    }
    all
}

/// Values of every type, and the same value changed somewhere inside.
fn others(value: &Value) -> Vec<Value> {
    let one = Table::from_iter([("zzz".to_owned(), Value::Integer(1))]);
    let mut all = vec![
        Value::Integer(3),
        Value::Integer(-3),
        Value::Integer(5_000_000_000),
        Value::Float(1.5),
        Value::String("zzz".to_owned()),
        Value::String(String::new()),
        Value::Boolean(true),
        Value::Array(Vec::new()),
        Value::Array(vec![Value::Integer(3)]),
        Value::Array(vec![Value::String("zzz".to_owned())]),
        Value::Table(Table::new()),
        Value::Table(one),
    ];
    match value {
        Value::Table(table) => {
            // Types take lists for tables without names, which nobody means: forms do not.
            all.retain(|other| !other.is_array());
            all.extend(changes(table).into_iter().map(Value::Table));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                for other in others(item) {
                    let mut changed = items.clone();
                    changed[at] = other;
                    all.push(Value::Array(changed));
                }
            }
        }
        _ => {}
    }
    all
}

/// Every key and every kind of a form. Stages have forms of their own.
fn places(form: Form, prefix: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for key in form {
        for name in key.names {
            all.insert(format!("{prefix}{name}"));
        }
        all.extend(places_of(key.holds, &format!("{prefix}{}.", key.names[0])));
    }
    all
}

fn places_of(holds: Holds, prefix: &str) -> BTreeSet<String> {
    match holds {
        Holds::List(each) | Holds::Several(_, each) | Holds::Named(each) => places_of(*each, prefix),
        Holds::Table(form) | Holds::Stage(form, _) => places(form, prefix),
        Holds::Both(one, other) => places(one, prefix).into_iter().chain(places(other, prefix)).collect(),
        Holds::Kinds(kinds) | Holds::OneOf(kinds) => {
            let of_kind = |Case { name, form, .. }: &Case| {
                let prefix = format!("{prefix}{name}.");
                places(form, &prefix).into_iter().chain([prefix])
            };
            kinds.iter().flat_map(of_kind).collect()
        }
        Holds::Either(each) => each.iter().flat_map(|holds| places_of(*holds, prefix)).collect(),
        Holds::Word(words) => words.iter().map(|word| format!("{prefix}\"{word}\"")).collect(),
        _ => BTreeSet::new(),
    }
}

/// The keys and kinds that an example has.
fn meet(form: Form, table: &Table, prefix: &str, met: &mut BTreeSet<String>) {
    for (name, value) in table {
        if let Some(key) = form.iter().find(|key| key.names.contains(&name.as_str())) {
            met.insert(format!("{prefix}{name}"));
            meet_value(key.holds, value, &format!("{prefix}{}.", key.names[0]), met);
        }
    }
}

fn meet_value(holds: Holds, value: &Value, prefix: &str, met: &mut BTreeSet<String>) {
    match (holds, value) {
        (Holds::List(each) | Holds::Several(_, each), Value::Array(items)) => {
            items.iter().for_each(|item| meet_value(*each, item, prefix, met));
        }
        (Holds::Named(each), Value::Table(table)) => {
            table.values().for_each(|value| meet_value(*each, value, prefix, met));
        }
        (Holds::Table(form) | Holds::Stage(form, _), Value::Table(table)) => meet(form, table, prefix, met),
        (Holds::Both(one, other), Value::Table(table)) => {
            meet(one, table, prefix, met);
            meet(other, table, prefix, met);
        }
        (Holds::Kinds(kinds), Value::Table(table)) => {
            for Case { name, form, .. } in kinds {
                if table.get("kind").and_then(Value::as_str) == Some(name) {
                    let prefix = format!("{prefix}{name}.");
                    meet(form, table, &prefix, met);
                    met.insert(prefix);
                }
            }
        }
        (Holds::OneOf(forms), Value::Table(table)) => {
            for Case { name, form, .. } in forms {
                if let Some(Value::Table(inner)) = table.get(*name) {
                    let prefix = format!("{prefix}{name}.");
                    meet(form, inner, &prefix, met);
                    met.insert(prefix);
                }
            }
        }
        (Holds::Either(each), value) => each.iter().for_each(|holds| meet_value(*holds, value, prefix, met)),
        (Holds::Word(_), Value::String(word)) => {
            met.insert(format!("{prefix}\"{word}\""));
        }
        _ => {}
    }
}
