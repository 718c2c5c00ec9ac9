//! The Kolmogorov-Smirnov test against the counting of all ways to deal values out, and against itself for long
//! lists.

use zermelo_stats::kolmogorov::kolmogorov_smirnov;
use zermelo_stats::summary::trimmed_mean;

use crate::chance::{dice, normal};
use crate::reference::assert_within;

/// The greatest distance of two distribution functions, straight from their definition.
fn distance(first: &[f64], second: &[f64]) -> f64 {
    let share =
        |list: &[f64], at: f64| list.iter().filter(|&&value| value <= at).count() as f64 / list.len() as f64;
    first.iter().chain(second).map(|&at| (share(first, at) - share(second, at)).abs()).fold(0.0, f64::max)
}

/// All ways to give `m` of the values to the first list, and the rest to the second.
fn dealt(values: &[f64], m: usize) -> Vec<[Vec<f64>; 2]> {
    let ways = (0..1_u32 << values.len()).filter(|way| way.count_ones() as usize == m);
    let list = |way: u32, side: u32| {
        let picked = values.iter().enumerate().filter(|&(at, _)| way >> at & 1 == side);
        picked.map(|(_, &value)| value).collect()
    };
    ways.map(|way| [list(way, 1), list(way, 0)]).collect()
}

#[test]
fn the_exact_p_counts_all_ways() {
    for values in [
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0][..],
        &[1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 5.0, 5.0, 9.0],
        &[0.0, -0.0, 0.0, 1.0, 1.0, 1.0, 1.0],
    ] {
        let ways = dealt(values, 4);
        let distances: Vec<f64> = ways.iter().map(|[first, second]| distance(first, second)).collect();
        for ([first, second], &own) in ways.iter().zip(&distances) {
            let test = kolmogorov_smirnov(first, second).expect("an answer");
            let n_extreme = distances.iter().filter(|&&other| other >= own - 1e-12).count();
            assert_within(test.distance, own, 1e-12, "distance");
            assert_within(test.p, n_extreme as f64 / ways.len() as f64, 1e-12, "p");
            assert!(test.is_exact);
        }
    }
    // Five below five others: two of the 252 ways are so clear.
    let test =
        kolmogorov_smirnov(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]).expect("an answer");
    assert_within(test.p, 2.0 / 252.0, 1e-12, "p of two lists apart");
    assert!(kolmogorov_smirnov(&[], &[1.0]).is_err() && kolmogorov_smirnov(&[f64::NAN], &[1.0]).is_err());
}

/// Lists just short enough, and just too long, to be counted.
#[test]
fn the_limit_is_near_the_exact_p() {
    let mut chance = dice("kolmogorov", 0);
    let mut list =
        |n: usize, shift: f64| -> Vec<f64> { (0..n).map(|_| normal(&mut chance) + shift).collect() };
    for shift in [0.0, 0.04] {
        let (first, second) = (list(3160, 0.0), list(3170, shift));
        let limit = kolmogorov_smirnov(&first, &second).expect("an answer");
        let exact = kolmogorov_smirnov(&first, &second[..3160]).expect("an answer");
        assert_eq!((limit.is_exact, exact.is_exact), (false, true));
        assert_within(limit.p, exact.p, 0.05, "p");
    }
}

#[test]
fn a_trimmed_mean_leaves_out_both_ends() {
    let values = [100.0, 3.0, 1.0, 4.0, 2.0, 5.0, 7.0, 6.0, 8.0, -50.0];
    assert_eq!(trimmed_mean(&values, 0.1), Ok(4.5));
    assert_eq!(trimmed_mean(&values, 0.19), Ok(4.5));
    assert_within(trimmed_mean(&values, 0.0).expect("a mean"), 8.6, 1e-12, "all");
    assert_eq!(trimmed_mean(&[3.0], 0.49), Ok(3.0));
    assert!(trimmed_mean(&values, 0.5).is_err() && trimmed_mean(&[], 0.1).is_err());
}
