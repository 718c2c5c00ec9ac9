//! What tests of evolutions have in common.

use crate::{Champion, EvolutionResult};
use zermelo_report::Block;

/// An evolution of two generations of which nothing is known.
pub fn blank() -> EvolutionResult {
    EvolutionResult {
        title: String::new(),
        game: String::new(),
        seed: 1,
        generations: 2,
        games: 0,
        by_side: [0; 3],
        first_share: None,
        champion: Champion { agent: String::new(), genes: Vec::new(), chosen: String::new() },
        genes: Vec::new(),
        fitness: String::new(),
        curve: Vec::new(),
        strengths: Vec::new(),
        seen_gain: 0.0,
        confirmations: Vec::new(),
        openings: Default::default(),
        findings: Vec::new(),
    }
}

/// The numbers of a figure.
pub fn csv(block: Option<Block>) -> String {
    match block {
        Some(Block::Chart(chart)) => chart.data().expect("its numbers").to_csv(),
        _ => panic!("no figure"),
    }
}
