//! `zermelo match`: two agents play each other, and a verdict with its interval comes out.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use serde_json::{Map, Value, json};
use zermelo_catalog::{Permission, catalog, opponents};
use zermelo_game::{Forfeit, Stop};
use zermelo_runner::openings::HORIZON;
use zermelo_runner::{Effort, Faults, MatchPlan, MatchResult, play_match};
use zermelo_stats::Strength;

use crate::args::{DEFAULT_STORE, n_threads};
use crate::match_sprt;
use crate::output::Output;
use crate::reply::{Failure, Reply};
use zermelo_experiments::SprtTest;
use zermelo_results::sprt::pairs_text;
use zermelo_terminal::number::{grouped, percent, rate, short_time};
use zermelo_terminal::progress::Progress;
use zermelo_terminal::prose::{entry, wrapped};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo match connect4 \"alphabeta(depth=4)\" \"minimax(depth=2)\" --games 200\n  \
                  zermelo match reversi juniper rowan\n  \
                  zermelo match connect4 \"ugi(./new)\" \"ugi(./old)\" --sprt elo0=0,elo1=5\n\n\
                  Games are played in pairs: both agents play each opening from both sides. Random openings that a \
                  short search proves won for one side are left out, because each agent would win one game of the \
                  pair. The same seed gives the same games on any number of threads, unless an agent has a time \
                  limit or searches on several threads.\n\n\
                  With --sprt the match is a run of the kind `tournament`, stored like every run: \
                  experiments/engine-sprt.toml is the same as a file. Ctrl-C is safe: finished games are stored, and \
                  the command that resumes the test is printed.")]
pub struct MatchArgs {
    /// The game, such as `milestone`, `isolation:9x9`, or the file of a game written as text, `lastnight.game`.
    pub game: String,
    /// The agent whose wins are counted: `random`, `minimax(depth=3)`, `alphabeta(nodes=1000, eval=default)`, or a named
    /// opponent of the game, from `acorn` to `sequoia` (`zermelo games GAME` lists them).
    pub agent: String,
    /// Its opponent.
    pub opponent: String,
    /// Number of games; must be even [default: 100]. With --sprt, the most games [default: 100000].
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    pub games: Option<u64>,
    /// Play until a sequential test decides between two differences in Elo, such as elo0=0,elo1=5; the keys alpha and
    /// beta (error rates, 0.05 by default) and model (logistic or normalized) may follow.
    #[arg(long, value_name = "elo0=..,elo1=..", allow_hyphen_values = true)]
    pub sprt: Option<SprtTest>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of random plies in each opening [default: 4; fewer in short games].
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub opening_plies: Option<u32>,
    /// Also play openings that one side wins within 7 plies; by default they are left out.
    #[arg(long)]
    pub keep_decided: bool,
    /// Number of threads [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The store that holds evolved agents, such as `bred(RUN/champion)`; with --sprt, also the store for the run.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// Resume an unfinished test with the same arguments, if there is one.
    #[arg(long, requires = "sprt")]
    pub resume: bool,
}

/// More games would need gigabytes to tell which of them differ, and make an interval of a tenth of an Elo no narrower.
const MOST_GAMES: u64 = 20_000_000;

/// Plays the match. `stop` ends one that is stored.
pub fn run(args: &MatchArgs, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    if let Some(games) = args.games.filter(|games| !games.is_multiple_of(2)) {
        let problem = format!(
            "`--games {games}`: games are played in pairs, one from each side; give an even number such as {}",
            games + 1
        );
        return Err(Failure::wrong("usage", problem));
    }
    match args.sprt {
        Some(test) => match_sprt::run(args, test, output, stop),
        None => play(args, stop),
    }
}

