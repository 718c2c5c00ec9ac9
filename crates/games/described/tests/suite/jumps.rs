//! Jumps for the naive interpreter: every path is followed to its end, and paths with the same result are put together.

use std::collections::BTreeSet;

use zermelo_described::tree::{Action, Effect, Turn, WithinChain};

use super::{Deed, Interpreter, Played, State, TargetKind};
use crate::grid::value;

/// More paths than this nobody follows in a test.
const MOST_PATHS: usize = 2_000;

/// A piece on its way.
#[derive(Clone)]
struct Flight {
    path: Vec<usize>,
    kind: usize,
    taken: BTreeSet<usize>,
    /// Whether it became another on this very cell.
    is_new: bool,
    /// The direction of the last jump, and whether others must keep it.
    last: Option<((i32, i32), Follow)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Follow {
    Nothing,
    Any,
    Straight,
}

/// A result, and all the paths that lead to it.
struct Landed {
    from: usize,
    to: usize,
    kind: usize,
    taken: BTreeSet<usize>,
    paths: Vec<Vec<usize>>,
}

impl Interpreter<'_> {
    /// All moves by jumps.
    pub(super) fn jumps(&self, state: &State) -> Vec<Played> {
        let mut all: Vec<Landed> = Vec::new();
        for from in self.cells() {
            let Some((owner, kind)) = state.board[from] else { continue };
            if owner != state.to_move {
                continue;
            }
            let mut lifted = state.clone();
            lifted.board[from] = None;
            let mut landed = Vec::new();
            let flight = Flight { path: vec![from], kind, taken: BTreeSet::new(), is_new: false, last: None };
            self.fly(&lifted, &flight, &mut landed);
            self.is_lost.set(self.is_lost.get() || landed.len() >= MOST_PATHS);
            for flight in landed {
                self.add(&mut all, state, kind, flight);
            }
        }
        let most = self.tree.turns.iter().any(|turn| matches!(turn, Turn::Must { most: true, .. }));
        let wanted = if most { all.iter().map(|one| one.taken.len()).max().unwrap_or(0) } else { 0 };
        all.retain(|one| one.taken.len() >= wanted);
        let played = |one: Landed| {
            let sign = if one.taken.is_empty() { "-" } else { "x" };
            let name = |&cell: &usize| self.grid.name(cell, self.from_top);
            let text = |path: &Vec<usize>| path.iter().map(name).collect::<Vec<_>>().join(sign);
            let mut after = state.clone();
            let kind = state.board[one.from].map(|(_, kind)| kind);
            after.board[one.from] = None;
            one.taken.iter().for_each(|&cell| after.board[cell] = None);
            after.board[one.to] = Some((state.to_move, one.kind));
            let deed = Deed { kind, takes: !one.taken.is_empty(), jumps: true, places: false };
            Played { texts: one.paths.iter().map(text).collect(), after: self.passed_on(after, deed) }
        };
        all.into_iter().map(played).collect()
    }

    fn add(&self, all: &mut Vec<Landed>, state: &State, first_kind: usize, flight: Flight) {
        let (from, to) = (flight.path[0], flight.path[flight.path.len() - 1]);
        let kind = if flight.is_new { flight.kind } else { self.promoted(state.to_move, flight.kind, to) };
        let is_little = flight.taken.iter().all(|&cell| cell == to);
        let motions = self.tree.pieces[first_kind].motions.iter();
        let mut plain = motions.flat_map(|motion| self.ends(state, from, motion));
        if is_little && (from == to && flight.taken.is_empty() || plain.any(|end| end == to)) {
            return;
        }
        let is_same =
            |one: &&mut Landed| (one.from, one.to, one.kind, &one.taken) == (from, to, kind, &flight.taken);
        match all.iter_mut().find(is_same) {
            Some(one) => one.paths.push(flight.path),
            None => all.push(Landed { from, to, kind, taken: flight.taken, paths: vec![flight.path] }),
        }
    }

