//! What a table of scores shows: totals and scores by opponent, beside what was published.

use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, Mark, Numbers, ReportError, Table,
};
use zermelo_stats::Z95;
use zermelo_stats::binomial::wilson;
use zermelo_stats::holm::holm;
use zermelo_stats::tails::normal_cdf;

use super::common::{INTERVAL, estimate, of_games};
use crate::score_table::{Change, ScoreTable, ScoreTableRow};

/// What a table's title says already need not be said in every name.
pub fn short<'a>(table: &ScoreTable, name: &'a str) -> &'a str {
    let ending = table.title.rfind(", ").map_or("", |at| &table.title[at..]);
    name.strip_suffix(ending).unwrap_or(name)
}

/// Totals: what was measured, what was published, how they differ, and what differs from the first row.
pub fn table_of(result: &ScoreTable) -> Result<Table, ReportError> {
    let has_published = result.rows.iter().any(|row| row.published.is_some());
    let mut columns = vec![Column::text("tested"), Column::count("games")];
    columns.push(Column::numbers("score, %", Numbers::Decimals(1)));
    if has_published {
        columns.push(Column::numbers("published, %", Numbers::Decimals(1)));
        columns.push(Column::numbers("difference", Numbers::Signed(1)));
    }
    let has_changes = result.rows.len() > 1;
    if has_changes {
        columns.push(Column::numbers("change from the first row", Numbers::Signed(1)));
    }
    if has_changes && has_published {
        columns.push(Column::numbers("change as published", Numbers::Signed(1)));
    }
    let mut table = Table::new(result.title.as_str(), columns);
    let differences = differences(result);
    let change = |change: Option<Change>| {
        change.map_or(Cell::nothing(), |one| Cell::from(one.points).marked(Mark::of_p(one.chance())))
    };
    for (row, difference) in result.rows.iter().zip(differences) {
        let mut cells: Vec<Cell> =
            vec![short(result, &row.name).into(), row.games.into(), Cell::from(row.total.map(estimate))];
        if has_published {
            let published = row.published.map(|percent| in_percent(percent, result.published_games));
            let difference = difference.map(|(points, p)| Cell::from(points).marked(Mark::of_p(p)));
            cells.extend([Cell::from(published), difference.unwrap_or_else(Cell::nothing)]);
        }
        if has_changes {
            cells.push(change(row.change));
        }
        if has_changes && has_published {
            cells.push(change(row.published_change));
        }
        table.push(cells)?;
    }
    let stars = if has_changes || has_published {
        " Stars: significant, corrected over all rows of a column (Holm). No star: not significant."
    } else {
        ""
    };
    table.note(format!("{INTERVAL}; changes and differences in percentage points.{stars}"));
    Ok(table)
}

/// A published percentage with the interval of its games.
fn in_percent(percent: f64, games: Option<u64>) -> Estimate {
    let share = published_estimate(percent / 100.0, games);
    Estimate {
        value: percent,
        low: (100.0 * share.low).min(percent),
        high: (100.0 * share.high).max(percent),
        ..share
    }
}

/// How far the total of each row is from what was published, in points of percent, and how often chance would do as much,
/// corrected for the number of rows. `None` where nothing was published, or not how many games it rests on.
fn differences(result: &ScoreTable) -> Vec<Option<(f64, f64)>> {
    let measured = |row: &ScoreTableRow| {
        let ([total, low, high], published) = (row.total?, row.published?);
        Some((total, [low, high], in_percent(published, result.published_games)))
    };
    apart(result.rows.iter().map(measured).collect())
}

