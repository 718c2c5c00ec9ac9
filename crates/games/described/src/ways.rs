//! The ways in which pieces can move, as sets of cells: where they come, and how they came there. Listing, counting and drawing
//! moves all walk the same ways.

use zermelo_game::Stream;

use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Board;
use crate::tables::{FarSlide, Leaper, Motion, Placing, Tables};
use crate::tree::Neighbour;

/// A way that leads to no cell's neighbour: the piece is placed.
pub(crate) const PLACED: i32 = i32::MIN;
/// A way to the cells that may become holes: the rest of the move is in its stamp.
pub(crate) const SHOT: i32 = i32::MIN + 1;
/// A way to one cell by jumps that take nothing, or a pass: the whole move is in its stamp.
pub(crate) const JUMPED: i32 = i32::MIN + 2;
/// The same for jumps that take something.
pub(crate) const TAKEN: i32 = i32::MIN + 3;
/// A way from one cell is this plus the cell.
pub(crate) const FROM: i32 = 1 << 16;
/// So often a cell is drawn before the empty ones are counted.
const BLIND_DRAWS: usize = 4;

/// What a player's pieces can do on the board.
struct Mobile<'a, B> {
    motions: &'a [Motion<B>],
    far_slides: &'a [FarSlide<B>],
    leapers: &'a [Leaper<B>],
}

impl<B: Cells> Board<B> {
    /// Shows where pieces of a motion can come, for each number of steps: the cells, and by how many bits they came. Stops when
    /// `visit` says so.
    #[inline(always)]
    pub(crate) fn each_way_of(
        &self,
        us: usize,
        motion: &Motion<B>,
        visit: &mut impl FnMut(B, i32, u32) -> bool,
    ) -> bool {
        let enemy = self.own[1 - us];
        let mut at = self.own[us];
        if self.tables.has_kinds {
            at = at & self.of_kind(motion.kind);
        }
        let allowed = (self.empty & motion.to_empty) | (enemy & motion.to_enemy);
        at = (at & motion.ray.from).moved(motion.ray.shift);
        let targets = at & allowed;
        if !targets.is_empty() && visit(targets, motion.ray.shift, motion.stamp) {
            return true;
        }
        let mut by = motion.ray.shift;
        for _ in 1..motion.reach {
            at = at & self.empty & motion.ray.from;
            if at.is_empty() {
                break;
            }
            at = at.moved(motion.ray.shift);
            by += motion.ray.shift;
            let targets = at & allowed;
            if !targets.is_empty() && visit(targets, by, motion.stamp) {
                return true;
            }
        }
        false
    }

    /// The same for a slide that ends only from some distance on.
    #[inline(never)]
    fn each_far_way_of(
        &self,
        us: usize,
        slide: &FarSlide<B>,
        visit: &mut impl FnMut(B, i32, u32) -> bool,
    ) -> bool {
        let motion = &slide.motion;
        let allowed = (self.empty & motion.to_empty) | (self.own[1 - us] & motion.to_enemy);
        let mut at = self.own[us] & self.of_kind(motion.kind);
        for step in 1..=motion.reach {
            at = (at & motion.ray.from).moved(motion.ray.shift);
            let targets = at & allowed;
            let by = i32::from(step) * motion.ray.shift;
            if step >= slide.least && !targets.is_empty() && visit(targets, by, motion.stamp) {
                return true;
            }
            at = at & self.empty;
        }
        false
    }

    /// Shows all ways to move of the player, as sets of cells; true if `visit` stopped it.
    #[inline(always)]
    pub(crate) fn each_way(&self, us: usize, mut visit: impl FnMut(B, i32, u32) -> bool) -> bool {
        let Some(second) = &self.tables.second else {
            return self.each_quiet_way(us, &mut |targets, by, stamp, _| visit(targets, by, stamp));
        };
        let mut has_moves = false;
        let is_stopped = self.each_second_way(second, us, true, &mut |targets, by, stamp| {
            has_moves = true;
            visit(targets, by, stamp)
        });
        // A pass comes to no cell; one stands for it, so that it is counted.
        is_stopped || self.may_pass(second, has_moves) && visit(B::one(0), JUMPED, Move::PASS.bits())
    }

    /// The same as far as pieces go: without passes and holes, and jumps as ways from a cell to another.
    #[inline(always)]
    pub(crate) fn each_course(&self, us: usize, mut visit: impl FnMut(B, i32, u32) -> bool) -> bool {
        match &self.tables.second {
            None => self.each_quiet_way(us, &mut |targets, by, stamp, _| visit(targets, by, stamp)),
            Some(second) => self.each_second_way(second, us, false, &mut visit),
        }
    }

    /// Shows all ways to move but jumps and passes. The last number says which hole follows, from 1.
    #[inline(always)]
    pub(crate) fn each_quiet_way(&self, us: usize, visit: &mut impl FnMut(B, i32, u32, u16) -> bool) -> bool {
        let Mobile { motions, far_slides, leapers } = self.mobile(us);
        for motion in motions {
            if self.each_way_of(us, motion, &mut |targets, by, stamp| visit(targets, by, stamp, motion.shot))
            {
                return true;
            }
        }
        for slide in far_slides {
            let shot = slide.motion.shot;
            if self.each_far_way_of(us, slide, &mut |targets, by, stamp| visit(targets, by, stamp, shot)) {
                return true;
            }
        }
        for leaper in leapers {
            let mut pieces = self.own[us] & self.of_kind(leaper.kind);
            let allowed = (self.empty & leaper.to_empty) | (self.own[1 - us] & leaper.to_enemy);
            while let Some(from) = self.pop_for(us, &mut pieces) {
                let targets = leaper.hits[from] & allowed;
                if !targets.is_empty() && visit(targets, FROM + from as i32, leaper.stamp, 0) {
                    return true;
                }
            }
        }
        for placing in &self.tables.placings[us] {
            let targets = self.placing_targets(us, placing);
            if !targets.is_empty() && visit(targets, PLACED, placing.stamp, 0) {
                return true;
            }
        }
        false
    }

