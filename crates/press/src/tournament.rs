//! What a tournament shows: standings, ratings with error bars, who beat whom, tables beside published ones (both
//! Isolation studies, the Milestone study's figure 7).

use zermelo_experiments::tournament::{Change, TableResult, TableRow, TournamentResult};
use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, HeatCell, HeatMap, Mark, Numbers,
    ReportError, Section, Shades, Table, number,
};
use zermelo_stats::binomial::wilson;
use zermelo_stats::holm::holm;
use zermelo_stats::strength::Z95;
use zermelo_stats::tails::normal_cdf;

use crate::common::{INTERVAL, estimate, of_games, sides};
use crate::curve::{self, published_estimate};
use crate::weights;

/// More entrants than this make no matrix that can be read.
const MOST_IN_MATRIX: usize = 30;

/// The sections of a tournament whose entrants have these names, in the order they were entered.
pub fn sections(result: &TournamentResult, names: &[String]) -> Result<Vec<Section>, ReportError> {
    let mut blocks = vec![standings(result)?.into()];
    blocks.extend(ratings(result));
    blocks.extend(weights::table(&result.standings)?.map(Block::from));
    let mut sections = vec![Section { title: "Standings".to_owned(), blocks }];
    let agent_of =
        |name: &str| result.standings.iter().find(|one| one.name == name).map(|one| one.agent.clone());
    let blocks = curve::figures(&result.tables, agent_of);
    if !blocks.is_empty() {
        sections.push(Section { title: "Scores against a parameter".to_owned(), blocks });
    }
    for table in &result.tables {
        let mut blocks: Vec<Block> = vec![table_of(table)?.into()];
        blocks.extend(totals(table));
        blocks.extend(forerunners(table, result, names));
        blocks.extend(by_opponent(table)?.map(Block::from));
        sections.push(Section { title: table.title.clone(), blocks });
    }
    let mut blocks: Vec<Block> = matrix(result, names).into_iter().collect();
    blocks.extend(sides(result.by_side, ""));
    blocks.push(endings(result)?.into());
    blocks.push(agents(result)?.into());
    sections.push(Section { title: "Games".to_owned(), blocks });
    Ok(sections)
}

fn standings(result: &TournamentResult) -> Result<Table, ReportError> {
    let columns = vec![
        Column::count("place"),
        Column::text("entrant"),
        Column::numbers("points", Numbers::Plain),
        Column::count("won"),
        Column::count("drawn"),
        Column::count("lost"),
        Column::percent("score"),
        Column::numbers("Elo", Numbers::Signed(0)),
    ];
    let mut table = Table::new("Standings", columns);
    for (place, one) in (1_u64..).zip(&result.standings) {
        table.push(vec![
            place.into(),
            one.name.as_str().into(),
            one.points.into(),
            one.wins.into(),
            one.draws.into(),
            one.losses.into(),
            Cell::from(one.score.map(estimate)),
            Cell::from(one.elo.map(estimate)),
        ])?;
    }
    table.note(format!(
        "{}, {} of them distinct. {INTERVAL}.",
        of_games(result.games),
        number::count(result.distinct_games)
    ));
    Ok(table)
}

/// What the entrants are.
fn agents(result: &TournamentResult) -> Result<Table, ReportError> {
    let mut table = Table::new("Agents", vec![Column::text("entrant"), Column::text("agent")]);
    for one in &result.standings {
        table.push(vec![one.name.as_str().into(), one.agent.as_str().into()])?;
    }
    Ok(table)
}

/// Ratings, the highest first: standings go by points, which not everybody could take from the same opponents.
fn ratings(result: &TournamentResult) -> Option<Block> {
    let mut rows: Vec<ForestRow> = (result.standings.iter())
        .filter_map(|one| {
            let estimate = estimate(one.elo?).of(one.wins + one.draws + one.losses);
            Some(ForestRow { name: one.name.clone(), estimate, inner: None })
        })
        .collect();
    rows.sort_by(|one, other| other.estimate.value.total_cmp(&one.estimate.value));
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading: Heading::new("Ratings", format!("{}; {INTERVAL}", of_games(result.games))),
            axis: Axis::new("Elo relative to the mean").numbers(Numbers::Signed(0)),
            rows,
            shaded: None,
        })
    })
}

