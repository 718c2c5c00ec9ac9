//! The features and the evaluator of threats, beside a slow twin that looks at one cell after the other.

use zermelo_game::{Family, Game, GameVisitor, Parameters, Player, Position, stream};
use zermelo_lines::drop::Drop;

/// A board as the twin sees it: columns of stones, each of the side to move (`true`) or of the other.
#[derive(Clone)]
struct Board {
    rows: usize,
    win: usize,
    columns: Vec<Vec<bool>>,
}

/// A column and a height.
type At = (usize, usize);

impl Board {
    /// Reads a position's picture.
    fn of<G: Game>(game: &G, pos: &G::Position, (cols, rows, win): (usize, usize, usize)) -> Board {
        let view = game.view(pos);
        let mut columns = vec![Vec::new(); cols];
        // The lowest row comes last.
        for (index, cell) in view.cells.iter().enumerate().rev() {
            if let Some(piece) = view.pieces.iter().find(|piece| piece.cell == index) {
                columns[cell.col].push(piece.owner == pos.to_move());
            }
        }
        Board { rows, win, columns }
    }

    fn has(&self, side: bool, col: isize, height: isize) -> bool {
        let column = usize::try_from(col).ok().and_then(|col| self.columns.get(col));
        let stone = column.zip(usize::try_from(height).ok()).and_then(|(column, height)| column.get(height));
        stone == Some(&side)
    }

    fn is_empty(&self, (col, height): At) -> bool {
        height >= self.columns[col].len() && height < self.rows
    }

    fn cells(&self) -> Vec<At> {
        (0..self.columns.len()).flat_map(|col| (0..self.rows).map(move |height| (col, height))).collect()
    }

    /// Whether an empty cell would complete a line of a side. Lines longer than 8 are not looked for.
    fn is_threat(&self, side: bool, (col, height): At) -> bool {
        if self.win > 8 || !self.is_empty((col, height)) {
            return false;
        }
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let run = |sign: isize| {
                let at =
                    |step: isize| (col as isize + sign * step * right, height as isize + sign * step * up);
                (1..).take_while(|&step| self.has(side, at(step).0, at(step).1)).count()
            };
            1 + run(1) + run(-1) >= self.win
        })
    }

    /// The side to move drops a stone.
    fn play(&mut self, col: usize) {
        self.columns[col].push(true);
        self.columns.iter_mut().flatten().for_each(|stone| *stone = !*stone);
    }

    /// The empty cells that may be filled now.
    fn open(&self) -> Vec<At> {
        let open = (0..self.columns.len()).map(|col| (col, self.columns[col].len()));
        open.filter(|&cell| self.is_empty(cell)).collect()
    }

    /// Plays what threats force; whether the same side is to move then, and who of both wins if that is
    /// plain.
    fn play_forced(&mut self) -> (bool, i32) {
        let mut is_same = true;
        loop {
            if self.open().into_iter().any(|cell| self.is_threat(true, cell)) {
                return (is_same, 1);
            }
            let forced: Vec<At> =
                self.open().into_iter().filter(|&cell| self.is_threat(false, cell)).collect();
            match forced[..] {
                [] => return (is_same, 0),
                [(col, _)] => self.play(col),
                _ => return (is_same, -1),
            }
            is_same = !is_same;
        }
    }

    fn is_any_threat(&self, cell: At) -> bool {
        self.is_threat(true, cell) || self.is_threat(false, cell)
    }

    /// Who must give way: columns are filled one stone at a time, and the threats stay what they are.
    fn zugzwang(&self) -> f64 {
        let mut heights: Vec<usize> = self.columns.iter().map(Vec::len).collect();
        let (mut side, mut plies) = (true, 0_usize);
        loop {
            for (col, height) in heights.iter_mut().enumerate() {
                while *height < self.rows && !self.is_any_threat((col, *height + 1)) {
                    *height += 1;
                    plies += 1;
                    side = !side;
                }
            }
            if heights.iter().all(|&height| height == self.rows) {
                return 0.0;
            }
            let size = 50.0 / (50.0 + (plies * plies) as f64);
            let for_side = |wins: bool| if wins == side { size } else { -size };
            let given: Vec<usize> = (0..heights.len())
                .filter(|&col| heights[col] < self.rows)
                .filter(|&col| self.is_threat(side, (col, heights[col] + 1)))
                .filter(|&col| !self.is_threat(!side, (col, heights[col] + 1)))
                .collect();
            if given.is_empty() {
                return for_side(false);
            }
            if given.iter().any(|&col| self.is_threat(side, (col, heights[col] + 2))) {
                return for_side(true);
            }
            for col in given {
                heights[col] += 2;
                plies += 2;
            }
        }
    }

    /// All windows with their cells and whether they lie along a column (0), a row (1) or a diagonal (2).
    fn windows(&self) -> Vec<(usize, Vec<At>)> {
        let mut windows = Vec::new();
        for (col, height) in self.cells() {
            for (kind, right, up) in [(0, 0, 1), (1, 1, 0), (2, 1, 1), (2, 1, -1)] {
                let cells: Option<Vec<At>> = (0..self.win as isize)
                    .map(|step| {
                        let col = col.checked_add_signed(right * step)?;
                        let height = height.checked_add_signed(up * step)?;
                        (col < self.columns.len() && height < self.rows).then_some((col, height))
                    })
                    .collect();
                windows.extend(cells.map(|cells| (kind, cells)));
            }
        }
        windows
    }

    fn features(mut self, to_move: Player) -> Vec<f64> {
        let (is_same, decided) = self.play_forced();
        let sign = if is_same { 1.0 } else { -1.0 };
        let mut values = vec![0.0; 10];
        if decided != 0 {
            values[0] = sign * f64::from(decided);
            return values;
        }
        if self.open().is_empty() {
            return values;
        }
        let first_is = (to_move == Player::First) == is_same;
        let gets = |side: bool, (_, height): At| {
            let is_first = ((self.columns.len() - 1) * self.rows + height).is_multiple_of(2);
            is_first == (side == first_is)
        };
        let is_dead = |(col, height): At| (0..height).any(|below| self.is_any_threat((col, below)));
        let count_in = |side: bool, cells: &[At]| {
            cells.iter().filter(|&&(col, height)| self.has(side, col as isize, height as isize)).count()
        };
        values[1] = self.zugzwang();
        for (side, sign) in [(true, 1.0), (false, -1.0)] {
            let mut reach = vec![];
            for (kind, cells) in self.windows() {
                if count_in(!side, &cells) > 0 {
                    continue;
                }
                let count = count_in(side, &cells);
                if !cells.iter().any(|&cell| self.is_empty(cell) && is_dead(cell)) {
                    let index = match (kind, gets(side, cells[0])) {
                        (0, _) => 2,
                        (1, true) => 3,
                        (1, false) => 4,
                        _ => 5,
                    };
                    values[index] += sign * (count * count) as f64;
                }
                if kind > 0 && [1, 2].contains(&(self.win - count)) {
                    reach.extend(cells.into_iter().filter(|&cell| self.is_empty(cell)));
                }
            }
            reach.sort_unstable();
            reach.dedup();
            for cell in reach {
                values[if gets(side, cell) { 7 } else { 8 }] += sign;
            }
            for (col, height) in self.cells() {
                let is_lowest = self.is_threat(side, (col, height)) && !is_dead((col, height));
                if is_lowest && self.is_threat(side, (col, height + 1)) {
                    values[6] += sign;
                }
            }
        }
        values[9] = 1.0;
        values.into_iter().map(|value| sign * value).collect()
    }
}

