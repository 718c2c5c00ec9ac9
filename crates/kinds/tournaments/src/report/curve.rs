//! Scores against a parameter: agents of a table that differ in nothing but one number make a curve (the first
//! Isolation study over its r).

use zermelo_kind::ScoreTable;
use zermelo_kind::report::score_table::published_estimate;
use zermelo_report::{Axis, Block, Estimate, Heading, Line, Lines, Numbers, Spread};

use zermelo_kind::report::{INTERVAL, estimate, of_games};

/// Fewer points make no curve.
const FEWEST: usize = 3;

/// The curve of one table.
#[derive(Clone, Debug, PartialEq)]
struct Sweep {
    /// The call whose parameter changes, without its number, as in `cs5(r0=1/6, r4=0.99, r5=`.
    call: String,
    /// Rows of the table by what the parameter is there, from left to right.
    rows: Vec<(f64, usize)>,
}

/// A number of an agent's text: where it stands, and what it is.
struct Number {
    start: usize,
    end: usize,
    value: f64,
}

/// Every number that some parameter of an agent is given.
fn numbers(agent: &str) -> Vec<Number> {
    let mut found = Vec::new();
    for (at, _) in agent.match_indices('=') {
        let start = at + 1;
        let end = agent[start..].find([',', ')', '(']).map_or(agent.len(), |length| start + length);
        if let Some(value) = read(agent[start..end].trim()) {
            found.push(Number { start, end, value });
        }
    }
    found
}

/// A number, or a fraction.
fn read(text: &str) -> Option<f64> {
    let value = match text.split_once('/') {
        Some((above, below)) => above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?,
        None => text.parse().ok()?,
    };
    value.is_finite().then_some(value)
}

/// The largest set of rows that differ in one number only.
fn sweep(agents: &[Option<&str>]) -> Option<Sweep> {
    // What stands before and after a number, and the rows that have just this around one.
    type Group<'a> = ((&'a str, &'a str), Vec<(f64, usize)>);
    let mut groups: Vec<Group> = Vec::new();
    for (row, agent) in agents.iter().enumerate().filter_map(|(row, agent)| Some((row, (*agent)?))) {
        for number in numbers(agent) {
            let around = (&agent[..number.start], &agent[number.end..]);
            match groups.iter_mut().find(|(known, _)| *known == around) {
                Some((_, rows)) => rows.push((number.value, row)),
                None => groups.push((around, vec![(number.value, row)])),
            }
        }
    }
    let is_curve = |rows: &[(f64, usize)]| {
        rows.len() >= FEWEST
            && rows.iter().all(|one| rows.iter().filter(|other| other.0 == one.0).count() == 1)
    };
    let (around, mut rows) = groups
        .into_iter()
        .filter(|(_, rows)| is_curve(rows))
        .reduce(|best, other| if other.1.len() > best.1.len() { other } else { best })?;
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    Some(Sweep { call: innermost_call(around.0).to_owned(), rows })
}

/// The call that is still open at the end of a text.
fn innermost_call(before: &str) -> &str {
    let mut open = Vec::new();
    for (at, letter) in before.char_indices() {
        match letter {
            '(' => open.push(at),
            ')' => drop(open.pop()),
            _ => {}
        }
    }
    let Some(&bracket) = open.last() else { return before };
    let name = before[..bracket].rfind(['=', '(', ',', ' ']).map_or(0, |at| at + 1);
    &before[name..]
}

impl Sweep {
    /// Which parameter of what, as in `r5 of cs5`.
    fn label(&self) -> String {
        let parameter = self.call.rsplit(['(', ',', ' ']).next().unwrap_or_default().trim_end_matches('=');
        match self.call.split_once('(') {
            Some((call, _)) => format!("{parameter} of {call}"),
            None => parameter.to_owned(),
        }
    }

    fn xs(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row.0).collect()
    }
}

/// One figure for each parameter: curves of all tables that have it side by side, and what was published.
pub fn figures(tables: &[ScoreTable], agent_of: impl Fn(&str) -> Option<String>) -> Vec<Block> {
    let mut groups: Vec<(Sweep, Vec<&ScoreTable>)> = Vec::new();
    for table in tables {
        let agents: Vec<Option<String>> = table.rows.iter().map(|row| agent_of(&row.name)).collect();
        let agents: Vec<Option<&str>> = agents.iter().map(Option::as_deref).collect();
        let Some(own) = sweep(&agents) else { continue };
        match groups.iter_mut().find(|(sweep, _)| *sweep == own) {
            Some((_, tables)) => tables.push(table),
            None => groups.push((own, vec![table])),
        }
    }
    groups.iter().filter_map(|(sweep, tables)| figure(sweep, tables)).collect()
}

/// What the titles of some tables have not in common.
fn differing<'a>(tables: &[&'a ScoreTable]) -> Vec<&'a str> {
    let title = |table: &&'a ScoreTable| table.title.rsplit(", ").next().unwrap_or_default();
    tables.iter().map(title).collect()
}

