//! What several kinds of runs show alike.

use zermelo_report::{
    Axis, BarSeries, Bars, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, Numbers, ReportError,
    Table,
};
use zermelo_stats::binomial::wilson;
use zermelo_stats::{Sample, Strength};

use crate::confirmation::Confirmation;

/// What all intervals are.
pub const INTERVAL: &str = "95 % intervals";

/// An estimate with its interval.
pub fn estimate([value, low, high]: [f64; 3]) -> Estimate {
    // Rounding may put a value a hair outside.
    Estimate::new(value, (low.min(value), high.max(value)))
}

/// So many games, for the line below a figure's title.
pub fn of_games(n: u64) -> String {
    format!("{} {}", zermelo_report::number::count(n), if n == 1 { "game" } else { "games" })
}

/// Games won by the first player, drawn, and won by the second player, with intervals.
pub fn sides(by_side: [u64; 3], note: &str) -> Option<Block> {
    let n: u64 = by_side.iter().sum();
    let names = ["won by the first player", "drawn", "won by the second player"];
    let share = |count: u64| {
        let (low, high) = wilson(count, n, 0.95).ok()?;
        let share = count as f64 / n as f64;
        Some(Estimate::new(share, (low.min(share), high.max(share))).of(count))
    };
    let shares = match (by_side, first_share(by_side)) {
        // Without draws the share of games is that of points, and sentences tell its interval.
        ([first, 0, second], Some([points, low, high])) => [
            Some(Estimate::new(points, (low, high)).of(first)),
            None,
            Some(Estimate::new(1.0 - points, (1.0 - high, 1.0 - low)).of(second)),
        ],
        _ => by_side.map(share),
    };
    let shown = names
        .into_iter()
        .zip(shares)
        .zip(by_side)
        .filter(|((name, _), count)| *name != "drawn" || *count > 0);
    let (categories, values) = shown.map(|((name, share), _)| (name.to_owned(), share)).unzip();
    (n > 0).then(|| {
        Block::chart(Bars {
            heading: Heading::new("Wins by side", format!("{}; {INTERVAL}{note}", of_games(n)))
                .saying(side_finding(by_side)),
            axis: Axis::percent("share of games").covering(0.0).reference(0.5, "half"),
            categories,
            series: vec![BarSeries { name: "games".to_owned(), values }],
        })
    })
}

/// The share of points of who moves first, with its 95 % interval, as if games were independent; `None` without games.
pub fn first_share([first, draws, second]: [u64; 3]) -> Option<[f64; 3]> {
    let strength = Strength::of(&Sample::of_games(first, draws, second)).ok()?;
    let (low, high) = strength.score_interval;
    Some([strength.score, low, high])
}

/// Whether one side takes more points than the other: by the interval that sentences tell.
fn side_finding(by_side: [u64; 3]) -> String {
    let Some([share, low, high]) = first_share(by_side) else { return "No game was played".to_owned() };
    let share = format!("{:.1} % of the points", 100.0 * share);
    if low > 0.5 {
        format!("The first player has an advantage: {share}")
    } else if high < 0.5 {
        format!("The second player has an advantage: the first takes {share}")
    } else {
        format!("Neither side has a significant advantage: the first player takes {share}")
    }
}

/// What matches say about an agent, in a sentence.
fn confirmation_finding(who: &str, found: &[Confirmation]) -> String {
    let n = found.len();
    let n_stronger = found.iter().filter(|one| one.elo[1] > 0.0).count();
    let n_weaker = found.iter().filter(|one| one.elo[2] < 0.0).count();
    let opponents = if n == 1 { "opponent" } else { "opponents" };
    match (n_stronger, n_weaker, found) {
        (1, 0, [one]) => format!("{who} is stronger than {}: {:+.0} Elo", one.against, one.elo[0]),
        (0, 1, [one]) => format!("{who} is weaker than {}: {:+.0} Elo", one.against, one.elo[0]),
        (0, 0, [one]) => {
            format!("{who} is neither stronger nor weaker than {}, as far as the games tell", one.against)
        }
        (0, 0, _) => format!("{who} is significantly stronger or weaker than none of {n} {opponents}"),
        (stronger, 0, _) => format!("{who} is significantly stronger than {stronger} of {n} {opponents}"),
        (0, weaker, _) => format!("{who} is significantly weaker than {weaker} of {n} {opponents}"),
        (stronger, weaker, _) => {
            format!(
                "{who} is significantly stronger than {stronger} of {n} {opponents}, and weaker than {weaker}"
            )
        }
    }
}

/// Matches on fresh openings: a table and a figure.
pub fn confirmations(who: &str, found: &[Confirmation]) -> Result<Vec<Block>, ReportError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let columns = vec![
        Column::text("against"),
        Column::count("games"),
        Column::percent("score"),
        Column::numbers("Elo", Numbers::Signed(0)),
    ];
    let mut table = Table::new(format!("{who} on fresh openings"), columns);
    let mut rows = Vec::new();
    for one in found {
        let elo = estimate(one.elo).of(one.games);
        table.push(vec![
            one.against.as_str().into(),
            one.games.into(),
            Cell::from(estimate(one.score)),
            Cell::from(estimate(one.elo)),
        ])?;
        rows.push(ForestRow { name: one.against.clone(), estimate: elo, inner: None });
    }
    let n = found.iter().map(|one| one.games).sum();
    let forest = Forest {
        heading: Heading::new(
            format!("{who}: strength on fresh openings"),
            format!("{}; {INTERVAL}", of_games(n)),
        )
        .saying(confirmation_finding(who, found)),
        axis: Axis::new("Elo difference from the opponent")
            .numbers(Numbers::Signed(0))
            .reference(0.0, "equal"),
        rows,
        shaded: None,
    };
    Ok(vec![table.into(), Block::chart(forest)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bars, their title and the sentences of a run are about one number: where there are no draws it has one interval.
    #[test]
    fn sides_are_told_alike() {
        let Some(Block::Chart(chart)) = sides([113, 0, 111], "") else { panic!("no figure") };
        let [share, low, high] = first_share([113, 0, 111]).expect("games");
        let told = chart.data().expect("its numbers").to_csv();
        let row = told.lines().nth(1).expect("the first player");
        let numbers: Vec<f64> = row.split(',').filter_map(|cell| cell.parse().ok()).collect();
        for number in [share, low, high] {
            assert!(numbers.iter().any(|known| (known - number).abs() < 1e-9), "{number}: {told}");
        }
        for by_side in [[60, 0, 40], [60, 100, 40], [60, 1000, 40], [118, 20, 91], [40, 7, 60]] {
            let [_, low, high] = first_share(by_side).expect("games");
            assert_eq!(
                side_finding(by_side).starts_with("Neither"),
                low <= 0.5 && high >= 0.5,
                "{by_side:?}"
            );
        }
    }
}
