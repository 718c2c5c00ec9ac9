//! News of runs, as they come.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Asked;
use super::analyse::{async_stream, event};
use super::runs::blocking;
use crate::api_error::{ApiError, Refusal};
use crate::app::App;
use crate::curves::{self, Curve};
use crate::live::{LogLine, PACE, log_of};
use crate::run_workers::Workers;
use crate::runner::Waiting;
use crate::runs::{RunRow, Standings, State as RunState};

/// What to hear of.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LiveQuery {
    /// `1` to hear of all runs.
    runs: Option<String>,
    /// Runs to hear more of, separated by commas.
    run: Option<String>,
    /// The number of the next point of the curves of each of these, separated by commas, where earlier ones are known.
    after: Option<String>,
}

/// Rows that have changed.
#[derive(Serialize, ToSchema)]
pub struct RunsNews {
    runs: Vec<RunRow>,
    /// Everything that waits for others to end.
    waiting: Vec<Waiting>,
}

/// News of a run.
#[derive(Serialize, ToSchema)]
pub struct RunNews {
    /// How it is.
    row: RunRow,
    /// The number of the next point.
    seq: u64,
    /// New points.
    curves: Vec<Curve>,
    /// Who stands where, if that has changed.
    standings: Option<Standings>,
    /// The workers of other machines; nothing if it has no fleet.
    workers: Option<Workers>,
    /// What happened last.
    log: Vec<LogLine>,
}

/// What an event tells.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum News {
    /// Of all runs.
    Runs(RunsNews),
    /// Of one.
    Run(Box<RunNews>),
}

impl News {
    fn event(&self) -> Event {
        let name = match self {
            News::Runs(_) => "runs",
            News::Run(_) => "run",
        };
        event(name, self)
    }
}

/// News of runs as events: `runs` with the rows that have changed, `run` with the new points of a run. The id of an event tells
/// how far each run was, so that whoever lost the connection goes on where it was.
#[utoipa::path(get, path = "/live", params(LiveQuery),
    responses((status = OK, content_type = "text/event-stream", body = News), (status = "4XX", body = Refusal)))]
pub async fn live(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Asked(query): Asked<LiveQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let names = query.run.as_deref().unwrap_or_default().split(',').filter(|name| !name.is_empty());
    let names: Vec<String> = names.take(20).map(str::to_owned).collect();
    let all = query.runs.as_deref().is_some_and(|word| word != "0");
    let mut cursors: HashMap<String, u64> = HashMap::new();
    let after = query.after.as_deref().unwrap_or_default().split(',');
    cursors.extend(
        names.iter().zip(after).filter_map(|(name, after)| Some((name.clone(), after.parse().ok()?))),
    );
    if let Some(last) = headers.get("last-event-id").and_then(|value| value.to_str().ok()) {
        // Only of what is asked for: the rest would be sent back with every event.
        cursors.extend(read_cursors(last).into_iter().filter(|(name, _)| names.contains(name)));
    }
    // A run that does not exist is told at once.
    for name in names.clone() {
        let app = Arc::clone(&app);
        blocking(move || app.run_feed.watch(&name, &app.runner).map(|_| ())).await?;
    }
    let closed = app.closed();
    let stream = async_stream(move |yielder| async move {
        let mut listener = Listener {
            app,
            all,
            names,
            cursors,
            rows: HashMap::new(),
            waiting: None,
            games: HashMap::new(),
            workers: HashMap::new(),
        };
        tokio::pin!(closed);
        loop {
            for news in listener.hear().await {
                if yielder.send(news).await.is_err() {
                    return;
                }
            }
            tokio::select! {
                () = tokio::time::sleep(PACE) => {}
                () = &mut closed => return,
            }
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}

/// How far runs were, from an event's id: `name=12&other=3`.
fn read_cursors(id: &str) -> HashMap<String, u64> {
    let pairs = id.split('&').filter_map(|pair| pair.rsplit_once('='));
    pairs.filter_map(|(name, seq)| Some((name.to_owned(), seq.parse().ok()?))).collect()
}

/// Somebody who hears the news, and what was told already.
struct Listener {
    app: Arc<App>,
    all: bool,
    names: Vec<String>,
    cursors: HashMap<String, u64>,
    rows: HashMap<String, RunRow>,
    /// What waited when that was told last.
    waiting: Option<Vec<Waiting>>,
    games: HashMap<String, (u64, RunState)>,
    workers: HashMap<String, Option<Workers>>,
}

impl Listener {
    async fn hear(&mut self) -> Vec<Event> {
        let mut news = Vec::new();
        if self.all {
            let app = Arc::clone(&self.app);
            let rows = blocking(move || app.run_feed.rows(&app.runner)).await;
            let rows = rows.unwrap_or_default();
            let changed: Vec<RunRow> =
                rows.iter().filter(|row| self.rows.get(&row.name) != Some(row)).cloned().collect();
            let waiting = self.app.runner.waiting();
            if !changed.is_empty() || self.waiting.as_ref() != Some(&waiting) {
                self.rows.extend(changed.iter().map(|row| (row.name.clone(), row.clone())));
                self.waiting = Some(waiting.clone());
                news.push(News::Runs(RunsNews { runs: changed, waiting }).event());
            }
        }
        for name in self.names.clone() {
            let app = Arc::clone(&self.app);
            let asked = name.clone();
            let Ok(watched) = blocking(move || app.run_feed.watch(&asked, &app.runner)).await else {
                continue;
            };
            let seq = curves::last_point(&watched.events);
            let state = (watched.n_games, watched.row.state);
            let is_first = !self.games.contains_key(&name);
            let has_points = self.cursors.get(&name) != Some(&seq);
            let has_games = self.games.get(&name) != Some(&state);
            let has_workers = self.workers.get(&name) != Some(&watched.workers);
            if !is_first && !has_points && !has_games && !has_workers {
                continue;
            }
            let after = self.cursors.get(&name).copied();
            self.cursors.insert(name.clone(), seq);
            self.games.insert(name.clone(), state);
            self.workers.insert(name.clone(), watched.workers.clone());
            let told = RunNews {
                row: watched.row.clone(),
                seq,
                curves: curves::curves_of(&watched.run, &watched.events, after),
                standings: watched.standings.clone(),
                workers: watched.workers.clone(),
                log: log_of(&watched.events, 20),
            };
            let ids: Vec<String> = self.cursors.iter().map(|(name, seq)| format!("{name}={seq}")).collect();
            news.push(News::Run(Box::new(told)).event().id(ids.join("&")));
        }
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_runs_were_is_read_back() {
        let cursors = read_cursors("quick-1.breed=12&x-2=3&broken&y=z");
        assert_eq!(cursors.len(), 2);
        assert_eq!((cursors["quick-1.breed"], cursors["x-2"]), (12, 3));
    }
}
