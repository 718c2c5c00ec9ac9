//! What came of a Q-learning.

use serde::{Deserialize, Serialize};

use super::file::{QLearningPlan, with_network};
use zermelo_kind::ScoreTable;
use zermelo_runner::openings::OpeningTally;

/// What came of a Q-learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QLearningResult {
    /// What it is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Games of the tests.
    pub games: u64,
    /// How many inputs and actions the network has.
    pub sizes: [u64; 2],
    /// The agent of the tests, by text, `{eval}` standing for the network.
    pub agent: String,
    /// How the learning went.
    pub checkpoints: Vec<CheckpointResult>,
    /// The learning curve: the score of each checkpoint against each opponent.
    pub curve: ScoreTable,
    /// How many openings were played, and how many were left out because they are decided; `None` if nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningTally>,
    /// What the results say, in sentences.
    pub findings: Vec<String>,
}

/// A network on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckpointResult {
    /// Moves that were learnt from so far.
    pub moves: u64,
    /// Games that came to their end so far.
    pub games: u64,
    /// Steps taken so far.
    pub steps: u64,
    /// The mean loss of the steps since the checkpoint before; `None` without steps.
    pub loss: Option<f64>,
}

impl QLearningResult {
    /// The agent with a network, by its full name, in its place.
    pub(crate) fn agent_with(&self, network: &str) -> String {
        with_network(&self.agent, network)
    }

    pub(super) fn of(
        plan: &QLearningPlan,
        sizes: [u64; 2],
        checkpoints: Vec<CheckpointResult>,
        curve: ScoreTable,
        openings: Option<OpeningTally>,
    ) -> QLearningResult {
        let mut findings = findings(&checkpoints, &curve);
        findings.extend(openings.and_then(|openings| openings.sentence()));
        QLearningResult {
            title: plan.common.title.clone(),
            game: plan.common.game.clone(),
            seed: plan.common.seed,
            games: curve.rows.iter().map(|row| row.games).sum(),
            sizes,
            agent: plan.test.agent.clone(),
            checkpoints,
            curve,
            openings,
            findings,
        }
    }
}

fn findings(checkpoints: &[CheckpointResult], curve: &ScoreTable) -> Vec<String> {
    let mut findings = Vec::new();
    let (Some(last), Some(row)) = (checkpoints.last(), curve.rows.last()) else { return findings };
    if let Some([score, low, high]) = row.total {
        let published = row.published.map_or(String::new(), |percent| format!("; published: {percent:.1} %"));
        findings.push(format!(
            "After {} moves, {} games and {} steps the agent scores {score:.1} % (95 % CI {low:.1} to \
             {high:.1}{published}).",
            last.moves, last.games, last.steps
        ));
    }
    if let (Some(change), Some(first)) = (row.change, checkpoints.first()) {
        let verdict = if !change.is_significant_alone() {
            "No significant improvement"
        } else if change.points > 0.0 {
            "Significant improvement"
        } else {
            "Significant decline"
        };
        let published = row.published_change.map_or(String::new(), |change| {
            let word = if change.is_significant_alone() { "significant" } else { "not significant" };
            format!(" As published: {:+.1} points, {word}.", change.points)
        });
        findings.push(format!(
            "{verdict} from {} to {} moves: {:+.1} points, z = {:.1}.{published}",
            first.moves, last.moves, change.points, change.z
        ));
    }
    findings
}
