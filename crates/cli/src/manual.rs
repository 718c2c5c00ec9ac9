//! `zermelo manual`: the manual in the terminal, a page at a time.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use clap::Args as ClapArgs;
use serde_json::{Value, json};
use zermelo_manual::{Found, Hit, Manual, terminal};
use zermelo_terminal::width;

use crate::reply::{self, Failure, Reply};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo manual\n  \
                  zermelo manual sprt\n  \
                  zermelo manual tutorials/designer\n  \
                  zermelo manual --search \"winner's curse\"\n\n\
                  A topic is the name of a page or of a section; the nearest match is shown. In a terminal the text goes through \
                  the program that PAGER names, or `less -R`. The web application has the same pages at /manual.")]
pub struct ManualArgs {
    /// What to read about: a page or a section [default: the table of contents].
    pub topic: Vec<String>,
    /// List the sections that contain all these words.
    #[arg(long, value_name = "WORDS", num_args = 1.., conflicts_with = "topic")]
    pub search: Option<Vec<String>>,
}

/// Shows a page, a section, the table of contents, or what a search finds.
pub fn run(args: &ManualArgs, is_json: bool) -> Result<Reply, Failure> {
    let (document, text) = answer(args, Manual::get(), width::of_output())?;
    if !is_json && std::io::stdout().is_terminal() && page_through(&text) {
        return Ok(Reply::new(document, ""));
    }
    Ok(Reply::new(document, text))
}

