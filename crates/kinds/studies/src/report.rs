//! What a study shows: treatments side by side (the tic-tac-toe study, figures 5 to 8), tests, differences, survival,
//! power.

use crate::{Comparison, Couple, Curve, StudyResult, TreatmentResult};
use zermelo_report::{
    Axis, Block, BoxGroup, Boxes, Cell, Column, Estimate, Forest, ForestRow, Heading, Line, Lines, Numbers,
    ReportError, Section, Spread, Step, Survival, SurvivalCurve, Table,
};
use zermelo_stats::boxplot::Hinges;

use crate::file::StudyPlan;
use crate::sample::Look;
use crate::subject::{Measure, Replicate};
use zermelo_kind::report::INTERVAL;
use zermelo_store::EventRow;

/// The sections of a study.
pub fn sections(result: &StudyResult) -> Result<Vec<Section>, ReportError> {
    let mut blocks = vec![looks(result)?.into()];
    blocks.extend(boxes(result));
    blocks.extend(survival(result));
    let mut sections = vec![Section { title: "Treatments".to_owned(), blocks }];
    if let Some(comparison) = &result.comparison {
        let mut blocks: Vec<Block> = vec![tests("Tests", comparison)?.into(), couples(comparison)?.into()];
        blocks.extend(tukey(comparison));
        if let Some(published) = result.published.as_ref().and_then(|published| published.comparison.as_ref())
        {
            blocks.push(tests("The same tests on the published numbers", published)?.into());
        }
        blocks.extend(power(result));
        sections.push(Section { title: "Comparison".to_owned(), blocks });
    }
    let mut blocks: Vec<Block> = Vec::new();
    for (what, pick) in [
        ("Best fitness", (|one: &TreatmentResult| one.best.as_slice()) as fn(&TreatmentResult) -> &[Curve]),
        ("Different survivors", |one: &TreatmentResult| one.distinct.as_slice()),
    ] {
        blocks.extend(curves(result, what, pick));
    }
    if !blocks.is_empty() {
        sections.push(Section { title: "By generation".to_owned(), blocks });
    }
    Ok(sections)
}

/// The runs of an unfinished study that are done, by treatment; nothing if there are none.
pub fn sections_so_far(plan: &StudyPlan, events: &[EventRow]) -> Result<Vec<Section>, ReportError> {
    let mut measures: Vec<Vec<Measure>> = vec![Vec::new(); plan.treatments.len()];
    for event in events.iter().filter(|event| event.kind == "replicate") {
        let place = (event.seq / u64::from(plan.runs.max(1))) as usize;
        let (Some(treatment), Some(own)) = (plan.treatments.get(place), measures.get_mut(place)) else {
            continue;
        };
        if let Ok(replicate) = serde_json::from_str::<Replicate>(&event.json) {
            own.push(plan.outcome.of(&replicate, &treatment.subject));
        }
    }
    let columns = vec![
        Column::text("treatment"),
        Column::count("runs"),
        Column::count("of"),
        Column::count("stopped"),
        Column::numbers("mean", Numbers::Decimals(2)),
        Column::numbers("median", Numbers::Plain),
    ];
    let mut table = Table::new(format!("{} by treatment, so far", capital(plan.outcome.unit())), columns);
    for (treatment, own) in plan.treatments.iter().zip(&measures) {
        let look = Look::of(own);
        table.push(vec![
            treatment.name.as_str().into(),
            (own.len() as u64).into(),
            u64::from(plan.runs).into(),
            look.as_ref().map_or(0, |look| u64::from(look.censored)).into(),
            Cell::from(look.as_ref().map(|look| look.mean)),
            Cell::from(look.as_ref().map(|look| look.quantiles[2])),
        ])?;
    }
    let is_empty = measures.iter().all(Vec::is_empty);
    let section = Section { title: "Treatments".to_owned(), blocks: vec![table.into()] };
    Ok(if is_empty { Vec::new() } else { vec![section] })
}

fn runs_of(result: &StudyResult) -> String {
    format!("{} runs per treatment", result.runs)
}

