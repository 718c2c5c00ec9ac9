//! A training as bytes, to be continued to the bit: the network, what its optimiser remembers, the best
//! network so far, and what each pass came to.

use serde_json::json;

use crate::error::LearnError;
use crate::gradient::Sums;
use crate::network::{Network, Shape};
use crate::optimiser::Method;
use crate::tensors::Tensors;
use crate::training::{Data, PassReport, Settings, Training};

const WHAT: &str = "state of a training";
/// Raised when the form changes.
const FORM: &str = "zermelo training 1";

impl Training {
    /// The training as bytes, always the same for the same training.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut tensors = Tensors::default();
        let n = self.network().parameters().len();
        tensors.remark("form", FORM);
        tensors.remark("settings", json!(self.settings));
        tensors.remark("shape", json!(self.network().shape()));
        tensors.remark("n_train", self.n_train);
        tensors.remark("n_validation", self.n_validation);
        tensors.remark("n_batches", self.n_batches);
        tensors.remark("n_steps", self.descent.n_steps);
        tensors.put("parameters", &[n], self.network().parameters().to_vec());
        tensors.put_double("sums", &[2], vec![self.sums.loss, self.sums.weight]);
        if let Method::Adam { .. } = self.settings.method {
            tensors.put("means", &[n], self.descent.moments.means.clone());
            tensors.put("squares", &[n], self.descent.moments.squares.clone());
        }
        if let Some((loss, best)) = &self.best {
            tensors.put("best", &[n], best.parameters().to_vec());
            tensors.put_double("best_loss", &[1], vec![*loss]);
        }
        let losses = self.history.iter().flat_map(|report| {
            [
                report.training_loss,
                report.validation_loss.unwrap_or(f64::NAN),
                f64::from(u8::from(report.is_best)),
            ]
        });
        tensors.put_double("history", &[self.history.len(), 3], losses.collect());
        tensors.to_bytes()
    }

    /// Reads a training to be continued with the same settings on the same data.
    pub fn from_bytes(bytes: &[u8], settings: &Settings, data: Data<'_>) -> Result<Training, LearnError> {
        let tensors = Tensors::from_bytes(bytes, WHAT)?;
        let file = File { tensors: &tensors };
        if tensors.remarks.get("form").map(String::as_str) != Some(FORM) {
            return Err(bad(format!("it is not in the form `{FORM}`")));
        }
        let stored: Settings = file.json("settings")?;
        if stored != *settings {
            let problem = format!("its settings are {}, not {}", json!(stored), json!(settings));
            return Err(LearnError::OtherTraining { problem });
        }
        settings.check()?;
        let shape: Shape = file.json("shape")?;
        let network = Network::new(shape.clone(), file.numbers("parameters")?)?;
        let n = network.parameters().len();
        let mut training = Training::at_start(network, *settings, data);
        if let Method::Adam { .. } = settings.method {
            training.descent.moments.means = file.exactly("means", n)?;
            training.descent.moments.squares = file.exactly("squares", n)?;
        }
        if tensors.single("best").is_some() {
            let [loss] = file.doubles("best_loss")?;
            training.best = Some((loss, Network::new(shape, file.numbers("best")?)?));
        }
        let [loss, weight] = file.doubles("sums")?;
        training.sums = Sums { loss, weight };
        training.n_train = file.json("n_train")?;
        training.n_validation = file.json("n_validation")?;
        training.n_batches = file.json("n_batches")?;
        training.descent.n_steps = file.json("n_steps")?;
        let (_, history) = tensors.double("history").ok_or_else(|| lacking("history"))?;
        let (rows, _) = history.as_chunks::<3>();
        training.history = rows
            .iter()
            .zip(1..)
            .map(|(&[training_loss, validation, is_best], pass)| PassReport {
                pass,
                training_loss,
                validation_loss: (!validation.is_nan()).then_some(validation),
                is_best: is_best != 0.0,
            })
            .collect();
        training.check_same(data)?;
        if training.n_batches > data.train.len().div_ceil(settings.batch) {
            return Err(bad(format!("{} batches of a pass are done, more than it has", training.n_batches)));
        }
        Ok(training)
    }
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

    fn exactly(&self, name: &str, n: usize) -> Result<Vec<f32>, LearnError> {
        let numbers = self.numbers(name)?;
        let is_good = numbers.len() == n && numbers.iter().all(|number| number.is_finite());
        if is_good { Ok(numbers) } else { Err(bad(format!("`{name}` must be {n} finite numbers"))) }
    }

    fn doubles<const N: usize>(&self, name: &str) -> Result<[f64; N], LearnError> {
        let (_, numbers) = self.tensors.double(name).ok_or_else(|| lacking(name))?;
        numbers.try_into().map_err(|_| bad(format!("`{name}` must be {N} numbers, not {}", numbers.len())))
    }
}

fn bad(problem: String) -> LearnError {
    LearnError::BadFile { what: WHAT, problem }
}

fn lacking(name: &str) -> LearnError {
    bad(format!("it lacks `{name}`"))
}
