//! Every method finds a known optimum, with and without noise, and is a function of what it was told.

use zermelo_evolve::{EvolveError, Method, Optimiser, Space};
use zermelo_stats::matrix::Matrix;

use crate::chance::dice;
use crate::landscapes::{bounded_space, climb, method, space, sphere};

const GENETIC: &str = "
    kind = 'genetic'
    population = 40
    [breeding]
    selection = { kind = 'truncation', best = 10 }
    crossover = { kind = 'uniform', chance = 0.9, gene-chance = 0.5 }
    mutation = { kind = 'perturbation', most = 0.2, decay = 0.97 }
    random = 2
    elites = 2";
const TOURNAMENT: &str = "
    kind = 'genetic'
    population = 50
    [breeding]
    selection = { kind = 'tournament', size = 3 }
    crossover = { kind = 'points', chance = 0.4, cuts = 2 }
    mutation = { kind = 'gaussian', chance = 0.5, gene-chance = 0.4, sigma = 0.1 }
    elites = 1";
const CMA_ES: &str = "kind = 'cma-es'";
const LARGE_CMA_ES: &str = "kind = 'cma-es'\npopulation = 40\nsigma = 0.2";
const SPSA: &str = "kind = 'spsa'\ngain = 0.02\nstability = 20";
const SPSA_IN_BATCHES: &str = "kind = 'spsa'\ngain = 0.02\nstability = 20\nreach = 0.15\npairs = 5";
const STRATEGY: &str = "kind = 'evolution-strategy'\npopulation = 10";
const RAYS: &str = "kind = 'evolution-strategy'\nreach = 0.3\nrays = true";
const MAP_ELITES: &str = "
    kind = 'map-elites'
    batch = 40
    initial = 100
    mutation = { kind = 'gaussian', chance = 1, gene-chance = 0.5, sigma = 0.15 }
    descriptors = [
        { name = 'x0', low = -2, high = 2, bins = 5 },
        { name = 'x1', low = -2, high = 2, bins = 5 },
    ]";

const ALL: [&str; 9] =
    [GENETIC, TOURNAMENT, CMA_ES, LARGE_CMA_ES, SPSA, SPSA_IN_BATCHES, STRATEGY, RAYS, MAP_ELITES];

fn start(toml: &str) -> Optimiser {
    method(toml).start(&space(5), 1).unwrap_or_else(|error| panic!("{toml}: {error}"))
}

/// What is lost by the guess after so many rounds: the median of five seeds, with noise of this deviation.
fn loss(toml: &str, rounds: usize, noise: f64) -> f64 {
    let mut losses = [1, 2, 3, 4, 5].map(|seed| {
        let mut optimiser = method(toml).start(&space(5), seed).expect("settings");
        climb(&mut optimiser, rounds, sphere, noise, &mut dice(seed));
        -sphere(&optimiser.best_guess().expect("a guess"))
    });
    losses.sort_by(f64::total_cmp);
    losses[2]
}

/// From the middle, where 5 is lost.
#[test]
fn every_method_finds_the_top_of_a_sphere() {
    for (toml, rounds, most) in [
        (GENETIC, 150, 1e-5),
        (TOURNAMENT, 150, 1e-4),
        (CMA_ES, 200, 1e-15),
        (LARGE_CMA_ES, 100, 1e-15),
        (SPSA, 1000, 1e-12),
        (SPSA_IN_BATCHES, 300, 1e-6),
        // Its cloud keeps its size, so it ends near the top, not on it.
        (STRATEGY, 600, 2e-3),
        (MAP_ELITES, 200, 1e-2),
    ] {
        let loss = loss(toml, rounds, 0.0);
        assert!(loss < most, "{toml}\nloses {loss} after {rounds} rounds");
    }
}

