//! Zermelo beside other libraries of board games, on Connect Four: `cargo run --release` in this folder measures
//! everything; `random-games`, `searches` or `trees` behind `--` only that.
//!
//! Whoever is compared runs in one program, compiled alike, on one core, in turns, so that whatever else the machine
//! does hits all of them.

mod random_games;
mod rules;
mod searches;
mod trees;

use zermelo_game::{Family, Game, GameVisitor};
use zermelo_lines::drop::Drop;

/// How often each contender has its turn.
const N_ROUNDS: usize = 5;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = asked.iter().find(|name| !PARTS.contains(&name.as_str())) {
        eprintln!("there is no part `{unknown}`, only {}", PARTS.join(", "));
        std::process::exit(2);
    }
    Drop::open("7,6,4", Compare { asked }).expect("Connect Four is a drop game");
}

/// What can be measured.
const PARTS: [&str; 3] = ["random-games", "searches", "trees"];

/// Everything there is to do, once the type of Zermelo's game is known.
struct Compare {
    /// The parts that are asked for; all of them if none is.
    asked: Vec<String>,
}

impl GameVisitor for Compare {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let measures: [fn(&G); 3] = [random_games::compare, searches::compare, trees::compare];
        for (part, measure) in PARTS.into_iter().zip(measures) {
            if self.asked.is_empty() || self.asked.iter().any(|name| name == part) {
                measure(&game);
            }
        }
    }
}
