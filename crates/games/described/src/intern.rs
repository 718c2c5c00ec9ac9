//! Tables that live as long as the program. A position points to its tables, and a pointer that is counted would cost more than
//! a move; so tables are leaked, once for each distinct game. The number of games that one program opens is bounded, so that
//! nobody can fill its memory by sending texts: what is only checked is not opened, and leaks nothing.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use zermelo_board::bits::Bits;
use zermelo_game::{About, Parameter, Player, Tint};

use crate::cells::Cells;
use crate::features::Features;
use crate::game::Described;
use crate::problem::{Place, Problem};
use crate::rules::{Rules, Whither};
use crate::second::{Jump, Passes};
use crate::shape::{Form, Set};
use crate::tables::Tables;
use crate::wide::Wide;
use crate::{Description, compile_with};

/// No program opens more distinct games than this. The tables of a game take some tens of kilobytes.
pub const MOST_GAMES: usize = 2000;

/// So many of them may come from texts that were sent to this program: the rest is for games of the shelf, of files and of runs.
pub const MOST_SENT: usize = 1200;

/// Where the text of a game came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The shelf, a file, a run.
    Own,
    /// Somebody sent it, perhaps a stranger.
    Sent,
}

/// A game of any of the three sizes, whose tables live for ever.
#[derive(Clone, Copy)]
enum Opened {
    Small(&'static Tables<u64>, &'static Features<u64>),
    Medium(&'static Tables<u128>, &'static Features<u128>),
    Large(&'static Tables<Wide>, &'static Features<Wide>),
}

/// The games that are open.
#[derive(Default)]
struct Games {
    /// By everything that is shown of them.
    opened: HashMap<String, Opened>,
    /// How many of them were sent.
    n_sent: usize,
}

static GAMES: Mutex<Option<Games>> = Mutex::new(None);

/// Something to do with a described game whatever its size.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does it.
    fn visit<B: Cells>(self, game: Described<B>) -> Self::Output;
}

/// Opens the game of a text and shows it, its type known.
pub fn open_with<V: Visitor>(text: &str, parameters: &str, visitor: V) -> Result<V::Output, Vec<Problem>> {
    open_for(Origin::Own, text, parameters, visitor)
}

/// Opens the game of a text that came from somewhere.
pub fn open_for<V: Visitor>(
    origin: Origin,
    text: &str,
    parameters: &str,
    visitor: V,
) -> Result<V::Output, Vec<Problem>> {
    let chosen = read_parameters(parameters).map_err(|problem| vec![problem])?;
    let description = compile_with(text, &chosen)?;
    let opened = intern(description, origin).map_err(|problem| vec![problem])?;
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

fn intern(description: Description, origin: Origin) -> Result<Opened, Problem> {
    let rules = &description.rules;
    // Titles and names are shown, so games that differ in them are opened apart.
    let shown =
        [&rules.title, &rules.about, &rules.players[0], &rules.players[1]].map(String::as_str).join("\n");
    let parameters = format!("{:?}", rules.parameters);
    let key = format!("{}\n{shown}\n{parameters}", rules.normalised());
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let games = games.get_or_insert_default();
    if let Some(&known) = games.opened.get(&key) {
        return Ok(known);
    }
    if games.opened.len() >= MOST_GAMES {
        let message = format!("this program has opened {MOST_GAMES} different games, and can open no more");
        return Err(Problem::new(Place::default(), message));
    }
    if origin == Origin::Sent {
        if games.n_sent >= MOST_SENT {
            let message = format!(
                "this program has opened {MOST_SENT} games from texts that were sent to it, and opens no more of \
                 them before it is started again"
            );
            return Err(Problem::new(Place::default(), message));
        }
        games.n_sent += 1;
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
    games.opened.insert(key, new);
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
        id: leak_text(rules.slug()),
        title: leak_text(rules.title.clone()),
        summary: leak_text(summary),
        players: [0, 1].map(|player| leak_text(rules.players[player].clone())),
        tints: tints(&rules.players),
        rules_version: 1,
        parameters: Box::leak(parameters.collect::<Vec<_>>().into_boxed_slice()),
        move_help: leak_text(move_help(rules)),
        presets: &[],
        samples: samples(rules),
    }
}

/// Sizes to offer: the default, and the first parameter at its least, its most and between. Not all of them need compile.
fn samples(rules: &Rules) -> &'static [&'static str] {
    let mut samples: Vec<&'static str> = vec![""];
    if let Some(parameter) = rules.parameters.first() {
        let (least, most) = parameter.range;
        let mut values = [
            least,
            least.midpoint(parameter.default),
            parameter.default,
            parameter.default.midpoint(most),
            most,
        ]
        .to_vec();
        values.dedup();
        let others = values.into_iter().filter(|&value| value != parameter.default);
        samples.extend(others.map(|value| leak_text(format!("{}={value}", parameter.name))));
    }
    Box::leak(samples.into_boxed_slice())
}

