//! Named tensors with remarks as bytes, in the form of safetensors: the length of a header, the header as
//! JSON, the numbers.
//!
//! Read by the format's own crate, which checks what it reads. Written here, because that crate writes
//! remarks in an order that differs from run to run, and equal trainings shall be equal bytes.

use std::collections::BTreeMap;

use safetensors::{Dtype, SafeTensors};
use serde_json::{Value, json};

use crate::error::LearnError;

/// Tensors to be written, or as they were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tensors {
    /// Remarks by name.
    pub remarks: BTreeMap<String, String>,
    tensors: BTreeMap<String, Tensor>,
}

#[derive(Clone, Debug)]
struct Tensor {
    shape: Vec<usize>,
    numbers: Numbers,
}

#[derive(Clone, Debug)]
enum Numbers {
    Single(Vec<f32>),
    Double(Vec<f64>),
    Words(Vec<u64>),
}

impl Tensors {
    pub fn remark(&mut self, name: &str, text: impl ToString) {
        self.remarks.insert(name.to_owned(), text.to_string());
    }

    pub fn put(&mut self, name: &str, shape: &[usize], numbers: Vec<f32>) {
        let tensor = Tensor { shape: shape.to_vec(), numbers: Numbers::Single(numbers) };
        self.tensors.insert(name.to_owned(), tensor);
    }

    pub fn put_double(&mut self, name: &str, shape: &[usize], numbers: Vec<f64>) {
        let tensor = Tensor { shape: shape.to_vec(), numbers: Numbers::Double(numbers) };
        self.tensors.insert(name.to_owned(), tensor);
    }

    pub fn put_words(&mut self, name: &str, shape: &[usize], words: Vec<u64>) {
        let tensor = Tensor { shape: shape.to_vec(), numbers: Numbers::Words(words) };
        self.tensors.insert(name.to_owned(), tensor);
    }

    /// The names of all tensors.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tensors.keys().map(String::as_str)
    }

    /// A tensor's shape and numbers.
    pub fn single(&self, name: &str) -> Option<(&[usize], &[f32])> {
        match self.tensors.get(name)? {
            Tensor { shape, numbers: Numbers::Single(numbers) } => Some((shape, numbers)),
            _ => None,
        }
    }

    /// The same for numbers of 64 bits.
    pub fn double(&self, name: &str) -> Option<(&[usize], &[f64])> {
        match self.tensors.get(name)? {
            Tensor { shape, numbers: Numbers::Double(numbers) } => Some((shape, numbers)),
            _ => None,
        }
    }

    /// The same for words of bits.
    pub fn words(&self, name: &str) -> Option<(&[usize], &[u64])> {
        match self.tensors.get(name)? {
            Tensor { shape, numbers: Numbers::Words(words) } => Some((shape, words)),
            _ => None,
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = serde_json::Map::new();
        header.insert("__metadata__".to_owned(), json!(self.remarks));
        let mut data: Vec<u8> = Vec::new();
        for (name, Tensor { shape, numbers }) in &self.tensors {
            let from = data.len();
            let kind = match numbers {
                Numbers::Single(numbers) => {
                    data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                    "F32"
                }
                Numbers::Double(numbers) => {
                    data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                    "F64"
                }
                Numbers::Words(words) => {
                    data.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                    "U64"
                }
            };
            let entry = json!({ "dtype": kind, "shape": shape, "data_offsets": [from, data.len()] });
            header.insert(name.clone(), entry);
        }
        let mut header = Value::Object(header).to_string().into_bytes();
        // Tensors begin at a multiple of eight bytes.
        header.resize(header.len().next_multiple_of(8), b' ');
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header);
        bytes.extend(data);
        bytes
    }

    /// Reads bytes; `what` is named in errors.
    pub fn from_bytes(bytes: &[u8], what: &'static str) -> Result<Tensors, LearnError> {
        let bad = |problem: String| LearnError::BadFile { what, problem };
        let no_tensors = |error| bad(format!("this is not a safetensors file: {error}"));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(no_tensors)?;
        let read = SafeTensors::deserialize(bytes).map_err(no_tensors)?;
        let remarks = header.metadata().iter().flatten();
        let mut tensors = Tensors {
            remarks: remarks.map(|(name, text)| (name.clone(), text.clone())).collect(),
            tensors: BTreeMap::new(),
        };
        for (name, view) in read.iter() {
            let numbers = match view.dtype() {
                Dtype::F32 => Numbers::Single(words(view.data(), f32::from_le_bytes)),
                Dtype::F64 => Numbers::Double(words(view.data(), f64::from_le_bytes)),
                Dtype::U64 => Numbers::Words(words(view.data(), u64::from_le_bytes)),
                other => return Err(bad(format!("tensor `{name}` is {other:?}: store it as F32"))),
            };
            tensors.tensors.insert(name.to_owned(), Tensor { shape: view.shape().to_vec(), numbers });
        }
        Ok(tensors)
    }
}

fn words<T, const N: usize>(bytes: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
    let (words, _) = bytes.as_chunks::<N>();
    words.iter().map(|&word| read(word)).collect()
}
