//! What was tried and what came of it, as far back as memory goes.

use crate::bits::n_words;
use crate::dataset::check_bits;
use crate::error::{LearnError, setting};

/// One action and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Experience<'a> {
    /// The position, seen from the side to move.
    pub state: &'a [u64],
    /// Which output stands for the action.
    pub action: u16,
    /// What the action brought to whoever took it.
    pub reward: f32,
    /// The position after it, seen from the other side, which is to move; none at the end of a game.
    pub next: Option<Next<'a>>,
}

/// The position after an action.
#[derive(Clone, Copy, Debug)]
pub struct Next<'a> {
    /// The position, seen from the side to move.
    pub state: &'a [u64],
    /// The outputs that stand for legal actions; at least one.
    pub legal: &'a [u16],
}

/// A memory of fixed size: the newest experience takes the place of the oldest.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub(crate) n_inputs: usize,
    pub(crate) n_outputs: usize,
    pub(crate) capacity: usize,
    /// Where the next experience goes once the memory is full.
    pub(crate) oldest: usize,
    pub(crate) states: Vec<u64>,
    pub(crate) actions: Vec<u16>,
    pub(crate) rewards: Vec<f32>,
    /// Zeros at the end of a game.
    pub(crate) nexts: Vec<u64>,
    /// Which outputs are legal after the action, as bits; none at the end of a game.
    pub(crate) legal: Vec<u64>,
}

impl Replay {
    /// An empty memory for so many experiences.
    pub fn new(n_inputs: usize, n_outputs: usize, capacity: usize) -> Result<Replay, LearnError> {
        setting(capacity > 0, "capacity of the memory", capacity, "at least 1")?;
        setting((1..=usize::from(u16::MAX)).contains(&n_outputs), "outputs", n_outputs, "from 1 to 65,535")?;
        setting(n_inputs > 0, "inputs", n_inputs, "at least 1")?;
        let (states, nexts, legal) = (Vec::new(), Vec::new(), Vec::new());
        let (actions, rewards) = (Vec::new(), Vec::new());
        Ok(Replay { n_inputs, n_outputs, capacity, oldest: 0, states, actions, rewards, nexts, legal })
    }

    /// Remembers an experience.
    pub fn push(&mut self, experience: Experience<'_>) -> Result<(), LearnError> {
        let Experience { state, action, reward, next } = experience;
        check_bits(state, self.n_inputs)?;
        if !reward.is_finite() {
            let (index, value) = (self.len(), reward.to_string());
            return Err(LearnError::BadExample { what: "the reward", index, value, expected: "finite" });
        }
        let mut legal = vec![0; n_words(self.n_outputs)];
        for &output in next.map_or(&[action][..], |next| next.legal).iter().chain([&action]) {
            let output = usize::from(output);
            setting(output < self.n_outputs, "an action", output, "one of the network's outputs")?;
        }
        let empty = vec![0; n_words(self.n_inputs)];
        let mut next_state = empty.as_slice();
        if let Some(next) = next {
            check_bits(next.state, self.n_inputs)?;
            setting(!next.legal.is_empty(), "legal actions", 0, "at least 1, unless the game is over")?;
            next_state = next.state;
            next.legal.iter().for_each(|&output| legal[usize::from(output) / 64] |= 1 << (output % 64));
        }
        if self.len() < self.capacity {
            self.states.extend_from_slice(state);
            self.actions.push(action);
            self.rewards.push(reward);
            self.nexts.extend_from_slice(next_state);
            self.legal.extend(legal);
        } else {
            let place = self.oldest;
            put(&mut self.states, place, state);
            put(&mut self.nexts, place, next_state);
            put(&mut self.legal, place, &legal);
            self.actions[place] = action;
            self.rewards[place] = reward;
            self.oldest = (place + 1) % self.capacity;
        }
        Ok(())
    }

    /// How much is remembered.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    pub(crate) fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    pub(crate) fn n_outputs(&self) -> usize {
        self.n_outputs
    }

    pub(crate) fn state(&self, index: usize) -> &[u64] {
        part(&self.states, index, n_words(self.n_inputs))
    }

    pub(crate) fn action(&self, index: usize) -> u16 {
        self.actions[index]
    }

    pub(crate) fn reward(&self, index: usize) -> f32 {
        self.rewards[index]
    }

    pub(crate) fn next(&self, index: usize) -> &[u64] {
        part(&self.nexts, index, n_words(self.n_inputs))
    }

    /// Which outputs are legal after the action, as bits; none at the end of a game.
    pub(crate) fn legal(&self, index: usize) -> &[u64] {
        part(&self.legal, index, n_words(self.n_outputs))
    }
}

fn part(column: &[u64], index: usize, n_words: usize) -> &[u64] {
    &column[index * n_words..][..n_words]
}

fn put(column: &mut [u64], index: usize, words: &[u64]) {
    column[index * words.len()..][..words.len()].copy_from_slice(words);
}