/// With noise of deviation 1, and 6000 judgements each. Methods that take means over many judgements come
/// nearest. Theory for the two of SPSA, a step's variance against its pull to the top, is 0.05 and 0.008.
#[test]
fn every_method_climbs_through_noise() {
    for (toml, rounds, most) in [
        (GENETIC, 150, 0.4),
        (TOURNAMENT, 150, 0.4),
        (CMA_ES, 750, 0.5),
        (LARGE_CMA_ES, 150, 0.1),
        (SPSA, 3000, 0.1),
        (SPSA_IN_BATCHES, 600, 0.02),
        (STRATEGY, 600, 0.02),
        (MAP_ELITES, 150, 1.0),
    ] {
        let loss = loss(toml, rounds, 1.0);
        assert!(loss < most, "{toml}\nloses {loss} after {rounds} rounds");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for toml in ALL {
        let (mut one, mut other) = (start(toml), start(toml));
        climb(&mut one, 20, sphere, 0.5, &mut dice(1));
        climb(&mut other, 20, sphere, 0.5, &mut dice(1));
        assert_eq!(one, other, "{toml}");
        let mut another = method(toml).start(&space(5), 2).expect("settings");
        climb(&mut another, 20, sphere, 0.5, &mut dice(1));
        assert_ne!(one.best_guess(), another.best_guess(), "{toml}");
    }
}

/// To go on after a stop, an optimiser is told again what it was told.
#[test]
fn a_run_is_what_was_told() {
    for toml in ALL {
        let (mut run, mut told) = (start(toml), Vec::new());
        for _ in 0..10 {
            let fitness: Vec<f64> = run.ask().iter().map(|candidate| sphere(&candidate.genes)).collect();
            let behaviour = vec![vec![0.0, 1.0]; fitness.len()];
            run.tell_described(&fitness, &behaviour).expect("a round");
            told.push((fitness, behaviour));
        }
        let mut replayed = start(toml);
        for (fitness, behaviour) in &told {
            replayed.tell_described(fitness, behaviour).expect("a round");
        }
        assert_eq!(run, replayed, "{toml}");
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    for toml in ALL {
        let mut optimiser = start(toml);
        climb(&mut optimiser, 3, sphere, 0.0, &mut dice(0));
        let (before, n) = (optimiser.clone(), optimiser.ask().len());
        for bad in [vec![0.0; n - 1], vec![0.0; n + 1], vec![f64::INFINITY; n], vec![f64::NAN; n]] {
            let behaviour = vec![vec![0.0, 0.0]; bad.len()];
            assert!(optimiser.tell_described(&bad, &behaviour).is_err(), "{toml}");
        }
        assert_eq!(optimiser, before, "{toml}");
    }
    let mut archive = start(MAP_ELITES);
    let n = archive.ask().len();
    assert_eq!(archive.tell(&vec![0.0; n]), Err(EvolveError::NoDescriptors { expected: 2 }));
    assert!(archive.tell_described(&vec![0.0; n], &vec![vec![0.0]; n]).is_err());
    assert!(archive.tell_described(&vec![0.0; n], &vec![vec![0.0, 0.0]; n - 1]).is_err());
}

#[test]
fn nobody_leaves_the_bounds() {
    let space = bounded_space(5);
    for toml in ALL {
        let mut optimiser = method(toml).start(&space, 1).expect("settings");
        for _ in 0..30 {
            assert!(optimiser.ask().iter().all(|candidate| space.contains(&candidate.genes)), "{toml}");
            climb(&mut optimiser, 1, |x| x.iter().sum(), 0.0, &mut dice(0));
        }
        let guess = optimiser.best_guess().expect("a guess");
        assert!(space.contains(&guess), "{toml}: {guess:?}");
    }
}

#[test]
fn a_generations_guess_is_its_fittest() {
    let mut genetic = start(TOURNAMENT);
    assert_eq!(genetic.best_guess(), None);
    for best in [7, 49] {
        let genes = genetic.ask()[best].genes.clone();
        let mut fitness = vec![0.0; 50];
        fitness[best] = 1.0;
        genetic.tell(&fitness).expect("a generation");
        assert_eq!(genetic.best_guess(), Some(genes));
    }
}

/// On a line one pair knows the slope, and so does the mean of several: a step is gain x slope / (stability +
/// 1)^0.602.
#[test]
fn spsa_steps_by_its_gain() {
    for pairs in [1, 3] {
        let toml = format!("kind = 'spsa'\ngain = 0.05\nstability = 3\npairs = {pairs}");
        let mut spsa = method(&toml).start(&space(1), 1).expect("settings");
        assert_eq!(spsa.ask().len(), 2 * pairs);
        // Half a point for each unit, two for the range of four units.
        let fitness: Vec<f64> = spsa.ask().iter().map(|candidate| 0.5 * candidate.genes[0]).collect();
        spsa.tell(&fitness).expect("a round");
        let expected = 4.0 * 0.05 * 2.0 / 4_f64.powf(0.602);
        let got = spsa.best_guess().expect("a point")[0];
        assert!((got - expected).abs() < 1e-12, "{got} instead of {expected} with {pairs} pairs");
    }
}

/// A gain a thousand times too large goes too far, but not to infinity; and in a corner there is always a way
/// out.
#[test]
fn spsa_never_steps_further_than_it_looked() {
    let mut spsa = method("kind = 'spsa'\ngain = 100\nreach = 0.1").start(&space(5), 1).expect("settings");
    for _ in 0..100 {
        let before = spsa.best_guess().expect("a point");
        climb(&mut spsa, 1, sphere, 0.0, &mut dice(0));
        let after = spsa.best_guess().expect("a point");
        assert!(before.iter().zip(&after).all(|(before, after)| (before - after).abs() <= 0.1 * 4.0 + 1e-12));
    }
    let mut cornered = method(SPSA).start(&bounded_space(2), 1).expect("settings");
    climb(&mut cornered, 300, |x| x.iter().sum(), 0.0, &mut dice(0));
    assert_eq!(cornered.best_guess(), Some(vec![2.0, 2.0]));
    climb(&mut cornered, 600, sphere, 0.0, &mut dice(0));
    assert!(sphere(&cornered.best_guess().expect("a point")) > -0.05, "{:?}", cornered.best_guess());
}

#[test]
fn settings_without_meaning_are_refused() {
    for (toml, expected) in [
        ("kind = 'cma-es'\npopulation = 3", "population is 3, but must be at least 4"),
        ("kind = 'cma-es'\nsigma = 0", "sigma is 0, but must be a finite number above 0"),
        ("kind = 'spsa'\ngain = -1", "gain is -1, but must be a finite number above 0"),
        ("kind = 'spsa'\ngain = 1\npairs = 0", "pairs is 0, but must be at least 1"),
        (&GENETIC.replace("population = 40", "population = 9"), "selection.best is 10"),
        (&MAP_ELITES.replace("bins = 5", "bins = 0"), "a descriptor's bins is 0"),
        (&MAP_ELITES.replace("high = 2", "high = -2"), "a descriptor's range is -2 to -2"),
        (&MAP_ELITES.replace("bins = 5", "bins = 9999999999999"), "the number of cells"),
        (
            &MAP_ELITES.replace("batch = 40", "batch = 40\nagain = 2"),
            "again is 2, but must be a chance from 0 to 1",
        ),
    ] {
        let error = method(toml).start(&space(2), 1).expect_err(toml).to_string();
        assert!(error.starts_with(expected), "{toml}: {error}");
    }
    for slip in ["kind = 'cma-es'\npopulace = 3", "kind = 'spsa'\ngain = 1\nA = 3", "kind = 'annealing'"] {
        assert!(toml::from_str::<Method>(slip).is_err(), "{slip}");
    }
}

/// Weights that are only compared: ten times all of them is as good.
#[test]
fn rays_find_a_proportion() {
    fn proportion(x: &[f64]) -> f64 {
        let length = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let wanted = [1.0, -2.0, 3.0, 0.0, 0.5];
        x.iter().zip(wanted).map(|(x, w)| x * w).sum::<f64>() / length
    }
    let mut optimiser = start(RAYS);
    climb(&mut optimiser, 200, proportion, 1.0, &mut dice(1));
    let best = 14.25_f64.sqrt();
    let found = proportion(&optimiser.best_guess().expect("a guess"));
    assert!(found > 0.99 * best, "{found} of {best}");
    let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    // Half a range is 2.
    assert!(optimiser.ask().iter().all(|candidate| (length(&candidate.genes) - 2.0).abs() < 1e-9));
}

/// A valley a thousand times as long as it is wide, askew between the genes: with noise, a search that knows the
/// scales of what the genes do is far ahead of one that does not.
#[test]
fn whitening_makes_valleys_round() {
    fn valley(x: &[f64]) -> f64 {
        let [along, across] = [x[0] + x[1] - 2.0, x[0] - x[1] - 0.3];
        -(along * along) * 100.0
            - across * across * 1e-1
            - x[2..].iter().map(|x| (x - 1.0).powi(2)).sum::<f64>()
    }
    // What is judged: sums of squares of these have the curvature of the valley.
    let rows = [[10.0, 10.0, 0.0], [0.1_f64.sqrt(), -(0.1_f64.sqrt()), 0.0], [0.0, 0.0, 1.0]];
    let influence = Matrix::from_fn(3, |a, b| rows.iter().map(|row| row[a] * row[b]).sum());
    let loss = |space: Space| {
        let mut losses = [1, 2, 3, 4, 5].map(|seed| {
            let mut optimiser = method(STRATEGY).start(&space, seed).expect("settings");
            climb(&mut optimiser, 300, valley, 0.3, &mut dice(seed));
            -valley(&optimiser.best_guess().expect("a guess"))
        });
        losses.sort_by(f64::total_cmp);
        losses[2]
    };
    let (plain, whitened) = (loss(space(3)), loss(space(3).whitened(&influence).expect("an influence")));
    assert!(whitened < 0.03 && whitened < plain / 3.0, "{whitened} whitened, {plain} plain");
}
