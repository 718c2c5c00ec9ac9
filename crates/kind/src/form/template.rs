//! Forms as files to begin with: an example that runs, and every other key as a comment.
//!
//! Sentences stand behind `# `, keys that are switched off behind `#` alone.

use std::fmt::Write;

use toml::{Table, Value};

use super::reference::{example_of, type_of};
use super::{Case, Fallback, Form, Holds, Key};
use crate::kind::Kind;
use zermelo_catalog::{OpenGame, Permission, Start, catalog};

/// How long lines of comments are.
const WIDTH: usize = 98;

/// A file of this kind to begin with. `game` takes the place of the example's.
pub fn template(kind: &dyn Kind, game: Option<&str>) -> String {
    let mut example: Table = kind.example().parse().expect("the example of a kind is TOML");
    if let (Some(game), true) = (game, example.contains_key("game")) {
        example.insert("game".to_owned(), Value::String(game.to_owned()));
    }
    let id = example.get("game").and_then(Value::as_str);
    let game = id.and_then(|id| catalog::open_for(id, Permission::terminal()).ok());
    let mut file = File { text: String::new(), game };
    file.comment(kind.about());
    let name = kind.name();
    file.comment(&format!(
        "Run it with `zermelo run FILE`; `zermelo run --check FILE` checks it and estimates games and time. A line that begins with \
         # and no space is a key that is switched off. `zermelo manual experiment-{name}` explains all keys."
    ));
    file.text.push('\n');
    file.table(&[kind.form()], Some(&example), "");
    file.text
}

struct File {
    text: String,
    /// The game, if it can be opened.
    game: Option<OpenGame>,
}

impl File {
    fn comment(&mut self, sentence: &str) {
        let mut line = String::from("#");
        for word in sentence.split_whitespace() {
            if line.len() + 1 + word.len() > WIDTH && line.len() > 1 {
                let _ = writeln!(self.text, "{line}");
                line = String::from("#");
            }
            line.push(' ');
            line.push_str(word);
        }
        let _ = writeln!(self.text, "{line}");
    }

    /// The keys of a table at this path: those of the example, and the others switched off. `None` is a table that the example
    /// does not have.
    fn table(&mut self, forms: &[Form], example: Option<&Table>, path: &str) {
        let keys = || forms.iter().copied().flatten();
        for key in keys().filter(|key| !is_section(key.holds) && !key.is_refused) {
            self.scalar(key, example, path);
        }
        for key in keys().filter(|key| is_section(key.holds)) {
            let name = key.names[0];
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let value = example.and_then(|example| written(key, example));
            self.text.push('\n');
            self.about(key);
            self.section(key.holds, value, &path, example.is_some());
        }
    }

    fn about(&mut self, key: &Key) {
        let mut facts = type_of(key).replace('`', "");
        match key.fallback {
            Fallback::Nothing if key.is_required => facts.push_str("; required"),
            Fallback::Nothing => {}
            Fallback::Value(value) => {
                let _ = write!(facts, "; default {value}");
            }
            Fallback::Words(words) => {
                let _ = write!(facts, "; default: {words}");
            }
        }
        self.comment(&format!("{} ({facts})", key.about));
    }

    fn scalar(&mut self, key: &Key, example: Option<&Table>, path: &str) {
        let name = key.names[0];
        self.about(key);
        let value = example.and_then(|example| written(key, example)).map(ToString::to_string);
        match value {
            Some(value) => {
                let _ = writeln!(self.text, "{name} = {value}");
            }
            None => {
                let value = match key.fallback {
                    Fallback::Value(value) => Some(value.to_owned()),
                    _ => self.example_in_game(path, name).or_else(|| example_of(key)),
                };
                let _ = writeln!(self.text, "#{name} = {}", value.unwrap_or_else(|| "..".to_owned()));
            }
        }
    }

    /// An example that only the game knows: the first moves of a game, and the names of its features.
    fn example_in_game(&self, path: &str, name: &str) -> Option<String> {
        let game = self.game.as_ref()?;
        match (path.rsplit('.').next()?, name) {
            ("openings", "list") => {
                let mut session = game.session(&Start::default()).ok()?;
                for _ in 0..2 {
                    let first = session.moves().into_iter().next()?;
                    session.play(&first.text).ok()?;
                }
                Some(format!("[\"{}\"]", session.played().join(" ")))
            }
            ("genes", "names") => {
                let features = game.features();
                let names: Vec<String> =
                    features.iter().take(2).map(|feature| format!("\"{}\"", feature.name)).collect();
                (!names.is_empty()).then(|| format!("[{}]", names.join(", ")))
            }
            _ => None,
        }
    }

    /// A table under a heading of its own. `is_in` says whether the table around it is in the example.
    fn section(&mut self, holds: Holds, value: Option<&Value>, path: &str, is_in: bool) {
        let off = if value.is_some() { "" } else { "#" };
        match (holds, value) {
            (Holds::Table(form), value) => {
                let _ = writeln!(self.text, "{off}[{path}]");
                self.table(&[form], value.and_then(Value::as_table), path);
            }
            (Holds::Kinds(cases), value) => self.kinds(cases, value.and_then(Value::as_table), path),
            (Holds::List(each), Some(Value::Array(items))) => {
                for (at, item) in items.iter().enumerate() {
                    let _ = writeln!(self.text, "[[{path}]]");
                    match (*each, item.as_table()) {
                        (Holds::Table(form), Some(table)) if at == 0 => {
                            self.table(&[form], Some(table), path);
                        }
                        (Holds::Both(one, _), Some(table)) if at == 0 => {
                            self.table(&[one], Some(table), path);
                            self.rest(table, one);
                        }
                        (_, Some(table)) => self.rest(table, &[]),
                        (_, None) => {}
                    }
                    if at + 1 < items.len() {
                        self.text.push('\n');
                    }
                }
            }
            (Holds::List(Holds::Table(form)), _) if is_in || value.is_none() => {
                let _ = writeln!(self.text, "#[[{path}]]");
                self.table(&[form], None, path);
            }
            _ => {}
        }
    }

    /// The keys of a table that a form does not have, as they are.
    fn rest(&mut self, table: &Table, form: Form) {
        for (name, value) in table {
            if !form.iter().any(|key| key.names.contains(&name.as_str())) {
                let _ = writeln!(self.text, "{name} = {value}");
            }
        }
    }

    fn kinds(&mut self, cases: &[Case], example: Option<&Table>, path: &str) {
        let chosen = example.and_then(|example| example.get("kind")).and_then(Value::as_str);
        for Case { name, about, form } in cases {
            let keys: Vec<&str> = form.iter().map(|key| key.names[0]).collect();
            let keys = if keys.is_empty() { String::new() } else { format!(" Keys: {}.", keys.join(", ")) };
            self.comment(&format!("- kind = \"{name}\": {about}{keys}"));
        }
        let off = if example.is_some() { "" } else { "#" };
        let case = cases.iter().find(|case| Some(case.name) == chosen).or(cases.first());
        if let Some(case) = case {
            let _ = writeln!(self.text, "{off}[{path}]\n{off}kind = \"{}\"", case.name);
            self.table(&[case.form], example, path);
        }
    }
}

/// What an example has for a key, under whatever name.
fn written<'a>(key: &Key, example: &'a Table) -> Option<&'a Value> {
    key.names.iter().find_map(|name| example.get(*name))
}

/// Whether it stands under a heading of its own.
fn is_section(holds: Holds) -> bool {
    matches!(
        holds,
        Holds::Table(_) | Holds::Kinds(_) | Holds::List(Holds::Table(_) | Holds::Both(..) | Holds::Stage(..))
    )
}
