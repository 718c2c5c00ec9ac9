//! Lines, better and better, as they are found.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::{IntoParams, ToSchema};
use zermelo_any::evaluator_of;
use zermelo_catalog::{Glance, Session, WatchPlan};
use zermelo_game::Stop;

use super::think::judge_of;
use super::{Asked, At};
use crate::api_error::{ApiError, Refusal};
use crate::app::{App, StopOnDrop};
use crate::verdict::{Judge, Verdict};
use crate::wire::Spoken;

/// How to look.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Look {
    /// How many lines.
    lines: Option<usize>,
    /// How many positions to look at.
    nodes: Option<u64>,
    /// The only moves to look at, separated by spaces.
    only: Option<String>,
    /// Whose evaluator judges, an agent's text or name; our own choice if absent.
    agent: Option<String>,
}

/// The most positions an analysis looks at.
const MOST_NODES: u64 = 200_000_000;

/// What is known so far.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Update {
    /// How many plies were looked ahead in full.
    depth: u32,
    /// How many positions were looked at.
    nodes: u64,
    /// For how long.
    seconds: f64,
    /// Whether nothing more will come.
    done: bool,
    /// Why not.
    ended: Option<Ended>,
    /// The lines, the best first.
    lines: Vec<AnalysisLine>,
}

/// Why an analysis ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The result of every line is proved: looking further cannot change anything.
    Solved,
    /// As many positions as were asked for have been looked at, some of them at a depth that was not finished.
    Nodes,
    /// This agent looks no further by itself.
    Agent,
    /// The game is over: there is nothing to look at.
    Over,
}

/// A line of play.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Line)]
pub struct AnalysisLine {
    /// Its first move.
    #[serde(rename = "move")]
    mv: String,
    /// All of it.
    pv: Vec<Spoken>,
    /// What it leads to.
    verdict: Verdict,
}

/// At most four updates a second.
const PACE: Duration = Duration::from_millis(250);

/// The best lines of a position, as events named `update`; hanging up ends the search.
#[utoipa::path(get, path = "/analyse", params(At, Look),
    responses((status = OK, content_type = "text/event-stream", body = Update), (status = "4XX", body = Refusal)))]
pub async fn analyse(
    State(app): State<Arc<App>>,
    Asked(at): Asked<At>,
    Asked(look): Asked<Look>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let session = at.session()?;
    let game_id = session.game_id();
    let agent = app.agent(&game_id, look.agent.as_deref().unwrap_or("alphabeta")).await?;
    // It lends its eyes: how far is looked is not its own budget's business here. One that judges by none looks itself.
    let agent = match evaluator_of(&agent) {
        Some(evaluator) => format!("alphabeta(nodes=1, eval={evaluator})"),
        None => agent,
    };
    session.check_agent(&agent)?;
    let only: Vec<String> =
        look.only.as_deref().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    for text in &only {
        session.speak_move(text).map_err(|error| ApiError::bad("illegal-move", error.to_string()))?;
    }
    let n_lines = look.lines.unwrap_or(3).clamp(1, 10);
    let nodes = look.nodes.unwrap_or(2_000_000).clamp(1, MOST_NODES);
    let judge = judge_of(&game_id, session.players(), &agent);
    let (sender, receiver) = watch::channel(Update::default());
    let stop = Stop::default();
    let gone = StopOnDrop(stop.clone());
    app.start_search(stop, move |stop| {
        let started = Instant::now();
        let plan = WatchPlan { agent: &agent, n_lines, nodes, only: &only, stop };
        let mut teller = Teller::new(&session, judge, &at);
        let mut is_solved = false;
        let watched = session.watch(&plan, &mut |glance| {
            is_solved = glance.lines.iter().all(|line| line.proof().is_some());
            let update = teller.update(glance, started);
            sender.send_replace(update);
        });
        // Everything was looked at before: an agent that breaks off all the same ends the stream.
        debug_assert!(watched.is_ok(), "our own agent plays every game");
        let looked_at = watched.unwrap_or_default();
        sender.send_modify(|update| {
            update.done = true;
            update.nodes = update.nodes.max(looked_at);
            update.ended = Some(match () {
                () if session.ending().is_some() => Ended::Over,
                () if is_solved => Ended::Solved,
                () if looked_at >= nodes => Ended::Nodes,
                () => Ended::Agent,
            });
            update.seconds = started.elapsed().as_secs_f64();
        });
    })?;
    Ok(Sse::new(paced(receiver, gone, app.closed())).keep_alive(KeepAlive::default()))
}

/// The latest update, not too often, and the last in any case.
fn paced(
    mut receiver: watch::Receiver<Update>,
    gone: StopOnDrop,
    closed: impl Future<Output = ()> + Send + 'static,
) -> impl Stream<Item = Result<Event, Infallible>> {
    async_stream(move |yielder| async move {
        let _gone = gone;
        tokio::pin!(closed);
        loop {
            tokio::select! {
                changed = receiver.changed() => if changed.is_err() { break },
                () = &mut closed => break,
            }
            let update = receiver.borrow_and_update().clone();
            let is_last = update.done;
            if yielder.send(event("update", &update)).await.is_err() || is_last {
                break;
            }
            tokio::select! {
                () = tokio::time::sleep(PACE) => {}
                // The last one need not wait.
                _ = receiver.wait_for(|update| update.done) => {}
                () = &mut closed => break,
            }
            receiver.mark_changed();
        }
    })
}

/// A stream of what a task sends.
pub fn async_stream<T, F>(
    task: impl FnOnce(tokio::sync::mpsc::Sender<T>) -> F,
) -> impl Stream<Item = Result<T, Infallible>>
where
    T: Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    let (sender, receiver) = tokio::sync::mpsc::channel(4);
    // The task lives no longer than the stream: it is dropped with it.
    let work = tokio::spawn(task(sender));
    let end = AbortOnDrop(work);
    futures_util::StreamExt::map(tokio_stream::wrappers::ReceiverStream::new(receiver), move |item| {
        let _ = &end;
        Ok(item)
    })
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// An event with JSON in it.
pub fn event(name: &str, data: &impl Serialize) -> Event {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    Event::default().event(name).data(text)
}

/// Tells lines in the game's words.
struct Teller {
    judge: Judge,
    to_move: zermelo_game::Player,
    /// A session of its own to play lines in.
    board: Option<Session>,
}

impl Teller {
    fn new(session: &Session, judge: Judge, at: &At) -> Teller {
        Teller { judge, to_move: session.to_move(), board: at.session().ok() }
    }

    fn update(&mut self, glance: &Glance, started: Instant) -> Update {
        let mut lines = Vec::new();
        for line in &glance.lines {
            let verdict = self.judge.of_thought(line, self.to_move);
            lines.push(AnalysisLine { mv: line.mv.clone(), pv: self.spoken(&line.line), verdict });
        }
        let depth = glance.lines.iter().map(|line| line.depth).max().unwrap_or(0);
        Update {
            depth,
            nodes: glance.nodes,
            seconds: started.elapsed().as_secs_f64(),
            lines,
            ..Update::default()
        }
    }

    /// A line with its sentences.
    fn spoken(&mut self, line: &[String]) -> Vec<Spoken> {
        let Some(board) = &mut self.board else { return Vec::new() };
        let mut told = Vec::new();
        for text in line {
            let speak = board.speak_move(text).unwrap_or_default();
            if board.play(text).is_err() {
                break;
            }
            told.push(Spoken { text: text.clone(), speak });
        }
        for _ in &told {
            board.undo();
        }
        told
    }
}
