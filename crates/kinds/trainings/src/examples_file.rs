//! Examples from elsewhere: positions with what became of them, or what a network sees of them.
//!
//! - `.parquet`: a row for each position, with the columns that `zermelo export --what positions` writes. `position` is its text,
//!   `outcome` (or `score`) the first player's share of wins, `n` how much it counts (1 if there is no such column), `game` the
//!   number of its game (positions of one game never stand on both sides of a split; without the column each stands alone).
//! - `.npy`: what `zermelo export --what examples` writes (see `zermelo_learn::npy`).

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::Player;
use zermelo_learn::{Dataset, Input, Label, LearnError};
use zermelo_runner::examples::{Encoding, Examples};

/// Adds the examples of a file, whose games get numbers from `group` on; gives the first number that is free then.
pub(crate) fn add(
    game: &OpenGame,
    examples: &Examples,
    data: &mut Dataset,
    encoding: Encoding,
    path: &Path,
    group: u32,
) -> Result<u32, RequestError> {
    let mut encoder = examples.example_encoder(encoding)?;
    let push = &mut |data: &mut Dataset, example: Example| -> Result<(), String> {
        let pos = game.read_position(example.position).map_err(|error| error.to_string())?;
        let is_first = pos.to_move() == Player::First;
        let target = if is_first { example.score } else { 1.0 - example.score };
        let label = Label { target: target as f32, weight: example.weight as f32, group: example.group };
        encoder.push(data, &pos, label).map_err(|error| error.to_string())
    };
    let told = |problem| RequestError::Experiment { place: path.display().to_string(), problem };
    read(path, data, group, push).map_err(told)
}

/// A position with what became of it.
struct Example<'a> {
    /// Its text.
    pub position: &'a str,
    /// The first player's share of wins.
    pub score: f64,
    /// How much it counts.
    pub weight: f64,
    /// The number of its game.
    pub group: u32,
}

/// Adds a position to a data set.
type Push<'a> = dyn FnMut(&mut Dataset, Example) -> Result<(), String> + 'a;

/// Reads a file of examples; its games get numbers from `first_group` on. Gives the first number that is free then.
fn read(path: &Path, data: &mut Dataset, first_group: u32, push: &mut Push) -> Result<u32, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("npy") => {
            let mut file = BufReader::new(file);
            let examples =
                Dataset::read_npy(&mut file, data.n_inputs()).map_err(|error| error.to_string())?;
            append(data, &examples, first_group)
        }
        Some("parquet") => read_parquet(file, data, first_group, push),
        _ => Err("expected a file whose name ends with .parquet (positions) or .npy (examples)".to_owned()),
    }
}

fn append(data: &mut Dataset, examples: &Dataset, first_group: u32) -> Result<u32, String> {
    let mut next = first_group;
    for index in 0..examples.len() {
        let own = examples.label(index);
        let label = Label { group: shifted(first_group, own.group.into())?, ..own };
        next = next.max(label.group.saturating_add(1));
        let pushed = match examples.input(index) {
            Input::Bits(bits) => data.push(bits, label),
            Input::Dense(numbers) => data.push_numbers(numbers, label),
        };
        pushed.map_err(|error: LearnError| format!("example {index}: {error}"))?;
    }
    Ok(next)
}

fn shifted(first_group: u32, game: u64) -> Result<u32, String> {
    let group = u32::try_from(game).ok().and_then(|game| first_group.checked_add(game));
    group.ok_or_else(|| format!("game {game}: there are too many games"))
}

fn read_parquet(file: File, data: &mut Dataset, first_group: u32, push: &mut Push) -> Result<u32, String> {
    let reader = SerializedFileReader::new(file).map_err(|error| error.to_string())?;
    let mut next = first_group;
    for (index, row) in reader.get_row_iter(None).map_err(|error| error.to_string())?.enumerate() {
        let bad = |problem: String| format!("row {index}: {problem}");
        let row = row.map_err(|error| bad(error.to_string()))?;
        let position = match field(&row, "position") {
            Some(Field::Str(text)) => text.as_str(),
            _ => return Err(bad("expected a column `position` with the text of a position".to_owned())),
        };
        let score = field(&row, "outcome").or_else(|| field(&row, "score")).and_then(number);
        let score = score.filter(|score| (0.0..=1.0).contains(score)).ok_or_else(|| {
            bad("expected a column `outcome` or `score`: the first player's share of wins, from 0 to 1"
                .to_owned())
        })?;
        let weight = field(&row, "n").map_or(Some(1.0), number);
        let weight = weight.filter(|weight| weight.is_finite() && *weight >= 0.0);
        let weight = weight.ok_or_else(|| bad("n: expected a weight from 0 up".to_owned()))?;
        let game = field(&row, "game").map_or(Some(index as f64), number);
        let game = game.filter(|game| game.fract() == 0.0 && *game >= 0.0);
        let game = game.ok_or_else(|| bad("game: expected a number of a game, from 0 up".to_owned()))?;
        let group = shifted(first_group, game as u64).map_err(bad)?;
        next = next.max(group.saturating_add(1));
        push(data, Example { position, score, weight, group }).map_err(bad)?;
    }
    Ok(next)
}

fn field<'a>(row: &'a Row, name: &str) -> Option<&'a Field> {
    row.get_column_iter().find(|(column, _)| column.as_str() == name).map(|(_, field)| field)
}

/// A number of whatever kind.
fn number(field: &Field) -> Option<f64> {
    Some(match *field {
        Field::Byte(value) => value.into(),
        Field::Short(value) => value.into(),
        Field::Int(value) => value.into(),
        Field::Long(value) => value as f64,
        Field::UByte(value) => value.into(),
        Field::UShort(value) => value.into(),
        Field::UInt(value) => value.into(),
        Field::ULong(value) => value as f64,
        Field::Float(value) => value.into(),
        Field::Double(value) => value,
        _ => return None,
    })
}
