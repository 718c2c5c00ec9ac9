//! What came of a tournament, for machines and for people.

use serde_json::{Value, json};
use zermelo_experiments::tournament::{StandingResult, TournamentResult};
use zermelo_experiments::{Change, Confirmation, ScoreTable, ScoreTableRow};

use crate::sprt;
use zermelo_terminal::number::grouped;
use zermelo_terminal::prose::{filled, wrapped};
use zermelo_terminal::table::{lay_out, lay_out_to};
use zermelo_terminal::width;

/// The result of a run for machines.
pub fn json(run: &str, result: &TournamentResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json["champion"] = json!(result.champion());
    if let (Some(race), Value::Object(json)) = (&result.race, &mut json)
        && let Value::Object(test) = sprt::json(race)
    {
        json.extend(test);
    }
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &TournamentResult) -> String {
    // The intervals of a table of standings hold for a number of games that was fixed before; a test stops by its results.
    if let Some(race) = &result.race
        && let Some(evidence) = &race.evidence
    {
        return sprt::text(run, result, race, evidence);
    }
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    tell_standings(&mut text, &result.standings);
    let [first, draws, second] = result.by_side.map(grouped);
    text.push('\n');
    text.push_str(&wrapped(&format!(
        "{} games, {} of them distinct: first player won {first}, second player won {second}, drawn {draws}.",
        grouped(result.games),
        grouped(result.distinct_games)
    )));
    let endings: Vec<String> =
        result.endings.iter().map(|ending| format!("{} {}", ending.reason, grouped(ending.games))).collect();
    text.push_str(&wrapped(&format!("Endings: {}.", endings.join(", "))));
    if let Some(race) = &result.race {
        text.push_str(&wrapped(&race.sentence()));
    }
    if let Some(sentence) = result.winner_sentence() {
        text.push_str(&wrapped(&sentence));
    }
    for table in &result.tables {
        text.push('\n');
        tell_table(&mut text, table);
    }
    if !result.findings.is_empty() {
        text.push('\n');
    }
    for finding in &result.findings {
        text.push_str(&wrapped(finding));
    }
    text
}

fn tell_standings(text: &mut String, standings: &[StandingResult]) {
    let head = ["#", "agent", "points", "won", "drawn", "lost", "score", "95 %", "Elo, 95 %", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (index, standing) in standings.iter().enumerate() {
        let [score, interval] = match standing.score {
            Some([score, low, high]) => {
                [format!("{:.1} %", 100.0 * score), format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)]
            }
            None => ["-".to_owned(), String::new()],
        };
        let elo = match standing.elo {
            Some([elo, low, high]) => format!("{elo:+.0} ± {:.0}", 0.5 * (high - low)),
            None => "-".to_owned(),
        };
        let faults: Vec<String> =
            standing.quits.iter().map(|(reason, games)| format!("{reason} {games}")).collect();
        rows.push(vec![
            (index + 1).to_string(),
            standing.name.clone(),
            standing.points.to_string(),
            grouped(standing.wins),
            grouped(standing.draws),
            grouped(standing.losses),
            score,
            interval,
            elo,
            faults.join(", "),
        ]);
    }
    text.push_str(&lay_out(&rows, &[1, 9]));
}

/// A table of scores, beside published ones if there are any.
pub fn tell_table(text: &mut String, table: &ScoreTable) {
    tell_table_to(text, table, width::of_output());
}

fn tell_table_to(text: &mut String, table: &ScoreTable, width: usize) {
    // What the title says already need not be said in every name.
    let ending = table.title.rfind(", ").map_or("", |at| &table.title[at..]);
    let short = |name: &str| name.strip_suffix(ending).unwrap_or(name).to_owned();
    let has_published = table.rows.iter().any(|row| row.published.is_some());
    let has_changes = table.rows.iter().any(|row| row.published_change.is_some());

    let mut head = vec![String::new()];
    head.extend(table.opponents.iter().map(|name| short(name)));
    head.extend(["total", "95 %"].map(str::to_owned));
    if has_published {
        head.push("published".to_owned());
    }
    if has_changes {
        head.extend(["change", "published change"].map(str::to_owned));
    }
    let body: Vec<Vec<String>> =
        table.rows.iter().map(|row| tell_row(row, short(&row.name), has_published, has_changes)).collect();

    let told = lay_out_to(&[vec![head], body].concat(), &[0], width);
    let legend = if has_changes {
        "; changes are relative to the first row, * significant at 5 % over all rows"
    } else {
        ""
    };
    text.push_str(&filled("", &format!("{} (score in %{legend})", table.title), 2, width));
    text.push_str(&told);
}

