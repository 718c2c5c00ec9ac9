//! What came of a Q-learning, for machines and for people.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_experiments::q_learning::QLearningResult;

use crate::command_text::play_command;
use crate::standings::tell_table;
use zermelo_terminal::number::grouped;
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::lay_out;

/// The result of a run for machines.
pub fn json(run: &str, result: &QLearningResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &QLearningResult, store: &Path) -> String {
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    let head = ["moves", "games", "steps", "mean loss", "network"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (number, checkpoint) in (1..).zip(&result.checkpoints) {
        rows.push(vec![
            grouped(checkpoint.moves),
            grouped(checkpoint.games),
            grouped(checkpoint.steps),
            checkpoint.loss.map_or("-".to_owned(), |loss| format!("{loss:.4}")),
            format!("{run}/net-{number}"),
        ]);
    }
    text.push_str(&lay_out(&rows, &[4]));
    text.push('\n');
    tell_table(&mut text, &result.curve);
    text.push('\n');
    result.findings.iter().for_each(|finding| text.push_str(&wrapped(finding)));
    let _ = write!(text, "\nTo play against it:\n  {}\n", play_command(&result.game, run, store));
    text
}
