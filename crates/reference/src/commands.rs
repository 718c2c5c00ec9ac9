//! The page of commands, from the arguments that the program reads.

use std::fmt::Write;

use clap::{Arg, Command};

/// All commands with their arguments.
pub fn commands(mut program: Command) -> String {
    program.build();
    let mut text = String::from(
        "# Commands\n\nEvery command has `--help` with an example. The exit code is 0 for success, 2 for a wrong request, 1 for a \
         failure while running and 130 for an interruption.\n\n## Options of every command\n\n",
    );
    for arg in program.get_arguments().filter(|arg| is_shown(arg) && arg.is_global_set()) {
        item(&mut text, arg);
    }
    text.push('\n');
    for command in
        program.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
    {
        section(&mut text, command, "zermelo", "##");
    }
    text
}

fn section(text: &mut String, command: &Command, path: &str, heading: &str) {
    let path = format!("{path} {}", command.get_name());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(text, "{heading} `{path}`\n\n{}\n", sentence(&about));
    let inner: Vec<&Command> = command.get_subcommands().filter(|inner| inner.get_name() != "help").collect();
    if inner.is_empty() {
        let mut usage = format!("{path} [OPTIONS]");
        for arg in command.get_positionals().filter(is_shown) {
            let name = value_name(arg);
            let _ = write!(
                usage,
                "{}",
                if arg.is_required_set() { format!(" {name}") } else { format!(" [{name}]") }
            );
        }
        let _ = writeln!(text, "```text\n{usage}\n```\n");
        let own = || command.get_arguments().filter(|arg| is_shown(arg) && !arg.is_global_set());
        own().for_each(|arg| item(text, arg));
        if own().next().is_some() {
            text.push('\n');
        }
    }
    if let Some(help) = command.get_after_help() {
        let help = help.to_string();
        for part in help.split("\n\n") {
            example(text, part);
        }
    }
    for inner in inner {
        section(text, inner, &path, &format!("{heading}#"));
    }
}

/// A part of the help below the arguments: commands as code, everything else as it is.
fn example(text: &mut String, part: &str) {
    if let Some(one) = part.strip_prefix("Example: ") {
        let _ = writeln!(text, "```console\n{}\n```\n", one.trim());
    } else if let Some(several) = part.strip_prefix("Examples:\n") {
        let lines: Vec<String> = several.lines().map(|line| with_comment(line.trim())).collect();
        let _ = writeln!(text, "```console\n{}\n```\n", lines.join("\n"));
    } else {
        let mut lines = part.lines();
        let is_code = |line: &str| line.starts_with("  ");
        let prose: Vec<&str> = lines.clone().filter(|line| !is_code(line)).collect();
        let _ = writeln!(text, "{}\n", prose.join("\n"));
        if lines.clone().any(is_code) {
            let code: Vec<&str> = lines.by_ref().filter(|line| is_code(line)).map(str::trim).collect();
            let _ = writeln!(text, "```text\n{}\n```\n", code.join("\n"));
        }
    }
}

/// What stands behind a command and several spaces says what it does.
fn with_comment(line: &str) -> String {
    match line.split_once("  ") {
        Some((command, about)) => format!("{command}  # {}", about.trim()),
        None => line.to_owned(),
    }
}

fn item(text: &mut String, arg: &Arg) {
    let name = match (arg.get_long(), arg.get_short()) {
        (None, _) => value_name(arg),
        (Some(long), short) => {
            let short = short.map_or(String::new(), |short| format!("-{short}, "));
            let value =
                if arg.get_action().takes_values() { format!(" {}", value_name(arg)) } else { String::new() };
            format!("{short}--{long}{value}")
        }
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let _ = write!(text, "- `{name}`: {}", sentence(&help.replace('\n', " ")));
    let values: Vec<String> = (arg.get_possible_values().into_iter())
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, " Values: {}.", values.join(", "));
    }
    // Booleans have a default that says nothing; that of the store is told by every command.
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        let _ = write!(text, " Default: {}.", defaults.join(" "));
    }
    text.push('\n');
}

fn value_name(arg: &Arg) -> String {
    let names = arg
        .get_value_names()
        .map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    names.unwrap_or_else(|| arg.get_id().as_str().to_uppercase())
}

fn is_shown(arg: &&Arg) -> bool {
    !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str())
}

/// Help ends without a full stop.
fn sentence(help: &str) -> String {
    let help = help.trim();
    if help.is_empty() || help.ends_with(['.', ')', ']']) { help.to_owned() } else { format!("{help}.") }
}
