//! Lines that decide a game: windows that are still open.

use zermelo_game::Player;

use super::measure::MOST_VALUES;
use crate::cells::Cells;
use crate::position::Board;
use crate::rules::{GoalResult, Test};
use crate::tables::{Ray, Tables};

/// No longer lines are counted.
const LONGEST_LINE: usize = 12;

/// Lines that decide the game for a player.
#[derive(Clone, Debug)]
pub struct LineGoal<B> {
    pub starts: Vec<(B, i32)>,
    pub length: usize,
    pub kind: Option<u8>,
    pub by_anyone: bool,
}

impl<B: Cells> LineGoal<B> {
    /// The pieces that make such a line.
    pub fn pieces(&self, pos: &Board<B>, who: usize) -> B {
        let all = if self.by_anyone { pos.own[0] | pos.own[1] } else { pos.own[who] };
        self.kind.map_or(all, |kind| all & pos.of_kind(kind))
    }

    /// How many windows there are.
    pub fn n_windows(&self) -> usize {
        self.starts.iter().map(|(starts, _)| starts.count()).sum()
    }

    /// Adds the windows that lack 1, 2, .. pieces and have no others. The counts of all windows are kept at once, as binary
    /// digits.
    pub fn count_windows(&self, pos: &Board<B>, who: usize, lacking: &mut [f64; MOST_VALUES]) {
        let pieces = self.pieces(pos, who);
        let strange = !(pieces | pos.empty);
        let n_digits = (usize::BITS - self.length.leading_zeros()) as usize;
        for &(starts, shift) in &self.starts {
            let mut digits = [B::EMPTY; 4];
            let mut blocked = B::EMPTY;
            for step in 0..self.length as i32 {
                blocked |= strange.moved(-step * shift);
                let mut carry = pieces.moved(-step * shift);
                for digit in &mut digits[..n_digits] {
                    let both = *digit & carry;
                    *digit ^= carry;
                    carry = both;
                }
            }
            let open = starts & !blocked;
            for (index, lacking) in lacking.iter_mut().enumerate().take(self.length - 1) {
                let wanted = self.length - 1 - index;
                let digit = |set: B, (place, digit): (usize, &B)| {
                    set & if wanted >> place & 1 == 1 { *digit } else { !*digit }
                };
                *lacking += digits[..n_digits].iter().enumerate().fold(open, digit).count() as f64;
            }
        }
    }
}

/// The cells from which a window of so many goes on in a direction.
fn window_starts<B: Cells>(ray: &Ray<B>, length: usize) -> B {
    (2..length).fold(ray.from, |starts, _| starts.moved(-ray.shift) & ray.from)
}

/// The lines that have this result for a player. Those that are the same for both say nothing about either.
pub fn line_goals<B: Cells>(tables: &Tables<B>, player: Player, result: GoalResult) -> Vec<LineGoal<B>> {
    let goals = tables.rules.goals.iter().filter(|goal| goal.result == result);
    let concerns = goals.filter(|goal| goal.subject.is_none_or(|subject| subject == player));
    let lines = concerns.filter_map(|goal| match goal.test {
        Test::Line { length, kind, by_anyone, .. } if (2..=LONGEST_LINE).contains(&length) => {
            let starts = tables.axes.iter().map(|[ray, _]| (window_starts(ray, length), ray.shift)).collect();
            let is_shared = by_anyone && goal.subject.is_none();
            (!is_shared).then_some(LineGoal { starts, length, kind: kind.map(|kind| kind as u8), by_anyone })
        }
        _ => None,
    });
    lines.collect()
}
