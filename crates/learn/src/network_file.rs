//! Networks as bytes, in the form of safetensors, so that they can come from other programs and go to them.
//!
//! Layer `i` is two tensors, `layers.i.weight` (units x inputs) and `layers.i.bias`, as `torch.nn.Linear` has
//! them; any names will do that end in `weight` and `bias` and have a number in them, such as those of
//! `torch.nn.Sequential`. The remarks (`metadata` in Python) are `activations`, one word for each layer with
//! commas between (`clipped-relu,linear`), `game`, `inputs` (their version), `outputs` (what they are: log-odds of
//! winning if absent, else the actions they are the worths of), `scale` (what one logit is worth in points; 1 if
//! absent), and whatever else one likes.

use std::collections::BTreeMap;

use crate::activation::Activation;
use crate::error::LearnError;
use crate::network::{Layer, Network, Shape};
use crate::tensors::Tensors;

/// What a network is for.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The id of the game.
    pub game: String,
    /// What the inputs are: the name and version of their list.
    pub inputs: String,
    /// The actions whose worths the outputs are: the name and version of their list. `None` for a network that judges
    /// positions, whose one output is the log-odds of winning.
    pub actions: Option<String>,
    /// What one logit is worth in points of an evaluation.
    pub scale: f32,
    /// Anything else worth keeping: where it comes from, how it was trained, its losses.
    pub notes: BTreeMap<String, String>,
}

const WHAT: &str = "network file";
/// The remarks that are not notes.
const KNOWN: [&str; 5] = ["activations", "game", "inputs", "outputs", "scale"];
/// What `outputs` begins with if they are worths.
const WORTHS: &str = "worths of ";

impl About {
    /// A network for this game and these inputs.
    pub fn new(game: &str, inputs: &str) -> About {
        About {
            game: game.to_owned(),
            inputs: inputs.to_owned(),
            actions: None,
            scale: 1.0,
            notes: BTreeMap::new(),
        }
    }

    /// A network that judges these actions.
    pub fn of_actions(game: &str, inputs: &str, actions: &str) -> About {
        About { actions: Some(actions.to_owned()), ..About::new(game, inputs) }
    }

    /// An error unless it is for this game and these inputs.
    pub fn expect(&self, game: &str, inputs: &str) -> Result<(), LearnError> {
        for (what, expected, got) in [("game", game, &self.game), ("inputs", inputs, &self.inputs)] {
            if expected != got {
                let (expected, got) = (expected.to_owned(), got.clone());
                return Err(LearnError::WrongNetwork { what, expected, got });
            }
        }
        Ok(())
    }
}

