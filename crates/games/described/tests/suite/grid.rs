//! Boards for the naive interpreter: cells with axial coordinates, looked up in lists. Written from the language's description,
//! and not from the engine's geometry.

use zermelo_described::tree::{BoardForm, Number, Tree};

/// A cell. `row` counts from the bottom; `x` and `y` are coordinates in which every direction is a fixed difference.
#[derive(Clone, Debug)]
pub struct Cell {
    pub x: i32,
    pub y: i32,
    pub row: usize,
    pub column: usize,
    pub exists: bool,
}

pub struct Grid {
    pub cells: Vec<Cell>,
    pub n_rows: usize,
    pub is_hex: bool,
    /// Hexes with a side on top have `forward`, those with a corner on top have `left`.
    stands_on_corner: bool,
    is_hexagon: bool,
    is_triangle: bool,
}

pub fn value(tree: &Tree, number: &Number) -> usize {
    match number {
        Number::Given(value, _) => *value,
        Number::Named(name) => {
            let parameter = tree.parameters.iter().find(|parameter| parameter.name.text == name.text);
            parameter.expect("a known parameter").default
        }
    }
}

impl Grid {
    pub fn new(tree: &Tree) -> Grid {
        let board = tree.board.as_ref().expect("a board");
        let mut cells = Vec::new();
        let mut push = |x: i32, y: i32, row: usize, column: usize| {
            cells.push(Cell { x, y, row, column, exists: true });
        };
        let size = |number: &Number| value(tree, number);
        let (mut is_hex, mut stands_on_corner, mut is_hexagon, mut is_triangle) = (true, false, false, false);
        let n_rows = match &board.form {
            BoardForm::Squares { cols, rows } => {
                is_hex = false;
                for row in 0..size(rows) {
                    (0..size(cols)).for_each(|col| push(col as i32, row as i32, row, col));
                }
                size(rows)
            }
            BoardForm::Hexes { cols, rows } => {
                let rows = size(rows);
                for row in 0..rows {
                    let from_top = rows - 1 - row;
                    for col in 0..size(cols) {
                        // Twice the place on screen is 2 * x + y; every other row from the top is half a cell to the right.
                        let place = 2 * col as i32 + (from_top % 2) as i32;
                        push((place - row as i32 + (rows as i32 - 1)).div_euclid(2), row as i32, row, col);
                    }
                }
                rows
            }
            BoardForm::Rhombus { side } => {
                let side = size(side);
                for row in 0..side {
                    (0..side).for_each(|col| push(col as i32 - row as i32, row as i32, row, col));
                }
                side
            }
            BoardForm::Triangle { side } => {
                let side = size(side);
                is_triangle = true;
                for row in 0..side {
                    (0..side - row).for_each(|col| push(col as i32, row as i32, row, col));
                }
                side
            }
            BoardForm::Hexagon { side } => {
                (stands_on_corner, is_hexagon) = (true, true);
                let reach = size(side) as i32 - 1;
                let mut places = Vec::new();
                for x in -reach..=reach {
                    for y in -reach..=reach {
                        if (x + y).abs() <= reach {
                            places.push((2 * y + x + 2 * reach, x, y));
                        }
                    }
                }
                places.sort_unstable();
                for &(height, x, y) in &places {
                    let column = places.iter().filter(|&&(h, other, _)| h == height && other < x).count();
                    push(x, y, height as usize, column);
                }
                4 * reach as usize + 1
            }
        };
        let mut grid = Grid { cells, n_rows, is_hex, stands_on_corner, is_hexagon, is_triangle };
        if let Some(dark) = board.dark_only {
            for cell in &mut grid.cells {
                cell.exists &= ((cell.row + cell.column) % 2 == 0) == dark;
            }
        }
        for (index, (text, _)) in board.picture.iter().enumerate() {
            let row = n_rows - 1 - index;
            for (column, letter) in text.chars().enumerate().filter(|&(_, letter)| letter == '#') {
                assert_eq!(letter, '#');
                let cell = grid.cells.iter_mut().find(|cell| (cell.row, cell.column) == (row, column));
                cell.expect("a cell of the picture").exists = false;
            }
        }
        grid
    }

