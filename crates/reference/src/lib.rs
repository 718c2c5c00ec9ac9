//! The pages of the manual that are made from the code, so that they cannot drift from it.
//!
//! The command line passes its arguments and a way to run a command; everything else comes from the catalog, the kinds of
//! experiments and the server's own description.

mod commands;
mod games;
mod http;
mod json_answers;
mod json_keys;
mod json_page;

use std::fmt::Write;

use zermelo_experiments::{KINDS, form};

pub use games::quantity_in_words;
pub use json_answers::FILES;
pub use json_page::RunCommand;

/// A page of the manual.
pub struct Page {
    /// Its path within the folder of the reference.
    pub path: String,
    /// Its text, as Markdown.
    pub text: String,
}

/// What every page begins with.
const NOTE: &str =
    "<!-- Made from the code by `cargo xtask reference`: change the code, not this file. -->\n\n";

/// All pages. `program` is the command line; `run` answers the words of a command with its JSON, in a folder that has the
/// [`FILES`].
pub fn pages(program: clap::Command, run: &RunCommand) -> Result<Vec<Page>, String> {
    let page = |path: &str, text: &str| Page { path: path.to_owned(), text: format!("{NOTE}{text}") };
    let mut pages = vec![
        page("experiments.md", &kinds()),
        page("agents.md", &games::agents()),
        page("games.md", &games::games()),
        page("commands.md", &commands::commands(program)),
        page("json.md", &json_page::json(run)?),
        page("http.md", &http::http()),
    ];
    for kind in KINDS {
        pages.push(page(&format!("experiment-{}.md", kind.name()), &form::reference(*kind)));
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
        let _ = writeln!(text, "- [`{name}`](experiment-{name}.md): {}", kind.about());
    }
    text
}
