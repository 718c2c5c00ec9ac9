//! `zermelo reference`: the pages of the manual that are made from the code, so that they cannot drift from it.
//!
//! `cargo xtask reference` writes them into `docs/manual/reference`; a test compares them with what the program says of itself.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_experiments::{KINDS, form};
use zermelo_game::Stop;

use crate::output_file;
use crate::reply::{Failure, Reply};

mod commands;
mod games;
mod http;
mod json_keys;
mod json_page;

#[derive(Debug, ClapArgs)]
pub struct ReferenceArgs {
    /// The folder for the pages.
    pub folder: PathBuf,
}

/// A page: its path within the folder, and its text as Markdown.
struct Page {
    path: String,
    text: String,
}

/// What every page begins with.
const NOTE: &str =
    "<!-- Made from the code by `cargo xtask reference`: change the code, not this file. -->\n\n";

/// Writes all pages.
pub fn run(args: &ReferenceArgs, stop: &Stop) -> Result<Reply, Failure> {
    // The examples of the JSON page run in a folder of their own.
    let into = std::path::absolute(&args.folder)
        .map_err(|error| Failure::failed("file", format!("{}: {error}", args.folder.display())))?;
    let pages = pages(stop)?;
    for page in &pages {
        let path = into.join(&page.path);
        let folder = path.parent().unwrap_or(&into);
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::failed("file", format!("{}: {error}", folder.display())))?;
        output_file::write(&path, &format!("{NOTE}{}", page.text))?;
    }
    let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    let told = format!("{} pages in {}\n", pages.len(), args.folder.display());
    Ok(Reply::new(json!({ "folder": args.folder, "pages": paths }), told))
}

fn pages(stop: &Stop) -> Result<Vec<Page>, Failure> {
    let page = |path: &str, text: String| Page { path: path.to_owned(), text };
    let mut pages = vec![
        page("experiments.md", kinds()),
        page("agents.md", games::agents()),
        page("games.md", games::games()),
        page("commands.md", commands::commands()),
        page("json.md", json_page::json(stop)?),
        page("http.md", http::http()),
    ];
    for kind in KINDS {
        let path = format!("experiments/{}.md", kind.name());
        pages.push(Page { path, text: form::reference(*kind) });
    }
    Ok(pages)
}

/// The kinds of experiments, and what their files have in common.
fn kinds() -> String {
    let mut text = String::from(
        "# Experiment files\n\n\
         An experiment is a TOML file that begins with its `kind`. `zermelo run FILE` carries it out, `zermelo run --check FILE` \
         checks it and estimates games and time, and `zermelo new-experiment KIND` writes one to begin with. A mistake is told with \
         its line and what was expected.\n\n\
         `zermelo schema experiment` prints the JSON Schema of these files. With a line `#:schema ./experiment.schema.json` at the \
         top, editors with Even Better TOML or taplo complete keys and underline mistakes; the files in `experiments/` have it.\n\n\
         ## Kinds\n\n",
    );
    for kind in KINDS {
        let name = kind.name();
        let _ = writeln!(text, "- [`{name}`](experiments/{name}.md): {}", kind.about());
    }
    text
}
