//! Whether the defaults of a form are those of the type that is read, and whether its examples can be read.
//!
//! Every default is written into an example in the place of its key: both files must be read alike.

use toml::{Table, Value};

use super::reference::example_of;
use super::{Case, Fallback, Form, Holds, Key, mistakes};

/// Compares defaults on an example. `read` gives everything that was read from a text, or what is wrong with it.
pub fn compare_defaults(form: Form, example: &str, read: impl Fn(&str) -> Result<String, String>) {
    let base: Table = toml::from_str(example).unwrap();
    let mut compare = Compare { form, read: &read, n_compared: 0 };
    compare.reads(&base);
    compare.form(form, &base, &[]);
    assert!(compare.n_compared > 0, "the form has no defaults");
}

struct Compare<'a> {
    form: Form,
    read: &'a dyn Fn(&str) -> Result<String, String>,
    n_compared: usize,
}

/// A step into a file: the name of a key, or the first item of a list.
#[derive(Clone, Debug)]
enum Step {
    Key(&'static str),
    First,
}

impl Compare<'_> {
    fn reads(&self, file: &Table) -> String {
        let text = toml::to_string(file).unwrap();
        assert_eq!(mistakes(&text, self.form), Vec::<String>::new(), "{text}");
        (self.read)(&text).unwrap_or_else(|error| panic!("{error}\nin:\n{text}"))
    }

    fn is_readable(&self, file: &Table) -> bool {
        (self.read)(&toml::to_string(file).unwrap()).is_ok()
    }

    fn form(&mut self, form: Form, base: &Table, path: &[Step]) {
        for key in form {
            assert!(key.about.ends_with('.'), "{path:?}: {}: no sentence: {:?}", key.names[0], key.about);
            let place = [path, &[Step::Key(key.names[0])]].concat();
            if let Fallback::Value(default) = key.fallback {
                let with = changed(base, &place, Some(value_of(default)));
                let without = changed(base, &place, None);
                assert_eq!(self.reads(&with), self.reads(&without), "{place:?}: not the default: {default}");
                self.n_compared += 1;
            }
            if let Some(example) = example_of(key) {
                let with = changed(base, &place, Some(value_of(&example)));
                let text = toml::to_string(&with).unwrap();
                assert_eq!(mistakes(&text, self.form), Vec::<String>::new(), "{text}");
            } else {
                assert!(is_shown(key), "{place:?}: no example");
            }
            self.holds(key, base, &place);
        }
    }

    fn holds(&mut self, key: &Key, base: &Table, place: &[Step]) {
        match key.holds {
            Holds::Table(form) => {
                let inner = match at(base, place) {
                    Some(_) => base.clone(),
                    None => changed(base, place, Some(Value::Table(required(form)))),
                };
                self.reads(&inner);
                self.form(form, &inner, place);
            }
            Holds::Kinds(cases) => {
                for Case { name, about, form } in cases {
                    assert!(about.ends_with('.'), "{place:?}: {name}: {about:?}");
                    let with_kind = |mut table: Table| {
                        table.insert("kind".to_owned(), Value::String((*name).to_owned()));
                        changed(base, place, Some(Value::Table(table)))
                    };
                    // What the example has of this kind fits the rest of the file.
                    let kind = at(base, place).and_then(|table| table.get("kind")).and_then(Value::as_str);
                    let inner = match kind {
                        Some(kind) if kind == *name => base.clone(),
                        // Some keys may be left out, but not all of them at once.
                        _ if self.is_readable(&with_kind(required(form))) => with_kind(required(form)),
                        _ => with_kind(full(form)),
                    };
                    self.reads(&inner);
                    self.form(form, &inner, place);
                }
            }
            Holds::List(Holds::Table(form) | Holds::Both(form, _) | Holds::Stage(form, _))
                if at(base, place).is_some() =>
            {
                self.form(form, base, &[place, &[Step::First]].concat());
            }
            _ => {}
        }
    }
}

/// Whether a person sees what the value looks like without an example.
fn is_shown(key: &Key) -> bool {
    matches!(key.fallback, Fallback::Value(_))
        || matches!(
            key.holds,
            Holds::Table(_)
                | Holds::Kinds(_)
                | Holds::List(Holds::Table(_) | Holds::Both(..) | Holds::Stage(..))
        )
        || key.names == ["seed"]
}

/// All keys that have an example, with it.
fn full(form: Form) -> Table {
    let value = |key: &Key| Some((key.names[0].to_owned(), value_of(&example_of(key)?)));
    form.iter().filter_map(value).collect()
}

/// The keys that a table must have, with their examples.
fn required(form: Form) -> Table {
    let value = |key: &Key| match (example_of(key), key.holds) {
        (Some(example), _) => value_of(&example),
        (None, Holds::Table(form)) => Value::Table(required(form)),
        (None, _) => panic!("`{}` has no example", key.names[0]),
    };
    form.iter().filter(|key| key.is_required).map(|key| (key.names[0].to_owned(), value(key))).collect()
}

fn value_of(text: &str) -> Value {
    let table: Table =
        toml::from_str(&format!("v = {text}")).unwrap_or_else(|error| panic!("{text}: {error}"));
    table["v"].clone()
}

fn at<'a>(base: &'a Table, place: &[Step]) -> Option<&'a Value> {
    let (first, rest) = place.split_first()?;
    let Step::Key(name) = first else { return None };
    rest.iter().try_fold(base.get(*name)?, |value, step| match step {
        Step::Key(name) => value.get(*name),
        Step::First => value.get(0),
    })
}

/// The file with another value in a place, or with none. Tables on the way must exist.
fn changed(base: &Table, place: &[Step], value: Option<Value>) -> Table {
    let mut file = Value::Table(base.clone());
    let (Some(Step::Key(last)), way) = (place.last(), &place[..place.len() - 1]) else {
        panic!("{place:?} is no key");
    };
    let mut here = &mut file;
    for step in way {
        here = match step {
            Step::Key(name) => here.get_mut(*name).unwrap(),
            Step::First => here.get_mut(0).unwrap(),
        };
    }
    let table = here.as_table_mut().unwrap();
    table.remove(*last);
    if let Some(value) = value {
        table.insert((*last).to_owned(), value);
    }
    let Value::Table(file) = file else { unreachable!("it was a table") };
    file
}
