//! Racing: what it asks for, and what it loses against candidates of known strength.

use proptest::prelude::*;
use zermelo_evolve::racing::{Halving, Heat};
use zermelo_evolve::{chance, selection};
use zermelo_game::{Stream, stream};
use zermelo_stats::score_of_elo;
use zermelo_stats::summary::Summary;

use crate::chance::always_the_same;

/// So many games, each won with this chance.
fn games(score: f64, n: u64, chance: &mut Stream) -> Summary {
    let wins = (0..n).filter(|_| chance::happens(score, chance)).count() as f64;
    let mean = wins / n as f64;
    Summary { n: n as usize, mean, squares: wins * (1.0 - mean) }
}

/// What is lost by each way to spend the same games on 32 candidates of a spread of 30 Elo, in Elo: by equal
/// shares, and by a race.
fn regrets(games_each: u64, n_worlds: u64) -> (f64, f64) {
    let (mut uniform, mut race) = (0.0, 0.0);
    for world in 0..n_worlds {
        let mut chance = stream(world, "race", games_each);
        let elo: Vec<f64> = (0..32).map(|_| 30.0 * chance::normal(&mut chance)).collect();
        let best = elo.iter().fold(f64::NEG_INFINITY, |best: f64, &elo| best.max(elo));
        let scores: Vec<f64> =
            elo.iter().map(|&elo| games(score_of_elo(elo), games_each, &mut chance).mean).collect();
        uniform += best - elo[selection::ranking(&scores)[0]];
        let mut halving = Halving::new(32, 32 * games_each).expect("a race");
        while !halving.ask().is_empty() {
            let heats: Vec<Summary> = (halving.ask().iter())
                .map(|heat| games(score_of_elo(elo[heat.candidate]), heat.judgements, &mut chance))
                .collect();
            halving.tell(&heats).expect("a heat");
        }
        race += best - elo[halving.order()[0]];
    }
    (uniform / n_worlds as f64, race / n_worlds as f64)
}

/// Measured elsewhere: 14.5 Elo are lost by equal shares of 200 games, 6.1 by plain halving. Standard errors
/// here are 0.4 and 0.2.
#[test]
fn a_race_loses_less_than_equal_shares() {
    let (uniform, race) = regrets(200, 2000);
    let found = format!("equal shares lose {uniform:.1} Elo, the race {race:.1}");
    assert!((12.5..16.5).contains(&uniform), "{found}");
    assert!((4.5..6.1).contains(&race), "{found}");
}

#[test]
fn a_race_is_halved() {
    let mut halving = Halving::new(8, 240).expect("a race");
    // Three rounds of 80: 10 for each of 8. Candidate k always scores k: everything is clear at once.
    assert_eq!(halving.ask(), (0..8).map(|candidate| Heat { candidate, judgements: 10 }).collect::<Vec<_>>());
    let noisy = |mean: f64, n: usize| Summary { n, mean, squares: 1e4 * n as f64 };
    let heats: Vec<Summary> = (0..8).map(|k| noisy(f64::from(k), 10)).collect();
    let mut clear = halving.clone();
    // Noise of 100: nothing is clear, but a tie of 0.1 standard errors with the last to stay is no reason to
    // go.
    halving.tell(&heats).expect("a heat");
    assert_eq!(halving.ask().len(), 7);
    assert_eq!(halving.order(), [7, 6, 5, 4, 3, 2, 1, 0]);
    // No noise: the leader is clear of all.
    clear
        .tell(&heats.iter().map(|heat| Summary { squares: 0.0, ..*heat }).collect::<Vec<_>>())
        .expect("a heat");
    assert_eq!(
        (clear.ask(), clear.order(), clear.budget_left()),
        (vec![], vec![7, 6, 5, 4, 3, 2, 1, 0], 160)
    );
    // Noise of 1, standard errors of 0.45 for differences: only those within 1.3 stay, the other half goes.
    let mut middle = Halving::new(8, 240).expect("a race");
    let heats: Vec<Summary> = heats.iter().map(|heat| Summary { squares: 9.0, ..*heat }).collect();
    middle.tell(&heats).expect("a heat");
    assert_eq!(middle.ask(), [7, 6].map(|candidate| Heat { candidate, judgements: 80 }));
    // Noise of 4.5, standard errors of 2 for differences: just the half.
    let mut half = Halving::new(8, 240).expect("a race");
    let wide: Vec<Summary> = heats.iter().map(|heat| Summary { squares: 180.0, ..*heat }).collect();
    half.tell(&wide).expect("a heat");
    assert_eq!(half.ask(), [7, 6, 5, 4].map(|candidate| Heat { candidate, judgements: 20 }));
    // Judgements add up: (7 x 10 + 1 x 80) / 90 against (6 x 10 + 2 x 80) / 90.
    middle.tell(&[noisy(1.0, 80), noisy(2.0, 80)]).expect("a heat");
    assert_eq!(middle.order()[..3], [6, 7, 5]);
    let whole = middle.results()[7].expect("judged");
    assert!((whole.mean - 150.0 / 90.0).abs() < 1e-12 && whole.n == 90);
    assert!((whole.squares - (9.0 + 8e5 + 36.0 * 800.0 / 90.0)).abs() < 1e-6, "{whole:?}");
    assert!(middle.ask().is_empty());
}

#[test]
fn a_race_says_what_is_wrong() {
    let error = Halving::new(8, 7).expect_err("too little").to_string();
    assert_eq!(error, "the budget is 7, but must be at least one judgement for each of 8 candidates");
    assert!(Halving::new(0, 7).is_err());
    assert!(Halving::new(1, 7).expect("a walk-over").ask().is_empty());
    let mut halving = Halving::new(2, 20).expect("a race");
    let good = Summary { n: 10, mean: 0.5, squares: 2.5 };
    let before = halving.clone();
    for bad in
        [vec![good], vec![good, Summary { n: 9, ..good }], vec![good, Summary { mean: f64::NAN, ..good }]]
    {
        assert!(halving.tell(&bad).is_err());
    }
    assert_eq!(halving, before);
}

proptest! {
    #![proptest_config(always_the_same())]

    /// A race ends, within its budget, with an order of all; whoever goes was judged as often as those who
    /// stayed until then.
    #[test]
    fn a_race_ends_in_an_order(n in 1..60_usize, each in 1..30_u64, rest in 0..50_u64, seed in 0..1000_u64) {
        let budget = n as u64 * each + rest;
        let mut halving = Halving::new(n, budget).expect("a race");
        let mut chance = stream(seed, "race", 0);
        let (mut spent, mut n_rounds) = (0, 0);
        while !halving.ask().is_empty() {
            let n_before = halving.ask().len();
            let heats: Vec<Summary> =
                halving.ask().iter().map(|heat| games(0.5, heat.judgements, &mut chance)).collect();
            spent += halving.ask().iter().map(|heat| heat.judgements).sum::<u64>();
            halving.tell(&heats).expect("a heat");
            prop_assert!(halving.ask().len() < n_before);
            n_rounds += 1;
        }
        prop_assert!(spent <= budget && spent + halving.budget_left() == budget && n_rounds <= n);
        let mut order = halving.order();
        order.sort_unstable();
        prop_assert_eq!(order, (0..n).collect::<Vec<_>>());
        let counts: Vec<usize> =
            halving.order().iter().map(|&k| halving.results()[k].map_or(0, |result| result.n)).collect();
        prop_assert!(counts.is_sorted_by(|a, b| a >= b), "{:?}", counts);
    }
}
