//! `zermelo moves` and `zermelo replay`: what can be played, and where a list of moves leads.

use serde_json::{Value, json};
use zermelo_catalog::{Permission, Session, catalog};

use crate::args::{MovesArgs, ReplayArgs};
use crate::reply::{Failure, Reply};

/// Lists the legal moves.
pub fn run_moves(args: &MovesArgs) -> Result<Reply, Failure> {
    let session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(args.moves.as_ref()))?;
    let moves: Vec<String> = session.moves().into_iter().map(|mv| mv.text).collect();
    let text = match session.ending() {
        Some(ending) => format!("no moves: {}\n", ending.sentence),
        None => format!("{}\n", moves.join(" ")),
    };
    let json = json!({
        "position": session.position(),
        "to_move": session.to_move().id(),
        "moves": moves,
        "outcome": outcome(&session),
    });
    Ok(Reply::new(json, text))
}

/// Plays a list of moves.
pub fn run_replay(args: &ReplayArgs) -> Result<Reply, Failure> {
    let session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(Some(&args.moves)))?;
    let n_plies = session.played().len();
    let standing = match session.ending() {
        Some(ending) => ending.sentence,
        None => format!("{} to move", session.players()[session.to_move().index()]),
    };
    let text = format!("{}\nafter {}: {standing}\n", session.position(), plies(n_plies));
    Ok(Reply::new(report(&session), text))
}

/// "1 ply", "5 plies".
pub fn plies(n: usize) -> String {
    format!("{n} {}", if n == 1 { "ply" } else { "plies" })
}

/// Where a game stands, for machines.
pub fn report(session: &Session) -> Value {
    json!({
        "position": session.position(),
        "to_move": session.to_move().id(),
        "plies": session.played().len(),
        "outcome": outcome(session),
        "reason": session.ending().map(|ending| ending.reason),
    })
}

fn outcome(session: &Session) -> Option<&'static str> {
    session.ending().map(|ending| ending.outcome.id())
}
