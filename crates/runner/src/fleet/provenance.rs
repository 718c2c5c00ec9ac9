//! Who did what of a run: counts, and the games by number. It stands beside the records and is no part of them.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use super::post::WorkerId;

/// Who did what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// By worker; nobody is this machine.
    pub shares: BTreeMap<Option<WorkerId>, Share>,
}

/// How many games, positions or replicates.
pub type Counts = BTreeMap<&'static str, u64>;

/// What one has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many games, positions or replicates were taken over.
    pub counts: Counts,
    /// The numbers of the games.
    pub games: Ranges,
}

impl Provenance {
    /// How much everybody has done.
    pub fn counts(&self) -> BTreeMap<Option<WorkerId>, Counts> {
        self.shares.iter().map(|(who, share)| (who.clone(), share.counts.clone())).collect()
    }

    /// Somebody has done a piece: a game or games with these numbers in the run, or something else.
    pub fn add(&mut self, who: Option<&WorkerId>, unit: &'static str, numbers: Option<Range<u64>>) {
        let share = match self.shares.get_mut(&who.cloned()) {
            Some(share) => share,
            None => self.shares.entry(who.cloned()).or_default(),
        };
        let n = numbers.as_ref().map_or(1, |numbers| numbers.end.saturating_sub(numbers.start));
        *share.counts.entry(unit).or_default() += n;
        if let Some(numbers) = numbers {
            share.games.add(numbers);
        }
    }
}

/// A set of numbers, as ranges that do not touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// The ends, by the starts.
    ranges: BTreeMap<u64, u64>,
}

impl Ranges {
    /// Adds these numbers.
    pub fn add(&mut self, numbers: Range<u64>) {
        let Range { mut start, mut end } = numbers;
        if start >= end {
            return;
        }
        if let Some((&before, &its_end)) = self.ranges.range(..=start).next_back()
            && its_end >= start
        {
            (start, end) = (before, end.max(its_end));
        }
        while let Some((&after, &its_end)) = self.ranges.range(start..=end).next() {
            self.ranges.remove(&after);
            end = end.max(its_end);
        }
        self.ranges.insert(start, end);
    }

    /// The ranges in their order.
    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().map(|(&start, &end)| start..end)
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.iter().map(|range| range.end - range.start).sum()
    }

    /// How many ranges there are.
    pub fn n_ranges(&self) -> usize {
        self.ranges.len()
    }

    /// Reads what `Display` wrote; `None` if it is something else.
    pub fn read(text: &str) -> Option<Ranges> {
        let mut ranges = Ranges::default();
        for part in text.split(' ').filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
            if last < first {
                return None;
            }
            ranges.add(first..last.checked_add(1)?);
        }
        Some(ranges)
    }
}

/// First and last numbers: `0-15 32 64-79`.
impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, range) in self.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            match range.end - 1 {
                last if last == range.start => write!(f, "{space}{last}")?,
                last => write!(f, "{space}{}-{last}", range.start)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        let mut ranges = Ranges::default();
        for range in [4..6, 0..2, 10..11, 2..4, 5..8, 20..20] {
            ranges.add(range);
        }
        assert_eq!(ranges.to_string(), "0-7 10");
        assert_eq!((ranges.count(), ranges.n_ranges()), (9, 2));
        ranges.add(0..100);
        assert_eq!(ranges.to_string(), "0-99");
    }

    #[test]
    fn ranges_are_read_back_and_nonsense_is_not() {
        for text in ["", "3", "0-15 32 64-79"] {
            assert_eq!(Ranges::read(text).map(|ranges| ranges.to_string()).as_deref(), Some(text));
        }
        for text in ["a", "3-", "-3", "9-3", "1,2", "18446744073709551615", "1-99999999999999999999"] {
            assert_eq!(Ranges::read(text), None, "{text}");
        }
    }

    #[test]
    fn shares_count_games_and_other_pieces() {
        let worker = WorkerId("w".to_owned());
        let mut provenance = Provenance::default();
        provenance.add(Some(&worker), "games", Some(0..2));
        provenance.add(Some(&worker), "positions", None);
        provenance.add(None, "games", Some(2..3));
        assert_eq!(provenance.shares[&Some(worker)].counts, BTreeMap::from([("games", 2), ("positions", 1)]));
        assert_eq!(provenance.shares[&None].games.to_string(), "2");
    }
}
