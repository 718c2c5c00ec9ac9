//! What networks see of the games, in known positions. The laws of all inputs are checked with those of the games.

use std::collections::BTreeSet;

use zermelo_game::{Extent, each_input};
use zermelo_game::{Family, Game, GameVisitor, Player, Position, View, stream};
use zermelo_isolation::Isolation;
use zermelo_lines::drop::Drop;
use zermelo_lines::mnk::Mnk;
use zermelo_milestone::Milestone;
use zermelo_pawns::hexapawn::Hexapawn;
use zermelo_simplexity::Simplexity;

/// What the inputs mean, and the numbers of those that are on in a position given as text (the start if empty).
struct Told<'a>(&'a str);

impl GameVisitor for Told<'_> {
    type Output = (String, Vec<usize>);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let inputs = game.inputs();
        let pos = if self.0.is_empty() { Ok(game.start()) } else { game.read_position(self.0) };
        let pos = pos.unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let mut on = Vec::new();
        each_input(&inputs.words(&pos), |input| on.push(input));
        (inputs.signature(), on)
    }
}

fn told<F: Family>(parameters: &str, position: &str) -> (String, Vec<usize>) {
    F::open(parameters, Told(position)).unwrap_or_else(|error| panic!("{parameters}: {error}"))
}

/// The Milestone study: 74 inputs, hexes by number, the mover's own home first.
#[test]
fn milestone_is_seen_by_hex_numbers() {
    let start: Vec<usize> = (0..10).chain(37 + 27..74).collect();
    assert_eq!(told::<Milestone>("", ""), ("v1, own pawn 37, their pawn 37".to_owned(), start));
    // One black pawn on 4, one white on 30; White sees 36 - 30 and 36 - 4.
    let board = "1/2/1b1/4/3/4/3/4/3/3w/3/2/1";
    assert_eq!(told::<Milestone>("", &format!("b:{board}")).1, [4, 37 + 30]);
    assert_eq!(told::<Milestone>("", &format!("w:{board}")).1, [6, 37 + 32]);
    let (signature, on) = told::<Milestone>("quirk=hex7", &format!("w:{board}"));
    assert_eq!(signature, "v1, own pawn 37, their pawn 37, second to move 1");
    assert_eq!(on, [6, 37 + 32, 74]);
    assert_eq!(told::<Milestone>("side=5", "").0, "v1, own pawn 61, their pawn 61");
}

/// The first Isolation study: free, own and their cells, row by row: 3 x 7 x 7.
#[test]
fn isolation_is_seen_as_three_planes() {
    let (signature, on) = told::<Isolation>("", "");
    assert_eq!(signature, "v1, free 49, own token 49, their token 49");
    assert_eq!(on, (0..49).collect::<Vec<_>>());
    let board = "#1...../......./......./......./......./......./.....2# 2";
    let expected: Vec<usize> = (2..47).chain([49 + 47, 98 + 1]).collect();
    assert_eq!(told::<Isolation>("", board).1, expected);
}

#[test]
fn stones_are_seen_in_the_order_of_the_board() {
    // Rows from the top, cells from the left; nine inputs for each player.
    assert_eq!(told::<Mnk>("3,3,3", "x.o/.x./... o").1, [2, 9, 9 + 4]);
    // Columns from the left, cells from the bottom.
    let (signature, on) = told::<Drop>("7,6,4", "......./......./......./......./x....../o.x...o x");
    assert_eq!(signature, "v1, own stone 42, their stone 42");
    assert_eq!(on, [1, 12, 42, 42 + 36]);
}

#[test]
fn pawns_are_seen_going_up() {
    let board = "b.b/.b./www";
    // Rows from the own side, cells from the left as that player sees them.
    assert_eq!(told::<Hexapawn>("", &format!("{board} w")).1, [0, 1, 2, 9 + 4, 9 + 6, 9 + 8]);
    assert_eq!(told::<Hexapawn>("", &format!("{board} b")).1, [0, 2, 4, 9 + 6, 9 + 7, 9 + 8]);
}

/// The inputs of Simplexity by name, place and level, from a picture.
fn simplexity_seen(view: &View, n_levels: usize) -> BTreeSet<(String, usize, usize)> {
    let us = view.to_move;
    let whose = |is_own: bool| if is_own { "own" } else { "their" };
    let wins = |player: Player| ["round", "square"][player.index()];
    let mut seen = BTreeSet::new();
    for piece in &view.pieces {
        let cell = &view.cells[piece.cell];
        seen.insert((format!("{} color", whose(piece.owner == us)), cell.row, cell.col));
        seen.insert((format!("{} shape", whose(piece.kind == wins(us))), cell.row, cell.col));
    }
    for tray in &view.trays {
        let [shape, hand] = [tray.kind == wins(us), tray.owner == us].map(whose);
        let levels = 0..tray.count.min(n_levels);
        seen.extend(levels.map(|level| (format!("{shape} shape in {hand} hand"), 0, level)));
    }
    seen
}

#[test]
fn simplexity_is_seen_as_its_picture_shows() {
    struct Compare;
    impl GameVisitor for Compare {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let inputs = game.inputs();
            let mut meanings = Vec::new();
            let mut n_levels = 0;
            for plane in inputs.planes() {
                match plane.extent {
                    Extent::Cells => {
                        let cells = inputs.cells().iter();
                        meanings.extend(cells.map(|&(row, col)| (plane.name.clone(), row, col)));
                    }
                    Extent::Levels(n) => {
                        meanings.extend((0..n).map(|level| (plane.name.clone(), 0, level)));
                        n_levels = n;
                    }
                }
            }
            let mut chance = stream(6, "simplexity inputs", 0);
            for _ in 0..(200 / game.max_plies()).max(1) {
                let mut pos = game.start();
                loop {
                    let mut seen = BTreeSet::new();
                    each_input(&inputs.words(&pos), |input| {
                        seen.insert(meanings[input].clone());
                    });
                    let expected = simplexity_seen(&game.view(&pos), n_levels);
                    assert_eq!(seen, expected, "{}: {}", game.id(), game.write_position(&pos));
                    let Some(mv) = pos.random_move(&mut chance) else { break };
                    pos.play(mv);
                }
            }
        }
    }
    let hands = "own shape in own hand 11, their shape in own hand 11, own shape in their hand 11, \
                 their shape in their hand 11";
    let planes = "v1, own color 42, their color 42, own shape 42, their shape 42";
    assert_eq!(told::<Simplexity>("", "").0, format!("{planes}, {hands}"));
    for sample in Simplexity::ABOUT.samples {
        Simplexity::open(sample, Compare).unwrap_or_else(|error| panic!("{sample}: {error}"));
    }
}
