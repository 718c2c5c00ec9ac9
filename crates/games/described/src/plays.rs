//! The moves of a described game, numbered for learners. The tables tell which moves there can ever be: where a kind can be placed
//! (on a cell, or in a column), and which cells pieces can leave for which others. Only these have numbers, in the order of the
//! bits as the mover's network sees them: the second player counts on the board turned as the inputs turn it.
//!
//! The cell that a piece leaves tells its kind, and the compiler refuses two ways to one cell with different effects, so nothing
//! else is counted. In the second tier a hole is a third cell, and jumps with the same ends are counted, as far as anybody has seen
//! so many: what goes beyond shares the last number.

use std::sync::Arc;

use zermelo_game::{Player, Plays, Position};

use crate::cells::Cells;
use crate::game::Described;
use crate::inputs::seat;
use crate::moves::Move;
use crate::position::Board;
use crate::second::Shot;
use crate::second_plays::{SECOND, SecondNumbers};
use crate::tables::{Motion, Tables};

/// Raised when the same number comes to mean something else.
const VERSION: u32 = 1;
/// What stands where there can be no move.
const NOTHING: u32 = u32::MAX;

/// The numbers of the moves of a game.
pub fn plays<B: Cells>(game: &Described<B>) -> Plays<Board<B>> {
    if game.tables().second.is_some() {
        let numbers = Arc::new(SecondNumbers::new(game));
        let back = Arc::clone(&numbers);
        return Plays::new(VERSION, SECOND, numbers.count(), move |pos, mv| numbers.number(pos, mv))
            .with_find(move |pos, number| back.find(pos, number));
    }
    let numbers = Arc::new(Numbers::new(game));
    let back = Arc::clone(&numbers);
    let (about, count) = (about(game), numbers.ends[0].len());
    Plays::new(VERSION, about, count, move |pos: &Board<B>, mv| numbers.number(pos.to_move(), mv))
        .with_find(move |pos, number| back.find(pos, number))
}

/// What a number is, in words.
fn about<B: Cells>(game: &Described<B>) -> &'static str {
    let placings = &game.tables().placings[0];
    let falls = placings.iter().any(|placing| placing.columns.is_some());
    match (placings.len(), game.rules().motions.is_empty()) {
        _ if game.is_single => "cell",
        (0, _) => "cells from and to",
        (1, false) => "cell, or cells from and to",
        (_, false) => "cell and kind, or cells from and to",
        (1, true) if falls => "column",
        (1, true) => "cell",
        (_, true) if falls => "column and kind",
        (_, true) => "cell and kind",
    }
}

/// The numbers of all moves that there can be.
struct Numbers<B> {
    /// The number at the place of a move.
    table: Vec<u32>,
    places: Places,
    /// The cells to which the moves of each number come, for each player.
    ends: [Vec<B>; 2],
}

/// Every move has a place, and there are more places than moves.
struct Places {
    n_bits: usize,
    /// The first place of a step.
    first_step: usize,
    /// Whether no player ever has two pieces, so that the cell to which one comes says all.
    is_single: bool,
    /// Where each player sees each cell.
    seen: [Vec<u16>; 2],
    /// Where each player sees a piece that is placed: the cell again, or the column.
    placed: [Vec<u16>; 2],
}

impl<B: Cells> Numbers<B> {
    fn new(game: &Described<B>) -> Self {
        let tables = game.tables();
        let places = Places::new(game);
        let mut table = vec![NOTHING; places.count(game)];
        let mut moves = Vec::new();
        for player in Player::BOTH {
            each_possible(tables, player, |mv| moves.push((player, places.of(player, mv), mv.to())));
        }
        moves.iter().for_each(|&(_, place, _)| table[place] = 0);
        let mut count = 0;
        for number in table.iter_mut().filter(|number| **number != NOTHING) {
            *number = count;
            count += 1;
        }
        let mut ends = [(); 2].map(|()| vec![B::EMPTY; count as usize]);
        for (player, place, to) in moves {
            ends[player.index()][table[place] as usize] |= B::one(to);
        }
        Numbers { table, places, ends }
    }

    #[inline]
    fn number(&self, player: Player, mv: Move) -> usize {
        self.table[self.places.of(player, mv)] as usize
    }

    /// The legal move of a number, found among the ways that lead to one of its cells.
    fn find(&self, pos: &Board<B>, number: usize) -> Option<Move> {
        let player = pos.to_move();
        let ends = *self.ends[player.index()].get(number)?;
        let mut found = None;
        if pos.outcome().is_none() {
            pos.each_way(player.index(), |targets, by, stamp| {
                let mut targets = targets & ends;
                while let Some(to) = targets.pop() {
                    let mv = Board::<B>::move_to(to, by, stamp);
                    if self.number(player, mv) == number {
                        found = Some(mv);
                        return true;
                    }
                }
                false
            });
        }
        found
    }
}

