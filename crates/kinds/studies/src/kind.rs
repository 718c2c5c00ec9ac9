//! Studies as a kind of experiment.

use zermelo_catalog::{Permission, RequestError};
use zermelo_game::Stop;
use zermelo_kind::form::Form;
use zermelo_kind::memory::times;
use zermelo_kind::report::RunReportError;
use zermelo_kind::{Common, Kind, Plan, RunContext, RunResult, SoFar, Source, Unit, read_result};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{Run, Store};

use crate::file::StudyPlan;
use crate::form::FORM;
use crate::result::StudyResult;
use crate::subject::Subject;
use crate::{report, runner};

/// Studies as a kind of experiment.
pub struct Studies;

impl Kind for Studies {
    fn name(&self) -> &'static str {
        "study"
    }

    fn unit(&self) -> Unit {
        Unit::Event
    }

    fn about(&self) -> &'static str {
        "Repeats a subject under several treatments and compares them: ANOVA, rank tests, Tukey intervals."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(StudyPlan::read(source.text, source.place)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<StudyResult>(json)
    }

    fn so_far(&self, store: &Store, run: &Run) -> Result<Option<SoFar>, RunReportError> {
        let Ok(plan) = StudyPlan::read(&run.experiment, &run.name) else { return Ok(None) };
        let sections = report::sections_so_far(&plan, &store.events(run.id)?)?;
        let cautions = self.caution_so_far().map(str::to_owned).into_iter().collect();
        Ok((!sections.is_empty()).then_some(SoFar { cautions, sections }))
    }

    fn caution_so_far(&self) -> Option<&'static str> {
        Some(
            "Treatments are compared when all runs are done: runs that take long are missing more often so far, so means are too \
             low.",
        )
    }

    fn carry_out(&self, text: &str, stop: &Stop) -> Result<Option<String>, RequestError> {
        runner::carry_out(text, stop)
    }
}

impl Plan for StudyPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Studies
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
    }

    fn check(&self, _permission: Permission) -> Result<(), RequestError> {
        runner::prepare(self).map(|_| ())
    }

    fn extent(&self) -> Option<u64> {
        Some(self.n_replicates())
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context.running, &context.past.events, context.journal)?))
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let of_replicate = |subject: &Subject| match subject {
            // Of each generation of a run three small numbers, and the table that was found.
            Subject::Tables(plan) => 1_200 + times(plan.most_generations, 12),
        };
        let replicates = self.treatments.iter().map(|treatment| of_replicate(&treatment.subject));
        Ok(times(self.runs, replicates.fold(0, u64::saturating_add)))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for StudyResult {
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
        Ok(report::sections(self)?)
    }
}
