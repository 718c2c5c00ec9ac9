//! Jumps, one after the other. A chain of them is one move, told by where it begins and ends, what it takes and what the piece
//! has become: two ways round with the same result are one move.
//!
//! What is taken stays on the board until the chain ends, and is not jumped over twice; the cell that the piece left is empty.

use std::collections::HashSet;
use std::hash::Hash;

use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Board;
use crate::second::{Chain, Over};
use crate::tables::Ray;
use crate::tree::WithinChain;

/// No more situations are looked at while the chains of one piece are followed. Real games stay far below it; without it, a
/// board that somebody made up could take for ever. The manual tells this limit and the next.
const MOST_SITUATIONS: usize = 2048;
/// No more chains of one piece end on the same cell.
const MOST_RANKS: usize = 512;

/// Things that are known: in real games so few that looking at each is quickest, and many on boards that somebody made up.
struct Known<T> {
    few: Vec<T>,
    /// All of them, once they are no longer few.
    many: Option<HashSet<T>>,
}

impl<T: Copy + Eq + Hash> Known<T> {
    /// More than so many are not looked at one after the other.
    const MOST_FEW: usize = 16;

    fn new() -> Known<T> {
        Known { few: Vec::new(), many: None }
    }

    fn len(&self) -> usize {
        self.many.as_ref().map_or(self.few.len(), HashSet::len)
    }

    fn contains(&self, one: &T) -> bool {
        self.many.as_ref().map_or_else(|| self.few.contains(one), |many| many.contains(one))
    }

    /// Adds what is not known yet.
    fn add(&mut self, one: T) {
        if let Some(many) = &mut self.many {
            many.insert(one);
        } else if self.few.len() < Self::MOST_FEW {
            self.few.push(one);
        } else {
            self.many = Some(self.few.iter().copied().chain([one]).collect());
        }
    }
}

/// What the chains of a piece lead to: where it ends, what it has taken and what it is.
struct Results<B> {
    known: Known<(usize, B, usize)>,
    /// How many of them end on each cell, once they are no longer few.
    ranks: Vec<usize>,
}

impl<B: Cells> Results<B> {
    fn new() -> Results<B> {
        Results { known: Known::new(), ranks: Vec::new() }
    }

    /// How many end on this cell.
    fn rank(&self, to: usize) -> usize {
        if self.known.many.is_none() {
            self.known.few.iter().filter(|result| result.0 == to).count()
        } else {
            self.ranks.get(to).copied().unwrap_or(0)
        }
    }

    /// Adds what is not known yet.
    fn add(&mut self, result: (usize, B, usize)) {
        let were_few = self.known.many.is_none();
        self.known.add(result);
        if self.known.many.is_none() {
            return;
        }
        if were_few {
            let few = std::mem::take(&mut self.known.few);
            few.iter().for_each(|before| self.count(before.0));
        }
        self.count(result.0);
    }

    fn count(&mut self, to: usize) {
        if self.ranks.len() <= to {
            self.ranks.resize(to + 1, 0);
        }
        self.ranks[to] += 1;
    }
}

/// One way in which pieces of a kind jump.
#[derive(Clone, Copy, Debug)]
pub struct JumpTable<B> {
    /// The kind of piece.
    pub kind: u8,
    /// One cell on.
    pub ray: Ray<B>,
    /// The most cells it goes.
    pub reach: u16,
    /// Whose pieces it goes over.
    pub over: Over,
    /// Where it may end on an empty cell.
    pub to_empty: B,
    /// Where it may end on an enemy.
    pub to_enemy: B,
    /// Whether it takes what it goes over.
    pub takes: bool,
    /// Whether another may follow.
    pub chain: Chain,
}

/// What a move by jumps comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing<B> {
    /// The cell on which it ends.
    pub to: usize,
    /// The cells of the pieces that it takes.
    pub taken: B,
    /// What the piece is at the end.
    pub kind: usize,
    /// How many others end on the same cell, of those found before it.
    pub rank: usize,
}

/// A piece on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Situation<B> {
    at: usize,
    kind: usize,
    taken: B,
    /// Whether it became what it is on this very cell.
    is_new: bool,
    /// The jump that led here: its direction, and what may follow it.
    last: Option<(i32, Chain)>,
}

