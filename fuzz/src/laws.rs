//! What holds for every text anybody may type: it is read or refused, never more than that. Each law panics
//! if it is broken, with the game and the text.
//!
//! The laws use nothing but the public interface of `zermelo-catalog`, so that two guards can share this file:
//! the fuzz targets beside it, and the property tests in `crates/experiments/tests/suite/parsers.rs`.

use zermelo_any::problem::render_all;
use zermelo_catalog::{GameFile, OpenGame, RequestError, Session, Start, compiler, game_texts, open};

/// On large boards neighbouring moves differ little, and a close look at each would take most of the time:
/// about so many of the moves get one. Which they are depends on the text, so that in time all of them do.
const CLOSE_LOOKS: usize = 60;

/// A text as a position: if it is one, it is written as it was read, can be drawn, and every legal move leads
/// to another one.
pub fn position(game: &OpenGame, text: &str) {
    let id = game.id();
    let mut session = match at_position(game, text) {
        Ok(session) => session,
        Err(error) => return is_told(&error),
    };
    look_alike(&session, &reads_back(game, &session));
    let (written, moves) = (session.position(), session.moves());
    assert_eq!(moves.is_empty(), session.ending().is_some(), "{id}: `{written}` ends when there is no move");
    let pace = 1 + moves.len() / CLOSE_LOOKS;
    for mv in moves.iter().skip(text.len() % pace).step_by(pace) {
        session.play(&mv.text).unwrap_or_else(|error| panic!("{id}: a legal move of `{written}`: {error}"));
        look_alike(&session, &reads_back(game, &session));
        assert!(session.speak_last().is_some(), "{id}: `{}` is spoken", mv.text);
        assert!(session.undo(), "{id}: `{}` is taken back", mv.text);
    }
    assert_eq!(session.position(), written, "{id}: moves taken back leave no trace");
}

/// A text as an expression over the quantities of a game: if it is one, it has a finite value for both players, and is also an
/// agent's evaluator.
pub fn expression(game: &OpenGame, text: &str) {
    let id = game.id();
    let pos = game.start();
    match game.open_evaluator(&format!("expr({text})")) {
        Ok(evaluator) => {
            for player in [pos.to_move(), pos.to_move().other()] {
                let value = evaluator.value(&pos, player);
                assert!(value.is_finite(), "{id}: `{text}` is {value}");
                let parts = evaluator.contributions(&pos, player);
                let sum: Option<f64> = parts.map(|parts| parts.iter().map(|(_, part)| part).sum());
                let is_close = |sum: f64| (sum - value).abs() <= 1e-9 * value.abs().max(1e12);
                assert!(sum.is_none_or(is_close), "{id}: the parts of `{text}` sum to it");
            }
        }
        Err(error) => is_told(&error),
    }
    let _ = game.check_agent(&format!("casual(alphabeta(depth=1, eval=expr({text})))"));
}

/// A text as moves from the start of a game: each is refused, or it is one of the legal moves.
pub fn moves(game: &OpenGame, text: &str) {
    let id = game.id();
    let mut session = game.session(&Start::default()).expect("a game has a start");
    let pace = 1 + game.max_plies() / CLOSE_LOOKS;
    let mut first_refused = None;
    let list = Start { position: None, moves: text.to_owned() };
    for (index, word) in list.move_texts().enumerate() {
        if let Err(error) = session.play(word) {
            assert!(!error.to_string().is_empty(), "{id}: `{word}` is refused for a reason");
            first_refused.get_or_insert(index + 1);
        } else if (index + text.len()).is_multiple_of(pace) {
            let played = session.played().pop().expect("a move was played");
            assert!(session.undo(), "{id}: `{played}` is taken back");
            let legal: Vec<String> = session.moves().into_iter().map(|mv| mv.text).collect();
            assert!(legal.contains(&played), "{id}: `{word}` was read as `{played}`, not one of {legal:?}");
            assert!(session.redo(), "{id}: `{played}` is played again");
        }
    }
    reads_back(game, &session);
    // The same words as a list, which is refused at the first bad one.
    match game.session(&list) {
        Ok(at_once) => {
            assert_eq!(first_refused, None, "{id}: `{text}` is accepted as a list");
            assert_eq!(at_once.position(), session.position(), "{id}: after `{text}`");
        }
        Err(RequestError::Move { number, .. }) => assert_eq!(first_refused, Some(number), "{id}: `{text}`"),
        Err(error) => panic!("{id}: `{text}` has a bad move, not this: {error}"),
    }
}

