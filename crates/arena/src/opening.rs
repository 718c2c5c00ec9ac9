//! Openings: random plies from the start, so that agents which leave nothing to chance play different games.

use std::collections::HashSet;

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
    draw_line(start, plies, chance).map(|(pos, _)| pos)
}

/// The same position, and the moves that lead there.
pub fn draw_line<P: Position>(start: &P, plies: u32, chance: &mut Stream) -> Option<(P, Vec<P::Move>)> {
    let mut pos = start.clone();
    let mut moves = Vec::with_capacity(plies as usize);
    for _ in 0..plies {
        let mv = pos.random_move(chance)?;
        pos.play(mv);
        moves.push(mv);
    }
    (!pos.is_over()).then_some((pos, moves))
}

/// Up to `n` different openings of so many random plies, as moves from `start`: fewer only if there seem to be no more. Two
/// openings are different if they lead to different positions, and only those that `fits` likes count. The first openings
/// are the same however many are asked for.
pub fn different<G: Game>(
    start: &G::Position,
    plies: u32,
    n: usize,
    seed: u64,
    fits: &mut dyn FnMut(&G::Position) -> bool,
) -> Vec<Vec<MoveOf<G>>> {
    let mut known = HashSet::new();
    let mut openings = Vec::new();
    let mut n_vain = 0;
    for index in 0.. {
        if openings.len() == n || n_vain == MOST_ATTEMPTS {
            break;
        }
        let mut chance = stream(seed, "opening", index);
        let (mut pos, mut moves) = (start.clone(), Vec::new());
        while moves.len() < plies as usize
            && let Some(mv) = pos.random_move(&mut chance)
        {
            pos.play(mv);
            moves.push(mv);
        }
        if moves.len() == plies as usize && !pos.is_over() && known.insert(pos.key()) && fits(&pos) {
            openings.push(moves);
            n_vain = 0;
        } else {
            n_vain += 1;
        }
    }
    openings
}
