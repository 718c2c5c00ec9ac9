//! A view drawn with characters: hexagons as hexagons, on a side or on a corner, squares in a frame or, on large boards, close
//! together.

use zermelo_game::{Cell, Piece, Player, Tint, View};

use crate::canvas::{Canvas, Paint};
use crate::width;

/// How to draw.
#[derive(Clone, Copy)]
pub struct Look {
    /// With colours; otherwise pieces are letters.
    pub color: bool,
    /// The second player at the bottom.
    pub flipped: bool,
    /// How many characters fit beside each other.
    pub width: usize,
    /// How many lines fit below each other.
    pub height: usize,
}

impl Look {
    /// What fits on the terminal, with room for the sentences around the board.
    pub fn on_terminal(color: bool, flipped: bool) -> Look {
        let around = 6;
        let height = terminal_size::terminal_size().map_or(24, |(_, height)| usize::from(height.0));
        let width = width::known_of_output().unwrap_or(80);
        Look { color, flipped, width, height: height.saturating_sub(around).max(18) }
    }
}

/// What stands beside the board: what each player has in hand, in a sentence each, and the pieces that are counted.
pub fn trays(view: &View, players: [&str; 2]) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some([first, second]) = view.counts {
        sentences.push(format!("{} has {first}, {} has {second}", players[0], players[1]));
    }
    for player in Player::BOTH {
        let trays = view.trays.iter().filter(|tray| tray.owner == player);
        let trays: Vec<String> = trays.map(|tray| format!("{} {}", tray.count, tray.kind)).collect();
        if !trays.is_empty() {
            sentences.push(format!("{} has {} left", players[player.index()], trays.join(" and ")));
        }
    }
    sentences
}

/// Neighbouring cells have different shades, all of middle brightness: black and white both stand out (contrast at
/// least 3.5 to 1).
const GROUNDS: [u8; 3] = [101, 95, 66];
const HOME: u8 = 60;
const LAST: u8 = 130;
const LINE: u8 = 28;
const BLOCKED: u8 = 236;
const EDGE: Paint = Paint::ink(243);
const NAME: Paint = Paint::ink(252);
/// The lines between squares are part of the board.
const FRAME: Paint = Paint::ink(250).on(240);
const LABEL: Paint = Paint::ink(245);
const TARGET: Paint = Paint::ink(231).bold();

/// Draws the board; `targets` are cells to mark with a dot.
pub fn draw(view: &View, targets: &[usize], look: Look) -> String {
    let is_hexagonal = view.cells.iter().all(|cell| cell.polygon.len() == 6);
    let picture = Picture { view, targets, look };
    match is_hexagonal {
        true if view.cells.iter().all(stands_on_a_corner) => picture.pointed_hexagons(),
        true => picture.hexagons(),
        false => picture.squares(),
    }
}

/// Whether a hexagon has one highest corner, so that hexagons stand side by side in rows.
fn stands_on_a_corner(cell: &Cell) -> bool {
    let highest = cell.polygon.iter().map(|corner| corner[1]).fold(f32::MAX, f32::min);
    cell.polygon.iter().filter(|corner| corner[1] < highest + 0.01).count() == 1
}

/// The middle of a hexagon that stands on a corner, in half widths from the left, and its row.
fn middle(cell: &Cell) -> (i32, i32) {
    let left = cell.polygon.iter().map(|corner| corner[0]).fold(f32::MAX, f32::min);
    ((2.0 * left).round() as i32, cell.row as i32)
}

struct Picture<'a> {
    view: &'a View,
    targets: &'a [usize],
    look: Look,
}

