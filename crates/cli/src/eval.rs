//! `zermelo eval` and `zermelo bestmove`: what an evaluator says of a position, and what an agent would play.

use std::fmt::Write;
use std::time::Instant;

use serde_json::{Map, Value, json};
use zermelo_catalog::{Permission, Session, Thought, catalog};
use zermelo_game::{Forfeit, Outcome, Proof};

use crate::args::{BestmoveArgs, EvalArgs};
use crate::moves::plies;
use crate::reply::{Failure, Reply};

/// Judges a position.
pub fn run_eval(args: &EvalArgs) -> Result<Reply, Failure> {
    let session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(args.moves.as_ref()))?;
    let us = session.to_move();
    let value = session.evaluate(&args.eval, us)?;
    let features: Map<String, Value> =
        session.features().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let (json_value, told) = match (value, session.ending()) {
        (Some(value), _) => (json!(value), format!("{value}")),
        (None, Some(ending)) => {
            let word = match ending.outcome {
                Outcome::Draw => "draw",
                Outcome::Win(player) if player == us => "win",
                Outcome::Win(_) => "loss",
            };
            (json!(word), ending.sentence)
        }
        (None, None) => return Err(Failure::failed("internal", "an unfinished position has no exact value")),
    };
    let mut text = format!("{}, from {}: {told}\n", args.eval, session.players()[us.index()]);
    // The quantities have the features among them.
    let is_expression = args.eval.trim_start().starts_with("expr");
    let quantities = if is_expression { session.quantities() } else { Vec::new() };
    for (name, value) in &quantities {
        let _ = writeln!(text, "  {name:<32} {value:>10}");
    }
    for (name, value) in session.features().iter().filter(|_| !is_expression) {
        let _ = writeln!(text, "  {name:<32} {value:>10}");
    }
    let mut answer = json!({ "to_move": us.id(), "value": json_value, "features": features });
    if is_expression {
        answer["quantities"] = quantities.into_iter().map(|(name, value)| (name, json!(value))).collect();
    }
    Ok(Reply::new(answer, text))
}

/// Asks an agent.
pub fn run_bestmove(args: &BestmoveArgs) -> Result<Reply, Failure> {
    let mut session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(args.moves.as_ref()))?;
    let started = Instant::now();
    let Some(thought) = session.think(&args.agent, args.seed)? else { return Err(game_over(&session)) };
    let seconds = started.elapsed().as_secs_f64();
    check_faults(&args.agent, &thought)?;
    let gives_up = if thought.resigns() { ", and resigns" } else { "" };
    let text = format!(
        "{}  {}{gives_up}\ndepth {}, {} nodes in {seconds:.3} s\n{}\n",
        thought.mv,
        tell(&session, &thought),
        thought.depth,
        thought.nodes,
        thought.line.join(" ")
    );
    let json = json!({
        "move": thought.mv,
        "value": value(&thought),
        "plies": thought.score.proved().map(i32::unsigned_abs),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": seconds,
        "pv": thought.line,
        "resigns": thought.resigns(),
    });
    Ok(Reply::new(json, text))
}

/// An agent that failed has no answer.
pub fn check_faults(agent: &str, thought: &Thought) -> Result<(), Failure> {
    match thought.forfeit.filter(|quit| quit.is_fault()) {
        Some(quit) => Err(Failure::failed(quit.id(), format!("{agent} {}", failing(quit)))),
        None => Ok(()),
    }
}

/// What an agent did instead of moving, to stand behind its name.
pub fn failing(quit: Forfeit) -> &'static str {
    match quit {
        Forfeit::Resigned => "resigned",
        Forfeit::Illegal => "answered with an illegal move",
        Forfeit::Crashed => "crashed",
        Forfeit::Stalled => "did not answer",
        Forfeit::Late => "answered too late",
        Forfeit::NoMove => "claimed to have no move",
    }
}

/// A move is asked for where there is none.
pub fn game_over(session: &Session) -> Failure {
    let how = session.ending().map(|ending| ending.sentence).unwrap_or_default();
    Failure::wrong("game-over", format!("there are no moves: the game is over ({how})"))
}

/// What a position is worth, for machines: a number, or the result if it is proved.
pub fn value(thought: &Thought) -> Value {
    match thought.proof() {
        Some(Proof::Win(_)) => json!("win"),
        Some(Proof::Draw) => json!("draw"),
        Some(Proof::Loss(_)) => json!("loss"),
        None => json!(thought.score.number()),
    }
}

/// What a position is worth, for people, from the side to move.
pub fn tell(session: &Session, thought: &Thought) -> String {
    let name = session.players()[session.to_move().index()];
    match thought.proof() {
        Some(Proof::Win(n)) => format!("{name} wins in {}", plies(n as usize)),
        Some(Proof::Draw) => "drawn with best play".to_owned(),
        Some(Proof::Loss(n)) => format!("{name} loses in {}", plies(n as usize)),
        None => format!("{:+.3} for {name}", thought.score.number()),
    }
}
