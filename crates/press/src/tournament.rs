//! What a tournament shows: standings, ratings with error bars, who beat whom, tables beside published ones.

use zermelo_lab::tournament::{TableResult, TournamentResult};
use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, HeatCell, HeatMap, Mark, Numbers,
    ReportError, Section, Shades, Table,
};
use zermelo_stats::binomial::wilson;
use zermelo_stats::tails::normal_cdf;

use crate::common::{INTERVAL, estimate, of_games, sides};

/// More entrants than this make no matrix that can be read.
const MOST_IN_MATRIX: usize = 30;

/// The sections of a tournament whose entrants have these names, in the order they were entered.
pub fn sections(result: &TournamentResult, names: &[String]) -> Result<Vec<Section>, ReportError> {
    let mut blocks = vec![standings(result)?.into()];
    blocks.extend(ratings(result));
    let mut sections = vec![Section { title: "Standings".to_owned(), blocks }];
    let mut blocks = Vec::new();
    for (number, table) in result.tables.iter().enumerate() {
        blocks.push(table_of(table)?.into());
        blocks.extend(totals(table, number));
    }
    if !blocks.is_empty() {
        sections.push(Section { title: "Tables".to_owned(), blocks });
    }
    let mut blocks: Vec<Block> = matrix(result, names).into_iter().collect();
    blocks.extend(sides(result.by_side, ""));
    blocks.push(endings(result)?.into());
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
        Column::text("agent"),
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
            one.agent.as_str().into(),
        ])?;
    }
    table.note(format!(
        "{}, {} of them different. {INTERVAL}.",
        of_games(result.games),
        result.distinct_games
    ));
    Ok(table)
}

fn ratings(result: &TournamentResult) -> Option<Block> {
    let rows: Vec<ForestRow> = (result.standings.iter())
        .filter_map(|one| {
            let estimate = estimate(one.elo?).of(one.wins + one.draws + one.losses);
            Some(ForestRow { name: one.name.clone(), estimate, inner: None })
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading: Heading::new("Ratings", format!("{}; {INTERVAL}", of_games(result.games))),
            axis: Axis::new("Elo, relative to the mean of all").numbers(Numbers::Signed(0)),
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
    let cell = |row: usize, column: usize| -> Option<HeatCell> {
        let [wins, draws, losses] = result.cross_table[row][column];
        let games = wins + draws + losses;
        (games > 0 && row != column).then(|| {
            let score = (wins as f64 + 0.5 * draws as f64) / games as f64;
            // Draws make the interval narrower than this, never wider.
            let interval = wilson((score * games as f64).round() as u64, games, 0.95).ok();
            let (low, high) = interval.map_or((score, score), |ends| (ends.0.min(score), ends.1.max(score)));
            HeatCell { estimate: Estimate::new(score, (low, high)).of(games), mark: Mark::None }
        })
    };
    let cells = order.iter().map(|&row| order.iter().map(|&column| cell(row, column)).collect()).collect();
    let ranked: Vec<String> = result.standings.iter().map(|one| one.name.clone()).collect();
    Some(Block::chart(HeatMap {
        heading: Heading::new("Who beat whom", format!("{}; score of the row", of_games(result.games))),
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

/// Scores against each opponent, the total, and what was published.
pub fn table_of(result: &TableResult) -> Result<Table, ReportError> {
    let has_published = result.rows.iter().any(|row| row.published.is_some());
    let mut columns = vec![Column::text("tested")];
    columns.extend(result.opponents.iter().map(|name| Column::numbers(name.as_str(), Numbers::Decimals(1))));
    columns.extend([Column::count("games"), Column::numbers("total, %", Numbers::Decimals(1))]);
    columns.push(Column::numbers("change from the first row", Numbers::Signed(1)));
    if has_published {
        columns.push(Column::numbers("published, %", Numbers::Decimals(1)));
        columns.push(Column::numbers("its change", Numbers::Signed(1)));
    }
    let mut table = Table::new(result.title.as_str(), columns);
    for row in &result.rows {
        let mark = |z: f64| Mark::of_p(2.0 * normal_cdf(-z.abs()));
        let change = |change: Option<zermelo_lab::tournament::Change>| {
            change.map_or(Cell::nothing(), |change| Cell::from(change.points).marked(mark(change.z)))
        };
        let mut cells: Vec<Cell> = vec![row.name.as_str().into()];
        cells.extend(row.scores.iter().map(|&score| Cell::from(score)));
        cells.extend([row.games.into(), Cell::from(row.total.map(estimate)), change(row.change)]);
        if has_published {
            cells.extend([Cell::from(row.published), change(row.published_change)]);
        }
        table.push(cells)?;
    }
    table.note(format!("Scores in percent; {INTERVAL}; stars as chance alone would do it in fewer than 5, 1 and 0.1 % of all cases."));
    Ok(table)
}

/// The totals of a table, what was published beside them.
fn totals(result: &TableResult, number: usize) -> Option<Block> {
    let mut rows = Vec::new();
    for row in &result.rows {
        let share = |percent: f64| percent / 100.0;
        let total = row.total?.map(share);
        rows.push(ForestRow { name: row.name.clone(), estimate: estimate(total).of(row.games), inner: None });
        if let Some(published) = row.published {
            let name = format!("{}, published", row.name);
            rows.push(ForestRow { name, estimate: Estimate::exact(share(published)), inner: None });
        }
    }
    let n = result.rows.iter().map(|row| row.games).sum();
    (!rows.is_empty()).then(|| {
        let title = format!("Table {}, totals: {}", number + 1, result.title);
        Block::chart(Forest {
            heading: Heading::new(title, format!("{}; {INTERVAL}", of_games(n))),
            axis: Axis::percent("score against all opponents"),
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
