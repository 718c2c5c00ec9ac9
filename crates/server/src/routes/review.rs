//! A whole game looked at afterwards, from its last ply back, and where points were given away.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::{IntoParams, ToSchema};
use zermelo_catalog::{Session, Thought, WatchPlan};
use zermelo_game::{Player, Proof, Score, Stop};

use super::analyse::{async_stream, event};
use super::think::judge_of;
use super::{Asked, At};
use crate::api_error::{ApiError, Refusal};
use crate::app::{App, StopOnDrop};
use crate::verdict::{Judge, Verdict, for_first};

/// How closely to look.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReviewQuery {
    /// How many positions to look at for each ply.
    nodes: Option<u64>,
}

/// The most positions for each ply.
const MOST_NODES: u64 = 5_000_000;

/// A ply of a game, looked at afterwards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlyReview {
    /// How many moves had been played.
    ply: usize,
    /// What the position is worth.
    verdict: Verdict,
    /// The best move here.
    best: Option<String>,
    /// The best line.
    line: Vec<String>,
    /// How many points of a hundred the move that was played gave away; absent where values mean nothing known.
    loss: Option<f64>,
    /// How much it gave away on the evaluator's own scale, where both values are judgements.
    drop: Option<f64>,
    /// How bad that was; absent if it was not, or if looking twice as closely does not agree.
    mark: Option<Mark>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub enum Mark {
    /// At least 5 points.
    #[serde(rename = "?!")]
    Inaccuracy,
    /// At least 10 points.
    #[serde(rename = "?")]
    Mistake,
    /// At least 20 points.
    #[serde(rename = "??")]
    Blunder,
    /// A proved win was thrown away.
    #[serde(rename = "thrown")]
    Thrown,
}

/// Every ply of a game, from the last back, as events named `ply`, and then `done`.
#[utoipa::path(get, path = "/review", params(At, ReviewQuery),
    responses((status = OK, content_type = "text/event-stream", body = PlyReview), (status = "4XX", body = Refusal)))]
