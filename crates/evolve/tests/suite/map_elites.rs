//! The archive: cells, replacement, and elites that are judged anew.

use zermelo_evolve::map_elites::{Descriptor, Elite, MapElites, MapElitesSettings};
use zermelo_evolve::mutation::{Gaussian, Mutation};
use zermelo_evolve::{Origin, chance};

use crate::chance::dice;
use crate::landscapes::{space, sphere};

fn settings(batch: usize, again: f64) -> MapElitesSettings {
    let axis = |name: &str| Descriptor { name: name.to_owned(), low: -2.0, high: 2.0, bins: 4 };
    let gaussian = Gaussian { chance: 1.0, gene_chance: 0.5, mean: 0.0, sigma: 0.3 };
    MapElitesSettings {
        batch,
        initial: None,
        again,
        mutation: Mutation::Gaussian(gaussian),
        descriptors: vec![axis("x0"), axis("x1")],
    }
}

#[test]
fn bins_cover_everything() {
    let axis = Descriptor { name: "length".to_owned(), low: 10.0, high: 20.0, bins: 5 };
    let bins = [-1e9, 9.9, 10.0, 11.9, 12.0, 19.9, 20.0, 1e9].map(|value| axis.bin(value));
    assert_eq!(bins, [0, 0, 0, 0, 1, 4, 4, 4]);
}

/// One cell at a time: who comes later must be better, not as good.
#[test]
fn a_cell_keeps_the_better_one() {
    let mut archive = MapElites::new(&settings(4, 0.0), &space(2), 1).expect("settings");
    let genes: Vec<Vec<f64>> = archive.ask().iter().map(|candidate| candidate.genes.clone()).collect();
    let places = [[-1.5, -1.5], [-1.5, -1.5], [-1.5, -1.5], [0.5, 1.5]].map(|place| place.to_vec());
    archive.tell_described(&[1.0, 3.0, 3.0, 2.0], &places).expect("a round");
    let held: Vec<&Elite> = archive.archive().collect();
    assert_eq!(held.len(), 2);
    assert_eq!((&held[0].bins, &held[0].genes, held[0].fitness), (&vec![0, 0], &genes[1], 3.0));
    assert_eq!((&held[1].bins, &held[1].genes, held[1].fitness), (&vec![2, 3], &genes[3], 2.0));
    assert_eq!(archive.best_guess(), Some(genes[1].as_slice()));
}

/// Two elites are judged anew: means are kept, a fall below a rival costs the cell, and a move finds the new
/// one.
#[test]
fn elites_are_judged_anew() {
    let mut archive = MapElites::new(&settings(2, 1.0), &space(2), 1).expect("settings");
    let first: Vec<Vec<f64>> = archive.ask().iter().map(|candidate| candidate.genes.clone()).collect();
    archive.tell_described(&[10.0, 2.0], &[vec![-1.5, -1.5], vec![1.5, 1.5]]).expect("a round");
    let origins: Vec<Origin> = archive.ask().iter().map(|candidate| candidate.origin).collect();
    assert!(
        origins.contains(&Origin::Elite { of: 0 }) && origins.contains(&Origin::Elite { of: 15 }),
        "{origins:?}"
    );
    // The lucky one scores 0 now and behaves like the other: its means are 5, at (0.1, 0.1).
    let tell = |lucky: f64, place: f64| -> (Vec<f64>, Vec<Vec<f64>>) {
        let is_lucky = |origin: &Origin| *origin == Origin::Elite { of: 0 };
        let fitness = origins.iter().map(|origin| if is_lucky(origin) { lucky } else { 3.0 }).collect();
        let places =
            origins.iter().map(|origin| vec![if is_lucky(origin) { place } else { 1.5 }; 2]).collect();
        (fitness, places)
    };
    let (fitness, places) = tell(0.0, 1.7);
    let mut moved = archive.clone();
    moved.tell_described(&fitness, &places).expect("a round");
    let held: Vec<&Elite> = moved.archive().collect();
    assert_eq!(held.len(), 2);
    assert_eq!(
        (&held[0].bins, &held[0].genes, held[0].fitness, held[0].judgements),
        (&vec![2, 2], &first[0], 5.0, 2)
    );
    assert_eq!(
        (&held[1].bins, &held[1].genes, held[1].fitness, held[1].judgements),
        (&vec![3, 3], &first[1], 2.5, 2)
    );
    assert!((held[0].descriptors[0] - 0.1).abs() < 1e-12);
    // If it moves into the other's cell, the better mean holds it.
    let (fitness, places) = tell(-10.0, 9.0);
    archive.tell_described(&fitness, &places).expect("a round");
    let held: Vec<&Elite> = archive.archive().collect();
    assert_eq!((held.len(), &held[0].genes, held[0].fitness), (1, &first[1], 2.5));
}