fn matrix(result: &TournamentResult, names: &[String]) -> Option<Block> {
    let n = result.cross_table.len();
    if !(2..=MOST_IN_MATRIX).contains(&n) || result.standings.len() != n {
        return None;
    }
    // The cross table is in the order of entry; standings name everybody by rank.
    let order: Vec<usize> = (result.standings.iter())
        .map(|one| names.iter().position(|name| *name == one.name))
        .collect::<Option<_>>()?;
    let row_of = |&row: &usize| order.iter().map(|&column| cross_cell(result, row, column)).collect();
    let cells = order.iter().map(row_of).collect();
    let ranked: Vec<String> = result.standings.iter().map(|one| one.name.clone()).collect();
    Some(Block::chart(HeatMap {
        heading: Heading::new(
            "Who beat whom",
            format!("{}; score of the row's agent", of_games(result.games)),
        ),
        label: "score of the row".to_owned(),
        numbers: Numbers::Percent,
        shades: Shades::Diverging { middle: 0.5, reach: 0.5 },
        row_label: "entrant".to_owned(),
        column_label: "against".to_owned(),
        rows: ranked.clone(),
        columns: ranked,
        cells,
    }))
}

/// Those of a table who met each other, each row against those before it: champions of later generations against earlier ones.
fn forerunners(table: &TableResult, result: &TournamentResult, names: &[String]) -> Option<Block> {
    let tested: Vec<&str> = table.rows.iter().map(|row| row.name.as_str()).collect();
    if tested.len() < 3 || tested != table.opponents || tested.len() > MOST_IN_MATRIX {
        return None;
    }
    let places: Vec<usize> =
        tested.iter().map(|name| names.iter().position(|known| known == name)).collect::<Option<_>>()?;
    let cells: Vec<Vec<Option<HeatCell>>> = (1..places.len())
        .map(|row| {
            let cell = |column| (column < row).then(|| cross_cell(result, places[row], places[column]));
            (0..places.len() - 1).map(|column| cell(column).flatten()).collect()
        })
        .collect();
    let n = cells.iter().flatten().flatten().filter_map(|cell| cell.estimate.n).sum();
    let name = |place: usize| short(table, tested[place]).to_owned();
    (n > 0).then(|| {
        Block::chart(HeatMap {
            heading: Heading::new(
                format!("{}, later against earlier", table.title),
                format!("{}; score of the row's agent; {INTERVAL}", of_games(n)),
            ),
            label: "score of the row".to_owned(),
            numbers: Numbers::Percent,
            shades: Shades::Diverging { middle: 0.5, reach: 0.5 },
            row_label: "later".to_owned(),
            column_label: "against earlier".to_owned(),
            rows: (1..tested.len()).map(name).collect(),
            columns: (0..tested.len() - 1).map(name).collect(),
            cells,
        })
    })
}

/// What one entrant did against another, by their places of entry.
fn cross_cell(result: &TournamentResult, row: usize, column: usize) -> Option<HeatCell> {
    let [wins, draws, losses] = *result.cross_table.get(row)?.get(column)?;
    let games = wins + draws + losses;
    (games > 0 && row != column).then(|| {
        let score = (wins as f64 + 0.5 * draws as f64) / games as f64;
        // Draws make the interval narrower than this, never wider.
        let interval = wilson((score * games as f64).round() as u64, games, 0.95).ok();
        let (low, high) = interval.map_or((score, score), |ends| (ends.0.min(score), ends.1.max(score)));
        HeatCell { estimate: Estimate::new(score, (low, high)).of(games), mark: Mark::None }
    })
}

