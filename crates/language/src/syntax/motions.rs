//! How pieces move, and sets of cells, as written.

use super::cursor::{Cursor, Read, number_of};
use crate::problem::Problem;
use crate::tree::{
    Action, Becomes, Effect, Motion, Name, Neighbour, Number, Piece, Target, TargetKind, WithinChain, Zone,
};

/// All words for directions.
pub const DIRECTIONS: [&str; 13] = [
    "forward",
    "back",
    "left",
    "right",
    "forward-left",
    "forward-right",
    "back-left",
    "back-right",
    "orthogonal",
    "diagonal",
    "forward-diagonal",
    "sideways",
    "any",
];

/// The words with which a line below `piece` begins.
pub const MOTIONS: [&str; 6] = ["step", "slide", "leap", "jump", "place", "becomes"];

/// The words with which effects begin.
const EFFECTS: [&str; 5] = ["taking", "leaving", "again", "then", "turning"];

const ZONES: [&str; 4] = ["near", "far", "centre", "edge"];

/// Reads a line below `piece`.
pub fn read_line(cursor: &mut Cursor, piece: &mut Piece) -> Read<()> {
    match cursor.peek() {
        Some(word) if number_of(word).is_some() || cursor.peek_at(2) == Some("hand") => {
            read_hand(cursor, piece)?;
        }
        Some(word) if super::CLAUSES.contains(&word) => {
            let message = format!("`{word}` begins a clause of its own: the line must not be indented");
            return Err(Problem::new(cursor.place(), message));
        }
        Some("placed") => {
            let message = "`placed first` stands behind the pieces in hand, as in `3 in hand, placed first`";
            return Err(Problem::new(cursor.place(), message));
        }
        Some("becomes") => piece.becomes.push(read_becomes(cursor)?),
        _ => piece.motions.push(read_motion(cursor)?),
    }
    cursor.finish()
}

/// `10 in hand`, `3 in hand, placed first`.
pub fn read_hand(cursor: &mut Cursor, piece: &mut Piece) -> Read<()> {
    let begin = cursor.place();
    if cursor.peek_at(1) != Some("in") {
        return Err(cursor.missing("how many are in hand, as in `10 in hand` or `3 in hand, placed first`"));
    }
    let hand = cursor.number("how many pieces are in hand")?;
    cursor.expect("in")?;
    cursor.expect("hand")?;
    if piece.hand.replace((hand, begin)).is_some() {
        return Err(Problem::new(begin, "the pieces in hand are given twice"));
    }
    if cursor.accept(",") {
        let begin = cursor.place();
        cursor.expect("placed")?;
        cursor.expect("first")?;
        piece.placed_first = Some(cursor.since(begin));
    }
    Ok(())
}

fn read_becomes(cursor: &mut Cursor) -> Read<Becomes> {
    let place = cursor.place();
    cursor.expect("becomes")?;
    let kind = cursor.name("a kind of piece")?;
    cursor.expect("on")?;
    let zones = read_zones(cursor)?;
    cursor.accept(",");
    let within_chain = if cursor.accept("and stops") {
        WithinChain::Stops
    } else if cursor.accept("and goes on") {
        WithinChain::GoesOn
    } else {
        WithinChain::Passes
    };
    Ok(Becomes { kind, zones, within_chain, place: cursor.since(place) })
}

/// A motion with its effects.
fn read_motion(cursor: &mut Cursor) -> Read<Motion> {
    let place = cursor.place();
    let action = read_action(cursor)?;
    let mut effects = Vec::new();
    while cursor.accept(",") {
        let begin = cursor.place();
        let effect = read_effect(cursor)?;
        effects.push((effect, cursor.since(begin)));
    }
    Ok(Motion { action, effects, place: cursor.since(place) })
}

