//! The experiment of `zermelo compare-variants`.

use std::path::Path;

use toml::{Table, Value};
use zermelo_any::{Folder, Permission};
use zermelo_catalog::RequestError;
use zermelo_store::Run;

use crate::begun::quoted;
use crate::experiment::Experiment;

/// What `--quick` measures of every variant: some seconds of games.
const QUICK: &str = "games = { nodes = [50, 400], games = 150, random = 200 }\n\
                     solve = { start = 100_000, first-moves = 0 }\n\
                     clarity = { positions = 0 }\n\
                     ladder = { nodes = 25, doublings = 5, games = 80 }\n\
                     first-moves = { nodes = 100, games = 30 }\n\
                     copying = { nodes = 100, games = 0 }\n\
                     heuristics = { games = 0 }\n";

/// Games that shall be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantsRequest {
    /// The games; only one if parameters vary.
    pub games: Vec<String>,
    /// Parameters, and their values.
    pub vary: Vec<(String, Vec<u64>)>,
    /// Fewer games.
    pub is_quick: bool,
}

impl VariantsRequest {
    /// The experiment; files are looked for where the program was started.
    pub fn experiment(&self, permission: Permission) -> Result<Experiment, RequestError> {
        let folder = Folder::new(Path::new(""), permission);
        Experiment::parse_part(self.stem(), self.text(), "compare-variants", folder)
    }

    /// What its runs are called.
    fn stem(&self) -> String {
        let first = self.games.first().map_or("", String::as_str);
        let file = first.rsplit(['/', '\\']).next().unwrap_or(first);
        let name = file.split([':', '~', '.']).next().unwrap_or(file);
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        name.chars().map(plain).collect::<String>() + "-variants"
    }

    /// The experiment file.
    fn text(&self) -> String {
        let text = |text: &str| Value::String(text.to_owned());
        let list =
            |values: &[u64]| Value::Array(values.iter().map(|&value| Value::Integer(value as i64)).collect());
        let title = format!("Variants of {}", self.games.join(", "));
        let mut file = Table::new();
        file.insert("kind".to_owned(), text("variants"));
        file.insert("title".to_owned(), text(&title));
        match (&self.games[..], self.vary.is_empty()) {
            ([game], false) => {
                file.insert("game".to_owned(), text(game));
                let vary = self.vary.iter().map(|(name, values)| (name.clone(), list(values)));
                file.insert("vary".to_owned(), Value::Table(vary.collect()));
            }
            (games, _) => {
                let games = games.iter().map(|game| text(game)).collect();
                file.insert("variants".to_owned(), Value::Array(games));
            }
        }
        if self.is_quick {
            let study: Table = QUICK.parse().expect("the settings are TOML");
            file.insert("study".to_owned(), Value::Table(study));
        }
        file.to_string()
    }

    /// The command, without the program's name.
    pub fn command(&self) -> String {
        let mut command = "compare-variants".to_owned();
        self.games.iter().for_each(|game| command.push_str(&format!(" {}", quoted(game))));
        for (name, values) in &self.vary {
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            command.push_str(&format!(" --option {name}={}", values.join(",")));
        }
        if self.is_quick {
            command.push_str(" --quick");
        }
        command
    }

    /// What a run was begun with, if that was this command.
    pub(crate) fn of(run: &Run) -> Option<VariantsRequest> {
        if run.kind != "variants" {
            return None;
        }
        let file: Table = run.experiment.parse().ok()?;
        let texts = |key: &str| -> Vec<String> {
            let list = file.get(key).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(|value| Some(value.as_str()?.to_owned())).collect()
        };
        let mut games = texts("variants");
        games.extend(file.get("game").and_then(Value::as_str).map(str::to_owned));
        let vary = file.get("vary").and_then(Value::as_table).into_iter().flatten();
        let vary = vary.map(|(name, values)| {
            let values = values.as_array().into_iter().flatten();
            (name.clone(), values.filter_map(|value| u64::try_from(value.as_integer()?).ok()).collect())
        });
        let vary: Vec<(String, Vec<u64>)> = vary.collect();
        let found = VariantsRequest { games, vary, is_quick: file.contains_key("study") };
        // The title may name files where the run has ids; everything else must be as the command writes it.
        let mut asked: Table = found.text().parse().ok()?;
        let mut known = file;
        known.remove("game-texts");
        let title = known.remove("title")?;
        asked.remove("title");
        let names: Vec<&str> = title.as_str()?.strip_prefix("Variants of ")?.split(", ").collect();
        if asked != known {
            return None;
        }
        // The title has the names that were given: a file is found by its name, and not by its id.
        let is_told = names.len() == found.games.len();
        let games = found.games.iter().enumerate().map(|(at, id)| match is_told && id.contains('~') {
            true => names[at].to_owned(),
            false => id.clone(),
        });
        Some(VariantsRequest { games: games.collect(), ..found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_as_they_were_made() {
        let told = |game: &str| {
            let vary = vec![("rows".to_owned(), vec![1, 2])];
            let request = VariantsRequest { games: vec![game.to_owned()], vary, is_quick: true };
            request.experiment(Permission::server()).map(|_| ()).expect_err("a mistake").to_string()
        };
        let problem = told("hexapawn.game:size=4");
        assert!(problem.contains("--option NAME=VALUES") && problem.contains("size=4"), "{problem}");
        let problem = told("breakthrough");
        assert!(problem.contains("`breakthrough.game` has size"), "{problem}");
    }

    #[test]
    fn requests_are_files_that_are_read() {
        for (games, vary, is_quick) in [
            (vec!["tictactoe", "connect4"], vec![], false),
            (vec!["hexapawn.game"], vec![("size", vec![3, 4])], true),
        ] {
            let request = VariantsRequest {
                games: games.into_iter().map(str::to_owned).collect(),
                vary: vary.into_iter().map(|(name, values)| (name.to_owned(), values)).collect(),
                is_quick,
            };
            let experiment =
                request.experiment(Permission::server()).unwrap_or_else(|error| panic!("{error}"));
            experiment.check(Permission::server()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(experiment.plan.extent(), Some(2));
        }
    }
}