/// What was measured, its interval, and what was published: their differences, each with its chance corrected for all.
fn apart(couples: Vec<Option<(f64, [f64; 2], Estimate)>>) -> Vec<Option<(f64, f64)>> {
    // Half the width of an interval is 1.96 standard errors.
    let variance = |low: f64, high: f64| ((high - low) / (2.0 * Z95)).powi(2);
    let found: Vec<Option<(f64, f64)>> = (couples.into_iter())
        .map(|couple| {
            let (own, [low, high], theirs) = couple.filter(|(_, _, theirs)| theirs.has_interval())?;
            let points = own - theirs.value;
            let variance = variance(low, high) + variance(theirs.low, theirs.high);
            (variance > 0.0).then(|| (points, 2.0 * normal_cdf(-points.abs() / variance.sqrt())))
        })
        .collect();
    let chances: Vec<f64> = found.iter().flatten().map(|found| found.1).collect();
    let mut corrected = holm(&chances).into_iter();
    found.into_iter().map(|found| found.and_then(|(points, _)| Some((points, corrected.next()?)))).collect()
}

/// The score against each opponent with its interval, and below it what was published.
pub fn by_opponent(result: &ScoreTable) -> Result<Option<Table>, ReportError> {
    if result.opponents.len() < 2 {
        return Ok(None);
    }
    let mut columns = vec![Column::text("tested")];
    let opponents = result.opponents.iter().map(|name| short(result, name));
    columns.extend(opponents.map(|name| Column::numbers(name, Numbers::Decimals(0))));
    let mut table = Table::new(format!("{}, by opponent", result.title), columns);
    let n = result.opponents.len() as u64;
    let games_each = result.published_games.map(|games| games / n);
    let own = |row: &ScoreTableRow, at: usize| -> Option<Estimate> {
        let (score, [low, high]) = (row.scores[at]?, row.intervals.get(at).copied().flatten()?);
        Some(estimate([score, low, high]))
    };
    let couples = result.rows.iter().flat_map(|row| {
        (0..result.opponents.len()).map(move |at| {
            let (own, theirs) = (own(row, at)?, *row.published_scores.get(at)?);
            Some((own.value, [own.low, own.high], in_percent(theirs, games_each)))
        })
    });
    let mut marks = apart(couples.collect()).into_iter();
    for row in &result.rows {
        let mut cells: Vec<Cell> = vec![short(result, &row.name).into()];
        for at in 0..result.opponents.len() {
            let mark = marks.next().flatten().map_or(Mark::None, |(_, p)| Mark::of_p(p));
            let score = own(row, at).or_else(|| row.scores[at].map(Estimate::exact));
            cells.push(Cell::from(score).marked(mark));
        }
        table.push(cells)?;
        if !row.published_scores.is_empty() {
            let mut cells: Vec<Cell> = vec!["as published".into()];
            cells.extend(row.published_scores.iter().map(|&score| Cell::from(in_percent(score, games_each))));
            table.push(cells)?;
        }
    }
    table.note(format!(
        "Scores in percent; {INTERVAL}. Stars: differs significantly from the published score, corrected over all \
         cells (Holm)."
    ));
    Ok(Some(table))
}

/// The totals of a table, what was published beside them.
pub fn totals(result: &ScoreTable) -> Option<Block> {
    let mut rows = Vec::new();
    for row in &result.rows {
        let name = short(result, &row.name);
        let own = estimate(row.total?.map(|percent| percent / 100.0)).of(row.games);
        rows.push(ForestRow { name: name.to_owned(), estimate: own, inner: None });
        if let Some(published) = row.published {
            let estimate = published_estimate(published / 100.0, result.published_games);
            rows.push(ForestRow { name: format!("{name}, as published"), estimate, inner: None });
        }
    }
    let n = result.rows.iter().map(|row| row.games).sum();
    (!rows.is_empty()).then(|| {
        let title = format!("{}, totals", result.title);
        Block::chart(Forest {
            heading: Heading::new(title, format!("{}; {INTERVAL}", of_games(n))),
            axis: Axis::new("score against all opponents").numbers(Numbers::Percent),
            rows,
            shaded: None,
        })
    })
}

