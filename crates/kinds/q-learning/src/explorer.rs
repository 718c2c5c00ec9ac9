//! Games by trying, without the game's type: moves are made, and what came of them is remembered and learnt from.
//!
//! All chance comes from streams that are numbered by game and ply, so nothing of it needs to be kept when a run is interrupted.

use zermelo_any::{AnyActions, AnyPosition, Encoder, MoveIndex};
use zermelo_game::{Outcome, Stop, Stream, stream};
use zermelo_learn::network::{Input, Scratch};
use zermelo_learn::q_learning::{best_legal, minimax_target};
use zermelo_learn::replay::{Experience, Next};
use zermelo_learn::{LearnError, Network, QSettings};

use super::file::{Exploration, QLearningPlan};
use super::learner::Learner;
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_runner::game_runner::Halt;

/// What a network for a game must be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// How many inputs the game has.
    pub n_inputs: usize,
    /// What they are.
    pub inputs: String,
    /// How many actions.
    pub n_actions: usize,
    /// What they are.
    pub actions: String,
}

/// If so many games in a row have no moves to learn from, there are no others.
const MOST_GAMES_IN_VAIN: u32 = 1000;
/// The first Isolation study: what a worth adds to the chance that a move is tried, and what every move has.
const WORTH_SHARE: f32 = 0.05;
const LEAST_SHARE: f32 = 0.01;
/// The golden ratio, by which the first Isolation study divides the last loss to say what is known well.
const GOLDEN: f64 = 1.618_033_988_749_895;

/// Plays by trying.
pub struct Explorer {
    game: OpenGame,
    inputs: Box<dyn Encoder>,
    actions: Box<dyn AnyActions>,
}

/// What came of a move.
struct Trial {
    action: u16,
    reward: f32,
    what: What,
}

enum What {
    /// The game was over.
    End,
    /// The opponent is to move: what is seen, and the actions to choose from.
    GoesOn(Vec<u64>, Vec<u16>),
    /// The game goes on, but nothing can be said of its moves: nothing is learnt from it.
    Unknown,
}

impl Trial {
    /// What the move is worth by what came of it.
    fn target(
        &self,
        network: &Network,
        settings: &QSettings,
        scratch: &mut Scratch,
    ) -> Result<f32, LearnError> {
        let reply = match &self.what {
            What::GoesOn(state, legal) => {
                let worths = network.outputs(Input::Bits(state), scratch)?;
                best_legal(worths, legal.iter().map(|&action| usize::from(action)))
            }
            What::End | What::Unknown => None,
        };
        Ok(minimax_target(settings, self.reward, reply.map(|(_, worth)| worth)))
    }

    fn remember(&self, state: &[u64], learner: &mut Learner) -> Result<(), LearnError> {
        let next = match &self.what {
            What::End => None,
            What::GoesOn(state, legal) => Some(Next { state, legal }),
            What::Unknown => return Ok(()),
        };
        learner.replay.push(Experience { state, action: self.action, reward: self.reward, next })
    }
}

fn told(error: LearnError) -> Halt {
    Halt::Bad(RequestError::Learning(error.to_string()))
}

impl Explorer {
    /// For this game.
    pub fn new(game: &OpenGame) -> Explorer {
        Explorer { game: game.clone(), inputs: game.encoder(), actions: game.actions() }
    }

    /// What a network for the game must be like.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            n_inputs: self.inputs.count(),
            inputs: self.inputs.signature(),
            n_actions: self.actions.count(),
            actions: self.actions.signature(),
        }
    }

    /// Plays until so many moves have been learnt from; if it is stopped before, the learner can go on from where it is.
    pub fn explore(
        &self,
        learner: &mut Learner,
        plan: &QLearningPlan,
        until: u64,
        stop: &Stop,
    ) -> Result<(), Halt> {
        let mut pos = self.go_on(&learner.progress.line)?;
        let mut options = Vec::new();
        let mut n_in_vain = 0;
        while learner.progress.moves < until {
            if stop.is_stopped() {
                return Err(Halt::Stopped);
            }
            if pos.is_over() {
                learner.progress.games += 1;
                learner.progress.line.clear();
                pos = self.game.start();
                n_in_vain += 1;
                if n_in_vain > MOST_GAMES_IN_VAIN {
                    let problem =
                        format!("there are no moves to learn from after {} random plies", plan.random_plies);
                    return Err(RequestError::Experiment { place: plan.common.title.clone(), problem }.into());
                }
                continue;
            }
            let ply = learner.progress.line.len() as u64;
            let mut chance = stream(plan.common.seed, "exploration", (learner.progress.games << 20) + ply);
            self.actions.list(&pos, &mut options);
            let place = if ply < u64::from(plan.random_plies) || options.is_empty() {
                chance.below(pos.count_moves())
            } else {
                n_in_vain = 0;
                let place = self.try_one(&pos, &options, learner, plan, &mut chance).map_err(told)?;
                learner.count_move(plan).map_err(told)?;
                place
            };
            pos.play(MoveIndex(place as u32));
            learner.progress.line.push(place as u32);
        }
        Ok(())
    }
}

