//! Examples to learn from, in columns, as small as they can be: tens of millions fit into memory.
//!
//! An example is a set of inputs that are on (or a number for each), a target, a weight, and the number of
//! the game it comes from. Nothing here knows what the inputs mean.

use hashbrown::HashTable;
use zermelo_game::zobrist::mix;

use crate::bits::{Ones, n_words};
use crate::error::{LearnError, setting, size};
use crate::gradient::Inputs;
use crate::network::Input;

/// Examples, in the order in which they were pushed.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    n_inputs: usize,
    /// The inputs of all examples, one after the other.
    column: Column,
    targets: Vec<f32>,
    weights: Vec<f32>,
    groups: Vec<u32>,
    symmetries: Vec<Vec<u32>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Column {
    Bits(Vec<u64>),
    Dense(Vec<f32>),
}

/// What belongs to an example beside its inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// What the network shall say: the share of wins, for instance.
    pub target: f32,
    /// How much the example counts.
    pub weight: f32,
    /// The number of the game it comes from: a game is never in two parts of a split.
    pub group: u32,
}

/// How large the parts of a split shall be, in any unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// What is learnt from.
    pub train: f64,
    /// What chooses the best network.
    pub validation: f64,
    /// What judges it, and chooses nothing.
    pub test: f64,
}

impl Default for Shares {
    fn default() -> Self {
        Shares { train: 0.8, validation: 0.1, test: 0.1 }
    }
}

/// A data set in three parts that share no game, the latter two without any position of the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// What is learnt from.
    pub train: Dataset,
    /// What chooses the best network.
    pub validation: Dataset,
    /// What judges it.
    pub test: Dataset,
    /// How many examples were left out of validation because training has them too.
    pub n_seen_validation: usize,
    /// How many were left out of the test for the same reason.
    pub n_seen_test: usize,
}

impl Dataset {
    /// No examples yet, with inputs that are on or off.
    pub fn of_bits(n_inputs: usize) -> Dataset {
        Dataset::empty(n_inputs, Column::Bits(Vec::new()))
    }

    /// No examples yet, with a number for each input.
    pub fn of_numbers(n_inputs: usize) -> Dataset {
        Dataset::empty(n_inputs, Column::Dense(Vec::new()))
    }

    fn empty(n_inputs: usize, column: Column) -> Dataset {
        let (targets, weights, groups) = (Vec::new(), Vec::new(), Vec::new());
        Dataset { n_inputs, column, targets, weights, groups, symmetries: Vec::new() }
    }

    /// Adds an example whose inputs are on or off: input `i` is bit `i % 64` of word `i / 64`.
    pub fn push(&mut self, bits: &[u64], label: Label) -> Result<(), LearnError> {
        let Column::Bits(column) = &mut self.column else {
            return Err(LearnError::WrongInputs { expected: "numbers", got: "bits" });
        };
        check_label(label, self.targets.len())?;
        check_bits(bits, self.n_inputs)?;
        column.extend_from_slice(bits);
        self.push_label(label);
        Ok(())
    }

    /// Adds an example by the inputs that are on.
    pub fn push_indices(&mut self, on: &[usize], label: Label) -> Result<(), LearnError> {
        let mut bits = vec![0; n_words(self.n_inputs)];
        for &input in on {
            if input >= self.n_inputs {
                return Err(LearnError::NoSuchInput { input, n_inputs: self.n_inputs });
            }
            bits[input / 64] |= 1 << (input % 64);
        }
        self.push(&bits, label)
    }

    /// Adds an example with a number for each input.
    pub fn push_numbers(&mut self, numbers: &[f32], label: Label) -> Result<(), LearnError> {
        let index = self.targets.len();
        let Column::Dense(column) = &mut self.column else {
            return Err(LearnError::WrongInputs { expected: "bits", got: "numbers" });
        };
        check_label(label, index)?;
        size("inputs", numbers.len(), self.n_inputs)?;
        if let Some(value) = numbers.iter().find(|value| !value.is_finite()) {
            let value = value.to_string();
            return Err(LearnError::BadExample { what: "an input", index, value, expected: "finite" });
        }
        column.extend_from_slice(numbers);
        self.push_label(label);
        Ok(())
    }

    fn push_label(&mut self, label: Label) {
        self.targets.push(label.target);
        self.weights.push(label.weight);
        self.groups.push(label.group);
    }