/// The colours that the players' names are, or others.
pub(crate) fn tints(players: &[String; 2]) -> [Tint; 2] {
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

/// How moves are written, with examples that are legal at the start where there are such.
fn move_help(rules: &Rules) -> String {
    let name = |bit: usize| rules.shape.name(bit, rules.counts_from_top);
    let falls = rules.placings.iter().any(|placing| placing.whither == Whither::Columns);
    // Where several kinds can be placed, a letter says which.
    let mut kinds: Vec<usize> = rules.placings.iter().map(|placing| placing.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let letters: Vec<String> = kinds
        .iter()
        .map(|&kind| format!("`{}` for {}", rules.kinds[kind].move_letter, rules.kinds[kind].name))
        .collect();
    let letter = if kinds.len() > 1 { rules.kinds[kinds[0]].move_letter.to_string() } else { String::new() };
    let followed =
        if kinds.len() > 1 { format!(" and a letter, {}", letters.join(" or ")) } else { String::new() };
    let mut forms = Vec::new();
    if falls {
        forms.push(
            format!("a column, numbered from 1 at the left,{followed}: `1{letter}`").replace(",:", ":"),
        );
    } else if let Some(placing) = rules.placings.first() {
        let cells = match &placing.whither {
            Whither::On(zones) => zones[0],
            _ => rules.shape.board,
        };
        forms.push(format!("a cell{followed}: `{}{letter}`", name(cells.cells().next().unwrap_or(0))));
    }
    if let Some([from, to]) = example_step(rules) {
        if rules.has_single_pieces() {
            forms.push(format!("the cell to go to: `{}`", name(to)));
        } else {
            let sign = if rules.start.iter().any(|stone| stone.bit == to) { 'x' } else { '-' };
            let capture = match sign {
                'x' if rules.motions.iter().all(|motion| motion.to_empty.is_empty()) => "",
                'x' => "; a move that takes nothing has `-` in the place of `x`",
                _ if rules.can_take() => "; a capture has `x` in the place of `-`",
                _ => "",
            };
            let (hole, shot) = match example_hole(rules, from, to) {
                Some(hole) => ("/hole", format!("/{}", name(hole))),
                None => ("", String::new()),
            };
            let form = format!("from-to{hole}: `{}{sign}{}{shot}`{capture}", name(from), name(to));
            forms.push(form);
        }
    }
    if !rules.jumps.is_empty() {
        let sign = if rules.jumps.iter().any(Jump::can_take) { 'x' } else { '-' };
        forms.push(format!("for jumps, every cell on which the piece rests, joined by `{sign}`"));
    }
    if rules.passes != Passes::Never {
        forms.push("`pass`".to_owned());
    }
    let rows = match (rules.shape.form, rules.counts_from_top) {
        (Form::Hexagon, _) | (_, false) => "",
        (_, true) => " Rows are numbered from the top.",
    };
    format!("A move is {}.{rows}", forms.join(", or "))
}

/// A hole that the first player can make after a step, if holes follow steps.
fn example_hole(rules: &Rules, from: usize, to: usize) -> Option<usize> {
    let shot = rules.motions.iter().find_map(|motion| motion.shot.as_ref())?;
    let free = |cell: usize| cell == from || rules.start.iter().all(|stone| stone.bit != cell);
    let near = shot.ways.iter().filter_map(|&(delta, _)| rules.shape.neighbour(to, delta));
    let all = shot.cells.cells().filter(|&cell| cell != to);
    near.chain(all.filter(|_| shot.ways.is_empty())).find(|&cell| free(cell))
}

/// A step of the first player: one of the start, or one that its pieces could make.
fn example_step(rules: &Rules) -> Option<[usize; 2]> {
    let taken = rules.start.iter().fold(Set::EMPTY, |set, stone| set | Set::one(stone.bit));
    let steps = |from: usize, kind: Option<usize>| {
        let own = rules.motions.iter().filter(move |motion| {
            let is_own = motion.player == Player::First && motion.least == 1;
            is_own && kind.is_none_or(|kind| kind == motion.kind)
        });
        own.filter_map(move |motion| Some((motion, rules.shape.neighbour(from, motion.delta)?)))
            .map(move |(motion, to)| (motion, [from, to]))
    };
    let own = rules.start.iter().filter(|stone| stone.player == Player::First);
    let at_start = own.flat_map(|stone| steps(stone.bit, Some(stone.kind))).find(|(motion, [_, to])| {
        if taken.has(*to) {
            let enemy = rules.start.iter().any(|stone| stone.bit == *to && stone.player == Player::Second);
            enemy && motion.to_enemy.has(*to)
        } else {
            motion.to_empty.has(*to)
        }
    });
    let later = || rules.shape.board.cells().flat_map(|from| steps(from, None)).next();
    at_start.or_else(later).map(|(_, step)| step)
}
