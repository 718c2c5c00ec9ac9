//! Threats: what decides most drop games. A threat is an empty cell that would complete a line of one side.
//! No stone can go there before the cell below it is filled, and nobody wants to fill that one for the other.
//! So in the end the columns without threats are full, somebody must give way (zugzwang), and who that is
//! depends on parity: with an even number of rows the first player gets the cells of the first, third, fifth
//! row, the second player the others. The lowest threat of a column matters most; what lies above it will
//! hardly be filled, and lines through there are worth nothing.
//!
//! A position is judged after the moves that threats force: a player who can win does, and a player who must close
//! the only open threat of the other side closes it. Then nothing is about to happen on the board, and counting makes
//! sense. The theory is that of Allis (A Knowledge-based Approach of Connect-Four, 1988), counted instead of
//! proved. All cells are looked at at once.

use std::sync::Arc;
use zermelo_board::bits::Bits;
use zermelo_board::in_a_row::{self, Frame, Lowest, Stones};
use zermelo_board::windows::{self, Filled};
use zermelo_game::{Evaluator, EvaluatorInfo, FeatureInfo, Opened, Parameters, Player, Position};

/// How many features there are.
const N: usize = 10;

/// The features, each from the side to move and after the moves that threats force.
const FEATURES: [FeatureInfo; N] = [
    FeatureInfo {
        name: "forced-win",
        about: "1 if threats force a win of the side to move, -1 if they force a loss.",
    },
    FeatureInfo {
        name: "zugzwang",
        about: "Above 0 if the opponent, below 0 if the side to move must in the end fill a cell below a \
                threat of the other; 1 at once, less the later.",
    },
    FeatureInfo {
        name: "open-columns",
        about: "Squared numbers of own stones in open windows along columns, minus the enemy's. No window \
                goes through cells above a threat.",
    },
    FeatureInfo {
        name: "open-own-rows",
        about: "The same along rows whose cells fall to that side in the end.",
    },
    FeatureInfo {
        name: "open-other-rows",
        about: "The same along rows whose cells fall to the other side in the end.",
    },
    FeatureInfo { name: "open-diagonals", about: "The same along diagonals." },
    FeatureInfo {
        name: "stacked-threats",
        about: "Own threats right above another that is the lowest of its column, minus the enemy's.",
    },
    FeatureInfo {
        name: "own-reach",
        about: "Empty cells that fall to that side in the end and lie in one of its open rows or diagonals \
                that lacks one or two stones, minus the enemy's.",
    },
    FeatureInfo { name: "other-reach", about: "The same of cells that fall to the other side in the end." },
    FeatureInfo {
        name: "tempo",
        about: "1 if the side to move is to move after the forced moves too, else -1; 0 if the board is full.",
    },
];

/// The features of drop games: those of all games of lines, then those of threats.
pub const ALL_FEATURES: [FeatureInfo; windows::FEATURES.len() + N] = {
    let mut all = [windows::FEATURES[0]; windows::FEATURES.len() + N];
    let mut index = 0;
    while index < all.len() {
        all[index] = match index.checked_sub(windows::FEATURES.len()) {
            None => windows::FEATURES[index],
            Some(own) => FEATURES[own],
        };
        index += 1;
    }
    all
};

/// The evaluators of drop games.
pub const EVALUATORS: [EvaluatorInfo; 4] = [
    EvaluatorInfo { form: "default", about: "The strongest evaluator: threats." },
    EvaluatorInfo {
        form: "threats",
        about: "Threats, their parity and zugzwang, and open windows by direction; weights by name, \
                threats(tempo=0).",
    },
    windows::EVALUATORS[1],
    EvaluatorInfo {
        form: "weights(w1, w2)",
        about: "Weights on the first features, or on all; also by name, weights(center=1).",
    },
];

/// The weights of `threats`: a logistic fit of exact results, on 26,314 Connect Four positions of 12 to 34
/// stones from games of `alphabeta(nodes=200, eval=windows)` with random moves among its own, solved to their
/// ends. A forced win is worth more than all else.
const WEIGHTS: [f64; N] = [100.0, 5.4, 0.058, 0.135, 0.037, 0.077, 0.67, 0.2, 0.08, 1.1];

/// A zugzwang counts half when the square of its plies is this: the players have had time to make other
/// threats. Twice and four times as much fitted worse.
const HALF_LIFE: f64 = 50.0;

/// What the features need to know of a board.
#[derive(Clone, Copy, Debug)]
pub struct Threats<B> {
    frame: Frame,
    cells: B,
    /// The cells that fall to the first player in the end.
    first: B,
    /// Where windows begin: along columns, along rows, and along the two diagonals.
    starts: [B; 4],
}

/// A position from the side to move: its stones, those of the other, and the threats of both.
#[derive(Clone, Copy)]
struct Sides<B> {
    mine: B,
    theirs: B,
    my_threats: B,
    their_threats: B,
    empty: B,
}

