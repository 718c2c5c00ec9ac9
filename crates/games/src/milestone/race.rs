//! The race: a proof at a glance that a runner gets home before the enemy can do anything about it
//! ("flood", with times).
//!
//! Seen by the player who moves up. After `n` moves the enemy can stand only on a certain set of hexes (`enemy` below:
//! its pawns flooding down, obstacles ignored). A runner's next hex is sure if the enemy cannot be there (a diagonal
//! step; a straight one captures), and if the enemy cannot capture there in return. If sure steps lead into the enemy
//! home before the enemy can be in ours, the race is won, whatever else happens. Two additions:
//!
//! - A pawn lodged beside the enemy home can never be captured, and steps in as soon as the guard leaves. So the guard
//!   is pinned: it may be left out of the flood, and a runner straight before it cannot be refused.
//! - While our own guard stays at home, an enemy pawn can only come in straight, over the hex before it. Pawns on the
//!   edges cannot get there any more.

use super::Board;
use super::layout::Layout;
use crate::bits::Bits;

/// In how many of its own moves the player who moves up wins the race; `None` if that is not certain.
pub fn moves_to_win<L: Layout>(own: L::Cells, enemies: L::Cells, is_on_move: bool) -> Option<u32> {
    let straight = Board::<L>::STRAIGHT;
    let has_guard = !(own & L::BLACK_HOME).is_empty();
    let is_pinned = !(own & diagonally_down::<L>(L::WHITE_HOME)).is_empty();
    let enemy_guard = enemies & L::WHITE_HOME;
    let least_moves = moves_to_arrive::<L>(enemies, has_guard);

    let mut runners = own & !L::BLACK_HOME;
    let mut enemy = if is_pinned { enemies & !enemy_guard } else { enemies };
    let mut enemy_moves = 0;
    if !is_on_move {
        runners = runners & !L::down(enemy, straight);
        enemy |= flooded_down::<L>(enemy);
        enemy_moves = 1;
    }
    let mut n_moves = 0;
    while least_moves > enemy_moves && !runners.is_empty() {
        n_moves += 1;
        // The pinned guard is still there, and in the way of a diagonal step.
        let diagonal = diagonally_up::<L>(runners) & !(enemy | enemy_guard);
        let reached = (diagonal | L::up(runners, straight)) & L::HEXES & !own;
        if !(reached & L::WHITE_HOME).is_empty() {
            return Some(n_moves);
        }
        runners = reached & !L::down(enemy, straight);
        enemy |= flooded_down::<L>(enemy);
        enemy_moves += 1;
    }
    None
}

/// In how many moves the nearest of the enemies could be in Black's home if nothing stood in its way but, perhaps, the
/// guard at home.
fn moves_to_arrive<L: Layout>(enemies: L::Cells, has_guard: bool) -> u32 {
    let (mut reach, door, last_move) = if has_guard {
        (enemies & !L::HOME_EDGES, L::up(L::BLACK_HOME, Board::<L>::STRAIGHT), 1)
    } else {
        (enemies, L::BLACK_HOME, 0)
    };
    let mut n_moves = 0;
    while (reach & door).is_empty() {
        let wider = reach | flooded_down::<L>(reach);
        if wider == reach {
            return u32::MAX;
        }
        reach = wider;
        n_moves += 1;
    }
    n_moves + last_move
}

#[inline]
fn diagonally_up<L: Layout>(cells: L::Cells) -> L::Cells {
    L::up(cells & L::NOT_LEFT, Board::<L>::LEFT) | L::up(cells & L::NOT_RIGHT, Board::<L>::RIGHT)
}

#[inline]
fn diagonally_down<L: Layout>(cells: L::Cells) -> L::Cells {
    L::down(cells & L::NOT_RIGHT, Board::<L>::LEFT) | L::down(cells & L::NOT_LEFT, Board::<L>::RIGHT)
}

/// Where pawns could be after one move down.
#[inline]
fn flooded_down<L: Layout>(cells: L::Cells) -> L::Cells {
    (diagonally_down::<L>(cells) | L::down(cells, Board::<L>::STRAIGHT)) & L::HEXES
}
