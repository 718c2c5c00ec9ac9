//! What an evaluation is made of.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_any::evaluator_of;
use zermelo_catalog::{AnalysisPlan, Evaluation, Session};
use zermelo_game::{Player, Stop};

use super::{Asked, At};
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::calibration;
use crate::verdict::{Judge, Verdict};

/// Which evaluator.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhyQuery {
    /// The evaluator; the game's best if absent.
    eval: Option<String>,
    /// Without an evaluator: whose it shall be, an agent's text or name.
    agent: Option<String>,
}

/// What an evaluation is made of. All numbers are from the first player's side.
#[derive(Serialize, ToSchema)]
pub struct Why {
    /// The evaluator.
    evaluator: String,
    /// All evaluators of the game.
    evaluators: Vec<EvaluatorCard>,
    /// Its value.
    value: f64,
    /// Whether the value is the sum of the contributions.
    is_sum: bool,
    /// What it is made of.
    terms: Vec<TermRow>,
    /// The same one ply earlier.
    before: Option<Vec<TermRow>>,
    /// What the value means, without looking ahead.
    verdict: Verdict,
}

/// An evaluator.
#[derive(Serialize, ToSchema)]
pub struct EvaluatorCard {
    /// How it is written.
    form: String,
    /// What it does.
    about: String,
}

/// A part of an evaluation.
#[derive(Serialize, ToSchema)]
#[schema(as = Term)]
pub struct TermRow {
    /// The heuristic.
    name: String,
    /// What it measures.
    about: String,
    /// What it measures here.
    value: Option<f64>,
    /// What a unit of it adds.
    weight: Option<f64>,
    /// What it adds.
    contribution: Option<f64>,
}

/// What an evaluator sees in a position, before looking ahead.
#[utoipa::path(get, path = "/why", params(At, WhyQuery),
    responses((status = OK, body = Why), (status = "4XX", body = Refusal)))]
pub async fn why(
    State(app): State<Arc<App>>,
    Asked(at): Asked<At>,
    Asked(query): Asked<WhyQuery>,
) -> Result<Json<Why>, ApiError> {
    let game = at.game()?;
    if game.evaluators().is_empty() {
        return Err(ApiError::missing("no-evaluators", format!("{} has no evaluators", game.title())));
    }
    let evaluator = match (query.eval.filter(|text| !text.is_empty()), query.agent) {
        (Some(evaluator), _) => app.agent("", &evaluator).await?,
        (None, Some(agent)) => {
            let agent = app.agent(&game.id(), &agent).await?;
            evaluator_of(&agent).unwrap_or_else(|| "default".to_owned())
        }
        (None, None) => "default".to_owned(),
    };
    let mut session = at.session()?;
    let over = || ApiError::conflict("game-over", "the game is over: there is nothing to evaluate");
    let about = |name: &str| {
        let feature = game.features().iter().find(|feature| feature.name == name);
        feature.map(|feature| feature.about.to_owned()).unwrap_or_default()
    };
    let to_move = session.to_move();
    let now = evaluation(&session, &evaluator)?.ok_or_else(over)?;
    let sign = sign_of(&session);
    let terms = rows(&now, sign, &about);
    let judge =
        Judge { players: session.players(), calibration: calibration::find(&session.game_id(), &evaluator) };
    let before = if session.undo() {
        evaluation(&session, &evaluator)?.map(|earlier| rows(&earlier, sign_of(&session), &about))
    } else {
        None
    };
    let card = |info: &zermelo_game::EvaluatorInfo| EvaluatorCard {
        form: info.form.to_owned(),
        about: info.about.to_owned(),
    };
    Ok(Json(Why {
        verdict: judge.judged(sign * now.value, to_move),
        value: sign * now.value,
        is_sum: now.is_sum,
        evaluator,
        evaluators: game.evaluators().iter().map(card).collect(),
        terms,
        before,
    }))
}

fn sign_of(session: &Session) -> f64 {
    if session.to_move() == Player::First { 1.0 } else { -1.0 }
}

fn evaluation(session: &Session, evaluator: &str) -> Result<Option<Evaluation>, ApiError> {
    let plan = AnalysisPlan {
        agent: "random",
        evaluator: Some(evaluator),
        n_lines: 1,
        seed: 0,
        stop: &Stop::default(),
    };
    Ok(session.analyze(&plan)?.and_then(|analysis| analysis.evaluation))
}

fn rows(evaluation: &Evaluation, sign: f64, about: &dyn Fn(&str) -> String) -> Vec<TermRow> {
    // "Minus nothing" is nothing.
    let turned = |number: f64| sign * number + 0.0;
    let row = |term: &zermelo_catalog::Term| TermRow {
        name: term.name.to_owned(),
        about: about(term.name),
        value: term.value.map(turned),
        weight: term
            .value
            .zip(term.contribution)
            .filter(|(value, _)| *value != 0.0)
            .map(|(value, part)| part / value),
        contribution: term.contribution.map(turned),
    };
    evaluation.terms.iter().map(row).collect()
}