/// How runs that were stopped are counted, if there are any.
fn stopped(result: &StudyResult) -> &'static str {
    let is_any = result.treatments.iter().any(|one| one.look.censored > 0);
    if is_any { "; stopped runs count as finished at the limit" } else { "" }
}

fn looks(result: &StudyResult) -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("treatment"),
        Column::count("runs"),
        Column::count("stopped"),
        Column::numbers("mean", Numbers::Decimals(2)),
        Column::numbers("SD", Numbers::Decimals(2)),
        Column::numbers("5 %", Numbers::Plain),
        Column::numbers("25 %", Numbers::Plain),
        Column::numbers("median", Numbers::Plain),
        Column::numbers("75 %", Numbers::Plain),
        Column::numbers("95 %", Numbers::Plain),
    ];
    let mut table = Table::new(format!("{} by treatment", capital(result.outcome.unit())), columns);
    let published = result.published.iter().flat_map(|all| all.names.iter().zip(&all.looks));
    let published = published.map(|(name, look)| (format!("{name}, published"), look));
    let own = result.treatments.iter().map(|one| (one.name.clone(), &one.look));
    for (name, look) in own.chain(published) {
        let mean = look.mean_interval.map_or(Estimate::exact(look.mean), |[low, high]| {
            Estimate::new(look.mean, (low.min(look.mean), high.max(look.mean)))
        });
        let mut cells: Vec<Cell> = vec![
            name.into(),
            u64::from(look.n).into(),
            u64::from(look.censored).into(),
            mean.into(),
            Cell::from(look.deviation),
        ];
        cells.extend(look.quantiles[..5].iter().map(|&quantile| Cell::from(quantile)));
        table.push(cells)?;
    }
    table.note(format!("{INTERVAL} of the means{}.", stopped(result)));
    Ok(table)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn boxes(result: &StudyResult) -> Option<Block> {
    let groups: Vec<BoxGroup> = (result.treatments.iter())
        .map(|one| BoxGroup { name: one.name.clone(), values: one.counted() })
        .filter(|group| !group.values.is_empty())
        .collect();
    (!groups.is_empty()).then(|| {
        Block::chart(Boxes {
            heading: Heading::new(
                format!("{} by treatment, notched", capital(result.outcome.unit())),
                format!("{}; notches are 95 % intervals of the medians{}", runs_of(result), stopped(result)),
            ),
            group_label: "treatment".to_owned(),
            y: Axis::new(result.outcome.unit()),
            groups,
            // The quartiles of the table.
            hinges: Hinges::Quartiles,
            has_notches: true,
        })
    })
}

fn survival(result: &StudyResult) -> Option<Block> {
    let curves: Vec<SurvivalCurve> = (result.treatments.iter())
        .filter(|one| !one.survival.is_empty())
        .map(|one| {
            let n = u64::from(one.look.n);
            // At risk just before a step are all that the step before has left.
            let mut at_risk = n;
            let steps = one.survival.iter().map(|point| {
                let [share, low, high] = point.share;
                let share = Estimate::new(share, (low.min(share), high.max(share)));
                let left = (share.value * n as f64).round() as u64;
                Step { time: point.after, share, at_risk: std::mem::replace(&mut at_risk, left) }
            });
            SurvivalCurve { name: one.name.clone(), n, steps: steps.collect(), cut: Vec::new() }
        })
        .collect();
    (!curves.is_empty()).then(|| {
        Block::chart(Survival {
            heading: Heading::new("Runs still running", format!("{}; {INTERVAL}", runs_of(result))),
            time: Axis::new(result.outcome.unit()),
            share_label: "runs still running".to_owned(),
            curves,
        })
    })
}

