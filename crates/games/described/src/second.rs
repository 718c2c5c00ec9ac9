//! What the second tier of the language adds to a position: jumps, holes that are shot, lines that are turned over, captures
//! between two pieces, passes, and ends that count pieces. Games of the first tier never come here.

use zermelo_game::{Outcome, Player, zobrist};

use crate::cells::Cells;
use crate::chains::JumpTable;
use crate::end::End;
use crate::judge::{Due, by_count, cases_when_stuck};
use crate::moves::{self, Move};
use crate::position::{Board, hand_key};
use crate::rules::{GoalResult, Rules};
use crate::shape::Delta;
use crate::tables::Ray;
use crate::ways::{FROM, JUMPED, SHOT, TAKEN};

pub use zermelo_rules::second::{Chain, Jump, MustJump, Over, Passes, Without};

/// What positions of the second tier walk.
#[derive(Clone, Debug)]
pub struct Second<B> {
    /// How each player's pieces jump.
    pub jumps: [Vec<JumpTable<B>>; 2],
    /// Whether a jump must be made.
    pub must_jump: Option<MustJump>,
    /// The holes that follow motions; a motion knows the number of its own, from 1.
    pub shots: Vec<Shot<B>>,
    /// The directions in which lines are turned over.
    pub around: Vec<Ray<B>>,
    /// The kinds that turn lines over when they are placed, a bit each.
    pub turning: u32,
    /// The kinds that take between, a bit each.
    pub between: u32,
    /// Who may pass.
    pub passes: Passes,
    /// What begins the count of the limit anew.
    pub without: Option<Without>,
    /// What may happen when each player is to move and cannot, in order.
    pub cases: [Vec<StuckCase>; 2],
    /// Whether a move can take something.
    pub can_take: bool,
}

/// A hole that is shot after a motion.
#[derive(Clone, Debug)]
pub struct Shot<B> {
    /// The directions, and how far.
    pub ways: Vec<(Ray<B>, usize)>,
    /// On which cells.
    pub cells: B,
}

/// What may happen when a player cannot move.
#[derive(Clone, Copy, Debug)]
pub struct StuckCase {
    /// Whether the opponent must be unable to move, too.
    pub needs_both: bool,
    /// How the game ends.
    pub ending: Ending,
}

/// How a goal ends the game.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    /// Always so.
    Fixed(End),
    /// The player with more pieces (of a kind) wins.
    MostPieces {
        /// The goal.
        goal: u8,
        /// The kind.
        kind: Option<u8>,
    },
}

impl Ending {
    /// The ending by a goal.
    pub fn of(due: &Due) -> Ending {
        match (due.outcome, due.goal.result) {
            (Some(outcome), _) => Ending::Fixed(End::by_goal(due, outcome)),
            (None, GoalResult::MostPieces(kind)) => {
                Ending::MostPieces { goal: due.index as u8, kind: kind.map(|kind| kind as u8) }
            }
            (None, _) => Ending::Fixed(End::stuck()),
        }
    }
}

impl<B: Cells> Second<B> {
    /// The tables, if the rules are of the second tier.
    pub fn new(rules: &Rules, ray: impl Fn(Delta) -> Ray<B>) -> Option<Second<B>> {
        if !rules.is_second_tier() {
            return None;
        }
        let jumps = Player::BOTH.map(|player| {
            let own = rules.jumps.iter().filter(|jump| jump.player == player);
            let tables = own.map(|jump| JumpTable {
                kind: jump.kind as u8,
                ray: ray(jump.delta),
                reach: jump.reach as u16,
                over: jump.over,
                to_empty: B::of(jump.to_empty),
                to_enemy: B::of(jump.to_enemy),
                takes: jump.takes,
                chain: jump.chain,
            });
            tables.collect()
        });
        let shots = all_shots(rules).into_iter().map(|shot| Shot {
            ways: shot.ways.iter().map(|&(delta, reach)| (ray(delta), reach)).collect(),
            cells: B::of(shot.cells),
        });
        let kinds = |wanted: &dyn Fn(usize) -> bool| {
            (0..rules.kinds.len()).filter(|&kind| wanted(kind)).fold(0, |set, kind| set | 1 << kind)
        };
        let turns = |kind: usize| rules.placings.iter().any(|one| one.kind == kind && one.turns_lines);
        Some(Second {
            jumps,
            must_jump: rules.must_jump,
            shots: shots.collect(),
            around: rules.shape.directions().iter().map(|&(_, delta)| ray(delta)).collect(),
            turning: kinds(&turns),
            between: kinds(&|kind| rules.kinds[kind].takes_between),
            passes: rules.passes,
            without: rules.limit.as_ref().and_then(|limit| limit.without.clone()),
            cases: Player::BOTH.map(|player| {
                let cases = cases_when_stuck(rules, player).into_iter();
                cases.map(|(needs_both, due)| StuckCase { needs_both, ending: Ending::of(&due) }).collect()
            }),
            can_take: rules.can_take(),
        })
    }
}

