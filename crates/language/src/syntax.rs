//! Text to tree. Every clause is read on its own, so that one problem does not hide the next.

mod cursor;
mod goals;
mod motions;

use crate::problem::{Place, Problem};
use crate::tokens::{Block, LONGEST_TEXT, Line, blocks};
use crate::tree::{Board, BoardForm, Name, Number, Parameter, Piece, Start, Tree, Turn};
use cursor::{Cursor, Read, number_of};
use motions::MOTIONS;
pub use motions::{DIRECTIONS, is_cell_name};

/// The words with which clauses begin.
const CLAUSES: [&str; 16] = [
    "game", "players", "size", "option", "board", "start", "zone", "piece", "must", "pass", "may", "win",
    "lose", "draw", "end", "limit",
];

/// No game has more clauses.
const MOST_CLAUSES: usize = 300;

/// Reads a description. Gives what could be read, and every problem that was found.
pub fn read(text: &str) -> (Tree, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut tree = Tree::default();
    if text.len() > LONGEST_TEXT {
        problems.push(Problem::new(
            Place::line(1),
            format!("the text has {} bytes: at most {LONGEST_TEXT} are possible", text.len()),
        ));
        return (tree, problems);
    }
    let blocks = blocks(text, &mut problems);
    if let Some(block) = blocks.get(MOST_CLAUSES) {
        problems.push(Problem::new(block.head.place, format!("there are more than {MOST_CLAUSES} clauses")));
        return (tree, problems);
    }
    for (index, block) in blocks.iter().enumerate() {
        if let Err(problem) = read_block(&mut tree, block, index == 0, &mut problems) {
            problems.push(problem);
        }
    }
    if tree.title.is_none() && problems.is_empty() {
        problems.push(Problem::new(Place::line(1), "a description begins with `game` and a title"));
    }
    (tree, problems)
}

fn read_block(tree: &mut Tree, block: &Block, is_first: bool, problems: &mut Vec<Problem>) -> Read<()> {
    let head = &block.head;
    let mut cursor = Cursor::new(&head.tokens);
    let clause = cursor.peek().unwrap_or_default();
    if is_first && clause != "game" && CLAUSES.contains(&clause) {
        problems.push(Problem::new(head.place, "a description begins with `game` and a title"));
    }
    let once = |is_there: bool| {
        let message = format!("there is a second `{clause}` clause");
        if is_there { Err(Problem::new(head.place, message)) } else { Ok(()) }
    };
    match clause {
        "game" => {
            once(tree.title.is_some())?;
            let title = head.raw.get("game".len()..).unwrap_or_default().trim();
            if title.is_empty() {
                return Err(Problem::new(head.place, "expected the title of the game behind `game`"));
            }
            tree.title = Some(Name { text: title.to_lowercase(), raw: title.to_owned(), place: head.place });
            tree.about = block.lines.iter().map(|line| line.raw.clone()).collect();
        }
        "players" => {
            once(tree.players.is_some())?;
            cursor.take();
            let first = cursor.name_until(&[","], "the first player's name")?;
            cursor.expect(",")?;
            let second = cursor.name_until(&[",", ":", "="], "the second player's name")?;
            if cursor.peek() == Some(",") {
                let message = "there are more than two players: only games for two can be described";
                return Err(Problem::new(cursor.place(), message));
            }
            cursor.finish()?;
            if first.text == second.text {
                return Err(Problem::new(second.place, "the players need different names"));
            }
            tree.players = Some([first, second]);
        }
        "size" | "option" => {
            let parameter = read_parameter(&mut cursor)?;
            let is_known = tree.parameters.iter().any(|known| known.name.text == parameter.name.text);
            if is_known {
                let message = format!("`{}` is given twice", parameter.name.text);
                return Err(Problem::new(parameter.name.place, message));
            }
            tree.parameters.push(parameter);
        }
        "board" => {
            once(tree.board.is_some())?;
            tree.board = Some(read_board(&mut cursor, &block.lines)?);
        }
        "start" => tree.starts.push(read_start(&mut cursor)?),
        "zone" => {
            cursor.take();
            let name = cursor.name("the name of the zone")?;
            cursor.expect("=")?;
            let zones = motions::read_zones(&mut cursor)?;
            cursor.finish()?;
            if is_cell_name(&name.text) || tree.zones.iter().any(|(known, _)| known.text == name.text) {
                let message = format!("`{}` cannot name a zone: it names something else", name.raw);
                return Err(Problem::new(name.place, message));
            }
            tree.zones.push((name, zones));
        }
        "piece" => read_piece(tree, block, &mut cursor, problems)?,
        "must" => {
            cursor.take();
            let place = head.place;
            let motion = cursor.name("a motion, as in `must jump`")?;
            let most = cursor.accept("most");
            cursor.finish()?;
            tree.turns.push(Turn::Must { motion, most, place });
        }
        "pass" => {
            for word in ["pass", "if", "you", "cannot", "move"] {
                cursor.expect(word)?;
            }
            cursor.finish()?;
            tree.turns.push(Turn::PassIfStuck(head.place));
        }
        "may" => {
            cursor.take();
            cursor.expect("pass")?;
            cursor.finish()?;
            tree.turns.push(Turn::MayPass(head.place));
        }
        "win" | "lose" | "draw" => tree.goals.push(goals::read_goal(&mut cursor)?),
        "end" => tree.goals.push(goals::read_end(&mut cursor)?),
        "limit" => tree.limits.push(goals::read_limit(&mut cursor)?),
        word if MOTIONS.contains(&word) || number_of(word).is_some() => {
            let message = format!("`{word}` belongs to a piece: indent the line, below `piece ..`");
            return Err(Problem::new(cursor.place(), message));
        }
        _ => return Err(cursor.unknown("clause", &CLAUSES)),
    }
    Ok(())
}

