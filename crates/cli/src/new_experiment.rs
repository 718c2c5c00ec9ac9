//! `zermelo new-experiment`: a commented experiment file, to begin from.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_any::Folder;
use zermelo_catalog::{Permission, catalog};
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::form;
use zermelo_experiments::{KINDS, Kind, kind_named};
use zermelo_game::{nearest, shown};

use crate::output_file;
use crate::reply::{Failure, Reply};
use zermelo_results::command_text::quoted;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo new-experiment tournament\n  \
                  zermelo new-experiment evolution --game milestone --output mine.toml\n\n\
                  The file runs as it is, in seconds. Every other key stands in it as a comment with its meaning, range and \
                  default. Change it, then: zermelo run --check FILE")]
pub struct NewExperimentArgs {
    #[arg(help = kinds_in_words())]
    pub kind: String,
    /// The game of the experiment [default: a small one].
    #[arg(long)]
    pub game: Option<String>,
    /// The file to write; `-` prints it [default: KIND.toml].
    #[arg(short, long)]
    pub output: Option<PathBuf>,
}

/// The names of all kinds, for the help. A new kind appears by itself.
fn kinds_in_words() -> String {
    let told = |kind: &&dyn Kind| match kind.name() {
        "portrait" => "portrait (a game analysis)".to_owned(),
        name => name.to_owned(),
    };
    let names: Vec<String> = KINDS.iter().map(told).collect();
    let (last, others) = names.split_last().expect("there are kinds");
    format!("The kind: {} or {last}", others.join(", "))
}

/// Writes a file that is not there yet.
pub fn run(args: &NewExperimentArgs) -> Result<Reply, Failure> {
    let kind = find(&args.kind)?;
    if let Some(game) = &args.game {
        catalog::open_for(game, Permission::terminal())?;
    }
    let text = form::template(kind, args.game.as_deref());
    // A file that does not run would be a bad beginning.
    let folder = Folder::new(Path::new("."), Permission::terminal());
    Experiment::parse("new".to_owned(), text.clone(), "the new file", folder)?
        .check(Permission::terminal())?;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.toml", kind.name())));
    if path == Path::new("-") {
        return Ok(Reply::new(json!({ "kind": kind.name(), "text": text }), text));
    }
    if path.exists() {
        let problem = format!(
            "{} exists already, and was left as it is; choose another name with --output",
            path.display()
        );
        return Err(Failure::wrong("file-exists", problem));
    }
    output_file::write(&path, &text)?;
    let file = path.display().to_string();
    let told =
        format!("{file} is written. Next:\n  zermelo run --check {0}\n  zermelo run {0}\n", quoted(&file));
    Ok(Reply::new(json!({ "kind": kind.name(), "file": file }), told))
}

/// A kind by its name; a game analysis also by the name of its command.
fn find(name: &str) -> Result<&'static dyn Kind, Failure> {
    let known = if name == "game-analysis" { "portrait" } else { name };
    kind_named(known).ok_or_else(|| {
        let names = || KINDS.iter().map(|kind| kind.name());
        let hint = nearest(name, names()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let all = names().collect::<Vec<_>>().join(", ");
        Failure::wrong(
            "usage",
            format!("there is no kind `{}` of experiments: there are {all}{hint}", shown(name)),
        )
    })
}
