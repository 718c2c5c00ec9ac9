//! `zermelo new`: a file that describes a game, to begin from.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_catalog::{game_template, game_texts};

use crate::output_file;
use crate::reply::{Failure, Reply};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo new lastnight\n  \
                  zermelo new lastnight --like hex\n\n\
                  The file is a small game that works, with comments about what else may stand there. Change it, \
                  then: zermelo check lastnight.game")]
pub struct NewArgs {
    /// The name of the game; the file is called NAME.game.
    pub name: PathBuf,
    /// Begin with a copy of this game instead: one of the shelf (`zermelo games` lists them).
    #[arg(long, value_name = "GAME")]
    pub like: Option<String>,
}

/// Writes a file that is not there yet.
pub fn run(args: &NewArgs) -> Result<Reply, Failure> {
    let path = if args.name.to_string_lossy().ends_with(game_texts::ENDING) {
        args.name.clone()
    } else {
        let mut name = args.name.clone().into_os_string();
        name.push(game_texts::ENDING);
        PathBuf::from(name)
    };
    if path.exists() {
        let problem =
            format!("{} exists already, and was left as it is; choose another name", path.display());
        return Err(Failure::wrong("file-exists", problem));
    }
    let title = title_of(&path);
    let text = match &args.like {
        None => game_template::titled(&title),
        Some(name) => copy_of(name, &title)?,
    };
    output_file::write(&path, &text)?;
    let file = path.display().to_string();
    let told = format!(
        "{file} is written. Next:\n  zermelo check {0}\n  zermelo play {0}\n",
        zermelo_results::command_text::quoted(&file)
    );
    Ok(Reply::new(json!({ "file": file, "title": title }), told))
}

/// The file's name as a title: `last-night.game` becomes `Last Night`.
fn title_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    words.map(capital).collect::<Vec<_>>().join(" ")
}

/// The text of a game of the shelf under another title.
fn copy_of(name: &str, title: &str) -> Result<String, Failure> {
    let plain = name.strip_suffix(game_texts::ENDING).unwrap_or(name);
    let text = game_texts::text_named(plain).ok_or_else(|| {
        let problem = format!(
            "there is no game `{}` on the shelf; `zermelo games` lists them",
            zermelo_game::shown(name)
        );
        Failure::wrong("unknown-game", problem)
    })?;
    let mut lines = text.lines();
    lines.next();
    let rest: Vec<&str> = lines.collect();
    Ok(format!("game {title}\n{}\n", rest.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_come_from_names() {
        for (file, title) in
            [("lastnight.game", "Lastnight"), ("games/last-night.game", "Last Night"), ("a_b.game", "A B")]
        {
            assert_eq!(title_of(Path::new(file)), title);
        }
    }
}
