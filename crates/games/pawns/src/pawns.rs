//! Games of pawns that step forward on a chess-like board of up to 8 x 8 cells and win by reaching the far row, or when
//! the opponent is stuck: Breakthrough and Hexapawn, which differ only in what [`Gait`] says.
//!
//! Boards live in 64 bits with eight bits a row, row 1 (White's) first, whatever their size: a cell outside a smaller
//! board is never empty and never anyone's, so no step can lead there.
//!
//! ```text
//! 4 x 3 board   4     24  25  26  | 27 .. 31
//!               3     16  17  18  | 19 .. 23
//!               2      8   9  10  | 11 .. 15
//!               1      0   1   2  |  3 ..  7
//!                      a   b   c
//! ```
//!
//! White steps by 7, 8 and 9 bits: from b2 (9) to a3 (16), b3 (17) and c3 (18). From a2 (8) a step by 7 would wrap to
//! bit 15, which is outside here but h2 on a full board: the column masks stop it.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use zermelo_game::Reader;
use zermelo_game::Turn;
use zermelo_game::grid::{self, GridText};
use zermelo_game::{
    About, Arrangement, Cell, EvaluatorInfo, Family, FeatureInfo, Game, Hints, Inputs, MoveError, MoveView,
    Opened, Outcome, Parameters, Piece, Plane, Player, Plays, Position, PositionError, Swatch, Symmetry,
    View, Weights, zobrist,
};

use zermelo_board::bits::Bits;
use zermelo_board::squeeze::{InputWriter, Squeeze};

/// A step from one cell (bit) to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

