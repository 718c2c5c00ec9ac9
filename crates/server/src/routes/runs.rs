//! Runs: the list, one of them, its figures and games; starting, stopping and resuming.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};
use zermelo_any::Folder;
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::report::RunReportError;
use zermelo_experiments::{game_of, kind_named, run_report};
use zermelo_report::number::count;
use zermelo_report::{Block, Chart, Report, Theme};
use zermelo_store::{Run, Store};

use super::people::opening_moves;
use super::{Asked, Body, Place};
use crate::PERMISSION;
use crate::api_error::{ApiError, Refusal};
use crate::app::{App, read_store};
use crate::curves::{Curve, curves_of, last_point};
use crate::live::{LogLine, Watched, log_of};
use crate::run_workers::Workers;
use crate::runner::{Started, Waiting};
use crate::runs::{self as known, Champion, RunRow, Standings};
use crate::wire::{Player, winner};

/// All runs.
#[derive(Serialize, ToSchema)]
pub struct Runs {
    /// The newest first.
    runs: Vec<RunRow>,
    /// What waits for others to end, in its order; first what waited and could not begin.
    waiting: Vec<Waiting>,
}

/// Lets work that may wait do so.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    spawn_blocking(work)
        .await
        .map_err(|_| ApiError::ours("an internal task failed; please report what you did"))?
}

/// All runs, the newest first.
#[utoipa::path(get, path = "/runs", responses((status = OK, body = Runs)))]
pub async fn runs(State(app): State<Arc<App>>) -> Result<Json<Runs>, ApiError> {
    blocking(move || {
        let runs = app.run_feed.rows(&app.runner)?.to_vec();
        Ok(Json(Runs { runs, waiting: app.runner.waiting() }))
    })
    .await
}

/// Everything about a run.
#[derive(Serialize, ToSchema)]
pub struct RunPage {
    /// How it is.
    #[serde(flatten)]
    row: RunRow,
    /// What it is for.
    about: String,
    /// The experiment file.
    file: String,
    /// The seed.
    seed: u64,
    /// The version of the program.
    code_version: String,
    /// The command that repeats it.
    command: String,
    /// What was found.
    sentences: Vec<String>,
    /// The figures of its report.
    figures: Vec<FigureCard>,
    /// The tables of its report.
    tables: Vec<TableCard>,
    /// The agents that came of it.
    champions: Vec<Champion>,
    /// Points over time.
    curves: Vec<Curve>,
    /// Who stands where.
    standings: Option<Standings>,
    /// The workers of other machines; nothing if it has no fleet.
    workers: Option<Workers>,
    /// Its stages.
    stages: Vec<RunRow>,
    /// What happened last.
    log: Vec<LogLine>,
    /// The number of the next point of the curves.
    seq: u64,
}

/// A figure.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Figure)]
pub struct FigureCard {
    /// Its name in addresses.
    name: String,
    /// What it shows.
    pub title: String,
    /// What it rests on.
    caption: String,
    /// How wide it is, in pixels.
    width: u32,
    /// How high.
    height: u32,
}

/// A table.
#[derive(Serialize, ToSchema)]
#[schema(as = Table)]
pub struct TableCard {
    /// Its name.
    name: String,
    /// What it shows.
    title: String,
    /// The names of the columns.
    columns: Vec<String>,
    /// What the cells show.
    rows: Vec<Vec<String>>,
}

/// A run.
#[utoipa::path(get, path = "/runs/{name}", params(("name" = String, Path, description = "the run's name")),
    responses((status = OK, body = RunPage), (status = "4XX", body = Refusal)))]
pub async fn run(State(app): State<Arc<App>>, Place(name): Place<String>) -> Result<Json<RunPage>, ApiError> {
    blocking(move || {
        let watched = app.run_feed.watch(&name, &app.runner)?;
        let store = read_store(&app.settings.store)?
            .ok_or_else(|| ApiError::missing("no-store", "there are no runs yet"))?;
        page_of(&app, &store, &watched).map(Json)
    })
    .await
}

fn page_of(app: &App, store: &Store, watched: &Watched) -> Result<RunPage, ApiError> {
    let run = &watched.run;
    let report = run_report::report_so_far(store, run).ok();
    let (mut figures, mut tables, mut sentences) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(report) = &report {
        sentences.clone_from(&report.summary);
        figures = figures_of(report);
        for (number, table) in report.tables().enumerate() {
            let (columns, rows) = table.texts();
            tables.push(TableCard {
                name: format!("table-{}", number + 1),
                title: table.title().to_owned(),
                columns,
                rows,
            });
        }
    }
    let rows = app.run_feed.rows(&app.runner)?;
    let stages = rows.iter().filter(|row| row.parent.as_ref() == Some(&run.name)).cloned().rev().collect();
    let table: toml::Table = run.experiment.parse().unwrap_or_default();
    Ok(RunPage {
        row: watched.row.clone(),
        about: table.get("about").and_then(|about| about.as_str()).unwrap_or_default().trim().to_owned(),
        file: run.experiment.clone(),
        seed: run.seed,
        code_version: run.code_version.clone(),
        command: run_report::repeat_command(run),
        sentences,
        figures,
        tables,
        champions: known::champions_of(store, run)?,
        curves: curves_of(run, &watched.events, None),
        standings: watched.standings.clone(),
        workers: watched.workers.clone(),
        stages,
        log: log_of(&watched.events, 100),
        seq: last_point(&watched.events),
    })
}

