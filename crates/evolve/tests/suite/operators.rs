//! Crossover and mutation against hand-worked cases and what must be true of any child.

use proptest::prelude::*;
use zermelo_evolve::Alleles;
use zermelo_evolve::crossover::points::{points, ring};
use zermelo_evolve::crossover::{Crossover, Points, Uniform};
use zermelo_evolve::mutation::reset::{ResetCount, reset};
use zermelo_evolve::mutation::{Gaussian, Mutation, Perturbation};

use crate::chance::{always_the_same, chi_squared, dice};

/// Where a child of all zeros and all ones changes sides: 1 for between the first gene and the second.
fn changes(child: &[u8]) -> Vec<usize> {
    (1..child.len()).filter(|&at| child[at - 1] != child[at]).collect()
}

#[test]
fn as_many_cuts_as_asked_for() {
    let (mother, father) = ([0; 765], [1; 765]);
    let mut chance = dice(0);
    let n_changes: Vec<usize> =
        (0..2000).map(|_| changes(&points(&mother, &father, 50, &mut chance).0).len()).collect();
    // A cut at the very end cuts nothing: 50 of 765 times, 131 of 2000; six standard errors are 66.
    let n_short = n_changes.iter().filter(|&&n| n == 49).count();
    assert!(n_changes.iter().all(|&n| n == 49 || n == 50));
    assert!((65..197).contains(&n_short), "{n_short}");
}

/// Chi-squared over the 19 inner places of 20: 42.3 is the 0.1 % point for 18 degrees of freedom.
#[test]
fn cuts_are_everywhere() {
    let mut counts = [0; 19];
    let mut chance = dice(1);
    for _ in 0..4000 {
        for place in changes(&points(&[0; 20], &[1; 20], 3, &mut chance).0) {
            counts[place - 1] += 1;
        }
    }
    assert!(chi_squared(&counts) < 42.3, "{counts:?}");
}

#[test]
fn cuts_everywhere_take_every_other_gene() {
    let (left, right) = points(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10], 5, &mut dice(0));
    assert_eq!((left, right), (vec![1, 7, 3, 9, 5], vec![6, 2, 8, 4, 10]));
    let (left, right) = points(&[1, 2, 3], &[4, 5, 6], 0, &mut dice(0));
    assert_eq!((left, right), (vec![1, 2, 3], vec![4, 5, 6]));
}

proptest! {
    #![proptest_config(always_the_same())]

    #[test]
    fn children_are_complements(n in 0..200_usize, cuts in 0..60_usize, seed in 0..1000_u64) {
        let mother: Vec<usize> = (0..n).collect();
        let father: Vec<usize> = (1000..1000 + n).collect();
        let (left, right) = points(&mother, &father, cuts, &mut dice(seed));
        for gene in 0..n {
            let here = [left[gene], right[gene]];
            prop_assert!(here == [mother[gene], father[gene]] || here == [father[gene], mother[gene]]);
        }
        prop_assert!(n == 0 || left[0] == mother[0]);
    }

    /// Everybody mates with the next one: child 2k has the genes of k and k + 1 only, and its twin the rest.
    #[test]
    fn pairs_are_a_ring(n in 1..20_usize, cuts in 1..30_usize, seed in 0..1000_u64) {
        let tables: Vec<Vec<u8>> = (0..n).map(|k| vec![k as u8; 40]).collect();
        let pool: Vec<&[u8]> = tables.iter().map(Vec::as_slice).collect();
        let children = ring(&pool, cuts, &mut dice(seed));
        prop_assert_eq!(children.len(), 2 * n);
        for (k, twins) in children.chunks_exact(2).enumerate() {
            let (mother, father) = (k as u8, ((k + 1) % n) as u8);
            prop_assert_eq!((twins[0][0], twins[1][0]), (mother, father));
            for (&one, &other) in twins[0].iter().zip(&twins[1]) {
                prop_assert!([one, other] == [mother, father] || [one, other] == [father, mother]);
            }
        }
    }

    #[test]
    fn a_reset_touches_legal_alleles_only(
        genes in prop::collection::vec((1..9_u8, any::<bool>()), 1..80),
        count in 0..100_usize,
        seed in 0..1000_u64,
    ) {
        let lists: Vec<Vec<u8>> = genes.iter().map(|&(n, _)| (0..n).collect()).collect();
        let described = lists.iter().zip(&genes).map(|(list, gene)| (list.as_slice(), gene.1));
        let alleles = Alleles::new(described).expect("alleles");
        // 99 is no allele: what is reset shows.
        let mut table = vec![99; genes.len()];
        reset(&mut table, &alleles, count, &mut dice(seed));
        let touched: Vec<usize> = (0..table.len()).filter(|&gene| table[gene] != 99).collect();
        prop_assert!(touched.iter().all(|&gene| genes[gene].1 && alleles.legal(gene).contains(&table[gene])));
        let n_draws = count.min(genes.len());
        if genes.iter().all(|gene| gene.1) {
            prop_assert_eq!(touched.len(), n_draws);
        } else {
            prop_assert!(touched.len() <= n_draws);
        }
    }
}

