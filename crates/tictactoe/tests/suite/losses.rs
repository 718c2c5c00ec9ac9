//! Lost games, drawn and played: chi-squared against exact probabilities, at the 0.1 % point.

use zermelo_game::{Player, Stream, stream};
use zermelo_stats::tails::chi_squared_tail;
use zermelo_tictactoe::{BaseCases, Opponent, Rival, binomial::drawn};

use super::reference::genome;

/// The probabilities of 0 to n, by logarithms: another way than the sampler's.
fn probabilities(p: f64, n: u32) -> Vec<f64> {
    let factorial = |n: u32| (1..=n).map(|k| f64::from(k).ln()).sum::<f64>();
    let probability = |k: u32| {
        let ways = factorial(n) - factorial(k) - factorial(n - k);
        (ways + f64::from(k) * p.ln() + f64::from(n - k) * (1.0 - p).ln()).exp()
    };
    (0..=n).map(probability).collect()
}

/// The probability of counts as far from what is expected, rare values put together.
fn fit(counts: &[u32], probabilities: &[f64]) -> f64 {
    let n = f64::from(counts.iter().sum::<u32>());
    let (mut chi2, mut n_bins, mut expected, mut observed) = (0.0, 0, 0.0, 0.0);
    for (index, (&count, probability)) in counts.iter().zip(probabilities).enumerate() {
        expected += n * probability;
        observed += f64::from(count);
        let rest: f64 = probabilities[index + 1..].iter().sum();
        if (expected >= 8.0 && n * rest >= 8.0) || index + 1 == counts.len() {
            chi2 += (observed - expected) * (observed - expected) / expected;
            n_bins += 1;
            (expected, observed) = (0.0, 0.0);
        }
    }
    chi_squared_tail(chi2, f64::from(n_bins - 1))
}

fn count(n: u32, n_samples: usize, mut sample: impl FnMut() -> u32) -> Vec<u32> {
    let mut counts = vec![0; n as usize + 1];
    for _ in 0..n_samples {
        counts[sample() as usize] += 1;
    }
    counts
}

#[test]
fn drawn_losses_are_binomial() {
    let mut chance = stream(1, "drawn", 0);
    for (p, n) in [
        (0.5, 300),
        (0.03, 300),
        (0.97, 300),
        (1.0 / 3.0, 300),
        (2.0 / 3.0, 300),
        (29.0 / 128.0, 300),
        (0.002, 300),
        (0.4, 7),
        // Beyond what is drawn at once.
        (0.5, 1100),
        (0.9, 600),
    ] {
        let counts = count(n, 40_000, || drawn(p, n, &mut chance));
        let tail = fit(&counts, &probabilities(p, n));
        assert!(tail > 0.001, "p {p}, n {n}: {tail}");
    }
}

#[test]
fn what_is_certain_needs_no_chance() {
    let mut chance = stream(2, "drawn", 0);
    let untouched = chance.clone().bits();
    for (p, expected) in [(0.0, 0), (-0.5, 0), (1.0, 300), (1.5, 300), (f64::NAN, 0)] {
        assert_eq!(drawn(p, 300, &mut chance), expected, "{p}");
    }
    assert_eq!(drawn(0.5, 0, &mut chance), 0);
    assert_eq!(chance.bits(), untouched);
}

/// Results in stores hang on these numbers.
#[test]
fn drawn_losses_are_fixed_for_ever() {
    let mut chance = stream(3, "drawn", 0);
    let seen = [0.1, 0.5, 0.9, 29.0 / 128.0].map(|p| drawn(p, 300, &mut chance));
    assert_eq!(seen, [33, 147, 269, 70]);
}

/// Check 8 of the specification: playing and drawing are the same chance.
#[test]
fn played_losses_are_binomial_with_the_exact_probability() {
    let cases = BaseCases::new();
    for (player, opponent, name) in [
        (Player::First, Opponent::Random, "lcg_2"),
        (Player::First, Opponent::Random, "lowest_empty"),
        (Player::First, Opponent::NeverReset, "lcg_2"),
        (Player::First, Opponent::NeverReset, "lowest_empty"),
        (Player::Second, Opponent::Random, "lcg_42"),
        (Player::Second, Opponent::Port, "lcg_11"),
        (Player::First, Opponent::Barrat, "lcg_29"),
        (Player::First, Opponent::Port, "lcg_27"),
    ] {
        let genes = genome(&cases, name);
        let rival = Rival::new(&cases, opponent, player);
        let mut chance = stream(4, "played", 0);
        let loss = rival.odds(&genes, 1).loss;
        assert!(loss > 0.0 && loss < 1.0, "{player:?} {opponent:?} {name}: {loss}");
        let expected = probabilities(loss, 300);
        let played = count(300, 3000, || rival.played_losses(&cases, &genes, 1..301, &mut chance));
        assert!(fit(&played, &expected) > 0.001, "played: {player:?} {opponent:?} {name}");
        let drawn = count(300, 3000, || rival.drawn_losses(&genes, 1..301, &mut chance));
        assert!(fit(&drawn, &expected) > 0.001, "drawn: {player:?} {opponent:?} {name}");
    }
}

/// Against the opponent that never resets, this table loses its first game for certain and every other one
/// with a probability of a half.
#[test]
fn the_very_first_game_is_counted_by_its_own_rules() {
    let cases = BaseCases::new();
    let genes = genome(&cases, "lcg_2");
    let rival = Rival::new(&cases, Opponent::NeverReset, Player::First);
    let mut chance = stream(5, "played", 0);
    type Losses<'a> = &'a dyn Fn(std::ops::Range<u64>, &mut Stream) -> u32;
    let by_play: Losses = &|games, chance| rival.played_losses(&cases, &genes, games, chance);
    let by_chance: Losses = &|games, chance| rival.drawn_losses(&genes, games, chance);
    for losses in [by_play, by_chance] {
        assert!((0..100).all(|_| losses(0..1, &mut chance) == 1));
        assert!((0..100).any(|_| losses(1..2, &mut chance) == 0));
        assert_eq!(losses(7..7, &mut chance), 0);
        let counts = count(299, 3000, || losses(0..300, &mut chance) - 1);
        assert!(fit(&counts, &probabilities(0.5, 299)) > 0.001);
    }
}

#[test]
fn who_always_loses_loses_every_game() {
    let cases = BaseCases::new();
    let genes = genome(&cases, "lcg_42");
    let rival = Rival::new(&cases, Opponent::NeverReset, Player::First);
    let mut chance = stream(7, "played", 0);
    for (games, expected) in [(0..300, 300), (0..1, 1), (1..300, 299), (300..900, 600)] {
        assert_eq!(rival.played_losses(&cases, &genes, games.clone(), &mut chance), expected);
        assert_eq!(rival.drawn_losses(&genes, games, &mut chance), expected);
    }
}

#[test]
fn who_never_loses_loses_no_game() {
    let cases = BaseCases::new();
    let genes = genome(&cases, "minimax_lowest");
    let mut chance = stream(6, "played", 0);
    for player in Player::BOTH {
        for opponent in Opponent::ALL {
            let rival = Rival::new(&cases, opponent, player);
            assert_eq!(rival.odds(&genes, 0).loss, 0.0);
            assert_eq!(rival.odds(&genes, 1).loss, 0.0);
            assert_eq!(rival.played_losses(&cases, &genes, 0..300, &mut chance), 0);
            assert_eq!(rival.drawn_losses(&genes, 0..300, &mut chance), 0);
        }
    }
}
