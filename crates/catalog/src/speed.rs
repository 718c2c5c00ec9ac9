//! How fast this machine searches a game: positions a second of one thread, while others are busy too.
//!
//! A thread alone is faster than one among many, which share caches and the power of the chip. Games are played on all threads at
//! once, so speed is measured on all threads at once.

use std::thread;
use std::time::{Duration, Instant};

use zermelo_game::stream;

use crate::{OpenGame, bench};

/// What is measured: the positions of the benchmark, searched by this agent.
const AGENT: &str = "alphabeta(nodes=5000, memory=16)";
/// For so long.
const TIME: Duration = Duration::from_millis(500);

/// Positions a second of one thread, measured on so many threads at once.
pub fn measure(game: &OpenGame, threads: usize) -> f64 {
    let until = Instant::now() + TIME;
    let parts: Vec<(u64, f64)> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(move || search(game, until))).collect();
        started.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let (nodes, seconds) = parts.iter().fold((0, 0.0), |(n, s), part| (n + part.0, s + part.1));
    (nodes as f64 / f64::max(seconds, 1e-9)).max(1.0)
}

/// Searches the positions again and again: how many nodes, in how many seconds.
fn search(game: &OpenGame, until: Instant) -> (u64, f64) {
    let positions = bench::positions(game);
    let mut agent = game.open_agent(AGENT, 1).expect("a standard agent opens for every game");
    let (mut nodes, mut seconds) = (0, 0.0);
    for (index, pos) in positions.iter().enumerate().cycle() {
        agent.new_game(stream(1, "bench agent", index as u64));
        let started = Instant::now();
        nodes += agent.choose(pos).nodes;
        seconds += started.elapsed().as_secs_f64();
        if Instant::now() >= until {
            break;
        }
    }
    (nodes, seconds)
}
