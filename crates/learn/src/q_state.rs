//! A learner of worths and its memory as bytes, to be continued to the bit.

use std::collections::BTreeMap;

use serde_json::json;

use crate::bits::n_words;
use crate::dataset::check_bits;
use crate::error::LearnError;
use crate::network::{Network, Shape};
use crate::optimiser::Method;
use crate::q_learning::{QLearner, QSettings};
use crate::replay::Replay;
use crate::tensors::Tensors;

const WHAT: &str = "state of a learner";
/// Raised when the form changes.
const FORM: &str = "zermelo q-learning 1";
/// What the names of the caller's notes begin with.
const NOTE: &str = "note ";

impl QLearner {
    /// The learner and its memory as bytes, always the same for the same, with notes of whoever needs more to go on.
    pub fn to_bytes(&self, replay: &Replay, notes: &BTreeMap<String, String>) -> Vec<u8> {
        let mut tensors = Tensors::default();
        let n = self.network().parameters().len();
        tensors.remark("form", FORM);
        tensors.remark("settings", json!(self.settings));
        tensors.remark("shape", json!(self.network().shape()));
        tensors.remark("n_steps", self.descent.n_steps);
        tensors.remark("capacity", replay.capacity);
        tensors.remark("oldest", replay.oldest);
        for (name, text) in notes {
            tensors.remark(&format!("{NOTE}{name}"), text);
        }
        tensors.put("parameters", &[n], self.network().parameters().to_vec());
        tensors.put("frozen", &[n], self.frozen().parameters().to_vec());
        tensors.put("stride", &[1], vec![self.stride]);
        if let Method::Adam { .. } = self.settings.method {
            tensors.put("means", &[n], self.descent.moments.means.clone());
            tensors.put("squares", &[n], self.descent.moments.squares.clone());
        }
        let actions = replay.actions.iter().map(|&action| u64::from(action)).collect();
        tensors.put("replay.rewards", &[replay.len()], replay.rewards.clone());
        tensors.put_words("replay.actions", &[replay.len()], actions);
        for (name, words) in columns(replay) {
            tensors.put_words(name, &[words.len()], words.clone());
        }
        tensors.to_bytes()
    }

    /// Reads a learner to be continued with the same settings, its memory, and the notes.
    pub fn from_bytes(
        bytes: &[u8],
        settings: &QSettings,
        threads: usize,
    ) -> Result<(QLearner, Replay, BTreeMap<String, String>), LearnError> {
        let tensors = Tensors::from_bytes(bytes, WHAT)?;
        let file = File { tensors: &tensors };
        if tensors.remarks.get("form").map(String::as_str) != Some(FORM) {
            return Err(bad(format!("it is not in the form `{FORM}`")));
        }
        let stored: QSettings = file.json("settings")?;
        if stored != *settings {
            let problem = format!("its settings are {}, not {}", json!(stored), json!(settings));
            return Err(LearnError::OtherTraining { problem });
        }
        let shape: Shape = file.json("shape")?;
        let network = Network::new(shape.clone(), file.numbers("parameters")?)?;
        let n = network.parameters().len();
        let mut learner = QLearner::new(network, stored, threads)?;
        learner.frozen = Network::new(shape.clone(), file.numbers("frozen")?)?;
        let [stride] = file.numbers("stride")?[..] else {
            return Err(bad("`stride` is not a number".to_owned()));
        };
        learner.set_step(stride)?;
        if let Method::Adam { .. } = stored.method {
            for (name, moments) in [
                ("means", &mut learner.descent.moments.means),
                ("squares", &mut learner.descent.moments.squares),
            ] {
                *moments = file.numbers(name)?;
                if moments.len() != n || moments.iter().any(|number| !number.is_finite()) {
                    return Err(bad(format!("`{name}` must be {n} finite numbers")));
                }
            }
        }
        learner.descent.n_steps = file.json("n_steps")?;
        let replay = file.replay(&shape)?;
        let notes = tensors.remarks.iter();
        let notes =
            notes.filter_map(|(name, text)| Some((name.strip_prefix(NOTE)?.to_owned(), text.clone())));
        Ok((learner, replay, notes.collect()))
    }
}

/// The columns of a memory that are sets of bits.
fn columns(replay: &Replay) -> [(&'static str, &Vec<u64>); 3] {
    [("replay.states", &replay.states), ("replay.nexts", &replay.nexts), ("replay.legal", &replay.legal)]
}

struct File<'a> {
    tensors: &'a Tensors,
}

impl File<'_> {
    fn json<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, LearnError> {
        let text = self.tensors.remarks.get(name).ok_or_else(|| lacking(name))?;
        serde_json::from_str(text).map_err(|error| bad(format!("`{name}` is `{text}`: {error}")))
    }

    fn numbers(&self, name: &str) -> Result<Vec<f32>, LearnError> {
        self.tensors.single(name).map(|(_, numbers)| numbers.to_vec()).ok_or_else(|| lacking(name))
    }

    fn words(&self, name: &str) -> Result<Vec<u64>, LearnError> {
        self.tensors.words(name).map(|(_, words)| words.to_vec()).ok_or_else(|| lacking(name))
    }

    fn replay(&self, shape: &Shape) -> Result<Replay, LearnError> {
        let (n_inputs, n_outputs) = (shape.n_inputs, shape.n_outputs());
        let mut replay = Replay::new(n_inputs, n_outputs, self.json("capacity")?)?;
        let actions = self.words("replay.actions")?;
        let is_output = |action: &u64| (*action as usize) < n_outputs;
        if !actions.iter().all(is_output) {
            return Err(bad(format!("an action of the memory is none of the {n_outputs} outputs")));
        }
        replay.actions = actions.into_iter().map(|action| action as u16).collect();
        replay.rewards = self.numbers("replay.rewards")?;
        replay.states = self.words("replay.states")?;
        replay.nexts = self.words("replay.nexts")?;
        replay.legal = self.words("replay.legal")?;
        replay.oldest = self.json("oldest")?;
        let n = replay.len();
        let sizes = [n_inputs, n_inputs, n_outputs];
        let fits = columns(&replay).iter().zip(sizes).all(|((_, words), size)| {
            words.len() == n * n_words(size)
                && words.chunks_exact(n_words(size)).all(|words| check_bits(words, size).is_ok())
        });
        let is_sound = n <= replay.capacity && replay.oldest < replay.capacity && replay.rewards.len() == n;
        if !(fits && is_sound && replay.rewards.iter().all(|reward| reward.is_finite())) {
            return Err(bad("the memory is damaged".to_owned()));
        }
        Ok(replay)
    }
}

fn bad(problem: String) -> LearnError {
    LearnError::BadFile { what: WHAT, problem }
}

fn lacking(name: &str) -> LearnError {
    bad(format!("it lacks `{name}`"))
}
