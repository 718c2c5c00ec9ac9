//! Openings: random plies from the start, so that agents which leave nothing to chance play different games.

use zermelo_game::{Game, Position, Stream, game::MoveOf, stream};

/// How many random openings are tried before it is believed that there is none.
pub const MOST_ATTEMPTS: u32 = 10_000;

/// The length of openings if nobody says: four plies, but no more than a quarter of the longest game, and fewer where so
/// many would end it.
pub fn usual_plies<G: Game>(game: &G) -> u32 {
    let longest = (game.max_plies() / 4).min(4) as u32;
    let mut chance = stream(0, "usual opening", 0);
    let mut ends_seldom = |plies: u32| {
        let n_good = (0..16).filter(|_| draw(&game.start(), plies, &mut chance).is_some()).count();
        n_good >= 4
    };
    (1..=longest).rev().find(|&plies| ends_seldom(plies)).unwrap_or(0)
}

/// A position so many random plies after `start`; `None` if the game is over there.
pub fn draw<P: Position>(start: &P, plies: u32, chance: &mut Stream) -> Option<P> {
    let mut pos = start.clone();
    for _ in 0..plies {
        pos.play(pos.random_move(chance)?);
    }
    (!pos.is_over()).then_some(pos)
}

/// An opening that might be played: its moves and the position they lead to.
#[derive(Clone, Debug)]
pub struct Candidate<G: Game> {
    /// The moves from the start.
    pub moves: Vec<MoveOf<G>>,
    /// The position after them.
    pub pos: G::Position,
}

/// The candidate with this number, of so many random plies; `None` if the game is over there. Every candidate has a
/// stream of its own, so any of them can be drawn alone.
pub fn candidate<G: Game>(start: &G::Position, plies: u32, seed: u64, number: u64) -> Option<Candidate<G>> {
    let mut chance = stream(seed, "opening", number);
    let (mut pos, mut moves) = (start.clone(), Vec::new());
    for _ in 0..plies {
        let mv = pos.random_move(&mut chance)?;
        pos.play(mv);
        moves.push(mv);
    }
    (!pos.is_over()).then_some(Candidate { moves, pos })
}