    /// What can move now: nothing while some pieces have to be placed first.
    #[inline(always)]
    fn mobile(&self, us: usize) -> Mobile<'_, B> {
        if self.must_place(us) {
            return Mobile { motions: &[], far_slides: &[], leapers: &[] };
        }
        let Tables { motions, far_slides, leapers, .. } = self.tables;
        Mobile { motions: &motions[us], far_slides: &far_slides[us], leapers: &leapers[us] }
    }

    /// Whether the player has pieces in hand that are placed before anything moves.
    #[inline(always)]
    pub(crate) fn must_place(&self, us: usize) -> bool {
        u32::from_ne_bytes(self.hands[us]) & self.tables.placed_first != 0
    }

    /// Where a kind of piece can be placed.
    #[inline]
    pub(crate) fn placing_targets(&self, us: usize, placing: &Placing<B>) -> B {
        if placing.hand.is_some_and(|slot| self.hands[us][slot] == 0) {
            return B::EMPTY;
        }
        if let Some(second) = &self.tables.second
            && second.turning >> placing.kind & 1 == 1
        {
            return self.bracketing(second, us) & self.allowed_for(us, placing);
        }
        if placing.everywhere {
            return self.empty;
        }
        self.allowed_for(us, placing)
    }

    /// The empty cells on which a kind of piece may be placed, as far as these alone decide.
    #[inline(always)]
    fn allowed_for(&self, us: usize, placing: &Placing<B>) -> B {
        let mut targets = placing.on;
        if let Some(below) = placing.columns {
            targets |= !(self.empty.moved(-below.shift) & below.from);
        }
        for &neighbour in &placing.next_to {
            let pieces = match neighbour {
                Neighbour::Own => self.own[us],
                Neighbour::Enemy => self.own[1 - us],
                Neighbour::Any => self.own[0] | self.own[1],
            };
            targets |= self.beside(pieces);
        }
        targets & self.empty
    }

    /// The cells beside those of a set.
    #[inline]
    pub(crate) fn beside(&self, cells: B) -> B {
        let rays = self.tables.adjacent.iter();
        rays.fold(B::EMPTY, |set, ray| set | (cells & ray.from).moved(ray.shift))
    }

    /// Whether the side to move has a move, whatever the goals say.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        self.can_move_as(self.to_move.index())
    }

    /// Whether a player has a move, passes excepted, if it is that player's turn.
    #[inline]
    pub(crate) fn can_move_as(&self, us: usize) -> bool {
        let Some(second) = &self.tables.second else {
            return self.each_quiet_way(us, &mut |_, _, _, _| true);
        };
        self.each_second_way(second, us, true, &mut |_, _, _| true)
    }

    /// The move to a cell by a way.
    #[inline(always)]
    pub(crate) fn move_to(to: usize, by: i32, stamp: u32) -> Move {
        if by == PLACED {
            Move::place(to, stamp)
        } else if by <= TAKEN {
            if by == SHOT { Move::with_hole(stamp, to) } else { Move::of_bits(stamp) }
        } else if by >= FROM {
            Move::step((by - FROM) as usize, to, stamp)
        } else {
            Move::step((to as i32 - by) as usize, to, stamp)
        }
    }

    /// The cells that a way comes from; none if pieces are placed.
    pub(crate) fn sources(targets: B, by: i32) -> B {
        if by == PLACED {
            B::EMPTY
        } else if by >= FROM {
            B::one((by - FROM) as usize)
        } else {
            targets.moved(-by)
        }
    }

    /// Takes the first cell in the player's order out of a set: each player begins at the own end of the board.
    #[inline(always)]
    pub(crate) fn pop(&self, cells: &mut B) -> Option<usize> {
        self.pop_for(self.to_move.index(), cells)
    }

    #[inline(always)]
    pub(crate) fn pop_for(&self, us: usize, cells: &mut B) -> Option<usize> {
        if us == 0 { cells.pop_high() } else { cells.pop() }
    }

    /// One of the cells on which the only kind of piece can be placed, each as likely as the others.
    #[inline]
    pub(crate) fn random_placing(&self, chance: &mut Stream) -> Option<Move> {
        let us = self.to_move.index();
        let placing = &self.tables.placings[us][0];
        let has_some = placing.hand.is_none_or(|slot| self.hands[us][slot] > 0);
        if has_some && !placing.each_column.is_empty() && !self.empty.is_empty() {
            // Every open column has one cell, so any column is drawn until it is an open one: most are, until late.
            loop {
                let column = placing.each_column[chance.below(placing.each_column.len())];
                if let Some(to) = (self.empty & column).pop_high() {
                    return Some(Move::place(to, placing.stamp));
                }
            }
        }
        // While many cells are empty, one that is drawn blindly is soon an empty one.
        for _ in 0..if has_some && placing.everywhere { BLIND_DRAWS } else { 0 } {
            let cell = chance.below(self.tables.n_bits);
            if self.empty.holds(cell) {
                return Some(Move::place(cell, placing.stamp));
            }
        }
        let targets = self.placing_targets(us, placing);
        let n_moves = targets.count();
        (n_moves > 0).then(|| Move::place(targets.select(chance.below(n_moves)), placing.stamp))
    }
}