    /// Adds all examples of another data set.
    pub fn append(&mut self, other: &Dataset) -> Result<(), LearnError> {
        size("inputs", other.n_inputs, self.n_inputs)?;
        match (&mut self.column, &other.column) {
            (Column::Bits(column), Column::Bits(more)) => column.extend_from_slice(more),
            (Column::Dense(column), Column::Dense(more)) => column.extend_from_slice(more),
            (Column::Bits(_), _) => return Err(LearnError::WrongInputs { expected: "bits", got: "numbers" }),
            (Column::Dense(_), _) => {
                return Err(LearnError::WrongInputs { expected: "numbers", got: "bits" });
            }
        }
        self.targets.extend_from_slice(&other.targets);
        self.weights.extend_from_slice(&other.weights);
        self.groups.extend_from_slice(&other.groups);
        Ok(())
    }

    /// Says that an example stays as good if every input `i` is exchanged for `permutation[i]`, such as its
    /// mirror image: each time it is learnt from, it is shown as itself or as one of these, at random.
    pub fn add_symmetry(&mut self, permutation: Vec<u32>) -> Result<(), LearnError> {
        size("inputs of a symmetry", permutation.len(), self.n_inputs)?;
        let mut is_hit = vec![false; self.n_inputs];
        for &image in &permutation {
            match is_hit.get_mut(image as usize) {
                Some(is_hit) if !*is_hit => *is_hit = true,
                _ => {
                    let problem = format!("a symmetry leads to input {image} twice, or out of the inputs");
                    return Err(LearnError::BadShape { problem });
                }
            }
        }
        self.symmetries.push(permutation);
        Ok(())
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// How many inputs an example has.
    pub fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    /// An example's inputs.
    pub fn input(&self, index: usize) -> Input<'_> {
        match &self.column {
            Column::Bits(column) => {
                let n_words = n_words(self.n_inputs);
                Input::Bits(&column[index * n_words..][..n_words])
            }
            Column::Dense(column) => Input::Dense(&column[index * self.n_inputs..][..self.n_inputs]),
        }
    }

    /// What belongs to an example beside its inputs.
    pub fn label(&self, index: usize) -> Label {
        Label { target: self.targets[index], weight: self.weights[index], group: self.groups[index] }
    }

    /// The targets of all examples.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// The weights of all examples.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// A key of an example's inputs: equal for equal inputs.
    pub fn key(&self, index: usize) -> u64 {
        match self.input(index) {
            Input::Bits(bits) => key_of_bits(bits),
            Input::Dense(numbers) => {
                numbers.iter().fold(0, |key, number| mix(key ^ u64::from(number.to_bits())))
            }
        }
    }

    /// Whether inputs are on or off.
    pub fn is_of_bits(&self) -> bool {
        matches!(self.column, Column::Bits(_))
    }

