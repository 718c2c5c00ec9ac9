//! Proof-number search, depth first (df-pn, Nagai 2002): who wins, whatever it takes, with memory for what is hard.
//!
//! Every position has two numbers: how much is still to be shown to prove that its side to move wins, and to prove that it
//! does not. The search always goes where the least is missing. Numbers of a position's replies are not added up, since
//! in games full of transpositions that counts the same work many times: the largest counts, and one for each further
//! reply (weak proof numbers, Ueda and others 2008). A child is left only when its number has grown by a quarter over
//! the next best one's, so that the search does not flutter between equals (Pawlewicz and Lew 2007).

use zermelo_game::{Hints, Outcome, Player, Verdict};

use crate::budget::{Meter, WORK_INTERVAL};
use crate::canonical::CanonicalKeys;
use crate::proof_table::ProofTable;

/// Proved: nothing more can change it.
const NEVER: u32 = 1 << 28;

/// What is missing to prove that the side to move wins, and that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    win: u32,
    not: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { win: 0, not: NEVER };
    const LOST: Numbers = Numbers { win: NEVER, not: 0 };
    const OPEN: Numbers = Numbers { win: 1, not: 1 };

    fn is_known(self) -> bool {
        self.win == 0 || self.not == 0
    }
}

/// The search.
pub struct ProofSearch<'a, P: Hints> {
    table: ProofTable,
    /// What it may spend, and has spent.
    pub meter: Meter<'a>,
    /// The player whose win is to be shown: a draw is not one.
    attacker: Player,
    /// The children of all plies.
    stack: Vec<(P, u64, Numbers)>,
    canonical: &'a CanonicalKeys<P>,
    report: &'a mut dyn FnMut(u64),
}

impl<'a, P: Hints> ProofSearch<'a, P> {
    /// A search that remembers in so many megabytes.
    pub fn new(
        megabytes: usize,
        meter: Meter<'a>,
        canonical: &'a CanonicalKeys<P>,
        report: &'a mut dyn FnMut(u64),
    ) -> Self {
        ProofSearch {
            table: ProofTable::new(megabytes),
            meter,
            attacker: Player::First,
            stack: Vec::new(),
            canonical,
            report,
        }
    }

    /// Whether the side to move wins (a draw is no win); `None` if the budget ran out.
    pub fn wins(&mut self, pos: &P) -> Option<bool> {
        self.attacker = pos.to_move();
        self.settle(pos)
    }

    /// Whether the side to move does not lose.
    pub fn holds(&mut self, pos: &P) -> Option<bool> {
        self.attacker = pos.to_move().other();
        self.settle(pos)
    }

    /// A move that keeps a win that has been proved.
    pub fn winning_move(&mut self, pos: &P) -> Option<P::Move> {
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        self.attacker = pos.to_move();
        // What was proved may have been replaced in the table: then it is proved again.
        let is_proved = |search: &Self, mv: P::Move| search.numbers(&pos.after(mv), 1).1.not == 0;
        if let Some(&mv) = moves.iter().find(|&&mv| is_proved(self, mv)) {
            return Some(mv);
        }
        moves.into_iter().find(|&mv| self.settle(&pos.after(mv)) == Some(false))
    }

    /// Whether the side to move reaches its goal.
    fn settle(&mut self, pos: &P) -> Option<bool> {
        let (key, numbers) = self.numbers(pos, 0);
        let numbers = if numbers.is_known() {
            numbers
        } else {
            self.expand(pos, key, 0, Numbers { win: NEVER, not: NEVER })
        };
        numbers.is_known().then_some(numbers.win == 0)
    }

