//! What people's games say, for machines and for people.

use serde_json::{Value, json};
use zermelo_experiments::people::{Experience, PeopleResult};

use zermelo_terminal::number::grouped;
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::lay_out;

/// The result of a run for machines.
pub fn json(run: &str, result: &PeopleResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &PeopleResult) -> String {
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    let experience = |known: Option<Experience>| known.map_or("unknown", Experience::id).to_owned();
    let mut rows =
        vec![["experience", "against", "people", "won", "drawn", "lost", "score", "95 %"].map(str::to_owned)];
    for level in &result.levels {
        let [score, low, high] = level.score.map(|share| 100.0 * share);
        rows.push([
            experience(level.experience),
            level.agent.clone(),
            grouped(level.people),
            grouped(level.wins),
            grouped(level.draws),
            grouped(level.losses),
            format!("{score:.1} %"),
            format!("{low:.1} to {high:.1} %"),
        ]);
    }
    text.push_str(&lay_out(&lists(rows), &[0, 1]));
    let mut rows = vec![["person", "experience", "against", "won", "drawn", "lost"].map(str::to_owned)];
    for one in &result.people {
        rows.push([
            one.name.clone(),
            experience(one.experience),
            one.agent.clone(),
            grouped(one.wins),
            grouped(one.draws),
            grouped(one.losses),
        ]);
    }
    text.push('\n');
    text.push_str(&lay_out(&lists(rows), &[0, 1, 2]));
    text.push('\n');
    text.push_str(&wrapped(&format!(
        "{} games: {} against agents ({} of them with help, not counted), {} between people.",
        grouped(result.games),
        grouped(result.games - result.between_people),
        grouped(result.helped),
        grouped(result.between_people)
    )));
    text
}

fn lists<const N: usize>(rows: Vec<[String; N]>) -> Vec<Vec<String>> {
    rows.into_iter().map(|row| row.to_vec()).collect()
}
