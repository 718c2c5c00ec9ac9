//! Simplexity (ColorShapeLinks): drop round or square pieces of your colour; a line counts by shape, whoever's
//! colour it is, and by colour, whatever its shape. Round and white lines win for White, square and red lines
//! for Red. Shape is looked at before colour, so a player can lose on the own move.
//!
//! The board is that of the drop games: columns bottom first, one spare bit above each (see `drop`). A
//! position keeps the cells of each colour, the round ones, and the empty ones. On 6 x 7 after `1o 1o 2s`, bits
//! by column: white {0, 7}, red {1}, round {0, 1}, empty all but {0, 1, 7}.

mod evaluators;
mod inputs;
mod supply;

use std::fmt::Debug;
use std::marker::PhantomData;

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::Reader;
use zermelo_game::Turn;
use zermelo_game::grid::{self, GridText};
use zermelo_game::{
    About, Arrangement, Cell, EvaluatorInfo, Family, FeatureInfo, Game, GameVisitor, Hints, Inputs, Line,
    MoveError, MoveView, Opened, Outcome, Parameter, ParameterError, Parameters, Piece, Player, Plays,
    Position, PositionError, Swatch, Symmetry, Tint, Tray, View, zobrist,
};

use zermelo_board::bits::{Bits, Words};
use zermelo_board::in_a_row::{Frame, Lowest, Targets, find_line, has_line, threats};

/// The family `simplexity`.
pub struct Simplexity;

/// The largest board: the competition's boards come from lottery numbers, which end at 50.
const MOST_BITS: usize = 2560;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry = FamilyEntry { about: &Simplexity::ABOUT, open: open_family::<Simplexity> };

impl Family for Simplexity {
    const ABOUT: About = About {
        id: "simplexity",
        title: "Simplexity",
        summary: "Drop round or square pieces: White wins with a line of white or of round pieces, Red with a line \
                  of red or of square pieces. Shape takes precedence over colour.",
        players: ["white", "red"],
        tints: [Tint::White, Tint::Red],
        rules_version: 1,
        parameters: &[
            Parameter { form: "6x7", meaning: "rows x columns; (rows + 1) x columns at most 2560" },
            Parameter { form: "win=4", meaning: "number of pieces in a line that wins" },
            Parameter { form: "round=10", meaning: "round pieces of each player" },
            Parameter { form: "square=11", meaning: "square pieces of each player" },
        ],
        move_help: "A move is a column from 1 and a shape: `4o` drops a round piece, `4s` a square one.",
        presets: &[],
        samples: &[
            "",
            "3x3,win=3,round=2,square=3",
            "4x4,win=3,round=2,square=2",
            "6x7,round=4,square=4",
            "8x13,round=26,square=26",
            "1x9,win=3",
            "9x1,win=3",
            "12x12,win=6,round=36,square=36",
            "9x37,win=5,round=83,square=84",
            "18x22,win=9,round=99,square=99",
            "30x40,win=15,round=300,square=300",
        ],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let (rows, cols) = parameters.size(1..=MOST_BITS, 1..=MOST_BITS, (6, 7))?;
        let win = parameters.number("win", 1..=MOST_BITS, 4)?;
        let round = parameters.number("round", 0..=30_000, 10)?;
        let square = parameters.number("square", 0..=30_000, 11)?;
        parameters.finish()?;
        if win > rows && win > cols {
            return Err(ParameterError::new(format!(
                "a line of {win} does not fit on {rows} rows and {cols} columns"
            )));
        }
        if round + square == 0 {
            return Err(ParameterError::new("there are no pieces: raise `round` or `square`"));
        }
        let size = Size { rows, cols, win, pieces: [round, square] };
        match size.n_bits() {
            0..=64 => Ok(visitor.visit(Rules::<u64>::new(size))),
            65..=512 => Ok(visitor.visit(Rules::<Words<8>>::new(size))),
            513..=MOST_BITS => Ok(visitor.visit(Rules::<Words<{ MOST_BITS / 64 }>>::new(size))),
            n_bits => Err(ParameterError::new(format!(
                "`{rows}x{cols}` is too large: (rows + 1) x columns is {n_bits}, at most {MOST_BITS} are possible"
            ))),
        }
    }
}

/// A shape of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// White's shape.
    Round = 0,
    /// Red's shape.
    Square = 1,
}

impl Shape {
    /// Both shapes.
    pub const BOTH: [Shape; 2] = [Shape::Round, Shape::Square];

