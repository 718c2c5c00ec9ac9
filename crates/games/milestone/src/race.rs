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

use zermelo_game::Verdict;

use super::layout::{HexCells, Layout};
use zermelo_board::bits::Bits;

/// What the race says to the player who moves up and is to move.
#[inline]
pub fn verdict<L: Layout>(layout: L, own: L::Cells, enemies: L::Cells) -> Option<Verdict> {
    let map = layout.map();
    let [has_guard, has_enemy_guard] =
        [own & map.black_home, enemies & map.white_home].map(|guard| !guard.is_empty());
    let doors = |is_guarded: bool, edges: L::Cells| if is_guarded { !edges } else { !L::Cells::EMPTY };

    let n_moves = steps_to(layout, BLACK_HOME, enemies & doors(has_guard, map.home_edges));
    if !(own & !map.black_home & within(layout, WHITE_HOME, n_moves)).is_empty()
        && let Some(n) = moves_to_win(layout, own, enemies, n_moves, true)
    {
        return Some(Verdict::Win(2 * n - 1));
    }
    // The enemy moves second, and so must be there a move earlier.
    let n_moves = steps_to(layout, WHITE_HOME, own & doors(has_enemy_guard, layout.turned(map.home_edges)))
        .checked_sub(1)?;
    if !(enemies & !map.white_home & within(layout, BLACK_HOME, n_moves)).is_empty()
        && let Some(n) = moves_to_win(layout, layout.turned(enemies), layout.turned(own), n_moves, false)
    {
        return Some(Verdict::Loss(2 * n));
    }
    None
}

/// The homes among the centers of [`disks`](super::layout::BoardMap::disks).
const BLACK_HOME: usize = 1;
const WHITE_HOME: usize = 2;

/// Steps from the nearest of the pawns to a home if nothing is in the way; more than any board has if there are none.
/// (A guard at home leaves only the way over the hex before it, which is as long, but closed to pawns on the edges.)
#[inline]
fn steps_to<L: Layout>(layout: L, home: usize, pawns: L::Cells) -> u32 {
    let map = layout.map();
    // From home to home there are so many steps, and no hex is farther away.
    let disks = &map.disks[home][..2 * (map.side - 1)];
    let n_steps = disks.iter().map(|&disk| u32::from((pawns & disk).is_empty())).sum();
    if pawns.is_empty() { u32::MAX } else { n_steps }
}

/// The hexes from which a home can be reached in so many moves.
#[inline]
fn within<L: Layout>(layout: L, home: usize, n_moves: u32) -> L::Cells {
    let map = layout.map();
    map.disks[home].get(n_moves as usize).copied().unwrap_or(map.hexes)
}

/// In how many of its own moves, at most `most_moves`, the player who moves up wins the race; `None` if that is not
/// certain. The enemy is not in our home by then.
fn moves_to_win<L: Layout>(
    layout: L,
    own: L::Cells,
    enemies: L::Cells,
    most_moves: u32,
    is_on_move: bool,
) -> Option<u32> {
    let map = layout.map();
    let straight = map.straight;
    let is_pinned = !(own & diagonally_down(layout, map.white_home)).is_empty();
    let enemy_guard = enemies & map.white_home;

    // Who is too far away runs in vain: most races end before they begin.
    let mut runners = own & !map.black_home & within(layout, WHITE_HOME, most_moves);
    let mut enemy = if is_pinned { enemies & !enemy_guard } else { enemies };
    if !is_on_move {
        runners = runners & !enemy.down(straight);
        enemy |= flooded_down(layout, enemy);
    }
    let mut n_moves = 0;
    while n_moves < most_moves && !runners.is_empty() {
        n_moves += 1;
        // The pinned guard is still there, and in the way of a diagonal step.
        let diagonal = diagonally_up(layout, runners) & !(enemy | enemy_guard);
        let reached =
            (diagonal | runners.up(straight)) & within(layout, WHITE_HOME, most_moves - n_moves) & !own;
        if !(reached & map.white_home).is_empty() {
            return Some(n_moves);
        }
        runners = reached & !enemy.down(straight);
        enemy |= flooded_down(layout, enemy);
    }
    None
}

#[inline]
fn diagonally_up<L: Layout>(layout: L, cells: L::Cells) -> L::Cells {
    let map = layout.map();
    (cells & map.not_left).up(map.left) | (cells & map.not_right).up(map.right)
}

