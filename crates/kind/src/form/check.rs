//! A file compared with its form.

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use zermelo_game::nearest;
use zermelo_game::shown;

use super::{Case, Form, Holds, Key, Range};
use crate::game_texts;
use zermelo_runner::names;

/// Everything that is wrong with a file, from its first line on; nothing if it has this form.
pub fn mistakes(text: &str, form: Form) -> Vec<String> {
    found(text, form, true)
}

/// The same, but for numbers out of range: what the type that is read refuses too.
pub(super) fn mistakes_of_type(text: &str, form: Form) -> Vec<String> {
    found(text, form, false)
}

fn found(text: &str, form: Form, checks_ranges: bool) -> Vec<String> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => return vec![syntax(text, &error)],
    };
    let has_game = table.get_ref().get("game").is_some();
    let mut check = Check { text, found: Vec::new(), has_game, checks_ranges };
    check.table(&Place::top(), table.get_ref(), &[form], &[]);
    check.found.sort_by_key(|&(line, _)| line);
    let told = |(line, problem): (Option<usize>, String)| match line {
        Some(line) => format!("line {line}: {problem}"),
        None => problem,
    };
    check.found.into_iter().map(told).collect()
}

/// What is no TOML at all, with its line.
pub(super) fn syntax(text: &str, error: &toml::de::Error) -> String {
    let problem = error.message().replace('\n', ", ");
    match error.span() {
        Some(span) => {
            let line = line_of(text, span.start);
            let written = text.lines().nth(line - 1).unwrap_or_default().trim();
            format!("line {line}: `{}` cannot be read as TOML: {problem}", shown(written))
        }
        None => format!("cannot be read as TOML: {problem}"),
    }
}

/// The line that the character at this place stands in, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

/// Where in a file a table stands: in words, and its line.
struct Place {
    words: String,
    line: Option<usize>,
}

impl Place {
    fn top() -> Place {
        Place { words: String::new(), line: None }
    }

    /// A table within this one.
    fn within(&self, name: &str, line: usize) -> Place {
        Place { words: format!("{}{name}: ", self.words), line: Some(line) }
    }
}

struct Check<'a> {
    text: &'a str,
    found: Vec<(Option<usize>, String)>,
    /// Whether a series names the game of its stages.
    has_game: bool,
    /// Whether numbers out of range are told.
    checks_ranges: bool,
}