impl Explorer {
    /// The position of the game at hand.
    fn go_on(&self, line: &[u32]) -> Result<AnyPosition, Halt> {
        let mut pos = self.game.start();
        for &place in line {
            let damaged = || {
                RequestError::Learning("the current game cannot be replayed: the store is damaged".to_owned())
            };
            if !pos.try_play(MoveIndex(place)) {
                return Err(damaged().into());
            }
        }
        Ok(pos)
    }

    /// Chooses one of these moves, remembers what comes of it, and gives its place.
    fn try_one(
        &self,
        pos: &AnyPosition,
        options: &[(usize, MoveIndex)],
        learner: &mut Learner,
        plan: &QLearningPlan,
        chance: &mut Stream,
    ) -> Result<usize, LearnError> {
        let state = self.words(pos);
        let mut scratch = Scratch::default();
        let network = learner.learner.network();
        let worths = network.outputs(Input::Bits(&state), &mut scratch)?.to_vec();
        match plan.exploration {
            Exploration::EpsilonGreedy { epsilon } => {
                let place = if uniform(chance) < epsilon {
                    chance.below(options.len())
                } else {
                    let best = best_legal(&worths, options.iter().map(|&(action, _)| action));
                    options
                        .iter()
                        .position(|&(action, _)| Some(action) == best.map(|(action, _)| action))
                        .unwrap_or(0)
                };
                self.trial(pos, options[place]).remember(&state, learner)?;
                Ok(place)
            }
            Exploration::TdError {} => {
                let trials: Vec<Trial> = options.iter().map(|&option| self.trial(pos, option)).collect();
                let mut errors = Vec::with_capacity(trials.len());
                let mut weights = Vec::with_capacity(trials.len());
                for trial in &trials {
                    let target = trial.target(network, &plan.settings, &mut scratch)?;
                    let error = (worths[usize::from(trial.action)] - target).abs();
                    errors.push(error);
                    weights.push(f64::from(error + WORTH_SHARE * (1.0 + target) + LEAST_SHARE));
                }
                let place = draw(&weights, uniform(chance));
                let known_well = learner.progress.last_loss.map_or(0.0, |loss| loss / GOLDEN);
                for (index, (trial, &error)) in trials.iter().zip(&errors).enumerate() {
                    let is_end = matches!(trial.what, What::End);
                    if index == place || (is_end && f64::from(error) >= known_well) {
                        trial.remember(&state, learner)?;
                    }
                }
                Ok(place)
            }
        }
    }

    /// What a network sees of a position.
    fn words(&self, pos: &AnyPosition) -> Vec<u64> {
        let mut words = vec![0; self.inputs.n_words()];
        self.inputs.write(pos, &mut words);
        words
    }

    /// What comes of a move.
    fn trial(&self, pos: &AnyPosition, (action, mv): (usize, MoveIndex)) -> Trial {
        let next = pos.after(mv);
        let action = action as u16;
        if let Some(outcome) = next.outcome() {
            let reward = match outcome {
                Outcome::Draw => 0.0,
                Outcome::Win(winner) if winner == pos.to_move() => 1.0,
                Outcome::Win(_) => -1.0,
            };
            return Trial { action, reward, what: What::End };
        }
        let mut legal = Vec::new();
        self.actions.list(&next, &mut legal);
        let what = if legal.is_empty() {
            What::Unknown
        } else {
            What::GoesOn(self.words(&next), legal.iter().map(|&(action, _)| action as u16).collect())
        };
        Trial { action, reward: 0.0, what }
    }
}

/// A number from 0 up to, but not, 1.
fn uniform(chance: &mut Stream) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The place at which a share of the whole weight is reached.
fn draw(weights: &[f64], share: f64) -> usize {
    let mut left = share * weights.iter().sum::<f64>();
    for (place, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    weights.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_drawn_by_weight() {
        let weights = [1.0, 0.0, 3.0];
        let drawn = [0.0, 0.2, 0.25, 0.9, 0.999_999].map(|share| draw(&weights, share));
        assert_eq!(drawn, [0, 0, 2, 2, 2]);
        assert_eq!(draw(&[0.5], 1.0), 0);
    }
}
