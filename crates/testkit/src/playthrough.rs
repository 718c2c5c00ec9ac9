//! A random game told as text, to be kept in a file: if the telling changes, the rules have.
//!
//! Moves are drawn from their sorted texts, so that another order of the same moves tells the same game.

use std::fmt::Write;

use zermelo_game::{Game, Position, stream};

/// Tells a random game from start to end: for every ply the number of legal moves and the one played; with
/// `in_full` also every position and all its moves.
pub fn tell<G: Game>(game: &G, seed: u64, in_full: bool) -> String {
    let mut chance = stream(seed, "playthrough", 0);
    let mut pos = game.start();
    let mut text = format!("game {}\n", game.id());
    loop {
        let mut moves: Vec<String> = Vec::new();
        pos.each_move(|mv| moves.push(game.write_move(&pos, mv)));
        moves.sort();
        if in_full {
            let _ = writeln!(text, "position {}", game.write_position(&pos));
        }
        if moves.is_empty() {
            break;
        }
        let played = &moves[chance.below(moves.len())];
        let _ = write!(text, "{} legal, played {played}", moves.len());
        let _ = if in_full { writeln!(text, " of {}", moves.join(" ")) } else { writeln!(text) };
        let mv = game.read_move(&pos, played).expect("a legal move reads");
        pos.play(mv);
    }
    let outcome = pos.outcome().map_or("none", |outcome| outcome.id());
    let _ = writeln!(text, "final {}", game.write_position(&pos));
    let _ = writeln!(text, "outcome {outcome}, {}", game.reason(&pos).unwrap_or("no reason"));
    text
}
