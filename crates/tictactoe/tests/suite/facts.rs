//! What is known of the game, by plain recursion: the reference and our rules mean the same game.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_game::{Outcome, Player};
use zermelo_tictactoe::{BaseCases, Board};

use super::fraction::Fraction;
use super::reference::{self, fraction, whole, wholes};
use super::twin::{self, Cells};

#[test]
fn positions_are_as_many_as_the_reference_says() {
    let reference = reference::read();
    let boards = Board::reachable();
    let count = |is: &dyn Fn(Board) -> bool| boards.iter().filter(|&&board| is(board)).count();
    let by_stones: Vec<usize> = (0..=9).map(|n| count(&|board| board.n_stones() == n)).collect();
    assert_eq!(by_stones, wholes(&reference["positions_reachable_by_ply"]));
    let split = &reference["positions_split"];
    for (key, found) in [
        ("x_wins", count(&|board| board.outcome() == Some(Outcome::Win(Player::First)))),
        ("o_wins", count(&|board| board.outcome() == Some(Outcome::Win(Player::Second)))),
        ("draws", count(&|board| board.outcome() == Some(Outcome::Draw))),
        (
            "nonterminal_x_to_move",
            count(&|board| board.outcome().is_none() && board.to_move() == Player::First),
        ),
        (
            "nonterminal_o_to_move",
            count(&|board| board.outcome().is_none() && board.to_move() == Player::Second),
        ),
    ] {
        assert_eq!(found, whole(&split[key]), "{key}");
    }
    let cases = BaseCases::new();
    let mut sizes = vec![0; cases.all().len()];
    boards.iter().for_each(|&board| sizes[cases.gene(board).expect("reachable")] += 1);
    let mut histogram = BTreeMap::new();
    sizes.iter().for_each(|size: &usize| *histogram.entry(size.to_string()).or_insert(0) += 1);
    for (size, expected) in reference["orbit_size_histogram"].as_object().expect("counts by size") {
        assert_eq!(histogram.get(size), Some(&whole(expected)), "orbits of {size}");
    }
}

/// For every board with stones to come: the best of what a function of the next boards says. Boards in
/// breadth-first order, so that the last come first.
fn bottom_up<T: Copy>(end: impl Fn(Outcome) -> T, choose: impl Fn(&Cells, &[T]) -> T) -> BTreeMap<Cells, T> {
    let mut known = BTreeMap::new();
    for board in Board::reachable().into_iter().rev() {
        let cells = twin::cells_of(board);
        let value = match twin::outcome(&cells) {
            Some(outcome) => end(outcome),
            None => {
                let next: Vec<T> =
                    twin::empty(&cells).into_iter().map(|cell| known[&twin::after(&cells, cell)]).collect();
                choose(&cells, &next)
            }
        };
        known.insert(cells, value);
    }
    known
}

/// The values for X of all positions.
fn values() -> BTreeMap<Cells, i32> {
    bottom_up(
        |outcome| match outcome {
            Outcome::Win(Player::First) => 1,
            Outcome::Win(Player::Second) => -1,
            Outcome::Draw => 0,
        },
        |cells, next| {
            let values = next.iter().copied();
            if twin::mover(cells) == 1 { values.max() } else { values.min() }.expect("a move")
        },
    )
}

#[test]
fn games_are_as_many_as_the_reference_says() {
    let reference = reference::read();
    let games = bottom_up(
        |outcome| match outcome {
            Outcome::Win(Player::First) => [1, 0, 0],
            Outcome::Win(Player::Second) => [0, 1, 0],
            Outcome::Draw => [0, 0, 1_usize],
        },
        |_, next| next.iter().fold([0; 3], |sum, next| [0, 1, 2].map(|end| sum[end] + next[end])),
    );
    let expected = ["games_x_wins", "games_o_wins", "games_draws"].map(|key| whole(&reference[key]));
    assert_eq!(games[&[0; 9]], expected);
}

/// The best chance to win against random play, with moves that risk nothing or with any.
fn best_against_random(side: u8, risks: bool) -> BTreeMap<Cells, Option<Fraction>> {
    let loss = if side == 1 { Player::Second } else { Player::First };
    bottom_up(
        |outcome| match outcome {
            Outcome::Win(winner) if winner == loss => risks.then_some(Fraction::ZERO),
            Outcome::Draw => Some(Fraction::ZERO),
            Outcome::Win(_) => Some(Fraction::ONE),
        },
        // `None` is below everything: a position in which the opponent can win is one to avoid.
        |cells, next| {
            if twin::mover(cells) == side {
                next.iter().copied().max().expect("a move")
            } else {
                let all: Option<Vec<Fraction>> = next.iter().copied().collect();
                all.map(|all| all.iter().fold(Fraction::ZERO, |sum, &next| sum + next) / all.len())
            }
        },
    )
}

