//! The result of a training, for machines and for people.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_experiments::training::TrainingResult;

use crate::command_text::play_command;
use crate::standings::confirmations;
use zermelo_terminal::number::grouped;
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::lay_out;

/// The result of a run for machines.
pub fn json(run: &str, result: &TrainingResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &TrainingResult, store: &Path) -> String {
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    let head = ["round", "games", "positions", "passes", "validation loss", "test loss", "squared error", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for round in &result.rounds {
        let best = round.passes.iter().filter_map(|pass| pass.validation).reduce(f64::min);
        rows.push(vec![
            round.round.to_string(),
            grouped(round.games),
            grouped(round.positions),
            round.passes.len().to_string(),
            best.map_or("-".to_owned(), |loss| format!("{loss:.4}")),
            format!("{:.4}", round.test_loss),
            format!("{:.4}", round.test_error),
            if round.is_accepted { "accepted" } else { "refused" }.to_owned(),
        ]);
    }
    text.push_str(&lay_out(&rows, &[0]));
    text.push('\n');
    for round in result.rounds.iter().filter(|round| !round.tried.is_empty()) {
        let mut rows = vec![["hidden layers", "penalty", "validation loss"].map(str::to_owned).to_vec()];
        for tried in &round.tried {
            let hidden: Vec<String> = tried.hidden.iter().map(usize::to_string).collect();
            rows.push(vec![hidden.join("-"), format!("{:e}", tried.l2), format!("{:.4}", tried.validation)]);
        }
        text.push_str(&format!("Tried in round {}\n\n{}\n", round.round, lay_out(&rows, &[0])));
    }
    if let Some(round) =
        result.rounds.iter().find(|round| round.round == result.best && !round.weights.is_empty())
    {
        let mut rows = vec![["heuristic", "weight", "standard error"].map(str::to_owned).to_vec()];
        for (name, weight, error) in &round.weights {
            rows.push(vec![name.clone(), format!("{weight:+.4}"), format!("{error:.4}")]);
        }
        text.push_str(&lay_out(&rows, &[0]));
        text.push('\n');
    }
    text.push_str(&confirmations("on fresh openings against", &result.confirmations));
    result.findings.iter().for_each(|finding| text.push_str(&wrapped(finding)));
    let _ = write!(text, "\nTo play against it:\n  {}\n", play_command(&result.game, run, store));
    text
}
