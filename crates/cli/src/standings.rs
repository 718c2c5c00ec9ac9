//! What came of a tournament, for machines and for people.

use std::fmt::Write;

use serde_json::{Value, json};
use zermelo_lab::tournament::{StandingResult, TableResult, TournamentResult};

use crate::number::grouped;

/// The result of a run for machines.
pub fn json(run: &str, result: &TournamentResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json["champion"] = json!(result.standings.first().map(|standing| &standing.name));
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &TournamentResult) -> String {
    let mut text = format!("{} ({}, {run})\n\n", result.title, result.game);
    tell_standings(&mut text, &result.standings);
    let [first, draws, second] = result.by_side.map(grouped);
    let _ = writeln!(
        text,
        "\n{} games, {} of them different; who moves first won {first}, the other {second}, drawn {draws}.",
        grouped(result.games),
        grouped(result.distinct_games)
    );
    let endings: Vec<String> =
        result.endings.iter().map(|ending| format!("{} {}", ending.reason, grouped(ending.games))).collect();
    let _ = writeln!(text, "Endings: {}.", endings.join(", "));
    if let Some(race) = &result.race {
        let _ = writeln!(
            text,
            "The test is {} after {} pairs: log-likelihood ratio {:.2} between {:.2} and {:.2}.",
            match race.verdict.as_str() {
                "upper" => "accepted",
                "lower" => "rejected",
                _ => "not decided",
            },
            grouped(race.pairs),
            race.llr,
            race.bounds[0],
            race.bounds[1]
        );
    }
    if let Some(winner) = &result.winner {
        let _ = writeln!(text, "{winner} won the knockout.");
    }
    for table in &result.tables {
        text.push('\n');
        tell_table(&mut text, table);
    }
    if !result.findings.is_empty() {
        text.push('\n');
    }
    for finding in &result.findings {
        let _ = writeln!(text, "{finding}");
    }
    text
}

/// The longest of some texts, in characters.
fn width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

fn tell_standings(text: &mut String, standings: &[StandingResult]) {
    let names = width(standings.iter().map(|standing| standing.name.as_str())).max(5);
    let _ = writeln!(
        text,
        "  #  {:names$}  {:>8}  {:>8} {:>7} {:>8}  {:>6}  {:>17}  {:>19}",
        "agent", "points", "won", "drawn", "lost", "score", "95 %", "Elo, 95 %"
    );
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
        let _ = writeln!(
            text,
            "{:>3}  {:names$}  {:>8}  {:>8} {:>7} {:>8}  {score:>6}  {interval:>17}  {elo:>19}  {}",
            index + 1,
            standing.name,
            standing.points,
            grouped(standing.wins),
            grouped(standing.draws),
            grouped(standing.losses),
            faults.join(", ")
        );
    }
    // Nobody needs spaces at the ends of lines.
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    *text = trimmed.join("\n") + "\n";
}

fn tell_table(text: &mut String, table: &TableResult) {
    let names = width(table.rows.iter().map(|row| row.name.as_str()));
    let columns: Vec<usize> = table.opponents.iter().map(|name| name.chars().count().max(6)).collect();
    let _ = write!(text, "{} (score in %)\n  {:names$}", table.title, "");
    for (name, &width) in table.opponents.iter().zip(&columns) {
        let _ = write!(text, "  {name:>width$}");
    }
    let _ = writeln!(text, "  {:>6}  {:>14}  {:>9}", "total", "95 %", "published");
    for row in &table.rows {
        let _ = write!(text, "  {:names$}", row.name);
        for (score, &width) in row.scores.iter().zip(&columns) {
            let score = score.map_or("-".to_owned(), |score| format!("{score:.1}"));
            let _ = write!(text, "  {score:>width$}");
        }
        let [total, interval] = match row.total {
            Some([total, low, high]) => [format!("{total:.1}"), format!("{low:.1} to {high:.1}")],
            None => ["-".to_owned(), String::new()],
        };
        let published = row.published.map_or(String::new(), |percent| format!("{percent:.1}"));
        let _ = writeln!(text, "  {total:>6}  {interval:>14}  {published:>9}");
    }
}
