//! Calibrations as a kind of experiment.

use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::form::Form;
use zermelo_kind::memory::{game_bytes, plies, times};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{Common, Kind, Plan, RunContext, RunResult, Source, read_result};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{Run, Store};

use crate::file::CalibrationPlan;
use crate::form::FORM;
use crate::result::CalibrationResult;
use crate::{report, runner};

/// Calibrations as a kind of experiment.
pub struct Calibrations;

impl Kind for Calibrations {
    fn name(&self) -> &'static str {
        "calibration"
    }

    fn about(&self) -> &'static str {
        "Measures what the values of an agent mean: the expected score at each value, fitted on one half of its games and checked on the other."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(CalibrationPlan::read(source)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<CalibrationResult>(json)
    }
}

impl Plan for CalibrationPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Calibrations
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        vec![&mut self.agent]
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::check(self, permission)
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let game = catalog::open(&self.common.game)?;
        // A game, its thoughts, and the values of its positions as the fit has them.
        Ok(times(self.games, game_bytes(&game) + 64 * plies(&game)))
    }

    fn extent(&self) -> Option<u64> {
        Some(self.games.into())
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context)?))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for CalibrationResult {
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