impl Places {
    fn new<B: Cells>(game: &Described<B>) -> Places {
        let (tables, rules) = (game.tables(), game.rules());
        let n_bits = tables.n_bits;
        let same: Vec<u16> = (0..n_bits as u16).collect();
        let turned = seat(game).0.map(|image| image[..n_bits].iter().map(|&bit| bit as u16).collect());
        let seen = [same.clone(), turned.unwrap_or(same)];
        let falls = tables.placings[0].iter().any(|placing| placing.columns.is_some());
        let column = |&bit: &u16| rules.shape.column(usize::from(bit)) as u16;
        let placed = if falls {
            seen.each_ref().map(|cells| cells.iter().map(column).collect())
        } else {
            seen.clone()
        };
        let first_step = if tables.placings[0].is_empty() { 0 } else { rules.kinds.len() * n_bits };
        Places { n_bits, first_step, is_single: game.is_single, seen, placed }
    }

    fn count<B: Cells>(&self, game: &Described<B>) -> usize {
        if self.is_single {
            self.n_bits
        } else if game.rules().motions.is_empty() {
            self.first_step
        } else {
            self.first_step + self.n_bits * self.n_bits
        }
    }

    #[inline]
    fn of(&self, player: Player, mv: Move) -> usize {
        let seen = |bit: usize| usize::from(self.seen[player.index()][bit]);
        match mv.from() {
            _ if self.is_single => seen(mv.to()),
            Some(from) => self.first_step + seen(from) * self.n_bits + seen(mv.to()),
            None => mv.kind() * self.n_bits + usize::from(self.placed[player.index()][mv.to()]),
        }
    }
}

/// Shows every move that a player can ever have, some of them more than once.
pub(crate) fn each_possible<B: Cells>(tables: &Tables<B>, player: Player, mut visit: impl FnMut(Move)) {
    let us = player.index();
    let can_own = |kind: u8| tables.rules.can_own(player, usize::from(kind));
    for placing in &tables.placings[us] {
        let is_limited = placing.columns.is_none() && placing.next_to.is_empty();
        let cells = if is_limited { placing.on } else { tables.board };
        cells.cells().for_each(|to| visit(Move::place(to, placing.stamp)));
    }
    let near = tables.motions[us].iter().map(|motion| (motion, 1));
    let far = tables.far_slides[us].iter().map(|slide| (&slide.motion, slide.least));
    for (motion, least) in near.chain(far).filter(|(motion, _)| can_own(motion.kind)) {
        for from in tables.board.cells() {
            each_end(motion, least, from, |to| {
                let mv = Move::step(from, to, motion.stamp);
                match shot_of(tables, motion) {
                    None => visit(mv),
                    Some(shot) => each_hole(tables, shot, to, |hole| visit(Move::with_hole(mv.bits(), hole))),
                }
            });
        }
    }
    for leaper in tables.leapers[us].iter().filter(|leaper| can_own(leaper.kind)) {
        for from in tables.board.cells() {
            let ends = leaper.hits[from] & (leaper.to_empty | leaper.to_enemy);
            ends.cells().for_each(|to| visit(Move::step(from, to, leaper.stamp)));
        }
    }
}

/// The hole that follows a motion.
fn shot_of<'a, B>(tables: &'a Tables<B>, motion: &Motion<B>) -> Option<&'a Shot<B>> {
    let number = usize::from(motion.shot).checked_sub(1)?;
    tables.second.as_ref().and_then(|second| second.shots.get(number))
}

/// Shows the cells that can become holes from a cell if nothing is in the way.
fn each_hole<B: Cells>(tables: &Tables<B>, shot: &Shot<B>, from: usize, mut visit: impl FnMut(usize)) {
    if shot.ways.is_empty() {
        let cells = tables.board & shot.cells & !B::one(from);
        return cells.cells().for_each(visit);
    }
    for (ray, reach) in &shot.ways {
        let mut at = from;
        for _ in 0..*reach {
            if !ray.from.has(at) {
                break;
            }
            at = (at as i32 + ray.shift) as usize;
            if shot.cells.has(at) {
                visit(at);
            }
        }
    }
}

/// Shows the cells to which a motion leads from a cell if nothing is in its way.
fn each_end<B: Cells>(motion: &Motion<B>, least: u16, from: usize, mut visit: impl FnMut(usize)) {
    let ends = motion.to_empty | motion.to_enemy;
    let mut at = from;
    for step in 1..=motion.reach {
        if !motion.ray.from.has(at) {
            break;
        }
        at = (at as i32 + motion.ray.shift) as usize;
        if step >= least && ends.has(at) {
            visit(at);
        }
    }
}