/// The figures of a report that can be drawn.
pub fn figures_of(report: &Report) -> Vec<FigureCard> {
    let card = |(name, chart): (String, &Chart)| {
        let [width, height] = size_of(&chart.svg().ok()?)?;
        let (title, caption) = (chart.title().to_owned(), chart.basis().to_owned());
        Some(FigureCard { name, title, caption, width, height })
    };
    report.named_charts().into_iter().filter_map(card).collect()
}

/// The size that a picture says it has.
fn size_of(svg: &str) -> Option<[u32; 2]> {
    let number = |key: &str| svg.split_once(key)?.1.split('"').next()?.parse::<f64>().ok();
    Some([number(" width=\"")? as u32, number(" height=\"")? as u32])
}

/// How to draw a figure.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Dress {
    /// `dark` for a dark page.
    theme: Option<String>,
}

/// The whole report of a run, as one page that needs nothing else. A report of an unfinished run says so.
#[utoipa::path(get, path = "/runs/{name}/report.html", params(("name" = String, Path, description = "the run's name")),
    responses((status = OK, content_type = "text/html", body = String), (status = "4XX", body = Refusal)))]
pub async fn report(State(app): State<Arc<App>>, Place(name): Place<String>) -> Result<Response, ApiError> {
    let written = app.with_store(move |store| {
        let run = store.find_run(&name)?;
        let report = match run_report::report_of(store, &run) {
            Err(RunReportError::NotFinished { .. }) => unfinished_report(store, &run)?,
            report => report?,
        };
        report.to_html().map_err(|error| ApiError::conflict("report", error.to_string()))
    });
    let html = written.await?.ok_or_else(|| ApiError::missing("no-store", "there are no runs yet"))?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

/// What there is of a run that is not finished; an error if there is nothing yet.
fn unfinished_report(store: &Store, run: &Run) -> Result<Report, ApiError> {
    let so_far = kind_named(&run.kind).map(|kind| kind.so_far(store, run)).transpose()?.flatten();
    let so_far = so_far.filter(|so_far| !so_far.sections.is_empty());
    let so_far = so_far.ok_or_else(|| RunReportError::NotFinished { run: run.name.clone() })?;
    let row = known::row_of(store, run, known::extent_of(run))?;
    let all = row.total.map(|total| format!(" of {}", count(total))).unwrap_or_default();
    let state = format!("{} is not finished: {}{all} {} so far.", run.name, count(row.done), row.unit);
    Ok(run_report::report_of_unfinished_run(run, state, so_far))
}

/// A figure of a run, as SVG, PNG or CSV: of a finished one, or of what is known for good.
#[utoipa::path(get, path = "/runs/{name}/figures/{figure}",
    params(("name" = String, Path, description = "the run's name"),
        ("figure" = String, Path, description = "the figure's name with .svg, .png or .csv"), Dress),
    responses((status = OK, content_type = "image/svg+xml", body = String), (status = "4XX", body = Refusal)))]
pub async fn figure(
    State(app): State<Arc<App>>,
    Place((name, figure)): Place<(String, String)>,
    Asked(dress): Asked<Dress>,
) -> Result<Response, ApiError> {
    let drawn = app.with_store(move |store| {
        let run = store.find_run(&name)?;
        let report = run_report::report_so_far(store, &run)?;
        let (stem, ending) = figure.rsplit_once('.').unwrap_or((&figure, "svg"));
        let charts = report.named_charts();
        let found = charts.iter().find(|(name, _)| name == stem);
        let missing = || {
            let names: Vec<&str> = charts.iter().map(|(name, _)| name.as_str()).collect();
            ApiError::missing(
                "unknown-figure",
                format!("{} has no figure `{stem}`: it has {}", run.name, names.join(", ")),
            )
        };
        let (_, chart) = found.ok_or_else(missing)?;
        let failed = |error: zermelo_report::ReportError| ApiError::conflict("figure", error.to_string());
        let is_dark = dress.theme.as_deref() == Some("dark");
        match ending {
            "png" => Ok(("image/png", chart.png().map_err(failed)?)),
            "svg" if is_dark => {
                Ok(("image/svg+xml", chart.svg_for(Theme::Dark, "figure").map_err(failed)?.into_bytes()))
            }
            "csv" => Ok(("text/csv; charset=utf-8", chart.data().map_err(failed)?.to_csv().into_bytes())),
            "svg" => Ok(("image/svg+xml", chart.svg().map_err(failed)?.into_bytes())),
            other => {
                Err(ApiError::bad("bad-request", format!("figures are .svg, .png or .csv, not `.{other}`")))
            }
        }
    });
    let (kind, bytes) = drawn.await?.ok_or_else(|| ApiError::missing("no-store", "there are no runs yet"))?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

/// Which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// One of a pair, by name.
    first: Option<String>,
    /// The other.
    second: Option<String>,
    /// Those after this number.
    after: Option<u64>,
    /// So many at most.
    limit: Option<usize>,
}

