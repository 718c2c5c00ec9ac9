//! Which heuristics matter: what is lost without each.

use serde::{Deserialize, Serialize};
use zermelo_learn::fit::{Fit, FitSettings, fit};
use zermelo_learn::{Dataset, Input, LearnError};

use super::verdict::{Side, Test, hold_together};
use zermelo_kind::Confirmation;

/// Heuristics, weighed by games, and what each is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knowledge {
    /// Who plays, with `{eval}` where the evaluator stands.
    pub players: String,
    /// Positions by which the heuristics were weighed.
    pub positions: u64,
    /// Games that these are from.
    pub games: u64,
    /// The evaluator with all heuristics, by text.
    pub evaluator: String,
    /// Every heuristic.
    pub heuristics: Vec<Heuristic>,
}

/// A heuristic and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heuristic {
    /// Its name.
    pub name: String,
    /// Its weight, in log-odds of winning, and the weight's standard error by games.
    pub weight: [f64; 2],
    /// All heuristics against all but this one, the others weighed anew: what is lost without it.
    pub lost: Confirmation,
}

impl Knowledge {
    /// Without which heuristics play is significantly weaker (`More` is lost) or stronger, all of them held to 5 % together.
    pub fn verdicts(&self) -> Vec<Side> {
        let test = |heuristic: &Heuristic| Some(Test::of_interval(heuristic.lost.score, 0.5));
        let verdicts = hold_together(&self.heuristics.iter().map(test).collect::<Vec<_>>());
        verdicts.into_iter().map(|verdict| verdict.map_or(Side::Neither, |verdict| verdict.side)).collect()
    }
}

/// Weighs all heuristics by the examples, or all but one.
pub(super) fn weigh(data: &Dataset, without: Option<usize>, threads: usize) -> Result<Fit, LearnError> {
    // Heuristics may follow from each other: the ridge divides what they share, and is worth one example.
    let settings = FitSettings { ridge: 1.0, ..FitSettings::default() };
    let Some(without) = without else { return fit(data, &settings, threads) };
    let mut others = Dataset::of_numbers(data.n_inputs() - 1);
    let mut numbers = Vec::new();
    for index in 0..data.len() {
        let Input::Dense(values) = data.input(index) else { continue };
        numbers.clear();
        numbers.extend(
            values.iter().enumerate().filter(|&(place, _)| place != without).map(|(_, &value)| value),
        );
        others.push_numbers(&numbers, data.label(index))?;
    }
    fit(&others, &settings, threads)
}

/// The evaluator of weights, by text; that of `without` is 0.
pub(super) fn evaluator(names: &[&str], found: &Fit, without: Option<usize>) -> String {
    let mut weights = found.features.iter().map(|term| term.weight);
    let parts = names.iter().enumerate().map(|(place, name)| {
        let weight = if Some(place) == without { 0.0 } else { weights.next().unwrap_or(0.0) };
        format!("{name}={weight}")
    });
    format!("weights({})", parts.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use zermelo_learn::Label;

    use super::*;

    #[test]
    fn without_one_the_others_take_its_part() {
        // The second is the first again, and the third says nothing.
        let mut data = Dataset::of_numbers(3);
        for index in 0..4000_u32 {
            let value = if index % 2 == 0 { 1.0 } else { -1.0 };
            let noise = if index / 2 % 2 == 0 { 1.0 } else { -1.0 };
            // Three of four are won from above.
            let is_won = (index / 4 % 4 == 0) != (value > 0.0);
            let label = Label { target: f32::from(u8::from(is_won)), weight: 1.0, group: index };
            data.push_numbers(&[value, value, noise], label).unwrap();
        }
        let ln3 = 3.0_f64.ln();
        let all = weigh(&data, None, 1).unwrap();
        let weights = |fit: &Fit| fit.features.iter().map(|term| term.weight).collect::<Vec<_>>();
        let near = |got: &[f64], expected: &[f64]| {
            let is_near =
                got.len() == expected.len() && got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01);
            assert!(is_near, "{got:?} instead of {expected:?}");
        };
        near(&weights(&all), &[ln3 / 2.0, ln3 / 2.0, 0.0]);
        let rest = weigh(&data, Some(0), 1).unwrap();
        near(&weights(&rest), &[ln3, 0.0]);
        let text = evaluator(&["a", "b", "c"], &rest, Some(0));
        assert!(text.starts_with("weights(a=0, b=1.09"), "{text}");
    }
}
