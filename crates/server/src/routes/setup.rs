//! Positions put together by hand. What is wrong with one is an answer and not a refusal: whoever sets up a board wants to know.

use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_catalog::{RequestError, Start};
use zermelo_game::Arrangement;
use zermelo_game::EMPTY;

use super::{Asked, Body};
use crate::api_error::{ApiError, Refusal};
use crate::wire::Player;

/// Of which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaletteQuery {
    /// The game's id.
    game: String,
}

/// What may be put on a board.
#[derive(Serialize, ToSchema)]
pub struct Palette {
    /// The first player's pieces, then the second's, then what blocks a cell.
    palette: Vec<Swatch>,
}

/// Something that may be put on a cell.
#[derive(Serialize, ToSchema)]
pub struct Swatch {
    /// Its letter.
    letter: String,
    /// What it is.
    kind: String,
    /// Whose it is; nobody's if it blocks the cell.
    owner: Option<Player>,
    /// What people call it.
    title: String,
}

/// What may be put on the board of a game.
#[utoipa::path(get, path = "/setup", params(PaletteQuery),
    responses((status = OK, body = Palette), (status = "4XX", body = Refusal)))]
pub async fn palette(Asked(query): Asked<PaletteQuery>) -> Result<Json<Palette>, ApiError> {
    let game = zermelo_catalog::open(&query.game)?;
    let players = game.about().players;
    let swatch = |swatch: zermelo_game::Swatch| Swatch {
        letter: swatch.letter.to_string(),
        kind: swatch.kind.to_owned(),
        owner: swatch.owner.map(Player::from),
        title: match swatch.owner {
            Some(owner) => format!("{} {}", players[owner.index()], swatch.kind),
            None => format!("{} cell", swatch.kind),
        },
    };
    Ok(Json(Palette { palette: game.palette().into_iter().map(swatch).collect() }))
}

/// A board as somebody arranged it.
#[derive(Deserialize, ToSchema)]
pub struct ArrangeQuery {
    /// The game's id.
    game: String,
    /// A letter of the palette for every cell of the view; an empty one where nothing is.
    letters: Vec<String>,
    /// Whose turn it shall be.
    to_move: Player,
}

/// The text of an arranged board, and what is wrong with it.
#[derive(Serialize, ToSchema)]
pub struct Arranged {
    /// The position's text.
    position: String,
    /// Why it is no position of the game, if it is none.
    problem: Option<String>,
    /// The cell that the problem is about, where it is about one.
    cell: Option<usize>,
}

/// Writes the position that somebody put on a board.
#[utoipa::path(post, path = "/setup", request_body = ArrangeQuery,
    responses((status = OK, body = Arranged), (status = "4XX", body = Refusal)))]
pub async fn arrange(Body(query): Body<ArrangeQuery>) -> Result<Json<Arranged>, ApiError> {
    let game = zermelo_catalog::open(&query.game)?;
    let mut letters = Vec::with_capacity(query.letters.len());
    for text in &query.letters {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (None, _) => letters.push(EMPTY),
            (Some(letter), None) => letters.push(letter),
            _ => return Err(ApiError::bad("bad-request", "a cell has one letter, or none")),
        }
    }
    let position = game.arrange(&Arrangement { letters, to_move: query.to_move.into() })?;
    let start = Start { position: Some(position.clone()), moves: String::new() };
    match game.session(&start) {
        Ok(_) => Ok(Json(Arranged { position, problem: None, cell: None })),
        Err(RequestError::Position(error)) => {
            let view = game.session(&Start::default())?.view();
            let place = error.cell.and_then(|cell| view.cells.get(cell));
            let place = place.map(|cell| format!("{}: ", cell.name)).unwrap_or_default();
            let problem = Some(format!("{place}{}", error.problem));
            Ok(Json(Arranged { position, problem, cell: error.cell }))
        }
        Err(error) => Err(error.into()),
    }
}
