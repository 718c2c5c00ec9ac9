//! Spaces and alleles: what they refuse, and what they keep inside.

use zermelo_evolve::{Alleles, EvolveError, Gene, Space};
use zermelo_stats::matrix::Matrix;

use crate::chance::dice;

fn problem(genes: Vec<Gene>) -> String {
    Space::new(genes).expect_err("a bad space").to_string()
}

#[test]
fn a_space_says_what_is_wrong_with_it() {
    let good = || Gene::new("weight", 0.0, 1.0);
    assert_eq!(problem(vec![]), "the number of genes is 0, but must be at least 1");
    assert!(problem(vec![good(), good()]).starts_with("gene 2 (weight): another gene has this name"));
    assert!(problem(vec![Gene { high: 0.0, ..good() }]).contains("its range is empty"));
    assert!(problem(vec![Gene { low: f64::NAN, ..good() }]).contains("not a finite number"));
    assert!(problem(vec![Gene { low: -f64::MAX, high: f64::MAX, ..good() }]).contains("its range is empty"));
    assert!(problem(vec![Gene { ceiling: Some(0.5), ..good() }]).contains("beyond its floor or ceiling"));
    assert!(problem(vec![Gene { floor: Some(0.5), ..good() }]).contains("beyond its floor or ceiling"));
    assert!(problem(vec![Gene { name: String::new(), ..good() }]).contains("no name"));
}

#[test]
fn genomes_stay_where_they_are_allowed() {
    let free = Gene::new("free", -1.0, 1.0);
    let space =
        Space::new(vec![free, Gene { floor: Some(0.0), ..Gene::new("positive", 2.0, 3.0) }]).expect("good");
    let mut genome = vec![-7.0, -7.0];
    assert!(!space.contains(&genome));
    space.clamp(&mut genome);
    assert_eq!(genome, [-7.0, 0.0]);
    assert!(space.contains(&genome));
    assert_eq!(space.to_unit(&[0.0, 3.0]), [0.5, 1.0]);
    assert_eq!(space.from_unit(&[0.5, 1.0]), [0.0, 3.0]);
    let mut chance = dice(0);
    let drawn: Vec<Vec<f64>> = (0..1000).map(|_| space.random(&mut chance)).collect();
    assert!(drawn.iter().all(|x| (-1.0..1.0).contains(&x[0]) && (2.0..3.0).contains(&x[1])));
    // Uniform, not only inside: the mean of 1000 is within six standard errors.
    let mean = drawn.iter().map(|x| x[0]).sum::<f64>() / 1000.0;
    assert!(mean.abs() < 0.11, "{mean}");
}

#[test]
fn genes_are_read_from_a_file() {
    let gene: Gene = toml::from_str("name = 'w'\nlow = 0\nhigh = 1.5\nfloor = -1").expect("a gene");
    assert_eq!(gene, Gene { floor: Some(-1.0), ..Gene::new("w", 0.0, 1.5) });
    let error = toml::from_str::<Gene>("name = 'w'\nlow = 0\nhigh = 1\nceil = 2").expect_err("a slip");
    assert!(error.to_string().contains("unknown field `ceil`"), "{error}");
}

#[test]
fn tables_know_their_alleles() {
    let alleles = Alleles::new([(&[0, 4, 8][..], true), (&[9], false)]).expect("good");
    assert_eq!((alleles.n(), alleles.legal(0), alleles.legal(1)), (2, &[0, 4, 8][..], &[9][..]));
    assert!(alleles.allow(&[4, 9]) && !alleles.allow(&[3, 9]) && !alleles.allow(&[4]));
    let mut chance = dice(1);
    assert!((0..100).all(|_| alleles.allow(&alleles.random(&mut chance))));
    assert!(matches!(Alleles::new([(&[][..], true)]), Err(EvolveError::BadGene { index: 0, .. })));
    assert!(matches!(
        Alleles::new([(&[1][..], true), (&[2, 2], true)]),
        Err(EvolveError::BadGene { index: 1, .. })
    ));
}

#[test]
fn bounds_are_mirrors() {
    let gene = |floor, ceiling| Gene { floor, ceiling, ..Gene::new("w", 0.25, 0.5) };
    let reflect = |gene: Gene, value: f64| {
        let mut genome = [value];
        Space::new(vec![gene]).expect("a space").reflect(&mut genome);
        genome[0]
    };
    let both = [-2.75, -1.25, -0.25, 0.0, 0.25, 1.0, 1.25, 2.25, 3.25]
        .map(|x| reflect(gene(Some(0.0), Some(1.0)), x));
    assert_eq!(both, [0.75, 0.75, 0.25, 0.0, 0.25, 1.0, 0.75, 0.25, 0.75]);
    assert_eq!([-3.0, 3.0].map(|x| reflect(gene(Some(0.0), None), x)), [3.0, 3.0]);
    assert_eq!([-3.0, 3.0].map(|x| reflect(gene(None, Some(1.0)), x)), [-3.0, -1.0]);
    assert_eq!(reflect(gene(None, None), -3.0), -3.0);
}

/// Two genes that do nearly the same: raising both is a short step, one against the other a long one. By hand: the
/// covariance ((5, 4), (4, 5)) has 9 along (1, 1) and 1 along (1, -1); lengths 1/3 and 1, whose product is to be 1, so that
/// they are 1/sqrt(3) and sqrt(3) (but for the ten-thousandth that no direction falls below).
#[test]
fn steps_of_equal_influence() {
    let influence = Matrix::from_fn(2, |a, b| if a == b { 5.0 } else { 4.0 });
    let genes = vec![Gene::new("a", -1.0, 1.0), Gene::new("b", -1.0, 1.0)];
    let space = Space::new(genes).unwrap().whitened(&influence).unwrap();
    let at = |x: f64, y: f64| space.from_unit(&[0.5 + x, 0.5 + y]);
    let near = |got: Vec<f64>, wanted: [f64; 2]| {
        assert!(got.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 2e-3), "{got:?} for {wanted:?}");
    };
    near(at(0.0, 0.0), [0.0, 0.0]);
    near(at(0.5, 0.5), [1.0 / 3_f64.sqrt(); 2]);
    near(at(0.5, -0.5), [3_f64.sqrt(), -(3_f64.sqrt())]);
    let there_and_back = space.to_unit(&space.from_unit(&[0.9, -0.3]));
    assert!((there_and_back[0] - 0.9).abs() < 1e-12 && (there_and_back[1] + 0.3).abs() < 1e-12);
}

#[test]
fn whitening_says_what_it_cannot_do() {
    let genes = || vec![Gene::new("a", 0.0, 1.0), Gene::new("b", 0.0, 1.0)];
    let influence = |diagonal: [f64; 2]| Matrix::from_fn(2, |a, b| if a == b { diagonal[a] } else { 0.0 });
    let idle = Space::new(genes()).unwrap().whitened(&influence([1.0, 0.0])).unwrap_err().to_string();
    assert!(idle.contains("(b): it does not affect the evaluation"), "{idle}");
    let bounded = Space::new(genes().into_iter().map(Gene::bounded).collect()).unwrap();
    let bounded = bounded.whitened(&influence([1.0, 1.0])).unwrap_err().to_string();
    assert!(bounded.contains("(a): whitening does not support bounds"), "{bounded}");
}
