//! Open windows: the plain evaluation of all games of lines. A window is a place where a line could be; it is open to
//! a side that has something there while the other has nothing. More in one window counts more: by the square.

use std::sync::Arc;
use zermelo_game::{Evaluator, EvaluatorInfo, FeatureInfo, Game, Opened, Parameters, Player, Weights};

use crate::bits::Bits;
use crate::in_a_row::{Frame, Stones, Targets};

/// All windows of a board, by direction: where they begin, and how far apart their cells are.
#[derive(Clone, Debug)]
pub struct Windows<B> {
    starts: Vec<(B, usize)>,
    win: usize,
}

impl<B: Bits> Windows<B> {
    /// The windows of a board.
    pub fn new(frame: &Frame) -> Self {
        let (lines, length, win) = (frame.lines as isize, frame.length as isize, frame.win as isize);
        let starts = [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().map(|(down, right)| {
            let mut begins = B::EMPTY;
            for (line, place) in (0..lines).flat_map(|line| (0..length).map(move |place| (line, place))) {
                let (end_line, end_place) = (line + down * (win - 1), place + right * (win - 1));
                // A window of one cell lies in every direction, but is one window.
                let is_new = win > 1 || (down, right) == (0, 1);
                if end_line < lines && (0..length).contains(&end_place) && is_new {
                    begins |= B::one(frame.bit(line as usize, place as usize));
                }
            }
            (begins, (down * (length + 1) + right) as usize)
        });
        Windows { starts: starts.collect(), win: frame.win }
    }

    /// The squares of what `mine` has in windows without `theirs`, summed, minus the same for them.
    #[inline]
    pub fn balance(&self, mine: B, theirs: B) -> f64 {
        let sum = match self.win {
            3 => self.balance_of::<3>(mine, theirs),
            4 => self.balance_of::<4>(mine, theirs),
            5 => self.balance_of::<5>(mine, theirs),
            _ => self.balance_of::<0>(mine, theirs),
        };
        sum as f64
    }

    /// The same for a length known to the compiler, or for any if it is 0.
    #[inline]
    fn balance_of<const WIN: usize>(&self, mine: B, theirs: B) -> i64 {
        let win = if WIN == 0 { self.win } else { WIN };
        let mut sum = 0;
        for &(starts, stride) in &self.starts {
            let (own, other) = (Counts::<B>::of(mine, stride, win), Counts::<B>::of(theirs, stride, win));
            sum += own.squares(starts & !other.any) - other.squares(starts & !own.any);
        }
        sum
    }
}

/// How many of one side's stones lie in each window of one direction, for all windows at once. `WIN` is their
/// length if the compiler knows it, or else 0.
pub struct Filled<B, const WIN: usize> {
    starts: B,
    stride: usize,
    win: usize,
    stones: B,
    counts: Counts<B>,
}

impl<B: Bits, const WIN: usize> Filled<B, WIN> {
    /// In the windows of `win` cells, `stride` apart, that begin at `starts`.
    #[inline]
    pub fn of(starts: B, stride: usize, win: usize, stones: B) -> Self {
        let win = if WIN == 0 { win } else { WIN };
        Filled { starts, stride, win, stones, counts: Counts::of(stones, stride, win) }
    }

    /// Where the windows begin that have nothing but stones and `free` cells.
    #[inline]
    pub fn open(&self, free: B) -> B {
        let usable = self.stones | free;
        let win = if WIN == 0 { self.win } else { WIN };
        (0..win).fold(self.starts, |open, step| open & usable.lowered_by(step * self.stride))
    }

    /// The sum of the squared counts of some windows.
    #[inline]
    pub fn squares(&self, windows: B) -> i64 {
        self.counts.squares(windows)
    }