fn tell_row(row: &ScoreTableRow, name: String, has_published: bool, has_changes: bool) -> Vec<String> {
    let mut cells = vec![name];
    cells.extend(row.scores.iter().map(|score| score.map_or("-".to_owned(), |score| format!("{score:.1}"))));
    cells.extend(match row.total {
        Some([total, low, high]) => [format!("{total:.1}"), format!("{low:.1} to {high:.1}")],
        None => ["-".to_owned(), String::new()],
    });
    if has_published {
        cells.push(row.published.map_or(String::new(), |percent| format!("{percent:.1}")));
    }
    if has_changes {
        let told = |change: Option<Change>| {
            change.map_or(String::new(), |change| {
                format!("{:+.1}{}", change.points, if change.is_significant() { '*' } else { ' ' })
            })
        };
        cells.extend([told(row.change), told(row.published_change)]);
    }
    cells
}

/// What games say by which nobody was selected, as a table; nothing if there were none.
pub fn confirmations(title: &str, found: &[Confirmation]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let head = [title, "games", "score", "95 %", "Elo", "95 %"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for found in found {
        let [score, low, high] = found.score.map(|share| 100.0 * share);
        let [elo, elo_low, elo_high] = found.elo;
        rows.push(vec![
            found.against.clone(),
            grouped(found.games),
            format!("{score:.1} %"),
            format!("{low:.1} to {high:.1} %"),
            format!("{elo:+.0}"),
            format!("{elo_low:+.0} to {elo_high:+.0}"),
        ]);
    }
    let mut text = lay_out(&rows, &[0]);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(
        name: &str,
        scores: &[f64],
        total: f64,
        published: f64,
        changes: Option<[f64; 2]>,
    ) -> ScoreTableRow {
        let change = |index: usize| {
            changes.map(|changes| Change { points: changes[index], z: 0.3 * changes[index], p: None })
        };
        ScoreTableRow {
            name: name.to_owned(),
            scores: scores.iter().map(|&score| Some(score)).collect(),
            intervals: Vec::new(),
            games: 100,
            total: Some([total, total - 3.0, total + 3.0]),
            published: Some(published),
            published_scores: Vec::new(),
            change: change(0),
            published_change: change(1),
        }
    }

    #[test]
    fn tables_say_what_differs() {
        let mut table = ScoreTable {
            title: "cs0, clean".to_owned(),
            opponents: ["Random", "AB_Open, clean"].map(str::to_owned).to_vec(),
            rows: vec![
                row("ID_Improved, clean", &[100.0, 62.5], 81.25, 65.4, None),
                row("cs0, clean", &[98.0, 60.0], 79.0, 78.3, Some([-2.25, 12.9])),
            ],
            published_games: None,
        };
        let mut text = String::new();
        tell_table_to(&mut text, &table, 110);
        assert_eq!(
            text,
            "cs0, clean (score in %; changes are relative to the first row, * significant at 5 % over all \
             rows)
               Random  AB_Open  total          95 %  published  change  published \
             change
  ID_Improved   100.0     62.5   81.2  78.2 to \
             84.2       65.4
  cs0            98.0     60.0   79.0  76.0 to \
             82.0       78.3   -2.2             +12.9*
"
        );
        // Wide tables stack the names of their columns.
        table.opponents = vec!["AB_Improved_and_more, clean".to_owned(); 4];
        table.rows.iter_mut().for_each(|row| row.scores = vec![Some(50.0); 4]);
        text.clear();
        tell_table_to(&mut text, &table, 110);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        assert!(lines[1].trim_start().starts_with("AB_") && lines[3].contains("more"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    }
}
