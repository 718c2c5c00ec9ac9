//! What came of a study: a pure function of the plan and the replicates, in their order. Times are not in it, so it is the same
//! to the byte however the replicates were done.

use serde::{Deserialize, Serialize};
use zermelo_stats::binomial::wilson;
use zermelo_stats::kolmogorov::kolmogorov_smirnov;
use zermelo_stats::ranks::mann_whitney;
use zermelo_stats::summary::Summary;

use super::comparison::{ALPHAS, Comparison, Power, equals, powers};
use super::file::StudyPlan;
use super::sample::{CONFIDENCE, Look};
use super::subject::{Measure, Outcome, Replicate, Subject};
use crate::tables::{Collection, Side, TablesRun};

/// What came of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyResult {
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// What was studied, in a word.
    pub subject: String,
    /// Which number of a replicate was compared.
    pub outcome: Outcome,
    /// The seed of all chance.
    pub seed: u64,
    /// Replicates of each treatment.
    pub runs: u32,
    /// What came of each treatment.
    pub treatments: Vec<TreatmentResult>,
    /// The treatments compared, if there are several.
    pub comparison: Option<Comparison>,
    /// How often experiments of several sizes would tell what was seen.
    pub powers: Vec<Power>,
    /// What others published, by the same tests.
    pub published: Option<Published>,
    /// The strategies that were found, if they were to be collected: one list for each side that tables played.
    pub collections: Vec<Collection>,
    /// What the results say, in sentences.
    pub findings: Vec<String>,
}

/// What came of one treatment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreatmentResult {
    /// What it is called.
    pub name: String,
    /// The number of each replicate, in their order; null where it was given up.
    pub values: Vec<Option<f64>>,
    /// What these look like.
    pub look: Look,
    /// How many were still under way, wherever that changed.
    pub survival: Vec<Survival>,
    /// The fitness of the best survivor of each generation. A replicate that came to its end has found perfection for good.
    pub best: Vec<Curve>,
    /// The number of different survivors of each generation, of replicates still under way.
    pub distinct: Vec<Curve>,
}

/// What it means that runs were stopped.
const STOPPED: &str = "Stopped runs count as finished at the limit: means and variances are underestimated, and runs \
                       stopped at the same limit count as equal in the tests of ranks.";

/// The share of replicates still under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survival {
    /// After so many generations.
    pub after: f64,
    /// The share of replicates that go on, with its 95 % interval (Wilson's).
    pub share: [f64; 3],
}

/// A point of a curve over generations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Of how many replicates.
    pub n: u32,
    /// Their mean.
    pub mean: f64,
    /// Its 95 % interval (Student's); a single replicate has none.
    pub interval: Option<[f64; 2]>,
}

/// What others published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The treatments of which there are published numbers.
    pub names: Vec<String>,
    /// What these numbers look like.
    pub looks: Vec<Look>,
    /// They compared, if there are several.
    pub comparison: Option<Comparison>,
    /// Ours against them.
    pub agreements: Vec<Agreement>,
}

/// Our numbers of a treatment against the published ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// The treatment.
    pub name: String,
    /// The chance that one of our numbers is greater than a published one; equal ones count half.
    pub superiority: f64,
    /// Mann and Whitney's p.
    pub mann_whitney_p: f64,
    /// The greatest distance of the distribution functions.
    pub distance: f64,
    /// Kolmogorov and Smirnov's p.
    pub kolmogorov_smirnov_p: f64,
}

impl TreatmentResult {
    /// The number of each replicate as all tests count it: one that was given up had got as far as the limit.
    pub fn counted(&self) -> Vec<f64> {
        self.values.iter().map(|value| value.unwrap_or(self.look.range[1])).collect()
    }
}