/// Games of a run.
#[derive(Serialize, ToSchema)]
pub struct GameList {
    /// How many there are in all.
    total: u64,
    /// These.
    games: Vec<GameLine>,
}

/// A game of a run.
#[derive(Serialize, ToSchema)]
#[schema(as = GameRow)]
pub struct GameLine {
    /// Its number.
    index: u64,
    /// Who moved first.
    first: String,
    /// The other.
    second: String,
    /// Who won; nobody in a draw.
    outcome: Option<Player>,
    /// Why it ended.
    reason: String,
    /// How many moves it has, those of its opening among them, as in its replay.
    plies: usize,
    /// The opening.
    opening: u32,
}

/// The games of a run, in their order.
#[utoipa::path(get, path = "/runs/{name}/games", operation_id = "games_of_run",
    params(("name" = String, Path, description = "the run's name"), Which),
    responses((status = OK, body = GameList), (status = "4XX", body = Refusal)))]
pub async fn games(
    State(app): State<Arc<App>>,
    Place(name): Place<String>,
    Asked(which): Asked<Which>,
) -> Result<Json<GameList>, ApiError> {
    let found = app.with_store(move |store| list_games(store, &store.find_run(&name)?, &which)).await?;
    found.map(Json).ok_or_else(|| ApiError::missing("no-store", "there are no runs yet"))
}

fn list_games(store: &Store, run: &Run, which: &Which) -> Result<GameList, ApiError> {
    let agents = store.agents(run.id)?;
    let name_of = |number: u32| {
        let agent = agents.iter().find(|agent| agent.index == number);
        agent.map_or_else(|| format!("agent {number}"), |agent| agent.name.clone())
    };
    let numbers = |name: &Option<String>| -> Option<Vec<u32>> {
        let name = name.as_ref()?;
        Some(agents.iter().filter(|agent| agent.name == *name).map(|agent| agent.index).collect())
    };
    let (one, other) = (numbers(&which.first), numbers(&which.second));
    let sits =
        |numbers: &Option<Vec<u32>>, number: u32| numbers.as_ref().is_none_or(|some| some.contains(&number));
    let limit = which.limit.unwrap_or(50).clamp(1, 500);
    // A run that keeps no games has no game either.
    let game = game_of(&run.experiment, &run.name).ok().and_then(|id| zermelo_catalog::open(&id).ok());
    let length = |text: &String| Some(opening_moves(game.as_ref()?, text)?.len());
    let openings: HashMap<u32, String> =
        store.openings(run.id)?.into_iter().map(|opening| (opening.index, opening.text)).collect();
    let mut lengths: HashMap<u32, usize> = HashMap::new();
    let (mut total, mut games) = (0, Vec::new());
    for row in store.games(run.id) {
        let row = row?;
        let is_pair = sits(&one, row.first) && sits(&other, row.second)
            || sits(&one, row.second) && sits(&other, row.first);
        if !is_pair {
            continue;
        }
        total += 1;
        if which.after.is_none_or(|after| row.index > after) && games.len() < limit {
            let opening = lengths
                .entry(row.opening)
                .or_insert_with(|| openings.get(&row.opening).and_then(length).unwrap_or(0));
            let plies = *opening + row.plies as usize;
            games.push(GameLine {
                index: row.index,
                first: name_of(row.first),
                second: name_of(row.second),
                outcome: winner(row.outcome),
                reason: row.reason,
                plies,
                opening: row.opening,
            });
        }
    }
    Ok(GameList { total, games })
}

/// What to run.
#[derive(Deserialize, ToSchema)]
pub struct NewRunQuery {
    /// A file of the experiments' folder.
    file: Option<String>,
    /// Or the text of one.
    text: Option<String>,
    /// Another seed than the file's.
    seed: Option<u64>,
}

