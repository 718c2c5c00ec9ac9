//! A position of a described game: sets of cells, and a pointer to the tables that say what they mean.
//!
//! Owners are one set each; the kind of a piece is a number in binary, one plane a digit. Where there is only one kind, the planes
//! are free: games of connection keep there which stones of each player hang together with the first side. What is neither empty nor
//! anybody's is a hole. The end of the game is found once, in `play`.

use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

use zermelo_game::{Outcome, Player, Position, Stream, zobrist};

use crate::cells::Cells;
use crate::end::End;
use crate::moves::Move;
use crate::rules::{MOST_HANDS, MOST_KINDS};
use crate::tables::{KIND_PLANES, Tables};

/// The number of keys for pieces: a kind and a player each. Holes have one more.
const HOLE: usize = 2 * MOST_KINDS;
const CELLS: usize = 384;

static KEYS: [[u64; CELLS]; HOLE + 1] = {
    let mut keys = [[0; CELLS]; HOLE + 1];
    let mut code = 0;
    while code <= HOLE {
        keys[code] = zobrist::table(code);
        code += 1;
    }
    keys
};

/// So many ways to move are remembered while one is drawn.
const MOST_KEPT: usize = 12;

/// A position.
#[derive(Clone, Copy)]
pub struct Board<B: Cells> {
    pub(crate) own: [B; 2],
    pub(crate) empty: B,
    /// The kinds in binary, or the stones of each player that are linked to a side.
    pub(crate) planes: [B; KIND_PLANES],
    key: u64,
    /// The key of the board turned by half a turn with the players exchanged; kept where that is a symmetry.
    turned_key: u64,
    pub(crate) tables: &'static Tables<B>,
    pub(crate) hands: [[u8; MOST_HANDS]; 2],
    pub(crate) clock: u16,
    pub(crate) to_move: Player,
    pub(crate) end: End,
}

impl<B: Cells> PartialEq for Board<B> {
    fn eq(&self, other: &Self) -> bool {
        (self.own, self.empty, self.planes) == (other.own, other.empty, other.planes)
            && (self.hands, self.clock) == (other.hands, other.clock)
            && (self.to_move, self.end) == (other.to_move, other.end)
    }
}

impl<B: Cells> Eq for Board<B> {}

impl<B: Cells> Hash for Board<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl<B: Cells> Debug for Board<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.own.map(|own| own.cells().collect::<Vec<_>>());
        write!(
            f,
            "{}({:?} to move, {cells:?}, hands {:?}, {:?})",
            self.tables.id, self.to_move, self.hands, self.end
        )
    }
}

pub(crate) fn hand_key(player: usize, slot: usize, count: u8) -> u64 {
    zobrist::number(64 + player * MOST_HANDS + slot, usize::from(count))
}

fn clock_key(clock: u16) -> u64 {
    zobrist::number(96, usize::from(clock))
}

impl<B: Cells> Board<B> {
    /// A position with these pieces, judged by the rules.
    pub(crate) fn new(
        tables: &'static Tables<B>,
        pieces: [&[B]; 2],
        holes: B,
        hands: [[u8; MOST_HANDS]; 2],
        clock: u16,
        to_move: Player,
    ) -> Self {
        let mut board = Board {
            own: [B::EMPTY; 2],
            empty: tables.board & !holes,
            planes: [B::EMPTY; KIND_PLANES],
            key: 0,
            turned_key: 0,
            tables,
            hands,
            clock,
            to_move,
            end: End::NONE,
        };
        for (player, of_kinds) in pieces.into_iter().enumerate() {
            for (kind, &cells) in of_kinds.iter().enumerate() {
                board.own[player] |= cells;
                board.empty = board.empty & !cells;
                for (digit, plane) in board.planes.iter_mut().enumerate() {
                    if kind >> digit & 1 == 1 {
                        *plane |= cells;
                    }
                }
                cells.cells().for_each(|cell| board.toggle(player, kind, cell));
            }
        }
        holes.cells().for_each(|cell| board.toggle_hole(cell));
        if let Some(links) = &tables.links {
            for (player, [side, _]) in links.iter().enumerate() {
                let ahead = board.own[player] & *side;
                board.planes[player] = board.linked(board.own[player], ahead, ahead);
            }
        }
        if to_move == Player::Second {
            board.key ^= zobrist::SECOND_TO_MOVE;
        }
        if tables.has_memory {
            for (player, hand) in hands.into_iter().enumerate() {
                for (slot, count) in hand.into_iter().enumerate() {
                    board.key ^= hand_key(player, slot, count);
                    board.turned_key ^= hand_key(1 - player, slot, count);
                }
            }
            board.key ^= clock_key(clock);
            board.turned_key ^= clock_key(clock);
        }
        board.end = board.judged();
        board
    }