/// A motion without its effects.
fn read_action(cursor: &mut Cursor) -> Read<Action> {
    let place = cursor.place();
    Ok(match cursor.peek() {
        Some("step") => {
            cursor.take();
            let directions = read_directions(cursor)?;
            if cursor.peek() == Some("up") {
                cursor.accept("up to");
                let message = "a step goes one cell; `slide .. up to N` goes farther";
                return Err(Problem::new(cursor.since(place), message));
            }
            Action::Step { directions, to: read_to(cursor)? }
        }
        Some("slide") => {
            cursor.take();
            let directions = read_directions(cursor)?;
            let up_to = read_up_to(cursor)?;
            Action::Slide { directions, up_to, to: read_to(cursor)? }
        }
        Some("leap") => {
            cursor.take();
            let first = cursor.number("how far to leap, as in `leap 1,2`")?;
            cursor.expect(",")?;
            let second = cursor.number("how far to leap, as in `leap 1,2`")?;
            let directions = if cursor.peek() == Some("to") { Vec::new() } else { read_directions(cursor)? };
            Action::Leap { by: [first, second], directions, to: read_to(cursor)? }
        }
        Some("jump") => {
            cursor.take();
            let directions = read_directions(cursor)?;
            let up_to = read_up_to(cursor)?;
            let over = if cursor.accept("over") { Some(read_target(cursor)?) } else { None };
            Action::Jump { directions, up_to, over, to: read_to(cursor)? }
        }
        Some("place") => {
            cursor.take();
            read_place(cursor)?
        }
        _ => {
            let options: Vec<&str> = MOTIONS.into_iter().chain(["NUMBER in hand"]).collect();
            return Err(cursor.unknown("motion", &options));
        }
    })
}

fn read_place(cursor: &mut Cursor) -> Read<Action> {
    if cursor.accept("on") {
        Ok(Action::PlaceOn(read_target(cursor)?))
    } else if cursor.accept("in") {
        cursor.expect("columns")?;
        Ok(Action::PlaceInColumns)
    } else if cursor.accept("next") {
        cursor.expect("to")?;
        let neighbour = match cursor.peek() {
            Some("own") => Neighbour::Own,
            Some("enemy") => Neighbour::Enemy,
            Some("any") => Neighbour::Any,
            _ => return Err(cursor.unexpected(&["own", "enemy", "any"])),
        };
        cursor.take();
        Ok(Action::PlaceNextTo(neighbour))
    } else {
        Err(cursor.unexpected(&["on", "in", "next"]))
    }
}

fn read_effect(cursor: &mut Cursor) -> Read<Effect> {
    match cursor.peek() {
        Some("taking") => {
            cursor.take();
            if cursor.accept("it") {
                Ok(Effect::TakingIt)
            } else if cursor.accept("between") {
                Ok(Effect::TakingBetween)
            } else {
                Err(cursor.unexpected(&["it", "between"]))
            }
        }
        Some("leaving") => {
            cursor.take();
            cursor.expect("a")?;
            cursor.expect("hole")?;
            Ok(Effect::LeavingAHole)
        }
        Some("again") => {
            cursor.take();
            Ok(Effect::Again { straight: cursor.accept("straight on") })
        }
        Some("then") => {
            cursor.take();
            cursor.expect("hole")?;
            cursor.expect("by")?;
            // What follows a comma is again an effect of the whole, so that texts of strangers do not nest.
            let place = cursor.place();
            let action = read_action(cursor)?;
            let motion = Motion { action, effects: Vec::new(), place: cursor.since(place) };
            Ok(Effect::ThenHole(Box::new(motion)))
        }
        Some("turning") => {
            cursor.take();
            cursor.expect("lines")?;
            Ok(Effect::TurningLines)
        }
        _ => Err(cursor.unknown("effect", &EFFECTS)),
    }
}

fn read_up_to(cursor: &mut Cursor) -> Read<Option<Number>> {
    if cursor.accept("up to") {
        return Ok(Some(cursor.number("how many cells at most")?));
    }
    Ok(None)
}