fn tests(title: &str, comparison: &Comparison) -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("test"),
        Column::numbers("statistic", Numbers::Decimals(4)),
        Column::text("degrees of freedom"),
        Column::p_value("p"),
    ];
    let mut table = Table::new(title, columns);
    let f = [
        ("ANOVA", &comparison.anova),
        ("Welch's ANOVA", &comparison.welch),
        ("Brown-Forsythe (variance)", &comparison.brown_forsythe),
    ];
    let chi = [("Kruskal-Wallis", &comparison.kruskal_wallis), ("Bartlett (variance)", &comparison.bartlett)];
    let number = |value: f64| zermelo_report::number::plain(value);
    for (name, test) in f {
        if let Some(test) = test {
            let df = format!("{}, {}", number(test.df[0]), number(test.df[1]));
            table.push(vec![name.into(), test.f.into(), df.into(), test.p.into()])?;
        }
    }
    for (name, test) in chi {
        if let Some(test) = test {
            table.push(vec![name.into(), test.chi_squared.into(), number(test.df).into(), test.p.into()])?;
        }
    }
    Ok(table)
}

/// A couple as all its numbers count it: the second list less the first.
fn first_less_second(couple: &Couple) -> String {
    format!("{} - {}", couple.b, couple.a)
}

fn couples(comparison: &Comparison) -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("first - second"),
        Column::numbers("difference of means", Numbers::Signed(2)),
        Column::p_value("Tukey p"),
        Column::percent("P(first > second)"),
        Column::p_value("Mann-Whitney p (Holm)"),
    ];
    let mut table = Table::new("Pairwise comparisons", columns);
    for one in &comparison.couples {
        let tukey = one.tukey.as_ref();
        let difference = tukey.map_or(Estimate::exact(one.difference), |tukey| {
            let [low, high] = tukey.interval;
            Estimate::new(one.difference, (low.min(one.difference), high.max(one.difference)))
        });
        table.push(vec![
            first_less_second(one).into(),
            difference.into(),
            Cell::from(tukey.map(|tukey| tukey.p)),
            Cell::from(one.mann_whitney.as_ref().map(|test| test.superiority)),
            Cell::from(one.mann_whitney.as_ref().map(|test| test.corrected_p)),
        ])?;
    }
    Ok(table)
}

fn tukey(comparison: &Comparison) -> Option<Block> {
    let rows: Vec<ForestRow> = (comparison.couples.iter())
        .filter_map(|one| {
            let [low, high] = one.tukey.as_ref()?.interval;
            let estimate = Estimate::new(one.difference, (low.min(one.difference), high.max(one.difference)));
            Some(ForestRow { name: first_less_second(one), estimate, inner: None })
        })
        .collect();
    let n = rows.len();
    let n_clear = rows.iter().filter(|row| row.estimate.low > 0.0 || row.estimate.high < 0.0).count();
    let finding = match (n_clear, n) {
        (0, 1) => "The difference of the means is not significant".to_owned(),
        (1, 1) => "The difference of the means is significant".to_owned(),
        (0, n) => format!("None of {n} differences of means is significant"),
        (clear, n) => format!("{clear} of {n} differences of means are significant"),
    };
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading: Heading::new("Differences of means", "Tukey's simultaneous 95 % intervals")
                .saying(finding),
            axis: Axis::new("difference").numbers(Numbers::Signed(1)).reference(0.0, "none"),
            rows,
            shaded: None,
        })
    })
}

fn power(result: &StudyResult) -> Option<Block> {
    let line = |name: &str, pick: fn(&crate::Power) -> f64| {
        Line::exact(name, result.powers.iter().map(|power| [f64::from(power.runs), pick(power)]))
    };
    // A curve that is always at the top shows nothing.
    let is_constant = result.powers.iter().all(|power| power.anova > 0.95 && power.kruskal_wallis > 0.95);
    if let (true, Some(least)) = (is_constant, result.powers.iter().map(|power| power.runs).min()) {
        return Some(Block::prose(format!(
            "Power: {least} runs per treatment and more detect the difference in at least 95 % of experiments resampled from these \
             runs, by ANOVA and by Kruskal-Wallis."
        )));
    }
    (result.powers.len() > 1).then(|| {
        Block::chart(Lines {
            heading: Heading::new(
                "Power against the number of runs",
                "experiments resampled from these runs; share with p below 5 %",
            ),
            x: Axis::count("runs per treatment").logarithmic(),
            y: Axis::percent("share of experiments").limits(0.0, 1.0),
            lines: vec![
                line("ANOVA", |power| power.anova),
                line("Kruskal-Wallis", |power| power.kruskal_wallis),
            ],
            spread: Spread::Band,
        })
    })
}

