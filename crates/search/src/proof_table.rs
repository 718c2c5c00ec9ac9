//! What a solver has found out about positions, and what it cost: kept in buckets of four, of which the cheapest entry
//! gives way. It begins small, so that an easy question stays in the processor's cache, and grows to its limit.

use prefetch_index::prefetch_index;

use crate::{aside, work};

/// The findings, 48 bits for each position.
#[derive(Clone, Debug)]
pub struct ProofTable {
    /// Key and data; the data's low bits are the cost, never 0 in a slot that is in use.
    slots: Vec<[u64; 2]>,
    /// Memory of a former size, for the next one: to get fresh pages from the system costs as much as searching.
    spare: Vec<[u64; 2]>,
    n_used: usize,
    most_slots: usize,
}

const BUCKET: usize = 4;
const FIRST_SLOTS: usize = 1 << 12;
const COST: u64 = 0xFFFF;
/// So many slots are cleared or moved between two looks at the clock.
const MOVED_AT_ONCE: usize = 256;

impl ProofTable {
    /// Grows to at most so many megabytes.
    pub fn new(megabytes: usize) -> ProofTable {
        let most_slots = (megabytes.saturating_mul(1024 * 1024) / 16).max(FIRST_SLOTS);
        let most_slots = 1 << most_slots.ilog2();
        ProofTable { slots: vec![[0; 2]; FIRST_SLOTS], spare: Vec::new(), n_used: 0, most_slots }
    }

    /// Forgets everything and is small again, but keeps its memory.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, [0; 2]);
        self.n_used = 0;
    }

    #[inline]
    fn first(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    /// Begins to fetch what is known of a position.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.slots, self.first(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u64> {
        let first = self.first(key);
        let found =
            self.slots[first..first + BUCKET].iter().find(|[known, data]| *known == key && *data != 0);
        found.map(|[_, data]| data >> 16)
    }

    /// Notes what is known of the position with this key, and how many nodes it took to find out.
    ///
    /// That may be when the table grows, and to move all findings may take longer than a search has left. `may_go_on` is
    /// asked again and again on the way, after a bounded amount of work: if it says no, the table stays as large as it is.
    pub fn put(&mut self, key: u64, finding: u64, nodes: u64, may_go_on: &mut dyn FnMut() -> bool) {
        // The cost by its logarithm, in steps of an eighth: it only has to tell cheap from dear.
        let log = nodes.max(1).ilog2();
        let eighths = (nodes.max(1) << 3 >> log) & 7;
        let cost = (u64::from(log) << 3 | eighths) + 1;
        let data = finding << 16 | cost;
        if self.n_used > self.slots.len() / 2 && self.slots.len() < self.most_slots {
            self.grow(may_go_on);
        }
        self.place(key, data);
    }

    fn place(&mut self, key: u64, data: u64) {
        let first = self.first(key);
        let bucket = &mut self.slots[first..first + BUCKET];
        let (mut least, mut at) = (u64::MAX, 0);
        for (index, [known, data]) in bucket.iter().enumerate() {
            if *data == 0 {
                self.n_used += 1;
                at = index;
                break;
            }
            if *known == key {
                at = index;
                break;
            }
            if data & COST < least {
                (least, at) = (data & COST, index);
            }
        }
        bucket[at] = [key, data];
    }

    #[cold]
    fn grow(&mut self, may_go_on: &mut dyn FnMut() -> bool) {
        let n_slots = (self.slots.len() * 4).min(self.most_slots);
        let mut larger = std::mem::take(&mut self.spare);
        if larger.capacity() < n_slots {
            let n_bytes = size_of::<[u64; 2]>() * larger.capacity();
            aside::give_back(larger, n_bytes);
            // Zeroed by the system, page by page when first touched.
            larger = vec![[0; 2]; n_slots];
        } else {
            larger.clear();
            while larger.len() < n_slots {
                if !may_go_on() {
                    self.spare = larger;
                    return;
                }
                work::touched(MOVED_AT_ONCE);
                larger.resize((larger.len() + MOVED_AT_ONCE).min(n_slots), [0; 2]);
            }
        }
        let old = std::mem::replace(&mut self.slots, larger);
        let n_used = std::mem::take(&mut self.n_used);
        for part in old.chunks(MOVED_AT_ONCE) {
            if !may_go_on() {
                self.spare = std::mem::replace(&mut self.slots, old);
                self.n_used = n_used;
                return;
            }
            work::touched(part.len());
            for &[key, data] in part.iter().filter(|[_, data]| *data != 0) {
                self.place(key, data);
            }
        }
        self.spare = old;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::zobrist::mix;

    #[test]
    fn findings_come_back_after_growth() {
        let mut table = ProofTable::new(16);
        let n = 200_000_u64;
        for index in 0..n {
            table.put(mix(index), index & 0xFFFF_FFFF_FFFF, 1 + index % 1000, &mut || true);
        }
        let n_found = (0..n).filter(|&index| table.get(mix(index)) == Some(index)).count();
        assert!(n_found > 190_000, "{n_found} of {n} came back");
        assert_eq!(table.get(mix(n + 1)), None);
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        let mut table = ProofTable::new(16);
        let fill = |table: &mut ProofTable| {
            (0..100_000).for_each(|index| table.put(mix(index), index, 1 + index % 100, &mut || true));
            (0..100_000).map(|index| table.get(mix(index))).collect::<Vec<_>>()
        };
        let first = fill(&mut table);
        table.clear();
        assert!((0..100_000).all(|index| table.get(mix(index)).is_none()));
        assert_eq!(fill(&mut table), first);
    }

    #[test]
    fn cheap_findings_give_way() {
        let mut table = ProofTable::new(0);
        let n = 400_000_u64;
        for index in 0..n {
            let nodes = if index % 400 == 0 { 100_000 } else { 1 };
            table.put(mix(index), index, nodes, &mut || true);
        }
        let dear = (0..n).step_by(400).filter(|&index| table.get(mix(index)) == Some(index)).count();
        assert!(dear > 950, "{dear} of 1000 dear findings are still there");
        assert_eq!(table.slots.len(), FIRST_SLOTS);
    }

    /// Growing does a bounded amount of work between two questions whether it may go on, and loses nothing if not. The second
    /// time it clears memory that it had before.
    #[test]
    fn growing_can_be_given_up() {
        let mut table = ProofTable::new(64);
        for _ in 0..2 {
            table.clear();
            for index in 0..100_000 {
                let n_slots = table.slots.len();
                // Refused at first, and each time a little later.
                let (mut n_asked, patience) = (0, index % 100);
                let put = || {
                    table.put(mix(index), index, 1, &mut || {
                        work::looked();
                        n_asked += 1;
                        n_asked <= patience
                    });
                };
                let ((), most) = work::most_between_looks(put);
                assert!(most <= MOVED_AT_ONCE, "{most} slots were touched at once");
                assert!(n_asked <= patience || table.slots.len() == n_slots, "it grew though it was refused");
                assert!(table.get(mix(index)).is_some());
            }
            let n_found = (0..100_000).filter(|&index| table.get(mix(index)) == Some(index)).count();
            assert!(table.slots.len() > FIRST_SLOTS && n_found > 3 * FIRST_SLOTS, "{n_found} came back");
        }
    }
}
