//! Random descriptions: most of them are games that nobody would play, which is the point.

use zermelo_game::{Stream, stream};

struct Writer {
    chance: Stream,
    is_hex: bool,
    /// Whether clauses of the second tier are used.
    is_second: bool,
    /// Directions that exist on the board.
    directions: Vec<&'static str>,
    kinds: Vec<&'static str>,
    cells: Vec<String>,
    sides: &'static [&'static str],
}

/// A random text of the first tier. Not all of them are valid.
pub fn text(seed: u64) -> String {
    text_of(stream(seed, "description", 0), false)
}

/// A random text with clauses of both tiers.
pub fn second_text(seed: u64) -> String {
    text_of(stream(seed, "second", 0), true)
}

fn text_of(mut chance: Stream, is_second: bool) -> String {
    let is_large = chance.below(12) == 0;
    let mut number = |low: usize, high: usize| low + chance.below(high - low + 1);
    let most = if is_large { 13 } else { 6 };
    let (cols, rows) = (number(2, most), number(2, most));
    let form = number(0, 5);
    let side = number(2, if is_large { 7 } else { 4 });
    let pointed = ["left", "right", "forward-left", "forward-right", "back-left", "back-right", "sideways"];
    let standing = ["forward", "back", "forward-left", "forward-right", "back-left", "back-right"];
    let square = [
        "forward",
        "back",
        "left",
        "right",
        "forward-left",
        "back-right",
        "orthogonal",
        "diagonal",
        "sideways",
    ];
    let (mut board, directions, sides, letters): (_, _, &[&str], _) = match form {
        0 | 1 => (
            format!("board {cols}x{rows} squares"),
            square.to_vec(),
            &["top", "bottom", "left", "right"],
            (cols, rows),
        ),
        2 => (
            format!("board {cols}x{rows} hexes"),
            pointed.to_vec(),
            &["top", "bottom", "left", "right"],
            (cols, rows),
        ),
        3 => (
            format!("board rhombus {} hexes", side + 1),
            pointed.to_vec(),
            &["top", "bottom", "left", "right"],
            (side, side),
        ),
        4 => (
            format!("board triangle {} hexes", side + 1),
            pointed.to_vec(),
            &["left", "right", "bottom"],
            (1, side),
        ),
        _ => (
            format!("board hexagon {side}"),
            standing.to_vec(),
            &["left", "right", "top-left", "top-right", "bottom-left", "bottom-right"],
            (0, side * side),
        ),
    };
    let is_squares = form <= 1;
    let is_picture = is_squares && number(0, 3) == 0;
    let mut writer = Writer {
        is_hex: !is_squares,
        is_second,
        directions,
        kinds: vec!["pawn"],
        cells: Vec::new(),
        sides,
        chance,
    };
    if letters.0 == 0 {
        writer.cells = (0..letters.1).map(|cell| cell.to_string()).collect();
    } else {
        for col in 0..letters.0 {
            writer
                .cells
                .extend((1..=letters.1).map(|row| format!("{}{row}", zermelo_game::grid::column_name(col))));
        }
    }
    if writer.one_in(3) {
        writer.kinds.push("king");
    }
    if writer.one_in(6) {
        writer.kinds.push("ox");
    }
    if is_picture {
        for _ in 0..rows {
            let row: String = (0..cols)
                .map(|_| match writer.below(8) {
                    0 => '#',
                    1 => 'w',
                    2 => 'b',
                    _ => '.',
                })
                .collect();
            board.push_str(&format!("\n  {row}"));
        }
    } else if is_squares && writer.one_in(8) {
        board.push_str(", dark cells only");
    }
    writer.finish(board, is_picture)
}

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        self.chance.below(n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn zone(&mut self) -> String {
        let cells = self.cells.clone();
        match self.below(8) {
            0 | 1 => "far row".to_owned(),
            2 => "near row".to_owned(),
            3 => "far corner".to_owned(),
            4 => "centre".to_owned(),
            5 => "edge".to_owned(),
            6 => format!("{}, {}", self.pick(&cells), self.pick(&cells)),
            _ => "far rows 2".to_owned(),
        }
    }

    fn target(&mut self) -> String {
        match self.below(7) {
            0 | 1 => "empty".to_owned(),
            2 | 3 => "empty or enemy".to_owned(),
            4 => "enemy".to_owned(),
            5 => "empty".to_owned(),
            _ => self.zone(),
        }
    }

    fn direction(&mut self) -> String {
        let directions = self.directions.clone();
        match self.below(4) {
            0 => "any".to_owned(),
            1 => format!("{}, {}", self.pick(&directions), self.pick(&directions)),
            _ => self.pick(&directions).to_owned(),
        }
    }

    /// What only the second tier has.
    fn second_motion(&mut self) -> String {
        match self.below(8) {
            0..=3 => {
                let reach = self.pick(&["", "", " up to 3", " up to 6"]);
                let over = self.pick(&["enemy", "enemy", "enemy", "own", "any"]);
                let taking = if over == "enemy" && !self.one_in(4) { ", taking it" } else { "" };
                let again = self.pick(&["", ", again", ", again", ", again straight on"]);
                let to = if again.is_empty() {
                    self.target()
                } else {
                    self.pick(&["empty", "empty", "edge"]).to_owned()
                };
                format!("jump {}{reach} over {over} to {to}{taking}{again}", self.direction())
            }
            4 | 5 => {
                let shot = self.pick(&["slide any", "slide any up to 2", "step any", "leap 1,2"]);
                let shot = if self.one_in(4) { "place on" } else { shot };
                let to = if shot == "place on" { " empty" } else { " to empty" };
                format!("slide {} to empty, then hole by {shot}{to}", self.direction())
            }
            6 => "place on empty, turning lines".to_owned(),
            _ => format!("step {} to empty", self.direction()),
        }
    }

    fn motion(&mut self) -> String {
        if self.is_second {
            return self.second_motion();
        }
        let hole = if self.one_in(5) { ", leaving a hole" } else { "" };
        match self.below(10) {
            0..=3 => format!("step {} to {}{hole}", self.direction(), self.target()),
            4 | 5 => {
                let reach = self.pick(&["", "", " up to 2", " up to 3"]);
                format!("slide {}{reach} to {}{hole}", self.direction(), self.target())
            }
            6 | 7 => {
                let by = self.pick(&["1,2", "2,2", "0,2", "1,1", "0,3", "0,1"]);
                let side = self.pick(&["", "", " forward", " back-left", " right"]);
                format!("leap {by}{side} to {}{hole}", self.target())
            }
            8 => {
                let places =
                    ["place on empty", "place next to own", "place next to any", "place next to enemy"];
                self.pick(&places).to_owned()
            }
            _ => "place on empty".to_owned(),
        }
    }

    fn goal(&mut self) -> String {
        let result = self.pick(&["win", "win", "win", "lose", "draw"]);
        let player = self.pick(&["", "", "", " white", " black"]);
        let kinds = self.kinds.clone();
        let condition = match self.below(10) {
            0 | 1 => {
                let with =
                    if self.one_in(4) { format!(" with {}", self.pick(&kinds)) } else { String::new() };
                format!("reach {}{with}", self.zone())
            }
            2 | 3 => {
                let tail = self.pick(&["", "", " exactly", " or more"]);
                let of = if self.one_in(3) { format!(" of {}", self.pick(&kinds)) } else { String::new() };
                let by = if self.one_in(4) { " by anyone" } else { "" };
                format!("line {}{tail}{of}{by}", self.below(3) + 2)
            }
            4 => {
                let sides = self.sides;
                format!("connect {} and {}", self.pick(sides), self.pick(sides))
            }
            5 => "opponent has no pieces".to_owned(),
            6 => format!("opponent has fewer than 2 {}", self.pick(&kinds)),
            7 => format!("takes {}", self.pick(&kinds)),
            8 => format!("all on {}", self.zone()),
            _ => "board full".to_owned(),
        };
        format!("{result}{player} {condition}")
    }

    fn finish(mut self, board: String, is_picture: bool) -> String {
        let mut text = format!("game Random\nplayers white, black\n{board}\n");
        for (index, kind) in self.kinds.clone().into_iter().enumerate() {
            let cells = self.cells.clone();
            match self.below(4) {
                0 => text.push_str(&format!("start {kind} on near row\n")),
                1 => {
                    let cells = [self.pick(&cells), self.pick(&cells)];
                    text.push_str(&format!(
                        "start white {kind} on {}\nstart black {kind} on {}\n",
                        cells[0], cells[1]
                    ));
                }
                2 => text.push_str(&format!("start {kind} on {}\n", self.pick(&cells))),
                _ => {}
            }
            let letters = if is_picture && index == 0 { " w b" } else { "" };
            let first = if self.one_in(3) { ", placed first" } else { "" };
            let hand = if self.one_in(3) {
                format!(", {} in hand{first}", self.below(4) + 1)
            } else {
                String::new()
            };
            text.push_str(&format!("piece {kind}{letters}{hand}\n"));
            let between = self.is_second && self.one_in(4);
            if !hand.is_empty() {
                text.push_str("  place on empty\n");
            }
            // What falls does nothing else.
            let falls = !self.is_hex && self.kinds.len() == 1 && self.one_in(8);
            if falls {
                text = text.replace("  place on empty\n", "");
                text.push_str("  place in columns\n");
            }
            for _ in 0..=self.below(3) {
                if !falls && !between {
                    text.push_str(&format!("  {}\n", self.motion()));
                }
            }
            if between {
                text = text.replace("  place on empty\n", "  place on empty, taking between\n");
                text.push_str(&format!("  step {} to empty, taking between\n", self.direction()));
                text.push_str("  slide any up to 2 to empty or enemy, taking between\n");
            }
            if self.kinds.len() > 1 && self.one_in(4) {
                let kinds = self.kinds.clone();
                let tail = if self.is_second { self.pick(&["", ", and stops", ", and goes on"]) } else { "" };
                text.push_str(&format!("  becomes {} on {}{tail}\n", self.pick(&kinds), self.zone()));
            }
        }
        for _ in 0..=self.below(3) {
            text.push_str(&format!("{}\n", self.goal()));
        }
        if self.is_second && self.one_in(2) && text.contains("jump ") {
            text.push_str(self.pick(&["must jump\n", "must jump most\n"]));
        }
        let passes = self.is_second && self.one_in(3);
        if passes {
            text.push_str(self.pick(&["pass if you cannot move\n", "may pass\n"]));
            text.push_str(
                self.pick(&["end both cannot move: most pieces\n", "end both cannot move: draw\n"]),
            );
        }
        if self.is_second && self.one_in(5) {
            text.push_str("end board full: most pieces of pawn\n");
        }
        let stuck = self.pick(&["win", "lose", "draw"]);
        if !passes {
            text.push_str(&format!("{stuck} opponent cannot move\n"));
        }
        if self.is_second && self.one_in(3) {
            let without = self.pick(&[
                "a capture",
                "a jump",
                "a capture or a jump",
                "a placement",
                "a capture or a pawn's move",
            ]);
            text.push_str(&format!("limit {} plies without {without}: draw\n", 5 + self.below(10)));
        } else if !self.one_in(3) {
            text.push_str(&format!("limit {} plies: draw\n", 5 + self.below(30)));
        }
        text
    }
}
