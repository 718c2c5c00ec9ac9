//! Open windows, weighed by the pieces that are left to fill them.
//!
//! A window by shape can become a line only while pieces of that shape are left, and the pieces that matter are its
//! owner's: the other side puts such a piece there only when it has nothing else. So a window weighs more with what it
//! has, and less with what is missing to its empty cells. The pieces of the own shape that are left count by
//! themselves: they block the other side's windows by shape, which no other piece does. A side that is to move and completes a
//! line has won, which counts more than all windows; the game knows that of lines of up to eight.
//!
//! A search asks about positions that differ by a few pieces. What the windows hold is kept for one of them, and
//! moved to the next by the pieces that differ; the piece that was played last is only looked at, not put there, because
//! the next position is often a sibling. All sums are integers, so the value is the same whatever was kept.

use zermelo_board::bits::Bits;
use zermelo_board::in_a_row::Frame;
use zermelo_game::{Evaluator, Hints, Player, Position, Scratch};

use super::{Board, Rules, Shape};

/// What the weights are made of. The unit is a window that has half of its pieces and lacks no supply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The power of the number of pieces that a window has.
    pub power: f64,
    /// A window by colour, where one by shape is 1.
    pub color: f64,
    /// How many pieces in hand outweigh one that a window by shape lacks: it counts half as much when there are this many
    /// for each.
    pub lack: f64,
    /// The same for windows by colour.
    pub color_lack: f64,
    /// What each piece of the own shape in hand is worth.
    pub piece: f64,
    /// What the logarithm of their number, and one, is worth: the last ones are worth most.
    pub few: f64,
}

impl Weights {
    /// The weights for a board. SPSA fitted them by self-play (alpha-beta, 600 to 2,000 nodes a move; 26,000 games on 6x7, some
    /// 2,000 each on 12x12, 9x37 and 18x22). The formulas run through the four results, and against them
    /// score 49.8 % of 1,500 games on 6x7, 47 % of 120 on 12x12, 46 % of 100 on 9x37 and 58 % of 60 on 18x22.
    pub fn fitted(cells: usize, win: usize) -> Weights {
        let (cells, win) = (cells as f64, win as f64);
        // How much room there is for lines: from 2.6 on 6x7 to 13.3 on 9x37.
        let room = cells / (win * win);
        Weights {
            power: (1.2 + libm::log(room)).clamp(2.0, 4.0),
            color: (0.8 / libm::cbrt(room)).min(1.0),
            lack: (3.0 * (win - 4.0)).max(0.0) + 0.3,
            color_lack: 1.0,
            // Of all cells, each side's own shape can fill a quarter.
            piece: 10.0 / (cells / 4.0),
            few: 5.0,
        }
    }

    /// What a window weighs that has `n` of `win` pieces, when its owner has so many in hand.
    fn window(&self, kind: usize, n: usize, win: usize, in_hand: usize) -> i32 {
        if n == 0 {
            return 0;
        }
        let (worth, lack) = if kind == COLOR { (self.color, self.color_lack) } else { (1.0, self.lack) };
        let (in_hand, missing) = (in_hand as f64, (win - n) as f64);
        let share = if n == win { 1.0 } else { in_hand / (in_hand + lack * missing) };
        let filled = libm::pow(2.0 * n as f64 / win as f64, self.power);
        (UNIT * worth * filled * share).round() as i32
    }

    /// What pieces of the own shape in hand are worth.
    fn hand(&self, n: usize) -> i32 {
        let n = n as f64;
        (UNIT * (self.piece * n + self.few * libm::log1p(n))).round() as i32
    }
}

/// Weights are whole numbers of this part of one.
const UNIT: f64 = 1024.0;

/// What a line is worth that the side to move completes at once: more than windows ever differ in games. A search to a depth
/// does not look at that move any more. It was +65 Elo (+24 to +108, 200 games on 6x7 at 2 ms a move).
const AT_ONCE: i32 = 200 << 10;

/// Kinds of windows.
const COLOR: usize = 0;
const SHAPE: usize = 1;