/// What was begun.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    /// The run's name; absent if it waits for others to end.
    pub name: Option<String>,
    /// How it waits, if it does.
    pub waiting: Option<Waiting>,
}

impl From<Started> for Begun {
    fn from(started: Started) -> Begun {
        match started {
            Started::Running(name) => Begun { name: Some(name), waiting: None },
            Started::Waiting(card) => Begun { name: None, waiting: Some(*card) },
        }
    }
}

/// Runs an experiment.
#[utoipa::path(post, path = "/runs", request_body = NewRunQuery,
    responses((status = OK, body = Begun), (status = "4XX", body = Refusal), (status = 503, body = Refusal)))]
pub async fn start(
    State(app): State<Arc<App>>,
    Body(query): Body<NewRunQuery>,
) -> Result<Json<Begun>, ApiError> {
    blocking(move || {
        let mut experiment = match (&query.file, query.text) {
            (Some(file), None) => {
                // A file of that folder, and of no other.
                let is_plain = file.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
                    && !file.starts_with('.');
                let path = app.settings.experiments.join(file);
                if !is_plain || !path.is_file() {
                    return Err(ApiError::missing(
                        "unknown-file",
                        format!("there is no experiment file `{file}`"),
                    ));
                }
                Experiment::read(&path, PERMISSION)?
            }
            (None, Some(text)) => {
                let folder = Folder::new(&app.settings.experiments, PERMISSION);
                Experiment::parse("page".to_owned(), text, "the text", folder)?
            }
            _ => return Err(ApiError::bad("bad-request", "give `file` or `text`")),
        };
        if let Some(seed) = query.seed {
            experiment.plan.set_seed(seed);
        }
        Ok(Json(app.runner.start(experiment, None)?.into()))
    })
    .await
}

/// Stops a run: games that are being played are finished, and everything is kept.
#[utoipa::path(post, path = "/runs/{name}/stop", params(("name" = String, Path, description = "the run's name")),
    responses((status = OK, body = RunRow), (status = "4XX", body = Refusal)))]
pub async fn stop(State(app): State<Arc<App>>, Place(name): Place<String>) -> Result<Json<RunRow>, ApiError> {
    blocking(move || {
        if !app.runner.stop(&name) {
            let problem =
                format!("`{name}` does not run on this server: stop it with Ctrl-C where it was started");
            return Err(ApiError::conflict("not-here", problem));
        }
        Ok(Json(app.run_feed.watch(&name, &app.runner)?.row.clone()))
    })
    .await
}

/// Goes on with a run that was stopped.
#[utoipa::path(post, path = "/runs/{name}/resume", params(("name" = String, Path, description = "the run's name")),
    responses((status = OK, body = Begun), (status = "4XX", body = Refusal), (status = 503, body = Refusal)))]
pub async fn resume(
    State(app): State<Arc<App>>,
    Place(name): Place<String>,
) -> Result<Json<Begun>, ApiError> {
    blocking(move || {
        let watched = app.run_feed.watch(&name, &app.runner)?;
        if watched.row.state != known::State::Stopped && watched.row.state != known::State::Failed {
            return Err(ApiError::conflict("not-stopped", format!("`{name}` is not stopped")));
        }
        let unreadable = || {
            ApiError::conflict(
                "bad-experiment",
                format!("the experiment file of `{name}` can no longer be read"),
            )
        };
        let mut experiment = known::experiment_of(&watched.run).ok_or_else(unreadable)?;
        experiment.plan.set_seed(watched.run.seed);
        Ok(Json(app.runner.start(experiment, Some(&watched.run.name))?.into()))
    })
    .await
}

/// Takes back an experiment that waits for others to end, or forgets one that could not begin. Answers what waits now.
#[utoipa::path(post, path = "/runs/waiting/{id}/cancel", params(("id" = u64, Path, description = "its number")),
    responses((status = OK, body = Cancelled), (status = "4XX", body = Refusal)))]
pub async fn cancel(State(app): State<Arc<App>>, Place(id): Place<u64>) -> Result<Json<Cancelled>, ApiError> {
    if !app.runner.cancel(id) {
        let problem = "it is no longer queued: it has started, or was cancelled";
        return Err(ApiError::missing("not-waiting", problem));
    }
    Ok(Json(Cancelled { waiting: app.runner.waiting() }))
}

/// What waits now.
#[derive(Serialize, ToSchema)]
pub struct Cancelled {
    /// In its order.
    waiting: Vec<Waiting>,
}

/// The parts of a section that pages show as text.
pub fn prose_of(blocks: &[Block]) -> Vec<String> {
    let mut sentences = Vec::new();
    for block in blocks {
        match block {
            Block::Prose(text) => sentences.push(text.clone()),
            Block::List(points) => sentences.extend(points.iter().cloned()),
            _ => {}
        }
    }
    sentences
}