/// How a game's pawns go, and what follows.
pub trait Gait: Family + Copy + Eq + Hash + Debug + Send + Sync {
    /// Whether a diagonal step may go to an empty cell, or must capture.
    const QUIET_DIAGONALS: bool;
    /// How many rows of pawns each player has at the start.
    const PAWN_ROWS: usize;
    /// Rows and columns of the usual board.
    const USUAL_SIZE: (usize, usize);
    /// Why the game is over when a player is stuck: in a word for machines, and in words for people.
    const STUCK: (&'static str, &'static str);
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawns<F: Gait> {
    /// The cells of the white and of the black pawns.
    pawns: [u64; 2],
    empty: u64,
    key: u64,
    rows: u8,
    last_bit: u8,
    to_move: Player,
    gait: PhantomData<F>,
}

/// The features of games of pawns.
const FEATURES: [FeatureInfo; 4] = [
    FeatureInfo { name: "material", about: "Own pawns minus enemy pawns." },
    FeatureInfo {
        name: "advancement",
        about: "Sum of the squared advances of own pawns, minus the enemy's.",
    },
    FeatureInfo {
        name: "protection",
        about: "Own pawns protected by a pawn diagonally behind, minus the enemy's.",
    },
    FeatureInfo {
        name: "mobility",
        about: "Own pawns with an empty cell straight ahead, minus the enemy's.",
    },
];

/// The evaluators of games of pawns.
const EVALUATORS: [EvaluatorInfo; 2] = [
    EvaluatorInfo {
        form: "default",
        about: "10 * material + advancement + protection; weights set by hand.",
    },
    EvaluatorInfo {
        form: "weights(w1, .., w4)",
        about: "Weights on the features; also by name, weights(material=1).",
    },
];

static KEYS: [[u64; 64]; 2] = [zobrist::table(0), zobrist::table(1)];

/// Raised when the inputs change their meaning.
const INPUTS_VERSION: u32 = 1;
/// Raised when the numbers of moves change their meaning.
const PLAYS_VERSION: u32 = 1;

/// The players' letters in position texts.
const LETTERS: [char; 2] = ['w', 'b'];

const FIRST_ROW: u64 = 0xFF;
const NOT_FIRST_COLUMN: u64 = !0x0101_0101_0101_0101;
const NOT_LAST_COLUMN: u64 = !0x8080_8080_8080_8080;

impl<F: Gait> Pawns<F> {
    /// The player who stands on the far row.
    #[inline]
    pub fn arrived(&self) -> Option<Player> {
        if self.pawns[0] >> (8 * (self.rows - 1)) != 0 {
            Some(Player::First)
        } else if self.pawns[1] & FIRST_ROW != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// What a player contributes to each feature.
    fn share(&self, player: Player) -> [f64; 4] {
        let own = self.pawns[player.index()];
        let rows_gone = |bit: usize| match player {
            Player::First => bit / 8,
            Player::Second => usize::from(self.rows) - 1 - bit / 8,
        };
        let (guarded, ahead) = match player {
            Player::First => ((own & NOT_FIRST_COLUMN) << 7 | (own & NOT_LAST_COLUMN) << 9, own << 8),
            Player::Second => ((own & NOT_LAST_COLUMN) >> 7 | (own & NOT_FIRST_COLUMN) >> 9, own >> 8),
        };
        let advancement: usize = own.cells().map(|bit| rows_gone(bit) * rows_gone(bit)).sum();
        [own.count(), advancement, (own & guarded).count(), (ahead & self.empty).count()].map(|n| n as f64)
    }

    /// The bit of the last cell.
    #[inline]
    fn last_bit(&self) -> usize {
        usize::from(self.last_bit)
    }

    /// The board turned by half a turn.
    #[inline]
    fn turned(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (63 - self.last_bit())
    }

    /// The pawns of the side to move and of the other, the board turned so that the former move up.
    #[inline]
    fn seen_by_mover(&self) -> (u64, u64) {
        let [white, black] = self.pawns;
        match self.to_move {
            Player::First => (white, black),
            Player::Second => (self.turned(black), self.turned(white)),
        }
    }

    /// The mover's step to the first of these cells in its order, `by` bits from where it comes.
    #[inline]
    fn step_to(&self, mut cells: u64, by: usize) -> Option<Step> {
        match self.to_move {
            Player::First => cells.pop().map(|to| Step { from: (to - by) as u8, to: to as u8 }),
            Player::Second => cells.pop_high().map(|to| Step { from: (to + by) as u8, to: to as u8 }),
        }
    }

    /// Where the mover's pawns can go, and by how many bits: to the left, straight and to the right as that player
    /// sees it; nowhere once a pawn has arrived.
    #[inline]
    fn targets(&self) -> [(u64, usize); 3] {
        let [white, black] = self.pawns;
        if self.arrived().is_some() {
            return [(0, 7), (0, 8), (0, 9)];
        }
        let aside = |enemy: u64| if F::QUIET_DIAGONALS { enemy | self.empty } else { enemy };
        match self.to_move {
            Player::First => [
                ((white & NOT_FIRST_COLUMN) << 7 & aside(black), 7),
                (white << 8 & self.empty, 8),
                ((white & NOT_LAST_COLUMN) << 9 & aside(black), 9),
            ],
            Player::Second => [
                ((black & NOT_LAST_COLUMN) >> 7 & aside(white), 7),
                (black >> 8 & self.empty, 8),
                ((black & NOT_FIRST_COLUMN) >> 9 & aside(white), 9),
            ],
        }
    }
}

impl<F: Gait> Position for Pawns<F> {
    type Move = Step;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let winner_if_stuck = || (self.count_moves() == 0).then_some(self.to_move.other());
        self.arrived().or_else(winner_if_stuck).map(Outcome::Win)
    }

