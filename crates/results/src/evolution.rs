//! The result of an evolution, for machines and for people.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_experiments::Confirmation;
use zermelo_experiments::evolution::EvolutionResult;

use crate::command_text::play_command;
use crate::standings::confirmations;
use zermelo_terminal::prose::{entry, wrapped};
use zermelo_terminal::table::lay_out;

/// The result of a run for machines.
pub fn json(run: &str, result: &EvolutionResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &EvolutionResult, store: &Path) -> String {
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    text.push_str(&wrapped(&format!("Champion, {}:", result.champion.chosen)));
    text.push_str(&entry("  ", &result.champion.agent));
    text.push('\n');
    let with_interval = |found: Option<[f64; 3]>| match found {
        Some([value, low, high]) => [format!("{value:.3}"), format!("{low:.3} to {high:.3}")],
        None => ["-".to_owned(), String::new()],
    };
    let head = ["gene", "champion", "fittest of the last", "95 %", "correlation with fitness", "95 %"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for gene in &result.genes {
        let [late, late_interval] = with_interval(gene.late);
        let [correlation, interval] = with_interval(gene.correlation);
        let champion = format!("{:.3}", gene.champion);
        rows.push(vec![gene.name.clone(), champion, late, late_interval, correlation, interval]);
    }
    text.push_str(&lay_out(&rows, &[0]));
    text.push('\n');
    tell_curve(&mut text, result);
    text.push_str(&baseline(result));
    text.push_str(&confirmations("the champion on fresh openings against", &result.confirmations));
    result.findings.iter().for_each(|finding| text.push_str(&wrapped(finding)));
    let _ = write!(text, "\nTo play against it:\n  {}\n", play_command(&result.game, run, store));
    text
}

/// The best of some generations against the baseline, if there is one.
fn baseline(result: &EvolutionResult) -> String {
    let against = result.strengths.first().map_or("", |strength| strength.games.against.as_str());
    let by_generation: Vec<Confirmation> = (result.strengths.iter())
        .map(|strength| Confirmation {
            against: format!("generation {}", strength.generation),
            ..strength.games.clone()
        })
        .collect();
    confirmations(&format!("the best against {against} (these games select nobody)"), &by_generation)
}

/// Some generations, evenly spread.
fn tell_curve(text: &mut String, result: &EvolutionResult) {
    const MOST: usize = 10;
    let n = result.curve.len();
    let n_told = n.min(MOST);
    let places =
        (1..=n_told).map(|index| if n_told < 2 { n } else { 1 + (index - 1) * (n - 1) / (n_told - 1) });
    let mut rows: Vec<Vec<String>> = ["generation", "best fitness", "median fitness", "mean fitness"]
        .map(|name| vec![name.to_owned()])
        .to_vec();
    if result.has_relative_fitness() {
        // The same number everywhere.
        rows.pop();
    }
    for place in places {
        rows[0].push(place.to_string());
        for (row, value) in rows[1..].iter_mut().zip(result.curve[place - 1]) {
            row.push(if value.abs() >= 10.0 { format!("{value:.0}") } else { format!("{value:.3}") });
        }
    }
    text.push_str(&lay_out(&rows, &[0]));
    if !result.fitness.is_empty() {
        text.push_str(&wrapped(&result.fitness));
    }
    text.push('\n');
}
