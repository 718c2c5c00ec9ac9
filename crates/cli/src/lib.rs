//! The command line of `zermelo`: arguments in, a job of the laboratory done, answers out. Glue and nothing else.
//!
//! `crates/zermelo` is the program; it knows the games, and this crate does not.

mod analyze;
mod appearance;
mod args;
mod bench;
mod champions;
mod check_engine;
mod check_game;
mod check_run;
mod compare;
mod compare_variants;
mod completion;
mod draw;
mod engine;
mod engine_advice;
mod eval;
mod export;
mod export_candidates;
mod fleet;
mod game_analysis;
mod games;
mod keeper;
mod man;
mod manual;
mod match_games;
mod match_sprt;
mod moves;
mod new_experiment;
mod new_game;
mod observations;
mod output;
mod output_file;
mod perft;
mod play;
mod reference;
mod reply;
mod report;
mod run;
mod run_workers;
mod runs;
mod runs_list;
mod schema;
mod serve;
mod solve;
mod stats;
mod stored_games;
mod unfinished;
mod verify_run;
mod verify_store;
mod version;
mod worker;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use zermelo_game::Stop;

use appearance::ColorArg;
use args::{Args, Command};
use reply::{Failure, Reply};
use version::code_version;

pub use version::set_versions;

/// Does what the arguments of this process ask for. `code_version` is the version of the program: what `--version` prints and
/// runs remember; `machine_version` has everything else that can change a result.
pub fn main(code_version: &'static str, machine_version: &'static str) -> ExitCode {
    main_of(std::env::args_os().collect(), code_version, machine_version)
}

/// The same with arguments that the caller has, the program's name first: a process of Python has others of its own.
pub fn main_of(
    arguments: Vec<OsString>,
    code_version: &'static str,
    machine_version: &'static str,
) -> ExitCode {
    set_versions(code_version, machine_version);
    completion::answer(command);
    let wants_json = arguments.iter().any(|arg| arg == "--json" || arg == "--json-events");
    let mut args = match read(arguments) {
        Ok(args) => args,
        Err(error) if error.use_stderr() && wants_json => {
            let _ = error.print();
            return Failure::wrong("usage", usage_problem(&error)).print_json();
        }
        Err(error) => error.exit(),
    };
    args.appearance.apply();
    // Engines are the only processes that this program starts, so orphans are theirs.
    #[cfg(target_os = "linux")]
    zermelo_catalog::ugi::adopt_orphans();
    // What leaves something behind ends by itself, soon, when it is told to; whatever else runs can just be ended. A terminal that is
    // closed and a system that shuts down tell it as Ctrl-C does.
    let stop = Stop::default();
    let (hand, ends_by_itself) = (stop.clone(), args.command.ends_by_itself());
    let _ = ctrlc::set_handler(move || {
        if ends_by_itself && !hand.is_stopped() {
            hand.stop();
        } else {
            reply::complain("\ninterrupted");
            zermelo_catalog::ugi::end_all_engines();
            std::process::exit(130);
        }
    });
    engine_advice::listen();
    let result = resolve_and_run(&mut args, &stop);
    // A command that was told to quit may leave behind an engine that is still being asked.
    zermelo_catalog::ugi::end_all_engines();
    match result {
        Ok(reply) => reply.print(args.output().is_json()),
        Err(failure) => failure.print(args.output().is_json()),
    }
}

/// Does what these arguments ask for and gives the answer instead of printing it: for other programs in this process. The
/// program's name is not among the arguments.
pub fn call(arguments: Vec<OsString>, stop: &Stop) -> Result<Answer, Problem> {
    let arguments = std::iter::once(OsString::from("zermelo")).chain(arguments).collect();
    let mut args = read(arguments)
        .map_err(|error| Problem { kind: "usage".to_owned(), message: usage_problem(&error) })?;
    let reply = resolve_and_run(&mut args, stop);
    let reply = reply.map_err(|failure| Problem {
        kind: failure.kind().to_owned(),
        message: failure.message().to_owned(),
    })?;
    Ok(Answer { json: reply.json().to_string(), text: reply.text().to_owned() })
}

/// The answer to a [`call`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// For machines: what `--json` prints.
    pub json: String,
    /// For people.
    pub text: String,
}

/// Why a [`call`] has no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What sort of problem it is, in a word.
    pub kind: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

fn read(arguments: Vec<OsString>) -> Result<Args, clap::Error> {
    command().try_get_matches_from(arguments).and_then(|found| Args::from_arg_matches(&found))
}

fn resolve_and_run(args: &mut Args, stop: &Stop) -> Result<Reply, Failure> {
    name_folders(&args.games_dir)
        .and_then(|()| stored_games::make_known(&mut args.command))
        .and_then(|()| champions::resolve(&mut args.command))
        .and_then(|()| run(args, stop))
}

/// The folders in which games written as text are looked for by name: `./games`, and those of `--games-dir`.
fn name_folders(folders: &[PathBuf]) -> Result<(), Failure> {
    zermelo_catalog::game_texts::add_folder(Path::new("games"));
    for folder in folders {
        if !folder.is_dir() {
            return Err(Failure::wrong(
                "usage",
                format!("--games-dir {}: there is no such folder", folder.display()),
            ));
        }
        zermelo_catalog::game_texts::add_folder(folder);
    }
    Ok(())
}

/// The command line with the version of this program.
fn command() -> clap::Command {
    let color = ColorArg::of_arguments(std::env::args().skip(1));
    Args::command().version(code_version()).color(color.for_help())
}

/// What is wrong with the arguments, in one line: the message without the usage that follows it.
fn usage_problem(error: &clap::Error) -> String {
    let message = error.render().to_string();
    let problem = message.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    problem.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn run(args: &Args, stop: &Stop) -> Result<Reply, Failure> {
    match &args.command {
        Command::Games(args) => games::run(args),
        Command::New(args) => new_game::run(args),
        Command::Check(args) => check_game::run(args),
        Command::Moves(args) => moves::run_moves(args),
        Command::Replay(args) => moves::run_replay(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(play) => play::run(play, args.output().is_json()),
        Command::Eval(args) => eval::run_eval(args),
        Command::Bestmove(args) => eval::run_bestmove(args),
        Command::Analyze(args) => analyze::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Match(game) => match_games::run(game, args.output(), stop),
        Command::Run(run) => run::run(run, args.output(), stop),
        Command::NewExperiment(args) => new_experiment::run(args),
        Command::Schema(args) => schema::run(args),
        Command::StudyGame(study) => game_analysis::run(study, args.output(), stop),
        Command::CompareVariants(compare) => compare_variants::run(compare, args.output(), stop),
        Command::Runs(args) => runs_list::run(args),
        Command::Show(args) => runs::show(args),
        Command::GamesOf(args) => runs::games_of(args),
        Command::Report(args) => report::run(args),
        Command::Serve(serve) => serve::run(serve, args.output().is_json(), stop),
        Command::Worker(worker) => worker::run(worker, args.output().is_json(), stop),
        Command::Fleet(args) => fleet::run(args),
        Command::Export(export) => export::run(export, args.output().is_json(), stop),
        Command::Verify(verify) => verify_run::run(verify, args.output(), stop),
        Command::VerifyStore(args) => verify_store::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Engine(engine) => engine::run(engine, args.output().is_json()),
        Command::CheckEngine(args) => check_engine::run(args),
        Command::Manual(manual) => manual::run(manual, args.output().is_json()),
        Command::Reference(args) => reference::run(args, stop),
        Command::Man(args) => man::run(args, command()),
        Command::Completions { shell } => completion::script(*shell),
    }
}
