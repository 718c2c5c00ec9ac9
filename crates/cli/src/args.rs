//! The command line, as data. The help texts here are the reference people read first.

use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args as ClapArgs, Parser, Subcommand};
use zermelo_any::TERMINAL_MEGABYTES;
use zermelo_catalog::Start;
use zermelo_experiments::people::Experience;

use crate::game_analysis::StudyGameArgs;
use crate::output::Output;

mod solve;
mod stats;

pub use solve::{DistanceArg, MethodArg, SolveArgs};
pub use stats::{CompareArgs, EloArgs, ModelArg, Question, ResultsArgs, SprtArgs, StatsArgs};

/// A laboratory for two-player board games and their AI: play, analyse, run experiments, report.
#[derive(Debug, Parser)]
#[command(
    name = "zermelo",
    arg_required_else_help = true,
    after_help = "Example: zermelo play milestone\n\n\
                  Exit codes: 0 success, 1 failure while running, 2 usage error, 130 interrupted."
)]
pub struct Args {
    /// Print one JSON document on standard output and nothing else.
    #[arg(long, global = true)]
    pub json: bool,
    /// Print the events of a run as JSON lines; the last line is the result.
    #[arg(long, global = true)]
    pub json_events: bool,
    /// A folder of games written as text, besides ./games; each is opened by its file's name [may be repeated].
    #[arg(long, global = true, value_name = "DIR")]
    pub games_dir: Vec<PathBuf>,
    #[command(flatten)]
    pub appearance: crate::appearance::Appearance,
    #[command(subcommand)]
    pub command: Command,
}

impl Args {
    /// How to answer.
    pub fn output(&self) -> Output {
        match (self.json, self.json_events) {
            (_, true) => Output::JsonEvents,
            (true, false) => Output::Json,
            (false, false) => Output::Text,
        }
    }
}