/// Plays a match of a fixed number of games.
fn play(args: &MatchArgs, stop: &Stop) -> Result<Reply, Failure> {
    let n_games = args.games.unwrap_or(100);
    let game = catalog::open_for(&args.game, Permission::terminal())?;
    // Drawn on standard error, and only if that is a terminal.
    let progress = Progress::new("match", "games");
    let started = Instant::now();
    let on_progress = |done: u64, _all: u64| {
        if started.elapsed() > Duration::from_millis(500) {
            progress.is_at(done, n_games);
        }
    };
    let plan = MatchPlan {
        agents: [&args.agent, &args.opponent],
        pairs: n_games / 2,
        seed: args.seed,
        opening_plies: args.opening_plies,
        keeps_decided: args.keep_decided,
        threads: n_threads(args.threads),
        stop,
        on_progress: &on_progress,
    };
    let played = play_match(&game, &plan)?;
    let seconds = started.elapsed().as_secs_f64();
    progress.clear();
    let strength = played.strength().map_err(|error| Failure::failed("internal", error.to_string()))?;
    let told = Told { args, game: game.id(), played, strength, seconds };
    Ok(Reply::new(told.json(), told.text()))
}

/// A match that was played, ready to be told.
struct Told<'a> {
    args: &'a MatchArgs,
    game: String,
    played: MatchResult,
    strength: Strength,
    seconds: f64,
}

impl Told<'_> {
    fn games_per_second(&self) -> f64 {
        self.played.games() as f64 / self.seconds.max(1e-9)
    }

    fn json(&self) -> Value {
        let Told { args, played, strength, .. } = self;
        let effort = |agent: &str, effort: &Effort, faults: &Faults, remarks: &[String]| {
            let faults: Map<String, Value> =
                faults.counts().map(|(quit, n)| (quit.id().to_owned(), json!(n))).collect();
            json!({
                "agent": agent,
                "moves": effort.moves,
                "nodes_per_move": effort.nodes_per_move(),
                "seconds_per_move": effort.seconds_per_move(),
                "faults": faults,
                "remarks": remarks,
            })
        };
        json!({
            "game": self.game,
            "agents": [
                effort(&args.agent, &played.efforts[0], &played.faults[0], &played.remarks[0]),
                effort(&args.opponent, &played.efforts[1], &played.faults[1], &played.remarks[1]),
            ],
            "seed": args.seed,
            "opening_plies": played.opening_plies,
            "openings_left_out": played.openings.map(|openings| openings.left_out),
            "openings_decided": played.openings.map(|openings| openings.decided),
            "games": played.games(),
            "wins": played.wins,
            "draws": played.draws,
            "losses": played.losses,
            "pairs": played.pairs,
            "score": strength.score,
            "elo": strength.elo,
            "elo_low": strength.elo_interval.0,
            "elo_high": strength.elo_interval.1,
            "elo_interval": strength.method.id(),
            "nelo": strength.nelo,
            "los": strength.los,
            "first_player_wins": played.wins_by_side[0],
            "second_player_wins": played.wins_by_side[1],
            "plies_per_game": played.plies as f64 / played.games() as f64,
            "distinct_games": played.distinct_games,
            "distinct_pairs": played.distinct_pairs,
            "distinct_openings": played.distinct_openings,
            "independent_pairs": played.independent_pairs(),
            "seconds": self.seconds,
            "games_per_second": self.games_per_second(),
        })
    }

    fn text(&self) -> String {
        let Told { args, played, strength, .. } = self;
        let games = played.games();
        let mut text = String::new();
        for (label, agent) in [("A  ", args.agent.trim()), ("B  ", args.opponent.trim())] {
            let name = opponents::playing(&self.game, agent);
            let name = name.map_or_else(String::new, |opponent| format!("{}: ", opponent.name));
            text.push_str(&entry(label, &format!("{name}{agent}")));
        }
        let openings = match played.opening_plies {
            0 => "the start".to_owned(),
            1 => "1 random ply".to_owned(),
            plies => format!("{plies} random plies"),
        };
        let n_pairs = games / 2;
        let pairs = if n_pairs == 1 { "pair" } else { "pairs" };
        text.push_str(&wrapped(&format!(
            "{}: {} {pairs} of games from {openings}, seed {}",
            self.game,
            grouped(n_pairs),
            args.seed
        )));
        text.push('\n');
        let [wins, draws, losses] = [played.wins, played.draws, played.losses].map(grouped);
        let score = percent(strength.score);
        text.push_str(&entry("games     ", &format!("A won {wins}, drew {draws}, lost {losses}: {score}")));
        text.push_str(&entry("pairs     ", &pairs_text(played.pairs, played.independent_pairs())));
        text.push_str(&entry("          ", "LL: A lost both; M: even; WW: A won both"));
        let share = |wins: u64| percent(wins as f64 / games as f64);
        let [first, second] = played.wins_by_side.map(share);
        text.push_str(&entry("sides     ", &format!("first player won {first}, second player {second}")));
        for (name, effort) in ["A", "B"].into_iter().zip(&played.efforts) {
            let (nodes, time) = (rate(effort.nodes_per_move()), short_time(effort.seconds_per_move()));
            text.push_str(&entry(&format!("{name:<10}"), &format!("{nodes} nodes and {time} per move")));
        }
        for (name, faults) in ["A", "B"].into_iter().zip(&played.faults) {
            let counts = faults.counts().filter(|&(_, n)| n > 0);
            let told: Vec<String> =
                counts.map(|(quit, n)| format!("{} by {}", grouped(n), fault(quit))).collect();
            if !told.is_empty() {
                text.push_str(&entry("forfeits  ", &format!("{name} lost {}", told.join(", "))));
            }
        }
        for (name, remarks) in ["A", "B"].into_iter().zip(&played.remarks) {
            remarks
                .iter()
                .for_each(|remark| text.push_str(&entry("remark    ", &format!("{name}: {remark}"))));
        }
        let drawn = played.openings.filter(|openings| openings.left_out > 0 || openings.decided > 0);
        if let Some(openings) = drawn {
            let left_out = grouped(openings.left_out.unsigned_abs());
            let mut told =
                format!("{left_out} left out because one side wins within {} plies", HORIZON.plies);
            if openings.decided > 0 {
                let _ = write!(
                    told,
                    "; {} such openings played because there are too few others",
                    grouped(openings.decided)
                );
            }
            text.push_str(&entry("openings  ", &told));
        }
        let told = format!(
            "{:.1} plies per game, {} distinct games, {}, {} games/s",
            played.plies as f64 / games as f64,
            grouped(played.distinct_games),
            short_time(self.seconds),
            rate(self.games_per_second())
        );
        text.push_str(&entry("total     ", &told));
        text.push('\n');
        verdict(played, strength).lines().for_each(|sentence| text.push_str(&wrapped(sentence)));
        text
    }
}