/// The evaluator.
pub struct Supply {
    win: usize,
    /// Where each window begins, and how far apart its cells are.
    windows: Vec<(u16, u16)>,
    /// The windows through a cell are `through[first[cell]..first[cell + 1]]`.
    first: Vec<u32>,
    through: Vec<u16>,
    /// The state of a window when a piece of the first or of the second side comes. States: 0 is empty, `n` is `n` pieces
    /// of the first side only, `win + n` of the second, and `2 * win + 1` is closed.
    next: [Vec<u16>; 2],
    /// The weights of windows with 0 to `win` pieces, by kind and by the pieces in their owner's hand.
    rows: [Vec<i32>; 2],
    /// What the pieces of the own shape in hand are worth, by their number.
    hands: Vec<i32>,
}

/// What is kept of one position.
struct Kept<B> {
    white: B,
    red: B,
    round: B,
    /// The pieces in each window: white, red, round, square.
    counts: Vec<[u16; 4]>,
    /// The state of each window by colour, and by shape.
    states: Vec<[u16; 2]>,
    /// How many windows are in each state.
    totals: [Vec<i32>; 2],
    /// What the last piece needs to know, by its colour and shape.
    terms: [Terms; 4],
}

/// The weights for one supply of pieces.
#[derive(Clone)]
struct Terms {
    /// The pieces that are left to White and to Red; more than there can be when nothing is known.
    left: [[u16; 2]; 2],
    /// The weight of each state of a window, by kind.
    weights: [Vec<i32>; 2],
    /// What the piece changes in it.
    gains: [Vec<i32>; 2],
    /// The value of what is kept, before the piece comes.
    sum: Option<i32>,
}

impl Supply {
    /// The evaluator for a board.
    pub fn of<B: Bits>(rules: &Rules<B>) -> Supply {
        Supply::new(rules, Weights::fitted(rules.size.rows * rules.size.cols, rules.size.win))
    }

    fn new<B: Bits>(rules: &Rules<B>, weights: Weights) -> Supply {
        let (frame, win) = (rules.frame(), rules.size.win);
        let windows = windows(&frame);
        let mut through = vec![Vec::new(); frame.n_bits()];
        for (window, &(start, stride)) in windows.iter().enumerate() {
            for step in 0..win {
                through[usize::from(start) + step * usize::from(stride)].push(window as u16);
            }
        }
        let mut first = vec![0];
        for ids in &through {
            first.push(first[first.len() - 1] + ids.len() as u32);
        }
        let closed = 2 * win + 1;
        let next = [0, 1].map(|side| {
            let after = |state: usize| {
                let (low, high) = (side * win, (side + 1) * win);
                if state == 0 {
                    low + 1
                } else if state > low && state < high {
                    state + 1
                } else {
                    closed
                }
            };
            (0..=closed).map(|state| after(state) as u16).collect()
        });
        // More pieces than cells are never needed.
        let cells = frame.lines * frame.length;
        let [round, square] = rules.size.pieces;
        let most = [(round + square).min(cells), round.max(square).min(cells)];
        let rows = [COLOR, SHAPE].map(|kind| {
            let weights = &weights;
            let row = move |in_hand| (0..=win).map(move |n| weights.window(kind, n, win, in_hand));
            (0..=most[kind]).flat_map(row).collect()
        });
        let hands = (0..=most[SHAPE]).map(|n| weights.hand(n)).collect();
        Supply { win, windows, first, through: through.concat(), next, rows, hands }
    }

    /// The windows through a cell.
    #[inline]
    fn through(&self, cell: usize) -> &[u16] {
        &self.through[self.first[cell] as usize..self.first[cell + 1] as usize]
    }

    /// The weights of one side's windows of a kind, and how many pieces a window must have for the pieces in hand to fill it: by
    /// colour those of its owner, by shape those of both.
    #[inline]
    fn row<B: Bits>(&self, pos: &Board<B>, kind: usize, side: usize) -> (&[i32], usize) {
        let own = pos.left(Player::BOTH[side]).map(usize::from);
        let (in_hand, can_fill) = if kind == COLOR {
            (own[0] + own[1], own[0] + own[1])
        } else {
            (own[side], own[side] + usize::from(pos.left(Player::BOTH[1 - side])[side]))
        };
        let n = self.win + 1;
        let at = n * in_hand.min(self.rows[kind].len() / n - 1);
        (&self.rows[kind][at..at + n], self.win.saturating_sub(can_fill))
    }