    /// The difference for a direction, as the first player names it.
    fn vector(&self, name: &str) -> Option<(i32, i32)> {
        let vectors: &[(&str, (i32, i32))] = if !self.is_hex {
            &[
                ("forward", (0, 1)),
                ("back", (0, -1)),
                ("left", (-1, 0)),
                ("right", (1, 0)),
                ("forward-left", (-1, 1)),
                ("forward-right", (1, 1)),
                ("back-left", (-1, -1)),
                ("back-right", (1, -1)),
            ]
        } else if self.stands_on_corner {
            &[
                ("forward", (0, 1)),
                ("back", (0, -1)),
                ("forward-left", (-1, 1)),
                ("forward-right", (1, 0)),
                ("back-left", (-1, 0)),
                ("back-right", (1, -1)),
            ]
        } else {
            &[
                ("left", (-1, 0)),
                ("right", (1, 0)),
                ("forward-left", (-1, 1)),
                ("forward-right", (0, 1)),
                ("back-left", (0, -1)),
                ("back-right", (1, -1)),
            ]
        };
        vectors.iter().find(|(known, _)| *known == name).map(|&(_, vector)| vector)
    }

    const SINGLE: [&str; 8] =
        ["forward", "back", "left", "right", "forward-left", "forward-right", "back-left", "back-right"];

    /// All directions for which a word stands.
    pub fn vectors(&self, word: &str) -> Vec<(i32, i32)> {
        let names: Vec<&str> = match word {
            "any" => Self::SINGLE.to_vec(),
            "orthogonal" => Self::SINGLE[..4].to_vec(),
            "diagonal" => Self::SINGLE[4..].to_vec(),
            "forward-diagonal" => Self::SINGLE[4..6].to_vec(),
            "sideways" => Self::SINGLE[2..4].to_vec(),
            single => vec![single],
        };
        names.into_iter().filter_map(|name| self.vector(name)).collect()
    }

    /// The differences of a leap.
    pub fn leaps(&self, far: i32, aside: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if !self.is_hex {
            for (a, b) in [(far, aside), (aside, far)] {
                all.extend([(a, b), (a, -b), (-a, b), (-a, -b)]);
            }
        } else {
            let around = self.vectors("any");
            for &(a, b) in &around {
                for &(c, d) in &around {
                    // Two directions lie beside each other if their sum is no direction and not nothing, and their
                    // difference is a direction.
                    if around.contains(&(a - c, b - d)) {
                        all.push((far * a + aside * c, far * b + aside * d));
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|&leap| leap != (0, 0));
        all
    }

    /// How far a difference leads up and to the right on screen.
    pub fn heading(&self, (x, y): (i32, i32)) -> (i32, i32) {
        match (self.is_hex, self.stands_on_corner) {
            (false, _) => (y, x),
            (true, true) => (2 * y + x, x),
            (true, false) => (y, 2 * x + y),
        }
    }

    /// The cell at a difference from another.
    pub fn at(&self, from: usize, (x, y): (i32, i32)) -> Option<usize> {
        let wanted = (self.cells[from].x + x, self.cells[from].y + y);
        self.cells.iter().position(|cell| (cell.x, cell.y) == wanted && cell.exists)
    }

    /// The cells that share a side with a cell.
    pub fn beside(&self, cell: usize) -> Vec<usize> {
        let vectors = if self.is_hex { self.vectors("any") } else { self.vectors("orthogonal") };
        vectors.into_iter().filter_map(|vector| self.at(cell, vector)).collect()
    }

    /// Whether a cell is on a side of the board.
    pub fn is_on_side(&self, cell: usize, side: &str) -> bool {
        let Cell { x, y, row, column, .. } = self.cells[cell];
        let most = self.cells.iter().map(|cell| cell.x).max().unwrap_or(0);
        let in_row = self.cells.iter().filter(|cell| cell.row == row).count();
        match side {
            _ if self.is_hexagon => match side {
                "left" => x == -most,
                "right" => x == most,
                "top-left" => y == most,
                "top-right" => x + y == most,
                "bottom-left" => x + y == -most,
                _ => y == -most,
            },
            "top" => !self.is_triangle && row + 1 == self.n_rows,
            "bottom" => row == 0,
            "left" => column == 0,
            _ => column + 1 == in_row,
        }
    }

    pub fn name(&self, cell: usize, from_top: bool) -> String {
        let Cell { row, column, .. } = self.cells[cell];
        if self.is_hexagon {
            return self.cells[..cell].iter().filter(|cell| cell.exists).count().to_string();
        }
        let number = if from_top { self.n_rows - row } else { row + 1 };
        format!("{}{number}", zermelo_game::grid::column_name(column))
    }

    /// The place of a cell on screen.
    pub fn point(&self, cell: usize) -> (f64, f64) {
        let Cell { x, y, .. } = self.cells[cell];
        let (x, y) = (f64::from(x), f64::from(y));
        let high = 3_f64.sqrt() / 2.0;
        match (self.is_hex, self.stands_on_corner) {
            (false, _) => (x, y),
            (true, true) => (x * 0.75, (y + x / 2.0) * high),
            (true, false) => (x + y / 2.0, y * high),
        }
    }
}