    /// A piece comes to a cell or leaves it, for the keys.
    #[inline(always)]
    fn toggle(&mut self, player: usize, kind: usize, cell: usize) {
        self.key ^= KEYS[2 * kind + player][cell];
        if self.tables.swaps {
            self.turned_key ^= KEYS[2 * kind + 1 - player][self.tables.turn_sum - cell];
        }
    }

    fn toggle_hole(&mut self, cell: usize) {
        self.key ^= KEYS[HOLE][cell];
        if self.tables.swaps {
            self.turned_key ^= KEYS[HOLE][self.tables.turn_sum - cell];
        }
    }

    /// A piece leaves a cell, which is empty then.
    pub(crate) fn lift(&mut self, player: usize, kind: usize, cell: usize) {
        self.toggle(player, kind, cell);
        self.own[player].flip(cell);
        self.empty.flip(cell);
        if self.tables.has_kinds {
            self.flip_kind(kind, cell);
        }
    }

    /// A piece comes to a cell that is empty.
    pub(crate) fn put(&mut self, player: usize, kind: usize, cell: usize) {
        self.lift(player, kind, cell);
    }

    /// An empty cell is gone.
    pub(crate) fn make_hole(&mut self, cell: usize) {
        self.toggle_hole(cell);
        self.empty.flip(cell);
    }

    /// Changes both keys.
    pub(crate) fn change_keys(&mut self, key: u64, turned: u64) {
        self.key ^= key;
        self.turned_key ^= turned;
    }

    /// One ply more counts towards the limit, or it is counted anew.
    pub(crate) fn count_ply(&mut self, begins_anew: bool) {
        let Some((plies, _)) = self.tables.limit else { return };
        let next = if begins_anew { 0 } else { self.clock.saturating_add(1).min(plies) };
        let change = clock_key(self.clock) ^ clock_key(next);
        self.change_keys(change, change);
        self.clock = next;
    }

    /// The cells of one kind of both players; cells without pieces may be among them.
    #[inline(always)]
    pub(crate) fn of_kind(&self, kind: u8) -> B {
        if !self.tables.has_kinds {
            return !B::EMPTY;
        }
        let digit = |digit: usize| {
            let plane = self.planes[digit];
            if kind >> digit & 1 == 1 { plane } else { !plane }
        };
        digit(0) & digit(1) & digit(2)
    }

    /// The kind of the piece on a cell.
    #[inline]
    pub(crate) fn kind_at(&self, cell: usize) -> usize {
        if !self.tables.has_kinds {
            return 0;
        }
        (0..KIND_PLANES).map(|digit| usize::from(self.planes[digit].has(cell)) << digit).sum()
    }

    /// A piece of a kind comes to a cell or leaves it, for the planes of kinds.
    #[inline(always)]
    fn flip_kind(&mut self, kind: usize, cell: usize) {
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            if kind >> digit & 1 == 1 {
                plane.flip(cell);
            }
        }
    }
}