/// A text as a game's id: if it opens a game, the game's own id opens the same one, and the game can begin.
pub fn game_id(text: &str) {
    let game = match open(text) {
        Ok(game) => game,
        Err(error) => return is_told(&error),
    };
    let id = game.id();
    let again =
        open(&id).unwrap_or_else(|error| panic!("`{text}` opens `{id}`, which does not open: {error}"));
    assert_eq!(again.id(), id, "`{text}`");
    let session = game.session(&Start::default()).expect("a game has a start");
    look_alike(&session, &reads_back(&again, &session));
}

/// A text as the description of a game: if it is one, it can be opened and played, and its id opens it again.
pub fn description(text: &str) {
    let compiler = compiler().expect("games are registered");
    let outline = match compiler.check(text, "") {
        Ok(outline) => outline,
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason:\n{text}");
            assert!(!render_all(&problems, "it.game", text).is_empty());
            return;
        }
    };
    assert!(!outline.rules.is_empty() && !outline.facts.is_empty());
    let opened = match game_texts::open_text(text, "", "it.game") {
        Ok(opened) => opened,
        // A program opens a bounded number of games.
        Err(error) => return is_told(&error),
    };
    assert_eq!(opened.game.id(), outline.id);
    let game = open(&outline.id).unwrap_or_else(|error| panic!("{}: {error}\n{text}", outline.id));
    let session = game.session(&Start::default()).expect("a game has a start");
    position(&game, &session.position());
}

/// A text as a game file: if it is one, it is written as it was read, and so is the game in it.
pub fn game_file(text: &str) {
    let file = match GameFile::read(text, "a file") {
        Ok(file) => file,
        Err(error) => return is_told(&error),
    };
    let reread = |file: &GameFile| {
        let written = file.write();
        GameFile::read(&written, "its copy")
            .unwrap_or_else(|error| panic!("`{written}` is not read: {error}"))
    };
    assert_eq!(reread(&file), file, "`{text}`");
    let session = match file.session() {
        Ok(session) => session,
        Err(error) => return is_told(&error),
    };
    let saved = GameFile::of(&session, file.resigned());
    let again =
        reread(&saved).session().unwrap_or_else(|error| panic!("{saved:?} cannot be played on: {error}"));
    assert_eq!(again.game_id(), session.game_id(), "`{text}`");
    assert_eq!(again.position(), session.position(), "`{text}`");
    assert_eq!(again.played(), session.played(), "`{text}`");
}

/// A refusal says why, to people and to machines.
fn is_told(error: &RequestError) {
    assert!(!error.to_string().is_empty());
    assert!(!error.kind().is_empty());
}

/// The game at a position.
fn at_position(game: &OpenGame, text: &str) -> Result<Session, RequestError> {
    game.session(&Start { position: Some(text.to_owned()), moves: String::new() })
}

/// The text of a session's position, read again, is the same position.
fn reads_back(game: &OpenGame, session: &Session) -> Session {
    let (id, written) = (game.id(), session.position());
    let again = at_position(game, &written)
        .unwrap_or_else(|error| panic!("{id} writes what it cannot read: {error}"));
    assert_eq!(again.position(), written, "{id}: a position is written as it was read");
    assert_eq!(again.to_move(), session.to_move(), "{id}: `{written}`");
    assert_eq!(again.ending(), session.ending(), "{id}: `{written}`");
    assert_eq!(again.moves(), session.moves(), "{id}: `{written}`");
    again
}

/// The same picture, but for what only the history of a game tells.
fn look_alike(session: &Session, other: &Session) {
    let [seen, other] = [session.view(), other.view()];
    assert_eq!(seen.cells, other.cells);
    assert_eq!(seen.trays, other.trays);
    assert_eq!(seen.line, other.line);
    let [seen, other] = [seen, other]
        .map(|view| view.pieces.into_iter().map(|piece| (piece.cell, piece.letter)).collect::<Vec<_>>());
    assert_eq!(seen, other);
}
