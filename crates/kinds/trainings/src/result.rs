//! What came of a training.

use serde::{Deserialize, Serialize};
use zermelo_learn::training::PassReport;

use super::file::{TrainingPlan, with_evaluator};
use zermelo_kind::Confirmation;
use zermelo_runner::openings::OpeningTally;

/// What came of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingResult {
    /// What it is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Every round.
    pub rounds: Vec<RoundResult>,
    /// The round whose network came out of it.
    pub best: u32,
    /// The evaluator that came out of it, by text, if it is weights of heuristics; a network is kept in the run as `net`.
    pub evaluator: Option<String>,
    /// The agent that the confirmation was played with, by text, `{eval}` standing for the evaluator.
    pub agent: String,
    /// What games say by which nothing was decided.
    pub confirmations: Vec<Confirmation>,
    /// How many openings were played, and how many were left out because they are decided; `None` if nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningTally>,
    /// What the results say, in sentences.
    pub findings: Vec<String>,
}

/// What a round came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundResult {
    /// Which round, from 1.
    pub round: u32,
    /// Games that were learnt from.
    pub games: u64,
    /// Positions that were learnt from, each once.
    pub positions: u64,
    /// Positions to choose and to judge by, and how many were left out there because they were learnt from.
    pub validation: [u64; 2],
    /// The same for the test.
    pub test: [u64; 2],
    /// What was tried to find the shape and the penalty of the network; the one with the least loss was taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedResult>,
    /// How the losses went.
    pub passes: Vec<PassResult>,
    /// The mean loss over the test data: cross-entropy against the targets, in nats.
    pub test_loss: f64,
    /// The mean squared error of the predicted share of wins over the test data.
    pub test_error: f64,
    /// What a model that always says the mean would have as its squared error.
    pub blind_error: f64,
    /// The weights of heuristics with their standard errors, if it is these that learnt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<(String, f64, f64)>,
    /// The match against the best so far, if there was one.
    pub trial: Option<Confirmation>,
    /// Whether its network is the best since.
    pub is_accepted: bool,
}

/// A network that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriedResult {
    /// The sizes of its hidden layers.
    pub hidden: Vec<usize>,
    /// The penalty of large weights.
    pub l2: f32,
    /// The least mean loss over the validation data.
    pub validation: f64,
}

impl TriedResult {
    /// The one that was taken.
    pub(super) fn best(tried: &[TriedResult]) -> Option<&TriedResult> {
        tried.iter().min_by(|a, b| a.validation.total_cmp(&b.validation))
    }
}

/// What a pass over the data came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassResult {
    /// The mean loss of its batches.
    pub training: f64,
    /// The mean loss over the validation data after it.
    pub validation: Option<f64>,
}

impl From<&PassReport> for PassResult {
    fn from(report: &PassReport) -> PassResult {
        PassResult { training: report.training_loss, validation: report.validation_loss }
    }
}

impl TrainingResult {
    /// The agent with an evaluator in its place.
    pub(crate) fn agent_with(&self, evaluator: &str) -> String {
        with_evaluator(&self.agent, evaluator)
    }

    pub(super) fn of(
        plan: &TrainingPlan,
        games: u64,
        rounds: Vec<RoundResult>,
        best: u32,
        evaluator: Option<String>,
        confirmations: Vec<Confirmation>,
        openings: OpeningTally,
    ) -> TrainingResult {
        let mut result = TrainingResult {
            title: plan.common.title.clone(),
            game: plan.common.game.clone(),
            seed: plan.common.seed,
            games,
            rounds,
            best,
            evaluator,
            agent: plan.agent.clone(),
            confirmations,
            openings: (openings.played > 0).then_some(openings),
            findings: Vec::new(),
        };
        result.findings = findings(&result);
        result
    }
}

fn findings(result: &TrainingResult) -> Vec<String> {
    let mut findings = Vec::new();
    for round in &result.rounds {
        let seen = |[kept, seen]: [u64; 2]| 100.0 * seen as f64 / (kept + seen).max(1) as f64;
        findings.push(format!(
            "Round {}: trained on {} positions of {} games. {:.0} % of the test positions also occur in the \
             training set and were left out. On the rest, the mean squared error is {:.4} ({:.4} when always \
             predicting the mean).",
            round.round,
            round.positions,
            round.games,
            seen(round.test),
            round.test_error,
            round.blind_error,
        ));
        if let Some(best) = TriedResult::best(&round.tried) {
            findings.push(format!(
                "Of {} networks tried, hidden layers {:?} with an L2 penalty of {} had the lowest validation loss \
                 ({:.4}; the highest was {:.4}); it was trained to the end.",
                round.tried.len(),
                best.hidden,
                best.l2,
                best.validation,
                round.tried.iter().map(|tried| tried.validation).fold(0.0, f64::max),
            ));
        }
        if let Some(trial) = &round.trial {
            let verdict = if round.is_accepted { "it was accepted" } else { "it was refused" };
            findings.push(trial.sentence(&format!("the network of round {}", round.round), verdict));
        }
    }
    findings.extend(result.confirmations.iter().map(|found| found.sentence("the trained agent", "")));
    findings.extend(result.openings.and_then(|openings| openings.sentence()));
    findings
}
