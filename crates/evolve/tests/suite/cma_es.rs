//! CMA-ES beside its reference implementation, and what it must be indifferent to.

use serde_json::Value;
use zermelo_evolve::cma_es::{CmaEs, CmaEsSettings};
use zermelo_evolve::{Gene, Space, chance};

use crate::chance::dice;
use crate::landscapes::{Fitness, bounded_space, cigar, ellipsoid, rosenbrock, space, sphere};

/// How many judgements until a fitness of -1e-8 was seen; `None` if it takes more than 12,000.
fn judgements(space: &Space, seed: u64, fitness: impl Fn(&[f64]) -> f64) -> Option<usize> {
    let mut cma_es = CmaEs::new(&CmaEsSettings::default(), space, seed).expect("settings");
    let mut n = 0;
    while n < 12_000 {
        let judged: Vec<f64> = cma_es.ask().iter().map(|candidate| fitness(&candidate.genes)).collect();
        if let Some(index) = judged.iter().position(|&fitness| fitness >= -1e-8) {
            return Some(n + index + 1);
        }
        n += judged.len();
        cma_es.tell(&judged).expect("finite fitness");
    }
    None
}

/// The sorted numbers of judgements of 15 runs, failures last.
fn runs(space: &Space, fitness: impl Fn(&[f64]) -> f64) -> Vec<usize> {
    let mut runs: Vec<usize> =
        (1..=15).map(|seed| judgements(space, seed, &fitness).unwrap_or(usize::MAX)).collect();
    runs.sort_unstable();
    runs
}

/// The median of 15 runs lies within 12 % of the reference's, whose quartiles are 4 to 8 % away from it.
#[test]
fn it_takes_as_many_judgements_as_the_reference() {
    let text = include_str!("../../../../tests/data/evolve/cma-es.json");
    let reference: Value = serde_json::from_str(text).expect("JSON");
    let landscapes: [(&str, Fitness); 4] =
        [("sphere", sphere), ("ellipsoid", ellipsoid), ("cigar", cigar), ("rosenbrock", rosenbrock)];
    for (name, fitness) in landscapes {
        let runs = runs(&space(10), fitness);
        let expected = reference[name]["median"].as_f64().expect("a median");
        let ratio = runs[7] as f64 / expected;
        assert!((0.88..1.12).contains(&ratio), "{name}: {expected} judgements expected, got {runs:?}");
        // Rosenbrock's function has a local minimum that holds a run now and then.
        let n_failed = runs.iter().filter(|&&n| n == usize::MAX).count();
        assert!(n_failed <= if name == "rosenbrock" { 4 } else { 0 }, "{name}: {runs:?}");
    }
}

/// Ten unit vectors at right angles to each other, in no special direction (Gram and Schmidt).
fn rotation(n: usize) -> Vec<Vec<f64>> {
    let mut chance = dice(9);
    let mut axes: Vec<Vec<f64>> = Vec::new();
    while axes.len() < n {
        let mut axis: Vec<f64> = (0..n).map(|_| chance::normal(&mut chance)).collect();
        for other in &axes {
            let shadow: f64 = axis.iter().zip(other).map(|(a, b)| a * b).sum();
            axis.iter_mut().zip(other).for_each(|(a, b)| *a -= shadow * b);
        }
        let length = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        axes.push(axis.iter().map(|a| a / length).collect());
    }
    axes
}

/// Turned about its optimum, an ellipsoid is as easy as along the axes.
#[test]
fn it_does_not_care_for_the_axes() {
    let axes = rotation(10);
    let turned = |x: &[f64]| {
        let along = |axis: &Vec<f64>| 1.0 + axis.iter().zip(x).map(|(a, x)| a * (x - 1.0)).sum::<f64>();
        ellipsoid(&axes.iter().map(along).collect::<Vec<f64>>())
    };
    let (straight, turned) = (runs(&space(10), ellipsoid), runs(&space(10), turned));
    let ratio = turned[7] as f64 / straight[7] as f64;
    assert!((0.9..1.1).contains(&ratio), "{straight:?} and, turned, {turned:?}");
}

/// Only the order of fitness counts, and genes are measured in their own ranges: the same steps to the last
/// bit.
#[test]
fn it_does_not_care_for_units() {
    let settings = CmaEsSettings::default();
    let scaled =
        Space::new((0..6).map(|k| Gene::new(format!("{k}"), -2048.0, 2048.0)).collect()).expect("a space");
    let mut plain = CmaEs::new(&settings, &space(6), 1).expect("settings");
    let mut other = CmaEs::new(&settings, &scaled, 1).expect("settings");
    for _ in 0..100 {
        let fitness: Vec<f64> = plain.ask().iter().map(|candidate| sphere(&candidate.genes)).collect();
        plain.tell(&fitness).expect("finite");
        let fitness: Vec<f64> = (other.ask().iter())
            .map(|candidate| sphere(&candidate.genes.iter().map(|x| x / 1024.0).collect::<Vec<f64>>()))
            .map(|fitness| 7.0 + fitness.cbrt())
            .collect();
        other.tell(&fitness).expect("finite");
    }
    let back: Vec<f64> = other.best_guess().iter().map(|x| x / 1024.0).collect();
    assert_eq!(plain.best_guess(), back);
    assert!(sphere(&back) > -1e-6);
}

/// The optimum of x1 + .. + xn is the corner at 2; a sphere about 3 has the same one.
#[test]
fn it_finds_optima_on_the_bounds() {
    for fitness in [|x: &[f64]| x.iter().sum(), |x: &[f64]| -x.iter().map(|x| (x - 3.0).powi(2)).sum::<f64>()]
    {
        let space = bounded_space(8);
        let mut cma_es = CmaEs::new(&CmaEsSettings::default(), &space, 1).expect("settings");
        for _ in 0..300 {
            assert!(cma_es.ask().iter().all(|candidate| space.contains(&candidate.genes)));
            let judged: Vec<f64> = cma_es.ask().iter().map(|candidate| fitness(&candidate.genes)).collect();
            cma_es.tell(&judged).expect("finite");
        }
        let guess = cma_es.best_guess();
        assert!(guess.iter().all(|x| (x - 2.0).abs() < 1e-6), "{guess:?}");
    }
}

/// One gene, four candidates; a slope without end; no slope at all: nothing becomes infinite or undefined.
#[test]
fn nothing_breaks_it() {
    let small = CmaEsSettings { population: Some(4), sigma: None };
    let mut one = CmaEs::new(&small, &space(1), 1).expect("settings");
    for _ in 0..300 {
        let judged: Vec<f64> = one.ask().iter().map(|candidate| sphere(&candidate.genes)).collect();
        one.tell(&judged).expect("finite");
    }
    assert!((one.best_guess()[0] - 1.0).abs() < 1e-6);
    for slope in [0.0, 1.0] {
        let mut cma_es = CmaEs::new(&CmaEsSettings::default(), &space(5), 1).expect("settings");
        for _ in 0..3000 {
            let judged: Vec<f64> = cma_es.ask().iter().map(|candidate| slope * candidate.genes[0]).collect();
            cma_es.tell(&judged).expect("finite");
        }
        assert!(cma_es.sigma() > 0.0 && cma_es.best_guess().iter().all(|x| x.is_finite()));
    }
}