impl Picture<'_> {
    fn n_rows(&self) -> usize {
        self.view.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0)
    }

    fn n_cols(&self) -> usize {
        self.view.cells.iter().map(|cell| cell.col + 1).max().unwrap_or(0)
    }

    /// Row and column of a cell as seen by whoever sits at the bottom.
    fn place(&self, cell: &Cell) -> (usize, usize) {
        if self.look.flipped {
            (self.n_rows() - 1 - cell.row, self.n_cols() - 1 - cell.col)
        } else {
            (cell.row, cell.col)
        }
    }

    fn ground(&self, index: usize) -> u8 {
        let cell = &self.view.cells[index];
        let is_last = self.view.last.as_ref().is_some_and(|last| last.touches(index));
        let is_line = self.view.line.as_ref().is_some_and(|line| line.cells.contains(&index));
        match cell {
            _ if is_line => LINE,
            _ if is_last => LAST,
            Cell { is_blocked: true, .. } => BLOCKED,
            Cell { home: Some(_), .. } => HOME,
            cell if cell.polygon.len() == 6 && stands_on_a_corner(cell) => {
                let (half, row) = middle(cell);
                GROUNDS[((half - row).div_euclid(2) - row).rem_euclid(3) as usize]
            }
            // Three shades tell every hexagon from its six neighbours, two every square from its four.
            Cell { row, col, polygon, .. } if polygon.len() == 6 => GROUNDS[(row + 3 * col) / 2 % 3],
            Cell { row, col, .. } => GROUNDS[(row + col) % 2],
        }
    }

    /// What to show on a cell: a piece, a mark, or nothing.
    fn symbol(&self, index: usize) -> (char, Paint) {
        if let Some(piece) = self.view.pieces.iter().find(|piece| piece.cell == index) {
            let symbol = if self.look.color { symbol_in_color(piece) } else { piece.letter };
            return (symbol, ink(self.view.tints[piece.owner.index()]).bold());
        }
        if self.view.cells[index].is_blocked {
            return ('#', Paint::ink(245));
        }
        // Only in colour: without, it might be taken for a piece.
        if self.look.color && self.view.last.as_ref().is_some_and(|last| last.has_emptied(index)) {
            return ('×', NAME);
        }
        if self.targets.contains(&index) {
            return (if self.look.color { '•' } else { '*' }, TARGET);
        }
        (' ', EDGE)
    }

    /// Half-rows are two lines high if there is room, else one.
    fn hexagons(&self) -> String {
        let is_large = 2 * self.n_rows() + 3 <= self.look.height && 8 * self.n_cols() + 2 <= self.look.width;
        let (pitch, step) = if is_large { (8, 2) } else { (5, 1) };
        let mut canvas = Canvas::new(pitch * self.n_cols() + 3, step * self.n_rows() + step + 1);
        for (index, cell) in self.view.cells.iter().enumerate() {
            let (row, col) = self.place(cell);
            let (top, left) = (step * row, 1 + pitch * col);
            let ground = self.ground(index);
            let (symbol, paint) = self.symbol(index);
            let mut inside = |line: usize, from: usize, text: &str, paint: Paint| {
                canvas.text(top + line, left + from, text, paint.on(ground));
            };
            if is_large {
                inside(1, 2, "      ", EDGE);
                inside(2, 1, &format!("   {symbol}    "), paint);
                inside(3, 1, &format!("{:^8}", cell.name), NAME);
                inside(4, 2, "______", EDGE);
                canvas.text(top, left + 2, "______", EDGE);
                canvas.text(top + 1, left + 1, "/", EDGE);
                canvas.text(top + 1, left + 8, "\\", EDGE);
                canvas.text(top + 2, left, "/", EDGE);
                canvas.text(top + 2, left + 9, "\\", EDGE);
                canvas.text(top + 3, left, "\\", EDGE);
                canvas.text(top + 3, left + 9, "/", EDGE);
                canvas.text(top + 4, left + 1, "\\", EDGE);
                canvas.text(top + 4, left + 8, "/", EDGE);
            } else {
                inside(1, 1, &format!("{symbol} "), paint);
                inside(1, 3, &format!("{:>2}", cell.name), NAME);
                inside(2, 1, "____", EDGE);
                canvas.text(top, left + 1, "____", EDGE);
                canvas.text(top + 1, left, "/", EDGE);
                canvas.text(top + 1, left + 5, "\\", EDGE);
                canvas.text(top + 2, left, "\\", EDGE);
                canvas.text(top + 2, left + 5, "/", EDGE);
            }
        }
        canvas.render(self.look.color)
    }

    /// Hexagons in rows, each half a cell beside those of the next; without edges if there is no room.
    fn pointed_hexagons(&self) -> String {
        let places: Vec<(i32, i32)> = self.view.cells.iter().map(middle).collect();
        let least = places.iter().map(|place| place.0).min().unwrap_or(0);
        let most = places.iter().map(|place| place.0).max().unwrap_or(0);
        let n_rows = self.n_rows();
        let place = |index: usize| {
            let (half, row) = places[index];
            let (half, row) = ((half - least) as usize, row as usize);
            if self.look.flipped { ((most - least) as usize - half, n_rows - 1 - row) } else { (half, row) }
        };
        let n_halves = (most - least) as usize + 2;
        if 2 * n_halves + 1 > self.look.width || 2 * n_rows + 1 > self.look.height {
            return self.rows_of_hexagons(n_halves, place);
        }
        let mut canvas = Canvas::new(2 * n_halves + 1, 2 * n_rows + 1);
        for (index, cell) in self.view.cells.iter().enumerate() {
            let (half, row) = place(index);
            let (top, left) = (2 * row, 2 * half);
            let (symbol, paint) = self.symbol(index);
            let is_target = self.targets.contains(&index);
            let (text, paint) = match symbol {
                // An empty cell shows its name: that is what a person types.
                _ if is_target => (format!("{:^3}", cell.name), TARGET),
                ' ' => (format!("{:^3}", cell.name), NAME),
                symbol => (format!(" {symbol} "), paint),
            };
            canvas.text(top + 1, left + 1, &text, paint.on(self.ground(index)));
            for (line, right, edge) in
                [(0, 1, "/"), (0, 3, "\\"), (1, 0, "|"), (1, 4, "|"), (2, 1, "\\"), (2, 3, "/")]
            {
                canvas.text(top + line, left + right, edge, EDGE);
            }
        }
        canvas.render(self.look.color)
    }

    /// Hexagons as single characters, behind the name of the first cell of each row.
    fn rows_of_hexagons(&self, n_halves: usize, place: impl Fn(usize) -> (usize, usize)) -> String {
        let margin = self.view.cells.iter().map(|cell| cell.name.chars().count()).max().unwrap_or(0) + 1;
        let mut canvas = Canvas::new(margin + n_halves + 1, self.n_rows());
        let mut firsts: Vec<Option<usize>> = vec![None; self.n_rows()];
        for index in 0..self.view.cells.len() {
            let (half, row) = place(index);
            let (symbol, paint) = self.symbol(index);
            let (symbol, paint) = match symbol {
                ' ' => (if self.look.color { '·' } else { '.' }, NAME),
                symbol => (symbol, paint),
            };
            canvas.text(row, margin + half, &format!("{symbol}"), paint.on(self.ground(index)));
            if firsts[row].is_none_or(|first| place(first).0 > half) {
                firsts[row] = Some(index);
            }
        }
        for (row, first) in firsts.iter().enumerate().filter_map(|(row, first)| Some((row, (*first)?))) {
            canvas.text(row, 0, &self.view.cells[first].name, LABEL);
        }
        canvas.render(self.look.color)
    }

    fn squares(&self) -> String {
        let (n_rows, n_cols) = (self.n_rows(), self.n_cols());
        let margin = self.view.rows.iter().map(|label| label.len() + 2).max().unwrap_or(1);
        let is_framed = 4 * n_cols + 1 + margin <= self.look.width && 2 * n_rows + 3 <= self.look.height;
        // Columns of a frameless board are as wide as fits, at most three characters.
        let pitch = if is_framed { 4 } else { (self.look.width.saturating_sub(margin) / n_cols).clamp(1, 3) };
        let step = if is_framed { 2 } else { 1 };
        let mut canvas = Canvas::new(margin + pitch * n_cols + 2, step * n_rows + 2);
        let seen = |labels: &[String]| {
            let mut labels = labels.to_vec();
            if self.look.flipped {
                labels.reverse();
            }
            labels
        };
        for (col, label) in seen(&self.view.columns).iter().enumerate() {
            // Where columns are narrow, a longer label is written only if nothing stands in its way.
            if col % (label.len() + 1).div_ceil(pitch) == 0 {
                canvas.text(0, margin + pitch * col + pitch / 2, label, LABEL);
            }
        }
        for (row, label) in seen(&self.view.rows).iter().enumerate() {
            let line = 1 + step * row + usize::from(is_framed);
            canvas.text(line, 0, &format!("{label:>width$}", width = margin - 1), LABEL);
        }
        if is_framed {
            for row in 0..=n_rows {
                let ends = match row {
                    0 => ["┌", "┬", "┐"],
                    row if row == n_rows => ["└", "┴", "┘"],
                    _ => ["├", "┼", "┤"],
                };
                let line =
                    format!("{}───{}{}", ends[0], format!("{}───", ends[1]).repeat(n_cols - 1), ends[2]);
                canvas.text(1 + 2 * row, margin, &line, FRAME);
            }
        }
        // Where there is no cell, the frame is filled: in colour its ground is enough.
        if is_framed && self.view.cells.len() < n_rows * n_cols {
            let filled = if self.look.color { "│   │" } else { "│▒▒▒│" };
            for (row, col) in (0..n_rows).flat_map(|row| (0..n_cols).map(move |col| (row, col))) {
                canvas.text(2 + 2 * row, margin + 4 * col, filled, FRAME);
            }
        }
        for (index, cell) in self.view.cells.iter().enumerate() {
            let (row, col) = self.place(cell);
            let ground = self.ground(index);
            let (mut symbol, mut paint) = self.symbol(index);
            if is_framed {
                let (line, left) = (2 + 2 * row, margin + 4 * col);
                canvas.text(line, left, "│", FRAME);
                canvas.text(line, left + 4, "│", FRAME);
                canvas.text(line, left + 1, &format!(" {symbol} "), paint.on(ground));
            } else {
                if symbol == ' ' {
                    (symbol, paint) = (if self.look.color { '·' } else { '.' }, NAME);
                }
                let text = format!("{symbol:>width$}", width = pitch / 2 + 1);
                canvas.text(1 + row, margin + pitch * col, &format!("{text:<pitch$}"), paint.on(ground));
            }
        }
        canvas.render(self.look.color)
    }
}

