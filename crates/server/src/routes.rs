//! The addresses, one file for each thing that can be asked.

mod analyse;
mod calibration;
mod experiments;
mod games;
mod invent;
mod lab;
mod lines;
mod live;
mod manual;
mod people;
mod rethink;
mod review;
mod runs;
mod scene;
mod setup;
mod think;
mod why;

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zermelo_catalog::{OpenGame, Session, Start};

use crate::api_error::ApiError;
use crate::app::App;

/// A JSON body; what is wrong with it is told like everything else.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Body(body))
    }
}

/// The part behind the question mark; what is wrong with it is told like everything else.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, ApiError> {
        let Query(asked) = Query::from_request_parts(parts, state).await?;
        Ok(Asked(asked))
    }
}

/// The parts of an address.
pub struct Place<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Place<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Place<T>, ApiError> {
        let Path(place) = Path::from_request_parts(parts, state).await?;
        Ok(Place(place))
    }
}

/// A place in a game.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct At {
    /// The game's id.
    pub game: String,
    /// The position it began from; the game's start if absent.
    pub p: Option<String>,
    /// The moves, separated by spaces.
    pub m: Option<String>,
    /// How many of the moves to show; all if absent.
    pub ply: Option<usize>,
}

/// Games are not longer than this, whatever their rules.
const MOST_MOVES_BYTES: usize = 20_000;

impl At {
    /// The game.
    pub fn game(&self) -> Result<OpenGame, ApiError> {
        Ok(zermelo_catalog::open(&self.game)?)
    }

    /// The game in progress, after `ply` of its moves.
    pub fn session(&self) -> Result<Session, ApiError> {
        let mut session = self.game()?.session(&self.start()?)?;
        if let Some(ply) = self.ply {
            while session.played().len() > ply && session.undo() {}
        }
        Ok(session)
    }

    /// Where it begins, and all moves.
    pub fn start(&self) -> Result<Start, ApiError> {
        let moves = self.m.clone().unwrap_or_default();
        if moves.len() > MOST_MOVES_BYTES || self.p.as_ref().is_some_and(|p| p.len() > MOST_MOVES_BYTES) {
            return Err(ApiError::bad(
                "too-long",
                format!("a game has at most {MOST_MOVES_BYTES} characters"),
            ));
        }
        Ok(Start { position: self.p.clone().filter(|p| !p.is_empty()), moves })
    }
}

/// Everything under `/api`.
pub fn all() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(games::games))
        .routes(routes!(games::card))
        .routes(routes!(games::opponents))
        .routes(routes!(scene::scene))
        .routes(routes!(scene::board_svg))
        .routes(routes!(scene::board_png))
        .routes(routes!(think::think))
        .routes(routes!(think::move_now))
        .routes(routes!(think::agent))
        .routes(routes!(analyse::analyse))
        .routes(routes!(review::review))
        .routes(routes!(rethink::rethink))
        .routes(routes!(why::why))
        .routes(routes!(calibration::calibration))
        .routes(routes!(setup::palette, setup::arrange))
        .routes(routes!(lines::keep))
        .routes(routes!(lines::line))
        .routes(routes!(people::people))
        .routes(routes!(people::experience))
        .routes(routes!(people::game))
        .routes(routes!(runs::runs, runs::start))
        .routes(routes!(runs::run))
        .routes(routes!(runs::stop))
        .routes(routes!(runs::resume))
        .routes(routes!(runs::cancel))
        .routes(routes!(runs::figure))
        .routes(routes!(runs::report))
        .routes(routes!(runs::games))
        .routes(routes!(experiments::experiments))
        .routes(routes!(live::live))
        .routes(routes!(lab::lab, lab::measure))
        .routes(routes!(invent::templates))
        .routes(routes!(invent::draft))
        .routes(routes!(invent::words))
        .routes(routes!(invent::open))
        .routes(routes!(invent::check))
        .routes(routes!(manual::manual))
        .routes(routes!(manual::manual_search))
        .routes(routes!(manual::manual_page))
}
