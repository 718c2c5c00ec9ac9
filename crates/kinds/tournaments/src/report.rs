//! What a tournament shows: standings, ratings with error bars, who beat whom, tables beside published ones (both
//! Isolation studies, the Milestone study's figure 7).

use crate::TournamentResult;
use crate::result::CLEAR;
use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, HeatCell, HeatMap, Mark, Numbers,
    ReportError, Section, Shades, Table, number,
};
use zermelo_stats::binomial::wilson;

mod curve;
mod weights;

use zermelo_kind::ScoreTable;
use zermelo_kind::report::score_table::{by_opponent, short, table_of, totals};
use zermelo_kind::report::{INTERVAL, estimate, of_games, sides};

/// More entrants than this make no matrix that can be read.
const MOST_IN_MATRIX: usize = 30;

/// The sections of a tournament whose entrants have these names, in the order they were entered.
pub fn sections(result: &TournamentResult, names: &[String]) -> Result<Vec<Section>, ReportError> {
    let mut blocks = vec![standings(result)?.into()];
    blocks.extend(ratings(result, names));
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
        Column::numbers("points", Numbers::Count),
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
        "{}, {} of them distinct. {INTERVAL}. Elo is relative to the mean of all entrants{}.",
        of_games(result.games),
        number::count(result.distinct_games),
        if result.standings.len() == 2 { ": of two, each has half of their difference" } else { "" }
    ));
    if let Some(race) = &result.race {
        table.note(
            "These intervals hold for a fixed number of games. A sequential test stops by its results: its verdict and its \
             anytime interval stand above.",
        );
        if race.played > race.pairs {
            table.note(format!(
                "The standings are of all {} games. The test was decided after {} of them, and its estimate is of those.",
                number::count(2 * race.played),
                number::count(2 * race.pairs)
            ));
        }
    }
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

/// Ratings, the highest first: standings may go by points, which count otherwise than games do.
fn ratings(result: &TournamentResult, names: &[String]) -> Option<Block> {
    let mut rows: Vec<ForestRow> = (result.standings.iter())
        .filter_map(|one| {
            let estimate = estimate(one.elo?).of(one.wins + one.draws + one.losses);
            Some(ForestRow { name: one.name.clone(), estimate, inner: None })
        })
        .collect();
    rows.sort_by(|one, other| other.estimate.value.total_cmp(&one.estimate.value));
    let basis = format!("{}; {INTERVAL}", of_games(result.games));
    let heading = Heading::new("Ratings", basis);
    // The intervals of a sequential test do not hold, because its results decided when to stop.
    let place = |row: &ForestRow| names.iter().position(|name| *name == row.name);
    let chance = || {
        let ([first, second, ..], Some(rating)) = (&rows[..], &result.rating) else { return None };
        *rating.superiority.get(place(first)?)?.get(place(second)?)?
    };
    let finding = rating_finding(&rows, chance()).filter(|_| result.race.is_none());
    let heading = match finding {
        Some(finding) => heading.saying(finding),
        None => heading,
    };
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading,
            axis: Axis::new("Elo relative to the mean").numbers(Numbers::Signed(0)),
            rows,
            shaded: None,
        })
    })
}

/// Who is the strongest, if that can be told: by the chance that the sentences tell, which knows that the errors of two ratings go
/// together. Intervals of both may overlap where the difference is clear.
fn rating_finding(rows: &[ForestRow], chance: Option<f64>) -> Option<String> {
    let [first, second, ..] = rows else { return None };
    let ahead = first.estimate.value - second.estimate.value;
    if chance.is_some_and(|chance| chance >= CLEAR) {
        Some(format!("{} is the strongest, {ahead:.0} Elo ahead of {}", first.name, second.name))
    } else {
        Some(format!("{} leads, but may be no stronger than {}", first.name, second.name))
    }
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
fn forerunners(table: &ScoreTable, result: &TournamentResult, names: &[String]) -> Option<Block> {
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
        let known = result.cross_scores.get(row).and_then(|scores| *scores.get(column)?);
        let [score, low, high] = known.unwrap_or_else(|| {
            // Runs of earlier versions do not say how much the games of a couple tell.
            let score = (wins as f64 + 0.5 * draws as f64) / games as f64;
            // Draws make the interval narrower than this, never wider.
            let interval = wilson((score * games as f64).round() as u64, games, 0.95).ok();
            let (low, high) = interval.unwrap_or((score, score));
            [score, low, high]
        });
        let (low, high) = (low.min(score), high.max(score));
        HeatCell { estimate: Estimate::new(score, (low, high)).of(games), mark: Mark::None }
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
    use zermelo_kind::ScoreTableRow;

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

    /// The figure says what the sentence says, also where the intervals of two ratings overlap.
    #[test]
    fn the_figure_claims_what_the_sentence_claims() {
        let row = |name: &str, value: f64| ForestRow {
            name: name.to_owned(),
            estimate: Estimate::new(value, (value - 30.0, value + 30.0)),
            inner: None,
        };
        let rows = [row("a", 25.0), row("b", -25.0), row("c", -90.0)];
        let told = |chance| rating_finding(&rows, chance).expect("two agents");
        assert_eq!(told(Some(0.98)), "a is the strongest, 50 Elo ahead of b");
        assert_eq!(told(Some(0.97)), "a leads, but may be no stronger than b");
        assert_eq!(told(None), "a leads, but may be no stronger than b");
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
            cross_scores: Vec::new(),
            rating: None,
            race: None,
            winner: None,
            tables: Vec::new(),
            openings: None,
            findings: Vec::new(),
        };
        let table = ScoreTable {
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
        let others = ScoreTable { opponents: names[1..].to_vec(), ..table };
        assert_eq!(forerunners(&others, &result, &names), None, "not all among themselves");
    }
}
