//! Milestone: two chains of pawns on a hexagon of hexagons, each trying to walk into the other's corner.
//!
//! A board of side `n` has `4n - 3` half-rows (`r`) and `2n - 1` columns (`x` from `1 - n` to `n - 1`); a hex
//! exists where `x + r` is even, `|x| <= r` and `|x| <= 4(n - 1) - r`. Hexes are numbered half-row by half-row
//! from Black's home, left to right. Black steps from `(x, r)` to `(x - 1, r + 1)` or `(x + 1, r + 1)` if that
//! is empty, or straight to `(x, r + 2)` if that is empty or White's (which captures). White does the same the
//! other way. A player wins by stepping into the enemy home, or when the opponent cannot move.

mod features;
mod inputs;
mod layout;
mod plays;
mod race;
mod tally;
mod text;

use std::fmt::{self, Debug};

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::EMPTY;
use zermelo_game::Reader;
use zermelo_game::Turn;
use zermelo_game::{
    About, Arrangement, Cell, EvaluatorInfo, Family, FeatureInfo, Game, GameVisitor, Hints, Inputs,
    MoveError, MoveView, Opened, Outcome, Parameter, ParameterError, Parameters, Piece, Player, Plays,
    Position, PositionError, Swatch, Symmetry, Tint, Verdict, View, zobrist,
};

use zermelo_board::bits::Bits;

use layout::{BoardMap, HexCells, Layout, Rare, Side4, Side5, geometry};
use text::{write_board, write_hexes};

/// The family `milestone`.
pub struct Milestone;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry = FamilyEntry { about: &Milestone::ABOUT, open: open_family::<Milestone> };

impl Family for Milestone {
    const ABOUT: About = About {
        id: "milestone",
        title: "Milestone",
        summary: "Walk a pawn into the enemy's corner of a hexagon; step diagonally, capture straight ahead.",
        players: ["black", "white"],
        tints: [Tint::Black, Tint::White],
        rules_version: 1,
        parameters: &[
            Parameter { form: "side=4", meaning: "hexes along a side of the board, 2 to 5" },
            Parameter {
                form: "home=4",
                meaning: "half-rows of pawns at the start, 1 to 2 x side - 2 (default: side)",
            },
            Parameter {
                form: "quirk=hex7",
                meaning: "the published program's bug: black cannot play 7-11 or 7-14",
            },
        ],
        move_help: "A move is from-to by hex numbers: `4-11`; a capture is `4x11`.",
        presets: &[],
        samples: &[
            "",
            "side=2",
            "side=3",
            "side=3,home=2",
            "side=4,home=1",
            "side=5",
            "side=5,home=8",
            "quirk=hex7",
        ],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let side = parameters.number("side", 2..=5, 4)?;
        let home = parameters.number("home", 1..=2 * side - 2, side)?;
        let quirk = parameters.word("quirk");
        parameters.finish()?;
        match quirk.as_deref() {
            None => Ok(match side {
                2 => visitor.visit(Rules { home_rows: home, layout: Rare::Side2 }),
                3 => visitor.visit(Rules { home_rows: home, layout: Rare::Side3 }),
                4 => visitor.visit(Rules { home_rows: home, layout: Side4 }),
                _ => visitor.visit(Rules { home_rows: home, layout: Side5 }),
            }),
            Some("hex7") if side == 4 => {
                Ok(visitor.visit(Rules { home_rows: home, layout: Rare::Side4Hex7 }))
            }
            Some("hex7") => {
                Err(ParameterError::new("`quirk=hex7` exists only on the side 4 board: leave out `side`"))
            }
            Some(other) => Err(ParameterError::new(format!("there is no quirk `{other}`: there is hex7"))),
        }
    }
}

/// A step from one cell (bit) to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

/// A position of Milestone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<L: Layout> {
    /// The cells of the black and of the white pawns.
    pawns: [L::Cells; 2],
    key: u64,
    to_move: Player,
    layout: L,
}

