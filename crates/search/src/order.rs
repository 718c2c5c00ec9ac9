//! Which move to look at first: the table's move, then killers, then what has been good elsewhere (history).

use std::hash::{Hash, Hasher};

/// Moves that have been good in this search: two killers for each ply, and a history for each side.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    /// Counts by side and a hash of the move. Two moves may share a count: that costs a little order, not the truth.
    history: Vec<u32>,
}

const SLOTS: usize = 4096;

impl<M: Copy + Eq + Hash> Memory<M> {
    /// Knows nothing yet.
    pub fn new() -> Self {
        Memory { killers: Vec::new(), history: vec![0; 2 * SLOTS] }
    }

    /// A move has refuted a position at this ply, whose subtree was `depth` deep.
    pub fn refuted(&mut self, ply: usize, side: usize, mv: M, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let good = &mut self.history[slot(side, mv)];
        *good = good.saturating_add(depth * depth).min(1 << 24);
    }

    /// The killers of a ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or([None; 2])
    }

    /// How good a move has been for a side.
    #[inline]
    pub fn history(&self, side: usize, mv: M) -> u32 {
        self.history[slot(side, mv)]
    }

    /// Forgets killers and most of the history: old wisdom counts for less.
    pub fn next_search(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|good| *good /= 8);
    }
}

impl<M: Copy + Eq + Hash> Default for Memory<M> {
    fn default() -> Self {
        Memory::new()
    }
}

#[inline]
fn slot<M: Hash>(side: usize, mv: M) -> usize {
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    side * SLOTS + (hasher.0 >> 52) as usize
}

/// A hash in a multiplication, the same on every machine.
struct Multiply(u64);

impl Hasher for Multiply {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