/// What the open windows of one side hold.
#[derive(Clone, Copy)]
struct Open<B> {
    columns: i64,
    own_rows: i64,
    other_rows: i64,
    diagonals: i64,
    /// The empty cells of rows and diagonals that lack one or two stones.
    reach: B,
}

impl<B: Bits> Threats<B> {
    /// What is to be known of a board.
    pub fn new(frame: &Frame) -> Self {
        let (mut cells, mut first) = (B::EMPTY, B::EMPTY);
        let mut starts = [B::EMPTY; 4];
        // The last column to be filled begins with this player.
        let filled_before = (frame.lines - 1) * frame.length;
        for (line, place) in
            (0..frame.lines).flat_map(|line| (0..frame.length).map(move |place| (line, place)))
        {
            let cell = B::one(frame.bit(line, place));
            cells |= cell;
            if (filled_before + place).is_multiple_of(2) {
                first |= cell;
            }
            let fits_across = line + frame.win <= frame.lines;
            let fits_up = place + frame.win <= frame.length;
            let fits_down = place + 1 >= frame.win;
            let fits = [fits_up, fits_across, fits_across && fits_down, fits_across && fits_up];
            for (starts, _) in starts.iter_mut().zip(fits).filter(|&(_, fits)| fits) {
                *starts |= cell;
            }
        }
        Threats { frame: *frame, cells, first, starts }
    }

    /// The features from the side to move.
    pub fn measure(&self, pos: &Stones<B, Lowest>, values: &mut [f64]) {
        values.copy_from_slice(&self.features(pos));
    }

    /// The ranges of the features.
    pub fn ranges(&self) -> [[f64; 2]; N] {
        let (windows, cells) = (windows::most_in_windows(&self.frame), self.cells.count() as f64);
        [1.0, 1.0, windows, windows, windows, windows, cells, cells, cells, 1.0].map(|most| [-most, most])
    }

    #[inline]
    fn features(&self, pos: &Stones<B, Lowest>) -> [f64; N] {
        match self.frame.win {
            4 => self.features_of::<4>(pos),
            _ => self.features_of::<0>(pos),
        }
    }

    /// The features for a length known to the compiler, or for any if it is 0.
    #[inline]
    fn features_of<const WIN: usize>(&self, pos: &Stones<B, Lowest>) -> [f64; N] {
        let mut values = [0.0; N];
        let (mine, theirs) = pos.sides();
        let (sides, is_same, decided) = self.after_forced_moves(mine, theirs);
        let sign = if is_same { 1.0 } else { -1.0 };
        if decided != 0.0 {
            values[0] = sign * decided;
            return values;
        }
        // The game is drawn.
        if sides.empty.is_empty() {
            return values;
        }
        let is_first = (pos.to_move() == Player::First) == is_same;
        let mover_gets = if is_first { self.first } else { self.cells & !self.first };
        let other_gets = self.cells & !mover_gets;
        let threats = sides.my_threats | sides.their_threats;
        let dead = self.fill_up(threats.raised() & self.cells);
        let alive = sides.empty & !dead;
        let ours = self.open::<WIN>(sides.mine, sides.empty, alive, mover_gets);
        let other = self.open::<WIN>(sides.theirs, sides.empty, alive, other_gets);
        let lowest = threats & !dead;
        let stacked = |own: B| ((own & lowest).raised() & own).count() as f64;
        let count = |cells: B| cells.count() as f64;
        values[1] = self.zugzwang(&sides);
        values[2] = (ours.columns - other.columns) as f64;
        values[3] = (ours.own_rows - other.own_rows) as f64;
        values[4] = (ours.other_rows - other.other_rows) as f64;
        values[5] = (ours.diagonals - other.diagonals) as f64;
        values[6] = stacked(sides.my_threats) - stacked(sides.their_threats);
        values[7] = count(ours.reach & mover_gets) - count(other.reach & other_gets);
        values[8] = count(ours.reach & other_gets) - count(other.reach & mover_gets);
        values[9] = 1.0;
        // Without a zero below zero: it would be another number to those who compare bits.
        values.map(|value| if is_same { value } else { 0.0 - value })
    }

    /// The position after the moves that threats force, whether the same side is to move then, and who wins
    /// if that is plain: 1 the side to move then, -1 the other, 0 nobody.
    #[inline]
    fn after_forced_moves(&self, mine: B, theirs: B) -> (Sides<B>, bool, f64) {
        let (stride, win) = (self.frame.length + 1, self.frame.win);
        let threats = |stones: B| in_a_row::threats(stones, stride, win);
        let empty = self.cells & !(mine | theirs);
        let (my_threats, their_threats) = (threats(mine) & empty, threats(theirs) & empty);
        let mut sides = Sides { mine, theirs, my_threats, their_threats, empty };
        let mut is_same = true;
        loop {
            let open = sides.empty & !sides.empty.raised();
            if !(sides.my_threats & open).is_empty() {
                return (sides, is_same, 1.0);
            }
            let mut forced = sides.their_threats & open;
            let Some(cell) = forced.pop() else {
                return (sides, is_same, 0.0);
            };
            if !forced.is_empty() {
                return (sides, is_same, -1.0);
            }
            let stone = B::one(cell);
            let (mine, empty) = (sides.mine | stone, sides.empty & !stone);
            sides = Sides {
                mine: sides.theirs,
                theirs: mine,
                my_threats: sides.their_threats & empty,
                their_threats: threats(mine) & empty,
                empty,
            };
            is_same = !is_same;
        }
    }

