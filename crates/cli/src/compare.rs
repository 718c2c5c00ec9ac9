//! `zermelo stats compare`: whether groups of numbers differ, which of them, and by how much.
//!
//! Each test answers for itself: where one has no answer (a group of a single value has no variance) it is null, `unanswered`
//! says why, and the others are told.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use zermelo_game::shown;
use zermelo_stats::StatsError;
use zermelo_stats::anova::{Anova, FTest, anova, welch_anova};
use zermelo_stats::boxplot::{BoxPlot, Hinges};
use zermelo_stats::ranks::{ChiSquaredTest, kruskal_wallis};
use zermelo_stats::shapiro::{ShapiroWilk, shapiro_wilk};
use zermelo_stats::spread::{Centre, bartlett, fligner_killeen, levene};
use zermelo_stats::summary::Summary;
use zermelo_stats::tukey::{Comparison, tukey_hsd};

use crate::args::CompareArgs;
use crate::observations::{self, Group};
use crate::reply::{Failure, Reply};
use zermelo_terminal::number::{chance, grouped};
use zermelo_terminal::table::{Align, table};

/// The confidence of every interval.
const CONFIDENCE: f64 = 0.95;

/// Below this a difference is told as one.
const LEVEL: f64 = 0.05;

/// Tukey's comparisons are as many as pairs of groups: with more groups they would take minutes, and nobody would read them.
const MOST_FOR_TUKEY: usize = 100;

/// So many pairs that differ are named in a sentence.
const MOST_NAMED: usize = 5;

/// So many comparisons are shown to people in full; of more, only those that tell a difference.
const MOST_SHOWN: usize = 45;

/// Reads the groups and compares them.
pub fn run(args: &CompareArgs) -> Result<Reply, Failure> {
    let groups = observations::read(&args.file)?;
    if let [only] = &groups[..] {
        let problem = format!(
            "a comparison needs at least two groups, but there is only `{}`, with {} values: add another one",
            shown(&only.name),
            grouped(only.values.len() as u64)
        );
        return Err(Failure::wrong("bad-file", problem));
    }
    let report = Report::of(&groups)?;
    Ok(Reply::new(report.json(), report.text()))
}

/// What a group looks like.
struct Look<'a> {
    name: &'a str,
    summary: Summary,
    /// There is none of a single value.
    mean_interval: Option<(f64, f64)>,
    boxplot: BoxPlot,
    /// The least and the greatest value.
    range: (f64, f64),
}

impl<'a> Look<'a> {
    fn of(group: &'a Group) -> Result<Look<'a>, StatsError> {
        let summary = Summary::of(&group.values)?;
        let ends = |(low, high): (f64, f64), &value: &f64| (value.min(low), value.max(high));
        Ok(Look {
            name: &group.name,
            summary,
            mean_interval: summary.mean_interval(CONFIDENCE).ok(),
            boxplot: BoxPlot::of(&group.values, Hinges::Quartiles)?,
            range: group.values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), ends),
        })
    }

    /// The standard deviation, which a single value does not have.
    fn deviation(&self) -> Option<f64> {
        (self.summary.n > 1).then(|| self.summary.deviation())
    }

    fn json(&self) -> Value {
        let BoxPlot { hinges, median, whiskers, notch, outliers } = &self.boxplot;
        json!({
            "name": self.name,
            "n": self.summary.n,
            "mean": self.summary.mean,
            "mean_low": self.mean_interval.map(|(low, _)| low),
            "mean_high": self.mean_interval.map(|(_, high)| high),
            "sd": self.deviation(),
            "min": self.range.0,
            "q1": hinges.0,
            "median": median,
            "q3": hinges.1,
            "max": self.range.1,
            "notch_low": notch.0,
            "notch_high": notch.1,
            "whisker_low": whiskers.0,
            "whisker_high": whiskers.1,
            "outliers": outliers,
        })
    }
}

/// Everything that is told about the groups.
struct Report<'a> {
    groups: Vec<Look<'a>>,
    anova: Result<Anova, String>,
    welch: Result<FTest, String>,
    bartlett: Result<ChiSquaredTest, String>,
    levene: Result<FTest, String>,
    fligner: Result<ChiSquaredTest, String>,
    kruskal: Result<ChiSquaredTest, String>,
    shapiro: Result<ShapiroWilk, String>,
    tukey: Result<Vec<Comparison>, String>,
}

