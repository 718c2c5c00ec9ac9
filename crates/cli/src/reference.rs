//! `zermelo reference`: writes the pages of the manual that are made from the code. `cargo xtask reference` runs it, and a test
//! compares the pages of the repository with it.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, FromArgMatches};
use serde_json::{Value, json};
use zermelo_game::Stop;
use zermelo_reference::{FILES, pages};

use crate::args::Args;
use crate::reply::{Failure, Reply};
use crate::{champions, command, output_file};

#[derive(Debug, ClapArgs)]
pub struct ReferenceArgs {
    /// The folder for the pages.
    pub folder: PathBuf,
}

/// Writes all pages.
pub fn run(args: &ReferenceArgs, stop: &Stop) -> Result<Reply, Failure> {
    let failed =
        |error: std::io::Error| Failure::failed("file", format!("{}: {error}", args.folder.display()));
    let into = std::path::absolute(&args.folder).map_err(failed)?;
    // The examples of the JSON page run in a folder of their own.
    let examples = tempfile::tempdir().map_err(failed)?;
    std::env::set_current_dir(examples.path()).map_err(failed)?;
    for (name, content) in FILES {
        output_file::write(Path::new(name), content)?;
    }
    let pages = pages(command(), &|words| answer(words, stop));
    let pages = pages.map_err(|problem| Failure::failed("internal", problem))?;
    for page in &pages {
        let path = into.join(&page.path);
        std::fs::create_dir_all(path.parent().unwrap_or(&into)).map_err(failed)?;
        output_file::write(&path, &page.text)?;
    }
    let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    let told = format!("{} pages in {}\n", pages.len(), args.folder.display());
    Ok(Reply::new(json!({ "folder": args.folder, "pages": paths }), told))
}

/// The answer of a command for machines.
fn answer(words: &[&str], stop: &Stop) -> Result<Value, String> {
    let words = std::iter::once("zermelo").chain(words.iter().copied());
    let matches = command().try_get_matches_from(words).map_err(|error| error.to_string())?;
    let mut args = Args::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    args.json = true;
    champions::resolve(&mut args.command).map_err(|failure| failure.message().to_owned())?;
    let reply = crate::run(&args, stop).map_err(|failure| failure.message().to_owned())?;
    Ok(reply.json().clone())
}
