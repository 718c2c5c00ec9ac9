//! Data sets as `.npy` files, the form of NumPy, so that a person can train with other programs, and bring
//! other data.
//!
//! One array of records, one for each example, with these fields:
//!
//! | field | type | meaning |
//! | --- | --- | --- |
//! | `bits` | `'<u8'`, n words | input `i` is bit `i % 64` of word `i / 64` |
//! | or `inputs` | `'<f4'`, n inputs | a number for each input |
//! | `target`, `weight` | `'<f4'` | what to learn, and how much it counts |
//! | `group` | `'<u4'` | the number of the game |
//!
//! In Python: `data = numpy.load(path)`, then `data["target"]`, and for the inputs as zeros and ones
//! `numpy.unpackbits(data["bits"].view("u1").reshape(len(data), -1), axis=1, bitorder="little")[:,
//! :n_inputs]`. To write one: `numpy.save(path, records)` of that type, its fields in this order.

use std::io::{Read, Write};

use crate::bits::n_words;
use crate::dataset::{Dataset, Label};
use crate::error::LearnError;
use crate::network::Input;

const WHAT: &str = ".npy file";
const MAGIC: &[u8; 6] = b"\x93NUMPY";

impl Dataset {
    /// Writes the examples as an array of records.
    pub fn write_npy(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut header = format!(
            "{{'descr': {}, 'fortran_order': False, 'shape': ({},), }}",
            record_type(self.is_of_bits(), self.n_inputs()),
            self.len()
        );
        // The whole head is a multiple of 64 bytes and ends with a new line, as NumPy has it.
        let padding =
            (MAGIC.len() + 4 + header.len() + 1).next_multiple_of(64) - MAGIC.len() - 4 - 1 - header.len();
        header.extend(std::iter::repeat_n(' ', padding));
        header.push('\n');
        out.write_all(MAGIC)?;
        out.write_all(&[1, 0])?;
        out.write_all(&(header.len() as u16).to_le_bytes())?;
        out.write_all(header.as_bytes())?;
        let mut record = Vec::new();
        for index in 0..self.len() {
            record.clear();
            match self.input(index) {
                Input::Bits(bits) => record.extend(bits.iter().flat_map(|word| word.to_le_bytes())),
                Input::Dense(numbers) => {
                    record.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                }
            }
            let label = self.label(index);
            record.extend(label.target.to_le_bytes());
            record.extend(label.weight.to_le_bytes());
            record.extend(label.group.to_le_bytes());
            out.write_all(&record)?;
        }
        Ok(())
    }

    /// Reads examples with so many inputs.
    pub fn read_npy(input: &mut impl Read, n_inputs: usize) -> Result<Dataset, LearnError> {
        let header = read_header(input)?;
        let [is_of_bits, is_of_numbers] = [true, false]
            .map(|is_of_bits| header.record_type == squeezed(&record_type(is_of_bits, n_inputs)));
        if !is_of_bits && !is_of_numbers {
            return Err(bad(format!(
                "its records are {}, but for {n_inputs} inputs must be {} or {}",
                header.record_type,
                record_type(true, n_inputs),
                record_type(false, n_inputs)
            )));
        }
        let mut data = if is_of_bits { Dataset::of_bits(n_inputs) } else { Dataset::of_numbers(n_inputs) };
        let input_size = if is_of_bits { 8 * n_words(n_inputs) } else { 4 * n_inputs };
        let mut record = vec![0; input_size + 12];
        let (mut bits, mut numbers) = (Vec::new(), Vec::new());
        for index in 0..header.n {
            input
                .read_exact(&mut record)
                .map_err(|error| bad(format!("it ends within record {index} of {}: {error}", header.n)))?;
            let (inputs, label) = record.split_at(input_size);
            let (label, _) = label.as_chunks::<4>();
            let &[target, weight, group] = label else { return Err(bad("a record is too short".to_owned())) };
            let label = Label {
                target: f32::from_le_bytes(target),
                weight: f32::from_le_bytes(weight),
                group: u32::from_le_bytes(group),
            };
            let pushed = if is_of_bits {
                bits.clear();
                bits.extend(inputs.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
                data.push(&bits, label)
            } else {
                numbers.clear();
                numbers.extend(inputs.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)));
                data.push_numbers(&numbers, label)
            };
            pushed.map_err(|error| bad(format!("record {index}: {error}")))?;
        }
        Ok(data)
    }
}

/// The type of a record, as NumPy writes it.
fn record_type(is_of_bits: bool, n_inputs: usize) -> String {
    let inputs = if is_of_bits {
        format!("('bits', '<u8', ({},))", n_words(n_inputs))
    } else {
        format!("('inputs', '<f4', ({n_inputs},))")
    };
    format!("[{inputs}, ('target', '<f4'), ('weight', '<f4'), ('group', '<u4')]")
}

struct Header {
    /// Without spaces.
    record_type: String,
    n: u64,
}

fn read_header(input: &mut impl Read) -> Result<Header, LearnError> {
    let mut start = [0; 8];
    let too_short = |error| bad(format!("it has no whole header: {error}"));
    input.read_exact(&mut start).map_err(too_short)?;
    if &start[..6] != MAGIC {
        return Err(bad("it does not begin as a NumPy file".to_owned()));
    }
    let length = if start[6] == 1 {
        let mut length = [0; 2];
        input.read_exact(&mut length).map_err(too_short)?;
        u32::from(u16::from_le_bytes(length))
    } else {
        let mut length = [0; 4];
        input.read_exact(&mut length).map_err(too_short)?;
        u32::from_le_bytes(length)
    };
    // NumPy itself refuses longer ones.
    if length > 10_000 {
        return Err(bad(format!("its header is {length} bytes long, at most 10000 are read")));
    }
    let mut text = vec![0; length as usize];
    input.read_exact(&mut text).map_err(too_short)?;
    let text = squeezed(&String::from_utf8_lossy(&text));
    let value = |name: &str, end: &str| {
        let start = text.find(name).map(|place| place + name.len());
        let value = start.and_then(|start| text[start..].split_once(end)).map(|(value, _)| value);
        value.ok_or_else(|| bad(format!("its header `{text}` lacks {name}")))
    };
    if value("'fortran_order':", ",")? != "False" {
        return Err(bad("its array must not be in Fortran order".to_owned()));
    }
    let record_type = value("'descr':", ",'fortran")?.to_owned();
    let n = value("'shape':(", ")")?;
    let n = n.trim_end_matches(',').parse();
    let n = n.map_err(|_| bad("its array must have one dimension".to_owned()))?;
    Ok(Header { record_type, n })
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn bad(problem: String) -> LearnError {
    LearnError::BadFile { what: WHAT, problem }
}