/// A published share that rests on so many games.
pub fn published_estimate(score: f64, games: Option<u64>) -> Estimate {
    let interval = games.and_then(|n| {
        let (low, high) = wilson((score * n as f64).round() as u64, n, 0.95).ok()?;
        Some(Estimate::new(score, (low.min(score), high.max(score))).of(n))
    });
    interval.unwrap_or(Estimate::exact(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, scores: [f64; 2], published: Option<[f64; 2]>) -> ScoreTableRow {
        let mean = |pair: [f64; 2]| 0.5 * (pair[0] + pair[1]);
        let total = mean(scores);
        ScoreTableRow {
            name: name.to_owned(),
            scores: scores.map(Some).to_vec(),
            intervals: scores.map(|score| Some([score - 4.0, score + 4.0])).to_vec(),
            games: 200,
            total: Some([total, total - 3.0, total + 3.0]),
            published: published.map(mean),
            published_scores: published.map_or_else(Vec::new, |pair| pair.to_vec()),
            change: None,
            published_change: None,
        }
    }

    fn table(published_games: Option<u64>) -> ScoreTable {
        let mut second = row("b, clean", [70.0, 60.0], Some([50.0, 41.0]));
        second.change = Some(Change { points: 5.0, z: 3.0, p: Some(0.04) });
        second.published_change = Some(Change { points: 1.0, z: 0.1, p: Some(0.9) });
        ScoreTable {
            title: "T, clean".to_owned(),
            opponents: vec!["x, clean".to_owned(), "y".to_owned()],
            rows: vec![row("a, clean", [62.0, 58.0], Some([61.0, 57.0])), second],
            published_games,
        }
    }

    #[test]
    fn totals_stand_beside_what_was_published() {
        let told = table_of(&table(Some(200))).expect("a table").to_csv();
        let rows: Vec<&str> = told.lines().collect();
        assert!(rows[1].starts_with("a,200,60,57,63,59,"), "{told}");
        assert!(rows[2].starts_with("b,200,65,62,68,45.5,"), "{told}");
        let told = table_of(&table(Some(200))).expect("a table").to_markdown();
        let rows: Vec<&str> = told.lines().collect();
        // 1 point is nothing, 19.5 are much; what is corrected already is not corrected again.
        assert!(rows[4].contains("| +1.0 |"), "{told}");
        assert!(rows[5].contains("+19.5\\*\\*\\*") && rows[5].contains("+5.0\\* | +1.0 |"), "{told}");
        // Without a number of games nothing can be said of a difference.
        let told = table_of(&table(None)).expect("a table").to_markdown();
        assert!(!told.contains("+19.5"), "{told}");
    }

    #[test]
    fn every_opponent_has_its_score_and_the_published_one() {
        let told = by_opponent(&table(Some(200))).expect("no error").expect("a table").to_csv();
        let rows: Vec<&str> = told.lines().collect();
        assert!(rows[0].starts_with("tested,x,") && rows.len() == 5, "{told}");
        assert!(rows[1].starts_with("a,62,58,66,") && rows[2].starts_with("as published,61,"), "{told}");
        assert!(rows[3].starts_with("b,70,66,74,"), "{told}");
    }

    #[test]
    fn differences_are_held_to_one_level_together() {
        let own = (60.0, [56.08, 63.92], Estimate::new(55.0, (51.08, 58.92)));
        // Two standard errors of 2 each: z = 5 / sqrt(8) = 1.768, p = 0.0771.
        let alone = apart(vec![Some(own)])[0].expect("a difference");
        assert!((alone.0 - 5.0).abs() < 1e-9 && (alone.1 - 0.0771).abs() < 1e-3, "{alone:?}");
        let three = apart(vec![Some(own), None, Some(own), Some(own)]);
        assert!(three[1].is_none() && (three[3].expect("one").1 - 3.0 * alone.1).abs() < 1e-9, "{three:?}");
    }

    #[test]
    fn published_scores_have_the_interval_of_their_games() {
        let known = published_estimate(0.7829, Some(700));
        // Wilson's interval of 548 in 700.
        assert!((known.low - 0.7508).abs() < 1e-3 && (known.high - 0.8118).abs() < 1e-3, "{known:?}");
        assert!(!published_estimate(0.7829, None).has_interval());
    }
}