    // Black takes the cells from the other end: the board turned by half a turn, with colours swapped, shows the
    // turned moves in the same order.
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Step)) {
        for (mut cells, by) in self.targets() {
            while let Some(step) = self.step_to(cells, by) {
                cells ^= 1 << step.to;
                visit(step);
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.targets().iter().map(|(cells, _)| cells.count()).sum()
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let (us, them) = (self.to_move.index(), self.to_move.other().index());
        let target = 1 << to;
        if self.pawns[them] & target != 0 {
            self.pawns[them] ^= target;
            self.key ^= KEYS[them][to];
        }
        self.pawns[us] ^= 1 << from | target;
        self.empty = (self.empty | 1 << from) & !target;
        self.key ^= KEYS[us][from] ^ KEYS[us][to] ^ zobrist::SECOND_TO_MOVE;
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl<F: Gait> Hints for Pawns<F> {
    #[inline]
    fn search_key(&self) -> u64 {
        let (own, theirs) = self.seen_by_mover();
        own.hash(theirs)
    }

    #[inline]
    fn move_slot(&self, mv: Step) -> usize {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        match self.to_move {
            Player::First => 4 * from + (to - from) % 4,
            Player::Second => 4 * (self.last_bit() - from) + (from - to) % 4,
        }
    }

    #[inline]
    fn winning_move(&self) -> Option<Step> {
        for (cells, by) in self.targets() {
            let arriving = match self.to_move {
                Player::First => cells >> (8 * (self.rows - 1)) << (8 * (self.rows - 1)),
                Player::Second => cells & FIRST_ROW,
            };
            if let Some(step) = self.step_to(arriving, by) {
                return Some(step);
            }
        }
        None
    }

    fn each_capture(&self, mut visit: impl FnMut(Step)) {
        for (cells, by) in self.targets() {
            let mut cells = cells & !self.empty;
            while let Some(step) = self.step_to(cells, by) {
                cells ^= 1 << step.to;
                visit(step);
            }
        }
    }
}

/// A game of pawns on one board.
#[derive(Clone, Debug)]
pub struct Rules<F: Gait> {
    rows: usize,
    cols: usize,
    gait: PhantomData<F>,
}

impl<F: Gait> Rules<F> {
    /// The game on a board of at most 8 x 8 cells.
    pub fn new(rows: usize, cols: usize) -> Self {
        Rules { rows, cols, gait: PhantomData }
    }

    fn cells(&self) -> u64 {
        let cells = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| 8 * row + col));
        cells.fold(0, |set, cell| set | 1 << cell)
    }

    fn fill(&self, pawns: [u64; 2], to_move: Player) -> Pawns<F> {
        let mut key = if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        for (keys, pawns) in KEYS.iter().zip(pawns) {
            key = pawns.cells().fold(key, |key, cell| key ^ keys[cell]);
        }
        let empty = self.cells() & !(pawns[0] | pawns[1]);
        let last_bit = (8 * (self.rows - 1) + self.cols - 1) as u8;
        Pawns { pawns, empty, key, rows: self.rows as u8, last_bit, to_move, gait: PhantomData }
    }

    /// The cell's number on screen, row by row from the top.
    fn index(&self, bit: usize) -> usize {
        (self.rows - 1 - bit / 8) * self.cols + bit % 8
    }

    /// The bit of a cell of texts, where rows count from the top.
    fn bit_from_top(&self, row: usize, col: usize) -> usize {
        8 * (self.rows - 1 - row) + col
    }

    fn map(&self, symmetry: &Symmetry, bit: usize) -> usize {
        let (row, col) = symmetry.turn.apply(self.rows, self.cols, (bit / 8, bit % 8));
        8 * row + col
    }

    /// Reads cell, sign and cell.
    fn read_step(&self, text: &str) -> Result<(usize, char, usize), MoveError> {
        let mut reader = Reader::new(text);
        let (row, col) = grid::read_cell(&mut reader, text, self.rows, self.cols)?;
        let sign = reader.take_any(&['-', 'x']).ok_or_else(|| reader.move_error("`-` or `x`"))?;
        let (to_row, to_col) = grid::read_cell(&mut reader, text, self.rows, self.cols)?;
        if reader.is_done() {
            Ok((8 * row + col, sign, 8 * to_row + to_col))
        } else {
            Err(reader.move_error("nothing more"))
        }
    }
}

impl<F: Gait> Game for Rules<F> {
    type Position = Pawns<F>;

    fn id(&self) -> String {
        let size = format!("{}x{}", self.rows, self.cols);
        let is_usual = (self.rows, self.cols) == F::USUAL_SIZE;
        F::ABOUT.canonical_id(if is_usual { "" } else { &size })
    }

    fn about(&self) -> &'static About {
        &F::ABOUT
    }

    fn start(&self) -> Pawns<F> {
        let white = self.cells() & ((1 << (8 * F::PAWN_ROWS)) - 1);
        let black = self.cells() & !((1 << (8 * (self.rows - F::PAWN_ROWS))) - 1);
        self.fill([white, black], Player::First)
    }

    // Every step brings a pawn one row forward, and no pawn ever goes back.
    fn max_plies(&self) -> usize {
        2 * self.cols * (0..F::PAWN_ROWS).map(|row| self.rows - 1 - row).sum::<usize>()
    }

    fn can_draw(&self) -> bool {
        false
    }

    fn reason(&self, pos: &Pawns<F>) -> Option<&'static str> {
        pos.outcome()?;
        Some(if pos.arrived().is_some() { "far-row" } else { F::STUCK.0 })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        let words = if reason == F::STUCK.0 { F::STUCK.1 } else { "reached the far row" };
        words.to_owned()
    }

    fn write_move(&self, pos: &Pawns<F>, mv: Step) -> String {
        let sign = if pos.empty.has(usize::from(mv.to)) { '-' } else { 'x' };
        format!("{}{sign}{}", cell_name(usize::from(mv.from)), cell_name(usize::from(mv.to)))
    }

    fn explain(&self, pos: &Pawns<F>, text: &str) -> MoveError {
        let (from, sign, to) = match self.read_step(text) {
            Ok(step) => step,
            Err(error) => return error,
        };
        let (us, them) = (pos.to_move.index(), pos.to_move.other().index());
        let (name, other) = (self.players()[us], self.players()[them]);
        let (from_name, to_name) = (cell_name(from), cell_name(to));
        let is_forward = if us == 0 { to / 8 == from / 8 + 1 } else { to / 8 + 1 == from / 8 };
        let aside = (from % 8).abs_diff(to % 8);
        let is_enemy = pos.pawns[them].has(to);
        let why = if !pos.pawns[us].has(from) {
            format!("{name} has no pawn on {from_name}")
        } else if !is_forward || aside > 1 {
            format!(
                "a pawn moves one row forward, straight or diagonally, and cannot reach {to_name} from {from_name}"
            )
        } else if pos.pawns[us].has(to) {
            format!("{to_name} is occupied by a pawn of your own")
        } else if is_enemy && aside == 0 {
            format!("pawns capture only diagonally, and there is a {other} pawn on {to_name}")
        } else if !F::QUIET_DIAGONALS && !is_enemy && aside == 1 {
            format!("a diagonal step must capture, and there is no {other} pawn on {to_name}")
        } else if sign == '-' {
            format!("this move captures the pawn on {to_name}, so write `{from_name}x{to_name}`")
        } else {
            format!("there is no {other} pawn on {to_name} to capture; write `{from_name}-{to_name}`")
        };
        MoveError::illegal(text, why)
    }

    fn write_position(&self, pos: &Pawns<F>) -> String {
        let letter = |row: usize, col: usize| {
            let bit = self.bit_from_top(row, col);
            pos.pawns.iter().position(|pawns| pawns.has(bit)).map_or('.', |player| LETTERS[player])
        };
        grid::write_rows(self.rows, self.cols, letter, LETTERS[pos.to_move.index()])
    }

    fn read_position(&self, text: &str) -> Result<Pawns<F>, PositionError> {
        let text = GridText::read(text, (self.rows, self.cols), "wb.", LETTERS)?;
        let mut pawns = [0_u64; 2];
        for (row, col, letter) in text.cells().filter(|&(_, _, letter)| letter != '.') {
            pawns[usize::from(letter == 'b')] |= 1 << self.bit_from_top(row, col);
        }
        let pos = self.fill(pawns, text.to_move);
        if pos.arrived() == Some(Player::First) && pawns[1] & FIRST_ROW != 0 {
            return Err(text.error("both players have a pawn on the far row, so both would have won"));
        }
        if pawns == [0, 0] {
            return Err(text.error("there are no pawns on the board"));
        }
        Ok(pos)
    }

    fn view(&self, pos: &Pawns<F>) -> View {
        let cells = (0..self.rows * self.cols).map(|index| {
            let (row, col) = (index / self.cols, index % self.cols);
            let from_bottom = self.rows - 1 - row;
            let home = match (from_bottom, row) {
                (0, _) => Some(Player::First),
                (_, 0) => Some(Player::Second),
                _ => None,
            };
            Cell { home, ..Cell::square(grid::cell_name(from_bottom, col), row, col) }
        });
        let pieces = Player::BOTH.into_iter().flat_map(|owner| {
            let bits = pos.pawns[owner.index()].cells();
            bits.map(move |bit| Piece::new(self.index(bit), "pawn", LETTERS[owner.index()], owner))
        });
        View {
            columns: (0..self.cols).map(grid::column_name).collect(),
            rows: (1..=self.rows).rev().map(|row| row.to_string()).collect(),
            has_sides: true,
            ..View::of(self, pos, cells, pieces)
        }
    }

    fn move_view(&self, pos: &Pawns<F>, mv: Step) -> MoveView {
        let (from, to) = (self.index(usize::from(mv.from)), self.index(usize::from(mv.to)));
        MoveView::step(self.write_move(pos, mv), from, to, !pos.empty.has(usize::from(mv.to)))
    }

    fn palette(&self) -> Vec<Swatch> {
        Swatch::of_both(LETTERS, "pawn").into()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        grid::write_arrangement(arrangement, self.cols, LETTERS)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        &FEATURES
    }

    fn measure(&self, pos: &Pawns<F>, values: &mut [f64]) {
        let (us, them) = (pos.to_move, pos.to_move.other());
        let (own, enemy) = (pos.share(us), pos.share(them));
        for (value, (own, enemy)) in values.iter_mut().zip(own.into_iter().zip(enemy)) {
            *value = own - enemy;
        }
    }

    // Pawns that somebody arranged may fill all rows but the last.
    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        let pawns = self.cells().count() as f64;
        let last_row = (self.rows - 1) as f64;
        [pawns, pawns * last_row * last_row, pawns, pawns].map(|most| [-most, most]).to_vec()
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Pawns<F>>> {
        let parameters = match name {
            "default" => {
                parameters.finish().and_then(|()| Parameters::read("material=10,advancement=1,protection=1"))
            }
            "weights" => Ok(parameters),
            _ => return None,
        };
        let weights = parameters.and_then(|parameters| Weights::read(self, parameters));
        Some(weights.map(|weights| Arc::new(weights) as _))
    }

    fn inputs(&self) -> Inputs<Pawns<F>> {
        let squeeze = Squeeze::new(self.cells());
        let cells = self.cells().cells().map(|bit| (self.rows - 1 - bit / 8, bit % 8));
        let planes = vec![Plane::cells("own pawn"), Plane::cells("their pawn")];
        Inputs::new(self, INPUTS_VERSION, cells.collect(), planes, move |pos, words| {
            let (own, theirs) = pos.seen_by_mover();
            let mut writer = InputWriter::new(words);
            writer.push_cells(&squeeze, own);
            writer.push_cells(&squeeze, theirs);
            writer.finish();
        })
    }

    // The cells as the mover's network counts them, from the own side; nothing leaves the far row. To the left, straight and
    // to the right are steps of 7, 8 and 9 bits.
    fn plays(&self) -> Plays<Pawns<F>> {
        let (cols, count) = (self.cols, 3 * (self.rows - 1) * self.cols);
        Plays::new(PLAYS_VERSION, "cell and direction", count, move |pos: &Pawns<F>, mv: Step| {
            let (from, to) = (usize::from(mv.from), usize::from(mv.to));
            let (from, by) = match pos.to_move {
                Player::First => (from, to - from),
                Player::Second => (pos.last_bit() - from, from - to),
            };
            3 * (from / 8 * cols + from % 8) + by - 7
        })
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of(Turn::Mirror), Symmetry::swapping(Turn::Rotate180), Symmetry::swapping(Turn::Flip)]
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Pawns<F>) -> Pawns<F> {
        let turned = |pawns: u64| pawns.cells().fold(0, |set, cell| set | 1 << self.map(symmetry, cell));
        let [white, black] = pos.pawns.map(turned);
        if symmetry.swaps_players {
            self.fill([black, white], pos.to_move.other())
        } else {
            self.fill([white, black], pos.to_move)
        }
    }

    fn transform_move(&self, symmetry: &Symmetry, _pos: &Self::Position, mv: Step) -> Step {
        let map = |cell: u8| self.map(symmetry, usize::from(cell)) as u8;
        Step { from: map(mv.from), to: map(mv.to) }
    }
}

fn cell_name(bit: usize) -> String {
    grid::cell_name(bit / 8, bit % 8)
}