fn figure(sweep: &Sweep, tables: &[&ScoreTable]) -> Option<Block> {
    let share = |percent: f64| percent / 100.0;
    let names = differing(tables);
    let mut lines = Vec::new();
    let mut y = Axis::new("score against all opponents").numbers(Numbers::Percent);
    let mut games = 0;
    for (table, name) in tables.iter().zip(&names) {
        let points = sweep.rows.iter().filter_map(|&(x, row)| {
            let row = &table.rows[row];
            games += row.games;
            Some((x, estimate(row.total?.map(share)).of(row.games)))
        });
        let name = if tables.len() == 1 { "measured".to_owned() } else { format!("measured, {name}") };
        lines.push(Line::new(name, points));
    }
    let published = |table: &ScoreTable| -> Vec<(f64, Estimate)> {
        let point = |&(x, row): &(f64, usize)| {
            let score = share(table.rows[row].published?);
            Some((x, published_estimate(score, table.published_games)))
        };
        sweep.rows.iter().filter_map(point).collect()
    };
    let all_published: Vec<Vec<(f64, Estimate)>> = tables.iter().map(|table| published(table)).collect();
    let mut shown: Vec<&Vec<(f64, Estimate)>> = Vec::new();
    for points in &all_published {
        // Several tables may stand beside the same published one.
        if points.len() >= FEWEST && !shown.contains(&points) {
            shown.push(points);
            lines.push(Line::new("as published", points.iter().copied()));
        }
    }
    for (table, name) in tables.iter().zip(&names) {
        let swept = |row: usize| sweep.rows.iter().any(|&(_, swept)| swept == row);
        if let Some(first) = table.rows.first().filter(|_| !swept(0))
            && let Some([total, ..]) = first.total
        {
            let ending = format!(", {name}");
            let base = first.name.strip_suffix(&ending).unwrap_or(&first.name);
            let label = if tables.len() == 1 { base.to_owned() } else { format!("{base}, {name}") };
            y = y.reference(share(total), label);
        }
    }
    lines.iter().any(|line| line.points.len() >= FEWEST).then(|| {
        let label = sweep.label();
        let mut x = Axis::new(label.as_str());
        if is_even_by_factors(&sweep.xs()) {
            x = x.logarithmic();
        }
        Block::chart(Lines {
            heading: Heading::new(
                format!("Score against {label}"),
                format!("{}; {INTERVAL}; points with the same value are drawn side by side", of_games(games)),
            ),
            x,
            y,
            lines,
            spread: Spread::Strokes,
        })
    })
}

/// Whether numbers lie more evenly by factors than by differences: 1/10, 1/9 .. 1/2 do.
fn is_even_by_factors(xs: &[f64]) -> bool {
    let unevenness = |places: Vec<f64>| {
        let gaps = || places.windows(2).map(|pair| pair[1] - pair[0]);
        gaps().fold(0.0, f64::max) / gaps().fold(f64::INFINITY, f64::min)
    };
    xs.first().is_some_and(|&least| least > 0.0)
        && unevenness(xs.iter().map(|x| x.ln()).collect()) < unevenness(xs.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_that_differ_in_one_number_are_a_sweep() {
        let agents = [
            "alphabeta(nodes=2900, eval=improved)",
            "alphabeta(nodes=830, eval=cs5(r0=1/6, r5=0.5), quirk=blind)",
            "alphabeta(nodes=830, eval=cs5(r0=1/6, r5=0.1), quirk=blind)",
            "alphabeta(nodes=830, eval=cs5(r0=1/6, r5=-0.2), quirk=blind)",
            "alphabeta(nodes=900, eval=cs5(r0=1/7, r5=0.3), quirk=blind)",
        ];
        let found = sweep(&agents.map(Some)).expect("three differ in r5 alone");
        assert_eq!(found.rows, [(-0.2, 3), (0.1, 2), (0.5, 1)]);
        assert_eq!(found.call, "cs5(r0=1/6, r5=");
        assert_eq!(found.label(), "r5 of cs5");
        let by_budget = ["random(x=1)", "random(x=2)", "random(x=4)"];
        assert_eq!(sweep(&by_budget.map(Some)).expect("x").label(), "x of random");
        assert_eq!(
            sweep(&agents[..3].iter().map(|&agent| Some(agent)).collect::<Vec<_>>()),
            None,
            "two are none"
        );
        assert_eq!(sweep(&[Some("a(x=1)"), Some("a(x=2)"), Some("a(x=2)")]), None, "one place twice");
        assert_eq!(sweep(&[None, Some("a-2"), Some("a-3"), Some("a-4")]), None, "names are no numbers");
    }

    #[test]
    fn fractions_are_read_and_laid_out_by_factors() {
        assert_eq!([read("1/4"), read("-0.8"), read("x"), read("1/0")], [Some(0.25), Some(-0.8), None, None]);
        let tenths: Vec<f64> = (1..10).map(|n| f64::from(n) / 10.0).collect();
        let parts: Vec<f64> = (2..=10).rev().map(|n| 1.0 / f64::from(n)).collect();
        assert!(is_even_by_factors(&parts) && !is_even_by_factors(&tenths));
        assert!(!is_even_by_factors(&[-0.8, 0.2, 0.8]));
    }
}
