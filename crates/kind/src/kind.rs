//! A kind of experiment.

use zermelo_any::Folder;
use zermelo_catalog::RequestError;
use zermelo_game::Stop;
use zermelo_report::Section;
use zermelo_store::{EventRow, Run, Store, StoreError};

use crate::curve::Curve;
use crate::form::Form;
use crate::plan::{Plan, Unit};
use crate::report::RunReportError;
use crate::result::RunResult;
use crate::so_far::{SoFar, sections_of_curves};

/// The text of an experiment file, and where it comes from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The text.
    pub text: &'a str,
    /// What errors call the file.
    pub place: &'a str,
    /// Where files that it names are looked for.
    pub folder: Folder<'a>,
}

impl Source<'_> {
    /// An error about this file.
    pub fn bad(&self, problem: impl Into<String>) -> RequestError {
        RequestError::Experiment { place: self.place.to_owned(), problem: problem.into() }
    }
}

/// The kinds of events that are points of curves.
const POINTS: [&str; 4] = ["generation", "pass", "moves", "replicate"];

/// A kind of experiment: how its files and its stored results are read.
pub trait Kind: Sync {
    /// Its name in files and in the store.
    fn name(&self) -> &'static str;

    /// What it is for, in a sentence or two.
    fn about(&self) -> &'static str;

    /// The keys of its files.
    fn form(&self) -> Form;

    /// A short file that runs in seconds: what people begin with.
    fn example(&self) -> &'static str;

    /// Reads an experiment file.
    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError>;

    /// Reads the result of a finished run, as the store keeps it.
    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String>;

    /// What the work of its runs is counted in.
    fn unit(&self) -> Unit {
        Unit::Game
    }

    /// Whether its runs produce agents that `bred(RUN/..)` names.
    fn has_champions(&self) -> bool {
        false
    }

    /// Whether its runs have curves to watch.
    fn has_curves(&self) -> bool {
        false
    }

    /// The curves of a run, from events of its log that are points of curves.
    fn curves(&self, _run: &Run, _events: &[&EventRow]) -> Vec<Curve> {
        Vec::new()
    }

    /// Title and sections of an unfinished run's report, as far as they are final; `None` if there are none before the end.
    fn sections_so_far(
        &self,
        _store: &Store,
        _run: &Run,
    ) -> Result<Option<(String, Vec<Section>)>, RunReportError> {
        Ok(None)
    }

    /// What an unfinished run has come to, to be shown before the end; `None` if there is nothing to see. Kinds
    /// with curves show these.
    fn so_far(&self, store: &Store, run: &Run) -> Result<Option<SoFar>, RunReportError> {
        let cautions = self.caution_so_far().map(str::to_owned).into_iter().collect();
        if let Some((_, sections)) = self.sections_so_far(store, run)? {
            return Ok(Some(SoFar { cautions, sections }));
        }
        let events = store.events(run.id)?;
        let is_point = |event: &&EventRow| POINTS.contains(&event.kind.as_str());
        let sections =
            sections_of_curves(&self.curves(run, &events.iter().filter(is_point).collect::<Vec<_>>()))?;
        Ok((!sections.is_empty()).then_some(SoFar { cautions, sections }))
    }

    /// What has to be known to read the numbers of an unfinished run.
    fn caution_so_far(&self) -> Option<&'static str> {
        None
    }

    /// Does work of its own that a run has sent to another machine; `None` if it was stopped.
    fn carry_out(&self, _text: &str, _stop: &Stop) -> Result<Option<String>, RequestError> {
        let problem = format!("a {} has no work of its own to send", self.name());
        Err(RequestError::Experiment { place: "job".to_owned(), problem })
    }

    /// How many games an unfinished run has played, where it does not keep them.
    fn n_games_reported(&self, _store: &Store, _run: &Run) -> Result<u64, StoreError> {
        Ok(0)
    }
}

/// Reads a result whose type says all; for [`Kind::result`].
pub fn read_result<T: RunResult + serde::de::DeserializeOwned>(
    json: &str,
) -> Result<Box<dyn RunResult>, String> {
    match serde_json::from_str::<T>(json) {
        Ok(result) => Ok(Box::new(result)),
        Err(error) => Err(error.to_string()),
    }
}