/// An answer, or why there is none, in words.
fn told<T>(answer: Result<T, StatsError>) -> Result<T, String> {
    answer.map_err(|error| error.to_string())
}

/// The same of a test that needs a variance of every group: says which one has none.
fn told_of_all<T>(groups: &[Look], answer: Result<T, StatsError>) -> Result<T, String> {
    answer.map_err(|error| {
        let without = groups.iter().find(|group| group.range.0 == group.range.1);
        match without {
            Some(group) if group.summary.n == 1 => {
                format!("group `{}` has a single value, and a variance needs two", shown(group.name))
            }
            Some(group) => {
                format!("all values of group `{}` are the same, so it has no variance", shown(group.name))
            }
            None => error.to_string(),
        }
    })
}

impl<'a> Report<'a> {
    fn of(groups: &'a [Group]) -> Result<Report<'a>, Failure> {
        let look = |group: &'a Group| {
            Look::of(group).map_err(|error| {
                Failure::wrong("bad-file", format!("group `{}`: {error}", shown(&group.name)))
            })
        };
        let looks = groups.iter().map(look).collect::<Result<Vec<_>, Failure>>()?;
        let values: Vec<&[f64]> = groups.iter().map(|group| group.values.as_slice()).collect();
        let residuals: Vec<f64> = groups
            .iter()
            .zip(&looks)
            .flat_map(|(group, look)| group.values.iter().map(|value| value - look.summary.mean))
            .collect();
        let tukey = if groups.len() <= MOST_FOR_TUKEY {
            told(tukey_hsd(&values, CONFIDENCE))
        } else {
            Err(format!(
                "there are {} groups, and pairs are compared for at most {MOST_FOR_TUKEY}",
                groups.len()
            ))
        };
        Ok(Report {
            anova: told(anova(&values)),
            welch: told_of_all(&looks, welch_anova(&values)),
            bartlett: told_of_all(&looks, bartlett(&values)),
            levene: levene(&values, Centre::Median).map_err(|error| match error {
                StatsError::NoVariance { .. } => {
                    "within each group all values are equally far from the median".to_owned()
                }
                error => error.to_string(),
            }),
            fligner: told(fligner_killeen(&values)),
            kruskal: told(kruskal_wallis(&values)),
            shapiro: told(shapiro_wilk(&residuals)),
            tukey,
            groups: looks,
        })
    }

    fn json(&self) -> Value {
        let mut unanswered = Map::new();
        let mut json = Map::new();
        let mut tell = |name: &str, answer: Result<Value, &String>| {
            let answer = answer.unwrap_or_else(|why| {
                unanswered.insert(name.to_owned(), json!(why));
                Value::Null
            });
            json.insert(name.to_owned(), answer);
        };
        let anova = self.anova.as_ref().map(|anova| {
            json!({
                "f": anova.test.f,
                "df_between": anova.test.df.0 as u64,
                "df_within": anova.test.df.1 as u64,
                "p": anova.test.p,
                "squares_between": anova.squares_between,
                "squares_within": anova.squares_within,
                "eta_squared": anova.eta_squared(),
                "omega_squared": anova.omega_squared(),
            })
        });
        tell("anova", anova);
        let f = |name: &str, test: &FTest| json!({ name: test.f, "df_between": test.df.0, "df_within": test.df.1, "p": test.p });
        let chi =
            |name: &str, test: &ChiSquaredTest| json!({ name: test.chi_squared, "df": test.df, "p": test.p });
        tell("welch", self.welch.as_ref().map(|test| f("f", test)));
        tell("bartlett", self.bartlett.as_ref().map(|test| chi("chi2", test)));
        tell("levene", self.levene.as_ref().map(|test| f("w", test)));
        tell("fligner", self.fligner.as_ref().map(|test| chi("chi2", test)));
        tell("kruskal", self.kruskal.as_ref().map(|test| chi("h", test)));
        tell("shapiro", self.shapiro.as_ref().map(|test| json!({ "w": test.w, "p": test.p })));
        let comparison = |comparison: &Comparison| {
            let (a, b) = self.names(comparison);
            json!({
                "a": a,
                "b": b,
                "diff": comparison.difference,
                "low": comparison.interval.0,
                "high": comparison.interval.1,
                "p": comparison.p,
                "q": comparison.q,
                "se": comparison.standard_error,
            })
        };
        tell("tukey", self.tukey.as_ref().map(|all| all.iter().map(comparison).collect()));
        json.insert("groups".to_owned(), self.groups.iter().map(Look::json).collect());
        json.insert("confidence".to_owned(), json!(CONFIDENCE));
        json.insert("unanswered".to_owned(), Value::Object(unanswered));
        Value::Object(json)
    }

