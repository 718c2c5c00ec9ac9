//! The experiment of `zermelo match --sprt`: a tournament of two with a sequential test.

use std::fmt::Write;
use std::path::Path;

use zermelo_any::{Folder, Permission};
use zermelo_catalog::{OpenGame, RequestError, game_texts};
use zermelo_stats::Sprt;

use crate::experiment::Experiment;

/// A match that a sequential test ends.
pub struct SprtMatch<'a> {
    /// The agent that is tested, and its opponent, by text.
    pub agents: [&'a str; 2],
    /// The test.
    pub test: Sprt,
    /// Without a verdict the match ends after so many games.
    pub most_games: u64,
    /// Random plies of the openings; the usual number if nobody says.
    pub opening_plies: Option<u32>,
    /// Plays openings that are decided, too.
    pub keeps_decided: bool,
}

impl SprtMatch<'_> {
    /// The experiment: the same as `zermelo run` reads from a file with this text.
    pub fn experiment(&self, game: &OpenGame) -> Result<Experiment, RequestError> {
        let id = game.id();
        // People call a game written as text by its title, not by the hash of its rules.
        let name = if game_texts::is_text_id(&id) { game.title() } else { &id };
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let stem = format!("sprt-{}", name.chars().map(plain).collect::<String>());
        // Engines and networks are named by files as in `zermelo match`: from here.
        let folder = Folder::new(Path::new("."), Permission::terminal());
        Experiment::parse_part(stem, self.text(&id), "match --sprt", folder)
    }

    /// The text of the experiment file.
    fn text(&self, game: &str) -> String {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let [new, old] = self.agents.map(str::trim);
        let ((elo0, elo1), (alpha, beta)) = (self.test.elo(), self.test.errors());
        let mut text = String::new();
        let title = format!("SPRT: {new} against {old}");
        let _ = writeln!(text, "kind = \"tournament\"\ntitle = {}\ngame = {}", quoted(&title), quoted(game));
        let _ = writeln!(text, "agents = [\n    {{ name = \"A\", agent = {} }},", quoted(new));
        let _ = writeln!(text, "    {{ name = \"B\", agent = {} }},\n]\n", quoted(old));
        let _ = writeln!(text, "[schedule]\nkind = \"sprt\"\nelo0 = {elo0:?}\nelo1 = {elo1:?}");
        let _ =
            writeln!(text, "alpha = {alpha:?}\nbeta = {beta:?}\nmodel = {}", quoted(self.test.scale().id()));
        let _ = writeln!(text, "most-games = {}", self.most_games);
        if self.opening_plies.is_some() || self.keeps_decided {
            let _ = writeln!(text, "\n[openings]");
        }
        if let Some(plies) = self.opening_plies {
            let _ = writeln!(text, "plies = {plies}");
        }
        if self.keeps_decided {
            let _ = writeln!(text, "keep-decided = true");
        }
        text
    }
}
