//! Positions and moves of described games as text.
//!
//! A position: a letter for every cell, rows from the top joined by `/`, missing cells left out, `.` for empty and `#` for a
//! hole; a space and the side to move. Where the board does not tell them, the hands follow (`first's/second's`, kinds joined by
//! commas), and the plies played.

use zermelo_board::bits::Bits;
use zermelo_game::Reader;
use zermelo_game::{MoveError, Player, Position, PositionError};

use crate::cells::Cells;
use crate::english::{joined, plural};
use crate::game::Described;
use crate::moves::Move;
use crate::position::Board;
use crate::resolve::side_letters;
use crate::rules::MOST_HANDS;
use crate::second::Passes;
use crate::shape::Form;

/// How a pass is written.
const PASS: &str = "pass";
/// So many moves are told where somebody tried another.
const MOST_TOLD: usize = 8;

/// A board as letters, before it is known to be a position.
pub struct Letters {
    /// A letter for every cell, in the order of the view.
    pub letters: Vec<char>,
    /// The side to move.
    pub to_move: Player,
    /// What is in hand, if it is told.
    pub hands: Option<[[u8; MOST_HANDS]; 2]>,
    /// The plies played.
    pub clock: u16,
}

impl<B: Cells> Described<B> {
    /// The letter on a cell.
    pub(crate) fn letter(&self, pos: &Board<B>, bit: usize) -> char {
        match pos.own.iter().position(|own| own.has(bit)) {
            Some(player) => self.rules().kinds[pos.kind_at(bit)].letters[player],
            None if pos.empty.has(bit) => '.',
            None => '#',
        }
    }

    /// The hands that the board tells: what is not on it.
    pub(crate) fn told_hands(&self, letters: &[char]) -> [[u8; MOST_HANDS]; 2] {
        let mut hands = [[0; MOST_HANDS]; 2];
        for player in Player::BOTH {
            for (kind, about) in self.rules().kinds.iter().enumerate() {
                let Some(slot) = self.tables().hand_of[kind] else { continue };
                let on_board =
                    letters.iter().filter(|&&letter| letter == about.letters[player.index()]).count();
                let most = about.hand.unwrap_or(0);
                let left = self.rules().supply(player, kind).saturating_sub(on_board).min(most);
                hands[player.index()][slot] = left as u8;
            }
        }
        hands
    }

    /// Writes a board.
    pub(crate) fn write_letters(&self, board: &Letters) -> String {
        let shape = &self.rules().shape;
        let mut text = String::new();
        let mut letters = board.letters.iter();
        for row in 0..shape.rows {
            if row > 0 {
                text.push('/');
            }
            text.extend(letters.by_ref().take(shape.row(row).count()));
        }
        text.push(' ');
        text.push(side_letters(&self.rules().players)[board.to_move.index()]);
        if self.tables().has_memory {
            let n_hands = self.tables().hand_of.iter().flatten().count();
            if let Some(hands) = board.hands.filter(|_| n_hands > 0) {
                let hand = |player: usize| {
                    hands[player][..n_hands].iter().map(u8::to_string).collect::<Vec<_>>().join(",")
                };
                text.push_str(&format!(" {}/{}", hand(0), hand(1)));
            }
            if self.tables().limit.is_some() {
                text.push_str(&format!(" {}", board.clock));
            }
        }
        text
    }