fn answer(args: &ManualArgs, manual: &Manual, width: usize) -> Result<(Value, String), Failure> {
    if let Some(words) = &args.search {
        return search(manual, &words.join(" "), width);
    }
    let topic = args.topic.join(" ");
    if topic.trim().is_empty() {
        return Ok((contents(manual), terminal::contents(manual, width)));
    }
    match manual.find(&topic) {
        Ok(found) => Ok(show(manual, found, width)),
        Err(missing) => {
            let shown = zermelo_game::shown(&topic);
            let nearest: Vec<String> = missing.nearest.iter().map(|name| format!("`{name}`")).collect();
            let hint = match &nearest[..] {
                [] => String::new(),
                [one] => format!("; did you mean {one}?"),
                [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
            };
            let stop = if nearest.is_empty() { "." } else { "" };
            Err(Failure::wrong(
                "unknown-topic",
                format!(
                    "the manual has nothing called `{shown}`{hint}{stop} `zermelo manual` lists the pages, and `zermelo manual --search \
                     WORDS` searches them"
                ),
            ))
        }
    }
}

fn contents(manual: &Manual) -> Value {
    let parts = manual.contents().iter().map(|part| {
        let pages = part.entries.iter().map(|entry| json!({ "path": entry.path, "title": entry.title }));
        json!({ "title": part.title, "pages": pages.collect::<Vec<_>>() })
    });
    json!({ "parts": parts.collect::<Vec<_>>() })
}

fn show(manual: &Manual, found: Found, width: usize) -> (Value, String) {
    let Found { page, section } = found;
    let anchor = section.map_or("", |section| section.anchor.as_str());
    let markdown = page.text_of(anchor);
    let title = section.map_or(&page.title, |section| &section.title);
    let document = json!({
        "path": page.path,
        "title": title,
        "anchor": section.map(|section| &section.anchor),
        "markdown": markdown,
    });
    let mut text = terminal::page(manual, &page.path, markdown, width);
    if section.is_some() {
        text += &format!("\nFrom the page \"{}\": zermelo manual {}\n", page.title, page.path);
    }
    (document, text)
}

fn search(manual: &Manual, query: &str, width: usize) -> Result<(Value, String), Failure> {
    let hits = manual.search(query);
    let result = |hit: &Hit| {
        json!({
            "path": hit.page.path,
            "title": hit.page.title,
            "section": hit.section.title,
            "anchor": hit.section.anchor,
            "lines": hit.lines,
        })
    };
    let document = json!({ "query": query, "results": hits.iter().map(result).collect::<Vec<_>>() });
    let text = match hits.len() {
        0 => format!("No section contains all of these words: {}\n", zermelo_game::shown(query)),
        1 => format!("{}\n1 section. Read it: zermelo manual PAGE#SECTION\n", terminal::hits(&hits, width)),
        n => {
            format!("{}\n{n} sections. Read one: zermelo manual PAGE#SECTION\n", terminal::hits(&hits, width))
        }
    };
    Ok((document, text))
}

/// Shows a text through the reader's pager; whether there is one.
fn page_through(text: &str) -> bool {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let mut command = match &pager {
        Some(pager) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", pager]);
            shell
        }
        None => {
            let mut less = Command::new("less");
            less.arg("-R");
            less
        }
    };
    // Colours pass through, and what fits on a screen is just printed, unless the reader wants it otherwise.
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.stdin(Stdio::piped()).spawn() else { return false };
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    let has_colours = choice != anstream::ColorChoice::Never;
    let text = if has_colours { text.to_owned() } else { anstream::adapter::strip_str(text).to_string() };
    if let Some(mut input) = child.stdin.take() {
        // A reader who leaves early has seen enough.
        let _ = input.write_all(text.as_bytes());
    }
    match child.wait() {
        // A shell's way to say that there is no such program.
        Ok(status) if status.code() == Some(127) => false,
        Ok(_) => true,
        Err(error) => {
            reply::warn(&format!("the pager failed: {error}"));
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Args;

    /// The words of a command, as a shell reads them.
    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        let (mut word, mut is_open) = (String::new(), false);
        let mut quote = None;
        for c in line.chars() {
            match (c, quote) {
                ('"' | '\'', None) => (quote, is_open) = (Some(c), true),
                (c, Some(open)) if c == open => quote = None,
                (' ', None) => {
                    if is_open || !word.is_empty() {
                        words.push(std::mem::take(&mut word));
                    }
                    is_open = false;
                }
                ('#' | '|' | '>' | '&', None) if word.is_empty() => break,
                (c, _) => word.push(c),
            }
        }
        if is_open || !word.is_empty() {
            words.push(word);
        }
        words
    }

    /// The commands of a page: lines of blocks of the language `console` that begin with `zermelo` or `$ zermelo`.
    fn commands(text: &str) -> Vec<&str> {
        let mut is_console = false;
        let mut found = Vec::new();
        for line in text.lines() {
            if line.starts_with("```") {
                is_console = line == "```console";
            } else if is_console {
                let line = line.strip_prefix("$ ").unwrap_or(line);
                found.extend(Some(line).filter(|line| line.starts_with("zermelo ")));
            }
        }
        found
    }

    #[test]
    fn every_command_of_the_manual_is_understood() {
        let mut n_commands = 0;
        for page in Manual::get().pages() {
            for command in commands(&page.text) {
                n_commands += 1;
                let words = words(command);
                if let Err(error) = Args::try_parse_from(&words) {
                    panic!("{}: {command}\n{error}", page.path);
                }
            }
        }
        assert!(n_commands > 80, "the manual has commands: {n_commands}");
        assert!(Args::try_parse_from(words("zermelo match a")).is_err());
        assert_eq!(words("zermelo play \"a b\" --x ''  # note"), ["zermelo", "play", "a b", "--x", ""]);
    }

    fn told(topic: &[&str], search: Option<&[&str]>) -> Result<(Value, String), Failure> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let args = ManualArgs { topic: owned(topic), search: search.map(owned) };
        answer(&args, Manual::get(), 80)
    }

    #[test]
    fn topics_are_shown_as_text_and_as_markdown() {
        let (document, text) = told(&["winner's", "curse"], None).expect("a section");
        assert_eq!((&document["path"], &document["anchor"]), (&"concepts".into(), &"winners-curse".into()));
        assert!(document["markdown"].as_str().is_some_and(|text| text.starts_with("### Winner's curse")));
        assert!(text.contains("zermelo manual concepts"), "{text}");
        let (document, text) = told(&[], None).expect("the contents");
        assert_eq!(document["parts"][1]["pages"][0]["path"], "tutorials/designer");
        assert!(text.contains("tutorials/student"), "{text}");
    }

    #[test]
    fn searches_and_wrong_topics_are_answered() {
        let (document, text) = told(&[], Some(&["pentanomial", "pairs"])).expect("an answer");
        assert!(document["results"].as_array().is_some_and(|hits| !hits.is_empty()), "{document}");
        assert!(text.contains("concepts#pair-and-pentanomial"), "{text}");
        let (document, text) = told(&[], Some(&["xylophone"])).expect("an answer");
        assert_eq!(document["results"], json!([]));
        assert!(text.contains("No section"), "{text}");
        let problem = format!("{:?}", told(&["winer curs"], None).err());
        assert!(problem.contains("did you mean `winners-curse`"), "{problem}");
    }
}
