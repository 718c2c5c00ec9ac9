//! Alpha-beta with deepening and a table of 64 MB, to the same depth of the same positions: Zermelo beside the crate
//! `minimax`.
//!
//! Both search Zermelo's positions and ask the same evaluator, so that the searches alone are compared. Games of
//! `minimax` have no word for moves that win or lose on the spot; so Zermelo is also measured without asking for them.
//! Both count as a node whatever they look at, also if the table knows it. The parallel search of `minimax` does not
//! tell how many there were. Each search begins with an empty table, made before the clock starts. All must find the
//! same values. `minimax` shuffles the moves of the root by chance, so its best run is also its luckiest.

use std::sync::Arc;
use std::time::Instant;

use minimax::{BEST_EVAL, IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy};
use zermelo_game::{Agent, Budget, Evaluator, Game, Hints, Parameters, Position, Score};
use zermelo_search::{AlphaBeta, Switches};

use crate::N_ROUNDS;
use crate::rules::{Judge, Rules};

/// Moves from the empty board to the positions that are searched.
const POSITIONS: [&str; 4] = ["", "4 4 4 4", "4 4 3 5 2", "1 2 3 5 5 7 7 1"];

/// The size of every table.
const MEGABYTES: usize = 64;

/// Measures and reports.
pub fn compare<G: Game>(game: &G) {
    let parameters = Parameters::read("").expect("no parameters are fine");
    let windows =
        game.evaluator("windows", parameters).expect("drop games have it").expect("it has no parameters");
    println!("Connect Four, alpha-beta, {MEGABYTES} MB, one thread, the best of {N_ROUNDS} runs");
    let nothing: Arc<dyn Evaluator<G::Position>> = Arc::new(|_: &G::Position| 0.0);
    // Without an opinion the tree is smaller: look deeper, so that there is something to measure.
    for (name, evaluator, depth) in [("windows", windows, 14), ("always 0", nothing, 18)] {
        println!("\nevaluator {name}, depth {depth}");
        println!("{:32}{:>12}{:>10}{:>14}{:>8}", "", "nodes", "seconds", "nodes/s", "times");
        let mut sums = [0.0; Contender::ALL.len()];
        for moves in POSITIONS {
            println!("after {}", if moves.is_empty() { "no moves" } else { moves });
            let runs = best_runs(&position(game, moves), depth, &evaluator);
            for (sum, run) in sums.iter_mut().zip(&runs) {
                *sum += run.seconds;
            }
            for (contender, run) in Contender::ALL.into_iter().zip(&runs) {
                let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
                println!(
                    "  {:30}{:>12}{:>10.4}{:>14}{:>8.2}",
                    contender.name(),
                    or_dash(run.nodes.map(|nodes| nodes.to_string())),
                    run.seconds,
                    or_dash(run.nodes.map(|nodes| format!("{:.0}", nodes as f64 / run.seconds))),
                    run.seconds / runs[0].seconds,
                );
            }
        }
        println!("all positions");
        for (contender, sum) in Contender::ALL.into_iter().zip(sums) {
            println!("  {:30}{:>12}{sum:>10.4}{:>14}{:>8.2}", contender.name(), "", "", sum / sums[0]);
        }
    }
    println!();
}

/// Who searches.
#[derive(Clone, Copy)]
enum Contender {
    Zermelo,
    ZermeloWithoutHints,
    Iterative,
    Parallel,
}

impl Contender {
    const ALL: [Contender; 4] =
        [Contender::Zermelo, Contender::ZermeloWithoutHints, Contender::Iterative, Contender::Parallel];