/// What a person can ask for.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or describe one of them.
    Games(GamesArgs),
    /// Write a file that describes a new game, to begin from.
    New(crate::new_game::NewArgs),
    /// Check a game written as text: its rules in words, its length, random games, clauses that are never used.
    Check(crate::check_game::CheckArgs),
    /// Play in the terminal: against the computer, against another person, or watch.
    Play(PlayArgs),
    /// List the legal moves of a position.
    Moves(MovesArgs),
    /// Play a list of moves and show the resulting position.
    Replay(ReplayArgs),
    /// Count the move sequences from a position, ply by ply.
    Perft(PerftArgs),
    /// Evaluate a position without search: the evaluator's value and the features.
    Eval(EvalArgs),
    /// Ask an agent for its move.
    Bestmove(BestmoveArgs),
    /// Analyse a position: the best lines, and the contribution of each feature to the evaluation.
    Analyze(AnalyzeArgs),
    /// Play a match between two agents and estimate the difference in Elo.
    Match(crate::match_games::MatchArgs),
    /// Run an experiment file, such as a tournament or an evolution, and store every game.
    Run(RunArgs),
    /// Write a commented experiment file, to begin from.
    NewExperiment(crate::new_experiment::NewExperimentArgs),
    /// Print the JSON Schema of experiment files, for editors that complete and check them.
    Schema(crate::schema::SchemaArgs),
    /// Measure a game: fairness, length, decisiveness, branching, skill levels, useful heuristics, unused cells.
    StudyGame(StudyGameArgs),
    /// Compare games, such as variants of the same rules: which is fair, deep, decisive, and which differences are real.
    CompareVariants(crate::compare_variants::CompareVariantsArgs),
    /// List the runs of a store.
    Runs(crate::runs_list::RunsArgs),
    /// Show the results of a run.
    Show(ShowArgs),
    /// List the games of a run.
    GamesOf(GamesOfArgs),
    /// Write a report of a run: figures, tables and a self-contained HTML page.
    Report(crate::report::ReportArgs),
    /// Serve the web application: play, analyse and watch experiments in a browser.
    Serve(crate::serve::ServeArgs),
    /// Export the games, positions, training examples or candidates of a run as Parquet, CSV, JSON lines or npy.
    Export(crate::export::ExportArgs),
    /// Lend this machine to runs of others: take jobs from a NATS broker, do them and send the answers back.
    Worker(crate::worker::WorkerArgs),
    /// List the workers at a NATS broker: threads, versions, and what they refused.
    Fleet(crate::fleet::FleetArgs),
    /// Play a share of a run's games again and compare them with the store. Writes nothing.
    Verify(crate::verify_run::VerifyArgs),
    /// Check a store for damage: read all of it and compare every record with its checksum. Writes nothing.
    VerifyStore(crate::verify_store::VerifyStoreArgs),
    /// Statistics of your own numbers: compare groups, compute Elo from results, evaluate an SPRT.
    Stats(StatsArgs),
    /// Measure the speed of rules and search on fixed positions; the signature changes when their behaviour does.
    Bench(BenchArgs),
    /// Solve a position: its exact value with best play by both sides.
    Solve(SolveArgs),
    /// Draw a position as an SVG or PNG picture.
    Draw(DrawArgs),
    /// Run as a UGI (Universal Game Interface) engine on stdin/stdout.
    Engine(EngineArgs),
    /// Check whether another program works as a UGI engine.
    CheckEngine(CheckEngineArgs),
    /// Read the manual: a page, a section, or what a search finds.
    Manual(crate::manual::ManualArgs),
    /// Write the pages of the manual that are made from the code.
    #[command(hide = true)]
    Reference(crate::reference::ReferenceArgs),
    /// Write manual pages for `man`.
    Man(crate::man::ManArgs),
    /// Print the completion script for a shell: commands, options, games, runs and agents.
    #[command(
        after_help = "Example: zermelo completions bash > ~/.local/share/bash-completion/completions/zermelo\n\n\
                      The script asks the program, so games in ./games and runs of the store are completed too."
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// Every agent that was named, and the store in which bred ones are looked up.
    pub fn agents_mut(&mut self) -> (Vec<&mut String>, Option<&Path>) {
        match self {
            Command::Bestmove(args) => (vec![&mut args.agent], Some(&args.store)),
            Command::Analyze(args) => (args.agent.iter_mut().collect(), Some(&args.store)),
            Command::Play(args) => {
                (args.first.iter_mut().chain(&mut args.second).collect(), Some(&args.store))
            }
            // A stored match keeps the names of its agents, and looks them up when it runs.
            Command::Match(args) => match args.sprt {
                Some(_) => (Vec::new(), Some(&args.store)),
                None => (vec![&mut args.agent, &mut args.opponent], Some(&args.store)),
            },
            Command::Engine(args) => (vec![&mut args.agent], Some(&args.store)),
            _ => (Vec::new(), None),
        }
    }

    /// Every agent in the place of which an opponent of the game can be named.
    pub fn opponents_mut(&mut self) -> Vec<&mut String> {
        match self {
            // Opponents need no store, so a stored match keeps their agents.
            Command::Match(args) => vec![&mut args.agent, &mut args.opponent],
            _ => self.agents_mut().0,
        }
    }

    /// The game that was named.
    pub fn game(&self) -> Option<&str> {
        match self {
            Command::Games(args) => args.game.as_deref(),
            Command::Play(args) => Some(&args.place.game),
            Command::Moves(args) => Some(&args.place.game),
            Command::Replay(args) => Some(&args.place.game),
            Command::Perft(args) => Some(&args.place.game),
            Command::Eval(args) => Some(&args.place.game),
            Command::Bestmove(args) => Some(&args.place.game),
            Command::Analyze(args) => Some(&args.place.game),
            Command::Solve(args) => Some(&args.place.game),
            Command::Draw(args) => Some(&args.place.game),
            Command::Match(args) => Some(&args.game),
            Command::Engine(args) => Some(&args.game),
            Command::CheckEngine(args) => Some(&args.game),
            Command::StudyGame(args) => Some(&args.game),
            Command::CompareVariants(args) => args.games.first().map(String::as_str),
            Command::Bench(args) => args.game.as_deref(),
            _ => None,
        }
    }

    /// Whether an interruption is its own affair: there are games to keep, or a half-written file to remove.
    pub fn ends_by_itself(&self) -> bool {
        match self {
            Command::Run(_)
            | Command::StudyGame(_)
            | Command::CompareVariants(_)
            | Command::Serve(_)
            | Command::Worker(_) => true,
            Command::Match(args) => args.sprt.is_some(),
            Command::Export(args) => args.output.is_some(),
            _ => false,
        }
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo games simplexity")]
pub struct GamesArgs {
    /// The game to describe, such as `milestone`, `isolation:9x9`, `hex:size=7` or `lastnight.game`.
    pub game: Option<String>,
}

/// A game and a place in it.
#[derive(Debug, ClapArgs)]
pub struct Place {
    /// The game, such as `milestone`, `isolation:9x9`, `hex:size=7`, or the file of a game written as text, `lastnight.game`.
    pub game: String,
    /// The position, in the game's notation [default: the start].
    #[arg(short, long)]
    pub position: Option<String>,
}

impl Place {
    /// Where to begin, with these moves played from the position.
    pub fn start(&self, moves: Option<&String>) -> Start {
        Start { position: self.position.clone(), moves: moves.cloned().unwrap_or_default() }
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo moves connect4 --moves \"4 4 3\"")]
pub struct MovesArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo replay tictactoe --moves \"b2 a1 c1 a3 a2\"")]
pub struct ReplayArgs {
    #[command(flatten)]
    pub place: Place,
    /// The moves to play, separated by spaces.
    #[arg(short, long)]
    pub moves: String,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo perft milestone --depth 7 --divide")]
pub struct PerftArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// Count sequences of 1, 2, .. up to this many plies.
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub depth: u16,
    /// Also list the count for each first move (perft divide).
    #[arg(long)]
    pub divide: bool,
    /// Number of threads [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo eval isolation --moves \"d4 c3\" --eval \"cs0(r=1/6)\"")]
pub struct EvalArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// The evaluator, such as `improved` or `cs0(r=1/6)`; `zermelo games GAME` lists them.
    #[arg(long, default_value = "default")]
    pub eval: String,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo bestmove milestone --agent \"alphabeta(depth=6)\"")]
