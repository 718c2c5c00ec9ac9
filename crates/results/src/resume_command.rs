//! The command that resumes an unfinished run, as far as the store knows it.
//!
//! A store keeps the text of an experiment, not where its file was. So every command that may have begun the run is tried: it is
//! the right one if it asks for the same text.

use std::path::{Path, PathBuf};

use zermelo_any::Folder;
use zermelo_catalog::{Permission, catalog};
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::game_analysis::Effort;
use zermelo_experiments::tournament::TournamentPlan;
use zermelo_experiments::{SprtMatch, study_game};
use zermelo_store::{Run, Store, StoreError};

use crate::command_text::{quoted, with_store};
use crate::sprt_test::SprtTest;

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
        if let Some(command) = of_match(run).or_else(|| of_game_analysis(run)) {
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

/// The command that repeats a run which was begun without a file: a match with a sequential test, or the study of a game.
pub fn begun_without_file(run: &Run) -> Option<String> {
    let command = of_match(run).or_else(|| of_game_analysis(run))?;
    let seed = if run.seed == 1 { String::new() } else { format!(" --seed {}", run.seed) };
    Some(format!("zermelo {command}{seed}"))
}

/// The match with a sequential test that the run is, if it was begun by `zermelo match`.
fn of_match(run: &Run) -> Option<String> {
    let folder = Folder::new(Path::new("."), Permission::terminal());
    let experiment = Experiment::parse(String::new(), run.experiment.clone(), &run.name, folder).ok()?;
    let plan = experiment.plan.downcast_ref::<TournamentPlan>()?;
    let (test, most_games) = plan.test()?;
    let [new, old] = &plan.entrants[..] else { return None };
    let game = catalog::open(&plan.common.game).ok()?;
    for keeps_decided in [false, true] {
        let plies = plan.openings.plies();
        let asked = SprtMatch {
            agents: [&new.agent, &old.agent],
            test,
            most_games,
            opening_plies: plies,
            keeps_decided,
        };
        if asked.experiment(&game).is_ok_and(|asked| asked.text == run.experiment) {
            let [game, new, old] = [&plan.common.game, &new.agent, &old.agent].map(|text| quoted(text));
            let mut command =
                format!("match {game} {new} {old} --sprt {} --games {most_games}", SprtTest(test));
            if let Some(plies) = plies {
                command.push_str(&format!(" --opening-plies {plies}"));
            }
            if keeps_decided {
                command.push_str(" --keep-decided");
            }
            return Some(command);
        }
    }
    None
}

/// The study of a game that the run is, if it was begun by `zermelo study-game`.
fn of_game_analysis(run: &Run) -> Option<String> {
    if run.kind != "portrait" {
        return None;
    }
    let id = zermelo_experiments::game_of(&run.experiment, &run.name).ok()?;
    let game = catalog::open(&id).ok()?;
    for (effort, option) in [(Effort::Full, ""), (Effort::Quick, " --quick")] {
        if study_game(&game, effort).is_ok_and(|asked| asked.text == run.experiment) {
            return Some(format!("study-game {}{option}", quoted(&id)));
        }
    }
    None
}