    /// The cells of those of some windows that lack one or two stones.
    #[inline]
    pub fn nearly_full(&self, windows: B) -> B {
        let win = if WIN == 0 { self.win } else { WIN };
        let mut begins = B::EMPTY;
        for count in [win.checked_sub(2), win.checked_sub(1)].into_iter().flatten() {
            let digits = self.counts.digits[..self.counts.n_digits].iter().enumerate();
            begins |= digits.fold(windows, |begins, (index, &digit)| {
                begins & if count >> index & 1 == 1 { digit } else { !digit }
            });
        }
        (0..win).fold(B::EMPTY, |cells, step| cells | begins.raised_by(step * self.stride))
    }
}

/// For every cell at once, how many cells of a set lie in the window that begins there: the binary digits of the counts,
/// each digit as a set.
struct Counts<B> {
    digits: [B; 12],
    n_digits: usize,
    /// The windows with at least one.
    any: B,
}

impl<B: Bits> Counts<B> {
    #[inline]
    fn of(cells: B, stride: usize, win: usize) -> Self {
        let n_digits = (usize::BITS - win.leading_zeros()) as usize;
        let mut digits = [B::EMPTY; 12];
        let mut any = B::EMPTY;
        for step in 0..win {
            // A binary counter for every window: what is added ripples through the digits.
            let mut carry = cells.lowered_by(step * stride);
            any |= carry;
            for digit in &mut digits[..n_digits] {
                let both = *digit & carry;
                *digit ^= carry;
                carry = both;
            }
        }
        Counts { digits, n_digits, any }
    }

    /// The sum of the squared counts of some windows: the square of a sum of digits, digit by digit.
    #[inline]
    fn squares(&self, windows: B) -> i64 {
        let mut sum = 0;
        for high in 0..self.n_digits {
            let digit = self.digits[high] & windows;
            sum += (digit.count() as i64) << (2 * high);
            for low in 0..high {
                sum += ((digit & self.digits[low]).count() as i64) << (high + low + 1);
            }
        }
        sum
    }
}

/// The features of m,n,k games, and the first ones of drop games.
pub const FEATURES: [FeatureInfo; 2] = [
    FeatureInfo {
        name: "open-windows",
        about: "Sum over windows without enemy stones of the squared number of own stones, minus the enemy's.",
    },
    FeatureInfo {
        name: "center",
        about: "Nearness of own stones to the middle of the board minus that of enemy stones.",
    },
];

/// The evaluators of m,n,k games.
pub const EVALUATORS: [EvaluatorInfo; 3] = [
    EvaluatorInfo { form: "default", about: "The strongest evaluator: windows." },
    EvaluatorInfo { form: "windows", about: "Open windows." },
    EvaluatorInfo {
        form: "weights(w1, w2)",
        about: "Weights on the features; also by name, weights(center=1).",
    },
];

/// Nearness to the middle of a cell: half-steps from the farthest place, in both directions.
fn near(frame: &Frame, line: usize, place: usize) -> f64 {
    let distance = |at: usize, n: usize| (2 * at).abs_diff(n - 1);
    let most = (frame.lines - 1) + (frame.length - 1);
    (most - distance(line, frame.lines) - distance(place, frame.length)) as f64 / 2.0
}

/// The same for a set of cells, in sum.
fn nearness<B: Bits>(frame: &Frame, cells: B) -> f64 {
    let near = |bit: usize| {
        let (line, place) = frame.place(bit);
        near(frame, line, place)
    };
    cells.cells().map(near).sum()
}

/// The features, from the side to move.
pub fn measure<B: Bits, T: Targets>(frame: &Frame, pos: &Stones<B, T>, values: &mut [f64]) {
    let (mine, theirs) = pos.sides();
    values[0] = Windows::new(frame).balance(mine, theirs);
    values[1] = nearness(frame, mine) - nearness(frame, theirs);
}

/// The ranges of the features: every window full of one side's stones, and every cell.
pub fn ranges(frame: &Frame) -> Vec<[f64; 2]> {
    let mut center = 0.0;
    for (line, place) in (0..frame.lines).flat_map(|line| (0..frame.length).map(move |place| (line, place))) {
        center += near(frame, line, place);
    }
    [most_in_windows(frame), center].map(|most| [-most, most]).to_vec()
}

/// The most that the open windows of one side can count.
pub fn most_in_windows(frame: &Frame) -> f64 {
    let fits = |n: usize| (n + 1).saturating_sub(frame.win);
    let (lines, length) = (frame.lines, frame.length);
    let straight = lines * fits(length) + fits(lines) * length;
    // A window of one cell lies in every direction, but is one window.
    let n_windows = if frame.win > 1 { straight + 2 * fits(lines) * fits(length) } else { lines * length };
    (n_windows * frame.win * frame.win) as f64
}

/// Open windows of stones, the windows at hand.
struct OpenWindows<B>(Windows<B>);

impl<B: Bits, T: Targets> Evaluator<Stones<B, T>> for OpenWindows<B> {
    fn value(&self, pos: &Stones<B, T>, player: Player) -> f64 {
        let (mine, theirs) = pos.sides();
        let value = self.0.balance(mine, theirs);
        if zermelo_game::Position::to_move(pos) == player { value } else { 0.0 - value }
    }

