//! Evolutions as a kind of experiment.

use serde::Deserialize;
use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::form::Form;
use zermelo_kind::memory::{AGENT_BYTES, GENE_BYTES, OPENING_BYTES, game_bytes, sum, times};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{
    Champion, Common, Curve, Kind, Plan, RunContext, RunResult, Source, Wanted, Weight, read_result,
};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{EventRow, Run, Store, StoreError};

use crate::file::EvolutionPlan;
use crate::form::FORM;
use crate::result::{EvolutionResult, GeneResult};
use crate::{curves, report, runner};

/// Evolutions as a kind of experiment.
pub struct Evolutions;

impl Kind for Evolutions {
    fn name(&self) -> &'static str {
        "evolution"
    }

    fn about(&self) -> &'static str {
        "Tunes the numbers of an agent by games: a genetic algorithm, CMA-ES, an evolution strategy, SPSA or MAP-Elites. It ends with a confirmation match on fresh openings, because selected agents look stronger than they are (winner's curse)."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(EvolutionPlan::read(source.text, source.place, source.folder)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<EvolutionResult>(json)
    }

    fn has_champions(&self) -> bool {
        true
    }

    fn has_curves(&self) -> bool {
        true
    }

    fn curves(&self, run: &Run, events: &[&EventRow]) -> Vec<Curve> {
        curves::of(run, events)
    }

    fn caution_so_far(&self) -> Option<&'static str> {
        Some(
            "The best fitness is a selected maximum, so it is too high (winner's curse). Who is the champion, and how strong it \
             is, is measured by games on fresh openings at the end.",
        )
    }

    fn n_games_reported(&self, store: &Store, run: &Run) -> Result<u64, StoreError> {
        #[derive(Deserialize)]
        struct Generation {
            pairs: u64,
        }
        let events = store.events(run.id)?;
        let generations = events.iter().filter(|event| event.kind == "generation");
        let pairs = generations.filter_map(|event| serde_json::from_str::<Generation>(&event.json).ok());
        Ok(pairs.map(|generation| 2 * generation.pairs).sum())
    }
}

impl Plan for EvolutionPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Evolutions
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        EvolutionPlan::agents_mut(self)
    }

    fn stand_in(&self, wanted: Wanted) -> Option<Result<String, String>> {
        (!wanted.is_network()).then(|| Ok(self.middle()))
    }

    fn n_generations(&self) -> Option<u64> {
        Some(self.generations.into())
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::prepare(self, permission)
    }

    fn extent(&self) -> Option<u64> {
        self.n_games()
    }

    fn at_most(&self) -> Option<u64> {
        Some(2 * self.n_pairs())
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context.running, context.past, context.journal)?))
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let game = catalog::open(&self.common.game)?;
        let n_candidates = self.method.n_candidates(self.space.n());
        let candidate = AGENT_BYTES + times(self.space.n(), GENE_BYTES);
        let pairs_of_generation = self.fitness.n_pairs(n_candidates);
        let kept_pairs = if self.keeps_games { self.n_pairs() } else { pairs_of_generation };
        Ok(sum(&[
            times(n_candidates, candidate).saturating_mul(u64::from(self.generations)),
            times(self.whitening.unwrap_or(0), 2 * (candidate + game_bytes(&game))),
            times(kept_pairs.max(pairs_of_generation), 2 * game_bytes(&game)),
            times(self.fitness.n_openings(), OPENING_BYTES).saturating_mul(u64::from(self.generations)),
            times(self.confirmation.pairs, OPENING_BYTES),
        ]))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for EvolutionResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        self.findings.clone()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn champion(&self, _run: &Run, _store: &Store) -> Option<Result<String, String>> {
        Some(Ok(self.champion.agent.clone()))
    }

    fn champions(&self, run: &Run, _store: &Store) -> Result<Vec<Champion>, StoreError> {
        let weight = |gene: &GeneResult| Weight { name: gene.name.clone(), value: gene.champion };
        Ok(vec![Champion {
            title: format!("Champion of {}", run.name),
            agent: format!("bred({}/champion)", run.name),
            sentence: self.findings.first().cloned(),
            weights: Some(self.genes.iter().map(weight).collect()),
        }])
    }

    fn sections(&self, store: &Store, run: &Run) -> Result<Vec<Section>, RunReportError> {
        Ok(report::sections(self, &report::generations(store, run)?)?)
    }
}
