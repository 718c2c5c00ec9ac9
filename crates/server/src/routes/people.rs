//! Games of people, and any stored game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_catalog::{OpenGame, Start};
use zermelo_experiments::people::{Experience, PersonGame, Seat, record};
use zermelo_experiments::{game_of, thoughts_of};
use zermelo_game::Forfeit;
use zermelo_store::Store;

use super::runs::blocking;
use super::think::judge_of;
use super::{Body, Place};
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::verdict::Verdict;
use crate::wire::{Player, winner};

/// A stored game.
#[derive(Serialize, ToSchema)]
pub struct StoredGame {
    /// The run it belongs to.
    run: String,
    /// Its number there.
    index: u64,
    /// The game's id.
    pub game: String,
    /// The position it began from, if that was not the start.
    pub p: Option<String>,
    /// All moves, those of the opening too.
    pub m: String,
    /// How many of the moves were the opening.
    pub opening: usize,
    /// Who played, the first player first.
    #[schema(min_items = 2, max_items = 2)]
    pub agents: [Seated; 2],
    /// Who won; nobody in a draw.
    outcome: Option<Player>,
    /// Why it ended, in a word.
    reason: String,
    /// How it ended, in a sentence.
    sentence: String,
    /// What the players thought of the positions in which they moved; nothing where that was not kept (`/thoughts` lets them think
    /// again).
    thoughts: Vec<GameThought>,
}

/// What a player thought before a move.
#[derive(Serialize, ToSchema)]
pub struct GameThought {
    /// How many moves had been made.
    pub ply: usize,
    /// Who was to move.
    pub player: Player,
    /// What the position was worth.
    pub verdict: Verdict,
}

/// Somebody at the board.
#[derive(Serialize, ToSchema)]
pub struct Seated {
    /// What it is called.
    name: String,
    /// The agent's text.
    pub text: String,
}

/// A stored game, to be replayed.
#[utoipa::path(get, path = "/game/{run}/{index}",
    params(("run" = String, Path, description = "the run's name"), ("index" = u64, Path, description = "the game's number")),
    responses((status = OK, body = StoredGame), (status = "4XX", body = Refusal)))]
pub async fn game(
    State(app): State<Arc<App>>,
    Place((run, index)): Place<(String, u64)>,
) -> Result<Json<StoredGame>, ApiError> {
    let found = app.with_store(move |store| stored(store, &run, index)).await?;
    found.map(Json).ok_or_else(|| ApiError::missing("no-store", "no game has been stored yet"))
}

/// A game of a run, read from the store.
pub fn stored(store: &Store, run: &str, index: u64) -> Result<StoredGame, ApiError> {
    let run = store.find_run(run)?;
    let missing = || ApiError::missing("unknown-game", format!("{} has no game {index}", run.name));
    let row = store.game(run.id, index.min(i64::MAX as u64))?.ok_or_else(missing)?;
    let agents = store.agents(run.id)?;
    let seated = |number: u32| {
        let agent = agents.iter().find(|agent| agent.index == number);
        agent.map_or_else(
            || Seated { name: format!("agent {number}"), text: String::new() },
            |agent| Seated { name: agent.name.clone(), text: agent.text.clone() },
        )
    };
    let id = game_of(&run.experiment, &run.name)?;
    let game = zermelo_catalog::open(&id)?;
    let opening = store.openings(run.id)?.into_iter().find(|opening| opening.index == row.opening);
    let opening = opening.map(|opening| opening.text).unwrap_or_default();
    let moves = zermelo_runner::game_runner::decode(&game, &opening, &row.moves)?;
    let opened = opening_moves(&game, &opening);
    let is_moves = opened.is_some();
    let opening_moves = opened.unwrap_or_default();
    let thoughts = match thoughts_of(store, &run, &row)? {
        Some(thoughts) => {
            let judge = judge_of(&game.id(), game.about().players, &seated(row.first).text);
            let start = Start { position: (!is_moves).then(|| opening.clone()), moves: String::new() };
            let first = game.session(&start)?.to_move();
            let begin = opening_moves.len() + thoughts.random_plies as usize;
            let told = |(at, value): (usize, &f32)| {
                let ply = begin + at;
                let player = if ply.is_multiple_of(2) { first } else { first.other() };
                GameThought { ply, player: player.into(), verdict: judge.thought(*value, player) }
            };
            thoughts.values.iter().enumerate().map(told).collect()
        }
        None => Vec::new(),
    };
    let all: Vec<&str> = opening_moves.iter().chain(&moves).map(String::as_str).collect();
    Ok(StoredGame {
        run: run.name.clone(),
        index,
        game: game.id(),
        p: (!is_moves).then(|| opening.clone()),
        m: all.join(" "),
        opening: opening_moves.len(),
        agents: [seated(row.first), seated(row.second)],
        outcome: winner(row.outcome),
        sentence: game.tell(row.outcome, Some(&row.reason)),
        reason: row.reason,
        thoughts,
    })
}