/// What stands for a piece where its colour says whose it is: a shape, or a letter if there is none for its kind.
fn symbol_in_color(piece: &Piece) -> char {
    match piece.kind {
        "square" => '■',
        "round" | "pawn" | "man" | "disc" => '●',
        "stone" if matches!(piece.letter, 'x' | 'X' | 'o' | 'O') => piece.letter.to_ascii_uppercase(),
        "stone" => '●',
        "king" => '♚',
        "queen" => '♛',
        "rook" => '♜',
        "bishop" => '♝',
        "knight" => '♞',
        _ => piece.letter,
    }
}

/// The ink of a piece.
fn ink(tint: Tint) -> Paint {
    Paint::ink(match tint {
        Tint::Black => 16,
        Tint::White => 231,
        Tint::Red => 52,
        Tint::Blue => 17,
        Tint::Yellow => 228,
    })
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Game, Position};
    use zermelo_testkit::toys::Toy;

    use super::*;

    /// Which cells are coloured as the last move's, and what stands on them.
    fn marked(toy: Toy, position: &str, text: &str) -> Vec<(String, char)> {
        let pos = toy.read_position(position).expect("a position");
        let mv = toy.read_move(&pos, text).expect("a move");
        let mut view = toy.view(&pos.after(mv));
        view.follow(&toy.view(&pos), &toy.move_view(&pos, mv));
        let look = Look { color: true, flipped: false, width: 80, height: 24 };
        let picture = Picture { view: &view, targets: &[], look };
        let cells = 0..view.cells.len();
        let last = cells.filter(|&cell| picture.ground(cell) == LAST);
        last.map(|cell| (view.cells[cell].name.clone(), picture.symbol(cell).0)).collect()
    }

    #[test]
    fn kinds_are_told_apart_by_shapes_and_letters() {
        let symbol = |kind, letter| symbol_in_color(&Piece::new(0, kind, letter, Player::First));
        assert_eq!((symbol("man", 'm'), symbol("king", 'k'), symbol("queen", 'w')), ('●', '♚', '♛'));
        assert_eq!((symbol("stone", 'x'), symbol("stone", 'b'), symbol("disc", 'b')), ('X', '●', '●'));
        assert_eq!((symbol("wolf", 'w'), symbol("token", '1')), ('w', '1'));
    }

    #[test]
    fn all_that_the_last_move_changed_is_marked() {
        let told = |toy: Toy, position: &str, text: &str| {
            let marks = marked(toy, position, text);
            marks.iter().map(|(name, symbol)| format!("{name}{symbol}")).collect::<Vec<_>>().join(",")
        };
        assert_eq!(told(Toy::Jumps, "xo../..o./..../o... x", "a1-c3xb1xc2"), "a1 ,b1×,c2×,c3X");
        assert_eq!(told(Toy::Turns, ".oox/o.../x.../.... x", "a1"), "a1X,b1X,c1X,a2X");
        assert_eq!(told(Toy::Arrows, "..../.x../..../o... x", "b2-c3/d4"), "b2 ,c3X,d4#");
        assert_eq!(told(Toy::Turns, "xo../..../..../.... o", "pass"), "");
    }
}