    /// Reads what [`write_letters`](Described::write_letters) writes.
    pub(crate) fn read_letters(&self, text: &str) -> Result<Letters, PositionError> {
        let shape = &self.rules().shape;
        let mut reader = Reader::new(text);
        reader.skip_spaces();
        let mut letters = Vec::new();
        for row in 0..shape.rows {
            let n_cells = shape.row(row).count();
            for n_read in 0..n_cells {
                let Some(letter) = reader.peek().filter(|&c| c != '/' && !c.is_whitespace()) else {
                    let problem = format!("row {} has {n_read} cells instead of {n_cells}", row + 1);
                    return Err(reader.position_error(problem));
                };
                let is_known = self.alphabet().contains(&letter);
                if !is_known {
                    let known: Vec<String> = self.alphabet().iter().map(|c| format!("`{c}`")).collect();
                    let problem = format!("`{}` is not one of {}", letter.escape_debug(), known.join(", "));
                    return Err(reader.position_error(problem));
                }
                reader.take();
                letters.push(letter);
            }
            if reader.peek().is_some_and(|c| c != '/' && !c.is_whitespace()) {
                return Err(reader.position_error(format!("row {} has more than {n_cells} cells", row + 1)));
            }
            if row + 1 < shape.rows && reader.take_any(&['/']).is_none() {
                let left = shape.rows - row - 1;
                return Err(reader.position_error(format!("expected `/` and {left} more rows")));
            }
        }
        let sides = side_letters(&self.rules().players);
        let expected = format!("expected a space and the side to move, `{}` or `{}`", sides[0], sides[1]);
        if !reader.peek().is_some_and(char::is_whitespace) {
            return Err(reader.position_error(expected));
        }
        reader.skip_spaces();
        let side = reader.peek().map(|c| c.to_ascii_lowercase());
        let to_move = Player::BOTH.into_iter().find(|player| Some(sides[player.index()]) == side);
        let to_move = to_move.ok_or_else(|| reader.position_error(expected))?;
        reader.take();
        let (mut hands, mut clock) = (None, 0);
        if self.tables().has_memory {
            let n_hands = self.tables().hand_of.iter().flatten().count();
            if n_hands > 0 {
                hands = Some(self.read_hands(&mut reader, n_hands)?);
            }
            if let Some((plies, _)) = self.tables().limit {
                reader.skip_spaces();
                let expected = format!("expected the plies played, 0 to {plies}");
                let played = reader.clone().number().filter(|&played| played <= usize::from(plies));
                clock = played.ok_or_else(|| reader.position_error(expected))? as u16;
                reader.number();
            }
        }
        reader.skip_spaces();
        if !reader.is_done() {
            return Err(reader.position_error("expected nothing more"));
        }
        Ok(Letters { letters, to_move, hands, clock })
    }

    fn read_hands(
        &self,
        reader: &mut Reader,
        n_hands: usize,
    ) -> Result<[[u8; MOST_HANDS]; 2], PositionError> {
        let mut hands = [[0; MOST_HANDS]; 2];
        let kinds = &self.rules().kinds;
        reader.skip_spaces();
        for (player, hand) in hands.iter_mut().enumerate() {
            for (slot, left) in hand.iter_mut().enumerate().take(n_hands) {
                let is_first = (player, slot) == (0, 0);
                let sign = if slot > 0 { ',' } else { '/' };
                if !is_first && reader.take_any(&[sign]).is_none() {
                    return Err(reader.position_error(format!("expected `{sign}` and what is in hand")));
                }
                let kind = self.tables().hand_of.iter().position(|&of| of == Some(slot)).unwrap_or(0);
                let most = kinds[kind].hand.unwrap_or(0);
                let count = reader.clone().number().filter(|&count| count <= most);
                let expected = || format!("expected 0 to {most} of {} in hand", kinds[kind].name);
                *left = count.ok_or_else(|| reader.position_error(expected()))? as u8;
                reader.number();
            }
        }
        Ok(hands)
    }

    /// All letters that may stand in a position.
    fn alphabet(&self) -> Vec<char> {
        let pieces = self.rules().kinds.iter().flat_map(|kind| kind.letters);
        let hole = self.has_holes().then_some('#');
        ['.'].into_iter().chain(pieces).chain(hole).collect()
    }

    /// Whether cells can become holes.
    pub(crate) fn has_holes(&self) -> bool {
        self.rules().makes_holes()
    }

    /// What people call a cell.
    pub(crate) fn cell_name(&self, bit: usize) -> String {
        self.rules().shape.name(bit, self.rules().counts_from_top)
    }

    /// Whether a player chooses among kinds when placing.
    pub(crate) fn chooses_kind(&self) -> bool {
        self.tables().placings[0].len() > 1
    }

    /// Whether no player ever has more than one piece: then where it goes says all.
    pub(crate) fn has_single_pieces(&self) -> bool {
        self.rules().has_single_pieces()
    }

    /// Writes a move.
    pub(crate) fn move_text(&self, pos: &Board<B>, mv: Move) -> String {
        if mv.is_pass() {
            return PASS.to_owned();
        }
        if mv.is_jump() {
            let us = pos.to_move().index();
            let sign = if pos.taken_by(us, mv).is_empty() { "-" } else { "x" };
            let cells = pos.path(us, mv);
            return cells.into_iter().map(|cell| self.cell_name(cell)).collect::<Vec<_>>().join(sign);
        }
        match mv.hole() {
            Some(hole) => format!("{}/{}", self.text_without_hole(pos, mv), self.cell_name(hole)),
            None => self.text_without_hole(pos, mv),
        }
    }