impl<B: Cells> Position for Board<B> {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.end.outcome()
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.end.is_over() {
            return;
        }
        self.each_way(self.to_move.index(), |mut targets, by, stamp| {
            while let Some(to) = self.pop(&mut targets) {
                visit(Self::move_to(to, by, stamp));
            }
            false
        });
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let mut n_moves = 0;
        if !self.end.is_over() {
            self.each_way(self.to_move.index(), |targets, _, _| {
                n_moves += targets.count();
                false
            });
        }
        n_moves
    }

    #[inline]
    fn random_move(&self, chance: &mut Stream) -> Option<Move> {
        if self.end.is_over() {
            return None;
        }
        if self.tables.only_places {
            return self.random_placing(chance);
        }
        // Ways are kept while they are counted: to find one again costs as much as to count all.
        let mut kept = [(B::EMPTY, 0, 0); MOST_KEPT];
        let (mut n_ways, mut n_moves) = (0, 0);
        let us = self.to_move.index();
        self.each_way(us, |targets, by, stamp| {
            if let Some(place) = kept.get_mut(n_ways) {
                *place = (targets, by, stamp);
            }
            n_ways += 1;
            n_moves += targets.count();
            false
        });
        if n_moves == 0 {
            return None;
        }
        let mut left = chance.below(n_moves);
        let mut found = None;
        let mut take = |targets: B, by: i32, stamp: u32| {
            let count = targets.count();
            if left < count {
                found = Some(Self::move_to(targets.select(left), by, stamp));
                return true;
            }
            left -= count;
            false
        };
        if n_ways <= MOST_KEPT {
            let _ = kept[..n_ways].iter().any(|&(targets, by, stamp)| take(targets, by, stamp));
        } else {
            self.each_way(us, take);
        }
        found
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let tables = self.tables;
        if let Some(second) = &tables.second {
            return self.play_second(second, mv);
        }
        let (us, them) = (self.to_move.index(), self.to_move.other().index());
        let (to, kind) = (mv.to(), mv.kind());
        match mv.from() {
            Some(from) => {
                self.toggle(us, kind, from);
                self.own[us].flip(from);
                if tables.has_kinds {
                    self.flip_kind(kind, from);
                }
                if self.own[them].holds(to) {
                    let taken = if tables.has_kinds { self.kind_at(to) } else { 0 };
                    self.own[them].flip(to);
                    self.empty.flip(to);
                    self.toggle(them, taken, to);
                    if tables.has_kinds {
                        self.flip_kind(taken, to);
                    }
                }
                if mv.leaves_hole() {
                    self.toggle_hole(from);
                } else {
                    self.empty.flip(from);
                }
            }
            None => {
                if let Some(slot) = tables.hand_of[kind] {
                    let left = self.hands[us][slot];
                    self.hands[us][slot] = left - 1;
                    if tables.has_memory {
                        self.key ^= hand_key(us, slot, left) ^ hand_key(us, slot, left - 1);
                        self.turned_key ^= hand_key(them, slot, left) ^ hand_key(them, slot, left - 1);
                    }
                }
            }
        }
        let mut becomes = kind;
        if tables.has_kinds {
            if let Some(promotion) = tables.becomes[us][kind].iter().find(|one| one.zone.has(to)) {
                becomes = usize::from(promotion.kind);
            }
            self.flip_kind(becomes, to);
        }
        // What was taken has left its cell empty.
        self.own[us].flip(to);
        self.empty.flip(to);
        if let Some(links) = &tables.links {
            self.link(us, to, &links[us][0]);
        }
        self.toggle(us, becomes, to);
        self.key ^= zobrist::SECOND_TO_MOVE;
        self.to_move = self.to_move.other();
        if let Some((plies, _)) = tables.limit {
            // A board that was set up may stand at the limit already.
            let next = self.clock.saturating_add(1).min(plies);
            self.key ^= clock_key(self.clock) ^ clock_key(next);
            self.turned_key ^= clock_key(self.clock) ^ clock_key(next);
            self.clock = next;
        }
        for check in &tables.goals[us] {
            if self.holds(check, to) {
                self.end = self.ended(check.ending);
                return;
            }
        }
        if let Some(ends) = tables.stuck
            && !self.can_move()
        {
            self.end = ends[them];
            return;
        }
        if let Some((plies, end)) = tables.limit
            && self.clock >= plies
        {
            self.end = end;
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl<B: Cells> Board<B> {
    /// The key that the board has for the side to move, where the players can be exchanged.
    #[inline]
    pub(crate) fn mover_key(&self) -> u64 {
        if self.tables.swaps && self.to_move == Player::Second { self.turned_key } else { self.key }
    }
}
