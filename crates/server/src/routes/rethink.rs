//! What the players of a stored game thought, thought again along the moves that were played.
//!
//! Most runs keep moves and no thoughts: those can be had again. A player that leaves nothing to chance and does not go by the
//! clock thinks what it thought then, since it remembers what it would have remembered.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::Serialize;
use tokio::sync::mpsc;
use utoipa::ToSchema;
use zermelo_any::evaluator_of;
use zermelo_game::{Player, Stop};

use super::analyse::{async_stream, event};
use super::people::{GameThought, StoredGame, stored};
use super::think::judge_of;
use super::{At, Place};
use crate::api_error::{ApiError, Refusal};
use crate::app::{App, MOST_SECONDS, StopOnDrop};
use crate::verdict::Judge;

/// What is told on the way, and at the end.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "for the description only: events are told apart by their names")]
pub enum RethinkEvent {
    /// A `thought`.
    Thought(GameThought),
    /// `done`.
    Done(Rethought),
    /// An `error`.
    Error(Refusal),
}

/// How it went.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct Rethought {
    /// How many moves were thought about.
    thoughts: usize,
    /// How often the player would have chosen another move than it did: it goes by chance or by the clock.
    differing: usize,
    /// Whether the players came to the end of the game; they have a minute for all of it.
    whole: bool,
}

/// Every thought of the players of a stored game as an event named `thought`, from the first to the last, and then `done`.
/// People, and players without an evaluator, are passed over.
#[utoipa::path(get, path = "/game/{run}/{index}/thoughts",
    params(("run" = String, Path, description = "the run's name"), ("index" = u64, Path, description = "the game's number")),
    responses((status = OK, content_type = "text/event-stream", body = RethinkEvent), (status = "4XX", body = Refusal)))]
pub async fn rethink(
    State(app): State<Arc<App>>,
    Place((run, index)): Place<(String, u64)>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let found = app.with_store(move |store| stored(store, &run, index)).await?;
    let game = found.ok_or_else(|| ApiError::missing("no-store", "no game has been stored yet"))?;
    let mut minds = [None, None];
    for (mind, seated) in minds.iter_mut().zip(&game.agents) {
        if evaluator_of(&seated.text).is_some() {
            *mind = Some(app.agent(&game.game, &seated.text).await?);
        }
    }
    let stop = Stop::default();
    let gone = StopOnDrop(stop.clone());
    let late = stop.clone();
    let (sender, mut receiver) = mpsc::channel(64);
    app.start_search(stop, move |stop| {
        let mut tell = |thought| sender.blocking_send(event("thought", &thought)).is_ok();
        let last = match follow(&game, &minds, stop, &mut tell) {
            Ok(done) => event("done", &done),
            Err(fault) => event("error", &fault.refusal()),
        };
        // Nobody may be there any more to hear it.
        let _ = sender.blocking_send(last);
    })?;
    let closed = app.closed();
    let stream = async_stream(move |yielder| async move {
        let _gone = gone;
        let limit = tokio::time::sleep(Duration::from_secs(MOST_SECONDS));
        tokio::pin!(closed, limit);
        loop {
            let told = tokio::select! {
                told = receiver.recv() => told,
                () = &mut closed => return,
                () = &mut limit, if !late.is_stopped() => {
                    // What was thought so far is told, and that it is not all.
                    late.stop();
                    continue;
                }
            };
            let Some(told) = told else { return };
            if yielder.send(told).await.is_err() {
                return;
            }
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Follows the game, and lets whoever is to move think; `tell` says whether anybody listens.
fn follow(
    game: &StoredGame,
    minds: &[Option<String>; 2],
    stop: &Stop,
    tell: &mut dyn FnMut(GameThought) -> bool,
) -> Result<Rethought, ApiError> {
    let at =
        At { game: game.game.clone(), p: game.p.clone(), m: Some(game.m.clone()), ply: Some(game.opening) };
    let mut session = at.session()?;
    let judges: [Judge; 2] = std::array::from_fn(|side| {
        judge_of(&game.game, session.players(), minds[side].as_deref().unwrap_or_default())
    });
    let mut done = Rethought::default();
    for (ply, played) in game.m.split_whitespace().enumerate().skip(game.opening) {
        let player: Player = session.to_move();
        if let Some(mind) = &minds[player.index()] {
            let Some(thought) = session.think_until(mind, 0, stop)? else { return Ok(done) };
            if stop.is_stopped() {
                return Ok(done);
            }
            done.thoughts += 1;
            done.differing += usize::from(thought.mv != played);
            let verdict = judges[player.index()].of_thought(&thought, player);
            if !tell(GameThought { ply, player: player.into(), verdict }) {
                return Ok(done);
            }
        }
        session
            .play(played)
            .map_err(|error| ApiError::ours(format!("a stored game cannot be replayed: {error}")))?;
    }
    Ok(Rethought { whole: true, ..done })
}
