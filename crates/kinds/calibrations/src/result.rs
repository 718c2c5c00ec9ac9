//! The result of a calibration.

use serde::{Deserialize, Serialize};
use zermelo_arena::{Bin, Calibration};
use zermelo_game::Player;
use zermelo_report::number::count;

use crate::file::CalibrationPlan;

/// The result of a calibration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationResult {
    /// Its title.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The random seed.
    pub seed: u64,
    /// The agent.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// What values mean; `None` if the games do not say, because all values were proofs or all games ended alike.
    pub calibration: Option<Calibration>,
    /// What the numbers say, in sentences.
    pub findings: Vec<String>,
}

impl CalibrationResult {
    pub(crate) fn of(plan: &CalibrationPlan, calibration: Option<Calibration>) -> CalibrationResult {
        CalibrationResult {
            title: plan.common.title.clone(),
            game: plan.common.game.clone(),
            seed: plan.common.seed,
            agent: plan.agent.clone(),
            games: plan.games.into(),
            findings: findings(calibration.as_ref()),
            calibration,
        }
    }
}

/// Whether the prediction lies in the interval of what was observed.
pub(crate) fn is_confirmed(bin: &Bin) -> bool {
    (bin.low..=bin.high).contains(&bin.predicted)
}

fn findings(calibration: Option<&Calibration>) -> Vec<String> {
    let Some(found) = calibration else {
        return vec![
            "The games do not say what values mean: there are too few values that are no proofs.".to_owned(),
        ];
    };
    let percent = |value: f64, mover: Player| 100.0 * found.expectation(value, mover);
    let n_confirmed = found.bins.iter().filter(|bin| is_confirmed(bin)).count();
    let n_bins = found.bins.len();
    let held_out = if n_bins == 0 {
        "The other half has no values that are no proofs, so nothing has checked the curve: play more games."
            .to_owned()
    } else if n_confirmed == n_bins {
        format!(
            "On the other half, all {n_bins} predictions lie within the 95 % interval of the observed score."
        )
    } else {
        format!(
            "On the other half, {n_confirmed} of {n_bins} predictions lie within the 95 % interval of the observed \
             score: do not rely on the percentages where they do not."
        )
    };
    let even = format!(
        "A value of 0 with the first player to move means an expected score of {:.0} % for the first player",
        percent(0.0, Player::First)
    );
    let likely = match value_for(found, 0.75) {
        Some(value) => format!("{even}; 75 % takes a value of {value:+.1}."),
        None => format!("{even}; larger values hardly change that."),
    };
    vec![
        likely,
        format!("The curve was fitted on {} positions of one half of the games.", count(found.n)),
        held_out,
    ]
}

/// The value at which the first player, to move, may expect this score; `None` if no reasonable value is enough.
fn value_for(calibration: &Calibration, score: f64) -> Option<f64> {
    const MOST: f64 = 1e6;
    let expected = |value: f64| calibration.expectation(value, Player::First);
    let (mut low, mut high) = (-MOST, MOST);
    if !(expected(low)..expected(high)).contains(&score) {
        return None;
    }
    // The expectation never falls as values rise.
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if expected(middle) < score {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_that_games_refute_are_told() {
        let bin = |predicted, observed| Bin { predicted, observed, low: 0.4, high: 0.6, n: 9, games: 9 };
        let fitted = |bins| Calibration { slope: 1.0, to_move: 0.0, first: 0.0, draws: 0.0, n: 50, bins };
        let told = findings(Some(&fitted(vec![bin(0.5, 0.5), bin(0.45, 0.5)])));
        // The log-odds of 75 % are ln 3.
        assert!(
            told[0].contains("score of 50 % for the first player; 75 % takes a value of +1.1."),
            "{told:?}"
        );
        let flat = Calibration { slope: 0.0, ..fitted(Vec::new()) };
        assert!(findings(Some(&flat))[0].ends_with("larger values hardly change that."));
        assert!(told[2].contains("all 2 predictions"), "{told:?}");
        let told = findings(Some(&fitted(vec![bin(0.5, 0.5), bin(0.9, 0.5)])));
        assert!(told[2].contains("1 of 2 predictions") && told[2].contains("do not rely"), "{told:?}");
        assert_eq!(findings(None).len(), 1);
        let told = findings(Some(&fitted(Vec::new())));
        assert!(told[2].contains("nothing has checked the curve"), "{told:?}");
    }
}
