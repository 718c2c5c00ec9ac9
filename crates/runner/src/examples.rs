//! Examples for learning: what positions of games look like to a learner, and what they were worth.

use std::sync::Arc;

use zermelo_any::{AnyEvaluator, AnyPosition, Encoder};
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::carried;
use zermelo_game::{Outcome, Player};
use zermelo_learn::fit::{FitSettings, fit};
use zermelo_learn::{Dataset, Label, LearnError};
use zermelo_store::{GameRow, OpeningRow};

use crate::positions::Walker;
use crate::self_play::Thoughts;

/// How many games are enough to find the slope of an evaluator's values.
const GAMES_FOR_SLOPE: usize = 4000;

/// How a thought becomes a score from 0 to 1, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// How much the result of the game counts; the rest is what was thought.
    pub result_share: f64,
    /// Log-odds for a value of one.
    pub slope: f64,
}

impl Blend {
    /// A value as a score from 0 to 1: what is proved is certain, whatever values are worth.
    fn share(&self, value: f64) -> f64 {
        if value.is_infinite() {
            return if value > 0.0 { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + libm::exp(-self.slope * value))
    }
}

/// What an example shows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The board, as a network sees it.
    Board,
    /// The game's heuristics, each as `weights(..)` counts it if its weight is 1: a game may scale what it measures.
    Heuristics,
}

/// Makes examples from games of one game.
pub struct Examples {
    game: OpenGame,
    encoder: Box<dyn Encoder>,
}

impl Examples {
    /// For this game.
    pub fn new(game: &OpenGame) -> Examples {
        Examples { game: game.clone(), encoder: game.encoder() }
    }

    /// What a network's inputs are.
    pub fn signature(&self) -> String {
        self.encoder.signature()
    }

    /// No examples yet, of what is seen so.
    pub fn dataset(&self, encoding: Encoding) -> Result<Dataset, LearnError> {
        match encoding {
            Encoding::Board => {
                let mut data = Dataset::of_bits(self.encoder.count());
                for (_, image) in self.encoder.images() {
                    data.add_symmetry(image.clone())?;
                }
                Ok(data)
            }
            Encoding::Heuristics => Ok(Dataset::of_numbers(self.game.features().len())),
        }
    }

    /// Log-odds of winning for a value of one, by how the games ended.
    pub fn slope(
        &self,
        openings: &[OpeningRow],
        games: &[GameRow],
        thoughts: &[Thoughts],
    ) -> Result<f64, RequestError> {
        let learning = |error: LearnError| RequestError::Learning(error.to_string());
        let mut data = Dataset::of_numbers(1);
        let mut walker = Walker::without_images(&self.game, openings);
        for (game, thoughts) in games.iter().zip(thoughts).take(GAMES_FOR_SLOPE) {
            walker.walk(game, |step| -> Result<(), RequestError> {
                let place = step.ply.checked_sub(thoughts.random_plies);
                let value = place.and_then(|place| thoughts.values.get(place as usize));
                let Some(&value) = value.filter(|value| value.is_finite()) else { return Ok(()) };
                let target = result_for(game.outcome, step.pos.to_move()) as f32;
                data.push_numbers(&[value], Label { target, weight: 1.0, group: 0 }).map_err(learning)
            })?;
        }
        // Where everything is proved, nothing is judged, and any slope will do.
        if data.is_empty() {
            return Ok(1.0);
        }
        // The ridge keeps the slope finite where values tell the winner in every game.
        let settings = FitSettings { ridge: 1.0, ..FitSettings::default() };
        let found = fit(&data, &settings, 1).map_err(learning)?;
        Ok(found.features[0].weight.max(0.0))
    }

    /// Adds the positions of a game. Without thoughts all positions count, by the result alone.
    pub fn add(
        &self,
        data: &mut Dataset,
        encoding: Encoding,
        openings: &[OpeningRow],
        game: &GameRow,
        thoughts: Option<(&Thoughts, Blend)>,
        group: u32,
    ) -> Result<(), RequestError> {
        let mut walker = Walker::without_images(&self.game, openings);
        let mut encoder = self.example_encoder(encoding)?;
        walker.walk(game, |step| -> Result<(), RequestError> {
            if step.mv.is_none() {
                return Ok(());
            }
            let result = result_for(game.outcome, step.pos.to_move());
            let target = match thoughts {
                None => result,
                Some((thoughts, _)) if step.ply < thoughts.random_plies => return Ok(()),
                Some((thoughts, blend)) => {
                    let place = (step.ply - thoughts.random_plies) as usize;
                    let value = thoughts.values.get(place).copied().map_or(0.0, f64::from);
                    let thought = blend.share(value);
                    blend.result_share * result + (1.0 - blend.result_share) * thought
                }
            };
            let label = Label { target: target as f32, weight: 1.0, group };
            encoder.push(data, step.pos, label).map_err(|error| RequestError::Learning(error.to_string()))
        })
    }

    /// An encoder of positions.
    pub fn example_encoder(&self, encoding: Encoding) -> Result<ExampleEncoder<'_>, RequestError> {
        let names = self.game.features().iter().map(|feature| feature.name);
        let ones: Vec<String> = names.map(|name| format!("{name}=1")).collect();
        let heuristics = match encoding {
            Encoding::Board => None,
            Encoding::Heuristics => {
                let weights = format!("weights({})", ones.join(", "));
                Some(self.game.open_evaluator(&weights)?)
            }
        };
        Ok(ExampleEncoder { examples: self, words: vec![0; self.encoder.n_words()], heuristics })
    }
}

/// How positions become examples.
pub struct ExampleEncoder<'a> {
    examples: &'a Examples,
    words: Vec<u64>,
    /// The game's heuristics with a weight of 1 each, if it is these that are seen.
    heuristics: Option<Arc<dyn AnyEvaluator>>,
}

impl ExampleEncoder<'_> {
    /// Adds a position as an example.
    pub fn push(&mut self, data: &mut Dataset, pos: &AnyPosition, label: Label) -> Result<(), LearnError> {
        let Examples { game, encoder } = self.examples;
        let Some(heuristics) = &self.heuristics else {
            encoder.write(pos, &mut self.words);
            // One of all mirror images stands for them.
            let images = encoder.images().iter().map(|(_, image)| carried(&self.words, image));
            let least = images.fold(self.words.clone(), Ord::min);
            return data.push(&least, label);
        };
        let parts = heuristics.contributions(pos, pos.to_move()).unwrap_or_default();
        let part_of = |name| parts.iter().find(|(part, _)| *part == name).map_or(0.0, |(_, part)| *part);
        let names = game.features().iter().map(|feature| feature.name);
        let numbers: Vec<f32> = names.map(|name| part_of(name) as f32).collect();
        data.push_numbers(&numbers, label)
    }
}

/// An outcome for a player: 1, 0.5 or 0.
fn result_for(outcome: Outcome, player: Player) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == player)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_is_certain() {
        let worthless = Blend { result_share: 0.5, slope: 0.0 };
        let shares = [f64::INFINITY, 3.0, f64::NEG_INFINITY].map(|value| worthless.share(value));
        assert_eq!(shares, [1.0, 0.5, 0.0]);
    }
}
