//! The result of a comparison of variants, for machines and for people.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use zermelo_experiments::game_analysis::{Comparison, Estimate, Measure, dead_cells, strongest};
use zermelo_experiments::variants::VariantsResult;

use zermelo_terminal::number::grouped;
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::{lay_out, shortened};

/// The longest name in a table.
const NAME: usize = 20;

/// The result of a run for machines: the measures of every variant. Its whole study is the result of its own run.
pub fn json(run: &str, result: &VariantsResult) -> Value {
    let comparison = result.comparison();
    let letters = Measure::ALL.map(|measure| comparison.letters(measure));
    let variants = result.variants.iter().enumerate().map(|(at, variant)| {
        let measures = Measure::ALL.iter().zip(&letters).filter_map(|(measure, letters)| {
            let mut found = serde_json::to_value(measure.of(&variant.study)?).ok()?;
            found["letters"] = json!(letters[at]);
            Some((measure.name().replace(' ', "_"), found))
        });
        let level = strongest(&variant.study);
        let (unused_cells, cells) = dead_cells(&variant.study);
        json!({
            "name": variant.name,
            "game": variant.game,
            "run": format!("{run}.{}", variant.stage),
            "games": variant.study.games,
            "score": level.and_then(|level| level.score),
            "pie": variant.study.pie,
            "measures": measures.collect::<Map<String, Value>>(),
            "cells": cells,
            "unused_cells": unused_cells,
            "unused_clauses": variant.text.as_ref().map_or(&[][..], |text| &text.unused),
            "rules": variant.text.as_ref().map_or(&[][..], |text| &text.sentences),
        })
    });
    json!({
        "run": run,
        "title": result.title,
        "seed": result.seed,
        "games": result.games,
        "findings": result.findings,
        "tests": comparison.n_tests,
        "variants": variants.collect::<Vec<Value>>(),
    })
}

/// The result of a run for people: one table with intervals, one of letters, and what they say.
pub fn text(run: &str, result: &VariantsResult) -> String {
    let mut text = wrapped(&format!("{} ({} games, {run})", result.title, grouped(result.games)));
    let comparison = result.comparison();
    let head = ["game", "first %", "pie %", "draws %", "plies", "leads", "moves", "Elo", "dead"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for game in &comparison.games {
        let of = |measure: Measure| measure.of(game.result);
        let level = strongest(game.result);
        let (dead, _) = dead_cells(game.result);
        let clauses = game.text.as_ref().map_or(0, |text| text.unused.len());
        rows.push(vec![
            shortened(&game.name, NAME),
            about(level.and_then(|level| level.score), 100.0, 0),
            about(game.result.pie.as_ref().map(|pie| pie.chooser), 100.0, 0),
            about(of(Measure::Drawn), 100.0, 0),
            about(of(Measure::Length), 1.0, 1),
            about(of(Measure::LeadChanges), 1.0, 1),
            about(of(Measure::Moves), 1.0, 1),
            about(of(Measure::Depth), 1.0, 0),
            format!("{dead}/{clauses}"),
        ]);
    }
    let _ = write!(text, "\n{}\n", lay_out(&rows, &[0]));
    let players = comparison.games.first().map_or("", |game| game.result.strongest.as_str());
    text.push_str(&wrapped(&format!(
        "First: the first player's score, of {players}. Pie: the score of the player who chooses a side after the most balanced first \
         move. Elo: depth of skill, between the least and the most thought. Dead: cells and clauses that are never used. \
         \u{b1}: half the 95 % interval."
    )));
    let head = ["differences", "fair", "draws", "plies", "decided", "leads", "moves", "Elo"];
    let letters = Measure::ALL.map(|measure| comparison.letters(measure));
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (at, game) in comparison.games.iter().enumerate() {
        let mut row = vec![shortened(&game.name, NAME)];
        row.extend(letters.iter().map(|letters| letters[at].clone()));
        rows.push(row);
    }
    let left: Vec<usize> = (0..=Measure::ALL.len()).collect();
    let _ = write!(text, "\n{}\n", lay_out(&rows, &left));
    text.push_str(&wrapped("Games that share a letter do not differ significantly in that column. Fair: the distance of the first player's score from one half. Decided: the share of plies after which the winner's lead lasts."));
    text.push('\n');
    result.findings.iter().for_each(|finding| text.push_str(&wrapped(&format!("- {finding}"))));
    text.push_str(&rules(&comparison));
    text
}

/// How the rules of two games differ, in words; nothing of more games, of which the report has a table.
fn rules(comparison: &Comparison) -> String {
    if comparison.games.len() != 2 || comparison.games.iter().any(|game| game.text.is_none()) {
        return String::new();
    }
    let (_, own) = comparison.rules();
    let told = comparison.games.iter().zip(own).filter(|(_, own)| !own.is_empty());
    let lines = told.map(|(game, own)| wrapped(&format!("Only in {}: {}", game.name, own.join(" "))));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// A number with half its interval: `51±3`.
fn about(found: Option<Estimate>, factor: f64, decimals: usize) -> String {
    let Some(Estimate { value, low, high, .. }) = found else { return "-".to_owned() };
    let half = factor * (high - low) / 2.0;
    format!("{:.decimals$}\u{b1}{half:.decimals$}", factor * value)
}
