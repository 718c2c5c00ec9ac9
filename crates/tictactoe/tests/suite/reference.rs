//! The reference file, and the genomes it describes.

use serde_json::Value;
use zermelo_tictactoe::{BaseCases, Board, Genes, N_GENES, Table};

use super::fraction::Fraction;
use super::twin;

/// `tests/data/tictactoe/reference.json`.
pub fn read() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/tictactoe/reference.json");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

pub fn whole(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no count")) as usize
}

pub fn wholes(value: &Value) -> Vec<usize> {
    list(value).iter().map(whole).collect()
}

pub fn fraction(value: &Value) -> Fraction {
    Fraction::read(text(value))
}

/// The base cases as the reference lists them.
pub fn base_cases(reference: &Value) -> Vec<Board> {
    let read = |value| Board::read(text(value)).unwrap_or_else(|| panic!("{value} is no board"));
    list(&reference["base_case_order"]).iter().map(read).collect()
}

/// The genomes of the reference: name, genes and what is known of them.
pub fn genomes<'a>(cases: &BaseCases, reference: &'a Value) -> Vec<(&'a str, Genes, &'a Value)> {
    let genomes = reference["genome_fixtures"]["genomes"].as_object().expect("genomes by name");
    genomes.iter().map(|(name, facts)| (name.as_str(), genome(cases, name), facts)).collect()
}

/// A genome by its name: what its rule says, for every base case.
pub fn genome(cases: &BaseCases, name: &str) -> Genes {
    let mut genes = [9; N_GENES];
    let mut state = name.strip_prefix("lcg_").map_or(0, |seed| seed.parse::<u64>().expect("a seed"));
    for (gene, case) in genes.iter_mut().zip(cases.all()) {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        let empty: Vec<u8> = case.board().empty().iter().collect();
        *gene = match name {
            _ if empty.is_empty() => 9,
            "lowest_empty" => empty[0],
            "minimax_lowest" => twin::best_cell(case.board()).unwrap_or(empty[0]),
            _ => empty[(state >> 16) as usize % empty.len()],
        };
    }
    *Table::new(cases, &genes).expect("a table").genes()
}
