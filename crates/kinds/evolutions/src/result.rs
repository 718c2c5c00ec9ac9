//! What came of an evolution: a pure function of its generations and the games after them.

use serde::{Deserialize, Serialize};
use zermelo_evolve::Origin;
use zermelo_stats::boxplot::quantile;
use zermelo_stats::correlation::pearson;
use zermelo_stats::elo_of_score;
use zermelo_stats::summary::Summary;

use super::file::EvolutionPlan;
use zermelo_kind::report::first_share;
use zermelo_kind::{Confirmation, Group};
use zermelo_runner::openings::OpeningTally;

/// What came of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvolutionResult {
    /// What it is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The seed of all chance.
    pub seed: u64,
    /// How many generations there were.
    pub generations: u32,
    /// Games played.
    pub games: u64,
    /// Games of the generations that were won by who moves first, drawn, and won by who moves second.
    pub by_side: [u64; 3],
    /// The share of points of who moves first, with its 95 % interval.
    pub first_share: Option<[f64; 3]>,
    /// Who came out of it.
    pub champion: Champion,
    /// Every gene.
    pub genes: Vec<GeneResult>,
    /// What fitness counts, in a sentence; nothing in runs of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fitness: String,
    /// How fitness went: best, median and mean of every generation.
    pub curve: Vec<[f64; 3]>,
    /// Strength against the baseline after some of the generations: against it nobody was selected, and it never changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strengths: Vec<StrengthResult>,
    /// How much better than the mean of the last generation its fittest looked in the games that selected it, in Elo.
    pub seen_gain: f64,
    /// What games by which nobody was selected say about the champion.
    pub confirmations: Vec<Confirmation>,
    /// How many openings were played, and how many were left out because they are decided; `None` if nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningTally>,
    /// What the results say, in sentences.
    pub findings: Vec<String>,
}

/// Who came out of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// The agent, by text.
    pub agent: String,
    /// Its genes.
    pub genes: Vec<f64>,
    /// How it was chosen, in words.
    pub chosen: String,
}

impl Champion {
    pub(super) fn new(plan: &EvolutionPlan, genes: Vec<f64>, chosen: &str) -> Champion {
        Champion { agent: plan.agent.fill(&plan.space, &genes), genes, chosen: chosen.to_owned() }
    }
}

/// A gene over the evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneResult {
    /// Its name.
    pub name: String,
    /// The champion's.
    pub champion: f64,
    /// The mean over the fittest of the last generations, with its 95 % interval.
    pub late: Option<[f64; 3]>,
    /// Its correlation with fitness over all candidates, with its 95 % interval; `None` if it never varied.
    pub correlation: Option<[f64; 3]>,
}

/// A generation, as it stands in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationResult {
    /// Its number, from 1.
    pub generation: u32,
    /// How many pairs of games it took, those against the baseline included.
    pub pairs: u64,
    /// Games that judged it, won by who moves first, drawn, and won by who moves second.
    pub by_side: [u64; 3],
    /// Everybody.
    pub candidates: Vec<CandidateResult>,
    /// What was best by then, against the baseline, where that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Confirmation>,
    /// The openings of the games that judged it.
    #[serde(default)]
    pub openings: OpeningTally,
}

impl GenerationResult {
    /// The best, the median and the mean fitness.
    pub fn levels(&self) -> [f64; 3] {
        let fitness: Vec<f64> = self.candidates.iter().map(|candidate| candidate.fitness).collect();
        let best = fitness.iter().copied().reduce(f64::max).unwrap_or(0.0);
        let median = quantile(&fitness, 0.5).unwrap_or(best);
        [best, median, Summary::of(&fitness).map_or(best, |summary| summary.mean)]
    }

    fn strength(&self) -> Option<StrengthResult> {
        let games = self.strength.clone()?;
        Some(StrengthResult { generation: self.generation, games })
    }

    /// The fittest, the first of several.
    pub fn fittest(&self) -> Option<&CandidateResult> {
        self.candidates.iter().reduce(|best, other| if other.fitness > best.fitness { other } else { best })
    }
}

/// How strong the best was after a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrengthResult {
    /// After which generation.
    pub generation: u32,
    /// What the games say.
    pub games: Confirmation,
}

/// A candidate that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateResult {
    /// Its number among the agents of the run.
    pub agent: u32,
    /// Its genes.
    pub genes: Vec<f64>,
    /// Where it came from.
    pub origin: Origin,
    /// Its fitness.
    pub fitness: f64,
    /// Its share of points in the games that judged it.
    pub score: f64,
    /// How many games judged it; `None` in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// How it behaves, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub descriptors: Vec<f64>,
}

/// Over how many of the last generations genes are told.
const LATE: usize = 10;

