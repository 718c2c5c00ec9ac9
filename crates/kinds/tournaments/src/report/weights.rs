//! The weights of a tournament's entrants in the order of its result (SimpAI, Table 2).

use crate::StandingResult;
use zermelo_report::{Cell, Column, Numbers, ReportError, Table};

/// More entrants than this make no table that can be read.
const MOST: usize = 12;

/// SimpAI, Table 2: the weights of its five winners, in the order of its own final.
const SIMPAI: [[f64; 5]; 5] = [
    [0.5386, 4.5551, -0.9044, 2.9906, 4.9090],
    [0.8322, 8.0820, -0.5215, 2.2055, 6.7064],
    [1.0383, 0.1755, 8.4260, 3.4491, 3.3461],
    [0.9882, 6.9733, 0.2584, 2.3593, 6.7073],
    [0.7913, 5.4766, 0.0797, 5.5618, 4.1143],
];
const SIMPAI_NAMES: [&str; 5] =
    ["horiz-center", "vert-center", "vert-disc", "build-from-afar", "dump-from-afar"];

/// An entrant whose weights are known: its place, itself, its weights by name.
type Known<'a> = (usize, &'a StandingResult, Vec<(String, f64)>);

/// The weights that an agent's text tells, or that were published under the name it has.
fn weights_of(agent: &str) -> Option<Vec<(String, f64)>> {
    if let Some((_, rest)) = agent.split_once("simpai(") {
        let number: usize = rest.split(')').next()?.trim().parse().ok()?;
        let known = SIMPAI.get(number.checked_sub(1)?)?;
        return Some(SIMPAI_NAMES.map(str::to_owned).into_iter().zip(*known).collect());
    }
    let (_, rest) = agent.split_once("weights(")?;
    let inside = rest.split(')').next()?;
    inside
        .split(',')
        .map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((name.trim().to_owned(), value.trim().parse().ok()?))
        })
        .collect()
}

/// A table with a column for each entrant whose weights are known, the best first; nothing of fewer than two.
pub fn table(standings: &[StandingResult]) -> Result<Option<Table>, ReportError> {
    let known: Vec<Known> =
        (1..).zip(standings).filter_map(|(place, one)| Some((place, one, weights_of(&one.agent)?))).collect();
    if !(2..=MOST).contains(&known.len()) {
        return Ok(None);
    }
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in known.iter().flat_map(|(_, _, weights)| weights) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut columns = vec![Column::text("weight")];
    let heading =
        |(place, one, _): &Known| Column::numbers(format!("{place}. {}", one.name), Numbers::Decimals(2));
    columns.extend(known.iter().map(heading));
    let mut table = Table::new("Weights and final order", columns);
    for name in names {
        let mut cells: Vec<Cell> = vec![name.into()];
        cells.extend(known.iter().map(|(_, _, weights)| {
            Cell::from(weights.iter().find(|(known, _)| known == name).map(|(_, weight)| *weight))
        }));
        table.push(cells)?;
    }
    table.note(
        "Columns are in the order of this tournament, with each agent's place; agents without weights are left out.",
    );
    if known.iter().any(|(_, one, _)| one.agent.contains("simpai(")) {
        table.note("SimpAI 1 to 5 are the published weights (Table 2 of the paper), numbered by their published place.");
    }
    Ok(Some(table))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_from_agents() {
        let own =
            weights_of("alphabeta(depth=4, eval=weights(horiz-center=1.5, vert-disc=-0.25), table=off)");
        assert_eq!(own, Some(vec![("horiz-center".to_owned(), 1.5), ("vert-disc".to_owned(), -0.25)]));
        let published = weights_of("alphabeta(depth=4, eval=simpai(3))").expect("they are known");
        assert_eq!(published[2], ("vert-disc".to_owned(), 8.4260));
        assert_eq!(weights_of("alphabeta(eval=simpai(6))"), None);
        assert_eq!(weights_of("alphabeta(eval=windows)"), None);
    }

    #[test]
    fn columns_are_in_the_order_of_the_result() {
        let standing = |name: &str, agent: &str| StandingResult {
            name: name.to_owned(),
            agent: agent.to_owned(),
            wins: 0,
            draws: 0,
            losses: 0,
            points: 0.0,
            score: None,
            elo: None,
            score_by_side: [None; 2],
            nodes: 0,
            quits: Default::default(),
        };
        let standings = [
            standing("windows", "alphabeta(eval=windows)"),
            standing("SimpAI 4", "alphabeta(eval=simpai(4))"),
            standing("Run 1", "alphabeta(eval=weights(vert-disc=0.5, other=2))"),
        ];
        let told = table(&standings).expect("a table").expect("two have weights").to_csv();
        let rows: Vec<&str> = told.lines().collect();
        assert_eq!(rows[0], "weight,2. SimpAI 4,3. Run 1");
        assert!(rows.contains(&"vert-disc,0.2584,0.5") && rows.contains(&"other,,2"), "{told}");
        assert_eq!(table(&standings[..2]).expect("no error"), None, "one is no order");
    }
}
