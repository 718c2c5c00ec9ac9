//! Which move to look at first: the table's move, then killers, then what has been good elsewhere (history).

use zermelo_game::MOVE_SLOTS;

/// Moves that have been good in this search: two killers for each ply, and a history for each side.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    /// Counts by side and slot of the move.
    history: Vec<u32>,
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
        let good = &mut self.history[side * MOVE_SLOTS + slot % MOVE_SLOTS];
        *good = good.saturating_add(depth * depth).min(1 << 24);
    }

    /// The killers of a ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or([None; 2])
    }

    /// How good a move has been for a side.
    #[inline]
    pub fn history(&self, side: usize, slot: usize) -> u32 {
        self.history[side * MOVE_SLOTS + slot % MOVE_SLOTS]
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.clear();
        self.history.fill(0);
    }

    /// Forgets killers and most of the history: old wisdom counts for less.
    pub fn next_search(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|good| *good /= 8);
    }
}

impl<M: Copy + Eq> Default for Memory<M> {
    fn default() -> Self {
        Memory::new()
    }
}