/// The features of threats: those behind the two that all games of lines have.
fn measure<G: Game>(game: &G, pos: &G::Position) -> Vec<f64> {
    let mut values = vec![f64::NAN; game.features().len()];
    game.measure(pos, &mut values);
    values.split_off(2)
}

fn evaluate<G: Game>(game: &G, pos: &G::Position, name: &str, parameters: &str, player: Player) -> f64 {
    let parameters = Parameters::read(parameters).expect("parameters");
    let evaluator = game.evaluator(name, parameters).expect("it is listed").expect("it opens");
    evaluator.value(pos, player)
}

/// Random games of one size against the twin.
#[derive(Clone, Copy)]
struct Twin((usize, usize, usize), u64);

impl GameVisitor for Twin {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let Twin(size, n_games) = self;
        for index in 0..n_games {
            let mut chance = stream(41, &game.id(), index);
            let mut pos = game.start();
            while let Some(mv) = pos.random_move(&mut chance) {
                let twin = Board::of(&game, &pos, size).features(pos.to_move());
                assert_eq!(measure(&game, &pos), twin, "{size:?}: {}", game.write_position(&pos));
                for symmetry in game.symmetries() {
                    let mirrored = game.transform(&symmetry, &pos);
                    assert_eq!(measure(&game, &mirrored), twin, "mirrored: {}", game.write_position(&pos));
                }
                for name in ["threats", "default", "windows"] {
                    let [ours, theirs] = Player::BOTH.map(|player| evaluate(&game, &pos, name, "", player));
                    assert_eq!(ours, -theirs, "{name}: one side's gain is the other's loss");
                }
                pos.play(mv);
            }
        }
    }
}

#[test]
fn threats_are_those_that_a_slow_twin_finds() {
    for (size, n_games) in [
        ((7, 6, 4), 150),
        ((1, 1, 1), 1),
        ((3, 3, 1), 2),
        ((1, 7, 2), 5),
        ((4, 3, 2), 20),
        ((9, 1, 3), 20),
        ((3, 3, 3), 40),
        ((5, 4, 3), 40),
        ((4, 5, 4), 40),
        ((6, 7, 4), 40),
        ((5, 5, 5), 20),
        ((8, 8, 4), 20),
        ((9, 9, 8), 2),
        ((12, 9, 9), 1),
        ((11, 10, 5), 6),
        ((15, 14, 5), 2),
        ((40, 11, 4), 1),
    ] {
        let (cols, rows, win) = size;
        Drop::open(&format!("{cols},{rows},{win}"), Twin(size, n_games)).expect("a size");
    }
}

