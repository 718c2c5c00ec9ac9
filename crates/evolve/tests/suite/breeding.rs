//! Generations composed as experiment files say: the documents' three, and what is refused.

use zermelo_evolve::{Breeding, Candidate, EvolveError, Gene, Origin, Space};

use crate::chance::dice;

fn read(toml: &str) -> Breeding {
    toml::from_str(toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
}

fn milestone(random: usize) -> Breeding {
    read(&format!(
        "selection = {{ kind = 'truncation', best = 5 }}
         mutation = {{ kind = 'perturbation', most = 0.2, decay = 0.97 }}
         random = {random}"
    ))
}

const SIMPAI: &str = "
    selection = { kind = 'tournament', size = 2 }
    crossover = { kind = 'uniform', chance = 0.4, gene-chance = 0.5 }
    mutation = { kind = 'gaussian', chance = 0.2, gene-chance = 0.5, mean = 0, sigma = 0.25 }";

fn weights(n: usize) -> Space {
    Space::new((0..n).map(|index| Gene::new(format!("w{index}"), 0.0, 1.0)).collect()).expect("a space")
}

/// A population whose candidate k has fitness k, so that the last is the best.
fn rising(breeding: &Breeding, space: &Space, n: usize) -> (Vec<Candidate>, Vec<f64>) {
    (breeding.first(space, n, &mut dice(0)), (0..n).map(|index| index as f64).collect())
}

/// The Milestone study's experiments: five parents with five (or three) children each, and random ones.
#[test]
fn milestones_experiments_have_their_shape() {
    for (random, n_each) in [(11, 5), (21, 3)] {
        let (breeding, space) = (milestone(random), weights(19));
        let (population, fitness) = rising(&breeding, &space, 36);
        assert!(population.iter().all(|candidate| candidate.origin == Origin::Random));
        let next = breeding.next(&space, 1, &population, &fitness, &mut dice(1)).expect("a generation");
        assert_eq!(next.len(), 36);
        for (index, candidate) in next.iter().enumerate() {
            let parent = 35 - index / n_each;
            if index < 5 * n_each {
                assert_eq!(candidate.origin, Origin::Child { parents: (parent, None) });
                let genes = candidate.genes.iter().zip(&population[parent].genes);
                assert!(genes.clone().all(|(child, parent)| (child / parent - 1.0).abs() <= 0.2 + 1e-12));
                assert!(genes.clone().all(|(child, parent)| child != parent));
            } else {
                assert_eq!(candidate.origin, Origin::Random);
                assert!(candidate.genes.iter().all(|gene| (0.0..1.0).contains(gene)));
            }
        }
    }
}

/// The children of generation 100 differ by 0.2 x 0.97^99 at most, 0.98 %.
#[test]
fn perturbation_decays_with_the_generation() {
    let (breeding, space) = (milestone(11), weights(19));
    let (population, fitness) = rising(&breeding, &space, 36);
    let next = breeding.next(&space, 100, &population, &fitness, &mut dice(1)).expect("a generation");
    let ratios = next[..5].iter().flat_map(|child| child.genes.iter().zip(&population[35].genes));
    let most = ratios.map(|(child, parent)| (child / parent - 1.0).abs()).fold(0.0, f64::max);
    assert!(most < 0.2 * 0.97_f64.powi(99) && most > 0.009, "{most}");
}

/// SimpAI's: nobody random, no elites, four in ten pairs crossed, genes of the parents but for mutation.
#[test]
fn simpais_generation_has_its_shape() {
    let (breeding, space) = (read(SIMPAI), weights(5));
    let (population, fitness) = rising(&breeding, &space, 50);
    let mut n_crossed = 0;
    for index in 0..40 {
        let next = breeding.next(&space, 1, &population, &fitness, &mut dice(index)).expect("a generation");
        assert_eq!(next.len(), 50);
        let children: Vec<(usize, Option<usize>)> = (next.iter())
            .map(|candidate| match candidate.origin {
                Origin::Child { parents } => parents,
                other => panic!("{other:?}"),
            })
            .collect();
        let mean = children.iter().map(|parents| parents.0 as f64).sum::<f64>() / 50.0;
        // The better of two out of 0 to 49: 33 on average, with a deviation of 1.7 over 50.
        assert!((mean - 33.0).abs() < 10.0, "{mean}");
        for (left, right) in children[..25].iter().zip(&children[25..]) {
            assert!((left.1, right.1) == (None, None) || (left.1, right.1) == (Some(right.0), Some(left.0)));
            n_crossed += usize::from(left.1.is_some());
        }
    }
    // 1000 pairs, six standard errors.
    assert!((307..=493).contains(&n_crossed), "{n_crossed} of 1000");
}

/// Without mutation a child has its two parents' genes and no others, and twins share them out.
#[test]
fn crossed_children_have_their_parents_genes() {
    let breeding = read(
        "selection = { kind = 'truncation', best = 4 }
         crossover = { kind = 'points', chance = 1, cuts = 2 }",
    );
    let space = weights(8);
    let (population, fitness) = rising(&breeding, &space, 12);
    let next = breeding.next(&space, 1, &population, &fitness, &mut dice(0)).expect("a generation");
    for (index, child) in next.iter().enumerate() {
        let Origin::Child { parents: (mother, Some(father)) } = child.origin else {
            panic!("{index}: {:?}", child.origin)
        };
        // Each of four parents has three children; the sixth of them meets the twelfth.
        assert_eq!((mother, father), (11 - index / 3, 11 - (index + 6) % 12 / 3));
        for (gene, value) in child.genes.iter().enumerate() {
            assert!([mother, father].iter().any(|&parent| population[parent].genes[gene] == *value));
        }
        assert_eq!(child.genes[0], population[mother].genes[0]);
    }
}

#[test]
fn elites_are_carried_over_unchanged() {
    let breeding = Breeding { elites: 2, ..read(SIMPAI) };
    let space = weights(5);
    let (population, mut fitness) = rising(&breeding, &space, 10);
    fitness[3] = 100.0;
    let next = breeding.next(&space, 7, &population, &fitness, &mut dice(0)).expect("a generation");
    for (elite, of) in next.iter().zip([3, 9]) {
        assert_eq!(elite, &Candidate { genes: population[of].genes.clone(), origin: Origin::Elite { of } });
    }
    assert!(next[2..].iter().all(|candidate| matches!(candidate.origin, Origin::Child { .. })));
}

#[test]
fn children_stay_within_bounds() {
    let breeding = read(
        "selection = { kind = 'truncation', best = 1 }
         mutation = { kind = 'gaussian', chance = 1, gene-chance = 1, sigma = 50 }",
    );
    let space = Space::new(vec![Gene::new("w", 0.0, 1.0).bounded()]).expect("a space");
    let (population, fitness) = rising(&breeding, &space, 30);
    let next = breeding.next(&space, 1, &population, &fitness, &mut dice(0)).expect("a generation");
    assert!(next.iter().all(|child| child.genes[0] == 0.0 || child.genes[0] == 1.0));
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let space = weights(2);
    let refusal =
        |breeding: Breeding, population| breeding.check(population).expect_err("refused").to_string();
    assert_eq!(milestone(11).check(36), Ok(()));
    assert_eq!(refusal(milestone(11), 0), "population is 0, but must be at least 1");
    assert_eq!(refusal(milestone(37), 36), "random + elites is 37, but must be at most the population, 36");
    assert_eq!(
        refusal(milestone(0), 4),
        "selection.best is 5, but must be at least 1, and at most the population, 4"
    );
    let breeding = milestone(1);
    let (population, fitness) = rising(&breeding, &space, 6);
    let next = |fitness: &[f64]| breeding.next(&space, 1, &population, fitness, &mut dice(0));
    assert!(matches!(next(&fitness[..5]), Err(EvolveError::WrongNumber { expected: 6, got: 5, .. })));
    assert!(matches!(next(&[f64::NAN; 6]), Err(EvolveError::NotFinite { index: 0, .. })));
}

#[test]
fn slips_in_files_are_found() {
    for (slip, expected) in [
        ("selection = { kind = 'truncation', best = 5, worst = 3 }", "unknown field `worst`"),
        ("selection = { kind = 'truncate', best = 5 }", "unknown variant `truncate`"),
        ("selection = { kind = 'tournament' }", "missing field `size`"),
        ("selection = { kind = 'universal' }\nelite = 1", "unknown field `elite`"),
        (
            "selection.kind = 'universal'\nmutation = { kind = 'perturbation', most = 1, decay = 1, x = 1 }",
            "unknown field `x`",
        ),
        (
            "selection.kind = 'universal'\ncrossover = { kind = 'uniform', chance = 1, gene_chance = 1 }",
            "unknown field `gene_chance`",
        ),
    ] {
        let error = toml::from_str::<Breeding>(slip).expect_err(slip).to_string();
        assert!(error.contains(expected), "{slip}: {error}");
    }
}
