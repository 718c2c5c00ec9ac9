//! Numbers of moves for learners in games of the second tier: every move that there can be, in order. A hole is a third cell, and
//! jumps with the same ends are counted as far as anybody has seen so many; what goes beyond shares the last number.

use zermelo_game::{Player, Position};

use crate::cells::Cells;
use crate::game::Described;
use crate::inputs::seat;
use crate::moves::Move;
use crate::plays::each_possible;
use crate::position::Board;
use crate::second::{Chain, Passes};
use crate::tables::Tables;

/// Of jumps with the same ends so many have numbers of their own.
const MOST_RANKS: usize = 16;

/// What the numbers are, in words.
pub const SECOND: &str = "moves that there can be";

/// All moves that there can be, as the mover's network sees them.
pub struct SecondNumbers {
    /// What tells moves apart, in order: the number of a move is the place of its key.
    keys: Vec<u64>,
    /// The board as the second player sees it, if it is turned.
    turned: Option<Vec<usize>>,
}

impl SecondNumbers {
    /// The numbers of a game.
    pub fn new<B: Cells>(game: &Described<B>) -> SecondNumbers {
        let tables = game.tables();
        let mut numbers = SecondNumbers { keys: Vec::new(), turned: seat(game).0 };
        let mut keys = Vec::new();
        for player in Player::BOTH {
            each_possible(tables, player, |mv| keys.push(numbers.key(player, mv)));
            each_possible_jump(tables, player, |mv| keys.push(numbers.key(player, mv)));
            if tables.rules.passes != Passes::Never {
                keys.push(numbers.key(player, Move::PASS));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        numbers.keys = keys;
        numbers
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// The number of a legal move.
    pub fn number<B: Cells>(&self, pos: &Board<B>, mv: Move) -> usize {
        self.keys.binary_search(&self.key(pos.to_move(), mv)).unwrap_or(0)
    }

    /// The legal move of a number; the first one if several share it.
    pub fn find<B: Cells>(&self, pos: &Board<B>, number: usize) -> Option<Move> {
        let (wanted, player) = (*self.keys.get(number)?, pos.to_move());
        let mut found = None;
        pos.each_move(|mv| {
            if found.is_none() && self.key(player, mv) == wanted {
                found = Some(mv);
            }
        });
        found
    }

    /// What tells a move of a player from others. The columns into which pieces fall are told apart by where they come to rest.
    fn key(&self, player: Player, mv: Move) -> u64 {
        if mv.is_pass() {
            return u64::MAX;
        }
        let cell = |bit: usize| match &self.turned {
            Some(image) if player == Player::Second => image[bit] as u64,
            _ => bit as u64,
        };
        let (to, kind) = (cell(mv.to()), mv.kind() as u64);
        let Some(from) = mv.from() else { return kind << 9 | to };
        let third = match mv.hole() {
            Some(hole) => cell(hole) + 1,
            None if mv.is_jump() => 1024 + mv.rank().min(MOST_RANKS - 1) as u64,
            None => 0,
        };
        1 << 40 | cell(from) << 20 | to << 11 | third
    }
}

/// Shows all jumps that a player can ever make: from each cell to every one that jumps lead to.
fn each_possible_jump<B: Cells>(tables: &Tables<B>, player: Player, mut visit: impl FnMut(Move)) {
    let Some(second) = &tables.second else { return };
    let us = player.index();
    let can_own = |kind: usize| tables.rules.can_own(player, kind);
    let jumps: Vec<_> = second.jumps[us].iter().filter(|jump| can_own(usize::from(jump.kind))).collect();
    let has_chains = jumps.iter().any(|jump| jump.chain != Chain::Once);
    for from in tables.board.cells() {
        let (mut reached, mut ahead) = (B::EMPTY, B::one(from));
        // Kinds that a piece becomes on its way jump on as such.
        while let Some(at) = ahead.pop() {
            for jump in &jumps {
                let mut next = at;
                for step in 1..=jump.reach {
                    if !jump.ray.from.has(next) {
                        break;
                    }
                    next = (next as i32 + jump.ray.shift) as usize;
                    if step >= 2 && !reached.has(next) {
                        reached |= B::one(next);
                        if has_chains {
                            ahead |= B::one(next);
                        }
                    }
                }
            }
        }
        let n_ranks = if has_chains { MOST_RANKS } else { 1 };
        for to in reached.cells() {
            (0..n_ranks).for_each(|rank| visit(Move::jump(from, to, 0, rank)));
        }
    }
}