impl Check<'_> {
    fn line(&self, span: std::ops::Range<usize>) -> usize {
        line_of(self.text, span.start)
    }

    fn tell(&mut self, place: &Place, line: Option<usize>, problem: &str) {
        self.found.push((line.or(place.line), format!("{}{problem}", place.words)));
    }

    /// A table against the keys of all these forms; those that are excused may be missing.
    fn table(&mut self, place: &Place, table: &DeTable, forms: &[Form], excused: &[&str]) {
        let keys = || forms.iter().copied().flatten();
        let names = || keys().map(|key| key.names[0]);
        let mut meant = Vec::new();
        for (written, value) in table {
            let name: &str = written.get_ref();
            let line = self.line(written.span());
            // The texts of games stand in no form: every kind may have them.
            if place.line.is_none() && name == game_texts::KEY {
                continue;
            }
            let Some(key) = keys().find(|key| key.names.contains(&name)) else {
                let near = nearest(name, names());
                meant.extend(near);
                let known = listed(names().map(|name| format!("`{name}`")), "and");
                let known = if known.is_empty() {
                    "there are no keys here".to_owned()
                } else {
                    format!("the keys here are {known}")
                };
                let known = near.map_or(known.clone(), |near| format!("did you mean `{near}`? ({known})"));
                self.tell(place, Some(line), &format!("unknown key `{}`: {known}", shown(name)));
                continue;
            };
            let others = key.names.iter().filter(|other| **other < name && table.contains_key(**other));
            for other in others {
                let problem = format!("`{other}` and `{name}` mean the same: leave one out");
                self.tell(place, Some(line), &problem);
            }
            let n_before = self.found.len();
            self.value(place, name, line, value, key.holds);
            // What no number of the type can be is told with the range that the key has.
            if matches!(key.holds, Holds::Whole(_)) && key.range.is_some() && self.found.len() > n_before {
                self.found.truncate(n_before);
                let problem = format!("{}: expected {}", self.written(name, value), key.expected());
                self.tell(place, Some(line), &problem);
            }
            if let (Some(range), true, true) = (key.range, self.checks_ranges, self.found.len() == n_before) {
                self.range(place, name, value, range);
            }
        }
        let is_missing = |key: &&Key| {
            let name = key.names[0];
            let is_there = key.names.iter().any(|name| table.contains_key(*name));
            key.is_required && !is_there && !excused.contains(&name) && !meant.contains(&name)
        };
        let missing: Vec<String> = (keys().filter(is_missing))
            .map(|key| format!("`{}` ({})", key.names[0], key.expected()))
            .collect();
        if !missing.is_empty() {
            let are = if missing.len() == 1 { "is" } else { "are" };
            self.tell(place, None, &format!("{} {are} missing", listed(missing.into_iter(), "and")));
        }
    }

    /// The numbers of a value against their range.
    fn range(&mut self, place: &Place, name: &str, value: &Spanned<DeValue>, range: Range) {
        let number = match value.get_ref() {
            DeValue::Array(items) => {
                items.iter().for_each(|item| self.range(place, name, item, range));
                return;
            }
            DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix()).ok(),
            DeValue::Float(number) => {
                let number: Option<f64> = number.as_str().parse().ok();
                if number.is_some_and(|number| !range.contains(number)) {
                    self.out_of_range(place, name, value, range);
                }
                return;
            }
            _ => None,
        };
        if number.is_some_and(|number| !range.contains(number as f64)) {
            self.out_of_range(place, name, value, range);
        }
    }

    fn out_of_range(&mut self, place: &Place, name: &str, value: &Spanned<DeValue>, range: Range) {
        let problem = format!("{}: expected {}", self.written(name, value), range.words());
        self.tell(place, Some(self.line(value.span())), &problem);
    }

    /// A value against what it should be.
    fn value(&mut self, place: &Place, name: &str, line: usize, value: &Spanned<DeValue>, holds: Holds) {
        match (holds, value.get_ref()) {
            (Holds::Text(_), DeValue::String(_)) | (Holds::Flag, DeValue::Boolean(_)) => {}
            (Holds::Name, DeValue::String(text)) => self.named(place, line, name, names::check(text)),
            (Holds::Gene, DeValue::String(text)) => self.named(place, line, name, names::check_gene(text)),
            (Holds::Word(words), DeValue::String(word)) if words.contains(&&**word) => {}
            (Holds::Number, DeValue::Integer(_) | DeValue::Float(_)) => {}
            (Holds::Whole(most), DeValue::Integer(number))
                if i128::from_str_radix(number.as_str(), number.radix())
                    .is_ok_and(|number| (0..=i128::from(most)).contains(&number)) => {}
            (Holds::List(each), DeValue::Array(items)) => {
                items.iter().enumerate().for_each(|(at, item)| self.item(place, name, at, item, *each));
            }
            (Holds::Several(n, each), DeValue::Array(items)) if items.len() == n => {
                items.iter().enumerate().for_each(|(at, item)| self.item(place, name, at, item, *each));
            }
            (Holds::Table(form), DeValue::Table(table)) => {
                self.table(&place.within(name, line), table, &[form], &[]);
            }
            (Holds::Both(one, other), DeValue::Table(table)) => {
                self.table(&place.within(name, line), table, &[one, other], &[]);
            }
            (Holds::Named(each), DeValue::Table(table)) => {
                let within = place.within(name, line);
                for (key, value) in table {
                    self.value(&within, key.get_ref(), self.line(key.span()), value, *each);
                }
            }
            (Holds::Kinds(kinds), DeValue::Table(table)) => {
                let within = place.within(name, line);
                let kinds: Vec<(&str, Form)> = kinds.iter().map(|case| (case.name, case.form)).collect();
                if let Some(form) = self.kind(&within, table, &kinds) {
                    self.table(&within, table, &[KIND, form], &[]);
                }
            }
            (Holds::Stage(own, kinds), DeValue::Table(table)) => {
                let within = place.within(name, line);
                let kinds: Vec<(&str, Form)> = kinds.iter().map(|kind| (kind.name(), kind.form())).collect();
                let excused: &[&str] = if self.has_game { &["title", "game"] } else { &["title"] };
                if let Some(form) = self.kind(&within, table, &kinds) {
                    self.table(&within, table, &[own, form], excused);
                }
            }
            (Holds::OneOf(cases), DeValue::Table(table)) if table.len() == 1 => {
                for (key, inner) in table {
                    let written: &str = key.get_ref();
                    let known = cases.iter().find(|case| case.name == written);
                    match (known, inner.get_ref()) {
                        (Some(Case { form, .. }), DeValue::Table(table)) => {
                            self.table(&place.within(name, line).within(written, line), table, &[form], &[]);
                        }
                        _ => self.wrong(place, name, line, value, holds),
                    }
                }
            }
            (Holds::Either(each), written) => match each.iter().find(|holds| holds.is_like(written)) {
                // Another word may not be meant, but one of the other forms.
                Some(Holds::Word(words)) if !written.as_str().is_some_and(|word| words.contains(&word)) => {
                    self.wrong(place, name, line, value, holds);
                }
                Some(holds) => self.value(place, name, line, value, *holds),
                None => self.wrong(place, name, line, value, holds),
            },
            _ => self.wrong(place, name, line, value, holds),
        }
    }

    /// An item of a list: by its name, if it has one, and else by its number.
    fn item(&mut self, place: &Place, list: &str, at: usize, item: &Spanned<DeValue>, holds: Holds) {
        let line = self.line(item.span());
        if item.get_ref().is_table() {
            let one = list.strip_suffix('s').unwrap_or(list);
            let name = item.get_ref().get("name").and_then(|name| name.get_ref().as_str());
            let label = match name {
                Some(name) => format!("{one} `{}`", shown(name)),
                None => format!("{one} {}", at + 1),
            };
            self.value(place, &label, line, item, holds);
        } else {
            self.value(&place.within(list, line), &format!("item {}", at + 1), line, item, holds);
        }
    }

    fn named(&mut self, place: &Place, line: usize, name: &str, checked: Result<(), String>) {
        if let Err(problem) = checked {
            self.tell(place, Some(line), &format!("{name}: {problem}"));
        }
    }

    /// The form of the kind that a table names.
    fn kind(&mut self, place: &Place, table: &DeTable, kinds: &[(&'static str, Form)]) -> Option<Form> {
        let words = || kinds.iter().map(|(kind, _)| *kind);
        let Some((key, value)) = table.get_key_value("kind") else {
            let problem = format!("`kind` is missing: expected {}", quoted(words()));
            self.tell(place, None, &problem);
            return None;
        };
        let line = self.line(key.span());
        let written = value.get_ref().as_str();
        let known = kinds.iter().find(|(kind, _)| Some(*kind) == written);
        if known.is_none() {
            let written = self.written("kind", value);
            let hint = hint(value.get_ref().as_str(), words());
            self.tell(place, Some(line), &format!("{written}: expected {}{hint}", quoted(words())));
        }
        known.map(|(_, form)| *form)
    }

    fn wrong(&mut self, place: &Place, name: &str, line: usize, value: &Spanned<DeValue>, holds: Holds) {
        let written = value.get_ref().as_str();
        let hint = match holds {
            Holds::Word(words) => hint(written, words.iter().copied()),
            Holds::Either(each) => {
                let hint = hint(written, each.iter().flat_map(|holds| holds.words()));
                // Who wrote the right word is told what belongs to it.
                if written.is_some_and(|word| hint.contains(&format!("`{word}`"))) {
                    String::new()
                } else {
                    hint
                }
            }
            _ => String::new(),
        };
        let problem = format!("{}: expected {}{hint}", self.written(name, value), holds.expected());
        self.tell(place, Some(line), &problem);
    }

    /// A key with its value as it is written; of lists and tables only that they are.
    fn written(&self, name: &str, value: &Spanned<DeValue>) -> String {
        const MOST: usize = 60;
        match value.get_ref() {
            DeValue::Array(items) => format!("{name} is a list of {}", items.len()),
            DeValue::Table(_) => format!("{name} is a table"),
            _ => {
                let written = self.text.get(value.span()).unwrap_or_default();
                let mut short: String = written.chars().take(MOST).collect();
                if short.len() < written.len() {
                    short.push('…');
                }
                format!("{name} = {}", shown(&short))
            }
        }
    }
}

/// The key that says which other keys a table has.
const KIND: Form = &[super::must(&["kind"], Holds::Text("…"), "")];

impl Key {
    /// What it should hold.
    fn expected(&self) -> String {
        match (self.holds, self.range) {
            (Holds::Whole(_), Some(range)) => format!("a whole number, {}", range.words()),
            (Holds::Number, Some(range)) => format!("a number, {}", range.words()),
            (holds, _) => holds.expected(),
        }
    }
}

impl Holds {
    /// What should stand there.
    pub(super) fn expected(self) -> String {
        match self {
            Holds::Text(example) => format!("text, such as \"{example}\""),
            Holds::Name => "a name, as text".to_owned(),
            Holds::Gene => "the name of a gene, as text".to_owned(),
            Holds::Word(words) => quoted(words.iter().copied()),
            Holds::Whole(u64::MAX) => "a whole number from 0 up".to_owned(),
            Holds::Whole(most) => format!("a whole number from 0 to {most}"),
            Holds::Number => "a number".to_owned(),
            Holds::Flag => "true or false".to_owned(),
            Holds::List(each) => format!("a list, each item {}", each.expected()),
            Holds::Several(n, each) => format!("a list of {n} items, each {}", each.expected()),
            Holds::Table(form) => with_keys(&[form]),
            Holds::Both(one, other) => with_keys(&[one, other]),
            Holds::Named(each) => format!("a table, each key with {}", each.expected()),
            Holds::Kinds(kinds) => {
                format!("a table with a kind: {}", quoted(kinds.iter().map(|case| case.name)))
            }
            Holds::Stage(_, kinds) => {
                format!("a table with a kind: {}", quoted(kinds.iter().map(|kind| kind.name())))
            }
            Holds::OneOf(cases) => {
                let told = |case: &Case| format!("{} = {}", case.name, with_keys(&[case.form]));
                listed(cases.iter().map(told), "or")
            }
            Holds::Either(each) => listed(each.iter().map(|holds| holds.expected()), "or"),
        }
    }

    /// The words that begin it.
    fn words(self) -> Vec<&'static str> {
        match self {
            Holds::Word(words) => words.to_vec(),
            Holds::OneOf(cases) => cases.iter().map(|case| case.name).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a value is of the same type, so that what is wrong with it is inside of it.
    fn is_like(self, value: &DeValue) -> bool {
        match self {
            Holds::Text(_) | Holds::Name | Holds::Gene | Holds::Word(_) => value.is_str(),
            Holds::Whole(_) => value.is_integer(),
            Holds::Number => value.is_integer() || value.is_float(),
            Holds::Flag => value.is_bool(),
            Holds::List(_) | Holds::Several(..) => value.is_array(),
            Holds::Either(each) => each.iter().any(|holds| holds.is_like(value)),
            _ => value.is_table(),
        }
    }
}

/// A table, and the keys that it must have, or may have if it must have none.
fn with_keys(forms: &[Form]) -> String {
    let keys = || forms.iter().copied().flatten();
    let names = |is_required: bool| {
        let these = keys().filter(move |key| key.is_required == is_required);
        listed(these.map(|key| format!("`{}`", key.names[0])), "and")
    };
    match (names(true), names(false)) {
        (required, _) if !required.is_empty() => format!("a table with {required}"),
        (_, optional) => format!("a table that may have {optional}"),
    }
}

/// The word that somebody may have meant.
fn hint<'a>(written: Option<&str>, words: impl Iterator<Item = &'a str>) -> String {
    let near = written.and_then(|written| nearest(written, words));
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    listed(words.map(|word| format!("\"{word}\"")), "or")
}

/// One, two and three.
fn listed(texts: impl Iterator<Item = String>, joint: &str) -> String {
    let mut texts: Vec<String> = texts.collect();
    match texts.pop() {
        None => String::new(),
        Some(last) if texts.is_empty() => last,
        Some(last) => format!("{} {joint} {last}", texts.join(", ")),
    }
}