pub struct BestmoveArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// The agent: `random`, `minimax(depth=3)`, `alphabeta(time=1s, eval=default)`, or a named opponent such as `oak`
    /// (`zermelo games GAME` lists them).
    #[arg(long, default_value = "alphabeta")]
    pub agent: String,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The store that holds evolved agents, such as `bred(RUN/champion)`.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: zermelo analyze connect4 --moves \"4 4 3\" --agent \"alphabeta(depth=10)\"\n\n\
                  All lines are searched to the same depth, so their values are comparable. Contributions sum to \
                  the evaluator's value; an evaluator that is not a sum has none."
)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// The agent and its limit: `alphabeta(depth=8)`, `alphabeta(time=5s, eval=windows)`. Agents other than alphabeta
    /// give one line. A named opponent such as `oak` stands for its agent [default: `alphabeta`, about one second].
    #[arg(long)]
    pub agent: Option<String>,
    /// Number of lines to show.
    #[arg(short, long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub lines: u16,
    /// The evaluator to explain, such as `best-a` or `weights(center=1)`; without --agent the search uses it too
    /// [default: the agent's].
    #[arg(long)]
    pub eval: Option<String>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The store that holds evolved agents, such as `bred(RUN/champion)`.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        zermelo play milestone                     you move first against the computer\n  \
                        zermelo play connect4 --second human       two people\n  \
                        zermelo play reversi --second oak          against a named opponent\n  \
                        zermelo play isolation --first \"alphabeta(time=2s)\"   the computer moves first, with 2 s \
                        a move\n  \
                        zermelo play milestone --name Ada --experience beginner     and the game is stored\n\n\
                        Type `help` while playing to see what you can do.")]
pub struct PlayArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// Who moves first: `human`, an agent such as `random` or `alphabeta(time=1s)`, or a named opponent from `acorn` to
    /// `sequoia` (`zermelo games GAME` lists them) [default: human].
    #[arg(long)]
    pub first: Option<String>,
    /// Who moves second, likewise [default: `alphabeta(nodes=20000)`, or human if the first is an agent].
    #[arg(long)]
    pub second: Option<String>,
    /// Random seed; the same seed gives the same moves [default: from the clock].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Store finished games under this person's name; give it once for each person who plays.
    #[arg(long)]
    pub name: Vec<String>,
    /// How much the person has played before: `beginner`, `intermediate` (5 games or more) or `advanced` (more than 15).
    #[arg(long, requires = "name", value_parser = str::parse::<Experience>)]
    pub experience: Vec<Experience>,
    /// The store for these games; it also holds evolved agents, such as `bred(RUN/champion)`.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
}

