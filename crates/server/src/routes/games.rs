//! The games, and who can be played against.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_catalog::{OpenGame, Start, game_texts};

use super::Asked;
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::ladder::{self, Notch, Opponent};
use crate::runs;
use crate::wire::View;

/// All games.
#[derive(Serialize, ToSchema)]
pub struct Games {
    games: Vec<GameCard>,
}

/// A game, to be chosen.
#[derive(Serialize, ToSchema)]
pub struct GameCard {
    /// Its id.
    id: String,
    /// Its name.
    title: String,
    /// The game in a sentence or two.
    summary: String,
    /// What the players are called.
    #[schema(min_items = 2, max_items = 2)]
    players: [String; 2],
    /// Whether it can end without a winner.
    can_draw: bool,
    /// Other sizes of it.
    sizes: Vec<Size>,
    /// How a move is made.
    input: Input,
    /// How a move is written.
    move_help: String,
    /// The start.
    view: View,
}

/// A size of a game.
#[derive(Serialize, ToSchema)]
pub struct Size {
    /// The game's id with this size.
    id: String,
    /// The size, for people.
    title: String,
}

/// How a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// A piece steps from a cell to another.
    Step,
    /// A new piece is put on a cell.
    Place,
    /// A new piece is dropped into a column.
    Drop,
    /// Each side has one token; it is placed, then it moves.
    Token,
}

/// How moves are made in a game, from what its moves look like at the start and after a pair of moves.
pub fn input_of(game: &OpenGame) -> Input {
    let Ok(mut session) = game.session(&Start::default()) else { return Input::Place };
    let first = session.moves();
    if first.iter().any(|mv| mv.column.is_some()) {
        return Input::Drop;
    }
    if first.iter().any(|mv| mv.from.is_some()) {
        return Input::Step;
    }
    // Who places first and moves later has a token.
    for _ in 0..2 {
        let Some(mv) = session.moves().into_iter().next() else { break };
        if session.play(&mv.text).is_err() {
            break;
        }
    }
    if session.moves().iter().any(|mv| mv.from.is_some()) { Input::Token } else { Input::Place }
}

/// Whether a board is one that people would choose: the samples of a family are also the smallest, the largest and the longest.
fn suits_people(cells: &[zermelo_game::Cell]) -> bool {
    let corners = || cells.iter().flat_map(|cell| &cell.polygon);
    let width = corners().map(|corner| corner[0]).fold(0.0, f32::max);
    let height = corners().map(|corner| corner[1]).fold(0.0, f32::max);
    (7..=230).contains(&cells.len()) && width < 2.0 * height && height < 2.0 * width
}

/// The games of the menu.
#[utoipa::path(get, path = "/games", responses((status = OK, body = Games)))]
pub async fn games() -> Json<Games> {
    let mut entries = zermelo_catalog::entries();
    // A file that is no game has been reported where the server was started.
    entries.extend(zermelo_catalog::described_entries().0);
    let card = |entry: &zermelo_catalog::Entry| {
        let samples = if entry.preset.is_empty() { entry.about.samples } else { &[] };
        GameCard::of(&entry.id, &entry.open(), entry.title, entry.summary, samples)
    };
    Json(Games { games: entries.iter().filter_map(card).collect() })
}

/// The card of one game, also of one that is in no menu.
#[utoipa::path(get, path = "/card", params(GameQuery),
    responses((status = OK, body = GameCard), (status = "4XX", body = Refusal)))]
pub async fn card(Asked(query): Asked<GameQuery>) -> Result<Json<GameCard>, ApiError> {
    let game = zermelo_catalog::open(&query.game)?;
    let about = game.about();
    let samples = if query.game.contains(':') { &[] } else { about.samples };
    let card = GameCard::of(&query.game, &game, about.title, about.summary, samples);
    card.map(Json).ok_or_else(|| ApiError::ours("the start of the game cannot be shown"))
}

impl GameCard {
    fn of(
        id: &str,
        game: &OpenGame,
        title: &str,
        summary: &str,
        samples: &[&'static str],
    ) -> Option<GameCard> {
        let view = game.session(&Start::default()).ok().map(|session| View::from(&session.view()))?;
        let text = game_texts::text_of(id);
        let size = |sample: &&str| {
            let (other, is_playable) = match &text {
                // The id of another size has another hash. It is not opened before somebody plays it.
                Some(text) => {
                    let draft = zermelo_catalog::compiler()?.draft(text, sample).ok()?;
                    (draft.outline.id, suits_people(&draft.board.cells))
                }
                None => {
                    let other = zermelo_catalog::open(&format!("{id}:{sample}")).ok()?;
                    (other.id(), suits_people(&other.session(&Start::default()).ok()?.view().cells))
                }
            };
            (is_playable && other != game.id()).then(|| Size { title: (*sample).to_owned(), id: other })
        };
        // The usual one first, if there are others.
        let mut sizes: Vec<Size> = samples.iter().filter_map(size).collect();
        if !sizes.is_empty() {
            sizes.insert(0, Size { id: id.to_owned(), title: "usual".to_owned() });
        }
        Some(GameCard {
            id: id.to_owned(),
            title: title.to_owned(),
            summary: summary.to_owned(),
            players: game.about().players.map(str::to_owned),
            can_draw: game.can_draw(),
            sizes,
            input: input_of(game),
            move_help: game.about().move_help.to_owned(),
            view,
        })
    }
}

/// Which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// The game's id.
    game: String,
}

/// Who can be played against.
#[derive(Serialize, ToSchema)]
pub struct Opponents {
    /// Named opponents, the weakest first.
    opponents: Vec<Opponent>,
    /// The whole axis of strength.
    slider: Vec<Notch>,
    /// Agents that were bred or trained here.
    champions: Vec<Champion>,
}

/// An agent that was bred or trained here.
#[derive(Serialize, ToSchema)]
#[schema(as = HomeGrown)]
pub struct Champion {
    /// The run.
    run: String,
    /// The agent.
    agent: String,
    /// What it is.
    title: String,
}

/// Who can be played against in a game.
#[utoipa::path(get, path = "/opponents", params(GameQuery),
    responses((status = OK, body = Opponents), (status = "4XX", body = Refusal)))]
pub async fn opponents(
    State(app): State<Arc<App>>,
    Asked(query): Asked<GameQuery>,
) -> Result<Json<Opponents>, ApiError> {
    let game = zermelo_catalog::open(&query.game)?.id();
    let opponents = ladder::opponents(&game);
    let slider = ladder::axis(&opponents);
    let champions = app.with_store(move |store| runs::champions_of_game(store, &game)).await?;
    let champions = champions.unwrap_or_default().into_iter();
    let champions = champions
        .map(|(run, champion)| Champion { run, agent: champion.agent, title: champion.title })
        .collect();
    Ok(Json(Opponents { opponents, slider, champions }))
}