    fn name(self) -> &'static str {
        match self {
            Contender::Zermelo => "zermelo",
            Contender::ZermeloWithoutHints => "zermelo without hints",
            Contender::Iterative => "minimax, IterativeSearch",
            Contender::Parallel => "minimax, ParallelSearch",
        }
    }

    fn run<P: Hints>(self, pos: &P, depth: u32, evaluator: &Arc<dyn Evaluator<P>>) -> Run {
        let judge = Judge(Arc::clone(evaluator));
        match self {
            Contender::Zermelo => run_zermelo(pos, depth, evaluator, Switches::PLAIN),
            Contender::ZermeloWithoutHints => {
                run_zermelo(pos, depth, evaluator, Switches { hints: false, ..Switches::PLAIN })
            }
            Contender::Iterative => {
                let mut search = IterativeSearch::new(judge, options());
                let seconds = seconds_to(&mut search, pos, depth);
                let nodes = Some(explored(&search.stats(&mut pos.clone())));
                Run { nodes, seconds, value: Value::of_evaluation(search.root_value()) }
            }
            Contender::Parallel => {
                let one_thread = ParallelOptions::new().with_num_threads(1);
                let mut search = ParallelSearch::new(judge, options(), one_thread);
                let seconds = seconds_to(&mut search, pos, depth);
                Run { nodes: None, seconds, value: Value::of_evaluation(search.root_value()) }
            }
        }
    }
}

/// One search.
struct Run {
    nodes: Option<u64>,
    seconds: f64,
    value: Value,
}

/// What a search found, as far as both libraries can say it.
#[derive(Debug, PartialEq)]
enum Value {
    Win,
    Loss,
    Judged(i64),
}

impl Value {
    fn of_score(score: Score) -> Value {
        match score.proved() {
            None => Value::Judged(score.number() as i64),
            Some(_) if score.is_win() => Value::Win,
            Some(_) => Value::Loss,
        }
    }

    fn of_evaluation(evaluation: minimax::Evaluation) -> Value {
        match evaluation {
            BEST_EVAL => Value::Win,
            minimax::WORST_EVAL => Value::Loss,
            value => Value::Judged(value.into()),
        }
    }
}

/// The position after moves as people write them.
fn position<G: Game>(game: &G, moves: &str) -> G::Position {
    moves.split_whitespace().fold(game.start(), |pos, text| {
        let mv = game.read_move(&pos, text).expect("the moves are legal");
        pos.after(mv)
    })
}

/// The fastest run of each contender.
fn best_runs<P: Hints>(pos: &P, depth: u32, evaluator: &Arc<dyn Evaluator<P>>) -> Vec<Run> {
    let round = || Contender::ALL.map(|contender| contender.run(pos, depth, evaluator));
    let mut best = Vec::from(round());
    for _ in 1..N_ROUNDS {
        for (best, run) in best.iter_mut().zip(round()) {
            if run.seconds < best.seconds {
                *best = run;
            }
        }
    }
    assert!(best.iter().all(|run| run.value == best[0].value), "all find the same value");
    best
}

fn run_zermelo<P: Hints>(
    pos: &P,
    depth: u32,
    evaluator: &Arc<dyn Evaluator<P>>,
    switches: Switches,
) -> Run {
    let mut agent = AlphaBeta::new(Arc::clone(evaluator), switches, MEGABYTES);
    let begin = Instant::now();
    let choice = agent.choose(pos, &Budget::depth(depth));
    let seconds = begin.elapsed().as_secs_f64();
    Run { nodes: Some(choice.nodes), seconds, value: Value::of_score(choice.score) }
}

/// The settings of `minimax`: those of its own example of Connect Four, and what it has to order moves. Nothing
/// that was tried is faster: deepening ply by ply is slower, with an aspiration window, with MTD(f) and with neither.
fn options() -> IterativeOptions {
    IterativeOptions::new()
        .with_table_byte_size(MEGABYTES << 20)
        .with_double_step_increment()
        .with_countermoves()
        .with_countermove_history()
}

fn seconds_to<P: Hints>(search: &mut impl Strategy<Rules<P>>, pos: &P, depth: u32) -> f64 {
    search.set_max_depth(depth as u8);
    let begin = Instant::now();
    search.choose_move(pos).expect("the game goes on");
    begin.elapsed().as_secs_f64()
}

/// The number of nodes, which `minimax` tells only in a sentence.
fn explored(stats: &str) -> u64 {
    let (_, after) = stats.split_once("Explored ").expect("the sentence begins like this");
    let number = after.split(' ').next().expect("and goes on with the number");
    number.parse().expect("which is a number")
}
