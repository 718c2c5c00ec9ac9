//! A position as a page draws it.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_catalog::{OpenGame, RequestError, Session, Start};

use super::games::{Input, input_of};
use super::{Asked, At};
use crate::api_error::{ApiError, Refusal};
use crate::wire::{Move, Spoken, View};

/// A position as a page draws it, and how it came to be.
#[derive(Serialize, ToSchema)]
pub struct Scene {
    /// The game's id.
    game: String,
    /// The game's name.
    title: String,
    /// What the players are called.
    #[schema(min_items = 2, max_items = 2)]
    players: [String; 2],
    /// The position the game began from, if that is not its start.
    origin: Option<String>,
    /// The position shown.
    position: String,
    /// All moves of the game, also those beyond what is shown.
    played: Vec<Spoken>,
    /// How many of the moves are shown.
    ply: usize,
    /// The board.
    view: View,
    /// How a move is made.
    input: Input,
    /// Whether the game can end without a winner.
    can_draw: bool,
    /// The legal moves.
    moves: Vec<Move>,
    /// A sentence for every cell.
    speech: Vec<String>,
    /// Why not all of what was asked for is here.
    problem: Option<String>,
}

/// A position, its board and its moves. If some of the moves cannot be played, those before them are shown, and what is wrong.
#[utoipa::path(get, path = "/scene", params(At),
    responses((status = OK, body = Scene), (status = "4XX", body = Refusal)))]
pub async fn scene(Asked(at): Asked<At>) -> Result<Json<Scene>, ApiError> {
    let game = at.game()?;
    let start = at.start()?;
    let mut problem = None;
    let origin = Start { position: start.position.clone(), moves: String::new() };
    let mut session = match game.session(&origin) {
        Ok(session) => session,
        Err(error @ RequestError::Position(_)) => {
            problem = Some(error.to_string());
            game.session(&Start::default())?
        }
        Err(error) => return Err(error.into()),
    };
    let mut played = Vec::new();
    if problem.is_none() {
        for text in start.move_texts() {
            if let Err(error) = play(&mut session, text, &mut played) {
                problem = Some(error.to_string());
                break;
            }
        }
    }
    let ply = at.ply.unwrap_or(played.len()).min(played.len());
    for _ in ply..played.len() {
        session.undo();
    }
    Ok(Json(Scene::of(&game, &session, played, problem)))
}

impl Scene {
    /// What a session shows now. `played` may go on beyond it.
    pub fn of(game: &OpenGame, session: &Session, played: Vec<Spoken>, problem: Option<String>) -> Scene {
        let view = session.view();
        let speech = (0..view.cells.len()).map(|cell| session.speak_cell(cell)).collect();
        Scene {
            game: session.game_id(),
            title: game.title().to_owned(),
            players: session.players().map(str::to_owned),
            origin: session.origin(),
            position: session.position(),
            played,
            ply: session.played().len(),
            input: input_of(game),
            can_draw: game.can_draw(),
            moves: moves_of(session),
            view: View::from(&view),
            speech,
            problem,
        }
    }
}

/// Plays a move and adds it, as the game writes it and as a sentence, to those before it.
pub fn play(session: &mut Session, text: &str, played: &mut Vec<Spoken>) -> Result<(), RequestError> {
    session.play(text).map_err(|source| RequestError::Move { number: played.len() + 1, source })?;
    let text = session.played().pop().unwrap_or_default();
    played.push(Spoken { text, speak: session.speak_last().unwrap_or_default() });
    Ok(())
}

fn moves_of(session: &Session) -> Vec<Move> {
    session.spoken_moves().into_iter().map(|(mv, told)| Move::new(mv, told)).collect()
}

/// Which side of the board is below.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Turned {
    /// The second player sits at the bottom.
    #[serde(default)]
    flip: bool,
}

fn picture(at: &At, turned: &Turned) -> Result<String, ApiError> {
    let session = at.session()?;
    Ok(zermelo_catalog::svg::draw(&session.view(), &session.position(), turned.flip))
}

/// The board as a picture.
#[utoipa::path(get, path = "/board.svg", params(At, Turned),
    responses((status = OK, content_type = "image/svg+xml", body = String), (status = "4XX", body = Refusal)))]
pub async fn board_svg(Asked(at): Asked<At>, Asked(turned): Asked<Turned>) -> Result<Response, ApiError> {
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture(&at, &turned)?).into_response())
}

/// The board as a picture of dots.
#[utoipa::path(get, path = "/board.png", params(At, Turned),
    responses((status = OK, content_type = "image/png", body = Vec<u8>), (status = "4XX", body = Refusal)))]
pub async fn board_png(Asked(at): Asked<At>, Asked(turned): Asked<Turned>) -> Result<Response, ApiError> {
    let svg = picture(&at, &turned)?;
    let painted = tokio::task::spawn_blocking(move || zermelo_report::png::paint(&svg, 2.0)).await;
    let png = painted.map_err(|_| ApiError::ours("rendering the picture failed unexpectedly"))?;
    let png = png.map_err(|error| ApiError::ours(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}
