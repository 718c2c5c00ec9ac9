//! The command that began a run which has no file: a match with a sequential test, the study of a game, a comparison of variants.
//!
//! A store keeps the text of an experiment. The command is the one that asks for the same text.

use std::path::Path;

use zermelo_any::Folder;
use zermelo_catalog::{Permission, catalog};
use zermelo_game_analysis::Effort;
use zermelo_store::Run;
use zermelo_tournaments::TournamentPlan;

use crate::experiment::Experiment;
use crate::game_of;
use crate::sprt_match::SprtMatch;
use crate::sprt_test::SprtTest;
use crate::study_game::{name_and_text, study_game};
use crate::variants::VariantsRequest;

/// The arguments of the command, without the seed; nothing if the run was begun with a file.
pub fn arguments(run: &Run) -> Option<String> {
    let of_variants = || VariantsRequest::of(run).map(|request| request.command());
    of_match(run).or_else(|| of_game_analysis(run)).or_else(of_variants)
}

/// The command that repeats the run, if it was begun without a file.
pub fn command(run: &Run) -> Option<String> {
    let arguments = arguments(run)?;
    let seed = if run.seed == 1 { String::new() } else { format!(" --seed {}", run.seed) };
    Some(format!("zermelo {arguments}{seed}"))
}

/// A text as a shell takes it for one word.
pub fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// The match with a sequential test that the run is, if it was begun by `zermelo match`.
fn of_match(run: &Run) -> Option<String> {
    let folder = Folder::new(Path::new("."), Permission::server());
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
    let id = game_of(&run.experiment, &run.name).ok()?;
    let game = catalog::open(&id).ok()?;
    let (named, text) = name_and_text(&run.experiment);
    for (effort, option) in [(Effort::Full, ""), (Effort::Quick, " --quick")] {
        if study_game(&game, effort).is_ok_and(|asked| asked.text == text) {
            return Some(format!("study-game {}{option}", quoted(named.unwrap_or(&id))));
        }
    }
    None
}