fn read_parameter(cursor: &mut Cursor) -> Read<Parameter> {
    let name = match cursor.peek() {
        Some("option") => {
            cursor.take();
            cursor.name("the option's name")?
        }
        _ => cursor.name("`size`")?,
    };
    let is_word = name.text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if !is_word || name.text == "x" {
        return Err(Problem::new(name.place, "an option's name has letters only, and is not `x`"));
    }
    let default = cursor.plain_number("the default, a number")?;
    cursor.accept(",");
    cursor.expect("from")?;
    let from = cursor.plain_number("the least it may be")?;
    cursor.expect("to")?;
    let to_place = cursor.place();
    let to = cursor.plain_number("the most it may be")?;
    cursor.finish()?;
    let place = name.place.through(to_place);
    if from > to {
        let message = format!("the range is upside down: expected `from {to} to {from}`");
        return Err(Problem::new(place, message));
    }
    if !(from..=to).contains(&default) {
        let message = format!("the default {default} is outside the range: expected {from} to {to}");
        return Err(Problem::new(place, message));
    }
    Ok(Parameter { name, default, from, to })
}

fn read_board(cursor: &mut Cursor, lines: &[Line]) -> Read<Board> {
    let place = cursor.place();
    cursor.expect("board")?;
    let form = match cursor.peek() {
        Some("hexagon") => {
            cursor.take();
            let side = cursor.number("the number of cells along a side")?;
            cursor.accept("hexes");
            BoardForm::Hexagon { side }
        }
        Some(form @ ("rhombus" | "triangle")) => {
            cursor.take();
            let side = cursor.number("the number of cells along a side")?;
            cursor.accept("hexes");
            if form == "rhombus" { BoardForm::Rhombus { side } } else { BoardForm::Triangle { side } }
        }
        _ => {
            let (cols, rows) = read_size(cursor)?;
            match cursor.peek() {
                Some("squares") => BoardForm::Squares { cols, rows },
                Some("hexes") => BoardForm::Hexes { cols, rows },
                _ => return Err(cursor.unexpected(&["squares", "hexes"])),
            }
        }
    };
    if matches!(form, BoardForm::Squares { .. } | BoardForm::Hexes { .. }) {
        cursor.take();
    }
    let mut dark_only = None;
    if cursor.accept(",") {
        dark_only = match cursor.peek() {
            Some("dark") => Some(true),
            Some("light") => Some(false),
            _ => return Err(cursor.unexpected(&["dark", "light"])),
        };
        cursor.take();
        cursor.expect("cells")?;
        cursor.expect("only")?;
    }
    let place = cursor.since(place);
    cursor.finish()?;
    let picture = lines.iter().map(|line| (line.raw.clone(), line.place)).collect();
    Ok(Board { place, form, dark_only, picture })
}

