//! What a match says: the difference in Elo with its interval, and whether a sequential test would stop.
//!
//! The games were played in pairs, from one opening with both sides. The two games of a pair are not independent, but
//! the pairs are, so the counts are those of pairs (the pentanomial model).
//!
//! Run it with `cargo run -p zermelo-stats --example match_result`.

use zermelo_stats::{Sample, Scale, Sprt, StatsError, Strength, Verdict};

/// Prints what the results say about the difference in strength.
fn tell_strength(name: &str, sample: &Sample) -> Result<Strength, StatsError> {
    let strength = Strength::of(sample)?;
    let (low, high) = strength.elo_interval;
    println!(
        "{name}: {:.1} % of the points, {:+.1} Elo, 95 % interval {low:+.1} to {high:+.1} ({}), stronger with {:.1} %",
        100.0 * strength.score,
        strength.elo,
        strength.method.id(),
        100.0 * strength.los
    );
    Ok(strength)
}

fn main() -> Result<(), StatsError> {
    // Is the new version 10 Elo stronger, or is it no stronger? Wrong in 5 % of the cases either way.
    let test = Sprt::new(Scale::Logistic, (0.0, 10.0), 0.05, 0.05)?;
    let (lower, upper) = test.bounds();
    println!("accept 0 Elo below {lower:.2}, accept 10 Elo above {upper:.2}");

    // Pairs after each batch: both lost, a loss and a draw, even, a win and a draw, both won.
    let batches = [[10, 45, 92, 53, 14], [21, 89, 180, 110, 30], [50, 220, 455, 290, 85]];
    let mut verdict = Verdict::Open;
    for pairs in batches {
        let sample = Sample::of_pairs(pairs);
        verdict = test.verdict(&sample);
        let n_games = sample.n() * sample.games_each();
        println!("{n_games} games: log-likelihood ratio {:.2}, {verdict:?}", test.log_ratio(&sample));
        tell_strength("the new version", &sample)?;
        if verdict != Verdict::Open {
            break;
        }
    }
    assert_eq!(verdict, Verdict::Upper);

    // Ten wins of ten: the textbook's interval would be 100 % plus or minus nothing. This one is honest.
    let strength = tell_strength("ten wins of ten", &Sample::of_games(10, 0, 0))?;
    assert!(strength.score_interval.0 < 0.8 && strength.elo_interval.1.is_finite());

    // Without games there is no estimate, and the error says so.
    let error = Strength::of(&Sample::of_games(0, 0, 0)).expect_err("there are no games");
    println!("no games: {error}");
    Ok(())
}