    /// The inputs of all examples from `from` to `to`.
    pub(crate) fn inputs(&self, from: usize, to: usize) -> Inputs<'_> {
        match &self.column {
            Column::Bits(column) => {
                let n_words = n_words(self.n_inputs);
                Inputs::Bits(&column[from * n_words..to * n_words])
            }
            Column::Dense(column) => Inputs::Dense(&column[from * self.n_inputs..to * self.n_inputs]),
        }
    }

    pub(crate) fn symmetries(&self) -> &[Vec<u32>] {
        &self.symmetries
    }

    /// Splits by games: each goes to a part by a hash of the seed and its number, so that more games change
    /// nothing about the others. Examples of validation and test whose `key` occurs in training are left out:
    /// a network that has seen them would look better than it is. [`Dataset::key`] will do, or a key that is
    /// the same for mirror images.
    pub fn split(&self, shares: Shares, seed: u64, key: impl Fn(usize) -> u64) -> Result<Split, LearnError> {
        let parts = [shares.train, shares.validation, shares.test];
        let are_good = parts.iter().all(|share| share.is_finite() && *share >= 0.0) && shares.train > 0.0;
        setting(are_good, "shares", format!("{parts:?}"), "numbers from 0 up, that of training above 0")?;
        let total: f64 = parts.iter().sum();
        let part_of = |index: usize| {
            let hash = mix(mix(seed ^ 0x5917) ^ u64::from(self.groups[index]));
            let place = (hash >> 11) as f64 / (1_u64 << 53) as f64 * total;
            if place < shares.train { 0 } else { 1 + usize::from(place >= shares.train + shares.validation) }
        };
        let mut seen = HashTable::new();
        for key in (0..self.len()).filter(|&index| part_of(index) == 0).map(&key) {
            if let hashbrown::hash_table::Entry::Vacant(entry) =
                seen.entry(mix(key), |&other| other == key, |&key| mix(key))
            {
                entry.insert(key);
            }
        }
        let mut split = Split {
            train: self.empty_like(),
            validation: self.empty_like(),
            test: self.empty_like(),
            n_seen_validation: 0,
            n_seen_test: 0,
        };
        for index in 0..self.len() {
            let part = part_of(index);
            let is_seen = part > 0 && {
                let key = key(index);
                seen.find(mix(key), |&other| other == key).is_some()
            };
            match (part, is_seen) {
                (0, _) => split.train.take(self, index),
                (1, false) => split.validation.take(self, index),
                (1, true) => split.n_seen_validation += 1,
                (_, false) => split.test.take(self, index),
                (_, true) => split.n_seen_test += 1,
            }
        }
        Ok(split)
    }

    fn empty_like(&self) -> Dataset {
        let column = match self.column {
            Column::Bits(_) => Column::Bits(Vec::new()),
            Column::Dense(_) => Column::Dense(Vec::new()),
        };
        Dataset { symmetries: self.symmetries.clone(), ..Dataset::empty(self.n_inputs, column) }
    }

    /// Adds an example of a data set of the same kind.
    fn take(&mut self, other: &Dataset, index: usize) {
        match (&mut self.column, other.input(index)) {
            (Column::Bits(column), Input::Bits(bits)) => column.extend_from_slice(bits),
            (Column::Dense(column), Input::Dense(numbers)) => column.extend_from_slice(numbers),
            _ => return,
        }
        self.push_label(other.label(index));
    }

    /// Puts examples of equal inputs together: the target is their weighted mean, the weight their sum. The
    /// first one's place and game stay, so split first and merge the parts.
    #[must_use]
    pub fn merge(&self) -> Dataset {
        let mut merged = self.empty_like();
        let mut totals: Vec<(f64, f64)> = Vec::new();
        let mut found: HashTable<u32> = HashTable::new();
        for index in 0..self.len() {
            let key = self.key(index);
            let label = self.label(index);
            let (target, weight) = (f64::from(label.target), f64::from(label.weight));
            let place = found.find(key, |&other| merged.has_inputs_of(other as usize, self, index)).copied();
            if let Some(place) = place {
                let total = &mut totals[place as usize];
                total.0 += target * weight;
                total.1 += weight;
            } else {
                found.insert_unique(key, merged.len() as u32, |&other| merged.key(other as usize));
                merged.take(self, index);
                totals.push((target * weight, weight));
            }
        }
        for (index, (sum, weight)) in totals.into_iter().enumerate() {
            merged.weights[index] = weight as f32;
            if weight > 0.0 {
                merged.targets[index] = (sum / weight) as f32;
            }
        }
        merged
    }

    /// Takes every example for one of a game of its own, so that a split may divide games.
    pub fn set_alone(&mut self) {
        self.groups = (0..self.len() as u32).collect();
    }

    fn has_inputs_of(&self, index: usize, other: &Dataset, other_index: usize) -> bool {
        match (self.input(index), other.input(other_index)) {
            (Input::Bits(bits), Input::Bits(other)) => bits == other,
            (Input::Dense(numbers), Input::Dense(other)) => numbers == other,
            _ => false,
        }
    }
}

/// A key of a set of inputs.
pub fn key_of_bits(bits: &[u64]) -> u64 {
    bits.iter().fold(0, |key, &word| mix(key ^ word))
}

/// The image of a set of inputs under a symmetry.
pub(crate) fn permute(bits: &[u64], permutation: &[u32], image: &mut [u64]) {
    image.fill(0);
    for on in Ones::of(bits) {
        let to = permutation[on] as usize;
        image[to / 64] |= 1 << (to % 64);
    }
}

fn check_label(label: Label, index: usize) -> Result<(), LearnError> {
    let bad = |what, value: f32, expected| LearnError::BadExample {
        what,
        index,
        value: value.to_string(),
        expected,
    };
    if !label.target.is_finite() {
        return Err(bad("the target", label.target, "finite"));
    }
    if !(label.weight.is_finite() && label.weight >= 0.0) {
        return Err(bad("the weight", label.weight, "finite, from 0 up"));
    }
    Ok(())
}

pub(crate) fn check_bits(bits: &[u64], n_inputs: usize) -> Result<(), LearnError> {
    size("words of bits", bits.len(), n_words(n_inputs))?;
    match bits.last() {
        Some(&last) if !n_inputs.is_multiple_of(64) && last >> (n_inputs % 64) != 0 => {
            let input = bits.len() * 64 - 1 - last.leading_zeros() as usize;
            Err(LearnError::NoSuchInput { input, n_inputs })
        }
        _ => Ok(()),
    }
}
