//! What an agent would play.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_any::evaluator_of;
use zermelo_catalog::Start;

use super::scene::{self, Scene};
use super::{Asked, At, Body};
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::calibration;
use crate::verdict::{Judge, Verdict};

/// A position and who is to think about it.
#[derive(Deserialize, ToSchema)]
pub struct ThinkQuery {
    /// The game's id.
    game: String,
    /// The position it began from.
    p: Option<String>,
    /// The moves.
    m: Option<String>,
    /// The agent's text, or an opponent's name.
    agent: String,
    /// Decides whatever the agent leaves to chance.
    seed: Option<u64>,
    /// A name for this search, to make it answer at once.
    ticket: Option<String>,
    /// Whether the scene after the move is wanted too.
    next: Option<bool>,
}

/// What an agent would play.
#[derive(Serialize, ToSchema)]
#[schema(as = Thought)]
pub struct Reply {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// The move as a sentence.
    speak: String,
    /// Whether it gives the game up instead.
    resigns: bool,
    /// What it thinks of the position.
    verdict: Verdict,
    /// How many plies it looked ahead in full.
    depth: u32,
    /// How many positions it looked at.
    nodes: u64,
    /// How long that took.
    seconds: f64,
    /// The line it expects.
    line: Vec<String>,
    /// The scene after the move, if it was wanted and the agent does not give up.
    next: Option<Scene>,
}

/// The judge of an agent's values: what the evaluator it goes by means in this game.
pub fn judge_of(game: &str, players: [&'static str; 2], agent: &str) -> Judge {
    let evaluator = evaluator_of(agent);
    Judge { players, calibration: evaluator.and_then(|evaluator| calibration::find(game, &evaluator)) }
}

/// Lets an agent think about a position. Hanging up ends it.
#[utoipa::path(post, path = "/think", request_body = ThinkQuery,
    responses((status = OK, body = Reply), (status = "4XX", body = Refusal), (status = 503, body = Refusal)))]
pub async fn think(
    State(app): State<Arc<App>>,
    Body(query): Body<ThinkQuery>,
) -> Result<Json<Reply>, ApiError> {
    let at = At { game: query.game, p: query.p, m: query.m, ply: None };
    let (game, start) = (at.game()?, at.start()?);
    let agent = app.agent(&game.id(), &query.agent).await?;
    let seed = query.seed.unwrap_or_default();
    let wants_next = query.next.unwrap_or_default();
    if query.ticket.as_ref().is_some_and(|ticket| ticket.len() > 100) {
        return Err(ApiError::bad("bad-request", "a ticket has at most 100 characters"));
    }
    let answer = app.search(query.ticket, move |stop| -> Result<Reply, ApiError> {
        let mut session = game.session(&Start { position: start.position.clone(), moves: String::new() })?;
        let mut played = Vec::new();
        for text in start.move_texts() {
            scene::play(&mut session, text, &mut played)?;
        }
        let judge = judge_of(&game.id(), session.players(), &agent);
        let to_move = session.to_move();
        let started = Instant::now();
        let over = || ApiError::conflict("game-over", "the game is over: there is no move to choose");
        let thought = session.think_until(&agent, seed, stop)?.ok_or_else(over)?;
        let seconds = started.elapsed().as_secs_f64();
        let speak = session.speak_move(&thought.mv).unwrap_or_default();
        let next = if wants_next && !thought.resigns() {
            scene::play(&mut session, &thought.mv, &mut played)?;
            Some(Scene::of(&game, &session, played, None))
        } else {
            None
        };
        Ok(Reply {
            speak,
            resigns: thought.resigns(),
            verdict: judge.of_thought(&thought, to_move),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds,
            line: thought.line,
            mv: thought.mv,
            next,
        })
    });
    answer.await?.map(Json)
}

/// An agent to be asked about.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AgentQuery {
    /// The game's id.
    game: String,
    /// The agent's text, or an opponent's name.
    agent: String,
}

/// Who it is.
#[derive(Serialize, ToSchema)]
#[schema(as = KnownAgent)]
pub struct Known {
    /// The agent's text.
    agent: String,
}

/// Whether an agent can play a game here, before it has to: what is wrong with it otherwise.
#[utoipa::path(get, path = "/agent", params(AgentQuery),
    responses((status = OK, body = Known), (status = "4XX", body = Refusal)))]
pub async fn agent(
    State(app): State<Arc<App>>,
    Asked(query): Asked<AgentQuery>,
) -> Result<Json<Known>, ApiError> {
    let at = At { game: query.game, p: None, m: None, ply: None };
    let session = at.session()?;
    let agent = app.agent(&session.game_id(), &query.agent).await?;
    session.check_agent(&agent)?;
    Ok(Json(Known { agent }))
}

/// The name of a search.
#[derive(Deserialize, ToSchema)]
pub struct Ticket {
    /// As it was given to `think`.
    ticket: String,
}

/// Whether there was such a search.
#[derive(Serialize, ToSchema)]
pub struct Told {
    /// Whether it will answer now.
    found: bool,
}

/// Makes a search answer at once.
#[utoipa::path(post, path = "/move-now", request_body = Ticket, responses((status = OK, body = Told)))]
pub async fn move_now(State(app): State<Arc<App>>, Body(ticket): Body<Ticket>) -> Json<Told> {
    Json(Told { found: app.move_now(&ticket.ticket) })
}