/// Where the mover's pawns can go, by direction. Turned by half a turn for White, so "left" is the same
/// direction as seen by each player.
struct Targets<C> {
    left: C,
    right: C,
    straight: C,
}

/// The players' letters in position texts.
const LETTERS: [char; 2] = ['b', 'w'];

static KEYS: [[u64; 128]; 2] = [zobrist::table(0), zobrist::table(1)];

impl<L: Layout> Board<L> {
    fn new(layout: L, black: L::Cells, white: L::Cells, to_move: Player) -> Self {
        let keys = |player: Player, cells: L::Cells| {
            cells.cells().fold(0, |key, cell| key ^ KEYS[player.index()][cell])
        };
        let turn = if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        let key = keys(Player::First, black) ^ keys(Player::Second, white) ^ turn;
        Board { pawns: [black, white], key, to_move, layout }
    }

    #[inline]
    fn map(&self) -> &'static BoardMap<L::Cells> {
        self.layout.map()
    }

    /// The player who stands in the enemy home.
    #[inline]
    fn arrived(&self) -> Option<Player> {
        let ([black, white], map) = (self.pawns, self.map());
        if !(black & map.white_home).is_empty() {
            Some(Player::First)
        } else if !(white & map.black_home).is_empty() {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// The pawns of the side to move and of the other, the board turned so that the former move up.
    #[inline]
    fn seen_by_mover(&self) -> (L::Cells, L::Cells) {
        let [black, white] = self.pawns;
        match self.to_move {
            Player::First => (black, white),
            Player::Second => (self.layout.turned(white), self.layout.turned(black)),
        }
    }

    #[inline]
    fn targets(&self) -> Targets<L::Cells> {
        self.targets_of(self.to_move)
    }

    /// How many moves a player has, or would have if on move.
    #[inline]
    fn mobility(&self, player: Player) -> usize {
        let targets = self.targets_of(player);
        targets.left.count() + targets.right.count() + targets.straight.count()
    }

    #[inline]
    fn targets_of(&self, player: Player) -> Targets<L::Cells> {
        let ([black, white], map) = (self.pawns, self.map());
        let empty = map.hexes & !(black | white);
        match player {
            Player::First => Targets {
                left: (black & map.not_left).up(map.left) & empty,
                right: (black & map.not_right).up(map.right) & empty & !map.barred_right,
                straight: black.up(map.straight) & (empty | white) & !map.barred_straight,
            },
            Player::Second => Targets {
                left: (white & map.not_right).down(map.left) & empty,
                right: (white & map.not_left).down(map.right) & empty,
                straight: white.down(map.straight) & (empty | black),
            },
        }
    }
}

impl<L: Layout> Position for Board<L> {
    type Move = Step;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(player) = self.arrived() {
            return Some(Outcome::Win(player));
        }
        let targets = self.targets();
        let is_stuck = (targets.left | targets.right | targets.straight).is_empty();
        is_stuck.then_some(Outcome::Win(self.to_move.other()))
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Step)) {
        if self.arrived().is_some() {
            return;
        }
        let (targets, map) = (self.targets(), self.map());
        let directions =
            [(targets.left, map.left), (targets.right, map.right), (targets.straight, map.straight)];
        match self.to_move {
            Player::First => {
                for (mut cells, by) in directions {
                    while let Some(to) = cells.pop() {
                        visit(Step { from: (to - by) as u8, to: to as u8 });
                    }
                }
            }
            Player::Second => {
                for (mut cells, by) in directions {
                    while let Some(to) = cells.pop_high() {
                        visit(Step { from: (to + by) as u8, to: to as u8 });
                    }
                }
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.arrived().is_some() { 0 } else { self.mobility(self.to_move) }
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        *self = self.after(mv);
    }

    // Without an index that is known only when it runs: so all of it stays in registers.
    #[inline]
    fn after(&self, mv: Step) -> Self {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let [black, white] = self.pawns;
        let ([mut us, mut them], [our_keys, their_keys]) = match self.to_move {
            Player::First => ([black, white], [&KEYS[0], &KEYS[1]]),
            Player::Second => ([white, black], [&KEYS[1], &KEYS[0]]),
        };
        let target = L::Cells::one(to);
        let captured = them & target;
        them ^= captured;
        us ^= L::Cells::one(from) | target;
        let captured_key = if captured.is_empty() { 0 } else { their_keys[to] };
        let key = self.key ^ captured_key ^ our_keys[from] ^ our_keys[to] ^ zobrist::SECOND_TO_MOVE;
        let pawns = match self.to_move {
            Player::First => [us, them],
            Player::Second => [them, us],
        };
        Board { pawns, key, to_move: self.to_move.other(), layout: self.layout }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl<L: Layout> Hints for Board<L> {
    // The published slip is one colour's only: then nothing is symmetric.
    #[inline]
    fn search_key(&self) -> u64 {
        if self.map().has_quirk {
            return self.key;
        }
        let (own, enemy) = self.seen_by_mover();
        own.hash(enemy)
    }

    fn canonical_key(&self) -> u64 {
        if self.map().has_quirk {
            return self.key;
        }
        let (own, enemy) = self.seen_by_mover();
        let (other_own, other_enemy) = (self.layout.mirrored(own), self.layout.mirrored(enemy));
        own.hash(enemy).min(other_own.hash(other_enemy))
    }

    #[inline]
    fn move_slot(&self, mv: Step) -> usize {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        match self.to_move {
            Player::First => 8 * from + (to - from) % 8,
            Player::Second => 8 * (self.map().n_bits - 1 - from) + (from - to) % 8,
        }
    }

    #[inline]
    fn winning_move(&self) -> Option<Step> {
        let map = self.map();
        let (home, sign) = match self.to_move {
            Player::First => (map.white_home, -1),
            Player::Second => (map.black_home, 1),
        };
        let targets = self.targets();
        let step = |by: usize| {
            let to = home.cells().next()?;
            Some(Step { from: to.checked_add_signed(sign * by as isize)? as u8, to: to as u8 })
        };
        if !(targets.left & home).is_empty() {
            step(map.left)
        } else if !(targets.right & home).is_empty() {
            step(map.right)
        } else if !(targets.straight & home).is_empty() {
            step(map.straight)
        } else {
            None
        }
    }

    fn each_capture(&self, mut visit: impl FnMut(Step)) {
        let straight = self.map().straight;
        let mut cells = self.targets().straight & self.pawns[self.to_move.other().index()];
        match self.to_move {
            Player::First => {
                while let Some(to) = cells.pop() {
                    visit(Step { from: (to - straight) as u8, to: to as u8 });
                }
            }
            Player::Second => {
                while let Some(to) = cells.pop_high() {
                    visit(Step { from: (to + straight) as u8, to: to as u8 });
                }
            }
        }
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        if self.map().has_quirk {
            return None;
        }
        let (own, enemies) = self.seen_by_mover();
        race::verdict(self.layout, own, enemies)
    }
}

impl<L: Layout> Debug for Board<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Milestone({})", write_board(self))
    }
}

/// Milestone on one board.
#[derive(Clone, Debug)]
pub struct Rules<L: Layout> {
    home_rows: usize,
    layout: L,
}

impl<L: Layout> Rules<L> {
    fn board_map(&self) -> &'static BoardMap<L::Cells> {
        self.layout.map()
    }

    /// Half-rows and columns of the board, as a screen with Black below sees them.
    fn on_screen(&self, cell: usize) -> (usize, usize) {
        let side = self.board_map().side;
        let (r, col) = geometry::place(side, cell);
        (geometry::n_rows(side) - 1 - r, col)
    }

    /// Where a symmetry takes a cell.
    fn image(&self, symmetry: &Symmetry, cell: usize) -> usize {
        let side = self.board_map().side;
        let size = (geometry::n_rows(side), 2 * side - 1);
        let (r, col) = symmetry.turn.apply(size.0, size.1, geometry::place(side, cell));
        geometry::bit(side, r, col)
    }

    fn read_hex(&self, reader: &mut Reader, text: &str) -> Result<usize, MoveError> {
        let last = self.board_map().n_hexes() - 1;
        let start = reader.clone();
        match reader.number() {
            None => Err(start.move_error(&format!("a hex number from 0 to {last}"))),
            Some(number) if number <= last => Ok(self.board_map().cell_of(number)),
            Some(number) => {
                Err(MoveError::illegal(text, format!("there is no hex {number}: hexes are 0 to {last}")))
            }
        }
    }

    /// The place of a pawn in a position text.
    fn read_row(&self, reader: &mut Reader, r: usize) -> Result<Vec<Option<Player>>, PositionError> {
        let n_cells = self.board_map().row_hexes(r).count();
        let mut row = Vec::with_capacity(n_cells);
        reader.skip_spaces();
        while let Some(c) = reader.peek().filter(|&c| c != '/') {
            match c.to_ascii_lowercase() {
                'b' => row.push(Some(Player::First)),
                'w' => row.push(Some(Player::Second)),
                '1'..='9' => row.extend(vec![None; c as usize - '0' as usize]),
                _ => {
                    let problem =
                        format!("expected `b`, `w` or a number of empty hexes, found `{}`", c.escape_debug());
                    return Err(reader.position_error(problem));
                }
            }
            if row.len() > n_cells {
                return Err(
                    reader.position_error(format!("half-row {} has more than {n_cells} hexes", r + 1))
                );
            }
            reader.take();
            reader.skip_spaces();
        }
        if row.len() < n_cells {
            let problem = format!("half-row {} has {} hexes instead of {n_cells}", r + 1, row.len());
            return Err(reader.position_error(problem));
        }
        Ok(row)
    }
}

