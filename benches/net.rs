//! `cargo bench -p zermelo-benches --bench net [-- NODES [EVALUATOR..]]`: nodes a second of alpha-beta on Milestone with a
//! network of 256 units beside other evaluators, and how long it takes to judge one child of a position after the other.
//!
//! Others may use the machine: many short rounds with all evaluators in each, time on the processor where the system
//! tells it, and the best and the middle of each.

use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use zermelo_game::{
    Agent, Budget, Evaluator, Family, Game, GameVisitor, Parameters, Player, Position, Scratch, stream,
};
use zermelo_milestone::Milestone;
use zermelo_search::{AlphaBeta, Switches};
use zermelo_testkit::net::RandomNet;

const ROUNDS: usize = 20;

fn main() {
    // Cargo says `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let nodes = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    Milestone::open("", Measure { nodes, only: arguments.collect() }).expect("the game opens");
}

struct Measure {
    nodes: u64,
    only: Vec<String>,
}

type Judge<P> = Arc<dyn Evaluator<P>>;

/// An evaluator that keeps nothing.
struct Forgetful<E>(E);

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Forgetful<E> {
    fn value(&self, pos: &P, player: Player) -> f64 {
        self.0.value(pos, player)
    }
}

impl GameVisitor for Measure {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let named = |name: &str| {
            let evaluator = game.evaluator(name, Parameters::read("").expect("nothing is given"));
            evaluator.expect("the game has it").expect("no parameters")
        };
        let mut evaluators: Vec<(&str, Judge<G::Position>)> = vec![
            ("nothing", Arc::new(|_: &G::Position| 0.0)),
            ("mobility", Arc::new(|pos: &G::Position| pos.count_moves() as f64)),
            ("best-b", named("best-b")),
            ("net", Arc::new(RandomNet::<_, 2>::new(&game, 1))),
            ("afresh", Arc::new(Forgetful(RandomNet::<_, 2>::new(&game, 1)))),
        ];
        evaluators.retain(|(name, _)| self.only.is_empty() || self.only.iter().any(|only| only == name));
        let positions = positions(&game);
        let mut speeds: Vec<Vec<f64>> = vec![Vec::new(); evaluators.len()];
        for _ in 0..ROUNDS {
            for ((_, evaluator), speeds) in evaluators.iter().zip(&mut speeds) {
                let mut agent = AlphaBeta::new(Arc::clone(evaluator), Switches::ALL, 64);
                let (mut nodes, start) = (0, cpu_seconds());
                for pos in &positions {
                    agent.new_game(stream(1, "speed", 0));
                    nodes += agent.choose(pos, &Budget::nodes(self.nodes)).nodes;
                }
                speeds.push(nodes as f64 / (cpu_seconds() - start) / 1e6);
            }
        }
        for ((name, evaluator), speeds) in evaluators.iter().zip(&mut speeds) {
            speeds.sort_by(f64::total_cmp);
            println!(
                "{name:<10} {:6.2} M nodes/s at best, {:6.2} in the middle; {:6.1} ns for a sibling",
                speeds[ROUNDS - 1],
                speeds[ROUNDS / 2],
                nanoseconds_for_siblings(&**evaluator, &positions[3])
            );
        }
    }
}

/// How long it takes to judge one child of a position after the other.
fn nanoseconds_for_siblings<P: Position>(evaluator: &dyn Evaluator<P>, parent: &P) -> f64 {
    const N: usize = 5_000_000;
    let mut siblings = Vec::new();
    parent.each_move(|mv| siblings.push(parent.after(mv)));
    let mut scratch = Scratch::new();
    let start = cpu_seconds();
    for sibling in siblings.iter().cycle().take(N) {
        black_box(evaluator.value_with(&mut scratch, black_box(sibling), Player::First));
    }
    (cpu_seconds() - start) * 1e9 / N as f64
}

/// Positions of random games, none of which is over.
fn positions<G: Game>(game: &G) -> Vec<G::Position> {
    let walk = |index: u64| {
        let mut chance = stream(1, "speed positions", index);
        let mut pos = game.start();
        for _ in 0..4 * index {
            let next = pos.random_move(&mut chance).map(|mv| pos.after(mv));
            match next {
                Some(next) if !next.is_over() => pos = next,
                _ => break,
            }
        }
        pos
    };
    (0..6).map(walk).collect()
}

/// Seconds this thread has been on a processor, where the system tells; else of the clock.
fn cpu_seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next().and_then(|word| word.parse::<f64>().ok()));
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |n| n / 1e9)
}