/// The moves of an opening; nothing if it is a position instead.
pub fn opening_moves(game: &OpenGame, opening: &str) -> Option<Vec<String>> {
    let by_moves = Start { position: None, moves: opening.to_owned() };
    let is_moves = game.session(&by_moves).is_ok();
    is_moves.then(|| by_moves.move_texts().map(str::to_owned).collect())
}

/// A game that was played to its end.
#[derive(Deserialize, ToSchema)]
pub struct NewGame {
    /// The game's id.
    game: String,
    /// The position it began from.
    p: Option<String>,
    /// The moves.
    m: String,
    /// Who moved first.
    first: SeatQuery,
    /// The other.
    second: SeatQuery,
    /// Who gave up, if somebody did.
    resigned: Option<Player>,
    /// How often moves were taken back.
    #[serde(default)]
    taken_back: u32,
    /// How often a move was suggested.
    #[serde(default)]
    hints: u32,
}

/// Who sits at a side.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Seat)]
pub enum SeatQuery {
    /// A person.
    Person {
        /// The name.
        name: String,
        /// The declared experience, by its id.
        experience: Option<String>,
    },
    /// An agent's text or an opponent's name.
    Agent(String),
}

/// Where a game was kept.
#[derive(Serialize, ToSchema)]
pub struct Kept {
    /// The run and the game's number: `RUN/INDEX`.
    id: String,
}

/// Keeps a game that a person played.
#[utoipa::path(post, path = "/people", request_body = NewGame,
    responses((status = OK, body = Kept), (status = "4XX", body = Refusal)))]
pub async fn people(State(app): State<Arc<App>>, Body(game): Body<NewGame>) -> Result<Json<Kept>, ApiError> {
    let rules = zermelo_catalog::open(&game.game)?;
    for seat in [&game.first, &game.second] {
        if let SeatQuery::Agent(text) = seat {
            // Whoever is said to have played must be somebody who could have.
            let agent = app.agent(&rules.id(), text).await?;
            rules.session(&Start::default())?.check_agent(&agent)?;
        }
    }
    blocking(move || {
        let seat = |seat: SeatQuery| -> Result<Seat, ApiError> {
            match seat {
                SeatQuery::Person { name, experience } => {
                    let experience =
                        experience.filter(|word| !word.is_empty()).map(|word| word.parse()).transpose();
                    Ok(Seat::person(
                        name,
                        experience.map_err(|problem: String| ApiError::bad("bad-experience", problem))?,
                    ))
                }
                SeatQuery::Agent(text) => Ok(Seat::Agent(text)),
            }
        };
        let moves = Start { position: None, moves: game.m };
        let played = PersonGame {
            opening: game.p.unwrap_or_default(),
            quit: game.resigned.map(|player| (player.into(), Forfeit::Resigned)),
            taken_back: game.taken_back,
            hints: game.hints,
            ..PersonGame::new(
                game.game,
                seat(game.first)?,
                seat(game.second)?,
                moves.move_texts().map(str::to_owned).collect(),
            )
        };
        let store = Store::open(&app.settings.store)?.used_by(app.settings.code_version);
        let kept = record(&store, &played)?;
        Ok(Json(Kept { id: format!("{}/{}", kept.run, kept.index) }))
    })
    .await
}

/// What people may say of their experience.
#[derive(Serialize, ToSchema)]
pub struct Levels {
    /// All of them, the least first.
    levels: Vec<ExperienceLevel>,
}

/// What a person may say of their experience.
#[derive(Serialize, ToSchema)]
pub struct ExperienceLevel {
    /// Its id.
    id: String,
    /// In words.
    title: String,
}

/// What people may say of their experience.
#[utoipa::path(get, path = "/experience", responses((status = OK, body = Levels)))]
pub async fn experience() -> Json<Levels> {
    let level = |experience: Experience| ExperienceLevel {
        id: experience.id().to_owned(),
        title: format!("{} ({})", experience.id(), experience.meaning()),
    };
    Json(Levels { levels: Experience::ALL.into_iter().map(level).collect() })
}
