//! The transposition table: what is known of positions seen before, shared by any number of threads without locks.
//!
//! A slot is two words, the data and the key xored with it (Hyatt and Mann 2002): if two threads write at once, the
//! halves do not fit and the slot reads as empty. Four neighbouring slots (a cache line) make a bucket; the entry
//! that is replaced is one of an older search, or the shallowest.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::zeroed_slice_box;
use zermelo_game::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact = 0,
    /// The true score is at least this.
    AtLeast = 1,
    /// The true score is at most this.
    AtMost = 2,
}

impl Bound {
    /// What a score says that a search with this window found.
    #[inline]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::AtLeast
        } else if score <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// From the side to move; wins and losses counted from this position.
    pub score: Score,
    /// What it says about the true score.
    pub bound: Bound,
    /// How many plies below the position were looked at.
    pub depth: u8,
    /// The best move, by its number in the position's order of moves.
    pub best: Option<u16>,
    /// Whether every line looked at below came to the end of the game: then the score holds at any depth.
    pub is_complete: bool,
}

impl Entry {
    /// Whether it is what a search of this depth would find.
    #[inline]
    pub fn fits(&self, depth: u32) -> bool {
        let known_depth = u32::from(self.depth);
        known_depth == depth || (self.is_complete && known_depth <= depth)
    }

    /// Whether it says all that a search with this window would say.
    #[inline]
    pub fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= beta,
            Bound::AtMost => self.score <= alpha,
        }
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    slots: Box<[[AtomicU64; 2]]>,
    age: u64,
}

const BUCKET: usize = 4;
const NO_MOVE: u64 = 0x1FFF;
const AGES: u64 = 64;

impl Table {
    /// A table of at most this many megabytes (at least one bucket).
    pub fn new(megabytes: usize) -> Table {
        let n_slots = (megabytes * 1024 * 1024 / 16).max(BUCKET);
        let n_slots = if n_slots.is_power_of_two() { n_slots } else { n_slots.next_power_of_two() / 2 };
        // Zeroed by the operating system, page by page when first touched: a large table costs nothing to open.
        Table { slots: zeroed_slice_box(n_slots), age: 1 }
    }

    /// Begins a new search: what is here already gives way first.
    pub fn next_search(&mut self) {
        self.age = self.age % (AGES - 1) + 1;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for [check, data] in &mut self.slots {
            *check.get_mut() = 0;
            *data.get_mut() = 0;
        }
        self.age = 1;
    }

    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let first = key as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        &self.slots[first..first + BUCKET]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Remembers something about the position with this key.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let data = pack(&entry, self.age);
        // Replace the same position, else an empty slot or an older search's, else the shallowest.
        let worth = |[check, old]: &[AtomicU64; 2]| {
            let old = old.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key || old == 0 {
                return 0;
            }
            let is_current = old & (AGES - 1) == self.age;
            1 + u64::from(unpack(old).depth) + if is_current { 1024 } else { 0 }
        };
        if let Some([check, slot]) = self.bucket(key).iter().min_by_key(|slot| worth(slot)) {
            check.store(key ^ data, Ordering::Relaxed);
            slot.store(data, Ordering::Relaxed);
        }
    }
}

/// Score 32 bits, completeness 1, best move 13, depth 8, bound 2, age 6 (never 0, so that a full slot is never 0).
fn pack(entry: &Entry, age: u64) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |best| u64::from(best).min(NO_MOVE));
    let score = u64::from(entry.score.number().to_bits());
    let score = score << 1 | u64::from(entry.is_complete);
    ((((score << 13 | best) << 8 | u64::from(entry.depth)) << 2 | entry.bound as u64) << 6) | age
}

fn unpack(data: u64) -> Entry {
    let best = (data >> 16) & NO_MOVE;
    let bound = match (data >> 6) & 3 {
        0 => Bound::Exact,
        1 => Bound::AtLeast,
        _ => Bound::AtMost,
    };
    Entry {
        score: Score::from_number(f32::from_bits((data >> 30) as u32)),
        bound,
        depth: (data >> 8) as u8,
        best: (best != NO_MOVE).then_some(best as u16),
        is_complete: data >> 29 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back() {
        let mut table = Table::new(1);
        let entries = [
            Entry {
                score: Score::judged(-0.125),
                bound: Bound::AtMost,
                depth: 255,
                best: Some(0),
                is_complete: true,
            },
            Entry { score: Score::win_in(17), bound: Bound::Exact, depth: 0, best: None, is_complete: false },
            Entry {
                score: Score::loss_in(3),
                bound: Bound::AtLeast,
                depth: 7,
                best: Some(5119),
                is_complete: true,
            },
        ];
        for (index, &entry) in entries.iter().enumerate() {
            let key = zermelo_game::zobrist::mix(index as u64);
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        table.clear();
        assert_eq!(table.get(zermelo_game::zobrist::mix(0)), None);
    }

    #[test]
    fn older_and_shallower_entries_give_way() {
        let mut table = Table::new(0);
        let entry =
            |depth| Entry { score: Score::EVEN, bound: Bound::Exact, depth, best: None, is_complete: false };
        for key in 1..=4 {
            table.put(key << 32, entry(key as u8));
        }
        table.put(5 << 32, entry(9));
        assert_eq!(table.get(1 << 32), None, "the shallowest of a full bucket has given way");
        assert_eq!(table.get(4 << 32), Some(entry(4)));
        table.next_search();
        table.put(6 << 32, entry(0));
        table.put(7 << 32, entry(0));
        assert!(table.get(6 << 32).is_some() && table.get(7 << 32).is_some(), "older ones give way first");
    }
}
