//! Goals and limits, as written.

use super::cursor::{Cursor, Read};
use super::motions::read_zones;
use crate::problem::Problem;
use crate::tree::{Condition, Goal, GoalResult, Limit};

/// The words with which conditions begin.
pub const CONDITIONS: [&str; 8] = ["reach", "line", "connect", "opponent", "takes", "all", "board", "both"];

/// `win | lose | draw [PLAYER] COND`.
pub fn read_goal(cursor: &mut Cursor) -> Read<Goal> {
    let place = cursor.place();
    let result = match cursor.take().map(|token| token.text.as_str()) {
        Some("win") => GoalResult::Win,
        Some("lose") => GoalResult::Lose,
        _ => GoalResult::Draw,
    };
    let player = match cursor.peek() {
        Some(word) if CONDITIONS.contains(&word) => None,
        _ => {
            let unknown = unknown_condition(cursor);
            let name = cursor.name_until(&CONDITIONS, "a condition")?;
            if cursor.peek().is_none() {
                return Err(unknown);
            }
            Some(name)
        }
    };
    let condition = read_condition(cursor)?;
    cursor.finish()?;
    Ok(Goal { result, player, condition, place: cursor.since(place) })
}

/// The word that was meant to be a condition: the first that is like one, or the next.
fn unknown_condition(cursor: &Cursor) -> Problem {
    let next = cursor.unknown("condition", &CONDITIONS);
    let mut ahead = cursor.clone();
    // A player's name is short, so the condition is near.
    for _ in 0..6 {
        let problem = ahead.unknown("condition", &CONDITIONS);
        if problem.nearest.is_some() {
            return problem;
        }
        ahead.take();
    }
    next
}

/// `end COND: most pieces [of KIND] | draw`.
pub fn read_end(cursor: &mut Cursor) -> Read<Goal> {
    let place = cursor.place();
    cursor.expect("end")?;
    let condition = read_condition(cursor)?;
    cursor.expect(":")?;
    let result = if cursor.accept("draw") {
        GoalResult::Draw
    } else if cursor.accept("most") {
        cursor.expect("pieces")?;
        let kind = if cursor.accept("of") { Some(cursor.name("a kind of piece")?) } else { None };
        GoalResult::MostPieces(kind)
    } else {
        return Err(cursor.unexpected(&["most", "draw"]));
    };
    cursor.finish()?;
    Ok(Goal { result, player: None, condition, place: cursor.since(place) })
}

fn read_condition(cursor: &mut Cursor) -> Read<Condition> {
    match cursor.peek() {
        Some("reach") => {
            cursor.take();
            let zones = read_zones(cursor)?;
            let with = if cursor.accept("with") { Some(cursor.name("a kind of piece")?) } else { None };
            Ok(Condition::Reach { zones, with })
        }
        Some("line") => {
            cursor.take();
            let length = cursor.number("how long the line is")?;
            let exactly = cursor.accept("exactly");
            if !exactly && cursor.accept("or") {
                cursor.expect("more")?;
            }
            let of = if cursor.accept("of") { Some(cursor.name("a kind of piece")?) } else { None };
            let by_anyone = cursor.accept("by anyone");
            Ok(Condition::Line { length, exactly, of, by_anyone })
        }
        Some("connect") => {
            cursor.take();
            let first = cursor.name("a side of the board")?;
            cursor.expect("and")?;
            let second = cursor.name("a side of the board")?;
            Ok(Condition::Connect { sides: [first, second] })
        }
        Some("opponent") => {
            cursor.take();
            read_opponent(cursor)
        }
        Some("takes") => {
            cursor.take();
            Ok(Condition::Takes(cursor.name("a kind of piece")?))
        }
        Some("all") => {
            cursor.take();
            cursor.expect("on")?;
            Ok(Condition::AllOn(read_zones(cursor)?))
        }
        Some("board") => {
            cursor.take();
            cursor.expect("full")?;
            Ok(Condition::BoardFull)
        }
        Some("both") => {
            cursor.take();
            cursor.expect("cannot")?;
            cursor.expect("move")?;
            Ok(Condition::BothCannotMove)
        }
        _ => Err(cursor.unknown("condition", &CONDITIONS)),
    }
}

fn read_opponent(cursor: &mut Cursor) -> Read<Condition> {
    if cursor.accept("cannot") {
        cursor.expect("move")?;
        return Ok(Condition::CannotMove);
    }
    if !cursor.accept("has") {
        return Err(cursor.unexpected(&["cannot", "has"]));
    }
    if cursor.accept("no") {
        if cursor.accept("pieces") {
            return Ok(Condition::NoPieces);
        }
        return Ok(Condition::NoKind(cursor.name("`pieces` or a kind of piece")?));
    }
    if cursor.accept("fewer") {
        cursor.expect("than")?;
        let than = cursor.number("a number of pieces")?;
        if cursor.accept("pieces") || cursor.peek().is_none() {
            return Ok(Condition::Fewer { than, kind: None });
        }
        return Ok(Condition::Fewer { than, kind: Some(cursor.name("`pieces` or a kind of piece")?) });
    }
    Err(cursor.unexpected(&["no", "fewer"]))
}

/// `limit N plies [without ..]: draw | PLAYER wins`.
pub fn read_limit(cursor: &mut Cursor) -> Read<Limit> {
    let place = cursor.place();
    cursor.expect("limit")?;
    let plies = cursor.number("a number of plies")?;
    if !cursor.accept("plies") {
        return Err(cursor.unexpected(&["plies"]));
    }
    let without =
        if cursor.accept("without") { Some(cursor.name_until(&[":"], "what must happen")?) } else { None };
    cursor.expect(":")?;
    let winner = if cursor.accept("draw") {
        None
    } else {
        let name = cursor.name_until(&["wins"], "`draw`, or a player and `wins`")?;
        if !cursor.accept("wins") {
            return Err(Problem::new(name.place, "expected `draw`, or a player and `wins`"));
        }
        Some(name)
    };
    cursor.finish()?;
    Ok(Limit { plies, without, winner, place: cursor.since(place) })
}