    fn text_without_hole(&self, pos: &Board<B>, mv: Move) -> String {
        let to = mv.to();
        let letter = || self.rules().kinds[mv.kind()].move_letter.to_string();
        match mv.from() {
            None => {
                let place = if mv.falls() {
                    (self.rules().shape.column(to) + 1).to_string()
                } else {
                    self.cell_name(to)
                };
                if self.chooses_kind() { place + &letter() } else { place }
            }
            Some(_) if self.is_single => self.cell_name(to),
            Some(from) => {
                let sign = if pos.empty.has(to) { '-' } else { 'x' };
                format!("{}{sign}{}", self.cell_name(from), self.cell_name(to))
            }
        }
    }

    /// Reads a cell's name.
    fn read_cell(&self, reader: &mut Reader, text: &str) -> Result<usize, MoveError> {
        let shape = &self.rules().shape;
        let start = reader.clone();
        let name = if shape.form == Form::Hexagon {
            let number = reader.number().ok_or_else(|| start.move_error("a cell number"))?;
            number.to_string()
        } else {
            let column = reader.column().ok_or_else(|| start.move_error("a cell such as a1"))?;
            let row_start = reader.clone();
            let row =
                reader.number().filter(|&row| row > 0).ok_or_else(|| row_start.move_error("a row number"))?;
            zermelo_game::grid::cell_name(row - 1, column)
        };
        let found = shape.board.cells().find(|&bit| self.cell_name(bit) == name);
        found.ok_or_else(|| MoveError::illegal(text, format!("there is no cell {name}")))
    }

    /// Says what is wrong with a text that is no legal move.
    pub(crate) fn why_not(&self, pos: &Board<B>, text: &str) -> MoveError {
        if text.trim().eq_ignore_ascii_case(PASS) {
            return MoveError::illegal(text, self.why_no_pass(pos));
        }
        let falls = self.tables().placings[0].iter().any(|placing| placing.columns.is_some());
        let shape = &self.rules().shape;
        let mut reader = Reader::new(text);
        let letters: Vec<char> = self.rules().kinds.iter().map(|kind| kind.move_letter).collect();
        let finish = |reader: &mut Reader| {
            let start = reader.clone();
            let kind = if self.chooses_kind() {
                let taken = reader.take_any(&letters);
                let names: Vec<String> = self
                    .rules()
                    .kinds
                    .iter()
                    .map(|kind| format!("`{}` for {}", kind.move_letter, kind.name))
                    .collect();
                let letter =
                    taken.ok_or_else(|| start.move_error(&format!("a kind, {}", names.join(" or "))))?;
                letters.iter().position(|&other| other == letter)
            } else {
                None
            };
            if reader.is_done() { Ok(kind) } else { Err(reader.move_error("nothing more")) }
        };
        let starts_with_digit = reader.peek().is_some_and(|c| c.is_ascii_digit());
        if falls && starts_with_digit && shape.form == Form::Squares {
            let start = reader.clone();
            let Some(column) = reader.number() else {
                return start.move_error(&format!("a column from 1 to {}", shape.cols));
            };
            return match finish(&mut reader) {
                Err(error) => error,
                Ok(Some(kind)) if self.hand_is_empty(pos, kind) => {
                    MoveError::illegal(text, self.no_hand(pos, kind))
                }
                Ok(_) if !(1..=shape.cols).contains(&column) => MoveError::illegal(
                    text,
                    format!("there is no column {column}: columns are 1 to {}", shape.cols),
                ),
                Ok(_) => MoveError::illegal(
                    text,
                    format!("column {column} is full, or nothing may be placed there"),
                ),
            };
        }
        let first = match self.read_cell(&mut reader, text) {
            Ok(cell) => cell,
            Err(error) => return error,
        };
        if !self.is_single && reader.take_any(&['-', 'x']).is_some() {
            let mut second = match self.read_cell(&mut reader, text) {
                Ok(cell) => cell,
                Err(error) => return error,
            };
            // A chain of jumps names every cell on which the piece rests, and a hole stands behind a slash.
            let signs: &[char] = if self.rules().jumps.is_empty() { &[] } else { &['-', 'x'] };
            while reader.take_any(signs).is_some() {
                second = match self.read_cell(&mut reader, text) {
                    Ok(cell) => cell,
                    Err(error) => return error,
                };
            }
            if self.has_shots() && (!reader.is_done() || self.leads(pos, first, second)) {
                let start = reader.clone();
                if reader.take_any(&['/']).is_none() {
                    return start.move_error("`/` and the cell that becomes a hole");
                }
                if let Err(error) = self.read_cell(&mut reader, text) {
                    return error;
                }
            }
            if !reader.is_done() {
                return reader.move_error("nothing more");
            }
            return MoveError::illegal(text, self.why_not_step(pos, first, second));
        }
        match finish(&mut reader) {
            Err(error) => error,
            Ok(Some(kind)) if self.hand_is_empty(pos, kind) => {
                MoveError::illegal(text, self.no_hand(pos, kind))
            }
            Ok(_) => MoveError::illegal(text, self.why_not_there(pos, first)),
        }
    }

