//! What learning needs of a game, without its type: games of an agent against itself, and examples from games.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use zermelo_any::{AnyAgent, AnyEvaluator, AnyPosition, Encoder, GameEnd, GameRules, MoveIndex, Players};
use zermelo_game::inputs::carried;
use zermelo_game::{Forfeit, Outcome, Player, Stop, Stream, stream};
use zermelo_learn::fit::{FitSettings, fit};
use zermelo_learn::{Dataset, Label, LearnError};
use zermelo_store::{GameRow, OpeningRow, StoreError};

use super::examples_file::{self, Example};
use zermelo_catalog::{LabError, OpenGame};
use zermelo_runner::game_runner::{Halt, encode, read_opening};
use zermelo_runner::positions::Walker;

/// So many games tell what an evaluator's values are worth.
const GAMES_FOR_SLOPE: usize = 4000;

/// What an agent plays against itself.
pub struct Lesson<'a> {
    /// The agent, by text.
    pub agent: &'a str,
    /// The agent's number in the run.
    pub number: u32,
    /// How games begin.
    pub beginning: Beginning<'a>,
    /// When they end.
    pub ends: Ends,
    /// Which round it is.
    pub round: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// The number of the first game in the run.
    pub first_game: u64,
    /// How many games.
    pub n_games: u32,
    /// Games that are kept together: so many are played, written down and, after an interruption, played again.
    pub chunk: u32,
    /// How many threads play.
    pub threads: usize,
    /// Ends the lesson, soon.
    pub stop: &'a Stop,
}

/// How games begin.
#[derive(Clone, Copy, Debug)]
pub enum Beginning<'a> {
    /// With random plies from the start.
    Random {
        /// The number of the start among the run's openings.
        opening: u32,
        /// How many plies, at least and at most.
        plies: [u32; 2],
    },
    /// With one opening after the other; when there are no more, from the first again.
    Listed(&'a [OpeningRow]),
}

/// When games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// When somebody has proved how: there is nothing more to learn.
    Proved,
    /// By the rules, or when so many moves were made after the opening, as a draw.
    Rules(Option<u32>),
}

/// Games that were played, and what was thought in them.
pub struct Chunk {
    /// Its place in the lesson.
    pub number: u32,
    /// The games.
    pub games: Vec<GameRow>,
    /// What was thought in them.
    pub thoughts: Vec<Thoughts>,
}

/// What an agent thought in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thoughts {
    /// How many plies were random before it began to think.
    pub random_plies: u32,
    /// What each position after that was worth to the side to move: an evaluator's value; infinite if a win or loss was proved, and
    /// minus nothing (`-0.0`) if a draw was.
    pub values: Vec<f32>,
}

impl Thoughts {
    /// The thoughts of several games as bytes.
    pub fn to_bytes(all: &[Thoughts]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for thoughts in all {
            bytes.extend(thoughts.random_plies.to_le_bytes());
            bytes.extend((thoughts.values.len() as u32).to_le_bytes());
            thoughts.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        bytes
    }

    /// Reads what `to_bytes` wrote; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Vec<Thoughts>> {
        let mut words = bytes.chunks_exact(4).map(|chunk| <[u8; 4]>::try_from(chunk).unwrap_or_default());
        let mut all = Vec::new();
        while let Some(first) = words.next() {
            let n_values = u32::from_le_bytes(words.next()?);
            let values: Vec<f32> = words.by_ref().take(n_values as usize).map(f32::from_le_bytes).collect();
            if values.len() != n_values as usize {
                return None;
            }
            all.push(Thoughts { random_plies: u32::from_le_bytes(first), values });
        }
        bytes.len().is_multiple_of(4).then_some(all)
    }
}

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
        1.0 / (1.0 + (-self.slope * value).exp())
    }
}

/// What an example shows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The board, as a network sees it.
    Board,
    /// The game's heuristics, each as `weights(..)` counts it if its weight is 1: a game may scale what it measures.
    Heuristics,
}

/// What learning needs of a game.
pub struct School {
    game: OpenGame,
    encoder: Box<dyn Encoder>,
}

impl School {
    /// For this game.
    pub fn new(game: &OpenGame) -> School {
        School { game: game.clone(), encoder: game.encoder() }
    }

    /// What a network's inputs are.
    pub fn signature(&self) -> String {
        self.encoder.signature()
    }

    /// No examples yet, of what is seen so.
    pub fn dataset(&self, sight: Sight) -> Result<Dataset, LearnError> {
        match sight {
            Sight::Board => {
                let mut data = Dataset::of_bits(self.encoder.count());
                for (_, image) in self.encoder.images() {
                    data.add_symmetry(image.clone())?;
                }
                Ok(data)
            }
            Sight::Heuristics => Ok(Dataset::of_numbers(self.game.features().len())),
        }
    }

