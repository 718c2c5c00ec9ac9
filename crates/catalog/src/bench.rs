//! Fixed work: the standard agents on the same positions, on every machine and in every run. How long it takes is speed;
//! what was counted and chosen is the *signature*, which changes only if rules or search do.

use std::time::Instant;

use zermelo_any::AnyPosition;
use zermelo_game::stream;
use zermelo_game::zobrist::mix;

use crate::OpenGame;

/// How much to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BenchPlan {
    /// Counting goes as deep as about so many sequences.
    pub perft_size: f64,
    /// A search goes as deep as a tree of about so many sequences, of which it will look at few.
    pub search_size: f64,
    /// Random games from each position.
    pub playouts: u64,
    /// Nodes of a search that may use everything.
    pub search_nodes: u64,
    /// Playouts of a Monte Carlo tree.
    pub tree_playouts: u64,
}

impl BenchPlan {
    /// For people: a fraction of a second for each agent.
    pub const FULL: BenchPlan = BenchPlan {
        perft_size: 1e8,
        search_size: 1e9,
        playouts: 5000,
        search_nodes: 100_000,
        tree_playouts: 20_000,
    };
    /// For tests: milliseconds.
    pub const QUICK: BenchPlan =
        BenchPlan { perft_size: 1e4, search_size: 1e5, playouts: 20, search_nodes: 1000, tree_playouts: 100 };
}

/// What was done on one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Bench {
    /// The one id of the game, sizes included.
    pub game: String,
    /// Each agent's work.
    pub works: Vec<Work>,
}

/// The work of one agent on all positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// The agent, or what else was done.
    pub agent: String,
    /// Positions looked at.
    pub nodes: u64,
    /// What it chose, position by position, or a number that stands for it.
    pub chosen: String,
    /// How long it took.
    pub seconds: f64,
}

impl Bench {
    /// Eight hexadecimal digits that stand for all node counts and choices.
    pub fn signature(&self) -> String {
        signature(self.works.iter().map(Work::line))
    }
}

impl Work {
    /// Everything but the time, in a line.
    pub fn line(&self) -> String {
        format!("{} {} nodes: {}", self.agent, self.nodes, self.chosen)
    }
}

/// Eight hexadecimal digits that stand for these texts.
pub fn signature(lines: impl Iterator<Item = String>) -> String {
    let hash =
        lines.fold(0, |hash, line| line.bytes().fold(mix(hash), |hash, byte| mix(hash ^ u64::from(byte))));
    format!("{:08x}", hash >> 32)
}

/// How many plies of random play lie before each position.
const PLIES: [usize; 6] = [0, 2, 5, 8, 12, 20];

/// Does all the work. A new agent is a new line here.
pub fn run(game: &OpenGame, plan: &BenchPlan) -> Bench {
    let positions = positions(game);
    let widths = widths(game);
    let works = vec![
        perft(game, &positions, deepest(&widths, plan.perft_size)),
        playouts(game, &positions, plan.playouts),
        search(game, &format!("alphabeta(depth={})", deepest(&widths, plan.search_size)), &positions),
        search(game, &format!("alphabeta(nodes={})", plan.search_nodes), &positions),
        search(game, &format!("mcts(playouts={})", plan.tree_playouts), &positions),
    ];
    Bench { game: game.id(), works }
}

/// The start, and positions of random games, none of which is over.
pub(crate) fn positions(game: &OpenGame) -> Vec<AnyPosition> {
    let walk = |(index, &plies): (usize, &usize)| {
        let mut chance = stream(1, "bench position", index as u64);
        let mut pos = game.start();
        for _ in 0..plies {
            let Some(next) = pos.random_move(&mut chance).map(|mv| pos.after(mv)) else { break };
            // The game may not last so long: then the last position before its end will do.
            if next.is_over() {
                break;
            }
            pos = next;
        }
        pos
    };
    PLIES.iter().enumerate().map(walk).collect()
}

/// How many moves there are at each ply, on average over random games that last so long. Only sums and quotients, so that
/// it is the same on every machine.
fn widths(game: &OpenGame) -> Vec<f64> {
    let mut sums: Vec<(u64, u64)> = Vec::new();
    for index in 0..64 {
        let mut chance = stream(1, "bench width", index);
        let mut pos = game.start();
        let mut ply = 0;
        while let Some(mv) = pos.random_move(&mut chance) {
            if sums.len() <= ply {
                sums.push((0, 0));
            }
            sums[ply].0 += pos.count_moves() as u64;
            sums[ply].1 += 1;
            pos.play(mv);
            ply += 1;
        }
    }
    sums.into_iter().map(|(sum, n)| sum as f64 / n as f64).collect()
}

/// The greatest depth of a tree of at most about `size` sequences; at least one ply.
fn deepest(widths: &[f64], size: f64) -> usize {
    let mut tree = 1.0;
    let n_plies = widths.iter().take_while(|&&width| {
        tree *= width;
        tree <= size
    });
    n_plies.count().max(1)
}

fn perft(game: &OpenGame, positions: &[AnyPosition], depth: usize) -> Work {
    let started = Instant::now();
    let mut sums = vec![0; depth];
    for pos in positions {
        let mut counts = vec![0; depth];
        game.perft(pos, &mut counts);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    let texts: Vec<String> = sums.iter().map(u64::to_string).collect();
    Work {
        agent: format!("perft(depth={depth})"),
        nodes: sums.iter().sum(),
        chosen: texts.join(" "),
        seconds: started.elapsed().as_secs_f64(),
    }
}

fn playouts(game: &OpenGame, positions: &[AnyPosition], n_each: u64) -> Work {
    let started = Instant::now();
    let (mut nodes, mut hash) = (0, 0);
    for (index, from) in positions.iter().enumerate() {
        let mut chance = stream(1, "bench playout", index as u64);
        let (n_moves, last) = game.playouts(from, n_each, &mut chance, hash);
        nodes += n_moves;
        hash = last;
    }
    let seconds = started.elapsed().as_secs_f64();
    Work { agent: format!("playouts({n_each})"), nodes, chosen: format!("{:08x}", hash >> 32), seconds }
}

/// Asks an agent for its move in each position, every time with nothing to remember.
fn search(game: &OpenGame, agent: &str, positions: &[AnyPosition]) -> Work {
    let mut opened = game.open_agent(agent, 1).expect("a standard agent opens for every game");
    let mut work = Work { agent: agent.to_owned(), nodes: 0, chosen: String::new(), seconds: 0.0 };
    for (index, pos) in positions.iter().enumerate() {
        opened.new_game(stream(1, "bench agent", index as u64));
        let started = Instant::now();
        let choice = opened.choose(pos);
        work.seconds += started.elapsed().as_secs_f64();
        work.nodes += choice.nodes;
        if index > 0 {
            work.chosen.push(' ');
        }
        work.chosen += &game.write_move(pos, choice.mv);
    }
    work
}
