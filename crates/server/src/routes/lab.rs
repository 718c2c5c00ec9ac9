//! A game measured for its designer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_lab::experiment::RunResult;
use zermelo_lab::portrait::{Effort, Estimate, PortraitResult, study_game};
use zermelo_report::Block;
use zermelo_report::number::count;
use zermelo_store::{Run, Store};

use super::runs::{Begun, off, prose_of};
use super::{Asked, Body};
use crate::app::{App, read_store};
use crate::fault::{Fault, Refusal};
use crate::runs::{RunRow, State as RunState};

/// Which game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LabQuery {
    /// The game's id.
    game: String,
}

/// What is known of a game.
#[derive(Serialize, ToSchema)]
pub struct LabPage {
    /// The run that measures it, or has.
    run: Option<RunRow>,
    /// What was found.
    portrait: Option<Portrait>,
}

/// A portrait of a game.
#[derive(Serialize, ToSchema)]
pub struct Portrait {
    /// The run that measured it, which has the figures.
    run: String,
    /// The game's id.
    game: String,
    /// The game's name.
    title: String,
    /// The most important thing, in a sentence.
    headline: String,
    /// Everything that can be said in sentences.
    sentences: Vec<String>,
    /// The six questions.
    cards: Vec<Card>,
    /// Everything else.
    sections: Vec<PortraitSection>,
    /// Games to look at.
    games: Vec<PortraitGame>,
}

/// A question and its answer.
#[derive(Serialize, ToSchema)]
pub struct Card {
    /// The question.
    name: String,
    /// The answer.
    value: String,
    /// Its interval.
    interval: String,
    /// How many observations it rests on.
    n: u64,
    /// Who played.
    strength: String,
    /// What it means.
    sentence: String,
}

/// A part of the report.
#[derive(Serialize, ToSchema)]
pub struct PortraitSection {
    /// What it is about.
    title: String,
    /// What is said.
    sentences: Vec<String>,
    /// The names of its figures.
    figures: Vec<String>,
    /// Its first table.
    table: Option<PortraitTable>,
}

/// A table.
#[derive(Serialize, ToSchema)]
pub struct PortraitTable {
    /// What it shows.
    title: String,
    /// The names of the columns.
    columns: Vec<String>,
    /// What the cells show.
    rows: Vec<Vec<String>>,
}

/// A game to look at.
#[derive(Serialize, ToSchema)]
pub struct PortraitGame {
    /// Why this one.
    title: String,
    /// The run.
    run: String,
    /// The game's number.
    index: u64,
}

/// What is known of a game: the newest portrait in the store.
#[utoipa::path(get, path = "/lab", params(LabQuery),
    responses((status = OK, body = LabPage), (status = "4XX", body = Refusal)))]
pub async fn lab(State(app): State<Arc<App>>, Asked(query): Asked<LabQuery>) -> Result<Json<LabPage>, Fault> {
    off(move || {
        let game = zermelo_lab::open(&query.game)?.id();
        let rows = app.newsroom.rows(&app.runner)?;
        let is_of = |row: &&RunRow| {
            let id = row.game.as_deref().and_then(|id| zermelo_lab::open(id).ok());
            row.kind == "portrait" && id.is_some_and(|opened| opened.id() == game)
        };
        let newest = rows.iter().find(is_of).cloned();
        let complete = rows.iter().filter(is_of).find(|row| row.state == RunState::Finished);
        let portrait = match (complete, read_store(&app.settings.store)?) {
            (Some(row), Some(store)) => Some(portrait_of(&store, &store.find_run(&row.name)?)?),
            _ => None,
        };
        Ok(Json(LabPage { run: newest, portrait }))
    })
    .await
}

/// What to measure.
#[derive(Deserialize, ToSchema)]
pub struct MeasureQuery {
    /// The game's id.
    game: String,
    /// Half a minute instead of some.
    #[serde(default)]
    quick: bool,
}

/// Measures a game.
#[utoipa::path(post, path = "/lab", request_body = MeasureQuery,
    responses((status = OK, body = Begun), (status = "4XX", body = Refusal)))]
pub async fn measure(
    State(app): State<Arc<App>>,
    Body(query): Body<MeasureQuery>,
) -> Result<Json<Begun>, Fault> {
    off(move || {
        let effort = if query.quick { Effort::Quick } else { Effort::Full };
        let experiment = study_game(&query.game, effort)?;
        Ok(Json(Begun { name: app.runner.start(experiment, false)? }))
    })
    .await
}

