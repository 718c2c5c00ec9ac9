//! Features derived from the rules, beside slow and plain computations.

use std::collections::HashMap;

use zermelo_described::{Cells, Described, Visitor, open_with, shelf};
use zermelo_game::{Game, Player, Position, View, stream};

/// A place on the board: its row from the top and its column.
type At = (isize, isize);

/// Shows the positions of random games with the values of all features.
struct Walks<F>(F);

impl<F: FnMut(&View, &dyn Fn(&str) -> f64)> Visitor for Walks<F> {
    type Output = ();
    fn visit<B: Cells>(mut self, game: Described<B>) {
        for number in 0..60 {
            let mut chance = stream(12, "features", number);
            let mut pos = game.start();
            while let Some(mv) = pos.random_move(&mut chance) {
                let mut values = vec![0.0; game.features().len()];
                game.measure(&pos, &mut values);
                let value = |name: &str| {
                    let index = game.features().iter().position(|feature| feature.name == name);
                    values[index.unwrap_or_else(|| panic!("no feature {name}"))]
                };
                (self.0)(&game.view(&pos), &value);
                pos.play(mv);
            }
        }
    }
}

fn walk(name: &str, visit: impl FnMut(&View, &dyn Fn(&str) -> f64)) {
    let text = shelf::find(name).expect("a game of the shelf");
    open_with(text, "", Walks(visit)).expect("a game of the shelf");
}

fn place(view: &View, cell: usize) -> At {
    (view.cells[cell].row as isize, view.cells[cell].col as isize)
}

fn pieces(view: &View) -> HashMap<At, Player> {
    view.pieces.iter().map(|piece| (place(view, piece.cell), piece.owner)).collect()
}

/// The side to move's share minus the opponent's.
fn balance(view: &View, share: impl Fn(Player) -> f64) -> f64 {
    share(view.to_move) - share(view.to_move.other())
}

#[test]
fn pieces_are_loose_that_nobody_covers() {
    walk("breakthrough", |view, value| {
        let pieces = pieces(view);
        let ahead = |player: Player| if player == Player::First { -1 } else { 1 };
        let attacks = |player: Player, (row, col): At| {
            [-1, 1].iter().any(|side| pieces.get(&(row - ahead(player), col + side)) == Some(&player))
        };
        let loose = |player: Player| {
            let enemies = pieces.iter().filter(|(_, owner)| **owner != player);
            enemies.filter(|(at, _)| attacks(player, **at) && !attacks(player.other(), **at)).count() as f64
        };
        assert_eq!(value("loose"), balance(view, loose), "{view:?}");
    });
    // The same in Clobber, where pieces attack their neighbours.
    walk("clobber", |view, value| {
        let pieces = pieces(view);
        let attacks = |player: Player, (row, col): At| {
            let beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
            beside.iter().any(|at| pieces.get(at) == Some(&player))
        };
        let loose = |player: Player| {
            let enemies = pieces.iter().filter(|(_, owner)| **owner != player);
            enemies.filter(|(at, _)| attacks(player, **at) && !attacks(player.other(), **at)).count() as f64
        };
        assert_eq!(value("loose"), balance(view, loose), "{view:?}");
    });
}

#[test]
fn guards_are_near_the_enemys_goal() {
    walk("breakthrough", |view, value| {
        let from_home = |player: Player| {
            let home = if player == Player::First { 7 } else { 0 };
            let own = view.pieces.iter().filter(move |piece| piece.owner == player);
            own.map(move |piece| (place(view, piece.cell).0 - home).abs())
        };
        let hold = |player: Player| from_home(player).map(|rows| (7 - rows) as f64).sum::<f64>();
        let guard = |player: Player| {
            let worth = [8.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.125, 0.0];
            from_home(player).map(|rows| worth[rows as usize]).sum::<f64>()
        };
        assert_eq!(value("hold"), balance(view, hold), "{view:?}");
        assert_eq!(value("guard"), balance(view, guard), "{view:?}");
    });
}

#[test]
fn who_is_nearer_has_the_cells() {
    walk("isolation", |view, value| {
        let tokens = pieces(view);
        let mut free: Vec<At> = (0..view.cells.len())
            .filter(|&cell| !view.cells[cell].is_blocked)
            .map(|cell| place(view, cell))
            .filter(|at| !tokens.contains_key(at))
            .collect();
        let of = |player: Player| {
            tokens.iter().filter(|(_, owner)| **owner == player).map(|(at, _)| *at).collect::<Vec<At>>()
        };
        let (us, them) = (view.to_move, view.to_move.other());
        let mut last = [of(us), of(them)];
        let mut counts = [0.0; 2];
        while !last[0].is_empty() || !last[1].is_empty() {
            for (side, last) in last.iter_mut().enumerate() {
                let leaps = |at: &At, from: &At| {
                    let (down, right) = ((at.0 - from.0).abs(), (at.1 - from.1).abs());
                    down * right == 2
                };
                let next: Vec<At> =
                    free.iter().filter(|at| last.iter().any(|from| leaps(at, from))).copied().collect();
                free.retain(|at| !next.contains(at));
                counts[side] += next.len() as f64;
                *last = next;
            }
        }
        assert_eq!(value("nearer"), counts[0] - counts[1], "{view:?}");
    });
}

#[test]
fn late_threats_fall_to_their_player() {
    let mut n_seen = 0;
    walk("fourinarow", |view, value| {
        let discs = pieces(view);
        let n_empty = view.cells.len() - discs.len();
        let completes = |player: Player, (row, col): At| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| {
                let run = |sign: isize| {
                    let mut steps = 1..4;
                    let own = |n: &isize| {
                        discs.get(&(row + sign * n * down, col + sign * n * right)) == Some(&player)
                    };
                    steps.by_ref().take_while(own).count()
                };
                run(1) + run(-1) >= 3
            })
        };
        let late = |player: Player| {
            let empty = view.cells.iter().map(|cell| (cell.row as isize, cell.col as isize));
            let empty = empty.filter(|at| !discs.contains_key(at) && completes(player, *at));
            // When only this cell and those above it are empty, all others have been played.
            let mover = |at: &At| {
                let n_before = n_empty - (at.0 as usize + 1);
                if n_before.is_multiple_of(2) { view.to_move } else { view.to_move.other() }
            };
            empty.filter(|at| mover(at) == player).count() as f64
        };
        n_seen += usize::from(late(view.to_move) > 0.0);
        assert_eq!(value("late-threats"), balance(view, late), "{view:?}");
    });
    assert!(n_seen > 20, "{n_seen} positions with such threats");
}