impl Network {
    /// The network as bytes, always the same for the same network. A note under a reserved name is left out.
    pub fn to_bytes(&self, about: &About) -> Vec<u8> {
        let mut tensors = Tensors::default();
        for (name, text) in about.notes.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str())) {
            tensors.remark(name, text);
        }
        let names: Vec<&str> = self.shape().layers.iter().map(|layer| layer.activation.name()).collect();
        tensors.remark("activations", names.join(","));
        tensors.remark("game", &about.game);
        tensors.remark("inputs", &about.inputs);
        // A network that judges positions says nothing, so that files from before there were others stay as they are.
        if let Some(actions) = &about.actions {
            tensors.remark("outputs", format!("{WORTHS}{actions}"));
        }
        tensors.remark("scale", about.scale);
        for (index, place) in self.shape().places().into_iter().enumerate() {
            let weights = transposed(place.weights(self.parameters()), place.n_inputs, place.n_units);
            tensors.put(&format!("layers.{index}.weight"), &[place.n_units, place.n_inputs], weights);
            let biases = place.biases(self.parameters()).to_vec();
            tensors.put(&format!("layers.{index}.bias"), &[place.n_units], biases);
        }
        tensors.to_bytes()
    }

    /// Reads a network and what it is for.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Network, About), LearnError> {
        let bad = |problem: String| LearnError::BadFile { what: WHAT, problem };
        let tensors = Tensors::from_bytes(bytes, WHAT)?;
        let remark = |name: &str| {
            let lacking = || bad(format!("the metadata lacks `{name}`"));
            tensors.remarks.get(name).cloned().ok_or_else(lacking)
        };
        let activations = remark("activations")?
            .split(',')
            .map(|name| {
                let known = Activation::ALL.map(Activation::name).join(", ");
                let unknown = || bad(format!("unknown activation `{name}`; known are {known}"));
                Activation::named(name.trim()).ok_or_else(unknown)
            })
            .collect::<Result<Vec<Activation>, LearnError>>()?;
        let scale = match tensors.remarks.get("scale") {
            None => 1.0,
            Some(text) => match text.parse() {
                Ok(scale) if f32::is_finite(scale) && scale > 0.0 => scale,
                _ => return Err(bad(format!("the scale is `{text}`, but must be a number above 0"))),
            },
        };
        let notes = tensors.remarks.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str()));
        let notes = notes.map(|(name, text)| (name.clone(), text.clone())).collect();
        let actions = match tensors.remarks.get("outputs") {
            None => None,
            Some(text) => match text.strip_prefix(WORTHS) {
                Some(actions) => Some(actions.to_owned()),
                None => {
                    return Err(bad(format!(
                        "the outputs are `{text}`, but must be `{WORTHS}..`, or not named"
                    )));
                }
            },
        };
        let about = About { game: remark("game")?, inputs: remark("inputs")?, actions, scale, notes };
        Ok((read_layers(&tensors, &activations)?, about))
    }
}

fn read_layers(tensors: &Tensors, activations: &[Activation]) -> Result<Network, LearnError> {
    let bad = |problem: String| LearnError::BadFile { what: WHAT, problem };
    let mut names: Vec<(usize, &str)> = Vec::new();
    for stem in tensors.names().filter_map(|name| name.strip_suffix("weight")) {
        let digits = stem.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let no_number = || bad(format!("tensor `{stem}weight` has no layer's number in its name"));
        names.push((digits[..end].parse().map_err(|_| no_number())?, stem));
    }
    names.sort_unstable();
    if names.len() != activations.len() {
        let (n, m) = (names.len(), activations.len());
        return Err(bad(format!("there are {n} tensors of weights, but {m} activations")));
    }
    let mut layers = Vec::new();
    let mut parameters = Vec::new();
    let mut n_inputs = None;
    for (&(_, stem), &activation) in names.iter().zip(activations) {
        let tensor = |part: &str| {
            let name = format!("{stem}{part}");
            let lacking = || bad(format!("there is no tensor `{name}` of 32-bit numbers"));
            tensors.single(&name).ok_or_else(lacking)
        };
        let (shape, weights) = tensor("weight")?;
        let (bias_shape, biases) = tensor("bias")?;
        let &[units, inputs] = shape else {
            return Err(bad(format!("`{stem}weight` has shape {shape:?}, but must be units x inputs")));
        };
        if let Some(expected) = layers.last().map(|layer: &Layer| layer.units).filter(|&n| n != inputs) {
            let problem =
                format!("`{stem}weight` has {inputs} inputs, but the layer before has {expected} units");
            return Err(bad(problem));
        }
        if bias_shape != [units] {
            return Err(bad(format!("`{stem}bias` has shape {bias_shape:?}, but must be [{units}]")));
        }
        n_inputs.get_or_insert(inputs);
        parameters.extend(transposed(weights, units, inputs));
        parameters.extend_from_slice(biases);
        layers.push(Layer { units, activation });
    }
    let shape = Shape { n_inputs: n_inputs.unwrap_or(0), layers };
    Network::new(shape, parameters).map_err(|error| bad(error.to_string()))
}

/// A matrix with rows and columns exchanged.
fn transposed(matrix: &[f32], n_rows: usize, n_columns: usize) -> Vec<f32> {
    let mut turned = Vec::with_capacity(matrix.len());
    for column in 0..n_columns {
        turned.extend((0..n_rows).map(|row| matrix[row * n_columns + column]));
    }
    turned
}