fn portrait_of(store: &Store, run: &Run) -> Result<Portrait, Fault> {
    let unreadable = |problem: String| Fault::conflict("unreadable", problem);
    let json = run.result.as_deref().unwrap_or_default();
    let RunResult::Portrait(result) = RunResult::read(&run.kind, json).map_err(unreadable)? else {
        return Err(unreadable(format!("{} is no portrait", run.name)));
    };
    let report = zermelo_press::report_of(store, run)?;
    let names = report.named_charts();
    let name_of =
        |title: &str| names.iter().find(|(_, chart)| chart.title() == title).map(|(name, _)| name.clone());
    let sections = report.sections.iter().map(|section| {
        let figures = section.blocks.iter().filter_map(|block| match block {
            Block::Chart(chart) => name_of(chart.title()),
            _ => None,
        });
        let table = section.blocks.iter().find_map(|block| match block {
            Block::Table(table) => {
                let (columns, rows) = table.texts();
                Some(PortraitTable { title: table.title().to_owned(), columns, rows })
            }
            _ => None,
        });
        PortraitSection {
            title: section.title.clone(),
            sentences: prose_of(&section.blocks),
            figures: figures.collect(),
            table,
        }
    });
    Ok(Portrait {
        run: run.name.clone(),
        game: result.game.clone(),
        title: zermelo_lab::open(&result.game)
            .map_or_else(|_| result.title.clone(), |game| game.title().to_owned()),
        headline: result.sentences.first().cloned().unwrap_or_default(),
        sentences: result.sentences.clone(),
        cards: cards_of(&result),
        sections: sections.collect(),
        games: games_of(store, run)?,
    })
}

/// A game of median length.
fn games_of(store: &Store, run: &Run) -> Result<Vec<PortraitGame>, Fault> {
    let mut lengths: Vec<(u32, u64)> = Vec::new();
    for row in store.games(run.id) {
        let row = row?;
        lengths.push((row.plies, row.index));
    }
    lengths.sort_unstable();
    let pick = |share: f64, title: &str| {
        let at = ((lengths.len().checked_sub(1)?) as f64 * share).round() as usize;
        Some(PortraitGame { title: title.to_owned(), run: run.name.clone(), index: lengths[at].1 })
    };
    Ok([pick(0.5, "A game of median length"), pick(1.0, "The longest game")].into_iter().flatten().collect())
}

/// The six questions a designer asks.
fn cards_of(result: &PortraitResult) -> Vec<Card> {
    let strength = &result.strongest;
    let strongest = result.levels.last();
    let percent = |estimate: &Estimate| {
        let interval = format!("{:.0} to {:.0} %", 100.0 * estimate.low, 100.0 * estimate.high);
        (format!("{:.0} %", 100.0 * estimate.value), interval, estimate.n)
    };
    let number = |estimate: &Estimate| {
        (format!("{:.1}", estimate.value), format!("{:.1} to {:.1}", estimate.low, estimate.high), estimate.n)
    };
    let card = |name: &str, told: Option<(String, String, u64)>, strength: &str, sentence: &str| {
        let (value, interval, n) = told.unwrap_or_else(|| ("not known".to_owned(), String::new(), 0));
        Card {
            name: name.to_owned(),
            value,
            interval,
            n,
            strength: strength.to_owned(),
            sentence: sentence.to_owned(),
        }
    };
    let decisive = strongest.and_then(|level| level.endings.decided.as_ref()).map(percent);
    let length = strongest.and_then(|level| {
        let length = level.length.as_ref()?;
        Some((
            format!("{:.0} moves", length.median.value),
            format!("nine in ten games: {:.0} to {:.0}", length.middle[0], length.middle[1]),
            level.games,
        ))
    });
    let depth = result.ladder.as_ref().map(|ladder| {
        let [elo, low, high] = ladder.elo;
        let games = ladder.rungs.iter().map(|rung| rung.games.games).sum();
        (format!("{} levels", ladder.levels), format!("{elo:+.0} Elo in all, {low:+.0} to {high:+.0}"), games)
    });
    let ladder_players = result.ladder.as_ref().map_or(strength.as_str(), |ladder| ladder.players.as_str());
    vec![
        card(
            "Fair?",
            strongest.and_then(|level| level.score.as_ref()).map(percent),
            strength,
            "the first player's share of the points; 50 % would be even",
        ),
        card("Decisive?", decisive, strength, "of the games have a winner"),
        card("How long?", length, strength, "is the median length of a game, counting both sides' moves"),
        card(
            "Rich?",
            result.branching.as_ref().and_then(|branching| branching.moves.as_ref()).map(number),
            strength,
            "moves to choose from, on average over the plies of a game",
        ),
        card(
            "Tense?",
            result.tension.decided_at.as_ref().map(percent),
            strength,
            "of a game is over when it is decided, on average",
        ),
        card(
            "Deep?",
            depth,
            ladder_players,
            &format!(
                "of skill can be told apart when thinking time is doubled again and again (up to {} positions)",
                count(
                    result
                        .ladder
                        .as_ref()
                        .and_then(|ladder| ladder.rungs.last())
                        .map_or(0, |rung| rung.nodes[1])
                )
            ),
        ),
    ]
}