impl StudyResult {
    /// What these replicates say: all of the first treatment, then all of the second, and so on.
    pub fn of(plan: &StudyPlan, replicates: &[Replicate]) -> StudyResult {
        let mut treatments = Vec::new();
        let mut lists: Vec<Vec<f64>> = Vec::new();
        for (treatment, own) in plan.treatments.iter().zip(replicates.chunks(plan.runs.max(1) as usize)) {
            let measures: Vec<Measure> =
                own.iter().map(|replicate| plan.outcome.of(replicate, &treatment.subject)).collect();
            let Some(look) = Look::of(&measures) else { continue };
            let runs: Vec<&TablesRun> = own.iter().map(|Replicate::Tables(run)| run).collect();
            treatments.push(TreatmentResult {
                name: treatment.name.clone(),
                values: measures.iter().map(|one| (!one.is_censored).then_some(one.value)).collect(),
                look,
                survival: survival(&measures),
                best: best_curve(&runs),
                distinct: distinct_curve(&runs),
            });
            lists.push(measures.iter().map(|measure| measure.value).collect());
        }
        let names: Vec<String> = treatments.iter().map(|treatment| treatment.name.clone()).collect();
        let mut result = StudyResult {
            title: plan.common.title.clone(),
            about: plan.common.about.clone(),
            subject: plan.treatments.first().map_or("", |first| first.subject.kind()).to_owned(),
            outcome: plan.outcome,
            seed: plan.common.seed,
            runs: plan.runs,
            treatments,
            comparison: Comparison::of(&names, &lists),
            powers: if plan.runs > 1 { powers(&lists, plan.common.seed) } else { Vec::new() },
            published: Published::of(plan, &lists),
            collections: if plan.collects { collections(plan, replicates) } else { Vec::new() },
            findings: Vec::new(),
        };
        result.findings = result.find();
        result
    }

    /// What the results say, in sentences.
    fn find(&self) -> Vec<String> {
        let unit = self.outcome.unit();
        let mut findings = Vec::new();
        for TreatmentResult { name, look, .. } in &self.treatments {
            if look.censored > 0 {
                let [_, low, high] = look.ended.map(|share| 100.0 * share);
                findings.push(format!(
                    "{} of {} runs of {name} were stopped after {} {unit}; 95 % CI of the share of runs that finish \
                     in time: {low:.0} to {high:.0} %.",
                    look.censored, look.n, look.range[1]
                ));
            }
        }
        if !findings.is_empty() {
            findings.push(STOPPED.to_owned());
        }
        if let Some(comparison) = &self.comparison {
            findings.extend(comparison.words(self.outcome));
            findings.extend(self.powers.first().filter(|power| power.anova < 0.8).map(|power| {
                let is_told = !comparison.claims(ALPHAS[0]).is_empty();
                let but = if is_told { "" } else { ". The absence of a significant difference here does not show \
                                                    that there is none" };
                format!(
                    "Power with {} runs per treatment, resampled from these runs, at the 5 % level: {:.0} % by \
                     ANOVA, {:.0} % by Kruskal-Wallis{but}.",
                    power.runs,
                    100.0 * power.anova,
                    100.0 * power.kruskal_wallis
                )
            }));
        }
        if self.comparison.is_none() && self.treatments.len() > 1 {
            findings.push(
                "One run of each treatment cannot show whether they differ: set `runs` to at least 2."
                    .to_owned(),
            );
        }
        if let Some(published) = &self.published {
            if let Some(comparison) = &published.comparison {
                let words = comparison.words(self.outcome).join(" ");
                findings.push(format!("The same tests on the published numbers: {words}"));
            }
            findings.extend(published.agreements.iter().map(|own| self.agree(own)));
        }
        findings
    }

    /// Whether our numbers are like the published ones, in a sentence.
    fn agree(&self, own: &Agreement) -> String {
        let Agreement { name, superiority, .. } = own;
        let (p, q) = (equals(own.mann_whitney_p), equals(own.kolmogorov_smirnov_p));
        let tests = format!("Mann-Whitney {p}, Kolmogorov-Smirnov {q}");
        if own.mann_whitney_p.min(own.kolmogorov_smirnov_p) >= ALPHAS[0] {
            return format!("{name}: no significant difference from the published numbers ({tests}).");
        }
        let share = 100.0 * superiority.max(1.0 - superiority);
        let side = if *superiority >= 0.5 { "ours are" } else { "the published ones are" };
        format!(
            "{name}: significantly different from the published numbers; {side} {} in {share:.0} % of pairs \
             ({tests}).",
            self.outcome.more()
        )
    }
}

