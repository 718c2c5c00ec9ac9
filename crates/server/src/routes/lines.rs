//! Lines of play that are too long for an address: kept in the store, under a short name that stands for them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_store::{LineRow, Store};

use super::runs::blocking;
use super::{At, Body, Place};
use crate::api_error::{ApiError, Refusal};
use crate::app::App;

/// A line of play.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct KeptLine {
    /// The game's id.
    game: String,
    /// The position it began from; the game's start if absent.
    p: Option<String>,
    /// The moves, separated by spaces.
    m: String,
}

/// The name of a line.
#[derive(Serialize, ToSchema)]
pub struct LineName {
    /// The name. The same line has the same name in every store.
    id: String,
}

/// Keeps a line of play. It is played first, so that nothing which breaks the rules comes into the store.
#[utoipa::path(post, path = "/lines", request_body = KeptLine,
    responses((status = OK, body = LineName), (status = "4XX", body = Refusal)))]
pub async fn keep(
    State(app): State<Arc<App>>,
    Body(line): Body<KeptLine>,
) -> Result<Json<LineName>, ApiError> {
    blocking(move || {
        let at = At { game: line.game, p: line.p, m: Some(line.m), ply: None };
        let session = at.session()?;
        let row = LineRow {
            game: session.game_id(),
            position: session.origin().unwrap_or_default(),
            moves: session.played().join(" "),
        };
        let id = Store::open(&app.settings.store)?.keep_line(&row)?;
        Ok(Json(LineName { id }))
    })
    .await
}

/// A line of play that was kept.
#[utoipa::path(get, path = "/lines/{id}", params(("id" = String, Path, description = "the line's name")),
    responses((status = OK, body = KeptLine), (status = "4XX", body = Refusal)))]
pub async fn line(State(app): State<Arc<App>>, Place(id): Place<String>) -> Result<Json<KeptLine>, ApiError> {
    let name = id.clone();
    let found = app.with_store(move |store| Ok(store.line(&name)?)).await?.flatten();
    let missing = || ApiError::missing("unknown-line", format!("there is no saved game `{id}` here"));
    let row = found.ok_or_else(missing)?;
    let position = Some(row.position).filter(|position| !position.is_empty());
    Ok(Json(KeptLine { game: row.game, p: position, m: row.moves }))
}
