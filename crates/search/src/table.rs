//! The transposition table: what is known of positions seen before, shared by any number of threads without locks.
//!
//! A slot is two words, the data and the key xored with it (Hyatt and Mann 2002): if two threads write at once, the
//! halves do not fit and the slot reads as empty. Four neighbouring slots (a cache line) make a bucket; the entry
//! that is replaced is one of an older search, or the shallowest.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::zeroed_slice_box;
use prefetch_index::prefetch_index;
use zermelo_game::Score;
use zermelo_game::zobrist::mix;

use crate::{aside, work};

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
    /// The first slot that begins a cache line, and with it the first bucket.
    first: usize,
    /// One less than the number of buckets, a power of two.
    mask: usize,
    /// It may grow to so many buckets.
    most_buckets: usize,
    age: u64,
}

const BUCKET: usize = 4;
const CACHE_LINE: usize = 64;
/// To begin with, 64 kilobytes: a game of shallow searches needs no more.
const FIRST_BUCKETS: usize = 1 << 10;
/// How many times larger a table becomes when it grows, which is when so much of it is full.
const GROWTH: usize = 8;
/// So many slots are moved between two looks at the clock.
const MOVED_AT_ONCE: usize = 256;
/// So many slots are looked at to see how full the table is.
const SAMPLE: usize = 2048;
const NO_MOVE: u64 = 0x1FFF;
const AGES: u64 = 64;

impl Table {
    /// A table that grows with what it is asked to remember to at most this many megabytes (at least one bucket). A small
    /// table stays in the processor's cache, where a search of a few thousand nodes is at home.
    pub fn new(most_megabytes: usize) -> Table {
        let most_buckets = most_megabytes.saturating_mul(1024 * 1024) / CACHE_LINE;
        let most_buckets = most_buckets.checked_ilog2().map_or(1, |log| 1 << log);
        Table::with_buckets(most_buckets.min(FIRST_BUCKETS), most_buckets)
    }

    fn with_buckets(n_buckets: usize, most_buckets: usize) -> Table {
        // Zeroed by the operating system, page by page when first touched: a large table costs nothing to open. One
        // bucket more, so that the first can begin with a cache line.
        let slots: Box<[[AtomicU64; 2]]> = zeroed_slice_box((n_buckets + 1) * BUCKET);
        let beyond = slots.as_ptr().addr() % CACHE_LINE;
        let first = if beyond == 0 { 0 } else { (CACHE_LINE - beyond) / (CACHE_LINE / BUCKET) };
        Table { slots, first, mask: n_buckets - 1, most_buckets, age: 1 }
    }

    /// How many bytes it takes now.
    pub fn n_bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Begins a new search: what is here already gives way first.
    pub fn next_search(&mut self) {
        self.age = self.age % (AGES - 1) + 1;
    }

    /// Makes room, between two iterations of a search, if the next one could fill the table. So many positions have been
    /// visited since the table was empty: if they are few, there is no need to look.
    ///
    /// Every entry that moves may touch a page that nobody has touched before, so moving all of them may take longer than a
    /// search has left. `may_go_on` is asked again and again, after a bounded amount of work: if it says no, the table stays
    /// as it is.
    pub fn grow_if_needed(&mut self, n_visited: u64, may_go_on: &mut dyn FnMut() -> bool) {
        let n_buckets = self.mask + 1;
        let cannot_be_full = n_visited < (SAMPLE / GROWTH / 2) as u64 && n_buckets * BUCKET >= SAMPLE;
        if cannot_be_full || n_buckets == self.most_buckets || self.fullness() < 1.0 / GROWTH as f64 {
            return;
        }
        let mut larger = Table::with_buckets((n_buckets * GROWTH).min(self.most_buckets), self.most_buckets);
        larger.age = self.age;
        for part in self.slots.chunks(MOVED_AT_ONCE) {
            if !may_go_on() {
                return larger.give_back();
            }
            work::touched(part.len());
            for [check, data] in part {
                let (check, data) = (check.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
                if data != 0 {
                    let [new_check, new_data] = larger.bucket_slot(check ^ data);
                    new_check.store(check, Ordering::Relaxed);
                    new_data.store(data, Ordering::Relaxed);
                }
            }
        }
        std::mem::replace(self, larger).give_back();
    }

    /// The share of the slots that hold something, by a sample.
    fn fullness(&self) -> f64 {
        let sample = self.slots.iter().take(SAMPLE);
        let n_full = sample.clone().filter(|[_, data]| data.load(Ordering::Relaxed) != 0).count();
        n_full as f64 / sample.count() as f64
    }

    /// Forgets everything, and how much room that took.
    pub fn clear(&mut self) {
        let empty = Table::with_buckets(self.most_buckets.min(FIRST_BUCKETS), self.most_buckets);
        std::mem::replace(self, empty).give_back();
    }

    /// Gives the memory back without waiting until the system has taken all of it.
    fn give_back(self) {
        let n_bytes = self.n_bytes();
        aside::give_back(self.slots, n_bytes);
    }

    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        self.first + (key as usize & self.mask) * BUCKET
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let first = self.first_slot(key);
        &self.slots[first..first + BUCKET]
    }