impl Published {
    /// What was published of a study, if anything; `lists` are our own numbers by treatment.
    fn of(plan: &StudyPlan, lists: &[Vec<f64>]) -> Option<Published> {
        let told =
            || plan.treatments.iter().zip(lists).filter(|(treatment, _)| !treatment.published.is_empty());
        let names: Vec<String> = told().map(|(treatment, _)| treatment.name.clone()).collect();
        let theirs: Vec<Vec<f64>> = told().map(|(treatment, _)| treatment.published.clone()).collect();
        let look = |list: &Vec<f64>| {
            let measures: Vec<Measure> =
                list.iter().map(|&value| Measure { value, is_censored: false }).collect();
            Look::of(&measures)
        };
        let agree = |(treatment, ours): (&super::file::Treatment, &Vec<f64>)| {
            let ranks = mann_whitney(ours, &treatment.published).ok()?;
            let shapes = kolmogorov_smirnov(ours, &treatment.published).ok()?;
            Some(Agreement {
                name: treatment.name.clone(),
                superiority: ranks.superiority,
                mann_whitney_p: ranks.p,
                distance: shapes.distance,
                kolmogorov_smirnov_p: shapes.p,
            })
        };
        (!names.is_empty()).then(|| Published {
            looks: theirs.iter().filter_map(look).collect(),
            comparison: Comparison::of(&names, &theirs),
            agreements: told().filter_map(agree).collect(),
            names,
        })
    }
}

/// Kaplan and Meier's curve. Nobody is given up before the end, so that it is a plain share.
fn survival(measures: &[Measure]) -> Vec<Survival> {
    let mut ends: Vec<f64> =
        measures.iter().filter(|one| !one.is_censored).map(|measure| measure.value).collect();
    ends.sort_by(f64::total_cmp);
    let n = measures.len() as u64;
    let mut n_ended = 0;
    let steps = ends.chunk_by(|a, b| a == b).filter_map(|same| {
        n_ended += same.len() as u64;
        let (low, high) = wilson(n - n_ended, n, CONFIDENCE).ok()?;
        Some(Survival { after: same[0], share: [(n - n_ended) as f64 / n as f64, low, high] })
    });
    steps.collect()
}

/// The mean of some numbers that are not negative.
fn point(values: &[f64]) -> Option<Curve> {
    let summary = Summary::of(values).ok()?;
    let interval = summary.mean_interval(CONFIDENCE).ok().map(|(low, high)| [low.max(0.0), high]);
    Some(Curve { n: values.len() as u32, mean: summary.mean, interval })
}

fn best_curve(runs: &[&TablesRun]) -> Vec<Curve> {
    let curves: Vec<Vec<f64>> = runs.iter().map(|run| run.best_fitness().collect()).collect();
    let longest = curves.iter().map(Vec::len).max().unwrap_or(0);
    let points = (0..longest).filter_map(|at| {
        let values: Vec<f64> =
            curves.iter().map(|curve| curve.get(at).or(curve.last()).copied().unwrap_or(1.0)).collect();
        point(&values)
    });
    points.collect()
}

fn distinct_curve(runs: &[&TablesRun]) -> Vec<Curve> {
    let longest = runs.iter().map(|run| run.distinct.len()).max().unwrap_or(0);
    let points = (0..longest).filter_map(|at| {
        let values: Vec<f64> =
            runs.iter().filter_map(|run| run.distinct.get(at)).map(|&n| f64::from(n)).collect();
        point(&values)
    });
    points.collect()
}

/// The strategies that were found, by the side they play.
fn collections(plan: &StudyPlan, replicates: &[Replicate]) -> Vec<Collection> {
    let runs_of_each = plan.runs.max(1) as usize;
    let mut collections = Vec::new();
    for side in [Side::First, Side::Second, Side::Both] {
        let is_own = |at: usize| {
            let treatment = plan.treatments.get(at / runs_of_each);
            matches!(treatment.map(|treatment| &treatment.subject), Some(Subject::Tables(plan)) if plan.side == side)
        };
        let own = replicates.iter().enumerate().filter(|&(at, _)| is_own(at));
        let mut champions = own.filter_map(|(_, Replicate::Tables(run))| run.champion.as_deref()).peekable();
        if champions.peek().is_some() {
            collections.push(Collection::of(side, champions));
        }
    }
    collections
}
