//! The Elo scale: a difference in strength as the logarithm of the odds to score.

/// The difference in Elo that gives this score, which must lie strictly between 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    debug_assert!(0.0 < score && score < 1.0, "a score of {score} is no difference in Elo");
    // Adding zero turns the negative zero of an even score into a plain one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The score that a difference in Elo gives.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_both_ways() {
        for elo in [-800.0, -100.0, 0.0, 3.5, 190.848_501_887_865] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert!(elo_of_score(0.5).is_sign_positive());
    }
}
