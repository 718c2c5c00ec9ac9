//! Monte Carlo tree search from the empty board, so many play-outs: Zermelo with its default settings beside the crate
//! `board-game`.
//!
//! Both walk by the same UCT bound with the same constant, play at random to the end, carry proved results up, and keep
//! every position of the tree in memory; each begins with an empty tree.

use std::hint::black_box;
use std::time::Instant;

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use zermelo_game::{Agent, Budget, Game, stream};
use zermelo_search::Mcts;
use zermelo_search::{EXPLORATION, MctsSettings};

use crate::N_ROUNDS;

/// Play-outs of one search.
const PLAYOUTS: [u64; 3] = [10_000, 100_000, 1_000_000];

/// Measures and reports.
pub fn compare<G: Game>(game: &G) {
    println!("Connect Four, Monte Carlo trees from the empty board, the best of {N_ROUNDS} runs\n");
    println!("{:>12}{:>22}{:>22}{:>9}", "play-outs", "zermelo, a second", "board-game, a second", "ratio");
    for n_playouts in PLAYOUTS {
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for round in 0..N_ROUNDS as u64 {
            ours = ours.min(seconds_of_zermelo(game, n_playouts, round));
            theirs = theirs.min(seconds_of_board_game(n_playouts, round));
        }
        let speed = |seconds| n_playouts as f64 / seconds;
        println!("{n_playouts:>12}{:>22.0}{:>22.0}{:>9.2}", speed(ours), speed(theirs), theirs / ours);
    }
    println!();
}

fn seconds_of_zermelo<G: Game>(game: &G, n_playouts: u64, seed: u64) -> f64 {
    let begin = Instant::now();
    let mut agent = Mcts::new(MctsSettings::default(), stream(seed, "peers", 2));
    let choice = agent.choose(black_box(&game.start()), &Budget::nodes(n_playouts));
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!(choice.nodes, n_playouts, "all play-outs of Zermelo");
    seconds
}

fn seconds_of_board_game(n_playouts: u64, seed: u64) -> f64 {
    let mut rng = SmallRng::seed_from_u64(seed);
    let begin = Instant::now();
    let tree = mcts_build_tree(black_box(&Connect4::default()), n_playouts, EXPLORATION, &mut rng);
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!(tree[0].visits, n_playouts as i64, "all play-outs of board-game");
    black_box(tree);
    seconds
}