/// `8x8`, `size x size`, `8 x size`.
fn read_size(cursor: &mut Cursor) -> Read<(Number, Number)> {
    const FORMS: [&str; 4] = ["COLUMNSxROWS", "hexagon", "rhombus", "triangle"];
    let place = cursor.place();
    let Some(word) = cursor.peek() else { return Err(cursor.unexpected(&FORMS)) };
    if let Some((cols, rows)) = word.split_once('x').filter(|(cols, _)| number_of(cols).is_some()) {
        let number = |text: &str| number_of(text).map(|number| Number::Given(number, place));
        if let Some((cols, rows)) = number(cols).zip(number(rows)) {
            cursor.take();
            return Ok((cols, rows));
        }
    }
    if cursor.peek_at(1) != Some("x") {
        return Err(cursor.unknown("board", &FORMS));
    }
    let cols = cursor.number("a number of columns")?;
    cursor.expect("x")?;
    Ok((cols, cursor.number("a number of rows")?))
}

fn read_start(cursor: &mut Cursor) -> Read<Start> {
    let place = cursor.place();
    cursor.expect("start")?;
    let name = cursor.name_until(&["on", ",", "=", ":"], "a kind of piece")?;
    if cursor.peek().is_none() {
        let message = "expected `on` and where the pieces stand, as in `start pawn on near row`";
        return Err(Problem::new(name.place, message));
    }
    cursor.expect("on")?;
    let zones = motions::read_zones(cursor)?;
    cursor.finish()?;
    // The last word is the kind; what stands before it is a player.
    let split = |text: &str| match text.rsplit_once(' ') {
        Some((player, kind)) => (Some(player.to_owned()), kind.to_owned()),
        None => (None, text.to_owned()),
    };
    let ((player, kind), (raw_player, raw_kind)) = (split(&name.text), split(&name.raw));
    let kind_length = kind.chars().count();
    let kind_place = Place {
        column: name.place.column + name.place.length.saturating_sub(kind_length),
        length: kind_length,
        ..name.place
    };
    let player = player.zip(raw_player).map(|(text, raw)| {
        let length = text.chars().count();
        Name { text, raw, place: Place { length, ..name.place } }
    });
    let kind = Name { text: kind, raw: raw_kind, place: kind_place };
    Ok(Start { player, kind, zones, place: cursor.since(place) })
}

fn read_piece(tree: &mut Tree, block: &Block, cursor: &mut Cursor, problems: &mut Vec<Problem>) -> Read<()> {
    cursor.take();
    let name = cursor.name("the name of a kind of piece")?;
    let is_word = name.text.chars().all(|c| c.is_alphanumeric() || c == '-');
    if is_cell_name(&name.text) || !is_word || name.text == "pieces" {
        return Err(Problem::new(name.place, format!("`{}` cannot name a kind of piece", name.raw)));
    }
    if tree.pieces.iter().any(|piece| piece.name.text == name.text) {
        return Err(Problem::new(name.place, format!("there are two pieces called `{}`", name.raw)));
    }
    let mut piece = Piece {
        name,
        letters: None,
        hand: None,
        placed_first: None,
        motions: Vec::new(),
        becomes: Vec::new(),
    };
    let mut read_head = || {
        if cursor.peek_at(1) == Some("in") {
            let message = "a comma is missing before the pieces in hand, as in `piece stone, 3 in hand`";
            return Err(Problem::new(cursor.place(), message));
        }
        if cursor.peek().is_some_and(|word| word != ",") {
            piece.letters = Some([read_letter(cursor)?, read_letter(cursor)?]);
        }
        if cursor.accept(",") {
            motions::read_hand(cursor, &mut piece)?;
        }
        cursor.finish()
    };
    if let Err(problem) = read_head() {
        problems.push(problem);
    }
    for line in &block.lines {
        if let Err(problem) = motions::read_line(&mut Cursor::new(&line.tokens), &mut piece) {
            problems.push(problem);
        }
    }
    tree.pieces.push(piece);
    Ok(())
}

/// A letter that stands for a piece in pictures.
fn read_letter(cursor: &mut Cursor) -> Read<(char, Place)> {
    let place = cursor.place();
    let name = cursor.name("two letters, as in `piece queen w b`")?;
    let mut letters = name.raw.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Ok((letter, place)),
        _ => Err(Problem::new(
            place,
            format!("`{}` is not one letter: expected two, as in `piece queen w b`", name.raw),
        )),
    }
}
