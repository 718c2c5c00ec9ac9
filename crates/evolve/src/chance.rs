//! Random numbers of the shapes that operators need, from a [`Stream`].
//!
//! Logarithm and cosine are those of `libm`, so that a run is the same on every machine.

use zermelo_game::Stream;

/// A number from 0 up to, but not, 1.
#[inline]
pub fn uniform(chance: &mut Stream) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number from `low` to `high`.
#[inline]
pub fn between(low: f64, high: f64, chance: &mut Stream) -> f64 {
    low + (high - low) * uniform(chance)
}

/// Whether something of this probability happens: at 0 never, at 1 always.
#[inline]
pub fn happens(probability: f64, chance: &mut Stream) -> bool {
    uniform(chance) < probability
}

/// A standard normal number (Box and Muller).
pub fn normal(chance: &mut Stream) -> f64 {
    // From above 0 to 1, as the logarithm needs.
    let radius = 1.0 - uniform(chance);
    let angle = std::f64::consts::TAU * uniform(chance);
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(angle)
}

#[cfg(test)]
mod tests {
    use zermelo_game::stream;

    use super::*;

    /// 100,000 numbers: six standard errors of the mean, of the variance and of the share beyond 1.96.
    #[test]
    fn normal_numbers_are_normal() {
        let mut chance = stream(1, "normal", 0);
        let drawn: Vec<f64> = (0..100_000).map(|_| normal(&mut chance)).collect();
        let n = drawn.len() as f64;
        let mean = drawn.iter().sum::<f64>() / n;
        let variance = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        let beyond = drawn.iter().filter(|x| x.abs() > 1.959_964).count() as f64 / n;
        assert!(mean.abs() < 0.019, "mean {mean}");
        assert!((variance - 1.0).abs() < 0.027, "variance {variance}");
        assert!((beyond - 0.05).abs() < 0.0042, "{beyond} beyond 1.96");
    }

    #[test]
    fn certain_things_happen_and_impossible_ones_do_not() {
        let mut chance = stream(1, "certain", 0);
        assert!((0..1000).all(|_| happens(1.0, &mut chance) && !happens(0.0, &mut chance)));
    }
}
