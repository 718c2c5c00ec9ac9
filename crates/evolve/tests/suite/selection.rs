//! Selection against hand-worked cases, slow twins and the laws of sampling.

use proptest::prelude::*;
use zermelo_evolve::selection::elite::elite_ranks;
use zermelo_evolve::selection::tournament::tournament;
use zermelo_evolve::selection::truncation::{deal, truncation};
use zermelo_evolve::selection::universal::{niche_counts, niched, universal};
use zermelo_evolve::selection::{Selection, ranking};
use zermelo_evolve::{EvolveError, chance};

use crate::chance::{always_the_same, chi_squared, dice};

#[test]
fn the_best_come_first_and_equals_in_order() {
    assert_eq!(ranking(&[3.0, 5.0, 5.0, 1.0]), [1, 2, 0, 3]);
    assert_eq!(truncation(&[3.0, 5.0, 5.0, 1.0], 2), [1, 2]);
    assert_eq!(truncation(&[1.0], 5), [0]);
    // The two zeros are one number, and what is no number is worse than any.
    assert_eq!(ranking(&[-0.0, 0.0, f64::NAN, -1.0]), [0, 1, 3, 2]);
}

#[test]
fn children_are_dealt_evenly() {
    let dealt = deal(&[7, 3, 9, 1, 4], 25);
    assert_eq!(dealt[..6], [7, 7, 7, 7, 7, 3]);
    assert_eq!(dealt.len(), 25);
    assert_eq!(deal(&[7, 3], 5), [7, 7, 7, 3, 3]);
    assert_eq!(deal(&[7, 3], 1), [7]);
    assert!(deal(&[], 3).is_empty());
}

/// Of two, the better one wins a tournament of two unless the worse is drawn twice: 3 of 4 times. 20,000
/// tournaments, six standard errors.
#[test]
fn tournaments_favour_the_better_as_they_should() {
    let mut chance = dice(0);
    let n_best = (0..20_000).filter(|_| tournament(&[1.0, 2.0], 2, &mut chance) == 1).count();
    assert!((n_best as f64 - 15_000.0).abs() < 368.0, "{n_best}");
    // A tournament of one is no selection; 13.8 is the 0.1 % point of chi-squared with two degrees of
    // freedom.
    let mut counts = [0; 3];
    (0..9000).for_each(|_| counts[tournament(&[1.0, 2.0, 3.0], 1, &mut chance)] += 1);
    assert!(chi_squared(&counts) < 13.8, "{counts:?}");
}

#[test]
fn a_wheel_gives_whole_shares_exactly() {
    for index in 0..50 {
        let mut pool = universal(&[1.0, 1.0, 2.0], 4, &mut dice(index));
        pool.sort_unstable();
        assert_eq!(pool, [0, 1, 2, 2]);
    }
}

#[test]
fn a_wheel_without_weights_is_fair() {
    let mut pool = universal(&[0.0, -3.0, f64::NAN], 3, &mut dice(0));
    pool.sort_unstable();
    assert_eq!(pool, [0, 1, 2]);
    assert!(universal(&[], 3, &mut dice(0)).is_empty());
    assert!(universal(&[1.0], 0, &mut dice(0)).is_empty());
}

/// Pointer by pointer, walking the wheel from its beginning.
fn slow_universal(weights: &[f64], n: usize, turn: f64) -> Vec<usize> {
    let whole: f64 = weights.iter().sum();
    let pointers = (0..n).map(|k| {
        let at = (turn + k as f64 / n as f64) % 1.0;
        let mut sum = 0.0;
        for (index, weight) in weights.iter().enumerate() {
            sum += weight;
            if at * whole < sum {
                return index;
            }
        }
        weights.len() - 1
    });
    pointers.collect()
}

proptest! {
    #![proptest_config(always_the_same())]

    #[test]
    fn universal_sampling_is_its_slow_twin(
        weights in prop::collection::vec(0.01..5.0_f64, 1..40), n in 1..60_usize, seed in 0..1000_u64,
    ) {
        let turn = chance::uniform(&mut dice(seed));
        prop_assert_eq!(universal(&weights, n, &mut dice(seed)), slow_universal(&weights, n, turn));
    }

    #[test]
    fn universal_sampling_gives_everybody_its_share(
        weights in prop::collection::vec(prop_oneof![Just(0.0), 0.0..5.0_f64], 1..40),
        n in 1..60_usize,
        seed in 0..1000_u64,
    ) {
        let whole: f64 = weights.iter().sum();
        prop_assume!(whole > 0.0);
        let pool = universal(&weights, n, &mut dice(seed));
        prop_assert_eq!(pool.len(), n);
        for (index, weight) in weights.iter().enumerate() {
            let count = pool.iter().filter(|&&picked| picked == index).count() as f64;
            let share = n as f64 * weight / whole;
            let (least, most) = ((share - 1e-9).floor(), (share + 1e-9).ceil());
            prop_assert!(least <= count && count <= most, "{count} of {share}");
        }
        // The order of the wheel, beginning anywhere.
        let n_descents = pool.windows(2).filter(|two| two[0] > two[1]).count();
        prop_assert!(n_descents <= 1, "{pool:?}");
    }
}

#[test]
fn niches_are_counted() {
    assert_eq!(niche_counts(&[0.5, 0.25, 0.5, 0.0, -0.0, 0.5]), [3, 1, 3, 2, 2, 3]);
    assert_eq!(niched(&[0.5, 0.25, 0.5]), [0.25, 0.25, 0.25]);
    assert!(niche_counts(&[]).is_empty());
}

#[test]
fn niching_makes_a_crowd_count_like_one() {
    let fitness = [0.6, 0.6, 0.6, 0.6, 0.6, 0.6];
    let mut mixed = fitness.to_vec();
    mixed.push(0.6000001);
    let parents =
        |niched| Selection::Universal { niched }.parents(&mixed, 700, &mut dice(3)).expect("weights");
    let n_lonely = |niched| parents(niched).iter().filter(|&&parent| parent == 6).count();
    assert_eq!((n_lonely(false), n_lonely(true)), (100, 350));
}

#[test]
fn a_wheel_refuses_negative_fitness() {
    let error = Selection::Universal { niched: false }.parents(&[1.0, -2.0], 2, &mut dice(0));
    assert_eq!(error, Err(EvolveError::NegativeFitness { index: 1, value: "-2".to_owned() }));
}

#[test]
fn the_elite_ranks_are_the_published_ones() {
    let text = include_str!("../../../../tests/data/evolve/elite-ranks.txt");
    let numbers = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let published: Vec<usize> = numbers.map(|number| number.parse().expect("a rank")).collect();
    assert_eq!(elite_ranks(100), published);
}

#[test]
fn elite_ranks_rise_to_the_very_worst() {
    for n in 3..=200 {
        let ranks = elite_ranks(n);
        assert_eq!((ranks.len(), ranks[0], ranks[n - 1]), (n, 1, 3 * n));
        assert!(ranks.is_sorted_by(|a, b| a < b), "{n}: {ranks:?}");
    }
    assert_eq!(elite_ranks(2), [1, 2]);
    assert!(elite_ranks(0).is_empty());
}
