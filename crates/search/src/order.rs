//! Which move to look at first: the table's move, then killers, then what has been good elsewhere (history).

use zermelo_game::MOVE_SLOTS;

/// No history is better than this, or worse than minus this.
const MOST_HISTORY: i32 = 1 << 14;

/// What a refutation in a subtree so deep counts.
fn bonus(depth: u32) -> i32 {
    let depth = depth.min(11) as i32;
    16 * depth * depth
}

/// Moves that have been good in this search: two killers for each ply, and a history for each side.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    /// How often moves have refuted positions and how often they have not, weighed by depth, by side and slot of the move.
    history: Vec<i32>,
}

impl<M: Copy + Eq> Memory<M> {
    /// Knows nothing yet.
    pub fn new() -> Self {
        Memory { killers: Vec::new(), history: vec![0; 2 * MOVE_SLOTS] }
    }

    /// A move has refuted a position at this ply, whose subtree was `depth` deep. `side` is 0 for the player who
    /// searches and 1 for the other, so that swapped colours remember the same.
    pub fn refuted(&mut self, ply: usize, side: usize, mv: M, slot: usize, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.judge(side, slot, bonus(depth));
    }

    /// A move was looked at before the one that refuted the position, in vain.
    pub fn failed(&mut self, side: usize, slot: usize, depth: u32) {
        self.judge(side, slot, -bonus(depth));
    }

    /// What is near its bound moves less: so the newest counts most.
    fn judge(&mut self, side: usize, slot: usize, bonus: i32) {
        let good = &mut self.history[side * MOVE_SLOTS + slot % MOVE_SLOTS];
        *good += bonus - *good * bonus.abs() / MOST_HISTORY;
    }

    /// The killers of a ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or([None; 2])
    }

    /// How good a move has been for a side.
    #[inline]
    pub fn history(&self, side: usize, slot: usize) -> u32 {
        (MOST_HISTORY + self.history[side * MOVE_SLOTS + slot % MOVE_SLOTS]) as u32
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.clear();
        self.history.fill(0);
    }

    /// Forgets killers and half of the history: old wisdom counts for less.
    pub fn next_search(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|good| *good /= 2);
    }
}

impl<M: Copy + Eq> Default for Memory<M> {
    fn default() -> Self {
        Memory::new()
    }
}
