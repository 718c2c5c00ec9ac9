//! How far a percentage may be believed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_any::evaluator_of;

use super::Asked;
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::calibration::{self, ReliabilityBin};

/// Whose percentages.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CalibrationQuery {
    /// The game's id.
    game: String,
    /// Who values positions; our own choice if absent.
    agent: Option<String>,
}

/// How the percentages of an evaluator did on games that they were not fitted on.
#[derive(Serialize, ToSchema)]
pub struct Reliability {
    /// The evaluator.
    evaluator: String,
    /// How many positions its curve was fitted on.
    n: u64,
    /// What was predicted and what came, from little to much.
    bins: Vec<ReliabilityBin>,
}

/// What an evaluator predicted on games that it was not fitted on, and what came.
#[utoipa::path(get, path = "/calibration", params(CalibrationQuery),
    responses((status = OK, body = Reliability), (status = "4XX", body = Refusal)))]
pub async fn calibration(
    State(app): State<Arc<App>>,
    Asked(query): Asked<CalibrationQuery>,
) -> Result<Json<Reliability>, ApiError> {
    let game = zermelo_catalog::open(&query.game)?.id();
    let agent = app.agent(&game, query.agent.as_deref().unwrap_or("alphabeta")).await?;
    let unknown = || ApiError::missing("not-calibrated", "this game has no calibration for these values");
    let found = evaluator_of(&agent).and_then(|evaluator| calibration::find(&game, &evaluator));
    let found = found.ok_or_else(unknown)?;
    Ok(Json(Reliability { evaluator: found.evaluator.clone(), n: found.n, bins: found.bins.clone() }))
}