    /// What is known of a position: from the rules, from the game's knowledge, from the table, or nothing yet.
    fn numbers(&self, pos: &P, ply: usize) -> (u64, Numbers) {
        if let Some(outcome) = pos.outcome() {
            let wins = match outcome {
                Outcome::Win(player) => player == pos.to_move(),
                Outcome::Draw => pos.to_move() != self.attacker,
            };
            return (0, if wins { Numbers::WON } else { Numbers::LOST });
        }
        let key = self.canonical.key(pos, ply);
        let key = if pos.to_move() == self.attacker { key } else { key.rotate_left(32) ^ DEFENDS };
        if let Some(finding) = self.table.get(key) {
            return (key, unpack(finding));
        }
        if pos.winning_move().is_some() {
            return (key, Numbers::WON);
        }
        match pos.verdict() {
            Some(Verdict::Win(_)) => (key, Numbers::WON),
            Some(Verdict::Loss(_)) => (key, Numbers::LOST),
            None => (key, Numbers::OPEN),
        }
    }

    /// Works on a position until one of its numbers reaches its limit.
    fn expand(&mut self, pos: &P, key: u64, ply: usize, limit: Numbers) -> Numbers {
        if self.meter.spend() {
            return Numbers::OPEN;
        }
        if self.meter.nodes() & 0xF_FFFF == 0 {
            (self.report)(self.meter.nodes());
        }
        let nodes_before = self.meter.nodes();
        let base = self.stack.len();
        let mut won = false;
        let mut children = std::mem::take(&mut self.stack);
        let mut add = |mv| {
            if !won {
                let child = pos.after(mv);
                let (key, numbers) = self.numbers(&child, ply + 1);
                won = numbers.not == 0;
                children.push((child, key, numbers));
            }
        };
        pos.each_safe_move(&mut add);
        self.stack = children;

        let numbers = loop {
            // For the side to move the easiest child counts; against it all of them.
            let (mut best, mut win, mut next, mut most, mut n_open) = (base, NEVER, NEVER, 0, 0);
            for (index, (_, _, child)) in self.stack[base..].iter().enumerate() {
                if child.not < win {
                    (next, win, best) = (win, child.not, base + index);
                } else {
                    next = next.min(child.not);
                }
                if child.win > 0 {
                    n_open += 1;
                    most = most.max(child.win);
                }
            }
            let not = if most >= NEVER { NEVER } else { most + u32::saturating_sub(n_open, 1) };
            let numbers = if win == 0 {
                Numbers::WON
            } else if n_open == 0 {
                Numbers::LOST
            } else {
                Numbers { win, not }
            };
            if numbers.is_known()
                || numbers.win >= limit.win
                || numbers.not >= limit.not
                || self.meter.is_spent()
            {
                break numbers;
            }
            let (child, child_key, _) = self.stack[best].clone();
            let child_limit = Numbers {
                win: limit.not.saturating_sub(n_open - 1).min(NEVER),
                not: limit.win.min(next.saturating_add(next / 4).saturating_add(1)),
            };
            let found = self.expand(&child, child_key, ply + 1, child_limit);
            if self.meter.is_spent() {
                break Numbers::OPEN;
            }
            self.stack[best].2 = found;
        };
        self.stack.truncate(base);
        if !self.meter.is_spent() {
            let (nodes, meter) = (self.meter.nodes() - nodes_before + 1, &mut self.meter);
            self.table.put(key, pack(numbers), nodes, &mut || !meter.work(WORK_INTERVAL));
        }
        numbers
    }
}

/// Joined to the keys of positions in which the defender is to move: for it a draw is as good as a win.
const DEFENDS: u64 = 0x5DEF_E0D5_0000_0001;

/// Both numbers as a finding.
#[inline]
fn pack(numbers: Numbers) -> u64 {
    let part =
        |number: u32| u64::from(if number >= NEVER { PACKED_NEVER } else { number.min(PACKED_NEVER - 1) });
    part(numbers.win) | part(numbers.not) << 24
}

#[inline]
fn unpack(finding: u64) -> Numbers {
    let part = |shift: u32| match (finding >> shift) as u32 & PACKED_NEVER {
        PACKED_NEVER => NEVER,
        number => number,
    };
    Numbers { win: part(0), not: part(24) }
}

const PACKED_NEVER: u32 = 0xFF_FFFF;
