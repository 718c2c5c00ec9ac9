//! Tables that live as long as the program. A position points to its tables, and a pointer that is counted would cost more than
//! a move; so tables are leaked, once for each distinct game. The number of games that one program opens is bounded, so that
//! nobody can fill its memory by sending texts: what is only checked is not opened, and leaks nothing.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use zermelo_board::bits::Bits;
use zermelo_game::{About, Parameter, Tint};

use crate::cells::Cells;
use crate::compile::{Description, compile_with};
use crate::features::Features;
use crate::game::Described;
use crate::problem::{Place, Problem};
use crate::rules::{Rules, Whither};
use crate::shape::Form;
use crate::tables::Tables;
use crate::wide::Wide;

/// No program opens more distinct games than this. The tables of a game take some tens of kilobytes.
pub const MOST_GAMES: usize = 2000;

/// A game of any of the three sizes, whose tables live for ever.
#[derive(Clone, Copy)]
enum Opened {
    Small(&'static Tables<u64>, &'static Features<u64>),
    Medium(&'static Tables<u128>, &'static Features<u128>),
    Large(&'static Tables<Wide>, &'static Features<Wide>),
}

/// The games that are open, by everything that is shown of them.
static OPENED: Mutex<Option<HashMap<String, Opened>>> = Mutex::new(None);

/// Something to do with a described game whatever its size.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does it.
    fn visit<B: Cells>(self, game: Described<B>) -> Self::Output;
}

/// Opens the game of a text and shows it, its type known.
pub fn open_with<V: Visitor>(text: &str, parameters: &str, visitor: V) -> Result<V::Output, Vec<Problem>> {
    let chosen = read_parameters(parameters).map_err(|problem| vec![problem])?;
    let description = compile_with(text, &chosen)?;
    let opened = intern(description).map_err(|problem| vec![problem])?;
    Ok(match opened {
        Opened::Small(tables, features) => visitor.visit(Described::new(tables, features)),
        Opened::Medium(tables, features) => visitor.visit(Described::new(tables, features)),
        Opened::Large(tables, features) => visitor.visit(Described::new(tables, features)),
    })
}

/// Reads `name=number` pairs joined by commas.
pub fn read_parameters(text: &str) -> Result<Vec<(String, usize)>, Problem> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let read = |part: &str| {
        let (name, value) = part.split_once('=')?;
        Some((name.trim().to_lowercase(), value.trim().parse().ok().filter(|&value: &usize| value <= 9999)?))
    };
    let pairs = parts.map(|part| {
        let message =
            || format!("cannot read the parameter `{part}`: expected a name and a number, as in `size=6`");
        read(part).ok_or_else(|| Problem::new(Place::default(), message()))
    });
    let pairs: Vec<(String, usize)> = pairs.collect::<Result<_, _>>()?;
    for (index, (name, _)) in pairs.iter().enumerate() {
        if pairs[..index].iter().any(|(other, _)| other == name) {
            return Err(Problem::new(Place::default(), format!("`{name}` is given twice")));
        }
    }
    Ok(pairs)
}

fn intern(description: Description) -> Result<Opened, Problem> {
    let rules = &description.rules;
    // Names and letters are shown, so games that differ in them are opened apart.
    let letters: Vec<String> =
        rules.kinds.iter().map(|kind| format!("{}{:?}", kind.name, kind.letters)).collect();
    let shown =
        [&rules.title, &rules.about, &rules.players[0], &rules.players[1]].map(String::as_str).join("\n");
    let parameters = format!("{:?} {} {}", rules.parameters, rules.has_sides, rules.counts_from_top);
    let key = format!("{}\n{shown}\n{}\n{parameters}", rules.normalised(), letters.join(" "));
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let opened = opened.get_or_insert_with(HashMap::new);
    if let Some(&known) = opened.get(&key) {
        return Ok(known);
    }
    if opened.len() >= MOST_GAMES {
        let message = format!("this program has opened {MOST_GAMES} different games, and can open no more");
        return Err(Problem::new(Place::default(), message));
    }
    let new = match rules.shape.n_bits() {
        0..=64 => {
            let (tables, features) = leak(description);
            Opened::Small(tables, features)
        }
        65..=128 => {
            let (tables, features) = leak(description);
            Opened::Medium(tables, features)
        }
        _ => {
            let (tables, features) = leak(description);
            Opened::Large(tables, features)
        }
    };
    opened.insert(key, new);
    Ok(new)
}

fn leak<B: Cells>(description: Description) -> (&'static Tables<B>, &'static Features<B>) {
    let about = about(&description.rules);
    let tables: &'static Tables<B> = Box::leak(Box::new(Tables::new(description, about)));
    (tables, Box::leak(Box::new(Features::new(tables))))
}

fn leak_text(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// The facts for menus.
fn about(rules: &Rules) -> About {
    let parameters = rules.parameters.iter().map(|parameter| Parameter {
        form: leak_text(format!("{}={}", parameter.name, parameter.default)),
        meaning: leak_text(format!("{} to {}", parameter.range.0, parameter.range.1)),
    });
    let summary = if rules.about.is_empty() { rules.title.clone() } else { rules.about.clone() };
    About {
        id: leak_text(rules.id()),
        title: leak_text(rules.title.clone()),
        summary: leak_text(summary),
        players: [0, 1].map(|player| leak_text(rules.players[player].clone())),
        tints: tints(&rules.players),
        rules_version: 1,
        parameters: Box::leak(parameters.collect::<Vec<_>>().into_boxed_slice()),
        move_help: leak_text(move_help(rules)),
        presets: &[],
        samples: &[""],
    }
}

/// The colours that the players' names are, or others.
fn tints(players: &[String; 2]) -> [Tint; 2] {
    let named = |name: &String| match name.to_lowercase().as_str() {
        "black" => Some(Tint::Black),
        "white" => Some(Tint::White),
        "red" => Some(Tint::Red),
        "blue" => Some(Tint::Blue),
        "yellow" => Some(Tint::Yellow),
        _ => None,
    };
    match (named(&players[0]), named(&players[1])) {
        (Some(first), Some(second)) => [first, second],
        (Some(Tint::Red), None) | (None, Some(Tint::Blue)) => [Tint::Red, Tint::Blue],
        (Some(first), None) => [first, if first == Tint::Blue { Tint::Red } else { Tint::Blue }],
        (None, Some(second)) => [if second == Tint::Blue { Tint::Red } else { Tint::Blue }, second],
        (None, None) => [Tint::Blue, Tint::Red],
    }
}

fn move_help(rules: &Rules) -> String {
    let cell = |nth: usize| {
        let bit = rules.shape.board.cells().nth(nth).unwrap_or(0);
        rules.shape.name(bit, rules.counts_from_top)
    };
    let falls = rules.placings.iter().any(|placing| placing.whither == Whither::Columns);
    let mut forms = Vec::new();
    if falls {
        forms.push("a column, numbered from 1 at the left: `1`".to_owned());
    } else if !rules.placings.is_empty() {
        forms.push(format!("a cell: `{}`", cell(0)));
    }
    if !rules.motions.is_empty() {
        let sign = if rules.can_take() { "; a capture has `x` in the place of `-`" } else { "" };
        forms.push(format!("from-to: `{}-{}`{sign}", cell(0), cell(1)));
    }
    let rows = match (rules.shape.form, rules.counts_from_top) {
        (Form::Hexagon, _) | (_, false) => "",
        (_, true) => " Rows are numbered from the top.",
    };
    format!("A move is {}.{rows}", forms.join(", or "))
}