    /// Follows every path from here.
    fn fly(&self, state: &State, flight: &Flight, landed: &mut Vec<Flight>) {
        let must = self.tree.turns.iter().any(|turn| matches!(turn, Turn::Must { .. }));
        let crossings = self.crossings(state, flight);
        let goes_on = !crossings.is_empty();
        for mut landings in crossings {
            // A player who must jump cannot stop behind a piece if the chain goes on from another cell behind it.
            let flies_on = |(next, stops): &(Flight, bool)| !stops && !self.crossings(state, next).is_empty();
            if must && landings.iter().any(flies_on) {
                landings.retain(flies_on);
            }
            for (next, stops) in landings {
                if stops {
                    landed.push(next);
                } else if next.path.len() < 40 && landed.len() < MOST_PATHS && !is_round(&next) {
                    self.fly(state, &next, landed);
                }
            }
        }
        if flight.path.len() > 1 && !(goes_on && must) {
            landed.push(flight.clone());
        }
    }

    /// All single jumps from here, those over the same piece by the same motion together, with whether the chain ends there.
    fn crossings(&self, state: &State, flight: &Flight) -> Vec<Vec<(Flight, bool)>> {
        let us = state.to_move;
        let at = flight.path[flight.path.len() - 1];
        let mut crossings = Vec::new();
        for motion in &self.tree.pieces[flight.kind].motions {
            let Action::Jump { directions, up_to, over, to } = &motion.action else { continue };
            let has = |wanted: fn(&Effect) -> bool| motion.effects.iter().any(|(effect, _)| wanted(effect));
            let takes = has(|effect| matches!(effect, Effect::TakingIt));
            let follow = if has(|effect| matches!(effect, Effect::Again { straight: true })) {
                Follow::Straight
            } else if has(|effect| matches!(effect, Effect::Again { straight: false })) {
                Follow::Any
            } else {
                Follow::Nothing
            };
            if flight.last.is_some_and(|(_, last)| last != follow || last == Follow::Nothing) {
                continue;
            }
            let reach = up_to.as_ref().map_or(2, |number| value(self.tree, number));
            for (x, y) in directions.iter().flat_map(|name| self.grid.vectors(&name.text)) {
                let vector = if us == 0 { (x, y) } else { (-x, -y) };
                if flight.last.is_some_and(|(last, _)| follow == Follow::Straight && last != vector) {
                    continue;
                }
                // The cells ahead, and the first piece among them.
                let cells: Vec<usize> =
                    std::iter::successors(self.grid.at(at, vector), |&cell| self.grid.at(cell, vector))
                        .take(reach)
                        .collect();
                let Some(place) = cells.iter().position(|&cell| !self.is_empty(state, cell)) else {
                    continue;
                };
                let victim = cells[place];
                let Some((owner, _)) = state.board[victim] else { continue };
                let wanted = match over.as_ref().map(|over| &over.what) {
                    Some(TargetKind::Own) => owner == us,
                    Some(TargetKind::Enemy) => owner != us,
                    _ => true,
                };
                if !wanted || flight.taken.contains(&victim) {
                    continue;
                }
                let mut landings = Vec::new();
                for &end in &cells[place + 1..] {
                    if self.fits(state, end, to) {
                        let mut next = flight.clone();
                        next.path.push(end);
                        if takes {
                            next.taken.insert(victim);
                        }
                        if state.board[end].is_some() {
                            next.taken.insert(end);
                        }
                        next.last = Some((vector, follow));
                        next.is_new = false;
                        let becomes = self.tree.pieces[flight.kind].becomes.iter();
                        let mut becomes = becomes.filter(|one| self.is_in(end, &one.zones, us));
                        let becomes = becomes.find(|one| one.within_chain != WithinChain::Passes);
                        let mut stops = follow == Follow::Nothing;
                        if let Some(becomes) = becomes {
                            next.kind = self.kind(&becomes.kind);
                            next.is_new = true;
                            stops |= becomes.within_chain == WithinChain::Stops;
                        }
                        landings.push((next, stops));
                    }
                    if !self.is_empty(state, end) {
                        break;
                    }
                }
                if !landings.is_empty() {
                    crossings.push(landings);
                }
            }
        }
        crossings
    }
}

/// Whether a piece that takes nothing has been here before on its way: then nothing new follows.
fn is_round(flight: &Flight) -> bool {
    let (at, before) = flight.path.split_last().expect("a path has cells");
    flight.taken.is_empty() && before[1..].contains(at)
}