    /// Plays games of an agent against itself; `wanted` says which chunks are not known yet.
    pub fn play(
        &self,
        lesson: &Lesson,
        wanted: &[u32],
        on_chunk: &mut dyn FnMut(Chunk) -> Result<(), StoreError>,
    ) -> Result<(), Halt> {
        self.game.check_agent(lesson.agent)?;
        let starts = match lesson.beginning {
            Beginning::Random { .. } => vec![self.game.start()],
            Beginning::Listed(openings) => (openings.iter())
                .map(|opening| read_opening(&self.game, &opening.text))
                .collect::<Result<Vec<_>, _>>()?,
        };
        if starts.is_empty() {
            return Ok(());
        }
        let next = AtomicU32::new(0);
        let failed = Stop::default();
        let (sender, receiver) = mpsc::sync_channel(4);
        let told = thread::scope(|scope| {
            for _ in 0..lesson.threads.clamp(1, wanted.len().max(1)) {
                let (sender, next, failed, starts) = (sender.clone(), &next, &failed, &starts);
                scope.spawn(move || {
                    let mut agent = self.game.open_agent(lesson.agent, 0).expect("it opened once");
                    agent.stop_with(lesson.stop);
                    while let Some(&number) = wanted.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                        let chunk = self.play_chunk(lesson, number, starts, &mut *agent, failed);
                        let Some(chunk) = chunk else { return };
                        if sender.send(chunk).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut told = Ok(());
            for chunk in receiver {
                if told.is_ok() {
                    told = on_chunk(chunk);
                }
                if told.is_err() {
                    failed.stop();
                }
            }
            told
        });
        told?;
        if lesson.stop.is_stopped() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Log-odds of winning for a value of one, by how the games ended.
    pub fn slope(
        &self,
        openings: &[OpeningRow],
        games: &[GameRow],
        thoughts: &[Thoughts],
    ) -> Result<f64, LabError> {
        let learning = |error: LearnError| LabError::Learning(error.to_string());
        let mut data = Dataset::of_numbers(1);
        let mut walker = Walker::without_images(&self.game, openings);
        for (game, thoughts) in games.iter().zip(thoughts).take(GAMES_FOR_SLOPE) {
            walker.walk(game, |step| -> Result<(), LabError> {
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
        sight: Sight,
        openings: &[OpeningRow],
        game: &GameRow,
        thoughts: Option<(&Thoughts, Blend)>,
        group: u32,
    ) -> Result<(), LabError> {
        let mut walker = Walker::without_images(&self.game, openings);
        let mut encoder = self.example_encoder(sight)?;
        walker.walk(game, |step| -> Result<(), LabError> {
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
            encoder.push(data, step.pos, label).map_err(|error| LabError::Learning(error.to_string()))
        })
    }

    /// Adds the examples of a file, whose games get numbers from `group` on; gives the first number that is free then.
    pub fn add_file(
        &self,
        data: &mut Dataset,
        sight: Sight,
        path: &Path,
        group: u32,
    ) -> Result<u32, LabError> {
        let mut encoder = self.example_encoder(sight)?;
        let push = &mut |data: &mut Dataset, example: Example| -> Result<(), String> {
            let pos = self.game.read_position(example.position).map_err(|error| error.to_string())?;
            let is_first = pos.to_move() == Player::First;
            let target = if is_first { example.score } else { 1.0 - example.score };
            let label = Label { target: target as f32, weight: example.weight as f32, group: example.group };
            encoder.push(data, &pos, label).map_err(|error| error.to_string())
        };
        let told = |problem| LabError::Experiment { place: path.display().to_string(), problem };
        examples_file::read(path, data, group, push).map_err(told)
    }
}

/// How positions become examples.
struct ExampleEncoder<'a> {
    school: &'a School,
    words: Vec<u64>,
    /// The game's heuristics with a weight of 1 each, if it is these that are seen.
    heuristics: Option<Arc<dyn AnyEvaluator>>,
}

impl ExampleEncoder<'_> {
    /// Adds a position as an example.
    fn push(&mut self, data: &mut Dataset, pos: &AnyPosition, label: Label) -> Result<(), LearnError> {
        let School { game, encoder } = self.school;
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

impl School {
    fn example_encoder(&self, sight: Sight) -> Result<ExampleEncoder<'_>, LabError> {
        let names = self.game.features().iter().map(|feature| feature.name);
        let ones: Vec<String> = names.map(|name| format!("{name}=1")).collect();
        let heuristics = match sight {
            Sight::Board => None,
            Sight::Heuristics => {
                let weights = format!("weights({})", ones.join(", "));
                Some(self.game.open_evaluator(&weights)?)
            }
        };
        Ok(ExampleEncoder { school: self, words: vec![0; self.encoder.n_words()], heuristics })
    }

    /// Plays the games of a chunk; `None` if it was stopped.
    fn play_chunk(
        &self,
        lesson: &Lesson,
        number: u32,
        starts: &[AnyPosition],
        agent: &mut dyn AnyAgent,
        failed: &Stop,
    ) -> Option<Chunk> {
        let first = number * lesson.chunk;
        let (mut games, mut thoughts) = (Vec::new(), Vec::new());
        for game in first..lesson.n_games.min(first + lesson.chunk) {
            if lesson.stop.is_stopped() || failed.is_stopped() {
                return None;
            }
            let (row, thought) = self.play_game(lesson, game, starts, agent);
            // An agent that is told to stop moves at once: such a game is no result.
            if lesson.stop.is_stopped() {
                return None;
            }
            games.push(row);
            thoughts.push(thought);
        }
        Some(Chunk { number, games, thoughts })
    }

    /// Plays a game; `starts` are the positions after the openings.
    fn play_game(
        &self,
        lesson: &Lesson,
        number: u32,
        starts: &[AnyPosition],
        agent: &mut dyn AnyAgent,
    ) -> (GameRow, Thoughts) {
        let index = lesson.first_game + u64::from(number);
        let start = &starts[number as usize % starts.len()];
        let mut chance = stream(lesson.seed, "self-play", index);
        let (opening, (pos, mut moves)) = match lesson.beginning {
            Beginning::Random { opening, plies } => (opening, random_opening(start, plies, &mut chance)),
            Beginning::Listed(openings) => {
                (openings[number as usize % starts.len()].index, (start.clone(), Vec::new()))
            }
        };
        let random_plies = moves.len() as u32;
        let length = match lesson.ends {
            Ends::Rules(most) => most.map(|most| most.saturating_sub(random_plies)),
            Ends::Proved => None,
        };
        let rules = GameRules {
            streams: [chance.branch(), chance],
            is_timed: false,
            length,
            solved: None,
            ends_when_proved: lesson.ends == Ends::Proved,
            keeps_values: true,
            stop: lesson.stop,
        };
        let played = self.game.play_game(&pos, Players::One(agent), &rules);
        // A panic is a defect of the program: nothing is learnt from such games.
        assert_ne!(played.end, GameEnd::Forfeit(Forfeit::Crashed), "the agent of a self-play game panicked");
        moves.extend(&played.moves);
        let row = GameRow {
            index,
            first: lesson.number,
            second: lesson.number,
            opening,
            round: lesson.round,
            outcome: played.outcome,
            reason: played.reason.to_owned(),
            plies: moves.len() as u32,
            moves: encode(&moves),
            nodes: played.efforts.map(|effort| effort.nodes),
            micros: [0; 2],
        };
        (row, Thoughts { random_plies, values: played.values })
    }
}

/// An outcome for a player: 1, 0.5 or 0.
fn result_for(outcome: Outcome, player: Player) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == player)),
    }
}

/// A position after some random plies, and the moves to it; fewer of them where the game would be over.
fn random_opening(
    start: &AnyPosition,
    plies: [u32; 2],
    chance: &mut Stream,
) -> (AnyPosition, Vec<MoveIndex>) {
    let [least, most] = plies;
    // A game that ends on the way is thrown away, and after some of these half as many plies must do.
    let mut n_plies = least + chance.below((most - least) as usize + 1) as u32;
    loop {
        for _ in 0..8 {
            let (mut pos, mut moves) = (start.clone(), Vec::new());
            while moves.len() < n_plies as usize
                && let Some(mv) = pos.random_move(chance)
            {
                pos.play(mv);
                moves.push(mv);
            }
            if !pos.is_over() {
                return (pos, moves);
            }
        }
        n_plies /= 2;
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

    #[test]
    fn thoughts_are_read_as_they_were_written() {
        let one = Thoughts { random_plies: 5, values: vec![0.5, f32::NEG_INFINITY, -3.0] };
        let all = vec![one, Thoughts::default()];
        let bytes = Thoughts::to_bytes(&all);
        assert_eq!(Thoughts::from_bytes(&bytes), Some(all));
        assert_eq!(Thoughts::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Thoughts::from_bytes(&bytes[..12]), None);
    }
}