    /// Begins to fetch what is known of the position with this key: memory is slow, and there is other work to do first.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.slots, self.first_slot(key));
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
        let [check, slot] = self.bucket_slot(key);
        check.store(key ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }

    /// Where the position with this key goes: to its own slot, else to an empty one or an older search's, else to the
    /// shallowest.
    #[inline]
    fn bucket_slot(&self, key: u64) -> &[AtomicU64; 2] {
        let bucket = self.bucket(key);
        let (mut least, mut place) = (u64::MAX, 0);
        for (index, [check, old]) in bucket.iter().enumerate() {
            let old = old.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key || old == 0 {
                return &bucket[index];
            }
            let is_current = old & (AGES - 1) == self.age;
            let worth = (old >> 8 & 0xFF) + if is_current { 1024 } else { 0 };
            if worth < least {
                (least, place) = (worth, index);
            }
        }
        &bucket[place]
    }
}

/// A small table of one thread for what is cheap to find again: the newest entry replaces whatever was there, and all of
/// it stays in the processor's cache, where looking costs less than searching a few plies.
#[derive(Clone, Debug)]
pub struct Near {
    slots: Vec<[u64; 2]>,
    /// Keys are kept with this mixed in. A new one makes everything unknown at once, where emptying a quarter of a megabyte
    /// would take as long as a game of shallow searches.
    salt: u64,
}

impl Near {
    const SLOTS: usize = 1 << 14;

    /// An empty one.
    pub fn new() -> Near {
        Near { slots: vec![[0; 2]; Self::SLOTS], salt: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.salt = mix(self.salt.wrapping_add(1));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let [known, data] = self.slots[key as usize % Self::SLOTS];
        (known == key ^ self.salt && data != 0).then(|| unpack(data))
    }

    /// Remembers something about the position with this key.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        self.slots[key as usize % Self::SLOTS] = [key ^ self.salt, pack(&entry, 1)];
    }
}

impl Default for Near {
    fn default() -> Self {
        Near::new()
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

    /// Growing does a bounded amount of work between two questions whether it may go on, and leaves everything as it was if not.
    #[test]
    fn growing_can_be_given_up() {
        let entry =
            Entry { score: Score::win_in(3), bound: Bound::Exact, depth: 1, best: None, is_complete: false };
        let full = || {
            let table = Table::new(1);
            (0..4 * (FIRST_BUCKETS * BUCKET) as u64).for_each(|index| table.put(mix(index), entry));
            table
        };
        let known = |table: &Table| {
            (0..4 * (FIRST_BUCKETS * BUCKET) as u64).filter(|&key| table.get(mix(key)).is_some()).count()
        };
        let mut table = full();
        let (n_known, n_bytes) = (known(&table), table.n_bytes());
        for patience in [0, 1, 5] {
            let mut n_asked = 0;
            table.grow_if_needed(1 << 40, &mut || {
                n_asked += 1;
                n_asked <= patience
            });
            assert_eq!((n_asked, table.n_bytes(), known(&table)), (patience + 1, n_bytes, n_known));
        }
        let mut n_asked = 0;
        table.grow_if_needed(1 << 40, &mut || {
            n_asked += 1;
            true
        });
        assert_eq!(n_asked, ((FIRST_BUCKETS + 1) * BUCKET).div_ceil(MOVED_AT_ONCE));
        assert!(table.n_bytes() > n_bytes && known(&table) == n_known);
    }

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
            let key = mix(index as u64);
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        table.clear();
        assert_eq!(table.get(mix(0)), None);
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