    /// The player for whom a line of this shape wins.
    pub const fn owner(self) -> Player {
        match self {
            Shape::Round => Player::First,
            Shape::Square => Player::Second,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Shape::Round => "round",
            Shape::Square => "square",
        }
    }
}

/// A piece of a shape falling to a cell (bit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drop {
    cell: u16,
    shape: Shape,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Shape(Player),
    Color(Player),
    BoardFull,
    NoPieces,
}

/// A position of Simplexity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<B: Bits> {
    /// The cells of the pieces of the side to move, and of the other. They change places with every move, so that
    /// no code needs to ask whose they are.
    mine: B,
    theirs: B,
    /// The cells of the round pieces of both colours.
    round: B,
    empty: B,
    key: u64,
    /// The pieces left to the side to move, and to the other, by shape.
    my_left: [u16; 2],
    their_left: [u16; 2],
    stride: u16,
    win: u16,
    to_move: Player,
    end: Option<End>,
}

/// The number of a piece in a key. Small boards look it up.
#[inline]
fn piece_key(player: Player, shape: Shape, cell: usize) -> u64 {
    static SMALL: [[u64; 128]; 4] =
        [zobrist::table(0), zobrist::table(1), zobrist::table(2), zobrist::table(3)];
    let kind = 2 * player.index() + shape as usize;
    if cell < 128 { SMALL[kind][cell] } else { zobrist::number(kind, cell) }
}

impl<B: Bits> Board<B> {
    /// The cells of a player's pieces.
    fn color(&self, player: Player) -> B {
        if player == self.to_move { self.mine } else { self.theirs }
    }

    /// The pieces left to a player, by shape.
    fn left(&self, player: Player) -> [u16; 2] {
        if player == self.to_move { self.my_left } else { self.their_left }
    }

    #[inline]
    fn of_shape(&self, shape: Shape) -> B {
        match shape {
            Shape::Round => self.round,
            Shape::Square => (self.mine | self.theirs) & !self.round,
        }
    }

    #[inline]
    fn has_line(&self, cells: B, through: usize) -> bool {
        has_line(cells, through, usize::from(self.stride), usize::from(self.win))
    }

    /// The cells that would complete a line of these pieces.
    #[inline]
    fn completing(&self, cells: B) -> B {
        threats(cells, usize::from(self.stride), usize::from(self.win))
    }

    /// The end of the game if no line is complete.
    #[inline]
    fn draw(&self) -> Option<End> {
        if self.empty.is_empty() {
            Some(End::BoardFull)
        } else if self.my_left == [0; 2] && self.their_left == [0; 2] {
            Some(End::NoPieces)
        } else {
            None
        }
    }
}