#[test]
fn the_best_odds_against_random_play_are_the_references() {
    let reference = reference::read();
    let facts = &reference["best_win_probability_vs_uniform_random"];
    for (side, risks, key) in
        [(1, false, "as_x_no_loss"), (1, true, "as_x_any"), (2, false, "as_o_no_loss"), (2, true, "as_o_any")]
    {
        let best = best_against_random(side, risks)[&[0; 9]];
        assert_eq!(best, Some(fraction(&facts[key])), "{key}");
    }
    let best = best_against_random(1, false);
    for (opening, cell) in [("corner", 0), ("edge", 1), ("centre", 4)] {
        let expected = fraction(&facts["as_x_no_loss_by_opening"][opening]);
        assert_eq!(best[&twin::after(&[0; 9], cell)], Some(expected), "{opening}");
    }
}

/// Leaves of the tree in which X chooses and O tries everything: wins, draws and losses of X for the best
/// choice, where `rank` says what is best.
fn best_tree<R: Ord>(rank: impl Fn(&[i64; 3]) -> R) -> [i64; 3] {
    let trees = bottom_up(
        |outcome| match outcome {
            Outcome::Win(Player::First) => [1, 0, 0],
            Outcome::Draw => [0, 1, 0],
            Outcome::Win(Player::Second) => [0, 0, 1],
        },
        |cells, next| {
            if twin::mover(cells) == 1 {
                *next.iter().max_by_key(|tree| rank(tree)).expect("a move")
            } else {
                next.iter().fold([0; 3], |sum, next| [0, 1, 2].map(|end| sum[end] + next[end]))
            }
        },
    );
    trees[&[0; 9]]
}

#[test]
fn the_bounds_of_tallies_are_the_references() {
    let reference = reference::read();
    let leaves = |tree: [i64; 3]| tree.iter().sum::<i64>() as usize;
    let facts = &reference["first_player_full_reply_tree"];
    assert_eq!(leaves(best_tree(|tree| tree.iter().sum::<i64>())), whole(&facts["max_leaves"]));
    assert_eq!(leaves(best_tree(|tree| -tree.iter().sum::<i64>())), whole(&facts["min_leaves"]));
    let facts = &reference["no_loss_first_player"];
    for (tree, key) in [
        (best_tree(|&[wins, draws, losses]| (-losses, -draws, wins)), "fewest_drawn_leaves_then_most_wins"),
        (best_tree(|&[wins, draws, losses]| (-losses, wins, -draws)), "most_winning_leaves"),
    ] {
        assert_eq!(tree[0] as usize, whole(&facts[key]["wins"]), "{key}");
        assert_eq!(tree[1] as usize, whole(&facts[key]["draws"]), "{key}");
        assert_eq!(tree[2], 0, "{key}");
    }
}

/// How many classes a player can meet who never makes a move that loses, and how many of them offer one.
#[test]
fn the_second_player_has_it_harder() {
    let (reference, values, cases) = (reference::read(), values(), BaseCases::new());
    for (side, sign, keys) in [
        (1, 1, ["x_to_move_classes_reachable_when_x_never_errs", "of_these_with_at_least_one_losing_move"]),
        (
            2,
            -1,
            ["o_to_move_classes_reachable_when_o_never_errs", "o_of_these_with_at_least_one_losing_move"],
        ),
    ] {
        let (mut met, mut risky) = (BTreeSet::new(), BTreeSet::new());
        let (mut seen, mut open) = (BTreeSet::from([[0; 9]]), vec![[0; 9]]);
        while let Some(cells) = open.pop() {
            if twin::outcome(&cells).is_some() {
                continue;
            }
            let is_own = twin::mover(&cells) == side;
            let gene = cases.gene(twin::board_of(&cells)).expect("reachable");
            met.extend(is_own.then_some(gene));
            for next in twin::empty(&cells).into_iter().map(|cell| twin::after(&cells, cell)) {
                if is_own && sign * values[&next] < 0 {
                    risky.insert(gene);
                } else if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        let expected = keys.map(|key| whole(&reference["genome"][key]));
        assert_eq!([met.len(), risky.len()], expected, "player {side}");
    }
}