/// The different holes that follow motions.
pub fn all_shots(rules: &Rules) -> Vec<&zermelo_rules::second::Shot> {
    let mut shots = Vec::new();
    for shot in rules.motions.iter().filter_map(|motion| motion.shot.as_ref()) {
        if !shots.contains(&shot) {
            shots.push(shot);
        }
    }
    shots
}

impl<B: Cells> Board<B> {
    /// Shows all ways to move of a player, passes excepted; true if `visit` stopped it. Without holes, a motion that a hole
    /// follows is one way, and a chain of jumps a way from a cell to another.
    #[inline(never)]
    pub(crate) fn each_second_way(
        &self,
        second: &Second<B>,
        us: usize,
        with_holes: bool,
        visit: &mut dyn FnMut(B, i32, u32) -> bool,
    ) -> bool {
        if !self.must_place(us) && !second.jumps[us].is_empty() {
            let jumpers = self.jumpers(us);
            if !jumpers.is_empty() {
                let mut has_jumps = false;
                let is_stopped = self.each_jump(second, us, jumpers, with_holes, &mut |to, by, stamp| {
                    has_jumps = true;
                    visit(to, by, stamp)
                });
                if is_stopped || has_jumps && second.must_jump.is_some() {
                    return is_stopped;
                }
            }
        }
        self.each_quiet_way(us, &mut |targets, by, stamp, shot| {
            if shot == 0 {
                return visit(targets, by, stamp);
            }
            let shot = &second.shots[usize::from(shot) - 1];
            let mut left = targets;
            let mut open = B::EMPTY;
            while let Some(to) = self.pop_for(us, &mut left) {
                let mv = Self::move_to(to, by, stamp);
                let from = mv.from().unwrap_or(to);
                let cells = self.shot_cells(shot, from, to);
                if cells.is_empty() {
                    continue;
                }
                open |= B::one(to);
                if with_holes && visit(cells, SHOT, mv.bits()) {
                    return true;
                }
            }
            !with_holes && !open.is_empty() && visit(open, by, stamp)
        })
    }

    fn each_jump(
        &self,
        second: &Second<B>,
        us: usize,
        mut jumpers: B,
        with_holes: bool,
        visit: &mut dyn FnMut(B, i32, u32) -> bool,
    ) -> bool {
        let wants_most = second.must_jump.is_some_and(|must| must.most);
        let mut most = 0;
        if wants_most {
            let mut left = jumpers;
            while let Some(from) = left.pop() {
                self.each_chain(us, from, &mut |landing, _| {
                    most = most.max(landing.taken.count());
                    false
                });
            }
        }
        while let Some(from) = self.pop_for(us, &mut jumpers) {
            let kind = self.kind_at(from);
            let is_stopped = self.each_chain(us, from, &mut |landing, _| {
                let n_taken = landing.taken.count();
                if wants_most && n_taken < most {
                    return false;
                }
                if !with_holes {
                    return visit(B::one(landing.to), FROM + from as i32, moves::stamp(kind, false, false));
                }
                let mv = Move::jump(from, landing.to, kind, landing.rank);
                visit(B::one(landing.to), if n_taken > 0 { TAKEN } else { JUMPED }, mv.bits())
            });
            if is_stopped {
                return true;
            }
        }
        false
    }

    /// The cells on which a piece that has gone from a cell to another can make a hole.
    fn shot_cells(&self, shot: &Shot<B>, from: usize, to: usize) -> B {
        let free = (self.empty | B::one(from)) & !B::one(to);
        if shot.ways.is_empty() {
            return free & shot.cells;
        }
        let mut cells = B::EMPTY;
        for (ray, reach) in &shot.ways {
            let mut at = B::one(to);
            for _ in 0..*reach {
                at = (at & ray.from).moved(ray.shift) & free;
                if at.is_empty() {
                    break;
                }
                cells |= at;
            }
        }
        cells & shot.cells
    }