/// Colours swapped, the same player to move.
#[derive(Clone, Copy)]
struct Swapped((usize, usize, usize));

impl GameVisitor for Swapped {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut n_compared = 0;
        for index in 0..200 {
            let mut chance = stream(43, &game.id(), index);
            let mut pos = game.start();
            while let Some(mv) = pos.random_move(&mut chance) {
                pos.play(mv);
                let board = Board::of(&game, &pos, self.0);
                let has_threats = board.cells().into_iter().any(|cell| board.is_any_threat(cell));
                if pos.is_over() || pos.to_move() != Player::First || has_threats {
                    continue;
                }
                let text = game.write_position(&pos);
                let (stones, to_move) = text.rsplit_once(' ').expect("stones and a side");
                let swap = |letter| match letter {
                    'x' => 'o',
                    'o' => 'x',
                    other => other,
                };
                let stones: String = stones.chars().map(swap).collect();
                let swapped = game.read_position(&format!("{stones} {to_move}")).expect("a position");
                let (here, there) = (measure(&game, &pos), measure(&game, &swapped));
                // Rows and reach change places: the cells of a player stay his.
                let mirror = [2, 4, 3, 5, 6, 8, 7].map(|index| 0.0 - here[index]);
                assert_eq!(there[2..9], mirror, "{text}");
                assert_eq!((here[1], there[1]), (0.0, 0.0), "without threats there is no zugzwang");
                n_compared += 1;
            }
        }
        assert!(n_compared > 100, "{n_compared}");
    }
}

#[test]
fn swapped_colours_swap_the_signs() {
    for (size, text) in [((7, 6, 4), "7,6,4"), ((6, 7, 4), "6,7,4"), ((11, 10, 5), "11,10,5")] {
        Drop::open(text, Swapped(size)).expect("a size");
    }
}

/// Positions of Connect Four by their moves, each with what to ask.
struct Ask<F>(&'static str, F);

impl<F: FnOnce(&dyn Fn(&str) -> f64, &dyn Fn(&str, &str) -> f64)> GameVisitor for Ask<F> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut pos = game.start();
        for word in self.0.split_whitespace() {
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let mv = moves.into_iter().find(|&mv| game.write_move(&pos, mv) == word);
            pos.play(mv.expect("a legal move"));
        }
        let mut values = vec![f64::NAN; game.features().len()];
        game.measure(&pos, &mut values);
        let feature = |name: &str| {
            let index = game.features().iter().position(|feature| feature.name == name);
            values[index.unwrap_or_else(|| panic!("no feature {name}"))]
        };
        let value = |name: &str, parameters: &str| evaluate(&game, &pos, name, parameters, pos.to_move());
        (self.1)(&feature, &value);
    }
}

fn ask(moves: &'static str, ask: impl FnOnce(&dyn Fn(&str) -> f64, &dyn Fn(&str, &str) -> f64)) {
    Drop::open("7,6,4", Ask(moves, ask)).expect("connect4");
}

#[test]
fn forced_wins_are_seen() {
    // Three on the ground with both ends open: one end wins.
    ask("4 4 5 5 3", |feature, value| {
        assert_eq!(feature("forced-win"), -1.0);
        assert_eq!(value("threats", ""), -100.0);
    });
    // The side to move has three above each other.
    ask("4 1 4 1 4 1", |feature, _| assert_eq!(feature("forced-win"), 1.0));
    // The first player must close column 1 and then is not the one to move.
    ask("4 1 4 1 3 1", |feature, _| {
        assert_eq!(feature("forced-win"), 0.0);
        assert_eq!(feature("tempo"), -1.0);
    });
}

#[test]
fn old_texts_mean_what_they_did() {
    ask("4 4 5 3 6", |feature, value| {
        assert_eq!(value("windows", ""), feature("open-windows"));
        let sum = 0.5 * feature("open-windows") - 2.0 * feature("center");
        assert_eq!(value("weights", "0.5, -2"), sum);
        assert_eq!(value("weights", "center=-2, open-windows=0.5"), sum);
        assert_eq!(value("weights", "center=1, tempo=3"), feature("center") + 3.0 * feature("tempo"));
    });
}

#[test]
fn weights_have_names() {
    ask("4 4 4 3 6 5 2", |feature, value| {
        let without = value("threats", "zugzwang=0");
        let only = value("threats", "zugzwang=1") - without;
        assert!((only - feature("zugzwang")).abs() < 1e-12, "{only}");
    });
}