/// All that is known while the chains of one piece are followed.
struct Walk<'a, B: Cells> {
    board: &'a Board<B>,
    us: usize,
    from: usize,
    /// The pieces and the empty cells while the piece is in the air.
    own: B,
    enemy: B,
    empty: B,
    must_go_on: bool,
    seen: Known<Situation<B>>,
    found: Results<B>,
    path: Vec<u16>,
    is_stopped: bool,
    visit: &'a mut dyn FnMut(&Landing<B>, &[u16]) -> bool,
}

impl<B: Cells> Board<B> {
    /// The pieces of a player that can jump.
    pub(crate) fn jumpers(&self, us: usize) -> B {
        let Some(second) = &self.tables.second else { return B::EMPTY };
        let (own, enemy) = (self.own[us], self.own[1 - us]);
        let mut jumpers = B::EMPTY;
        for jump in &second.jumps[us] {
            let over = match jump.over {
                Over::Own => own,
                Over::Enemy => enemy,
                Over::Any => own | enemy,
            };
            let ends = (self.empty & jump.to_empty) | (enemy & jump.to_enemy);
            let mut near = own & self.of_kind(jump.kind);
            for before in 1..i32::from(jump.reach) {
                near = (near & jump.ray.from).moved(jump.ray.shift);
                if near.is_empty() {
                    break;
                }
                let mut beyond = near & over;
                for steps in before + 1..=i32::from(jump.reach) {
                    beyond = (beyond & jump.ray.from).moved(jump.ray.shift);
                    jumpers |= (beyond & ends).moved(-steps * jump.ray.shift);
                    beyond = beyond & self.empty;
                    if beyond.is_empty() {
                        break;
                    }
                }
                near = near & self.empty;
            }
        }
        jumpers
    }

    /// Shows every move by jumps of the piece on a cell, with the cells on which it rests, the first of which it leaves. Stops
    /// when `visit` says so.
    pub(crate) fn each_chain(
        &self,
        us: usize,
        from: usize,
        visit: &mut dyn FnMut(&Landing<B>, &[u16]) -> bool,
    ) -> bool {
        let Some(second) = &self.tables.second else { return false };
        let mut walk = Walk {
            board: self,
            us,
            from,
            own: self.own[us] & !B::one(from),
            enemy: self.own[1 - us],
            empty: self.empty | B::one(from),
            must_go_on: second.must_jump.is_some(),
            seen: Known::new(),
            found: Results::new(),
            path: vec![from as u16],
            is_stopped: false,
            visit,
        };
        let kind = self.kind_at(from);
        walk.go_on(Situation { at: from, kind, taken: B::EMPTY, is_new: false, last: None });
        walk.is_stopped
    }

    /// What a legal move by jumps comes to.
    pub(crate) fn landing(&self, us: usize, mv: Move) -> Option<Landing<B>> {
        let mut found = None;
        self.each_chain(us, mv.from()?, &mut |landing, _| {
            let is_it = landing.to == mv.to() && landing.rank == mv.rank();
            if is_it {
                found = Some(*landing);
            }
            is_it
        });
        found
    }

    /// The cells on which a piece rests in a legal move by jumps, from the one that it leaves.
    pub(crate) fn path(&self, us: usize, mv: Move) -> Vec<usize> {
        let mut found = Vec::new();
        let Some(from) = mv.from() else { return found };
        self.each_chain(us, from, &mut |landing, path| {
            let is_it = landing.to == mv.to() && landing.rank == mv.rank();
            if is_it {
                found = path.iter().map(|&cell| usize::from(cell)).collect();
            }
            is_it
        });
        found
    }
}