    /// What White's pieces of the own shape in hand are worth, minus Red's.
    #[inline]
    fn hands<B: Bits>(&self, pos: &Board<B>) -> i32 {
        let worth = |side: usize| {
            let n = usize::from(pos.left(Player::BOTH[side])[side]);
            self.hands[n.min(self.hands.len() - 1)]
        };
        worth(0) - worth(1)
    }

    /// The state of a window with so many pieces of either side.
    fn state(&self, first: u16, second: u16) -> u16 {
        match (first, second) {
            (first, 0) => first,
            (0, second) => self.win as u16 + second,
            _ => 2 * self.win as u16 + 1,
        }
    }

    /// White's windows of a kind minus Red's, counted one by one.
    fn count<B: Bits>(&self, pos: &Board<B>, kind: usize) -> i32 {
        let sides = if kind == COLOR {
            Player::BOTH.map(|player| pos.color(player))
        } else {
            Shape::BOTH.map(|shape| pos.of_shape(shape))
        };
        let rows = [0, 1].map(|side| self.row(pos, kind, side));
        let mut sum = 0;
        for &(start, stride) in &self.windows {
            let cells = (0..self.win).map(|step| usize::from(start) + step * usize::from(stride));
            let [mut first, mut second] = [0, 0];
            for cell in cells {
                first += usize::from(sides[0].has(cell));
                second += usize::from(sides[1].has(cell));
            }
            let worth = |side: usize, n: usize| {
                let (row, least) = rows[side];
                if n < least { 0 } else { row[n] }
            };
            match (first, second) {
                (n, 0) => sum += worth(0, n),
                (0, n) => sum -= worth(1, n),
                _ => {}
            }
        }
        sum
    }

    /// Puts a piece into what is kept, or takes it away.
    #[inline]
    fn change<B: Bits>(&self, kept: &mut Kept<B>, cell: usize, kinds: [usize; 2], comes: bool) {
        for &window in self.through(cell) {
            let window = usize::from(window);
            let counts = &mut kept.counts[window];
            for place in [kinds[COLOR], 2 + kinds[SHAPE]] {
                counts[place] = if comes { counts[place] + 1 } else { counts[place] - 1 };
            }
            let [white, red, round, square] = *counts;
            let states = [self.state(white, red), self.state(round, square)];
            for kind in [COLOR, SHAPE] {
                kept.totals[kind][usize::from(kept.states[window][kind])] -= 1;
                kept.totals[kind][usize::from(states[kind])] += 1;
            }
            kept.states[window] = states;
        }
        kept.terms.iter_mut().for_each(|terms| terms.sum = None);
    }

    /// Moves what is kept to the position, up to the piece that is given back.
    #[inline]
    fn go<B: Bits>(&self, kept: &mut Kept<B>, pos: &Board<B>) -> Option<usize> {
        let (white, red) = (pos.color(Player::First), pos.color(Player::Second));
        let changed = (kept.white ^ white) | (kept.red ^ red) | (kept.round ^ pos.round);
        if changed.is_empty() {
            return None;
        }
        let mut gone = changed & (kept.white | kept.red);
        while let Some(cell) = gone.pop() {
            let kinds = [usize::from(kept.red.has(cell)), usize::from(!kept.round.has(cell))];
            self.change(kept, cell, kinds, false);
            let piece = B::one(cell);
            kept.white = kept.white & !piece;
            kept.red = kept.red & !piece;
            kept.round = kept.round & !piece;
        }
        let mut come = changed & (white | red);
        // The piece played last is one of the side that is not to move.
        let mut theirs = come & pos.theirs;
        let last = theirs.pop().or_else(|| come.pop())?;
        come = come & !B::one(last);
        while let Some(cell) = come.pop() {
            let kinds = [usize::from(red.has(cell)), usize::from(!pos.round.has(cell))];
            self.change(kept, cell, kinds, true);
            let piece = B::one(cell);
            if kinds[COLOR] == 0 {
                kept.white |= piece;
            } else {
                kept.red |= piece;
            }
            if kinds[SHAPE] == 0 {
                kept.round |= piece;
            }
        }
        Some(last)
    }

