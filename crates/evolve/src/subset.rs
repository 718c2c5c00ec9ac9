//! Distinct numbers drawn at random, found in ascending order.
//!
//! Floyd's method draws exactly as many random numbers as are wanted, and a set of bits lists them sorted for
//! nothing: no hashing, no sorting.

use zermelo_game::Stream;

/// Some of the numbers below a limit.
pub(crate) struct Subset(Vec<u64>);

impl Subset {
    /// `count` distinct numbers below `n`, every such set as likely as any other; all of them if there are no
    /// more.
    pub(crate) fn draw(n: usize, count: usize, chance: &mut Stream) -> Subset {
        let mut subset = Subset(vec![0; n.div_ceil(64)]);
        for last in n.saturating_sub(count)..n {
            let number = chance.below(last + 1);
            subset.insert(if subset.contains(number) { last } else { number });
        }
        subset
    }

    fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// The numbers, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * index + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use zermelo_game::stream;

    use super::*;

    /// The 10 pairs out of 5, 20,000 times: 27.9 is the 0.1 % point of chi-squared with nine degrees of
    /// freedom.
    #[test]
    fn every_subset_is_as_likely() {
        let mut chance = stream(1, "subset", 0);
        let mut counts: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for _ in 0..20_000 {
            *counts.entry(Subset::draw(5, 2, &mut chance).iter().collect()).or_default() += 1.0;
        }
        assert_eq!(counts.len(), 10);
        let chi2: f64 = counts.values().map(|n| (n - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi2 < 27.9, "chi-squared {chi2} of {counts:?}");
    }

    #[test]
    fn a_subset_is_distinct_ascending_and_as_large_as_asked() {
        let mut chance = stream(1, "subset", 1);
        for (n, count, expected) in
            [(765, 50, 50), (765, 765, 765), (64, 64, 64), (65, 1, 1), (3, 9, 3), (0, 4, 0)]
        {
            let drawn: Vec<usize> = Subset::draw(n, count, &mut chance).iter().collect();
            assert_eq!(drawn.len(), expected);
            assert!(drawn.is_sorted_by(|a, b| a < b) && drawn.iter().all(|&number| number < n), "{drawn:?}");
        }
    }
}