    /// The names of the groups that are compared.
    fn names(&self, comparison: &Comparison) -> (&str, &str) {
        (self.groups[comparison.groups.0].name, self.groups[comparison.groups.1].name)
    }

    fn text(&self) -> String {
        let numbers = Numbers::of(&self.groups);
        let mut text = self.groups_text(&numbers);
        text.push('\n');
        text.push_str(&self.tests_text());
        text.push_str(&self.tukey_text(&numbers));
        text.push('\n');
        text.push_str(&self.meaning());
        text
    }

    fn groups_text(&self, numbers: &Numbers) -> String {
        let header = ["group", "n", "mean", "95 %", "sd", "median", "quartiles", "notch"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for group in &self.groups {
            let BoxPlot { hinges, median, notch, .. } = &group.boxplot;
            rows.push(vec![
                shown(group.name),
                grouped(group.summary.n as u64),
                numbers.write(group.summary.mean),
                group.mean_interval.map_or("-".to_owned(), |interval| numbers.between(interval)),
                group.deviation().map_or("-".to_owned(), |deviation| numbers.write(deviation)),
                numbers.write(*median),
                numbers.between(*hinges),
                numbers.between(*notch),
            ]);
        }
        let mut alignments = [Align::Right; 8];
        alignments[0] = Align::Left;
        table(&alignments, &rows)
    }

    fn tests_text(&self) -> String {
        let f = |test: &FTest| {
            // Welch's second number of degrees of freedom is no whole one.
            let within =
                if test.df.1.fract() == 0.0 { test.df.1.to_string() } else { format!("{:.1}", test.df.1) };
            (format!("F({}, {within}) = {}", test.df.0, statistic(test.f)), test.p)
        };
        let chi =
            |test: &ChiSquaredTest| (format!("χ²({}) = {}", test.df, statistic(test.chi_squared)), test.p);
        let shapiro = |test: &ShapiroWilk| (format!("W = {}", statistic(test.w)), test.p);
        let anova = self.anova.as_ref().map(|anova| f(&anova.test));
        let tests = [
            ("same mean?", "analysis of variance", anova),
            ("", "Welch, unequal variances", self.welch.as_ref().map(f)),
            ("same ranks?", "Kruskal-Wallis", self.kruskal.as_ref().map(chi)),
            ("same variance?", "Bartlett, if normal", self.bartlett.as_ref().map(chi)),
            ("", "Brown-Forsythe", self.levene.as_ref().map(f)),
            ("", "Fligner-Killeen", self.fligner.as_ref().map(chi)),
            ("normal?", "Shapiro-Wilk, of residuals", self.shapiro.as_ref().map(shapiro)),
        ];
        let mut rows = vec![["question", "test", "statistic", "p"].map(str::to_owned).to_vec()];
        let mut reasons = String::new();
        for (question, test, answer) in tests {
            let (statistic, p) = match answer {
                Ok((statistic, p)) => (statistic, chance(p)),
                Err(why) => {
                    let name = test.split(',').next().unwrap_or(test);
                    let _ = writeln!(reasons, "{name} has no result: {why}.");
                    ("-".to_owned(), "-".to_owned())
                }
            };
            rows.push(vec![question.to_owned(), test.to_owned(), statistic, p]);
        }
        let lines = table(&[Align::Left, Align::Left, Align::Left, Align::Right], &rows);
        if reasons.is_empty() { lines } else { format!("{lines}\n{reasons}") }
    }

    fn tukey_text(&self, numbers: &Numbers) -> String {
        let all = match &self.tukey {
            Ok(all) => all,
            Err(why) => return format!("\nNo pairwise comparison by Tukey: {why}.\n"),
        };
        let is_shown = |comparison: &&Comparison| all.len() <= MOST_SHOWN || comparison.p < LEVEL;
        let mut rows =
            vec![["pair (Tukey)", "difference", "95 %, simultaneous", "p"].map(str::to_owned).to_vec()];
        for comparison in all.iter().filter(is_shown) {
            let (a, b) = self.names(comparison);
            rows.push(vec![
                format!("{} - {}", shown(b), shown(a)),
                numbers.write(comparison.difference),
                numbers.between(comparison.interval),
                chance(comparison.p),
            ]);
        }
        let n_left = all.len() + 1 - rows.len();
        let mut text = String::from("\n");
        if rows.len() > 1 {
            text.push_str(&table(&[Align::Left, Align::Right, Align::Right, Align::Right], &rows));
        }
        if n_left > 0 {
            let n_left = grouped(n_left as u64);
            let _ = writeln!(text, "Tukey: {n_left} pairs do not differ significantly; --json lists them.");
        }
        text
    }

    /// Which pairs differ by Tukey, if any were compared.
    fn clear_pairs(&self) -> String {
        let Ok(all) = &self.tukey else { return String::new() };
        let clear: Vec<&Comparison> = all.iter().filter(|pair| pair.p < LEVEL).collect();
        match clear.len() {
            0 => "Tukey: no single pair differs significantly.\n".to_owned(),
            1..=MOST_NAMED => {
                let named = clear.iter().map(|pair| {
                    let (a, b) = self.names(pair);
                    let (more, less) = if pair.difference > 0.0 { (b, a) } else { (a, b) };
                    format!("{} > {}", shown(more), shown(less))
                });
                format!("Tukey: {}.\n", named.collect::<Vec<_>>().join(", "))
            }
            n => format!(
                "Tukey: {} of {} pairs differ significantly.\n",
                grouped(n as u64),
                grouped(all.len() as u64)
            ),
        }
    }

    /// What it means, in plain words.
    fn meaning(&self) -> String {
        let mut text = String::new();
        let means = self.anova.as_ref().map(|anova| anova.test.p);
        match means {
            Ok(p) if p < LEVEL => {
                let _ = writeln!(text, "The means differ significantly (ANOVA, p {}).", equal(p));
                text.push_str(&self.clear_pairs());
            }
            Ok(p) => {
                let _ = writeln!(
                    text,
                    "No significant difference of means (ANOVA, p {}); this does not show that there is none.",
                    equal(p)
                );
            }
            Err(why) => {
                let _ = writeln!(text, "The means were not compared: {why}.");
            }
        }
        if let Ok(levene) = &self.levene
            && levene.p < LEVEL
        {
            let _ = writeln!(
                text,
                "The variances differ significantly (Brown-Forsythe, p {}): prefer Welch to ANOVA and Tukey.",
                equal(levene.p)
            );
        }
        let others = [
            ("Welch", self.welch.as_ref().map(|test| test.p)),
            ("Kruskal-Wallis", self.kruskal.as_ref().map(|test| test.p)),
        ];
        for (name, p) in others {
            if let (Ok(p), Ok(means)) = (p, &means)
                && (p < LEVEL) != (*means < LEVEL)
            {
                let verdict = if p < LEVEL { "finds a difference" } else { "finds none" };
                let _ = writeln!(text, "But {name} {verdict} (p {}): interpret with care.", equal(p));
            }
        }
        text
    }
}

/// A chance after the letter p: "= 0.031", "< 0.0001".
fn equal(p: f64) -> String {
    let text = chance(p);
    if text.starts_with('<') { text } else { format!("= {text}") }
}

/// A statistic of a test to three places, or shorter if it is huge.
fn statistic(number: f64) -> String {
    if number.abs() < 1e6 { format!("{number:.3}") } else { format!("{number:.3e}") }
}

/// How the values are written for people: all with as many places as their spread deserves.
enum Numbers {
    Places(usize),
    Scientific,
}

impl Numbers {
    fn of(groups: &[Look]) -> Numbers {
        let most = |number: &dyn Fn(&Look) -> f64| groups.iter().map(number).fold(0.0, f64::max);
        let size = most(&|group| group.range.0.abs().max(group.range.1.abs()));
        let spread = most(&|group| group.summary.deviation());
        let spread = if spread > 0.0 { spread } else { size };
        if size == 0.0 {
            return Numbers::Places(0);
        }
        // Four digits of the spread.
        let places = 3.0 - spread.log10().floor();
        if size < 1e9 && places <= 9.0 {
            Numbers::Places(places.max(0.0) as usize)
        } else {
            Numbers::Scientific
        }
    }

    fn write(&self, number: f64) -> String {
        let text = match self {
            Numbers::Places(places) => format!("{number:.places$}"),
            Numbers::Scientific => format!("{number:.4e}"),
        };
        // Nobody needs the sign of a zero.
        let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
        if is_zero { text.trim_start_matches('-').to_owned() } else { text }
    }

    fn between(&self, (low, high): (f64, f64)) -> String {
        format!("{} to {}", self.write(low), self.write(high))
    }
}
