//! Whether the clocks of an experiment can be scaled in a fleet: the file must say for which speed its times are meant.

use zermelo_catalog::{RequestError, catalog};
use zermelo_kind::Running;
use zermelo_runner::ClockMode;

use crate::experiment::Experiment;
use crate::series::stages_of;

/// An error if clocks shall be scaled and a file does not say to which speed. Nothing has been played then.
pub(crate) fn check(experiment: &Experiment, running: &Running) -> Result<(), RequestError> {
    let Some(fleet) = running.fleet.filter(|fleet| fleet.clock().mode() == Some(ClockMode::Scaled)) else {
        return Ok(());
    };
    let parts = match stages_of(&*experiment.plan) {
        Some(series) => series.stages.iter().map(|stage| &stage.experiment).collect(),
        None => vec![experiment],
    };
    for part in parts {
        let common = part.plan.common();
        if common.reference_speed.is_some() || common.game.is_empty() {
            continue;
        }
        let speed = fleet.clock().speeds().of(&catalog::open_for(&common.game, running.permission)?);
        let problem = format!(
            "--clock scaled needs the speed of the machine that the times are meant for. Write it above the first table of the \
             file, in positions a second of one thread: `reference-speed = {}` is what this machine has in {} with all its \
             threads busy",
            rounded(speed),
            common.game
        );
        return Err(RequestError::Experiment { place: part.stem.clone(), problem });
    }
    Ok(())
}

/// A speed with three digits that mean something, as a file has it.
fn rounded(speed: f64) -> String {
    let mut unit = 1_u64;
    while speed / unit as f64 >= 1000.0 {
        unit *= 10;
    }
    let digits = ((speed / unit as f64).round() as u64 * unit).to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| str::from_utf8(g).ok()).collect();
    groups.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_written_as_a_file_has_them() {
        for (speed, text) in
            [(1.0, "1"), (999.0, "999"), (1234.0, "1_230"), (1_234_567.8, "1_230_000"), (98_765.4, "98_800")]
        {
            assert_eq!(rounded(speed), text);
        }
    }
}