    /// Who must give way when only cells below threats are left. The player to move then fills cells below
    /// threats of his own alone, which the other must close. He has won if that opens another, else he looks
    /// again; if there are no such cells, he has lost. Who makes new threats before is not known, so what is
    /// far away counts little.
    #[inline]
    fn zugzwang(&self, sides: &Sides<B>) -> f64 {
        let (mut left, mut is_same, mut plies) = (sides.empty, true, 0);
        loop {
            let (mine, theirs) = (sides.my_threats & left, sides.their_threats & left);
            let held = self.fill_up((mine | theirs).lowered_by(1) & left);
            let n_free = (left & !held).count();
            plies += n_free;
            is_same ^= n_free % 2 == 1;
            left = held;
            if left.is_empty() {
                return 0.0;
            }
            let (own, other) = if is_same { (mine, theirs) } else { (theirs, mine) };
            let lowest = left & !left.raised();
            let given = lowest & own.lowered_by(1) & !other.lowered_by(1);
            // Above the cell that the other must close lies another own threat, open then.
            let wins = !(given.raised().raised() & own).is_empty();
            if wins || given.is_empty() {
                let size = HALF_LIFE / (HALF_LIFE + (plies * plies) as f64);
                return if is_same == wins { size } else { -size };
            }
            plies += 2 * given.count();
            left = left & !(given | given.raised());
        }
    }

    /// These cells and all above them in their columns.
    #[inline]
    fn fill_up(&self, cells: B) -> B {
        let (mut filled, mut connected) = (cells, self.cells);
        let mut step = 1;
        while step < self.frame.length {
            filled |= connected & filled.raised_by(step);
            connected = connected & connected.raised_by(step);
            step *= 2;
        }
        filled
    }

    /// What one side has in its open windows. `gets` are the cells that fall to it. Windows through dead
    /// cells count nothing, but their cells are within reach: a stone there may make a threat below the one
    /// that kills them.
    #[inline]
    fn open<const WIN: usize>(&self, stones: B, empty: B, alive: B, gets: B) -> Open<B> {
        let stride = self.frame.length + 1;
        let filled = |direction: usize, stride: usize| {
            Filled::<B, WIN>::of(self.starts[direction], stride, self.frame.win, stones)
        };
        let columns = filled(0, 1);
        let rows = filled(1, stride);
        let diagonals = [filled(2, stride - 1), filled(3, stride + 1)];
        let open_rows = rows.open(alive);
        let mut reach = rows.nearly_full(rows.open(empty));
        let mut diagonal_squares = 0;
        for diagonal in &diagonals {
            diagonal_squares += diagonal.squares(diagonal.open(alive));
            reach |= diagonal.nearly_full(diagonal.open(empty));
        }
        Open {
            columns: columns.squares(columns.open(alive)),
            own_rows: rows.squares(open_rows & gets),
            other_rows: rows.squares(open_rows & !gets),
            diagonals: diagonal_squares,
            reach: reach & empty,
        }
    }
}

/// The weighted features.
struct Judge<B> {
    threats: Threats<B>,
    weights: [f64; N],
}

impl<B: Bits> Evaluator<Stones<B, Lowest>> for Judge<B> {
    fn value(&self, pos: &Stones<B, Lowest>, player: Player) -> f64 {
        let values = self.threats.features(pos);
        let value: f64 = values.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum();
        if pos.to_move() == player { value } else { 0.0 - value }
    }

    fn contributions(&self, pos: &Stones<B, Lowest>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let sign = if pos.to_move() == player { 1.0 } else { -1.0 };
        let values = self.threats.features(pos);
        let parts = values.iter().zip(&self.weights).map(|(value, weight)| sign * value * weight);
        Some(FEATURES.iter().map(|feature| feature.name).zip(parts).collect())
    }
}

/// Opens `threats` with its weights, some of them changed by name.
pub fn evaluator<B: Bits>(threats: Threats<B>, mut parameters: Parameters) -> Opened<Stones<B, Lowest>> {
    let mut weights = WEIGHTS;
    for (weight, feature) in weights.iter_mut().zip(&FEATURES) {
        *weight = parameters.real(feature.name, *weight)?;
    }
    parameters.finish()?;
    Ok(Arc::new(Judge { threats, weights }))
}