impl<B: Cells> Walk<'_, B> {
    /// Jumps on from here in every way, or ends here.
    fn go_on(&mut self, here: Situation<B>) {
        let board = self.board;
        let Some(second) = &board.tables.second else { return };
        let mut goes_on = false;
        for jump in &second.jumps[self.us] {
            let Some((crossed, mut landings)) = self.crossing(&here, jump) else { continue };
            goes_on = true;
            if self.must_go_on && jump.chain != Chain::Once && jump.reach > 2 {
                landings = self.those_that_go_on(here, crossed, landings, jump);
            }
            while let Some(at) = board.pop_for(self.us, &mut landings) {
                self.land(here, at, crossed, jump);
                if self.is_stopped {
                    return;
                }
            }
        }
        if here.last.is_some() && !(goes_on && self.must_go_on) {
            self.end(here);
        }
    }

    /// What one jump from here takes by going over it, and the cells on which it may end; nothing if it cannot be made.
    fn crossing(&self, here: &Situation<B>, jump: &JumpTable<B>) -> Option<(B, B)> {
        let follows = match here.last {
            None => true,
            Some((_, Chain::Again)) => jump.chain == Chain::Again,
            Some((shift, _)) => jump.chain == Chain::StraightOn && jump.ray.shift == shift,
        };
        if usize::from(jump.kind) != here.kind || !follows {
            return None;
        }
        let (mut crossed, mut landings) = (None, B::EMPTY);
        let mut at = here.at;
        for _ in 0..jump.reach {
            if !jump.ray.from.has(at) {
                break;
            }
            at = (at as i32 + jump.ray.shift) as usize;
            let is_empty = self.empty.has(at);
            if crossed.is_none() {
                if is_empty {
                    continue;
                }
                let enemy = self.enemy.has(at) && !here.taken.has(at);
                let may_cross = match jump.over {
                    Over::Own => self.own.has(at),
                    Over::Enemy => enemy,
                    Over::Any => enemy || self.own.has(at),
                };
                if !may_cross {
                    return None;
                }
                crossed = Some(if jump.takes { B::one(at) } else { B::EMPTY });
                continue;
            }
            let takes_there = self.enemy.has(at) && jump.to_enemy.has(at);
            if takes_there || is_empty && jump.to_empty.has(at) {
                landings |= B::one(at);
            }
            if !is_empty {
                break;
            }
        }
        crossed.filter(|_| !landings.is_empty()).map(|crossed| (crossed, landings))
    }

    /// The cells behind a piece from which the chain can go on, or all of them if there is none: a player who must jump has to choose one.
    fn those_that_go_on(&self, before: Situation<B>, crossed: B, landings: B, jump: &JumpTable<B>) -> B {
        let Some(second) = &self.board.tables.second else { return landings };
        let mut going_on = B::EMPTY;
        for at in landings.cells() {
            let (here, stops) = self.landed(before, at, crossed, jump);
            let mut next = second.jumps[self.us].iter();
            if !stops && next.any(|next| self.crossing(&here, next).is_some()) {
                going_on |= B::one(at);
            }
        }
        if going_on.is_empty() { landings } else { going_on }
    }

    /// The piece after a jump, and whether its promotion ends the chain.
    fn landed(
        &self,
        before: Situation<B>,
        at: usize,
        crossed: B,
        jump: &JumpTable<B>,
    ) -> (Situation<B>, bool) {
        let promotion = self.board.tables.becomes[self.us][before.kind].iter().find(|one| one.zone.has(at));
        let promotion = promotion.filter(|one| one.within_chain != WithinChain::Passes);
        let here = Situation {
            at,
            kind: promotion.map_or(before.kind, |one| usize::from(one.kind)),
            taken: before.taken | crossed | self.enemy & B::one(at),
            is_new: promotion.is_some(),
            last: Some((jump.ray.shift, jump.chain)),
        };
        (here, promotion.is_some_and(|one| one.within_chain == WithinChain::Stops))
    }

    fn land(&mut self, before: Situation<B>, at: usize, crossed: B, jump: &JumpTable<B>) {
        let (here, stops) = self.landed(before, at, crossed, jump);
        self.path.push(at as u16);
        if jump.chain == Chain::Once || stops {
            self.end(here);
        } else {
            // Where the piece came from does not matter for what it can do next, unless it must go straight on.
            let known =
                Situation { last: here.last.filter(|(_, chain)| *chain == Chain::StraightOn), ..here };
            if !self.seen.contains(&known) && self.seen.len() < MOST_SITUATIONS {
                self.seen.add(known);
                self.go_on(here);
            }
        }
        self.path.pop();
    }

    fn end(&mut self, here: Situation<B>) {
        let board = self.board;
        let mut kind = here.kind;
        if !here.is_new
            && let Some(one) = board.tables.becomes[self.us][kind].iter().find(|one| one.zone.has(here.at))
        {
            kind = usize::from(one.kind);
        }
        let rank = self.found.rank(here.at);
        let result = (here.at, here.taken, kind);
        if self.found.known.contains(&result) || rank >= MOST_RANKS {
            return;
        }
        // What takes nothing else must go somewhere, and where no other motion leads.
        let takes_little = (here.taken & !B::one(here.at)).is_empty();
        let is_nothing = here.at == self.from && here.taken.is_empty();
        if is_nothing || takes_little && board.goes_plainly(self.us, self.from, here.at) {
            return;
        }
        self.found.add(result);
        let landing = Landing { to: here.at, taken: here.taken, kind, rank };
        self.is_stopped = (self.visit)(&landing, &self.path);
    }
}
