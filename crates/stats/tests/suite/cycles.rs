//! Planted cycles are found, and pools without cycles have none.

use zermelo_stats::StatsError;
use zermelo_stats::cycles::Intransitivity;
use zermelo_stats::encounter::Encounter;

use crate::chance::{dice, draw};

/// Plays `n` games of every pairing in each direction, whose chances of win, draw and loss are given.
fn play(
    n_players: usize,
    n: usize,
    index: u64,
    chances: impl Fn(usize, usize) -> [f64; 3],
) -> Vec<Encounter> {
    let mut dice = dice("cycles", index);
    let mut encounters = Vec::new();
    for first in 0..n_players {
        for second in (0..n_players).filter(|&second| second != first) {
            let mut counts = [0; 3];
            for _ in 0..n {
                counts[draw(&mut dice, &chances(first, second))] += 1;
            }
            encounters.push(Encounter::new(first, second, counts[0], counts[1], counts[2]));
        }
    }
    encounters
}

fn analyse(n_players: usize, encounters: &[Encounter], n_replicates: usize) -> Intransitivity {
    Intransitivity::of(n_players, encounters, 0.95, n_replicates, &mut dice("bootstrap", 0))
        .expect("an analysis")
}

/// Among six players the last three beat each other in a circle, 60 to 20 with 20 draws.
#[test]
fn a_planted_cycle_is_found() {
    // The others are equal among themselves, and weaker.
    let chances = |a: usize, b: usize| match (a >= 3, b >= 3) {
        (false, false) => [0.4, 0.2, 0.4],
        (true, true) if a % 3 == (b + 1) % 3 => [0.6, 0.2, 0.2],
        (true, false) => [0.6, 0.2, 0.2],
        _ => [0.2, 0.2, 0.6],
    };
    let mut n_found = 0;
    for index in 0..20 {
        let analysis = analyse(6, &play(6, 75, index, chances), 100);
        let real: Vec<[usize; 3]> = analysis.real_cycles(0.95).map(|cycle| cycle.players).collect();
        assert!(real.iter().all(|&players| players == [3, 5, 4]), "{real:?}");
        n_found += u32::from(!real.is_empty());
        assert!(analysis.p < 1e-4, "{analysis:?}");
        assert!(analysis.explained_beyond_noise < 0.9, "{analysis:?}");
        if let Some(cycle) = analysis.real_cycles(0.95).next() {
            assert!(cycle.bootstrap_share > 0.95, "{cycle:?}");
        }
    }
    println!("planted cycle found in {n_found} of 20");
    assert!(n_found >= 19, "{n_found}");
}

/// Eight players 40 Elo apart, with draws and an advantage of the first move: no false cycle in 95 % of pools, and the
/// test for more than ratings rejects in about 5 %.
#[test]
fn a_transitive_pool_has_no_false_cycle() {
    let chances = |a: usize, b: usize| {
        let lead = 40.0 * (b as f64 - a as f64) + 30.0;
        let win = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
        [win - 0.1, 0.2, 0.9 - win]
    };
    const N_POOLS: u64 = 400;
    let (mut n_false, mut n_rejected) = (0, 0);
    for index in 0..N_POOLS {
        let analysis = analyse(8, &play(8, 50, 1000 + index, chances), 2);
        n_false += u64::from(analysis.real_cycles(0.95).next().is_some());
        n_rejected += u64::from(analysis.p < 0.05);
        assert!(analysis.explained_beyond_noise > 0.8, "{analysis:?}");
    }
    let (wrong, rejected) = (n_false as f64 / N_POOLS as f64, n_rejected as f64 / N_POOLS as f64);
    println!("false cycles in {wrong}, ratings rejected in {rejected} of transitive pools");
    assert!(wrong <= 0.05, "{wrong}");
    assert!((0.02..0.085).contains(&rejected), "{rejected}");
}

/// Equal players are the worst case: every arrow is wrong.
#[test]
fn equal_players_have_no_false_cycle() {
    const N_POOLS: u64 = 400;
    let wrong = (0..N_POOLS).filter(|&index| {
        let encounters = play(8, 50, 5000 + index, |_, _| [0.45, 0.1, 0.45]);
        analyse(8, &encounters, 2).real_cycles(0.95).next().is_some()
    });
    let n_wrong = wrong.count();
    println!("false cycles in {n_wrong} of {N_POOLS} pools of equals");
    assert!(n_wrong as f64 <= 0.05 * N_POOLS as f64, "{n_wrong}");
}

/// The interval of the share holds the truth, which many games tell.
#[test]
fn the_share_explained_is_held_by_its_interval() {
    let chances = |a: usize, b: usize| {
        let circle = if (a + 1) % 5 == b {
            1.0
        } else if (b + 1) % 5 == a {
            -1.0
        } else {
            0.0
        };
        let win = 1.0 / (1.0 + (-0.4 * (b as f64 - a as f64) - 0.5 * circle).exp());
        [win, 0.0, 1.0 - win]
    };
    let truth = analyse(5, &play(5, 200_000, 9000, chances), 2).explained_beyond_noise;
    let held = (0..100).filter(|&index| {
        let (low, high) = analyse(5, &play(5, 100, 9001 + index, chances), 200).interval;
        low <= truth && truth <= high
    });
    let n_held = held.count();
    println!("share explained {truth:.3}, held by {n_held} of 100 intervals");
    assert!((88..=100).contains(&n_held), "{n_held}");
}

#[test]
fn small_and_senseless_pools() {
    let mut dice = dice("bootstrap", 1);
    let none = Intransitivity::of(3, &[], 0.95, 10, &mut dice);
    assert_eq!(none, Err(StatsError::NoGames));
    let bad = Intransitivity::of(2, &[Encounter::new(0, 2, 1, 0, 0)], 0.95, 10, &mut dice);
    assert!(matches!(bad, Err(StatsError::BadPlayers { second: 2, .. })));
    // One pairing: ratings explain it entirely.
    let one = analyse(3, &[Encounter::new(0, 1, 9, 0, 0)], 10);
    assert_eq!((one.explained.round(), one.p, one.cycles.len()), (1.0, 1.0, 0));
    // One game of each arrow: a cycle is seen, and not believed.
    let games = [Encounter::new(0, 1, 1, 0, 0), Encounter::new(1, 2, 1, 0, 0), Encounter::new(2, 0, 1, 0, 0)];
    let seen = analyse(3, &games, 10);
    assert_eq!(seen.cycles.len(), 1);
    assert!(seen.cycles[0].players == [0, 1, 2] && seen.cycles[0].confidence == 0.0, "{seen:?}");
    // Nothing but draws.
    let drawn = analyse(3, &games.map(|game| Encounter { wins: 0.0, draws: 5.0, ..game }), 10);
    assert!(drawn.explained == 1.0 && drawn.cycles.is_empty(), "{drawn:?}");
}
