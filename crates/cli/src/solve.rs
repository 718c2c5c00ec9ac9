//! `zermelo solve`: the exact value of a position, or of all openings.

use std::cell::Cell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_catalog::solve::{Method, SolvePlan, Solved, Worth};
use zermelo_catalog::{Permission, Session, catalog};
use zermelo_game::Budget;

use crate::args::{DistanceArg, MethodArg, SolveArgs, n_threads};
use crate::moves::plies;
use crate::reply::{self, Failure, Reply};
use zermelo_terminal::number::grouped;
use zermelo_terminal::progress::Progress;

/// What a person waits for the distance when nothing is said: a few seconds.
const QUICK_DISTANCE: u64 = 3_000_000;

/// Solves.
pub fn run(args: &SolveArgs) -> Result<Reply, Failure> {
    let session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(args.moves.as_ref()))?;
    let budget = Budget { nodes: args.nodes, time: args.time.0, ..Budget::default() };
    let distance = match args.distance {
        DistanceArg::Off => None,
        DistanceArg::Quick => {
            let nodes = args.nodes.map_or(QUICK_DISTANCE, |nodes| nodes.min(QUICK_DISTANCE));
            Some(Budget { nodes: Some(nodes), ..budget.clone() })
        }
        DistanceArg::Full => Some(budget.clone()),
    };
    let method = match args.method {
        MethodArg::Auto => Method::Auto,
        MethodArg::Proof => Method::Proof,
        MethodArg::Alphabeta => Method::AlphaBeta,
        MethodArg::Plain => Method::Plain,
    };
    let plan = SolvePlan { method, budget, distance, megabytes: args.memory as usize };
    match args.openings {
        None => Ok(one(args, &session, &plan)),
        Some(n_plies) => Ok(openings(args, &session, n_plies, &plan)),
    }
}

/// One position.
fn one(args: &SolveArgs, session: &Session, plan: &SolvePlan) -> Reply {
    let started = Instant::now();
    let shows = std::io::stderr().is_terminal() && !reply::is_quiet();
    let last = Cell::new(Instant::now());
    let mut report = |what: &str, nodes: u64| {
        if shows && last.get().elapsed() > Duration::from_secs(1) {
            last.set(Instant::now());
            let seconds = started.elapsed().as_secs_f64();
            eprint!("\r\x1b[Kthe {what}: {} nodes, {seconds:.0} s", grouped(nodes));
        }
    };
    let solved = session.solve(plan, &mut report);
    let seconds = started.elapsed().as_secs_f64();
    if shows && seconds > 1.0 {
        eprint!("\r\x1b[K");
    }
    let name = session.players()[session.to_move().index()];
    let mut text = match (solved.worth, solved.plies) {
        (None, _) => {
            let limit = [
                args.time.0.map(|time| format!("{} s", time.as_secs_f64())),
                args.nodes.map(|nodes| format!("{} nodes", grouped(nodes))),
            ];
            let limit = limit.into_iter().flatten().collect::<Vec<_>>().join(" and ");
            format!("not solved within {limit}; try --time none or more --memory\n")
        }
        (Some(Worth::Draw), _) => "draw with best play\n".to_owned(),
        (Some(worth), n) => {
            let verb = if worth == Worth::Win { "wins" } else { "loses" };
            match n {
                Some(n) => format!("{name} {verb} in {}\n", plies(n as usize)),
                None => format!(
                    "{name} {verb}; the distance was not found quickly (--distance full searches as long as \
                     needed)\n"
                ),
            }
        }
    };
    if !solved.line.is_empty() && solved.worth.is_some() {
        let _ = writeln!(text, "{}", solved.line.join(" "));
    }
    let _ = writeln!(text, "{} nodes in {seconds:.3} s", grouped(solved.nodes));
    let mut json = facts(&solved);
    json["position"] = json!(session.position());
    json["to_move"] = json!(session.to_move().id());
    json["seconds"] = json!(seconds);
    Reply::new(json, text)
}

fn facts(solved: &Solved) -> Value {
    let line: &[String] = if solved.worth.is_some() { &solved.line } else { &[] };
    json!({ "value": word(solved), "plies": solved.plies, "best": line, "nodes": solved.nodes })
}

fn word(solved: &Solved) -> &'static str {
    solved.worth.map_or("unknown", Worth::id)
}

/// All openings of so many plies.
fn openings(args: &SolveArgs, session: &Session, n_plies: u16, plan: &SolvePlan) -> Reply {
    let progress = Progress::new("solve", "openings");
    let on_progress = |done: usize, all: usize| progress.is_at(done as u64, all as u64);
    let started = Instant::now();
    let openings = session.solve_openings(usize::from(n_plies), plan, n_threads(args.threads), &on_progress);
    let seconds = started.elapsed().as_secs_f64();
    progress.clear();
    let worths = [Some(Worth::Win), Some(Worth::Draw), Some(Worth::Loss), None];
    let counts = worths.map(|worth| openings.iter().filter(|opening| opening.solved.worth == worth).count());
    let mut text = String::new();
    for opening in &openings {
        let moves = opening.moves.join(" ");
        let in_plies = opening.solved.plies.map(|n| format!(" in {}", plies(n as usize))).unwrap_or_default();
        let _ = writeln!(text, "{moves:<16} {}{in_plies}", word(&opening.solved));
    }
    let [wins, draws, losses, unknown] = counts;
    let _ = writeln!(
        text,
        "{} openings of {}, for the side to move after them: {wins} wins, {draws} draws, {losses} losses, {unknown} \
         unknown; {seconds:.1} s",
        openings.len(),
        plies(usize::from(n_plies))
    );
    let list: Vec<Value> = (openings.iter())
        .map(|opening| {
            let mut facts = facts(&opening.solved);
            facts["moves"] = json!(opening.moves);
            facts
        })
        .collect();
    let json = json!({
        "openings": list,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "unknown": unknown,
        "seconds": seconds,
    });
    Reply::new(json, text)
}
