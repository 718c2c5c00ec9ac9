//! The result of a study, for machines and for people.

use std::fmt::Write;

use serde_json::{Value, json};
use zermelo_experiments::study::tables::{Collection, Side};
use zermelo_experiments::study::{
    Chi, Comparison, Couple, Curve, F, Look, StudyResult, Survival, TRIMMED, TreatmentResult,
};

use zermelo_terminal::number::{grouped, signed};
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::{lay_out, shortened};
use zermelo_terminal::width;

/// The longest name in a table, and of each of two.
const NAME: usize = 24;
const NAME_OF_TWO: usize = 20;

/// Rows with what others published stand below ours.
const PUBLISHED: &str = "- published";

/// The generations of which curves are told, as far as there is room: if runs are short, and if they are long.
const TOLD: [usize; 15] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50];
const TOLD_LONG: [usize; 16] = [1, 2, 5, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200, 300, 400, 500];

/// The result of a run for machines.
pub fn json(run: &str, result: &StudyResult) -> Value {
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// The result of a run for people.
pub fn text(run: &str, result: &StudyResult) -> String {
    let mut text = wrapped(&format!("{} (study of {}, {run})", result.title, result.subject));
    text.push('\n');
    tell_looks(&mut text, result);
    tell_survival(&mut text, result);
    tell_curves(&mut text, result);
    if let Some(comparison) = &result.comparison {
        let published = result.published.as_ref().and_then(|published| published.comparison.as_ref());
        tell_tests(&mut text, comparison, published);
        tell_couples(&mut text, comparison, published);
    }
    tell_powers(&mut text, result);
    result.collections.iter().for_each(|collection| tell_collection(&mut text, collection));
    result.findings.iter().for_each(|finding| text.push_str(&wrapped(finding)));
    text
}

/// A number of generations or a quantile: 8, 11.7, 5.25.
fn brief(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The statistic of a test: as many digits as documents print.
fn statistic(number: f64) -> String {
    if number < 10.0 { format!("{number:.5}") } else { format!("{number:.3}") }
}

fn between([low, high]: [f64; 2], write: impl Fn(f64) -> String) -> String {
    format!("{} to {}", write(low), write(high))
}

/// A chance: 0.031, 3.7e-9.
fn chance(p: f64) -> String {
    match p {
        p if p < 1e-300 => "0".to_owned(),
        p if p < 1e-4 => format!("{p:.1e}"),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.3}"),
    }
}

/// A chance to as many digits as documents print.
fn long_chance(p: f64) -> String {
    if p < 1e-4 { chance(p) } else { format!("{p:.5}") }
}

fn texts<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// Every treatment, and below it what was published of it.
fn looks(result: &StudyResult) -> Vec<(String, &Look)> {
    let mut looks = Vec::new();
    for treatment in &result.treatments {
        looks.push((shortened(&treatment.name, NAME), &treatment.look));
        let published = result.published.iter().flat_map(|all| all.names.iter().zip(&all.looks));
        let published = published.filter(|(name, _)| **name == treatment.name);
        looks.extend(published.map(|(_, look)| (PUBLISHED.to_owned(), look)));
    }
    looks
}

fn tell_looks(text: &mut String, result: &StudyResult) {
    let looks = looks(result);
    let is_censored = looks.iter().any(|(_, look)| look.censored > 0);
    let mut head = texts([result.outcome.unit(), "runs"]);
    head.extend(is_censored.then(|| "stopped".to_owned()));
    let trimmed = format!("mean trimmed by {:.0} % at each end", 100.0 * TRIMMED);
    head.extend(texts(["mean", "95 %", "SD", &trimmed]));
    let mut rows = vec![head];
    let mut boxes = vec![texts([
        "quantiles",
        "5 %",
        "25 %",
        "50 %",
        "75 %",
        "95 %",
        "99 %",
        "most",
        "notch",
        "whiskers",
        "beyond",
    ])];
    for (name, look) in &looks {
        let mut row = vec![name.clone(), grouped(u64::from(look.n))];
        row.extend(is_censored.then(|| grouped(u64::from(look.censored))));
        row.extend([
            format!("{:.2}", look.mean),
            look.mean_interval
                .map_or("-".to_owned(), |interval| between(interval, |end| format!("{end:.2}"))),
            look.deviation.map_or("-".to_owned(), |deviation| format!("{deviation:.2}")),
            format!("{:.2}", look.trimmed_mean),
        ]);
        rows.push(row);
        let mut row = vec![name.clone()];
        row.extend(look.quantiles.map(brief));
        row.push(brief(look.range[1]));
        row.push(between(look.notch, |end| format!("{end:.2}")));
        row.push(between(look.whiskers, brief));
        row.push(look.outliers.len().to_string());
        boxes.push(row);
    }
    text.push_str(&lay_out(&rows, &[0]));
    text.push('\n');
    text.push_str(&lay_out(&boxes, &[0]));
    text.push('\n');
}

/// The generations that are told: as many as fit beside the names, and no more than there were.
fn told_generations(result: &StudyResult, width: usize) -> Vec<usize> {
    let names = result.treatments.iter().map(|treatment| treatment.name.chars().count());
    let name = names.max().unwrap_or(0).min(NAME).max(HEADING_WIDTH);
    let n_columns = (width::of_output().saturating_sub(name + 2) / (width + 2)).max(1);
    let last = result.treatments.iter().map(|treatment| treatment.best.len()).max().unwrap_or(0);
    let are_long = result.treatments.iter().any(|treatment| treatment.look.quantiles[4] > TOLD[14] as f64);
    let all = if are_long { &TOLD_LONG[..] } else { &TOLD[..] };
    let known: Vec<usize> = all.iter().copied().filter(|&generation| generation <= last).collect();
    if !are_long || known.len() <= n_columns {
        return known.into_iter().take(n_columns).collect();
    }
    // Of long runs the end is to be seen too.
    let place = |column: usize| column * (known.len() - 1) / (n_columns - 1).max(1);
    (0..n_columns).map(|column| known[place(column)]).collect()
}

/// The longest of the headings below.
const HEADING_WIDTH: usize = 29;

fn tell_survival(text: &mut String, result: &StudyResult) {
    let generations = told_generations(result, 3);
    let mut rows = vec![vec!["% still running after".to_owned()]];
    rows[0].extend(generations.iter().map(usize::to_string));
    for treatment in &result.treatments {
        let share = |generation: usize| {
            let is_past = |step: &&Survival| step.after <= generation as f64;
            treatment.survival.iter().take_while(is_past).last().map_or(1.0, |step| step.share[0])
        };
        let mut row = vec![shortened(&treatment.name, NAME)];
        row.extend(generations.iter().map(|&generation| format!("{:.0}", 100.0 * share(generation))));
        rows.push(row);
    }
    text.push_str(&lay_out(&rows, &[0]));
    text.push('\n');
}

fn tell_curves(text: &mut String, result: &StudyResult) {
    type CurveOf = fn(&TreatmentResult) -> &Vec<Curve>;
    let curves: [(&str, usize, CurveOf); 2] = [
        ("share of lost games, best", 3, |treatment| &treatment.best),
        ("distinct survivors", 1, |treatment| &treatment.distinct),
    ];
    for (heading, places, of) in curves {
        let generations = told_generations(result, 5);
        let mut rows = vec![vec![heading.to_owned()]];
        rows[0].extend(generations.iter().map(usize::to_string));
        for treatment in &result.treatments {
            let curve = of(treatment);
            let mut means = vec![shortened(&treatment.name, NAME)];
            let mut doubts = vec!["  ± (95 %)".to_owned()];
            for point in generations.iter().map(|&generation| curve.get(generation - 1)) {
                means.push(point.map_or(String::new(), |point| format!("{:.places$}", point.mean)));
                let half = point.and_then(|point| Some(point.interval?[1] - point.mean));
                doubts.push(half.map_or(String::new(), |half| format!("{half:.places$}")));
            }
            rows.extend([means, doubts]);
        }
        text.push_str(&lay_out(&rows, &[0]));
        text.push('\n');
    }
}

fn tell_tests(text: &mut String, ours: &Comparison, published: Option<&Comparison>) {
    let f = |test: Option<F>| {
        let within = |df: f64| if df.fract() == 0.0 { df.to_string() } else { format!("{df:.1}") };
        test.map_or(texts(["-", "-"]), |F { f, df: [between, df], p }| {
            vec![format!("F({between}, {}) = {}", within(df), statistic(f)), long_chance(p)]
        })
    };
    let chi = |test: Option<Chi>| {
        test.map_or(texts(["-", "-"]), |Chi { chi_squared, df, p }| {
            vec![format!("χ²({df}) = {}", statistic(chi_squared)), long_chance(p)]
        })
    };
    let answers = |comparison: &Comparison| {
        [
            f(comparison.anova),
            f(comparison.welch),
            chi(comparison.kruskal_wallis),
            chi(comparison.bartlett),
            f(comparison.brown_forsythe),
        ]
    };
    let mut head = texts(["question", "test", "ours", "p"]);
    head.extend(published.iter().flat_map(|_| texts(["published", "p"])));
    let mut rows = vec![head];
    let published = published.map(answers);
    for (at, answer) in answers(ours).into_iter().enumerate() {
        let [question, test] = [
            ["same mean?", "analysis of variance"],
            ["", "Welch, unequal variances"],
            ["same ranks?", "Kruskal-Wallis"],
            ["same variance?", "Bartlett, if normal"],
            ["", "Brown-Forsythe"],
        ][at];
        let mut row = texts([question, test]);
        row.extend(answer);
        row.extend(published.iter().flat_map(|answers| answers[at].clone()));
        rows.push(row);
    }
    text.push_str(&lay_out(&rows, &[0, 1]));
    text.push('\n');
}

fn tell_couples(text: &mut String, ours: &Comparison, published: Option<&Comparison>) {
    let mut rows = vec![
        texts(["", "difference", "95 %", "p", "first is", "p (Mann-", "p, all"]),
        texts(["first - second", "of means", "(Tukey)", "(Tukey)", "longer", "Whitney)", "(Holm)"]),
    ];
    for couple in &ours.couples {
        let [a, b] = [&couple.a, &couple.b].map(|name| shortened(name, NAME_OF_TWO));
        rows.push(couple_row(format!("{b} - {a}"), couple));
        let is_same = |other: &&Couple| (&other.a, &other.b) == (&couple.a, &couple.b);
        let theirs = published.and_then(|all| all.couples.iter().find(is_same));
        rows.extend(theirs.map(|theirs| couple_row(PUBLISHED.to_owned(), theirs)));
    }
    text.push_str(&lay_out(&rows, &[0]));
    text.push('\n');
}

fn couple_row(name: String, couple: &Couple) -> Vec<String> {
    let dash = || "-".to_owned();
    let (tukey, ranks) = (couple.tukey, couple.mann_whitney);
    vec![
        name,
        signed(couple.difference, 2),
        tukey.map_or_else(dash, |tukey| between(tukey.interval, |end| signed(end, 2))),
        tukey.map_or_else(dash, |tukey| chance(tukey.p)),
        ranks.map_or_else(dash, |ranks| format!("{:.1} %", 100.0 * ranks.superiority)),
        ranks.map_or_else(dash, |ranks| chance(ranks.p)),
        ranks.map_or_else(dash, |ranks| chance(ranks.corrected_p)),
    ]
}

fn tell_powers(text: &mut String, result: &StudyResult) {
    if result.powers.is_empty() {
        return;
    }
    let mut rows =
        ["power in % at the 5 % level, by runs per treatment", "analysis of variance", "Kruskal-Wallis"]
            .map(|name| vec![name.to_owned()])
            .to_vec();
    for power in &result.powers {
        rows[0].push(power.runs.to_string());
        rows[1].push(format!("{:.0}", 100.0 * power.anova));
        rows[2].push(format!("{:.0}", 100.0 * power.kruskal_wallis));
    }
    text.push_str(&lay_out(&rows, &[0]));
    text.push('\n');
}

fn tell_collection(text: &mut String, collection: &Collection) {
    let side = match collection.side {
        Side::First => "as first player",
        Side::Second => "as second player",
        Side::Both => "as either player",
    };
    let mut told = format!(
        "{} of the {} tables that never lose {side} are distinct strategies.",
        grouped(u64::from(collection.distinct)),
        grouped(u64::from(collection.found))
    );
    if let Some(openings) = collection.openings {
        let share = |n: u32| {
            format!(
                "{} ({:.1} %)",
                grouped(u64::from(n)),
                100.0 * f64::from(n) / f64::from(collection.distinct.max(1))
            )
        };
        let _ = write!(
            told,
            " They begin in a corner: {}, on an edge: {}, in the centre: {}.",
            share(openings.corner),
            share(openings.edge),
            share(openings.centre)
        );
    }
    if let (Some(wins), Some(draws)) = (collection.wins, collection.draws) {
        let best =
            |bound: &str, best: Option<u32>| best.map_or(String::new(), |best| format!(", {bound} {best}"));
        let _ = write!(
            told,
            " Against all replies they win {} to {} games (mean {:.1}{}) and draw {} to {} (mean {:.1}{}).",
            wins.least,
            wins.most,
            wins.mean,
            best("at most", collection.most_wins),
            draws.least,
            draws.most,
            draws.mean,
            best("at least", collection.fewest_draws)
        );
    }
    text.push_str(&wrapped(&told));
    text.push('\n');
}