fn read_directions(cursor: &mut Cursor) -> Read<Vec<Name>> {
    let mut directions = Vec::new();
    loop {
        match cursor.peek() {
            Some(word) if DIRECTIONS.contains(&word) => {
                let name = cursor.name("a direction")?;
                if directions.iter().all(|known: &Name| known.text != name.text) {
                    directions.push(name);
                }
            }
            _ => return Err(cursor.unknown("direction", &DIRECTIONS)),
        }
        let goes_on = cursor.accept(",") || cursor.accept("or") || cursor.accept("and");
        if !goes_on {
            return Ok(directions);
        }
    }
}

fn read_to(cursor: &mut Cursor) -> Read<Target> {
    cursor.expect("to")?;
    read_target(cursor)
}

fn read_target(cursor: &mut Cursor) -> Read<Target> {
    let place = cursor.place();
    let what = if cursor.accept("empty or enemy") || cursor.accept("enemy or empty") {
        TargetKind::EmptyOrEnemy
    } else if cursor.accept("empty") {
        TargetKind::Empty
    } else if cursor.accept("enemy") {
        TargetKind::Enemy
    } else if cursor.accept("own") {
        TargetKind::Own
    } else if cursor.accept("any") {
        TargetKind::Any
    } else if cursor.peek().is_none() {
        return Err(cursor.unexpected(&["empty", "enemy", "own", "near", "far", "centre", "edge"]));
    } else {
        TargetKind::Zone(read_zones(cursor)?)
    };
    if cursor.peek() == Some("or") {
        let message = "a target is `empty`, `enemy`, `empty or enemy`, `own` or a zone";
        return Err(Problem::new(cursor.place(), message));
    }
    Ok(Target { what, place: cursor.since(place) })
}

/// Whether a word looks like the name of a cell: `a1`, or a number as on hexagons.
pub fn is_cell_name(word: &str) -> bool {
    let n_letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    n_letters <= 2 && number_of(&word[n_letters..]).is_some()
}

/// One or more zones: cells may follow each other with or without commas, other zones with commas.
pub fn read_zones(cursor: &mut Cursor) -> Read<Vec<Zone>> {
    let mut zones = vec![read_zone(cursor)?];
    loop {
        let is_zone = |word: &str| is_cell_name(word) || ZONES.contains(&word);
        let goes_on = cursor.accept_comma_before(is_zone)
            || cursor.accept("and")
            || cursor.peek().is_some_and(is_cell_name);
        if !goes_on {
            return Ok(zones);
        }
        zones.push(read_zone(cursor)?);
    }
}

fn read_zone(cursor: &mut Cursor) -> Read<Zone> {
    let place = cursor.place();
    match cursor.peek() {
        Some(side @ ("near" | "far")) => {
            cursor.take();
            let near = side == "near";
            match cursor.peek() {
                Some("row") => {
                    cursor.take();
                    let place = cursor.since(place);
                    Ok(Zone::Rows { near, count: Number::Given(1, place), place })
                }
                Some("rows") => {
                    cursor.take();
                    let count = cursor.number("how many rows")?;
                    Ok(Zone::Rows { near, count, place: cursor.since(place) })
                }
                Some("corner" | "corners") => {
                    cursor.take();
                    Ok(Zone::Corner { near, place: cursor.since(place) })
                }
                _ => Err(cursor.unexpected(&["row", "rows", "corner"])),
            }
        }
        Some("centre" | "center") => {
            cursor.take();
            Ok(Zone::Centre(place))
        }
        Some("edge") => {
            cursor.take();
            Ok(Zone::Edge(place))
        }
        Some(_) if matches!(cursor.peek_at(1), Some("row" | "rows" | "corner" | "corners")) => {
            Err(cursor.unknown("side", &["near", "far"]))
        }
        Some(word) if is_cell_name(word) => Ok(Zone::Cell(cursor.name("a cell")?)),
        Some(word) if word.chars().all(|c| c.is_alphanumeric() || c == '-') => {
            Ok(Zone::Named(cursor.name("a zone")?))
        }
        _ => Err(cursor.missing("a zone: `near row`, `far row`, `far corner`, `centre`, `edge`, or cells")),
    }
}