pub async fn review(
    State(app): State<Arc<App>>,
    Asked(at): Asked<At>,
    Asked(query): Asked<ReviewQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let session = At { ply: None, ..at }.session()?;
    let nodes = query.nodes.unwrap_or(20_000).clamp(100, MOST_NODES);
    let judge = judge_of(&session.game_id(), session.players(), "alphabeta");
    let stop = Stop::default();
    let gone = StopOnDrop(stop.clone());
    let (sender, mut receiver) = mpsc::channel(64);
    app.start_search(stop, move |stop| {
        let mut reviewer = Reviewer { session, judge, nodes, stop };
        reviewer.go_back(&mut |ply| sender.blocking_send(ply).is_ok());
    })?;
    let closed = app.closed();
    let stream = async_stream(move |yielder| async move {
        let _gone = gone;
        tokio::pin!(closed);
        loop {
            let ply = tokio::select! {
                ply = receiver.recv() => ply,
                () = &mut closed => return,
            };
            let Some(ply) = ply else { break };
            if yielder.send(event("ply", &ply)).await.is_err() {
                return;
            }
        }
        let _ = yielder.send(event("done", &true)).await;
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Who wins for certain.
fn winner_of(seen: &Seen) -> Option<Player> {
    match seen.proof()? {
        Proof::Win(_) => Some(seen.to_move),
        Proof::Draw => None,
        Proof::Loss(_) => Some(seen.to_move.other()),
    }
}

/// What the mover gave away on the evaluator's own scale; nothing where a result is proved, which has no place on it.
fn drop_of(seen: &Seen, after: &Seen) -> Option<f64> {
    if seen.proof().is_some() || after.proof().is_some() {
        return None;
    }
    let fallen = for_first(seen.score, seen.to_move) - for_first(after.score, after.to_move);
    Some((if seen.to_move == Player::First { fallen } else { -fallen }).max(0.0))
}

struct Reviewer<'a> {
    session: Session,
    judge: Judge,
    nodes: u64,
    stop: &'a Stop,
}

/// What was seen in a position: the best line, if the game goes on there.
struct Seen {
    score: Score,
    /// Whether the score is the result with best play.
    is_exact: bool,
    to_move: Player,
    best: Option<Thought>,
}

impl Seen {
    fn proof(&self) -> Option<Proof> {
        Proof::of(self.score, self.is_exact)
    }
}

impl Reviewer<'_> {
    /// Looks at every ply, the last first; `tell` says whether anybody listens.
    fn go_back(&mut self, tell: &mut dyn FnMut(PlyReview) -> bool) {
        let played = self.session.played();
        let mut after: Option<Seen> = None;
        for ply in (0..=played.len()).rev() {
            let seen = self.look(self.nodes);
            if self.stop.is_stopped() {
                return;
            }
            let loss = after.as_ref().and_then(|after| self.loss(&seen, after));
            let mut mark = after.as_ref().and_then(|after| self.mark(&seen, after, loss));
            // Whoever played the best move made no mistake, whatever two searches say of it.
            if seen.best.as_ref().is_some_and(|best| played.get(ply) == Some(&best.mv)) {
                mark = None;
            }
            if let Some(first) = mark {
                mark = self
                    .look_again(&played[ply])
                    .filter(|_| !self.stop.is_stopped())
                    .map(|again| again.min(first));
            }
            let review = PlyReview {
                ply,
                verdict: self.verdict(&seen),
                best: seen.best.as_ref().map(|best| best.mv.clone()),
                line: seen.best.as_ref().map(|best| best.line.clone()).unwrap_or_default(),
                loss,
                drop: after.as_ref().and_then(|after| drop_of(&seen, after)),
                mark,
            };
            if !tell(review) {
                return;
            }
            after = Some(seen);
            self.session.undo();
        }
    }

    /// What is seen in the present position.
    fn look(&self, nodes: u64) -> Seen {
        let to_move = self.session.to_move();
        if let Some(ending) = self.session.ending() {
            let score = Score::of_outcome(ending.outcome, to_move);
            return Seen { score, is_exact: true, to_move, best: None };
        }
        let mut best: Option<Thought> = None;
        let plan = WatchPlan { agent: "alphabeta(nodes=1)", n_lines: 1, nodes, only: &[], stop: self.stop };
        let watched = self.session.watch(&plan, &mut |glance| best = glance.lines.first().cloned());
        debug_assert!(watched.is_ok(), "our own agent plays every game");
        let score = best.as_ref().map_or(Score::EVEN, |best| best.score);
        let is_exact = best.as_ref().is_some_and(|best| best.is_exact);
        Seen { score, is_exact, to_move, best }
    }

    /// Looks twice as closely at a ply and at what was played there: how bad was it?
    fn look_again(&mut self, played: &str) -> Option<Mark> {
        let seen = self.look(2 * self.nodes);
        if self.session.play(played).is_err() {
            return None;
        }
        let after = self.look(2 * self.nodes);
        self.session.undo();
        let loss = self.loss(&seen, &after);
        self.mark(&seen, &after, loss)
    }

    /// What the mover gave away, in points of a hundred.
    fn loss(&self, seen: &Seen, after: &Seen) -> Option<f64> {
        let before = self.share(seen)?;
        let then = self.share(after)?;
        let given = match seen.to_move {
            Player::First => before - then,
            Player::Second => then - before,
        };
        Some((100.0 * given).max(0.0))
    }

    /// What the first player can expect.
    fn share(&self, seen: &Seen) -> Option<f64> {
        self.judge.expectation(seen.score, seen.is_exact, seen.to_move)
    }

    fn mark(&self, seen: &Seen, after: &Seen, loss: Option<f64>) -> Option<Mark> {
        if seen.score.is_win() && winner_of(after) != Some(seen.to_move) {
            return Some(Mark::Thrown);
        }
        match loss? {
            points if points >= 20.0 => Some(Mark::Blunder),
            points if points >= 10.0 => Some(Mark::Mistake),
            points if points >= 5.0 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    fn verdict(&self, seen: &Seen) -> Verdict {
        let is_over = seen.best.is_none();
        if is_over && seen.proof() == Some(Proof::Draw) {
            return Verdict::Proved { winner: None, plies: 0, text: "drawn".to_owned() };
        }
        self.judge.verdict(seen.score, seen.is_exact, seen.to_move)
    }
}
