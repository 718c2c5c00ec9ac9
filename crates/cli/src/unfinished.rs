//! What `zermelo show` and `report` say of a run that is not finished.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::report::RunReportError;
use zermelo_experiments::{kind_named, title_of, tournament};
use zermelo_report::Section;
use zermelo_store::{Run, Status, Store};

use crate::reply::Failure;
use crate::runs::{tables_of, work};
use zermelo_results::resume_command::Resume;
use zermelo_results::standings;
use zermelo_terminal::number::grouped;
use zermelo_terminal::prose::wrapped;

/// How far a run is, and how it is resumed.
pub struct Unfinished {
    /// How far it is, in a sentence.
    pub state: String,
    /// What has to be known to read its numbers.
    pub cautions: Vec<String>,
    /// Tables and figures of what is there.
    pub sections: Vec<Section>,
    status: Status,
    units: &'static str,
    n_done: u64,
    n_all: Option<u64>,
    resume: Resume,
}

impl Unfinished {
    /// What an unfinished run of the store at `path` has come to.
    pub fn of(store: &Store, path: &Path, run: &Run) -> Result<Unfinished, Failure> {
        let (n_done, units) = work(store, run)?;
        let folder = Folder::new(Path::new("."), Permission::server());
        let experiment = Experiment::parse(String::new(), run.experiment.clone(), &run.name, folder).ok();
        let n_all = experiment.as_ref().and_then(|experiment| experiment.plan.extent());
        let n_all = n_all.filter(|all| *all >= n_done);
        let so_far = kind_named(&run.kind).map(|kind| kind.so_far(store, run)).transpose();
        let so_far = so_far.map_err(|error| match error {
            RunReportError::Store(error) => error.into(),
            error => Failure::failed("bad-result", error.to_string()),
        })?;
        let (cautions, sections) =
            so_far.flatten().map_or_else(Default::default, |so_far| (so_far.cautions, so_far.sections));
        let status = store.status(run);
        let all = n_all.map(|all| format!(" of {}", grouped(all))).unwrap_or_default();
        let now = if status == Status::Running { "it is running now" } else { "it was interrupted" };
        let state = format!("{} is not finished: {}{all} {units} so far; {now}.", run.name, grouped(n_done));
        let resume = Resume::of(store, path, run)?;
        Ok(Unfinished { state, cautions, sections, status, units, n_done, n_all, resume })
    }

    /// Why there is nothing to show yet, and the command that goes on.
    pub fn refusal(&self) -> String {
        if self.status == Status::Running {
            return self.state.clone();
        }
        let remark =
            if self.resume.remark.is_empty() { String::new() } else { format!("\n{}", self.resume.remark) };
        format!("{} To resume it:\n  {}{remark}", self.state, self.resume.command)
    }

    /// For machines.
    pub fn json(&self, run: &Run) -> Value {
        json!({
            "run": run.name,
            "kind": run.kind,
            "title": title_of(&run.experiment),
            "status": self.status.id(),
            self.units: self.n_done,
            "done": self.n_done,
            "of": self.n_all,
            "cautions": self.cautions,
            "resume": self.resume.command,
        })
    }

    /// For people.
    pub fn text(&self, store: &Store, run: &Run) -> Result<String, Failure> {
        let mut text = wrapped(&self.state);
        if self.status != Status::Running {
            text.push_str(&format!("To resume it:\n  {}\n", self.resume.command));
            if !self.resume.remark.is_empty() {
                text.push_str(&wrapped(self.resume.remark));
            }
        }
        // A tournament looks as it does when it is finished.
        let standings = match run.kind.as_str() {
            "tournament" => tournament::stored_so_far(store, run)?,
            _ => None,
        };
        match standings {
            Some(result) => {
                text.push_str("\nSo far:\n\n");
                text.push_str(&standings::text(&run.name, &result));
                // A sequential test says itself what may be believed.
                if result.race.is_some() {
                    return Ok(text);
                }
            }
            None => {
                if let Some(title) = title_of(&run.experiment).filter(|_| !self.sections.is_empty()) {
                    text.push('\n');
                    text.push_str(&wrapped(&format!("So far: {title} ({})", run.name)));
                }
                text.push_str(&tables_of(&self.sections));
            }
        }
        if !self.cautions.is_empty() {
            text.push('\n');
            self.cautions.iter().for_each(|caution| text.push_str(&wrapped(caution)));
        }
        Ok(text)
    }
}
