//! Milestone: pieces on a hexagon move forward only: one step diagonally to an empty hex, or two half-rows
//! straight to an empty hex or onto an enemy, which is taken. Reaching the enemy's home hex wins; having no move
//! loses.

use super::{Twin, Winner};
use super::{check_legal, winner};

/// Milestone. Hexes have a column `x` and a half-row `r`; the half-rows are listed from black's home, each from
/// left to right, and cells hold `b`, `w` or `.`.
#[derive(Clone)]
pub struct Milestone {
    side: i32,
    /// The published program's slip: Black never plays from hex 7 to 11 or 14.
    slip: bool,
    /// The cell of each hex, by number.
    cells: Vec<char>,
    /// The `(x, r)` of each hex, by number.
    places: Vec<(i32, i32)>,
    to_move: usize,
}

impl Milestone {
    /// The start of the game with these parameters, such as `side=3,home=2`.
    pub fn new(parameters: Option<&str>) -> Option<Milestone> {
        let (mut side, mut home, mut slip) = (4, None, false);
        for part in parameters.into_iter().flat_map(|text| text.split(',')) {
            match part.split_once('=')? {
                ("side", number) => side = number.parse().ok()?,
                ("home", number) => home = Some(number.parse().ok()?),
                ("quirk", "hex7") => slip = true,
                _ => return None,
            }
        }
        let home: i32 = home.unwrap_or(side);
        if !(2..=5).contains(&side) || !(1..=2 * side - 2).contains(&home) || (slip && side != 4) {
            return None;
        }
        let last_row = 4 * (side - 1);
        let mut places = Vec::new();
        for r in 0..=last_row {
            for x in -(side - 1)..=side - 1 {
                if (x + r) % 2 == 0 && x.abs() <= r && x.abs() <= last_row - r {
                    places.push((x, r));
                }
            }
        }
        let start = |&(_, r): &(i32, i32)| match r {
            r if r < home => 'b',
            r if r > last_row - home => 'w',
            _ => '.',
        };
        let cells = places.iter().map(start).collect();
        Some(Milestone { side, slip, cells, places, to_move: 0 })
    }

    /// The number of the hex at a place, if there is one.
    fn hex(&self, place: (i32, i32)) -> Option<usize> {
        self.places.iter().position(|&other| other == place)
    }

    /// The player who stands on the enemy's home hex.
    fn at_home(&self) -> Option<usize> {
        if self.cells[self.cells.len() - 1] == 'b' {
            Some(0)
        } else if self.cells[0] == 'w' {
            Some(1)
        } else {
            None
        }
    }

    /// Every legal move: its text, from where, to where.
    fn list(&self) -> Vec<(String, usize, usize)> {
        let mut list = Vec::new();
        if self.at_home().is_some() {
            return list;
        }
        let (own, enemy, forward) = [('b', 'w', 1), ('w', 'b', -1)][self.to_move];
        for (from, &(x, r)) in self.places.iter().enumerate() {
            for (step_x, step_r) in [(-1, 1), (1, 1), (0, 2)] {
                let Some(to) = self.hex((x + step_x, r + step_r * forward)) else {
                    continue;
                };
                let forbidden = self.slip && own == 'b' && from == 7 && (to == 11 || to == 14);
                if self.cells[from] != own || forbidden {
                    continue;
                }
                if self.cells[to] == '.' {
                    list.push((format!("{from}-{to}"), from, to));
                } else if self.cells[to] == enemy && step_x == 0 {
                    list.push((format!("{from}x{to}"), from, to));
                }
            }
        }
        list
    }

    /// How many hexes each half-row has.
    fn row_sizes(&self) -> Vec<usize> {
        (0..=4 * (self.side - 1)).map(|row| self.places.iter().filter(|&&(_, r)| r == row).count()).collect()
    }
}

impl Twin for Milestone {
    fn to_move(&self) -> usize {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        self.list().into_iter().map(|(text, _, _)| text).collect()
    }

    fn play(&mut self, mv: &str) {
        check_legal(self, mv);
        let found = self.list().into_iter().find(|(text, _, _)| text == mv);
        let (_, from, to) = found.expect("the move is legal");
        self.cells[to] = self.cells[from];
        self.cells[from] = '.';
        self.to_move = 1 - self.to_move;
    }

    fn outcome(&self) -> Option<(Winner, &'static str)> {
        if let Some(player) = self.at_home() {
            Some((winner(player), "home"))
        } else if self.list().is_empty() {
            Some((winner(1 - self.to_move), "no-move"))
        } else {
            None
        }
    }

    fn position(&self) -> String {
        let mut rows = Vec::new();
        let mut start = 0;
        for size in self.row_sizes() {
            let mut text = String::new();
            let mut empty = 0;
            for &cell in &self.cells[start..start + size] {
                if cell == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(cell);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
            start += size;
        }
        format!("{}:{}", ['b', 'w'][self.to_move], rows.join("/"))
    }

    fn read(&mut self, position: &str) -> bool {
        let Some((side, rows)) = position.split_once(':') else {
            return false;
        };
        let mut cells = Vec::new();
        let mut sizes = Vec::new();
        for row in rows.split('/') {
            let before = cells.len();
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(run) => cells.extend(vec!['.'; run as usize]),
                    None => cells.push(letter),
                }
            }
            sizes.push(cells.len() - before);
        }
        if sizes != self.row_sizes() || !cells.iter().all(|cell| "bw.".contains(*cell)) {
            return false;
        }
        let read = Milestone { cells, to_move: if side == "w" { 1 } else { 0 }, ..self.clone() };
        // Refuses everything that would be written in another way, such as a run written as two digits.
        if read.position() != position {
            return false;
        }
        *self = read;
        true
    }

    fn copy(&self) -> Box<dyn Twin> {
        Box::new(self.clone())
    }
}