/// A draw that meets a fixed gene is drawn again, over all genes, and may meet one that was drawn already.
/// With one draw every gene that may change is as likely; with as many draws as genes, those that may change
/// all do.
#[test]
fn fixed_genes_are_drawn_again() {
    let lists: Vec<(&[u8], bool)> = (0..10).map(|gene| (&[0, 1, 2][..], gene >= 5)).collect();
    let alleles = Alleles::new(lists).expect("alleles");
    let mut counts = [0; 5];
    let mut chance = dice(5);
    for _ in 0..5000 {
        let mut table = vec![99; 10];
        reset(&mut table, &alleles, 1, &mut chance);
        let touched: Vec<usize> = (0..10).filter(|&gene| table[gene] != 99).collect();
        assert_eq!(touched.len(), 1);
        counts[touched[0] - 5] += 1;
    }
    // The 0.1 % point for four degrees of freedom.
    assert!(chi_squared(&counts) < 18.5, "{counts:?}");
    let mut table = vec![99; 10];
    reset(&mut table, &alleles, 10, &mut chance);
    assert!(table.iter().enumerate().all(|(gene, &allele)| (allele != 99) == (gene >= 5)));
    let fixed = Alleles::new([(&[0, 1][..], false)]).expect("alleles");
    reset(&mut [0], &fixed, 1, &mut chance);
}

#[test]
fn more_genes_are_reset_the_further_the_best_is() {
    let count = |losses: f64, games: f64| ResetCount::DOCUMENT_003.at(losses / games);
    assert_eq!([count(0.0, 384.0), count(1.0, 384.0), count(1.0, 3.0), count(1.0, 1.0)], [10, 10, 93, 260]);
}

#[test]
fn a_perturbation_stays_within_its_size() {
    let perturbation = Perturbation { most: 0.2, decay: 0.97 };
    let sizes = [1, 2, 3].map(|generation| perturbation.size(generation));
    assert_eq!(sizes[0], 0.2);
    assert!((sizes[1] - 0.194).abs() < 1e-15 && (sizes[2] - 0.188_18).abs() < 1e-15, "{sizes:?}");
    let mut genome = vec![2.0; 10_000];
    perturbation.mutate(&mut genome, 2, &mut dice(0));
    let (low, high) = (2.0 * 0.806, 2.0 * 1.194);
    assert!(genome.iter().all(|x| (low..=high).contains(x)));
    let least = genome.iter().fold(f64::INFINITY, |least: f64, &x| least.min(x));
    let most = genome.iter().fold(0.0, |most: f64, &x| most.max(x));
    assert!(least < low + 0.002 && most > high - 0.002, "{least} to {most}");
}

/// SimpAI's: one genome in five, one gene in two. 4000 genomes of 5 genes, six standard errors.
#[test]
fn gaussian_mutation_is_as_likely_and_as_large_as_set() {
    let gaussian = Gaussian { chance: 0.2, gene_chance: 0.5, mean: 0.5, sigma: 0.25 };
    let mut chance = dice(0);
    let genomes: Vec<Vec<f64>> = (0..4000)
        .map(|_| {
            let mut genome = vec![0.0; 5];
            gaussian.mutate(&mut genome, &mut chance);
            genome
        })
        .collect();
    let n_genomes = genomes.iter().filter(|genome| genome.iter().any(|&x| x != 0.0)).count();
    assert!((n_genomes as f64 - 4000.0 * 0.2 * 31.0 / 32.0).abs() < 152.0, "{n_genomes}");
    let added: Vec<f64> = genomes.concat().into_iter().filter(|&x| x != 0.0).collect();
    let n = added.len() as f64;
    assert!((n - 2000.0).abs() < 300.0, "{n}");
    let mean = added.iter().sum::<f64>() / n;
    let deviation = (added.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
    assert!((mean - 0.5).abs() < 0.034 && (deviation - 0.25).abs() < 0.024, "{mean} and {deviation}");
}

#[test]
fn uniform_crossover_swaps_some_genes_of_some_pairs() {
    let crossover = Crossover::Uniform(Uniform { chance: 0.4, gene_chance: 0.5 });
    let mut chance = dice(0);
    let (mut n_pairs, mut n_genes) = (0, 0);
    for _ in 0..4000 {
        let (mut left, mut right) = (vec![0.0; 5], vec![1.0; 5]);
        let crossed = crossover.cross(&mut left, &mut right, &mut chance);
        let swapped = left.iter().filter(|&&x| x == 1.0).count();
        assert!(left.iter().zip(&right).all(|(left, right)| left + right == 1.0));
        assert!(crossed || swapped == 0);
        n_pairs += usize::from(crossed);
        n_genes += swapped;
    }
    assert!((n_pairs as f64 - 1600.0).abs() < 186.0, "{n_pairs}");
    assert!((n_genes as f64 - 4000.0).abs() < 500.0, "{n_genes}");
}

#[test]
fn points_serve_numbers_too() {
    let crossover = Crossover::Points(Points { chance: 1.0, cuts: 3 });
    let (mut left, mut right) = (vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]);
    assert!(crossover.cross(&mut left, &mut right, &mut dice(0)));
    assert_eq!((left, right), (vec![1.0, 5.0, 3.0], vec![4.0, 2.0, 6.0]));
}

#[test]
fn operators_say_what_is_wrong_with_their_settings() {
    let mutation = |most, decay| Mutation::Perturbation(Perturbation { most, decay }).check();
    assert_eq!(mutation(0.2, 0.97), Ok(()));
    let slip = mutation(0.2, 0.03).expect_err("a slip").to_string();
    assert_eq!(
        slip,
        "mutation.decay is 0.03, but must be a factor from 0.5 to 1: 0.97 takes away 3 % each generation"
    );
    assert!(mutation(f64::NAN, 0.97).is_err());
    let gaussian =
        |chance, sigma| Mutation::Gaussian(Gaussian { chance, gene_chance: 0.5, mean: 0.0, sigma }).check();
    assert!(gaussian(0.5, 0.0).is_ok() && gaussian(1.5, 1.0).is_err() && gaussian(0.5, -1.0).is_err());
    assert!(Crossover::Points(Points { chance: 0.5, cuts: 0 }).check().is_err());
    assert!(Crossover::Uniform(Uniform { chance: 0.4, gene_chance: f64::NAN }).check().is_err());
}