    fn contributions(&self, pos: &Stones<B, T>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        Some(vec![(FEATURES[0].name, self.value(pos, player))])
    }
}

/// Opens an evaluator by name.
pub fn evaluator<G: Game<Position = Stones<B, T>>, B: Bits, T: Targets>(
    game: &G,
    frame: &Frame,
    name: &str,
    parameters: Parameters,
) -> Option<Opened<Stones<B, T>>> {
    match name {
        "default" | "windows" => {
            Some(parameters.finish().map(|()| Arc::new(OpenWindows(Windows::new(frame))) as _))
        }
        "weights" => Some(Weights::read(game, parameters).map(|weights| Arc::new(weights) as _)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Window by window.
    fn slowly(frame: &Frame, mine: u128, theirs: u128) -> f64 {
        let mut sum = 0_i64;
        for (line, place) in (0..frame.lines).flat_map(|line| (0..frame.length).map(move |p| (line, p))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<Vec<usize>> = (0..frame.win as isize)
                    .map(|step| {
                        let line = line.checked_add_signed(down * step).filter(|&at| at < frame.lines)?;
                        let place = place.checked_add_signed(right * step).filter(|&at| at < frame.length)?;
                        Some(frame.bit(line, place))
                    })
                    .collect();
                let Some(cells) = cells.filter(|_| frame.win > 1 || (down, right) == (0, 1)) else {
                    continue;
                };
                let count = |set: u128| cells.iter().filter(|&&cell| set.has(cell)).count() as i64;
                match (count(mine), count(theirs)) {
                    (own, 0) => sum += own * own,
                    (0, other) => sum -= other * other,
                    _ => {}
                }
            }
        }
        sum as f64
    }

    #[test]
    fn counting_all_windows_at_once_is_counting_each() {
        for (index, win) in (1..=9).cycle().take(900).enumerate() {
            let random = |n: usize| u128::from(zermelo_game::zobrist::mix(4 * index as u64 + n as u64));
            let (lines, length) = (win.max(1 + index % 10), 1 + index / 10 % 10);
            let frame = Frame { lines, length, win };
            let board: u128 = (0..lines)
                .flat_map(|line| (0..length).map(move |place| (line, place)))
                .fold(0, |set, (line, place)| set | 1 << frame.bit(line, place));
            let some = (random(0) | random(1) << 64) & board;
            let mine = (random(2) | random(3) << 64) & some;
            let theirs = some & !mine;
            let found = Windows::<u128>::new(&frame).balance(mine, theirs);
            assert_eq!(found, slowly(&frame, mine, theirs), "{frame:?}: {mine:b} {theirs:b}");
        }
    }
}