/// What a table's title says already need not be said in every name.
fn short<'a>(table: &TableResult, name: &'a str) -> &'a str {
    let ending = table.title.rfind(", ").map_or("", |at| &table.title[at..]);
    name.strip_suffix(ending).unwrap_or(name)
}

/// Totals: what was measured, what was published, how they differ, and what differs from the first row.
pub fn table_of(result: &TableResult) -> Result<Table, ReportError> {
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
fn differences(result: &TableResult) -> Vec<Option<(f64, f64)>> {
    let measured = |row: &TableRow| {
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
fn by_opponent(result: &TableResult) -> Result<Option<Table>, ReportError> {
    if result.opponents.len() < 2 {
        return Ok(None);
    }
    let mut columns = vec![Column::text("tested")];
    let opponents = result.opponents.iter().map(|name| short(result, name));
    columns.extend(opponents.map(|name| Column::numbers(name, Numbers::Decimals(0))));
    let mut table = Table::new(format!("{}, by opponent", result.title), columns);
    let n = result.opponents.len() as u64;
    let games_each = result.published_games.map(|games| games / n);
    let own = |row: &TableRow, at: usize| -> Option<Estimate> {
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
fn totals(result: &TableResult) -> Option<Block> {
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

fn endings(result: &TournamentResult) -> Result<Table, ReportError> {
    let mut table = Table::new(
        "How games ended",
        vec![Column::text("ending"), Column::count("games"), Column::percent("share")],
    );
    for ending in &result.endings {
        let share = ending.games as f64 / result.games.max(1) as f64;
        table.push(vec![ending.reason.as_str().into(), ending.games.into(), share.into()])?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, scores: [f64; 2], published: Option<[f64; 2]>) -> TableRow {
        let mean = |pair: [f64; 2]| 0.5 * (pair[0] + pair[1]);
        let total = mean(scores);
        TableRow {
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

    fn table(published_games: Option<u64>) -> TableResult {
        let mut second = row("b, clean", [70.0, 60.0], Some([50.0, 41.0]));
        second.change = Some(Change { points: 5.0, z: 3.0, p: Some(0.04) });
        second.published_change = Some(Change { points: 1.0, z: 0.1, p: Some(0.9) });
        TableResult {
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
    fn later_champions_meet_earlier_ones() {
        let names = ["g1", "g2", "g3"].map(str::to_owned);
        let result = TournamentResult {
            title: String::new(),
            game: String::new(),
            seed: 1,
            games: 30,
            distinct_games: 30,
            by_side: [0; 3],
            plies: 0,
            endings: Vec::new(),
            standings: Vec::new(),
            cross_table: vec![
                vec![[0; 3], [1, 0, 9], [2, 2, 6]],
                vec![[9, 0, 1], [0; 3], [5, 0, 5]],
                vec![[6, 2, 2], [5, 0, 5], [0; 3]],
            ],
            rating: None,
            race: None,
            winner: None,
            tables: Vec::new(),
            openings: None,
            findings: Vec::new(),
        };
        let table = TableResult {
            title: "Champions".to_owned(),
            opponents: names.to_vec(),
            rows: names.iter().map(|name| row(name, [50.0; 2], None)).collect(),
            published_games: None,
        };
        let Some(Block::Chart(chart)) = forerunners(&table, &result, &names) else { panic!("no figure") };
        let told = chart.data().expect("its numbers").to_csv();
        let rows: Vec<&str> = told.lines().collect();
        assert_eq!(rows.len(), 4, "three couples: {told}");
        assert!(rows[1].starts_with("g2,g1,0.9") && rows[2].starts_with("g3,g1,0.7"), "{told}");
        assert!(rows[3].starts_with("g3,g2,0.5"), "{told}");
        let others = TableResult { opponents: names[1..].to_vec(), ..table };
        assert_eq!(forerunners(&others, &result, &names), None, "not all among themselves");
    }
}