    /// Whether some moves make a hole beside the cells of the piece.
    fn has_shots(&self) -> bool {
        self.rules().motions.iter().any(|motion| motion.shot.is_some())
    }

    /// Whether a legal move leads from a cell to another.
    fn leads(&self, pos: &Board<B>, from: usize, to: usize) -> bool {
        let mut found = false;
        pos.each_move(|mv| found |= mv.from() == Some(from) && mv.to() == to);
        found
    }

    fn why_no_pass(&self, pos: &Board<B>) -> String {
        match self.rules().passes {
            Passes::Never => "nobody passes in this game".to_owned(),
            _ => {
                let player = &self.rules().players[pos.to_move().index()];
                format!("{player} has a move, and passes only without one")
            }
        }
    }

    fn hand_is_empty(&self, pos: &Board<B>, kind: usize) -> bool {
        self.tables().hand_of[kind].is_some_and(|slot| pos.hands[pos.to_move().index()][slot] == 0)
    }

    fn no_hand(&self, pos: &Board<B>, kind: usize) -> String {
        format!(
            "{} has no {} left to place",
            self.rules().players[pos.to_move().index()],
            self.rules().kinds[kind].name
        )
    }

    fn why_not_there(&self, pos: &Board<B>, cell: usize) -> String {
        let name = self.cell_name(cell);
        let us = pos.to_move().index();
        let places = self.tables().placings[us].iter();
        let turns_nothing = || {
            let turning = self.tables().second.as_ref().filter(|second| second.turning != 0);
            turning.is_some_and(|second| !pos.bracketing(second, us).has(cell))
        };
        match self.letter(pos, cell) {
            '#' => format!("{name} has been used"),
            '.' if self.is_single => format!("no move leads to {name}"),
            '.' if places.len() == 0 => "a move is written from-to, as in `a1-a2`".to_owned(),
            '.' if turns_nothing() => {
                format!("a piece on {name} would turn nothing over: it must enclose enemies in a line")
            }
            '.' => format!("nothing may be placed on {name} now"),
            _ => format!("there is a piece on {name}"),
        }
    }

    fn why_not_step(&self, pos: &Board<B>, from: usize, to: usize) -> String {
        let us = pos.to_move().index();
        let player = &self.rules().players[us];
        if !pos.own[us].has(from) {
            return format!("{player} has no piece on {}", self.cell_name(from));
        }
        if pos.must_place(us) {
            let kinds = self.rules().kinds.iter().enumerate();
            let waiting = kinds.filter(|&(kind, about)| about.placed_first && !self.hand_is_empty(pos, kind));
            let names: Vec<String> = waiting.map(|(_, about)| plural(&about.name)).collect();
            return format!("{player} must place all {} in hand before a piece moves", joined(&names, "and"));
        }
        let (mut texts, mut others) = (Vec::new(), Vec::new());
        pos.each_move(|mv| {
            let told = if mv.from() == Some(from) { &mut texts } else { &mut others };
            if told.len() <= MOST_TOLD {
                told.push(self.move_text(pos, mv));
            }
        });
        let listed = |mut texts: Vec<String>| {
            if texts.len() > MOST_TOLD {
                texts[MOST_TOLD] = "and others".to_owned();
            }
            texts.join(", ")
        };
        if texts.is_empty() && self.rules().must_jump.is_some() && !pos.jumpers(us).is_empty() {
            return format!("{player} must jump: {}", listed(others));
        }
        let what = format!("the {} on {}", self.rules().kinds[pos.kind_at(from)].name, self.cell_name(from));
        match texts.as_slice() {
            _ if pos.own[us].has(to) => format!("{} is occupied by a piece of your own", self.cell_name(to)),
            [] => format!("{what} cannot move"),
            _ => format!("{what} can only play {}", listed(texts)),
        }
    }
}
