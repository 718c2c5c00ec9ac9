//! Games of people, and any stored game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use zermelo_lab::experiment::Experiment;
use zermelo_store::Store;

use super::Place;
use crate::app::App;
use crate::fault::{Fault, Refusal};
use crate::wire::{Player, winner};

/// A stored game.
#[derive(Serialize, ToSchema)]
pub struct StoredGame {
    /// The run it belongs to.
    run: String,
    /// Its number there.
    index: u64,
    /// The game's id.
    game: String,
    /// The position it began from, if that was not the start.
    p: Option<String>,
    /// All moves, those of the opening too.
    m: String,
    /// How many of the moves were the opening.
    opening: usize,
    /// Who played, the first player first.
    agents: [Seated; 2],
    /// Who won; nobody in a draw.
    outcome: Option<Player>,
    /// Why it ended, in a word.
    reason: String,
    /// How it ended, in a sentence.
    sentence: String,
}

/// Somebody at the board.
#[derive(Serialize, ToSchema)]
pub struct Seated {
    /// What it is called.
    name: String,
    /// The agent's text.
    text: String,
}

/// A stored game, to be replayed.
#[utoipa::path(get, path = "/game/{run}/{index}",
    params(("run" = String, Path, description = "the run's name"), ("index" = u64, Path, description = "the game's number")),
    responses((status = OK, body = StoredGame), (status = "4XX", body = Refusal)))]
pub async fn game(
    State(app): State<Arc<App>>,
    Place((run, index)): Place<(String, u64)>,
) -> Result<Json<StoredGame>, Fault> {
    let found = app.with_store(move |store| stored(store, &run, index)).await?;
    found.map(Json).ok_or_else(|| Fault::missing("no-store", "no game has been stored yet"))
}

fn stored(store: &Store, run: &str, index: u64) -> Result<StoredGame, Fault> {
    let run = store.find_run(run)?;
    let missing = || Fault::missing("unknown-game", format!("{} has no game {index}", run.name));
    let row = store.game(run.id, index.min(i64::MAX as u64))?.ok_or_else(missing)?;
    let agents = store.agents(run.id)?;
    let seated = |number: u32| {
        let agent = agents.iter().find(|agent| agent.index == number);
        agent.map_or_else(
            || Seated { name: format!("agent {number}"), text: String::new() },
            |agent| Seated { name: agent.name.clone(), text: agent.text.clone() },
        )
    };
    let id = Experiment::game_of(&run.experiment, &run.name)?;
    let game = zermelo_lab::open(&id)?;
    let opening = store.openings(run.id)?.into_iter().find(|opening| opening.index == row.opening);
    let opening = opening.map(|opening| opening.text).unwrap_or_default();
    let moves = game.decode_moves(&opening, &row.moves)?;
    // An opening is a list of moves, or else a position.
    let by_moves = zermelo_lab::Start { position: None, moves: opening.clone() };
    let is_moves = game.session(&by_moves).is_ok();
    let opening_moves: Vec<&str> = if is_moves { by_moves.move_texts().collect() } else { Vec::new() };
    let all: Vec<&str> = opening_moves.iter().copied().chain(moves.iter().map(String::as_str)).collect();
    Ok(StoredGame {
        run: run.name.clone(),
        index,
        game: game.id(),
        p: (!is_moves).then(|| opening.clone()),
        m: all.join(" "),
        opening: opening_moves.len(),
        agents: [seated(row.first), seated(row.second)],
        outcome: winner(row.outcome),
        sentence: game.tell(row.outcome, &row.reason),
        reason: row.reason,
    })
}
