//! Completions that know games, runs and agents.
//!
//! A shell asks the program itself, by the environment variable `COMPLETE`, so a game in `./games` or a run of this minute is
//! offered at once. Nothing here may fail or print: a person is in the middle of typing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{CompleteEnv, Shells};
use serde_json::json;
use zermelo_any::{AGENTS, EVALUATORS};
use zermelo_catalog::{Permission, catalog};
use zermelo_experiments::{KINDS, Kind, kind_named};
use zermelo_store::{Run, Store};

use crate::args::DEFAULT_STORE;
use crate::reply::{Failure, Reply};

/// The variable by which a shell asks.
const VARIABLE: &str = "COMPLETE";

/// Answers a shell that asks, and ends the program; comes back if nobody asks.
pub fn answer(factory: fn() -> Command) {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    crate::name_folders(&asked_all("--games-dir")).ok();
    CompleteEnv::with_factory(move || with_values(factory())).var(VARIABLE).bin("zermelo").complete();
}

/// The script for a shell.
pub fn script(shell: Shell) -> Result<Reply, Failure> {
    let name = shell.to_string();
    let shells = Shells::builtins();
    let completer = shells
        .completer(&name)
        .ok_or_else(|| Failure::wrong("usage", format!("there are no completions for {name}")))?;
    let mut script = Vec::new();
    completer
        .write_registration(VARIABLE, "zermelo", "zermelo", "zermelo", &mut script)
        .map_err(|error| Failure::failed("internal", error.to_string()))?;
    let script = String::from_utf8_lossy(&script).into_owned();
    Ok(Reply::new(json!({ "shell": name, "script": script }), script))
}

/// The command line with what its arguments may be. Arguments of one name mean the same in all commands.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        let values: fn(&OsStr) -> Vec<CompletionCandidate> = match argument.get_id().as_str() {
            "game" => games,
            "run" | "with" => runs,
            "agent" | "opponent" => agents,
            "first" | "second" => players,
            "eval" => evaluators,
            "kind" => kinds,
            _ => return argument,
        };
        argument.add(ArgValueCompleter::new(values))
    });
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_values))
}

/// What begins with the word that is typed.
fn beginning(
    current: &OsStr,
    values: impl IntoIterator<Item = (String, String)>,
) -> Vec<CompletionCandidate> {
    let Some(current) = current.to_str() else { return Vec::new() };
    let fitting = values.into_iter().filter(|(value, _)| value.starts_with(current));
    fitting
        .map(|(value, help)| {
            let help = (!help.is_empty()).then(|| help.into());
            CompletionCandidate::new(OsString::from(value)).help(help)
        })
        .collect()
}

fn games(current: &OsStr) -> Vec<CompletionCandidate> {
    let entries = catalog::entries().into_iter().chain(catalog::described_entries().0);
    let mut games: Vec<(String, String)> =
        entries.map(|entry| (entry.id.clone(), entry.summary.to_owned())).collect();
    // Behind a colon, the keys of the game's parameters.
    if let Some((game, _)) = current.to_str().and_then(|text| text.split_once(':'))
        && let Ok(open) = catalog::open_for(game, Permission::terminal())
    {
        let parameters = open.about().parameters;
        games.extend(parameters.iter().filter_map(|parameter| {
            let (key, _) = parameter.form.split_once('=')?;
            Some((format!("{game}:{key}="), parameter.meaning.to_owned()))
        }));
        let sizes = open.about().presets.iter().map(|preset| format!("{game}:{}", preset.parameters));
        games.extend(sizes.map(|size| (size, String::new())));
    }
    beginning(current, games)
}

fn runs(current: &OsStr) -> Vec<CompletionCandidate> {
    let runs = stored_runs();
    let last = runs.last().map(|run| ("last".to_owned(), format!("the newest run: {}", run.name)));
    let all = runs.iter().rev().map(|run| (run.name.clone(), run.kind.clone()));
    beginning(current, all.collect::<Vec<_>>().into_iter().chain(last))
}

fn agents(current: &OsStr) -> Vec<CompletionCandidate> {
    // The program at the terminal keeps no guests.
    let mut agents: Vec<(String, String)> = AGENTS
        .iter()
        .filter(|(form, _)| !form.starts_with("guest("))
        .map(|(form, meaning)| {
            let name = form.split_inclusive('(').next().unwrap_or(form);
            (name.to_owned(), (*meaning).to_owned())
        })
        .collect();
    agents.extend(champions().map(|run| (format!("bred({}/champion)", run.name), run.kind)));
    // Behind `eval=`, the evaluators of the game.
    if let Some((before, _)) = current.to_str().and_then(|text| text.rsplit_once("eval=")) {
        agents
            .extend(evaluator_names().into_iter().map(|(name, help)| (format!("{before}eval={name}"), help)));
    }
    beginning(current, agents)
}

fn players(current: &OsStr) -> Vec<CompletionCandidate> {
    let human = beginning(current, [("human".to_owned(), "a person".to_owned())]);
    human.into_iter().chain(agents(current)).collect()
}

fn evaluators(current: &OsStr) -> Vec<CompletionCandidate> {
    beginning(current, evaluator_names())
}

fn kinds(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut kinds: Vec<(String, String)> =
        KINDS.iter().map(|kind| (kind.name().to_owned(), String::new())).collect();
    // Only runs have the kind of games that people play: there is no file of it.
    if words().iter().any(|word| word == "runs") {
        kinds.push((Run::ENDLESS.to_owned(), "games of people".to_owned()));
    }
    beginning(current, kinds)
}

/// The evaluators of the game that the line names, if it names one, and those of all games.
fn evaluator_names() -> Vec<(String, String)> {
    let game = words().into_iter().find_map(|word| catalog::open_for(&word, Permission::terminal()).ok());
    let evaluators = game.map(|game| game.evaluators()).unwrap_or_default();
    let own = evaluators.iter().map(|one| (one.name().to_owned(), String::new()));
    let common = EVALUATORS.iter().map(|one| (format!("{}(", one.name()), one.about.to_owned()));
    own.chain(common).collect()
}

/// The runs of the store that the line names, or of the usual one; none, if it cannot be read.
fn stored_runs() -> Vec<Run> {
    let path = asked_all("--store").pop().unwrap_or_else(|| PathBuf::from(DEFAULT_STORE));
    // A store that is not there must not be made.
    if !path.is_file() {
        return Vec::new();
    }
    Store::read(&path).and_then(|store| store.runs()).unwrap_or_default()
}

/// The finished runs that produced agents.
fn champions() -> impl Iterator<Item = Run> {
    let is_one = |run: &Run| kind_named(&run.kind).is_some_and(Kind::has_champions) && run.result.is_some();
    stored_runs().into_iter().rev().filter(is_one)
}

/// The words of the line that is being typed, without the program.
fn words() -> Vec<String> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--");
    arguments.next();
    arguments.skip(1).collect()
}

/// The values that the line gives for an option.
fn asked_all(option: &str) -> Vec<PathBuf> {
    let words = words();
    let apart = words.windows(2).filter(|pair| pair[0] == option).map(|pair| pair[1].as_str());
    let joined = words.iter().filter_map(|word| word.strip_prefix(option)?.strip_prefix('='));
    apart.chain(joined).filter(|value| !value.is_empty()).map(|value| Path::new(value).to_owned()).collect()
}
