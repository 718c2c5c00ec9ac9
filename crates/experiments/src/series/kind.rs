//! Series as a kind of experiment.

use zermelo_catalog::{Permission, RequestError};
use zermelo_kind::form::Form;
use zermelo_kind::report::RunReportError;
use zermelo_kind::{Champion, Common, Kind, Plan, RunContext, RunResult, Source, Unit, read_result};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{Run, Store, StoreError};

use super::file::SeriesPlan;
use super::form::FORM;
use super::result::SeriesResult;
use super::runner;
use crate::experiment;

/// Series as a kind of experiment.
pub struct Series;

impl Kind for Series {
    fn name(&self) -> &'static str {
        "series"
    }

    fn unit(&self) -> Unit {
        Unit::Stage
    }

    fn about(&self) -> &'static str {
        "Several experiments, one after the other. Each stage is a run of its own and may use the runs before it."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(SeriesPlan::read(source.text, source.place, source.folder)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<SeriesResult>(json)
    }
}

impl Plan for SeriesPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Series
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.derive_seeds(seed);
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        self.stages.iter_mut().flat_map(|stage| stage.experiment.plan.agents_mut()).collect()
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::check(self, permission)
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        // One stage after the other.
        let mut stages = self.stages.iter().map(|stage| stage.experiment.plan.bytes());
        stages.try_fold(0, |most, stage| Ok(stage?.max(most)))
    }

    fn extent(&self) -> Option<u64> {
        Some(self.stages.len() as u64)
    }

    fn run(&self, _context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        unreachable!("stages are runs of their own: `experiment::carry_out` begins them")
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for SeriesResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        let of_stage = |stage: &super::StageResult| {
            let findings = stage.read().map(|result| result.findings()).unwrap_or_default();
            findings.into_iter().map(|finding| format!("{}: {finding}", stage.name)).collect::<Vec<_>>()
        };
        self.stages.iter().flat_map(of_stage).collect()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn n_faults(&self) -> u64 {
        let stages = self.stages.iter().filter_map(|stage| stage.read().ok());
        stages.map(|result| result.n_faults()).sum()
    }

    fn champions(&self, run: &Run, store: &Store) -> Result<Vec<Champion>, StoreError> {
        let mut all = Vec::new();
        for stage in store.stages(run.id)? {
            if let Ok(Some(result)) = experiment::result_of(store, &stage) {
                all.extend(result.champions(&stage, store)?);
            }
        }
        Ok(all)
    }

    fn sections(&self, store: &Store, run: &Run) -> Result<Vec<Section>, RunReportError> {
        let mut sections = Vec::new();
        for stage in store.stages(run.id)? {
            let name = stage.name.rsplit_once('.').map_or(stage.name.as_str(), |(_, name)| name).to_owned();
            let unreadable = |problem| RunReportError::Unreadable { run: stage.name.clone(), problem };
            let result = experiment::result_of(store, &stage).map_err(unreadable)?;
            let result = result.ok_or_else(|| RunReportError::NotFinished { run: stage.name.clone() })?;
            let titled = |part: Section| Section { title: format!("{name}: {}", part.title), ..part };
            sections.extend(result.sections(store, &stage)?.into_iter().map(titled));
        }
        Ok(sections)
    }
}
