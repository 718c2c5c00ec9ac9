//! A partial round robin: so many couples, drawn at random, meet once (the Milestone study).

use zermelo_game::stream;

use crate::Pair;

/// Couples of `n` entrants in the order in which they were drawn; all of them if there are no more.
pub fn pairs(n: usize, n_couples: u32, seed: u64) -> Vec<Pair> {
    let n = n as u32;
    let mut couples: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let mut chance = stream(seed, "partial round robin", 0);
    let n_drawn = (n_couples as usize).min(couples.len());
    for index in 0..n_drawn {
        let other = index + chance.below(couples.len() - index);
        couples.swap(index, other);
    }
    (couples[..n_drawn].iter()).map(|&(a, b)| Pair { round: 0, a, b, opening: 0 }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn couples_are_different_and_as_many_as_asked_for() {
        let drawn = pairs(36, 504, 7);
        assert_eq!(drawn.len(), 504);
        assert_eq!(drawn.iter().map(|pair| (pair.a, pair.b)).collect::<HashSet<_>>().len(), 504);
        assert!(drawn.iter().all(|pair| pair.a < pair.b && pair.b < 36));
        assert_ne!(drawn, pairs(36, 504, 8));
        assert_eq!(pairs(4, 100, 0).len(), 6);
        assert!(pairs(1, 5, 0).is_empty() && pairs(0, 5, 0).is_empty());
    }

    /// Every couple is as likely as any other.
    #[test]
    fn drawing_is_fair() {
        let mut counts = [0_u32; 10];
        for seed in 0..2000 {
            for pair in pairs(5, 4, seed) {
                counts[(pair.b * (pair.b - 1) / 2 + pair.a) as usize] += 1;
            }
        }
        // 800 each, with a standard deviation of 22.
        assert!(counts.iter().all(|count| count.abs_diff(800) < 100), "{counts:?}");
    }
}
