//! `zermelo man`: manual pages for `man`, made from the same data as the help.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Command};
use clap_mangen::Man;
use serde_json::json;

use crate::output_file;
use crate::reply::{Failure, Reply};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo man | man -l -\n  \
                  zermelo man --output ~/.local/share/man/man1\n\n\
                  With --output there is a page for every command: zermelo.1, zermelo-match.1 and so on.")]
pub struct ManArgs {
    /// The folder for the pages [default: the main page on standard output].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// Prints the main page, or writes all of them.
pub fn run(args: &ManArgs, mut command: Command) -> Result<Reply, Failure> {
    // What is global belongs to every command from here on.
    command.build();
    let Some(folder) = &args.output else {
        let page = page(&command, "zermelo")?;
        return Ok(Reply::new(json!({ "page": page }), page));
    };
    let mut pages = Vec::new();
    collect(&command, "zermelo", &mut pages)?;
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::failed("file", format!("cannot make the folder {}: {error}", folder.display()))
    })?;
    let mut names = Vec::new();
    for (name, page) in pages {
        let path = folder.join(format!("{name}.1"));
        output_file::write(&path, page.into_bytes())?;
        names.push(path.display().to_string());
    }
    let text = format!("{} pages written to {}\n", names.len(), folder.display());
    Ok(Reply::new(json!({ "files": names }), text))
}

/// The pages of a command and all below it, by name.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, String)>) -> Result<(), Failure> {
    pages.push((name.to_owned(), page(command, name)?));
    for below in command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
    {
        collect(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> Result<String, Failure> {
    let mut page = Vec::new();
    Man::new(command.clone().display_name(name.to_owned()).disable_help_subcommand(true))
        .title(name.to_uppercase())
        .manual("Zermelo Manual")
        .render(&mut page)
        .map_err(|error| {
            Failure::failed("internal", format!("the page of {name} cannot be made: {error}"))
        })?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