    /// Weighs the states of windows by the supplies of a position, and what a piece of this colour and shape changes.
    fn weigh<B: Bits>(&self, terms: &mut Terms, pos: &Board<B>, kinds: [usize; 2]) {
        let win = self.win;
        for kind in [COLOR, SHAPE] {
            let [(white, least_white), (red, least_red)] = [0, 1].map(|side| self.row(pos, kind, side));
            let weights = &mut terms.weights[kind];
            for n in 0..=win {
                weights[n] = if n < least_white { 0 } else { white[n] };
            }
            for n in 1..=win {
                weights[win + n] = if n < least_red { 0 } else { -red[n] };
            }
            for (state, gain) in terms.gains[kind].iter_mut().enumerate() {
                *gain = weights[usize::from(self.next[kinds[kind]][state])] - weights[state];
            }
        }
    }

    /// Whether the side to move may have a window that lacks one piece. The last piece makes none for it, if the other side
    /// played it and it has that side's own shape.
    #[inline]
    fn may_win<B: Bits>(&self, kept: &Kept<B>, pos: &Board<B>, last: [usize; 2], has_last: bool) -> bool {
        let side = pos.to_move().index();
        // A window of one cell lacks one piece while it is empty, whoever is to move.
        let lacks_one = if self.win == 1 { 0 } else { side * self.win + self.win - 1 };
        (has_last && (last[COLOR] == side || last[SHAPE] == side))
            || [COLOR, SHAPE].iter().any(|&kind| kept.totals[kind][lacks_one] > 0)
    }

    fn keep<B: Bits>(&self) -> Kept<B> {
        let n_states = 2 * self.win + 2;
        let mut total = vec![0; n_states];
        total[0] = self.windows.len() as i32;
        Kept {
            white: B::EMPTY,
            red: B::EMPTY,
            round: B::EMPTY,
            counts: vec![[0; 4]; self.windows.len()],
            states: vec![[0; 2]; self.windows.len()],
            totals: [total.clone(), total],
            terms: std::array::from_fn(|_| Terms {
                left: [[u16::MAX; 2]; 2],
                weights: std::array::from_fn(|_| vec![0; n_states]),
                gains: std::array::from_fn(|_| vec![0; n_states]),
                sum: None,
            }),
        }
    }
}

/// What a line that the side to move completes at once is worth, to White: more than all else.
#[inline]
fn at_once<B: Bits>(pos: &Board<B>) -> i32 {
    let sign = if pos.to_move() == Player::First { 1 } else { -1 };
    if pos.winning_move().is_some() { sign * AT_ONCE } else { 0 }
}

/// The windows of a board: where they begin, and how far apart their cells are.
fn windows(frame: &Frame) -> Vec<(u16, u16)> {
    let (lines, length, win) = (frame.lines as isize, frame.length as isize, frame.win as isize);
    let mut windows = Vec::new();
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        // A window of one cell lies in every direction, but is one window.
        let is_new = win > 1 || (down, right) == (0, 1);
        for (line, place) in (0..lines).flat_map(|line| (0..length).map(move |place| (line, place))) {
            let (end_line, end_place) = (line + down * (win - 1), place + right * (win - 1));
            if is_new && end_line < lines && (0..length).contains(&end_place) {
                let stride = down * (length + 1) + right;
                windows.push((frame.bit(line as usize, place as usize) as u16, stride as u16));
            }
        }
    }
    windows
}

impl<B: Bits> Evaluator<Board<B>> for Supply {
    fn value(&self, pos: &Board<B>, player: Player) -> f64 {
        let sum = self.count(pos, COLOR) + self.count(pos, SHAPE) + self.hands(pos) + at_once(pos);
        let sum = if player == Player::First { sum } else { -sum };
        f64::from(sum) / UNIT
    }

    #[inline]
    fn value_with(&self, scratch: &mut Scratch, pos: &Board<B>, player: Player) -> f64 {
        let kept = scratch.get_or_make(|| self.keep::<B>());
        let last = self.go(kept, pos);
        let kinds = last.map_or([0; 2], |cell| {
            [usize::from(pos.color(Player::Second).has(cell)), usize::from(!pos.round.has(cell))]
        });
        let terms = &mut kept.terms[2 * kinds[COLOR] + kinds[SHAPE]];
        let left = [pos.left(Player::First), pos.left(Player::Second)];
        if terms.left != left {
            self.weigh(terms, pos, kinds);
            terms.left = left;
            terms.sum = None;
        }
        let mut sum = *terms.sum.get_or_insert_with(|| {
            let sum_of = |kind: usize| -> i32 {
                let pairs = terms.weights[kind].iter().zip(&kept.totals[kind]);
                pairs.map(|(&weight, &n)| weight * n).sum()
            };
            sum_of(COLOR) + sum_of(SHAPE) + self.hands(pos)
        });
        if let Some(cell) = last {
            let [color, shape] = &terms.gains;
            let mut gained = 0;
            for &window in self.through(cell) {
                let [by_color, by_shape] = kept.states[usize::from(window)];
                gained += color[usize::from(by_color)] + shape[usize::from(by_shape)];
            }
            sum += gained;
        }
        if self.may_win(kept, pos, kinds, last.is_some()) {
            sum += at_once(pos);
        }
        let sum = if player == Player::First { sum } else { -sum };
        f64::from(sum) / UNIT
    }