impl<B: Bits> Position for Board<B> {
    type Move = Drop;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.end.map(|end| match end {
            End::Shape(player) | End::Color(player) => Outcome::Win(player),
            End::BoardFull | End::NoPieces => Outcome::Draw,
        })
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Drop)) {
        if self.end.is_some() {
            return;
        }
        let mut targets = Lowest::of(self.empty);
        while let Some(cell) = targets.pop() {
            for shape in Shape::BOTH {
                if self.my_left[shape as usize] > 0 {
                    visit(Drop { cell: cell as u16, shape });
                }
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        let shapes = self.my_left.iter().filter(|&&left| left > 0).count();
        shapes * Lowest::of(self.empty).count()
    }

    #[inline]
    fn play(&mut self, mv: Drop) {
        let (us, cell) = (self.to_move, usize::from(mv.cell));
        let piece = B::one(cell);
        (self.mine, self.theirs) = (self.theirs, self.mine | piece);
        if mv.shape == Shape::Round {
            self.round |= piece;
        }
        self.empty ^= piece;
        let mut left = self.my_left;
        left[mv.shape as usize] -= 1;
        (self.my_left, self.their_left) = (self.their_left, left);
        self.key ^= piece_key(us, mv.shape, cell) ^ zobrist::SECOND_TO_MOVE;
        self.to_move = us.other();
        // Only lines through the new piece can be new: of its shape first, then of its colour.
        self.end = if self.has_line(self.of_shape(mv.shape), cell) {
            Some(End::Shape(mv.shape.owner()))
        } else if self.has_line(self.theirs, cell) {
            Some(End::Color(us))
        } else {
            self.draw()
        };
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl<B: Bits> Hints for Board<B> {
    // Shape before colour: a piece of one's own shape wins by either, one of the other shape by colour only, and only
    // where it completes no line of that shape.
    #[inline]
    fn winning_move(&self) -> Option<Drop> {
        let shape = Shape::BOTH[self.to_move.index()];
        let other = Shape::BOTH[self.to_move.other().index()];
        let targets = Lowest::of(self.empty);
        let by_color = self.completing(self.mine) & targets;
        let drop_to = |mut cells: B, shape| cells.pop().map(|cell| Drop { cell: cell as u16, shape });
        let own_shape = if self.my_left[shape as usize] > 0 {
            drop_to(by_color | (self.completing(self.of_shape(shape)) & targets), shape)
        } else {
            None
        };
        if own_shape.is_some() || by_color.is_empty() || self.my_left[other as usize] == 0 {
            return own_shape;
        }
        drop_to(by_color & !self.completing(self.of_shape(other)), other)
    }
}

/// Raised when the numbers of moves change their meaning.
const PLAYS_VERSION: u32 = 1;

/// The players' letters in position texts, where the side to move stands.
const SIDES: [char; 2] = ['w', 'r'];

/// The letter of a piece in position texts.
fn letter(owner: Player, shape: Shape) -> char {
    match (owner, shape) {
        (Player::First, Shape::Round) => 'w',
        (Player::First, Shape::Square) => 'W',
        (Player::Second, Shape::Round) => 'r',
        (Player::Second, Shape::Square) => 'R',
    }
}

/// Board size, win length, and round and square pieces of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    rows: usize,
    cols: usize,
    win: usize,
    pieces: [usize; 2],
}

impl Size {
    const STANDARD: Size = Size { rows: 6, cols: 7, win: 4, pieces: [10, 11] };

    fn n_bits(&self) -> usize {
        (self.rows + 1) * self.cols
    }
}

/// Simplexity on one board.
#[derive(Clone, Debug)]
pub struct Rules<B: Bits> {
    size: Size,
    bits: PhantomData<B>,
}

impl<B: Bits> Rules<B> {
    fn new(size: Size) -> Self {
        Rules { size, bits: PhantomData }
    }

    /// The board: its lines are columns, as in the drop games.
    fn frame(&self) -> Frame {
        Frame { lines: self.size.cols, length: self.size.rows, win: self.size.win }
    }

    fn bit(&self, row_from_top: usize, col: usize) -> usize {
        self.frame().bit_from_top(row_from_top, col)
    }

    fn piece(pos: &Board<B>, bit: usize) -> Option<(Player, Shape)> {
        let owner = Player::BOTH.into_iter().find(|&player| pos.color(player).has(bit))?;
        Some((owner, if pos.round.has(bit) { Shape::Round } else { Shape::Square }))
    }

    /// The board with these pieces (row from the top, column, piece): there must be enough of them. Lines are
    /// looked for in the order of the rules.
    fn fill(&self, pieces: &[(usize, usize, Player, Shape)], to_move: Player) -> Board<B> {
        let cells = (0..self.size.rows).flat_map(|row| (0..self.size.cols).map(move |col| (row, col)));
        let mut colors = [B::EMPTY; 2];
        let mut left = [self.size.pieces.map(|n| n as u16); 2];
        let mut pos = Board {
            mine: B::EMPTY,
            theirs: B::EMPTY,
            round: B::EMPTY,
            empty: cells.fold(B::EMPTY, |set, (row, col)| set | B::one(self.bit(row, col))),
            key: if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 },
            my_left: [0; 2],
            their_left: [0; 2],
            stride: (self.size.rows + 1) as u16,
            win: self.size.win as u16,
            to_move,
            end: None,
        };
        for &(row, col, owner, shape) in pieces {
            let bit = self.bit(row, col);
            colors[owner.index()] |= B::one(bit);
            if shape == Shape::Round {
                pos.round |= B::one(bit);
            }
            pos.empty ^= B::one(bit);
            pos.key ^= piece_key(owner, shape, bit);
            left[owner.index()][shape as usize] -= 1;
        }
        let (us, them) = (to_move.index(), to_move.other().index());
        (pos.mine, pos.theirs) = (colors[us], colors[them]);
        (pos.my_left, pos.their_left) = (left[us], left[them]);
        let has_line = |cells: B| find_line(cells, self.size.rows + 1, self.size.win).is_some();
        let by_shape = Shape::BOTH.into_iter().find(|&shape| has_line(pos.of_shape(shape)));
        let by_color = Player::BOTH.into_iter().find(|player| has_line(colors[player.index()]));
        pos.end = match (by_shape, by_color) {
            (Some(shape), _) => Some(End::Shape(shape.owner())),
            (None, Some(player)) => Some(End::Color(player)),
            (None, None) => pos.draw(),
        };
        pos
    }
}

impl<B: Bits> Game for Rules<B> {
    type Position = Board<B>;

    fn id(&self) -> String {
        let Size { rows, cols, win, pieces: [round, square] } = self.size;
        let standard = Size::STANDARD;
        let mut parts = Vec::new();
        if (rows, cols) != (standard.rows, standard.cols) {
            parts.push(format!("{rows}x{cols}"));
        }
        for (name, value, default) in [
            ("win", win, standard.win),
            ("round", round, standard.pieces[0]),
            ("square", square, standard.pieces[1]),
        ] {
            if value != default {
                parts.push(format!("{name}={value}"));
            }
        }
        Simplexity::ABOUT.canonical_id(&parts.join(","))
    }

    fn about(&self) -> &'static About {
        &Simplexity::ABOUT
    }

    fn start(&self) -> Board<B> {
        self.fill(&[], Player::First)
    }

    fn max_plies(&self) -> usize {
        (self.size.rows * self.size.cols).min(2 * (self.size.pieces[0] + self.size.pieces[1]))
    }

    fn reason(&self, pos: &Board<B>) -> Option<&'static str> {
        Some(match pos.end? {
            End::Shape(_) => "shape",
            End::Color(_) => "color",
            End::BoardFull => "board-full",
            End::NoPieces => "no-pieces",
        })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        match reason {
            "shape" => format!("{} of one shape in a line", self.size.win),
            "color" => format!("{} of one colour in a line", self.size.win),
            "board-full" => "the board is full".to_owned(),
            _ => "no pieces are left".to_owned(),
        }
    }

    fn write_move(&self, _pos: &Board<B>, mv: Drop) -> String {
        let (col, _) = self.frame().place(usize::from(mv.cell));
        format!("{}{}", col + 1, ['o', 's'][mv.shape as usize])
    }

    fn explain(&self, pos: &Board<B>, text: &str) -> MoveError {
        let mut reader = Reader::new(text);
        let start = reader.clone();
        let Some(col) = reader.number() else {
            return start.move_error(&format!("a column from 1 to {}", self.size.cols));
        };
        let Some(shape) = reader.take_any(&['o', 's']) else {
            return reader.move_error("a shape, `o` for round or `s` for square");
        };
        if !reader.is_done() {
            return reader.move_error("nothing more");
        }
        let shape = if shape == 'o' { Shape::Round } else { Shape::Square };
        let is_column = (1..=self.size.cols).contains(&col);
        let why = if is_column && pos.my_left[shape as usize] == 0 {
            format!("{} has no {} pieces left", self.name(pos.to_move), shape.name())
        } else {
            self.frame().why_not_column(col)
        };
        MoveError::illegal(text, why)
    }

    fn write_position(&self, pos: &Board<B>) -> String {
        let letter = |row, col| match Self::piece(pos, self.bit(row, col)) {
            Some((owner, shape)) => letter(owner, shape),
            None => '.',
        };
        grid::write_rows(self.size.rows, self.size.cols, letter, SIDES[pos.to_move.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board<B>, PositionError> {
        let Size { rows, cols, pieces: supply, .. } = self.size;
        let text = GridText::read(text, (rows, cols), "wWrR.", SIDES)?;
        let mut pieces = Vec::new();
        let mut used = [[0; 2]; 2];
        for (row, col, letter) in text.cells().filter(|&(_, _, letter)| letter != '.') {
            if row + 1 < rows && text.letter(row + 1, col) == '.' {
                return Err(text.error_at(row, col, "this piece floats: the cell below it is empty"));
            }
            let owner = if letter.eq_ignore_ascii_case(&'w') { Player::First } else { Player::Second };
            let shape = if letter.is_ascii_lowercase() { Shape::Round } else { Shape::Square };
            let count = &mut used[owner.index()][shape as usize];
            *count += 1;
            if *count > supply[shape as usize] {
                let (who, limit, what) = (self.name(owner), supply[shape as usize], shape.name());
                return Err(text.error_at(row, col, format!("{who} has only {limit} {what} pieces")));
            }
            pieces.push((row, col, owner, shape));
        }
        let [white, red] = used.map(|counts: [usize; 2]| counts[0] + counts[1]);
        let due = if text.to_move == Player::First { red } else { red + 1 };
        if white != due {
            let to_move = self.name(text.to_move);
            let problem = format!(
                "there are {white} white and {red} red pieces: with {to_move} to move, {due} must be white"
            );
            return Err(text.error(problem));
        }
        Ok(self.fill(&pieces, text.to_move))
    }

    fn view(&self, pos: &Board<B>) -> View {
        let Size { rows, cols, win, .. } = self.size;
        let cells = (0..rows * cols).map(|index| {
            let (row, col) = (index / cols, index % cols);
            Cell::square(grid::cell_name(rows - 1 - row, col), row, col)
        });
        let filled = (pos.mine | pos.theirs).cells();
        let pieces = filled.filter_map(|bit| Some((bit, Self::piece(pos, bit)?)));
        let pieces = pieces.map(|(bit, (owner, shape))| {
            Piece::new(self.frame().index_from_top(bit), shape.name(), letter(owner, shape), owner)
        });
        let trays = Player::BOTH.into_iter().flat_map(|owner| Shape::BOTH.map(|shape| (owner, shape)));
        let trays = trays.map(|(owner, shape)| Tray {
            owner,
            kind: shape.name(),
            count: usize::from(pos.left(owner)[shape as usize]),
        });
        let (line_cells, by) = match pos.end {
            Some(End::Shape(player)) => (pos.of_shape(Shape::BOTH[player.index()]), "shape"),
            Some(End::Color(player)) => (pos.color(player), "color"),
            _ => (B::EMPTY, ""),
        };
        let line = find_line(line_cells, rows + 1, win);
        let index = |bit| self.frame().index_from_top(bit);
        View {
            columns: (1..=cols).map(|col| col.to_string()).collect(),
            trays: trays.collect(),
            line: line.map(|bits| Line { cells: bits.into_iter().map(index).collect(), by }),
            ..View::of(self, pos, cells, pieces)
        }
    }

    fn move_view(&self, pos: &Board<B>, mv: Drop) -> MoveView {
        let (column, _) = self.frame().place(usize::from(mv.cell));
        let to = self.frame().index_from_top(usize::from(mv.cell));
        MoveView { kind: Some(mv.shape.name()), ..MoveView::drop(self.write_move(pos, mv), column, to) }
    }

    fn palette(&self) -> Vec<Swatch> {
        let pieces = Player::BOTH.into_iter().flat_map(|owner| Shape::BOTH.map(|shape| (owner, shape)));
        pieces.map(|(owner, shape)| Swatch::piece(letter(owner, shape), shape.name(), owner)).collect()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        grid::write_arrangement(arrangement, self.size.cols, SIDES)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        &evaluators::FEATURES
    }

    fn measure(&self, pos: &Board<B>, values: &mut [f64]) {
        evaluators::measure(self, pos, values);
    }

    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        evaluators::ranges(self)
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &evaluators::EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Board<B>>> {
        evaluators::evaluator(self, name, parameters)
    }

    fn inputs(&self) -> Inputs<Board<B>> {
        inputs::inputs(self)
    }

    // As in the inputs, the own shape is the one whose lines win for the side to move. It comes first.
    fn plays(&self) -> Plays<Board<B>> {
        let frame = self.frame();
        let about = "column and shape, own or theirs";
        Plays::new(PLAYS_VERSION, about, 2 * self.size.cols, move |pos: &Board<B>, mv: Drop| {
            let (col, _) = frame.place(usize::from(mv.cell));
            2 * col + usize::from(mv.shape.owner() != pos.to_move)
        })
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of(Turn::Mirror)]
    }

    fn transform(&self, _mirror: &Symmetry, pos: &Board<B>) -> Board<B> {
        let filled = (pos.mine | pos.theirs).cells();
        let pieces: Vec<_> = filled
            .filter_map(|bit| {
                let (owner, shape) = Self::piece(pos, bit)?;
                let (col, height) = self.frame().place(self.frame().mirrored(bit));
                Some((self.size.rows - 1 - height, col, owner, shape))
            })
            .collect();
        self.fill(&pieces, pos.to_move)
    }

    fn transform_move(&self, _mirror: &Symmetry, _pos: &Self::Position, mv: Drop) -> Drop {
        Drop { cell: self.frame().mirrored(usize::from(mv.cell)) as u16, shape: mv.shape }
    }
}
