//! Eigenvalues against known ones, and decompositions put together again.

use proptest::prelude::*;
use zermelo_evolve::eigen::Eigen;
use zermelo_stats::matrix::Matrix;

use crate::chance::always_the_same;

fn sorted(eigen: &Eigen) -> Vec<f64> {
    let mut values = eigen.values.clone();
    values.sort_by(f64::total_cmp);
    values
}

#[test]
fn known_values_are_found() {
    let two = Matrix::from_fn(2, |row, column| if row == column { 2.0 } else { 1.0 });
    assert!(sorted(&Eigen::of(&two)).iter().zip([1.0, 3.0]).all(|(got, value)| (got - value).abs() < 1e-15));
    // The second difference: 2 - 2 cos(k pi / 9) for k = 1 to 8.
    let chain =
        Matrix::from_fn(8, |row, column| [2.0, -1.0].get(row.abs_diff(column)).copied().unwrap_or(0.0));
    for (k, got) in sorted(&Eigen::of(&chain)).iter().enumerate() {
        let expected = 2.0 - 2.0 * ((k + 1) as f64 * std::f64::consts::PI / 9.0).cos();
        assert!((got - expected).abs() < 1e-14, "{got} instead of {expected}");
    }
    // Hilbert's matrix of 3, from its characteristic polynomial: small values keep their digits.
    let hilbert = Matrix::from_fn(3, |row, column| 1.0 / (row + column + 1) as f64);
    let expected = [0.002_687_340_355_773_529, 0.122_327_065_853_905_8, 1.408_318_927_123_654];
    for (got, expected) in sorted(&Eigen::of(&hilbert)).iter().zip(expected) {
        assert!((got - expected).abs() < 1e-15, "{got} instead of {expected}");
    }
}

proptest! {
    #![proptest_config(always_the_same())]

    #[test]
    fn the_parts_make_the_whole(n in 1..12_usize, entries in prop::collection::vec(-5.0..5.0_f64, 144)) {
        let matrix = Matrix::from_fn(n, |row, column| entries[row.min(column) * 12 + row.max(column)]);
        let eigen = Eigen::of(&matrix);
        for row in 0..n {
            let mut unit = vec![0.0; n];
            unit[row] = 1.0;
            // The matrix itself, and its vectors at right angles to each other.
            let (whole, identity) = (eigen.apply(&unit, |value| value), eigen.apply(&unit, |_| 1.0));
            for column in 0..n {
                prop_assert!((whole[column] - matrix[(row, column)]).abs() < 1e-12);
                prop_assert!((identity[column] - unit[column]).abs() < 1e-13);
            }
        }
    }
}