#[inline]
fn diagonally_down<L: Layout>(layout: L, cells: L::Cells) -> L::Cells {
    let map = layout.map();
    (cells & map.not_right).down(map.left) | (cells & map.not_left).down(map.right)
}

/// Where pawns could be after one move down.
#[inline]
fn flooded_down<L: Layout>(layout: L, cells: L::Cells) -> L::Cells {
    let map = layout.map();
    (diagonally_down(layout, cells) | cells.down(map.straight)) & map.hexes
}

#[cfg(test)]
mod tests {
    use super::super::layout::{Rare, Side4, Side5};
    use super::*;
    use zermelo_game::zobrist::mix;

    /// In how many moves the nearest of the enemies could be in Black's home if nothing stood in its way but, perhaps, the
    /// guard at home: by flooding the board.
    fn moves_to_arrive<L: Layout>(layout: L, enemies: L::Cells, has_guard: bool) -> u32 {
        let map = layout.map();
        let (mut reach, door, last_move) = if has_guard {
            (enemies & !map.home_edges, map.black_home.up(map.straight), 1)
        } else {
            (enemies, map.black_home, 0)
        };
        let mut n_moves = 0;
        while (reach & door).is_empty() {
            let wider = reach | flooded_down(layout, reach);
            if wider == reach {
                return u32::MAX;
            }
            reach = wider;
            n_moves += 1;
        }
        n_moves + last_move
    }

    /// In how many moves a race is won, with all runners run until the enemy arrives.
    fn slow_race<L: Layout>(layout: L, own: L::Cells, enemies: L::Cells, is_on_move: bool) -> Option<u32> {
        let map = layout.map();
        let straight = map.straight;
        let is_pinned = !(own & diagonally_down(layout, map.white_home)).is_empty();
        let enemy_guard = enemies & map.white_home;
        let least_moves = moves_to_arrive(layout, enemies, !(own & map.black_home).is_empty());
        let mut runners = own & !map.black_home;
        let mut enemy = if is_pinned { enemies & !enemy_guard } else { enemies };
        let mut enemy_moves = 0;
        if !is_on_move {
            runners = runners & !enemy.down(straight);
            enemy |= flooded_down(layout, enemy);
            enemy_moves = 1;
        }
        let mut n_moves = 0;
        while least_moves > enemy_moves && !runners.is_empty() {
            n_moves += 1;
            let diagonal = diagonally_up(layout, runners) & !(enemy | enemy_guard);
            let reached = (diagonal | runners.up(straight)) & map.hexes & !own;
            if !(reached & map.white_home).is_empty() {
                return Some(n_moves);
            }
            runners = reached & !enemy.down(straight);
            enemy |= flooded_down(layout, enemy);
            enemy_moves += 1;
        }
        None
    }

    fn slow_verdict<L: Layout>(layout: L, own: L::Cells, enemies: L::Cells) -> Option<Verdict> {
        let win = slow_race(layout, own, enemies, true).map(|n| Verdict::Win(2 * n - 1));
        let loss = || slow_race(layout, layout.turned(enemies), layout.turned(own), false);
        win.or_else(|| loss().map(|n| Verdict::Loss(2 * n)))
    }

    fn check<L: Layout>(layout: L) -> usize {
        let map = layout.map();
        let mut n_decided = 0;
        for seed in 0..20_000 {
            // Thin boards, so that there are races, and some full ones.
            let thin = |seed: u64| (1..2 + seed % 5).fold(u64::MAX, |set, n| set & mix(seed * 8 + n));
            let draw = |seed: u64| {
                let (low, high) = (thin(seed), thin(seed + 1_000_000));
                let on = |&cell: &usize| [low, high][cell / 64] >> (cell % 64) & 1 == 1;
                map.hexes.cells().filter(on).fold(L::Cells::EMPTY, |set, cell| set | L::Cells::one(cell))
            };
            let own = draw(2 * seed) & !map.white_home;
            let enemies = draw(2 * seed + 1) & !own & !map.black_home;
            let expected = slow_verdict(layout, own, enemies);
            assert_eq!(verdict(layout, own, enemies), expected, "{layout:?} {own:?} {enemies:?}");
            n_decided += usize::from(expected.is_some());
        }
        n_decided
    }

    #[test]
    fn races_that_are_not_run_are_not_won() {
        for n_decided in [check(Rare::Side2), check(Rare::Side3), check(Side4), check(Side5)] {
            assert!((1000..19_000).contains(&n_decided), "{n_decided} of 20000 are decided");
        }
    }
}