impl<L: Layout> Game for Rules<L> {
    type Position = Board<L>;

    fn id(&self) -> String {
        let mut parts = Vec::new();
        let BoardMap { side, has_quirk, .. } = *self.board_map();
        if side != 4 {
            parts.push(format!("side={side}"));
        }
        if self.home_rows != side {
            parts.push(format!("home={}", self.home_rows));
        }
        if has_quirk {
            parts.push("quirk=hex7".to_owned());
        }
        Milestone::ABOUT.canonical_id(&parts.join(","))
    }

    fn about(&self) -> &'static About {
        &Milestone::ABOUT
    }

    fn start(&self) -> Board<L> {
        let map = self.board_map();
        let last = geometry::n_rows(map.side) - 1;
        let pawns = |row: &dyn Fn(usize) -> usize| {
            let cells = (0..self.home_rows).flat_map(|r| map.row_hexes(row(r)));
            cells.fold(L::Cells::EMPTY, |set, cell| set | L::Cells::one(cell))
        };
        Board::new(self.layout, pawns(&|r| r), pawns(&|r| last - r), Player::First)
    }

    // Every step brings a pawn at least one half-row forward, and no pawn ever goes back.
    fn max_plies(&self) -> usize {
        let map = self.board_map();
        let last = geometry::n_rows(map.side) - 1;
        let steps: usize = (0..self.home_rows).map(|r| map.row_hexes(r).count() * (last - r)).sum();
        2 * steps
    }

    fn can_draw(&self) -> bool {
        false
    }

    fn suits_proof_numbers(&self) -> bool {
        true
    }

    fn reason(&self, pos: &Board<L>) -> Option<&'static str> {
        pos.outcome()?;
        Some(if pos.arrived().is_some() { "home" } else { "no-move" })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        match reason {
            "home" => "reached the enemy home".to_owned(),
            _ => "the opponent has no move left".to_owned(),
        }
    }

    fn write_move(&self, pos: &Board<L>, mv: Step) -> String {
        let them = pos.pawns[pos.to_move.other().index()];
        let sign = if them.has(usize::from(mv.to)) { 'x' } else { '-' };
        let number = |cell: u8| self.board_map().number_of(usize::from(cell));
        format!("{}{sign}{}", number(mv.from), number(mv.to))
    }

    fn explain(&self, pos: &Board<L>, text: &str) -> MoveError {
        let mut reader = Reader::new(text);
        let read = (|| {
            let from = self.read_hex(&mut reader, text)?;
            let sign = reader.take_any(&['-', 'x']).ok_or_else(|| reader.move_error("`-` or `x`"))?;
            let to = self.read_hex(&mut reader, text)?;
            if reader.is_done() { Ok((from, sign, to)) } else { Err(reader.move_error("nothing more")) }
        })();
        let (from, sign, to) = match read {
            Ok(read) => read,
            Err(error) => return error,
        };
        let map = self.board_map();
        let (us, them) = (pos.to_move.index(), pos.to_move.other().index());
        let (name, other) = (self.players()[us], self.players()[them]);
        let (from_number, to_number) = (map.number_of(from), map.number_of(to));
        if !pos.pawns[us].has(from) {
            return MoveError::illegal(text, format!("{name} has no pawn on {from_number}"));
        }
        let step = if us == 0 { to.checked_sub(from) } else { from.checked_sub(to) };
        let is_diagonal = step == Some(map.left) || step == Some(map.right);
        let is_near = geometry::place(map.side, from).1.abs_diff(geometry::place(map.side, to).1) <= 1;
        let is_straight = step == Some(map.straight);
        let why = if !(is_diagonal && is_near || is_straight) {
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let targets: Vec<String> = moves
                .into_iter()
                .filter(|mv| usize::from(mv.from) == from)
                .map(|mv| self.write_move(pos, mv))
                .collect();
            match targets.as_slice() {
                [] => format!("the pawn on {from_number} cannot move"),
                _ => format!("the pawn on {from_number} can only play {}", targets.join(", ")),
            }
        } else if pos.pawns[us].has(to) {
            format!("{to_number} is occupied by a pawn of your own")
        } else if pos.pawns[them].has(to) && is_diagonal {
            format!("pawns capture only straight ahead, and there is a {other} pawn on {to_number}")
        } else if pos.pawns[them].has(to) && sign == '-' {
            format!("this move captures the pawn on {to_number}, so write `{from_number}x{to_number}`")
        } else if sign == 'x' && !pos.pawns[them].has(to) {
            format!("there is no {other} pawn on {to_number} to capture; write `{from_number}-{to_number}`")
        } else {
            "the published program's move table lacks this move".to_owned()
        };
        MoveError::illegal(text, why)
    }

    fn write_position(&self, pos: &Board<L>) -> String {
        write_board(pos)
    }

    fn read_position(&self, text: &str) -> Result<Board<L>, PositionError> {
        let text = text.trim();
        let mut reader = Reader::new(text);
        let to_move = match reader.take_any(&['b', 'B', 'w', 'W']) {
            Some('b' | 'B') => Player::First,
            Some(_) => Player::Second,
            None => return Err(reader.position_error("expected the side to move, `b:` or `w:`")),
        };
        reader.skip_spaces();
        if reader.take_any(&[':']).is_none() {
            return Err(reader.position_error("expected `:` after the side to move"));
        }
        let mut pawns = [L::Cells::EMPTY; 2];
        let map = self.board_map();
        let n_rows = geometry::n_rows(map.side);
        for r in 0..n_rows {
            let row = self.read_row(&mut reader, r)?;
            for (cell, owner) in map.row_hexes(r).zip(row) {
                if let Some(owner) = owner {
                    pawns[owner.index()] |= L::Cells::one(cell);
                }
            }
            if r + 1 < n_rows && reader.take_any(&['/']).is_none() {
                return Err(
                    reader.position_error(format!("expected `/` and {} more half-rows", n_rows - r - 1))
                );
            }
        }
        if !reader.is_done() {
            return Err(reader.position_error(format!("the board has more than {n_rows} half-rows")));
        }
        let [black, white] = pawns;
        if !(black & map.white_home).is_empty() && !(white & map.black_home).is_empty() {
            return Err(PositionError::new(
                text,
                0,
                "both players have a pawn in the enemy home, so both would have won",
            ));
        }
        if (black | white).is_empty() {
            return Err(PositionError::new(text, 0, "there are no pawns on the board"));
        }
        Ok(Board::new(self.layout, black, white, to_move))
    }

    fn view(&self, pos: &Board<L>) -> View {
        let map = self.board_map();
        let cells = map.hexes.cells().enumerate().map(|(number, bit)| {
            let (row, col) = self.on_screen(bit);
            let home = [map.black_home, map.white_home].iter().position(|home| home.has(bit));
            Cell {
                home: home.map(|index| Player::BOTH[index]),
                ..Cell::hexagon(number.to_string(), row, col)
            }
        });
        let pieces = Player::BOTH.into_iter().flat_map(|owner| {
            pos.pawns[owner.index()]
                .cells()
                .map(move |bit| Piece::new(map.number_of(bit), "pawn", LETTERS[owner.index()], owner))
        });
        View { has_sides: true, ..View::of(self, pos, cells, pieces) }
    }

    fn move_view(&self, pos: &Board<L>, mv: Step) -> MoveView {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let is_capture = pos.pawns[pos.to_move.other().index()].has(to);
        let map = self.board_map();
        MoveView::step(self.write_move(pos, mv), map.number_of(from), map.number_of(to), is_capture)
    }

    fn palette(&self) -> Vec<Swatch> {
        Swatch::of_both(LETTERS, "pawn").into()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        let map = self.board_map();
        let letter =
            |bit: usize| Some(arrangement.letters[map.number_of(bit)]).filter(|&letter| letter != EMPTY);
        write_hexes(map, letter, arrangement.to_move)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        &features::FEATURES
    }

    fn measure(&self, pos: &Board<L>, values: &mut [f64]) {
        let sign = if pos.to_move == Player::First { 1.0 } else { -1.0 };
        for (value, feature) in values.iter_mut().zip(features::black_view(pos)) {
            // Adding 0 keeps minus nothing out.
            *value = sign * f64::from(feature) + 0.0;
        }
    }

    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        features::ranges(self.layout)
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &features::EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Board<L>>> {
        features::evaluator(name, parameters)
    }

    fn inputs(&self) -> Inputs<Board<L>> {
        inputs::inputs(self)
    }

    fn plays(&self) -> Plays<Board<L>> {
        plays::plays(self)
    }

    // The defective row is only on one side of the board and only for one colour.
    fn symmetries(&self) -> Vec<Symmetry> {
        if self.board_map().has_quirk {
            return Vec::new();
        }
        vec![Symmetry::of(Turn::Mirror), Symmetry::swapping(Turn::Rotate180), Symmetry::swapping(Turn::Flip)]
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Board<L>) -> Board<L> {
        let mut pawns = pos.pawns.map(|cells| {
            cells.cells().fold(L::Cells::EMPTY, |set, cell| set | L::Cells::one(self.image(symmetry, cell)))
        });
        let mut to_move = pos.to_move;
        if symmetry.swaps_players {
            pawns.swap(0, 1);
            to_move = to_move.other();
        }
        Board::new(self.layout, pawns[0], pawns[1], to_move)
    }

    fn transform_move(&self, symmetry: &Symmetry, _pos: &Self::Position, mv: Step) -> Step {
        let image = |cell: u8| self.image(symmetry, usize::from(cell)) as u8;
        Step { from: image(mv.from), to: image(mv.to) }
    }
}
