//! Everybody who was judged in an evolution, generation by generation, for other programs.

use zermelo_evolve::Origin;
use zermelo_kind::report::RunReportError;
use zermelo_store::{Run, Store};

use crate::curves::gene_names;
use crate::report;
use crate::result::{CandidateResult, EvolutionResult, GenerationResult};

/// The candidates of an evolution, finished or not.
pub struct Candidates {
    /// The names of the genes, in the order of the candidates' values.
    pub genes: Vec<String>,
    /// The generations, in their order.
    pub generations: Vec<GenerationResult>,
    /// The genes of the champion; `None` before the end.
    champion: Option<Vec<f64>>,
}

impl Candidates {
    /// The candidates of a run, from its log.
    pub fn of(store: &Store, run: &Run) -> Result<Candidates, RunReportError> {
        let generations = report::generations(store, run)?;
        let result = run.result.as_deref().map(serde_json::from_str::<EvolutionResult>);
        let champion = result.transpose().map_err(|error| RunReportError::Unreadable {
            run: run.name.clone(),
            problem: error.to_string(),
        })?;
        let genes = gene_names(run, &generations);
        Ok(Candidates { genes, generations, champion: champion.map(|result| result.champion.genes) })
    }

    /// Whether a candidate has the champion's genes. The champion of a method that samples around a guess is the guess, and no
    /// candidate.
    pub fn is_champion(&self, candidate: &CandidateResult) -> bool {
        self.champion.as_ref().is_some_and(|genes| *genes == candidate.genes)
    }
}

impl CandidateResult {
    /// Where it came from, in a word: `random`, `child`, `elite` or `sample`.
    pub fn origin_id(&self) -> &'static str {
        match self.origin {
            Origin::Random => "random",
            Origin::Child { .. } => "child",
            Origin::Elite { .. } => "elite",
            Origin::Sample => "sample",
        }
    }

    /// Whether it was carried over unchanged from the generation before.
    pub fn is_elite(&self) -> bool {
        matches!(self.origin, Origin::Elite { .. })
    }
}