    /// Whether a motion without jumps leads from a cell to an empty one.
    pub(crate) fn goes_plainly(&self, us: usize, from: usize, to: usize) -> bool {
        self.each_quiet_way(us, &mut |targets, by, stamp, _| {
            targets.has(to) && Self::move_to(to, by, stamp).from() == Some(from)
        })
    }

    /// The empty cells where a piece turns enemies over.
    pub(crate) fn bracketing(&self, second: &Second<B>, us: usize) -> B {
        let (own, enemy) = (self.own[us], self.own[1 - us]);
        let mut cells = B::EMPTY;
        for ray in &second.around {
            let mut at = (own & ray.from).moved(ray.shift) & enemy;
            while !at.is_empty() {
                let next = (at & ray.from).moved(ray.shift);
                cells |= next & self.empty;
                at = next & enemy;
            }
        }
        cells
    }

    /// The enemies in unbroken lines between a cell and a piece of the player's own.
    pub(crate) fn enclosed(&self, rays: &[Ray<B>], us: usize, cell: usize) -> B {
        let (own, enemy) = (self.own[us], self.own[1 - us]);
        let mut all = B::EMPTY;
        for ray in rays {
            let mut line = B::EMPTY;
            let mut at = (B::one(cell) & ray.from).moved(ray.shift);
            while !(at & enemy).is_empty() {
                line |= at;
                at = (at & ray.from).moved(ray.shift);
            }
            if !(at & own).is_empty() {
                all |= line;
            }
        }
        all
    }

    /// The enemies that a move turns over.
    pub(crate) fn turned_by(&self, us: usize, mv: Move) -> B {
        match &self.tables.second {
            Some(second) if !mv.is_pass() && mv.from().is_none() && second.turning >> mv.kind() & 1 == 1 => {
                self.enclosed(&second.around, us, mv.to())
            }
            _ => B::EMPTY,
        }
    }

    /// The enemies that a move takes.
    pub(crate) fn taken_by(&self, us: usize, mv: Move) -> B {
        let Some(second) = self.tables.second.as_ref().filter(|_| !mv.is_pass()) else { return B::EMPTY };
        if mv.is_jump() {
            return self.landing(us, mv).map_or(B::EMPTY, |landing| landing.taken);
        }
        let mut taken = self.own[1 - us] & B::one(mv.to());
        if second.between >> mv.kind() & 1 == 1 {
            // The cell that the piece leaves is nobody's.
            let mut after = *self;
            if let Some(from) = mv.from() {
                after.own[us] = after.own[us] & !B::one(from);
            }
            taken |= after.enclosed(&self.tables.adjacent, us, mv.to());
        }
        taken
    }

    /// How the game ends because the side to move cannot move, if it does.
    pub(crate) fn end_without_move(&self, second: &Second<B>) -> Option<End> {
        let (us, them) = (self.to_move.index(), self.to_move.other().index());
        if self.can_move_as(us) {
            return None;
        }
        let are_both = !self.can_move_as(them);
        let case = second.cases[us].iter().find(|case| are_both || !case.needs_both);
        match (case, second.passes) {
            (Some(case), _) => Some(self.ended(case.ending)),
            (None, Passes::Always) => None,
            (None, Passes::IfStuck) if !are_both => None,
            (None, _) => Some(End::stuck()),
        }
    }

    /// The end that an ending means now.
    pub(crate) fn ended(&self, ending: Ending) -> End {
        match ending {
            Ending::Fixed(end) => end,
            Ending::MostPieces { goal, kind } => {
                let of = |own: B| kind.map_or(own, |kind| own & self.of_kind(kind)).count();
                End::by_goal_number(goal, by_count(self.own.map(of)))
            }
        }
    }

    /// Whether the side to move may pass.
    pub(crate) fn may_pass(&self, second: &Second<B>, has_moves: bool) -> bool {
        match second.passes {
            Passes::Never => false,
            Passes::IfStuck => !has_moves,
            Passes::Always => true,
        }
    }

