//! Forms as pages of the manual.

use std::fmt::Write;

use super::{Case, Fallback, Form, Holds, Key};
use crate::kind::Kind;

/// The reference page of a kind, as Markdown.
pub fn reference(kind: &dyn Kind) -> String {
    let mut page = Page { text: String::new() };
    let name = kind.name();
    let _ = writeln!(page.text, "# `kind = \"{name}\"`\n\n{}\n", kind.about());
    let _ = writeln!(page.text, "## Example\n\n```toml\n{}```\n", kind.example());
    let _ = writeln!(
        page.text,
        "`zermelo new-experiment {name}` writes a file like this one with every other key as a comment.\n\n## Keys\n"
    );
    page.form(&[kind.form()], name, "");
    page.text
}

struct Page {
    text: String,
}

impl Page {
    /// The keys of a table, then the tables within it under headings of their own.
    fn form(&mut self, forms: &[Form], kind: &str, path: &str) {
        let keys = || forms.iter().copied().flatten();
        for key in keys() {
            let own_kind = path.is_empty() && key.names[0] == "kind";
            self.key(key, own_kind.then_some(kind));
        }
        self.text.push('\n');
        for key in keys() {
            let name = key.names[0];
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            self.inner(key.holds, kind, &path);
        }
    }

    fn key(&mut self, key: &Key, kind: Option<&str>) {
        let names: Vec<String> = key.names.iter().map(|name| format!("`{name}`")).collect();
        let mut facts = vec![kind.map_or_else(|| type_of(key), |kind| format!("`\"{kind}\"`"))];
        match key.fallback {
            Fallback::Nothing if key.is_required => facts.push("required".to_owned()),
            Fallback::Nothing => {}
            Fallback::Value(value) => facts.push(format!("default `{value}`")),
            Fallback::Words(words) => facts.push(format!("default: {words}")),
        }
        let _ = write!(self.text, "- {} ({}): {}", names.join(" or "), facts.join("; "), key.about);
        if let (Some(example), None) = (example_of(key), kind)
            && !matches!(key.fallback, Fallback::Value(_))
        {
            let _ = write!(self.text, " Example: `{} = {example}`.", key.names[0]);
        }
        self.text.push('\n');
    }

    fn inner(&mut self, holds: Holds, kind: &str, path: &str) {
        match holds {
            Holds::Table(form) => self.section(path, None, &[form], kind),
            Holds::Both(one, other) => self.section(path, None, &[one, other], kind),
            Holds::List(each) | Holds::Several(_, each) | Holds::Named(each) => self.inner(*each, kind, path),
            Holds::Kinds(cases) => {
                let _ = writeln!(self.text, "### `{path}`\n\nThe table has a `kind`:\n");
                for Case { name, about, .. } in cases {
                    let _ = writeln!(self.text, "- `kind = \"{name}\"`: {about}");
                }
                self.text.push('\n');
                for Case { name, form, .. } in cases.iter().filter(|case| !case.form.is_empty()) {
                    self.section(path, Some(name), &[form], kind);
                }
            }
            Holds::OneOf(cases) => {
                for Case { name, form, .. } in cases {
                    self.section(&format!("{path}.{name}"), None, &[form], kind);
                }
            }
            Holds::Either(each) => each.iter().for_each(|holds| self.inner(*holds, kind, path)),
            Holds::Stage(form, _) => self.section(path, None, &[form], kind),
            _ => {}
        }
    }

    fn section(&mut self, path: &str, case: Option<&str>, forms: &[Form], kind: &str) {
        let of_case = case.map_or(String::new(), |case| format!(" with `kind = \"{case}\"`"));
        let _ = writeln!(self.text, "### `{path}`{of_case}\n");
        self.form(forms, kind, path);
    }
}

/// What a key holds, in a few words.
pub(super) fn type_of(key: &Key) -> String {
    let mut words = words_of(key.holds);
    if let Some(range) = key.range {
        let _ = write!(words, ", {}", range.words());
        if range.is_even {
            words.push_str(", even");
        }
    }
    words
}

fn words_of(holds: Holds) -> String {
    match holds {
        Holds::Text(_) | Holds::Name | Holds::Gene => "text".to_owned(),
        Holds::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
            words.join(" or ")
        }
        Holds::Whole(_) => "whole number".to_owned(),
        Holds::Number => "number".to_owned(),
        Holds::Flag => "`true` or `false`".to_owned(),
        Holds::List(Holds::Table(_) | Holds::Both(..) | Holds::Stage(..)) => "list of tables".to_owned(),
        Holds::List(each) => format!("list, each item {}", words_of(*each)),
        Holds::Several(n, each) => format!("list of {n}, each {}", words_of(*each)),
        Holds::Named(each) => format!("table of names, each with {}", words_of(*each)),
        Holds::Kinds(_) => "table with a `kind`".to_owned(),
        Holds::Table(_) | Holds::Both(..) | Holds::OneOf(_) | Holds::Stage(..) => "table".to_owned(),
        Holds::Either(each) => {
            let each: Vec<String> = each.iter().map(|holds| words_of(*holds)).collect();
            each.join(" or ")
        }
    }
}

/// An example of a key's value, as TOML.
pub(super) fn example_of(key: &Key) -> Option<String> {
    let derived = || match key.holds {
        Holds::Text(example) => Some(format!("\"{example}\"")),
        Holds::List(Holds::Text(example)) => Some(format!("[\"{example}\"]")),
        Holds::Word([first, ..]) => Some(format!("\"{first}\"")),
        Holds::Flag => Some("true".to_owned()),
        _ => None,
    };
    key.example.map(str::to_owned).or_else(derived)
}