impl EvolutionResult {
    /// Whether fitness compares the candidates of a generation with each other only: then its mean is the same in all of them, and its
    /// level says nothing about strength.
    pub fn has_relative_fitness(&self) -> bool {
        let means: Vec<f64> = self.curve.iter().map(|levels| levels[2]).collect();
        let is_same = |mean: &f64| (mean - means[0]).abs() <= 1e-6 * (1.0 + means[0].abs());
        means.len() > 1 && means.iter().all(is_same)
    }

    pub(super) fn of(
        plan: &EvolutionPlan,
        champion: Champion,
        generations: &[GenerationResult],
        games: u64,
        groups: &[Group],
        openings: OpeningTally,
    ) -> EvolutionResult {
        let mut by_side = [0; 3];
        for generation in generations {
            by_side.iter_mut().zip(generation.by_side).for_each(|(sum, games)| *sum += games);
        }
        let confirmations: Vec<Confirmation> = groups.iter().filter_map(Group::confirmation).collect();
        let seen_gain = generations.last().map_or(0.0, seen_gain);
        let mut result = EvolutionResult {
            title: plan.common.title.clone(),
            game: plan.common.game.clone(),
            seed: plan.common.seed,
            generations: generations.len() as u32,
            games,
            by_side,
            first_share: first_share(by_side),
            genes: genes(plan, &champion, generations),
            champion,
            fitness: plan.fitness.in_words(),
            curve: generations.iter().map(GenerationResult::levels).collect(),
            strengths: generations.iter().filter_map(GenerationResult::strength).collect(),
            seen_gain,
            confirmations,
            openings: (openings.played > 0).then_some(openings),
            findings: Vec::new(),
        };
        result.findings = findings(&result);
        result
    }
}

/// How much better than the mean the fittest looked, in Elo.
fn seen_gain(last: &GenerationResult) -> f64 {
    let scores: Vec<f64> = last.candidates.iter().map(|candidate| candidate.score).collect();
    let best = last.fittest().map_or(0.5, |candidate| candidate.score);
    let mean = Summary::of(&scores).map_or(0.5, |summary| summary.mean);
    // All points or none are no finite difference: what half a game more or less would be is taken.
    let inside = |score: f64| score.clamp(0.005, 0.995);
    elo_of_score(inside(best)) - elo_of_score(inside(mean))
}

fn genes(plan: &EvolutionPlan, champion: &Champion, generations: &[GenerationResult]) -> Vec<GeneResult> {
    let everybody = || generations.iter().flat_map(|generation| &generation.candidates);
    let fitness: Vec<f64> = everybody().map(|candidate| candidate.fitness).collect();
    let late = &generations[generations.len().saturating_sub(LATE)..];
    let fittest: Vec<&CandidateResult> = late.iter().filter_map(GenerationResult::fittest).collect();
    let gene = |(index, gene): (usize, &zermelo_evolve::Gene)| {
        let values: Vec<f64> = everybody().map(|candidate| candidate.genes[index]).collect();
        let late: Vec<f64> = fittest.iter().map(|candidate| candidate.genes[index]).collect();
        let late = Summary::of(&late).ok().map(|summary| {
            let (low, high) = summary.mean_interval(0.95).unwrap_or((summary.mean, summary.mean));
            [summary.mean, low, high]
        });
        let correlation = pearson(&values, &fitness, 0.95).ok();
        GeneResult {
            name: gene.name.clone(),
            champion: champion.genes.get(index).copied().unwrap_or_default(),
            late,
            correlation: correlation.map(|found| [found.r, found.interval.0, found.interval.1]),
        }
    };
    plan.space.genes().iter().enumerate().map(gene).collect()
}

fn findings(result: &EvolutionResult) -> Vec<String> {
    let mut findings = Vec::new();
    for confirmation in &result.confirmations {
        let remark = if confirmation.against == "the last generation" {
            format!(
                "in the games that selected it, the score of the fittest candidate looked like {:+.0} Elo against the mean \
                 score of its generation",
                result.seen_gain
            )
        } else {
            String::new()
        };
        findings.push(confirmation.sentence("the champion", &remark));
    }
    if let Some([share, low, high]) = result.first_share {
        let verdict = if low > 0.5 {
            "has a significant advantage among these agents"
        } else if high < 0.5 {
            "has a significant disadvantage among these agents"
        } else {
            "has no significant advantage"
        };
        findings.push(format!(
            "The first player {verdict}: {:.1} % of the points in the {} games of the generations (of {} in all), 95 % CI \
             {:.1} to {:.1} % (computed as if the games of a pair were independent).",
            100.0 * share,
            result.by_side.iter().sum::<u64>(),
            result.games,
            100.0 * low,
            100.0 * high
        ));
    }
    findings.extend(result.openings.and_then(|openings| openings.sentence()));
    findings
}
