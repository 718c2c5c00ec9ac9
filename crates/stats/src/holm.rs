//! Holm's correction: many tests, held to one level together.

/// Probabilities of chance, corrected for their number: the smallest times the number of tests, the next times one less, none
/// smaller than one before it and none above 1. In the order they were given.
///
/// To call whatever is below 5 % beyond chance is then wrong, anywhere in the list, in at most 5 % of all lists.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (at, &place) in order.iter().enumerate() {
        least = least.max(p[place] * (p.len() - at) as f64).min(1.0);
        corrected[place] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As R's `p.adjust(c(0.04, 0.01, 0.03, 0.9), "holm")` has it.
    #[test]
    fn the_smallest_is_corrected_most() {
        let corrected = holm(&[0.04, 0.01, 0.03, 0.9]);
        for (got, expected) in corrected.iter().zip([0.09, 0.04, 0.09, 0.9]) {
            assert!((got - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert_eq!(holm(&[0.03]), [0.03], "one test needs no correction");
        assert!(holm(&[]).is_empty());
    }
}