/// Why a game was lost that nobody won.
fn fault(quit: Forfeit) -> &'static str {
    match quit {
        Forfeit::Resigned => "resignation",
        Forfeit::Illegal => "illegal moves",
        Forfeit::Crashed => "crashes",
        Forfeit::Stalled => "silence",
        Forfeit::Late => "time",
        Forfeit::NoMove => "`bestmove none`",
    }
}

/// Who is stronger, in plain words, as far as that can be told.
fn verdict(played: &MatchResult, strength: &Strength) -> String {
    let (low, high) = strength.elo_interval;
    // Whole numbers, unless so many games were played that tenths mean something.
    let places = usize::from(high - low < 20.0);
    let signed =
        |number: f64| if number.abs() < 0.05 { "0".to_owned() } else { format!("{number:+.places$}") };
    let (elo, low, high) = (signed(strength.elo), signed(low), signed(high));
    let games = grouped(played.games());
    let mut text = if strength.score == 1.0 && strength.is_decided() {
        format!("A is significantly stronger: it won all {games} games, so by at least {low} Elo (95 %).")
    } else if strength.score == 0.0 && strength.is_decided() {
        format!("B is significantly stronger: it won all {games} games, so A is at most {high} Elo (95 %).")
    } else if strength.elo_interval.0 > 0.0 {
        format!("A is significantly stronger: {elo} Elo, 95 % CI {low} to {high}.")
    } else if strength.elo_interval.1 < 0.0 {
        format!("B is significantly stronger: A is {elo} Elo, 95 % CI {low} to {high}.")
    } else {
        format!("No significant difference in {games} games: A is {elo} Elo, 95 % CI {low} to {high}.")
    };
    // A few repeats are hardly worth a word; many mean that more games tell nothing new.
    let (n_independent, n_pairs) = (played.independent_pairs(), played.games() / 2);
    if n_independent * 10 < n_pairs * 9 {
        let _ = write!(
            text,
            "\nDistinct pairs: {} of {}. Repeated games add no evidence: a larger --opening-plies gives more \
             openings.",
            grouped(n_independent),
            grouped(n_pairs)
        );
    }
    text
}