fn curves(result: &StudyResult, what: &str, pick: fn(&TreatmentResult) -> &[Curve]) -> Option<Block> {
    let lines: Vec<Line> = (result.treatments.iter())
        .filter(|one| pick(one).len() > 1)
        .map(|one| {
            let points = (1..).zip(pick(one)).map(|(generation, point)| {
                let [low, high] = point.interval.unwrap_or([point.mean; 2]);
                let interval = (low.min(point.mean), high.max(point.mean));
                (f64::from(generation), Estimate::new(point.mean, interval).of(u64::from(point.n)))
            });
            Line::new(one.name.as_str(), points)
        })
        .collect();
    let values = || lines.iter().flat_map(|line| &line.points).map(|point| point.y.value);
    let (low, high) =
        values().fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    // A curve that hardly changes is a sentence.
    if !lines.is_empty() && high - low <= 0.02 * high.abs() {
        return Some(Block::prose(format!(
            "{what} by generation: between {low:.2} and {high:.2} in every treatment and generation, on average."
        )));
    }
    (!lines.is_empty()).then(|| {
        Block::chart(Lines {
            heading: Heading::new(
                format!("{what} by generation"),
                format!("{}; means, {INTERVAL}", runs_of(result)),
            ),
            x: Axis::count("generation"),
            y: Axis::new(what.to_lowercase()),
            lines,
            spread: Spread::Band,
        })
    })
}

#[cfg(test)]
mod tests {
    use zermelo_stats::boxplot::BoxPlot;

    use super::*;
    use crate::subject::Outcome;

    /// Every number of one couple is about the same difference, and the row says which.
    #[test]
    fn the_first_of_a_couple_is_the_one_that_is_longer() {
        let names = ["twenty", "forty"].map(str::to_owned);
        let lists = [vec![20.0, 21.0, 23.0, 24.0], vec![5.0, 8.0, 9.0, 10.0]];
        let comparison = Comparison::of(&names, &lists).expect("two lists");
        let (head, rows) = couples(&comparison).expect("a table").texts();
        assert_eq!((head[0].as_str(), head[3].as_str()), ("first - second", "P(first > second)"));
        let [row] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!(row[0], "forty - twenty");
        assert!(row[1].starts_with(['-', '\u{2212}']) && row[3].starts_with("0.0"), "{row:?}");
    }

    /// The box plot has the quartiles of the table, of the same runs.
    #[test]
    fn boxes_show_what_the_table_tells() {
        let measures: Vec<Measure> = [(8.0, false), (8.0, false), (11.0, false), (24.0, true)]
            .map(|(value, is_censored)| Measure { value, is_censored })
            .to_vec();
        let look = Look::of(&measures).expect("a look");
        let treatment = TreatmentResult {
            name: "ten".to_owned(),
            values: measures.iter().map(|one| (!one.is_censored).then_some(one.value)).collect(),
            look: look.clone(),
            survival: Vec::new(),
            best: Vec::new(),
            distinct: Vec::new(),
        };
        let result = StudyResult {
            title: String::new(),
            about: String::new(),
            subject: "tables".to_owned(),
            outcome: Outcome::Generations,
            seed: 1,
            runs: 4,
            treatments: vec![treatment],
            comparison: None,
            powers: Vec::new(),
            published: None,
            collections: Vec::new(),
            findings: Vec::new(),
        };
        let Some(Block::Chart(chart)) = boxes(&result) else { panic!("no figure") };
        let told = chart.data().expect("its numbers").to_csv();
        let plot = BoxPlot::of(&result.treatments[0].counted(), Hinges::Quartiles).expect("a plot");
        assert_eq!([plot.hinges.0, plot.median, plot.hinges.1], [look.quantiles[1], 9.5, look.quantiles[3]]);
        assert!(told.lines().nth(1).is_some_and(|row| row.starts_with("ten,4,9.5,8,14.25,")), "{told}");
        assert!(chart.basis().contains("stopped runs count as finished at the limit"));
    }
}