pub use zermelo_results::command_text::DEFAULT_STORE;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo run experiments/quickstart.toml\n  \
                  zermelo run --check experiments/quickstart.toml\n  \
                  zermelo run experiments/quickstart.toml --fleet nats://lab-server:4222 --threads 0\n\n\
                  Ctrl-C is safe: finished games are stored, and the command that resumes the run is printed.")]
pub struct RunArgs {
    /// The experiment file.
    pub file: PathBuf,
    /// The store for the run.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// Random seed [default: the file's].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of threads [default: one per core]. With --fleet, 0 leaves all work but disputes to the workers.
    #[arg(long, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: Option<u16>,
    /// Check everything and estimate games and time by a trial of a few seconds. Nothing is stored.
    #[arg(long, conflicts_with_all = ["resume", "strict", "fleet"])]
    pub check: bool,
    /// Resume an unfinished run of the same file, if there is one.
    #[arg(long)]
    pub resume: bool,
    /// Fail if any game was forfeited by an illegal move, a crash, a stall or on time.
    #[arg(long)]
    pub strict: bool,
    /// Refuse a run that may need more memory than this, in megabytes.
    #[arg(long, value_name = "MEGABYTES", default_value_t = TERMINAL_MEGABYTES)]
    pub memory_limit: u64,
    #[command(flatten)]
    pub fleet: crate::fleet::RunFleetArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo show last")]
pub struct ShowArgs {
    /// The run: its name, a prefix of the name, its number, or `last`.
    pub run: String,
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// List which games each worker of a fleet played. (The workers themselves are shown in any case.)
    #[arg(long)]
    pub workers: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo games-of last --from 100 --count 10")]
pub struct GamesOfArgs {
    /// The run: its name, a prefix of the name, its number, or `last`.
    pub run: String,
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// The first game to list.
    #[arg(long, default_value_t = 0)]
    pub from: u32,
    /// Number of games to list.
    #[arg(long, default_value_t = 20)]
    pub count: u32,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo bench connect4\n\n\
                  Nodes and signature are the same on every machine; they change only when the rules or the search \
                  change.")]
pub struct BenchArgs {
    /// The game [default: every game].
    pub game: Option<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo draw isolation --moves \"d4 c3 e6\" --output board.svg")]
pub struct DrawArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// The file to write, .svg or .png [default: SVG on standard output].
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Show the second player at the bottom.
    #[arg(long)]
    pub flip: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo engine connect4 --agent \"alphabeta(time=500ms)\"\n\n\
                  Reads the commands ugi (or uci, uai), isready, setoption, uginewgame, position, go, stop, query \
                  and quit. The agent's own limit applies when `go` sets none. In a finished game the answer to \
                  `go` is `bestmove none`; an agent that resigns answers `bestmove resign`.")]
pub struct EngineArgs {
    /// The game, such as `milestone`, `isolation:9x9`, or the file of a game written as text, `lastnight.game`.
    pub game: String,
    /// The agent that plays; the option `Agent` changes it later.
    #[arg(long, default_value = "alphabeta")]
    pub agent: String,
    /// Random seed; the option `Seed` changes it later.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    pub seed: u64,
    /// The store that holds evolved agents, such as `bred(RUN/champion)`.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: zermelo check-engine \"python3 examples/engines/connect4.py\" --game connect4\n\n\
                  Exit code: 0 if all checks pass, else 1. How to write an engine: examples/engines/README.md"
)]
pub struct CheckEngineArgs {
    /// The command that starts the engine; put words with spaces in quotation marks.
    pub command: String,
    /// The game it should play.
    #[arg(short, long)]
    pub game: String,
    /// The protocol: ugi, uci or uai.
    #[arg(long, default_value = "ugi", value_parser = ["ugi", "uci", "uai"])]
    pub protocol: String,
    /// Time limit for an answer, beyond the thinking time, in milliseconds.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub limit: u64,
}

/// How many threads to use: as many as asked for, else one for each core.
pub fn n_threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), usize::from)
}
