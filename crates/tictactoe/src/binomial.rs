//! How many of so many independent games are lost, drawn at once instead of played.

use zermelo_game::Stream;

/// More games than this are drawn in parts: the probability of no loss at all must not vanish in an `f64`.
const MOST_AT_ONCE: u32 = 512;

/// How many of `n_games` are lost if each is with probability `loss`; a number outside 0 to 1 counts as the
/// nearer of them.
///
/// Inversion: one random number walks up the probabilities from the rarer side, at most half of the games. It
/// takes no logarithms, which machines may round differently.
pub fn drawn(loss: f64, n_games: u32, chance: &mut Stream) -> u32 {
    let mut n_lost = 0;
    let mut left = n_games;
    while left > 0 {
        let part = left.min(MOST_AT_ONCE);
        n_lost += if loss > 0.5 { part - rare(1.0 - loss, part, chance) } else { rare(loss, part, chance) };
        left -= part;
    }
    n_lost
}

/// The same for a probability of at most a half.
fn rare(p: f64, n: u32, chance: &mut Stream) -> u32 {
    if p <= 0.0 || p.is_nan() {
        return 0;
    }
    let odds = p / (1.0 - p);
    let mut probability = power(1.0 - p, n);
    let mut left = (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    for k in 0..n {
        if left < probability {
            return k;
        }
        left -= probability;
        probability *= odds * (f64::from(n - k) / f64::from(k + 1));
    }
    n
}

/// `base` to the power of `exponent`, by squaring: `powi` may differ from machine to machine.
fn power(mut base: f64, mut exponent: u32) -> f64 {
    let mut product = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    product
}