/// A single judgement may be luck: the guess is somebody judged twice, once there is one.
#[test]
fn the_guess_is_somebody_known() {
    let mut archive = MapElites::new(&settings(2, 0.5), &space(2), 1).expect("settings");
    let first: Vec<Vec<f64>> = archive.ask().iter().map(|candidate| candidate.genes.clone()).collect();
    archive.tell_described(&[1.0, 2.0], &[vec![-1.5, -1.5], vec![1.5, 1.5]]).expect("a round");
    assert_eq!(archive.best_guess(), Some(first[1].as_slice()));
    let known = archive.ask()[0].clone();
    assert!(matches!((known.origin, archive.ask()[1].origin), (Origin::Elite { .. }, Origin::Child { .. })));
    let place = if known.genes == first[0] { -1.5 } else { 1.5 };
    archive.tell_described(&[0.0, 100.0], &[vec![place; 2], vec![0.5, 0.5]]).expect("a round");
    assert_eq!((archive.archive().count(), archive.best_guess()), (3, Some(known.genes.as_slice())));
}

/// Those judged least often come first, and a round has as many of them as set.
#[test]
fn a_share_of_each_round_is_elites() {
    let mut archive = MapElites::new(&settings(20, 0.25), &space(3), 1).expect("settings");
    let mut chance = dice(0);
    for round in 1..40 {
        let fitness: Vec<f64> = archive.ask().iter().map(|_| chance::normal(&mut chance)).collect();
        let places: Vec<Vec<f64>> =
            archive.ask().iter().map(|candidate| candidate.genes[..2].to_vec()).collect();
        archive.tell_described(&fitness, &places).expect("a round");
        let is_elite = |origin: Origin| matches!(origin, Origin::Elite { .. });
        let n_elites = archive.ask().iter().filter(|candidate| is_elite(candidate.origin)).count();
        let n_held = archive.archive().count();
        assert_eq!((archive.ask().len(), n_elites), (20, n_held.min(5)), "round {round}");
        let mut judgements: Vec<u64> = archive.archive().map(|elite| elite.judgements).collect();
        judgements.sort_unstable();
        let again = archive.ask().iter().filter(|candidate| is_elite(candidate.origin));
        let most = again
            .filter_map(|candidate| archive.archive().find(|elite| elite.genes == candidate.genes))
            .map(|elite| elite.judgements)
            .max();
        assert_eq!(most, Some(judgements[n_elites - 1]), "round {round}");
    }
}

/// Noise of deviation 2: without new judgements the archive's fitness is mostly luck; with them much of it is
/// true.
#[test]
fn judging_anew_makes_the_archive_honest() {
    let illusion = |again: f64| {
        let mut archive = MapElites::new(&settings(40, again), &space(2), 1).expect("settings");
        let mut chance = dice(1);
        for _ in 0..100 {
            let fitness: Vec<f64> = (archive.ask().iter())
                .map(|candidate| sphere(&candidate.genes) + 2.0 * chance::normal(&mut chance))
                .collect();
            let places: Vec<Vec<f64>> =
                archive.ask().iter().map(|candidate| candidate.genes.clone()).collect();
            archive.tell_described(&fitness, &places).expect("a round");
        }
        let gaps: Vec<f64> = archive.archive().map(|elite| elite.fitness - sphere(&elite.genes)).collect();
        assert_eq!(gaps.len(), 16);
        gaps.iter().sum::<f64>() / gaps.len() as f64
    };
    let (never, often) = (illusion(0.0), illusion(0.5));
    assert!(
        never > 4.0 && often < 0.5 * never,
        "elites look {never} better than they are, {often} if judged anew"
    );
}

#[test]
fn the_archive_is_exported() {
    let mut archive = MapElites::new(&settings(1, 0.0), &space(2), 1).expect("settings");
    archive.tell_described(&[1.5], &[vec![0.5, -3.0]]).expect("a round");
    let text = serde_json::to_string(&archive.archive().collect::<Vec<_>>()).expect("JSON");
    assert!(text.starts_with(r#"[{"bins":[2,0],"genes":["#), "{text}");
    assert!(text.ends_with(r#""fitness":1.5,"descriptors":[0.5,-3.0],"judgements":1}]"#), "{text}");
}
