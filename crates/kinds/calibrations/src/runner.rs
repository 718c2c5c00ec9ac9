//! Carrying out a calibration.

use zermelo_arena::{Calibration, ValuedGame};
use zermelo_catalog::{OpenGame, Permission, RequestError, catalog};
use zermelo_game::Player;
use zermelo_kind::{RunContext, RunLog, self_play};
use zermelo_runner::game_runner::{Entrant, Halt};
use zermelo_runner::positions::Walker;
use zermelo_runner::self_play::{Beginning, Ends, SelfPlayJob, Thoughts};
use zermelo_store::{GameRow, OpeningRow};

use crate::file::CalibrationPlan;
use crate::result::CalibrationResult;

/// Games that are kept together: so many are lost at most when a run is stopped.
const CHUNK: u32 = 16;

/// Whether a calibration can be carried out.
pub(crate) fn check(plan: &CalibrationPlan, permission: Permission) -> Result<(), RequestError> {
    catalog::open_for(&plan.common.game, permission)?.check_agent(&plan.agent)
}

/// Plays the games and fits the curve.
pub(crate) fn run(plan: &CalibrationPlan, context: &mut RunContext) -> Result<CalibrationResult, Halt> {
    let game = catalog::open_for(&plan.common.game, context.running.permission)?;
    let mut log = RunLog::new(context.running, context.past, &mut *context.journal, true);
    let openings = log.enter_texts(&[String::new()])?;
    let agents = log.enter(&[Entrant { name: "calibrated".to_owned(), agent: plan.agent.clone() }])?;
    let job = SelfPlayJob {
        agent: &plan.agent,
        number: agents[0].index,
        beginning: Beginning::Random { opening: openings[0].index, plies: plan.random_plies },
        ends: Ends::Rules(None),
        round: 1,
        seed: plan.common.seed,
        first_game: 0,
        n_games: plan.games,
        chunk: CHUNK,
        executor: context.running.executor(),
    };
    let (rows, thoughts) = self_play::play(&game, &mut log, context.store, context.run, &job, "thoughts-1")?;
    let mut valued = Vec::new();
    for (row, thoughts) in rows.iter().zip(&thoughts) {
        valued.push(valued_game(&game, &openings, row, thoughts)?);
    }
    Ok(CalibrationResult::of(plan, Calibration::of(valued)))
}

/// A game with the values of its positions. Random plies have none.
fn valued_game(
    game: &OpenGame,
    openings: &[OpeningRow],
    row: &GameRow,
    thoughts: &Thoughts,
) -> Result<ValuedGame, RequestError> {
    let mut values: Vec<(Player, f32)> = Vec::new();
    Walker::without_images(game, openings).walk(row, |step| -> Result<(), RequestError> {
        let place = step.ply.checked_sub(thoughts.random_plies);
        if let Some(&value) = place.and_then(|place| thoughts.values.get(place as usize)) {
            values.push((step.pos.to_move(), value));
        }
        Ok(())
    })?;
    Ok(ValuedGame { outcome: row.outcome, values })
}
