//! Variants as a kind of experiment.

use zermelo_catalog::{Permission, RequestError};
use zermelo_game_analysis::{AnalysisResult, Comparison, comparison_sections};
use zermelo_kind::form::Form;
use zermelo_kind::report::RunReportError;
use zermelo_kind::{Common, Kind, Plan, RunContext, RunResult, SoFar, Source, Unit, read_result};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{Run, Store};

use super::file::VariantsPlan;
use super::form::FORM;
use super::result::{VariantResult, VariantsResult};
use crate::experiment;
use crate::series::SeriesResult;

/// Variants as a kind of experiment.
pub struct Variants;

impl Kind for Variants {
    fn name(&self) -> &'static str {
        "variants"
    }

    fn unit(&self) -> Unit {
        Unit::Stage
    }

    fn about(&self) -> &'static str {
        "Compares games, such as variants of the same rules: which is fair, deep, decisive, and which differences are real. \
         `zermelo compare-variants` does the same without a file."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(VariantsPlan::read(source.text, source.place, source.folder)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<VariantsResult>(json)
    }

    fn so_far(&self, store: &Store, run: &Run) -> Result<Option<SoFar>, RunReportError> {
        let folder = zermelo_any::Folder::new(std::path::Path::new("."), Permission::server());
        let Ok(plan) = VariantsPlan::read(&run.experiment, &run.name, folder) else { return Ok(None) };
        let unreadable = |problem| RunReportError::Unreadable { run: run.name.clone(), problem };
        let mut known = Vec::new();
        for variant in &plan.variants {
            let Some(stage) = store.stage(run.id, &variant.stage)? else { continue };
            let result = experiment::result_of(store, &stage).map_err(unreadable)?;
            let study = result.as_ref().and_then(|result| result.downcast_ref::<AnalysisResult>().cloned());
            known.extend(study.map(|study| VariantResult::of(variant, study)));
        }
        if known.is_empty() {
            return Ok(None);
        }
        let comparison = Comparison::of(known.iter().map(VariantResult::compared).collect());
        let caution = format!(
            "{} of {} variants are finished. With more of them there are more tests, so fewer differences may be significant.",
            known.len(),
            plan.variants.len()
        );
        Ok(Some(SoFar { cautions: vec![caution], sections: comparison_sections(&comparison)? }))
    }
}

impl Plan for VariantsPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Variants
    }

    fn common(&self) -> &Common {
        &self.series.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.series.set_seed(seed);
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        self.series.agents_mut()
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        self.series.check(permission)
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        self.series.bytes()
    }

    fn extent(&self) -> Option<u64> {
        self.series.extent()
    }

    fn run(&self, _context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        unreachable!("stages are runs of their own: `experiment::carry_out` begins them")
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl VariantsPlan {
    /// The result of the comparison, from the results of its stages.
    pub(crate) fn result(&self, series: SeriesResult) -> Result<Box<dyn RunResult>, RequestError> {
        let bad = |problem| RequestError::Experiment { place: self.series.common.title.clone(), problem };
        Ok(Box::new(VariantsResult::of(self, series).map_err(bad)?))
    }
}

impl RunResult for VariantsResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        self.findings.clone()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn sections(&self, _store: &Store, _run: &Run) -> Result<Vec<Section>, RunReportError> {
        Ok(comparison_sections(&self.comparison())?)
    }
}
