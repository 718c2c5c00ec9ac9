//! The command that resumes an unfinished run, as far as the store knows it.
//!
//! A store keeps the text of an experiment, not where its file was. So every command that may have begun the run is tried: it is
//! the right one if it asks for the same text.

use std::path::{Path, PathBuf};

use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::begun;
use zermelo_experiments::experiment::Experiment;
use zermelo_store::{Run, Store, StoreError};

use crate::command_text::{quoted, with_store};

/// The command, and a remark on what is not known.
pub struct Resume {
    /// The command.
    pub command: String,
    /// What a person has to know; empty if the command is exact.
    pub remark: &'static str,
}

impl Resume {
    /// How a run is resumed: by its series, if it is a stage of one.
    /// `path` is the store as the person named it.
    pub fn of(store: &Store, path: &Path, run: &Run) -> Result<Resume, StoreError> {
        if let Some(parent) = run.parent {
            return Resume::of(store, path, &store.run(parent)?);
        }
        let place = with_store(path);
        let with_seed = |seed: Option<u64>| {
            let seed = seed.filter(|seed| *seed != run.seed).map(|_| format!(" --seed {}", run.seed));
            seed.unwrap_or_default()
        };
        let exact = |command: String| Resume { command, remark: "" };
        if let Some(command) = begun::arguments(run) {
            return Ok(exact(format!("zermelo {command} --resume{place}{}", with_seed(Some(1)))));
        }
        let folder = Folder::new(Path::new("."), Permission::server());
        let parsed = Experiment::parse(String::new(), run.experiment.clone(), &run.name, folder).ok();
        let seed = with_seed(parsed.map(|experiment| experiment.plan.common().seed));
        let name = format!("{}.toml", run.name.rsplit_once('-').map_or(run.name.as_str(), |(stem, _)| stem));
        let places = [PathBuf::from(&name), Path::new("experiments").join(&name)];
        let is_same = |path: &&PathBuf| {
            Experiment::read(path, Permission::terminal()).is_ok_and(|read| read.text == run.experiment)
        };
        let found = places.iter().find(is_same);
        let file = found.map_or(name.clone(), |path| path.display().to_string());
        let remark = if found.is_some() {
            ""
        } else {
            "The store knows the text of the file, not its folder: name the file that the run was begun with, unchanged."
        };
        Ok(Resume { command: format!("zermelo run {} --resume{place}{seed}", quoted(&file)), remark })
    }
}