    /// Makes a move of the second tier.
    #[inline(never)]
    pub(crate) fn play_second(&mut self, second: &Second<B>, mv: Move) {
        let tables = self.tables;
        let (us, them) = (self.to_move.index(), self.to_move.other().index());
        let mut has_taken = false;
        if !mv.is_pass() {
            let (to, kind) = (mv.to(), mv.kind());
            let landing = if mv.is_jump() { self.landing(us, mv) } else { None };
            match mv.from() {
                Some(from) => {
                    self.lift(us, kind, from);
                    let taken = match landing {
                        Some(landing) => landing.taken,
                        None => self.own[them] & B::one(to),
                    };
                    has_taken |= self.take_off(them, taken);
                    if mv.leaves_hole() {
                        self.make_hole(from);
                    }
                }
                None => self.use_hand(us, kind),
            }
            let becomes = match landing {
                Some(landing) => landing.kind,
                None => {
                    let promotion = tables.becomes[us][kind].iter().find(|one| one.zone.has(to));
                    promotion.map_or(kind, |one| usize::from(one.kind))
                }
            };
            if !mv.is_jump() && second.between >> kind & 1 == 1 {
                has_taken |= self.take_off(them, self.enclosed(&tables.adjacent, us, to));
            }
            if mv.from().is_none() && second.turning >> kind & 1 == 1 {
                let mut turned = self.enclosed(&second.around, us, to);
                while let Some(cell) = turned.pop() {
                    let kind = self.kind_at(cell);
                    self.lift(them, kind, cell);
                    self.put(us, kind, cell);
                }
            }
            self.put(us, becomes, to);
            if let Some(cell) = mv.hole() {
                self.make_hole(cell);
            }
        }
        self.flip_turn();
        if tables.limit.is_some() {
            let begins_anew = second.without.as_ref().is_some_and(|without| {
                !mv.is_pass()
                    && (without.captures && has_taken
                        || without.jumps && mv.is_jump()
                        || without.placings && mv.from().is_none()
                        || mv.from().is_some() && without.kinds.contains(&mv.kind()))
            });
            self.count_ply(begins_anew);
        }
        self.end = self.end_after_move(second, us, mv);
    }

    fn end_after_move(&self, second: &Second<B>, us: usize, mv: Move) -> End {
        let to = if mv.is_pass() { usize::MAX } else { mv.to() };
        if let Some(check) = self.tables.goals[us].iter().find(|check| self.holds(check, to)) {
            return self.ended(check.ending);
        }
        if self.tables.stuck.is_some()
            && let Some(end) = self.end_without_move(second)
        {
            return end;
        }
        match self.tables.limit {
            Some((plies, end)) if self.clock >= plies => end,
            _ => End::NONE,
        }
    }

    /// Takes pieces off the board; whether there were any.
    fn take_off(&mut self, player: usize, cells: B) -> bool {
        let mut left = cells;
        while let Some(cell) = left.pop() {
            let kind = self.kind_at(cell);
            self.lift(player, kind, cell);
        }
        !cells.is_empty()
    }

    /// A piece that was placed is no longer in hand.
    fn use_hand(&mut self, us: usize, kind: usize) {
        if let Some(slot) = self.tables.hand_of[kind] {
            let left = self.hands[us][slot];
            self.hands[us][slot] = left - 1;
            if self.tables.has_memory {
                self.change_keys(
                    hand_key(us, slot, left) ^ hand_key(us, slot, left - 1),
                    hand_key(1 - us, slot, left) ^ hand_key(1 - us, slot, left - 1),
                );
            }
        }
    }

    fn flip_turn(&mut self) {
        self.change_keys(zobrist::SECOND_TO_MOVE, 0);
        self.to_move = self.to_move.other();
    }
}

/// How the game ends when a player of a game of the first tier is to move and cannot. Where no goal says it, it cannot happen in
/// play; a board that somebody set up is then a draw.
pub fn end_when_stuck(rules: &Rules, stuck: Player) -> End {
    let cases = cases_when_stuck(rules, stuck);
    let case = cases.iter().find(|(needs_both, _)| !needs_both);
    let outcome = case.and_then(|(_, due)| due.outcome.map(|outcome| (due, outcome)));
    outcome.map_or(End::stuck(), |(due, outcome): (&Due, Outcome)| End::by_goal(due, outcome))
}
