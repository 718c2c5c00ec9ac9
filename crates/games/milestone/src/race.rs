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

use super::Board;
use super::layout::Layout;
use zermelo_board::bits::Bits;

/// What the race says to the player who moves up and is to move.
#[inline]
pub fn verdict<L: Layout>(own: L::Cells, enemies: L::Cells) -> Option<Verdict> {
    let [has_guard, has_enemy_guard] =
        [own & L::BLACK_HOME, enemies & L::WHITE_HOME].map(|guard| !guard.is_empty());
    let doors = |is_guarded: bool, edges: L::Cells| if is_guarded { !edges } else { !L::Cells::EMPTY };

    let n_moves = steps_to::<L>(BLACK_HOME, enemies & doors(has_guard, L::HOME_EDGES));
    if !(own & !L::BLACK_HOME & within::<L>(WHITE_HOME, n_moves)).is_empty()
        && let Some(n) = moves_to_win::<L>(own, enemies, n_moves, true)
    {
        return Some(Verdict::Win(2 * n - 1));
    }
    // The enemy moves second, and so must be there a move earlier.
    let n_moves =
        steps_to::<L>(WHITE_HOME, own & doors(has_enemy_guard, L::turned(L::HOME_EDGES))).checked_sub(1)?;
    if !(enemies & !L::WHITE_HOME & within::<L>(BLACK_HOME, n_moves)).is_empty()
        && let Some(n) = moves_to_win::<L>(L::turned(enemies), L::turned(own), n_moves, false)
    {
        return Some(Verdict::Loss(2 * n));
    }
    None
}

/// The homes among the centers of [`Layout::DISKS`].
const BLACK_HOME: usize = 1;
const WHITE_HOME: usize = 2;

/// Steps from the nearest of the pawns to a home if nothing is in the way; more than any board has if there are none.
/// (A guard at home leaves only the way over the hex before it, which is as long, but closed to pawns on the edges.)
#[inline]
fn steps_to<L: Layout>(home: usize, pawns: L::Cells) -> u32 {
    // From home to home there are so many steps, and no hex is farther away.
    let disks = &L::DISKS[home][..2 * (L::SIDE - 1)];
    let n_steps = disks.iter().map(|&disk| u32::from((pawns & disk).is_empty())).sum();
    if pawns.is_empty() { u32::MAX } else { n_steps }
}

/// The hexes from which a home can be reached in so many moves.
#[inline]
fn within<L: Layout>(home: usize, n_moves: u32) -> L::Cells {
    L::DISKS[home].get(n_moves as usize).copied().unwrap_or(L::HEXES)
}

/// In how many of its own moves, at most `most_moves`, the player who moves up wins the race; `None` if that is not
/// certain. The enemy is not in our home by then.
fn moves_to_win<L: Layout>(
    own: L::Cells,
    enemies: L::Cells,
    most_moves: u32,
    is_on_move: bool,
) -> Option<u32> {
    let straight = Board::<L>::STRAIGHT;
    let is_pinned = !(own & diagonally_down::<L>(L::WHITE_HOME)).is_empty();
    let enemy_guard = enemies & L::WHITE_HOME;

    // Who is too far away runs in vain: most races end before they begin.
    let mut runners = own & !L::BLACK_HOME & within::<L>(WHITE_HOME, most_moves);
    let mut enemy = if is_pinned { enemies & !enemy_guard } else { enemies };
    if !is_on_move {
        runners = runners & !L::down(enemy, straight);
        enemy |= flooded_down::<L>(enemy);
    }
    let mut n_moves = 0;
    while n_moves < most_moves && !runners.is_empty() {
        n_moves += 1;
        // The pinned guard is still there, and in the way of a diagonal step.
        let diagonal = diagonally_up::<L>(runners) & !(enemy | enemy_guard);
        let reached =
            (diagonal | L::up(runners, straight)) & within::<L>(WHITE_HOME, most_moves - n_moves) & !own;
        if !(reached & L::WHITE_HOME).is_empty() {
            return Some(n_moves);
        }
        runners = reached & !L::down(enemy, straight);
        enemy |= flooded_down::<L>(enemy);
    }
    None
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

#[cfg(test)]
mod tests {
    use super::super::layout::{Side2, Side3, Side4, Side5};
    use super::*;
    use zermelo_game::zobrist::mix;

    /// In how many moves the nearest of the enemies could be in Black's home if nothing stood in its way but, perhaps, the
    /// guard at home: by flooding the board.
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

    /// In how many moves a race is won, with all runners run until the enemy arrives.
    fn slow_race<L: Layout>(own: L::Cells, enemies: L::Cells, is_on_move: bool) -> Option<u32> {
        let straight = Board::<L>::STRAIGHT;
        let is_pinned = !(own & diagonally_down::<L>(L::WHITE_HOME)).is_empty();
        let enemy_guard = enemies & L::WHITE_HOME;
        let least_moves = moves_to_arrive::<L>(enemies, !(own & L::BLACK_HOME).is_empty());
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

    fn slow_verdict<L: Layout>(own: L::Cells, enemies: L::Cells) -> Option<Verdict> {
        let win = slow_race::<L>(own, enemies, true).map(|n| Verdict::Win(2 * n - 1));
        let loss = || slow_race::<L>(L::turned(enemies), L::turned(own), false);
        win.or_else(|| loss().map(|n| Verdict::Loss(2 * n)))
    }

    fn check<L: Layout>() -> usize {
        let mut n_decided = 0;
        for seed in 0..20_000 {
            // Thin boards, so that there are races, and some full ones.
            let thin = |seed: u64| (1..2 + seed % 5).fold(u64::MAX, |set, n| set & mix(seed * 8 + n));
            let draw = |seed: u64| {
                let (low, high) = (thin(seed), thin(seed + 1_000_000));
                let on = |&cell: &usize| [low, high][cell / 64] >> (cell % 64) & 1 == 1;
                L::HEXES.cells().filter(on).fold(L::Cells::EMPTY, |set, cell| set | L::Cells::one(cell))
            };
            let own = draw(2 * seed) & !L::WHITE_HOME;
            let enemies = draw(2 * seed + 1) & !own & !L::BLACK_HOME;
            let expected = slow_verdict::<L>(own, enemies);
            assert_eq!(verdict::<L>(own, enemies), expected, "{own:?} {enemies:?}");
            n_decided += usize::from(expected.is_some());
        }
        n_decided
    }

    #[test]
    fn races_that_are_not_run_are_not_won() {
        for n_decided in [check::<Side2>(), check::<Side3>(), check::<Side4>(), check::<Side5>()] {
            assert!((1000..19_000).contains(&n_decided), "{n_decided} of 20000 are decided");
        }
    }
}
