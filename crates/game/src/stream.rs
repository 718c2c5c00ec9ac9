//! Random numbers that repeat: every use of chance has a stream of its own, derived from (seed, what it is
//! for, index). Nothing shares a generator, so the order in which work is done cannot change its result.

use std::convert::Infallible;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::zobrist::mix;

/// A random stream: fast enough for playouts, and the same on every machine and in every release.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

/// The stream for one use of chance: `purpose` says what it is for, `index` which one of its kind it is.
///
/// ChaCha, whose streams are independent by construction, supplies the state of the faster generator.
pub fn stream(seed: u64, purpose: &str, index: u64) -> Stream {
    let name = purpose.bytes().fold(mix(seed), |hash, byte| mix(hash ^ u64::from(byte)));
    let mut source = ChaCha8Rng::seed_from_u64(name);
    source.set_stream(index);
    Stream(Xoshiro256PlusPlus::from_rng(&mut source))
}

impl Stream {
    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A stream of its own for a part of the work, seeded from this one. Much cheaper than [`stream`], for what is
    /// needed thousands of times a second.
    #[must_use]
    pub fn branch(&mut self) -> Stream {
        Stream(Xoshiro256PlusPlus::from_rng(&mut self.0))
    }

    /// A number in `0..n`. `n` must not be 0.
    ///
    /// Lemire's multiplication; without rejection the bias is below `n / 2^64`, far under anything a
    /// simulation could notice.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "a choice out of nothing");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// One of the items, each as likely as the others; `None` of none.
    #[inline]
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

/// For functions that take any generator, such as the bootstraps of the statistics.
impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results in stores and papers hang on these numbers: they may never change.
    #[test]
    fn a_stream_is_fixed_for_ever() {
        let mut stream = stream(1, "opening", 7);
        let seen: Vec<usize> = (0..8).map(|_| stream.below(1000)).collect();
        assert_eq!(seen, [193, 59, 663, 351, 156, 213, 663, 51]);
    }

    #[test]
    fn a_branch_is_fixed_for_ever_too() {
        let mut trunk = stream(1, "opening", 7);
        let mut branch = trunk.branch();
        let seen: Vec<usize> = (0..4).map(|_| branch.below(1000)).collect();
        assert_eq!(seen, [499, 849, 364, 58]);
        assert_ne!(trunk.branch().bits(), branch.bits());
    }

    #[test]
    fn seed_purpose_and_index_each_matter() {
        let first = |seed, purpose, index| stream(seed, purpose, index).bits();
        let base = first(1, "opening", 0);
        assert_eq!(base, first(1, "opening", 0));
        assert_ne!(base, first(2, "opening", 0));
        assert_ne!(base, first(1, "openings", 0));
        assert_ne!(base, first(1, "opening", 1));
    }

    /// Chi-squared of 60,000 throws of a die: 20.5 is the 0.1 % point for five degrees of freedom.
    #[test]
    fn below_is_uniform() {
        let mut stream = stream(3, "dice", 0);
        let mut counts = [0_f64; 6];
        for _ in 0..60_000 {
            counts[stream.below(6)] += 1.0;
        }
        let chi2: f64 = counts.iter().map(|n| (n - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 20.5, "chi-squared {chi2} of {counts:?}");
    }
}