    fn contributions(&self, pos: &Board<B>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let parts = [
            ("windows-by-color", self.count(pos, COLOR)),
            ("windows-by-shape", self.count(pos, SHAPE)),
            ("supply", self.hands(pos)),
            ("win-at-once", at_once(pos)),
        ];
        let sign = if player == Player::First { 1.0 } else { -1.0 };
        Some(parts.into_iter().map(|(name, sum)| (name, sign * f64::from(sum) / UNIT + 0.0)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_board::bits::Words;
    use zermelo_game::{Game, Outcome, zobrist::mix};

    use crate::Size;

    const SIZES: [Size; 9] = [
        Size::STANDARD,
        Size { rows: 3, cols: 3, win: 3, pieces: [2, 3] },
        Size { rows: 4, cols: 4, win: 1, pieces: [4, 4] },
        Size { rows: 1, cols: 9, win: 3, pieces: [2, 3] },
        Size { rows: 9, cols: 1, win: 3, pieces: [3, 1] },
        Size { rows: 5, cols: 6, win: 4, pieces: [0, 9] },
        Size { rows: 8, cols: 13, win: 4, pieces: [26, 26] },
        Size { rows: 9, cols: 37, win: 5, pieces: [83, 84] },
        Size { rows: 18, cols: 22, win: 9, pieces: [99, 99] },
    ];

    /// Positions of random games; now and then the other game goes on, so that neighbours differ much or little.
    fn positions<B: Bits>(rules: &Rules<B>, seed: u64, n: usize) -> Vec<Board<B>> {
        let mut chance = mix(seed);
        let mut random = |n: usize| {
            chance = mix(chance);
            (chance >> 20) as usize % n
        };
        let mut games = [rules.start(); 2];
        let mut found = Vec::new();
        let mut moves = Vec::new();
        while found.len() < n {
            let game = &mut games[usize::from(random(8) == 0)];
            moves.clear();
            game.each_move(|mv| moves.push(mv));
            if moves.is_empty() {
                *game = rules.start();
                continue;
            }
            for _ in 0..random(3) {
                found.push(game.after(moves[random(moves.len())]));
            }
            game.play(moves[random(moves.len())]);
            found.push(*game);
        }
        found
    }

    /// Window by window and cell by cell.
    fn slowly<B: Bits>(rules: &Rules<B>, weights: &Weights, pos: &Board<B>) -> f64 {
        let Size { rows, cols, win, .. } = rules.size;
        let piece = |row: isize, col: isize| {
            let is_inside = (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col);
            is_inside.then(|| Rules::piece(pos, rules.bit(row as usize, col as usize)))
        };
        let mut sum = 0.0;
        for (row, col) in (0..rows as isize).flat_map(|row| (0..cols as isize).map(move |col| (row, col))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<Vec<_>> =
                    (0..win as isize).map(|step| piece(row + down * step, col + right * step)).collect();
                let Some(cells) = cells.filter(|_| win > 1 || (down, right) == (0, 1)) else {
                    continue;
                };
                let pieces: Vec<_> = cells.into_iter().flatten().collect();
                let missing = win - pieces.len();
                for player in Player::BOTH {
                    let sign = if player == Player::First { 1.0 } else { -1.0 };
                    let n = libm::pow(2.0 * pieces.len() as f64 / win as f64, weights.power);
                    let [own, other] = [player, player.other()].map(|whose| pos.left(whose));
                    if !pieces.is_empty() && pieces.iter().all(|&(owner, _)| owner == player) {
                        let left = f64::from(own[0] + own[1]);
                        if missing as f64 <= left {
                            let share = left / (left + weights.color_lack * missing as f64);
                            sum += sign * (UNIT * weights.color * n * share).round();
                        }
                    }
                    let shape = Shape::BOTH[player.index()];
                    if !pieces.is_empty() && pieces.iter().all(|&(_, of)| of == shape) {
                        let [own, other] = [own, other].map(|left| left[shape as usize]);
                        if missing <= usize::from(own + other) {
                            let left = f64::from(own);
                            let share = left / (left + weights.lack * missing as f64);
                            sum += sign * (UNIT * n * share).round();
                        }
                    }
                }
            }
        }
        let [white, red] = Player::BOTH.map(|player| {
            let left = f64::from(pos.left(player)[player.index()]);
            (UNIT * (weights.piece * left + weights.few * libm::log1p(left))).round()
        });
        (sum + white - red) / UNIT + wins_at_once(pos)
    }

    /// Tries every move. The game looks for lines of up to eight.
    fn wins_at_once<B: Bits>(pos: &Board<B>) -> f64 {
        let mut wins = false;
        pos.each_move(|mv| wins |= pos.after(mv).outcome() == Some(Outcome::Win(pos.to_move())));
        let sign = if pos.to_move() == Player::First { 1.0 } else { -1.0 };
        if wins && pos.win <= 8 { sign * 200.0 } else { 0.0 }
    }

    fn check<B: Bits>(size: Size) {
        let rules = Rules::<B>::new(size);
        let weights = Weights::fitted(size.rows * size.cols, size.win);
        let supply = Supply::new(&rules, weights);
        let mut scratch = Scratch::new();
        for (index, pos) in positions(&rules, size.n_bits() as u64, 400).iter().enumerate() {
            if pos.outcome().is_some() {
                continue;
            }
            let text = || rules.write_position(pos);
            let value = supply.value(pos, Player::First);
            assert_eq!(value, slowly(&rules, &weights, pos), "{}: {}", rules.id(), text());
            assert_eq!(
                supply.value_with(&mut scratch, pos, Player::First),
                value,
                "{}: {}",
                rules.id(),
                text()
            );
            assert_eq!(supply.value_with(&mut Scratch::new(), pos, Player::Second), -value, "{}", text());
            let parts = supply.contributions(pos, Player::First).expect("it is a sum");
            assert_eq!(parts.iter().map(|(_, part)| part).sum::<f64>(), value, "{}", text());
            let swapped = swapped(pos);
            assert_eq!(supply.value(&swapped, Player::Second), value, "{}", text());
            if index % 7 == 0 {
                let value = supply.value_with(&mut scratch, &swapped, Player::First);
                assert_eq!(value, -supply.value(pos, Player::First), "{}", text());
            }
        }
    }

    /// The position with colours and shapes exchanged: what White has is Red's.
    fn swapped<B: Bits>(pos: &Board<B>) -> Board<B> {
        let turn = |[round, square]: [u16; 2]| [square, round];
        Board {
            round: pos.of_shape(Shape::Square),
            to_move: pos.to_move.other(),
            my_left: turn(pos.my_left),
            their_left: turn(pos.their_left),
            ..*pos
        }
    }

    #[test]
    fn it_is_what_counting_cell_by_cell_gives_whatever_was_kept() {
        for size in SIZES {
            match size.n_bits() {
                0..=64 => check::<u64>(size),
                _ => check::<Words<8>>(size),
            }
        }
    }

    #[test]
    fn a_window_that_cannot_be_filled_counts_nothing() {
        let rules = Rules::<u64>::new(Size { pieces: [1, 20], ..Size::STANDARD });
        let supply = Supply::new(&rules, Weights::fitted(42, 4));
        let mut pos = rules.start();
        for text in ["1o", "7s", "2s", "4o"] {
            pos.play(rules.read_move(&pos, text).expect("it is legal"));
        }
        let parts = supply.contributions(&pos, Player::First).expect("it is a sum");
        let of_white = |pos: &Board<u64>| {
            let (row, least) = supply.row(pos, SHAPE, 0);
            row.iter().enumerate().filter(|&(n, &weight)| (least..4).contains(&n) && weight > 0).count()
        };
        assert!(parts.len() == 4 && of_white(&pos) == 0, "no round piece is left");
        assert!(of_white(&rules.start()) > 0, "one is left to each, for windows that miss one or two");
    }
}
