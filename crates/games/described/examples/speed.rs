//! Described games beside their native twins, in one run: random games and alpha-beta with the same evaluator (the number of
//! moves), alternating. `cargo run --release -p zermelo-described --example speed`

use std::sync::Arc;
use std::time::Instant;

use zermelo_described::{Cells, Described, Visitor, open_with, shelf};
use zermelo_game::{Budget, Family, Game, GameVisitor, Position, stream};
use zermelo_search::{AlphaBeta, Switches};

/// Random games and nodes of a search, each in a second.
#[derive(Clone, Copy, Default)]
struct Speed {
    playouts: f64,
    nodes: f64,
}

impl Speed {
    fn best(self, other: Speed) -> Speed {
        Speed { playouts: self.playouts.max(other.playouts), nodes: self.nodes.max(other.nodes) }
    }
}

fn measure<G: Game>(game: &G, depth: u32, n_playouts: u64) -> Speed {
    let mut chance = stream(1, "speed", 0);
    let begin = Instant::now();
    let mut last = 0;
    for _ in 0..n_playouts {
        let mut pos = game.start();
        while let Some(mv) = pos.random_move(&mut chance) {
            pos.play(mv);
        }
        last ^= pos.key();
    }
    std::hint::black_box(last);
    let playouts = n_playouts as f64 / begin.elapsed().as_secs_f64();
    let switches = Switches { hints: false, ..Switches::PLAIN };
    let mut nodes = 0;
    let begin = Instant::now();
    for game_number in 0..4 {
        let evaluator = Arc::new(|pos: &G::Position| pos.count_moves() as f64);
        let mut agent = AlphaBeta::new(evaluator, switches, 8);
        let mut pos = game.start();
        let mut chance = stream(2, "speed", game_number);
        for _ in 0..6 {
            if let Some(mv) = pos.random_move(&mut chance) {
                pos.play(mv);
            }
        }
        if !pos.is_over() {
            nodes += agent.choose_but(&pos, &Budget::depth(depth), &[]).nodes;
        }
    }
    Speed { playouts, nodes: nodes as f64 / begin.elapsed().as_secs_f64() }
}

#[derive(Clone, Copy)]
struct Measure {
    depth: u32,
    n_playouts: u64,
}

impl GameVisitor for Measure {
    type Output = Speed;
    fn visit<G: Game>(self, game: G) -> Speed {
        measure(&game, self.depth, self.n_playouts)
    }
}

impl Visitor for Measure {
    type Output = Speed;
    fn visit<B: Cells>(self, game: Described<B>) -> Speed {
        measure(&game, self.depth, self.n_playouts)
    }
}

fn compare<F: Family>(parameters: &str, name: &str, depth: u32, n_playouts: u64) {
    let text = shelf::find(name).expect("a game of the shelf");
    let plan = Measure { depth, n_playouts };
    let (mut native, mut described) = (Speed::default(), Speed::default());
    for _ in 0..5 {
        native = native.best(F::open(parameters, plan).expect("a native game"));
        described = described.best(open_with(text, "", plan).expect("a described game"));
    }
    let line = |what: &str, native: f64, described: f64| {
        println!(
            "{name:14} {what:12} {native:>12.0} native {described:>12.0} described {:>4.0} %",
            100.0 * described / native
        );
    };
    line("playouts/s", native.playouts, described.playouts);
    line("nodes/s", native.nodes, described.nodes);
}

fn alone(name: &str, depth: u32, n_playouts: u64) {
    let text = shelf::find(name).expect("a game of the shelf");
    let runs = (0..3).map(|_| open_with(text, "", Measure { depth, n_playouts }).expect("a described game"));
    let speed = runs.fold(Speed::default(), Speed::best);
    println!("{name:14} {:.0} playouts/s, {:.0} nodes/s", speed.playouts, speed.nodes);
}

fn main() {
    compare::<zermelo_pawns::breakthrough::Breakthrough>("", "breakthrough", 6, 5000);
    compare::<zermelo_lines::drop::Drop>("7,6,4", "fourinarow", 9, 20_000);
    compare::<zermelo_isolation::Isolation>("", "isolation", 7, 20_000);
    compare::<zermelo_milestone::Milestone>("", "milestone", 7, 10_000);
    alone("hex", 2, 2000);
    alone("gomoku", 2, 1000);
}
