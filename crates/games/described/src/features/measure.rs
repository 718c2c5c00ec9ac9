//! How a feature is measured on a board, for one player.

use zermelo_game::Player;

use super::lines::LineGoal;
use crate::cells::Cells;
use crate::position::Board;
use crate::tables::{Motion, Tables};

/// No group has more features than this.
pub const MOST_VALUES: usize = 4;

/// How features are measured for one player.
#[derive(Clone, Debug)]
pub enum Measure<B> {
    /// Pieces of a kind, on the board and in hand.
    Material(u8),
    Mobility,
    /// Pieces that can move.
    Movable,
    /// Cells that pieces reach in two moves.
    TwoMoves,
    /// Empty cells that pieces reach before the opponent's do.
    Nearer,
    /// Enemies that can be taken for nothing.
    Loose,
    /// A number for every cell of each player's.
    Places([Vec<f64>; 2]),
    /// The same for the pieces of one kind.
    KindPlaces(u8, [Vec<f64>; 2]),
    /// The largest such number.
    Front([Vec<f64>; 2]),
    /// Windows of each player's lines without strange pieces, by the number of pieces that they lack.
    Windows([Vec<LineGoal<B>>; 2]),
    /// Empty cells that complete a line.
    Threats([Vec<LineGoal<B>>; 2]),
    /// Those on which the turn falls to the player when the columns fill up. The cells that are filled while an even number is empty.
    LateThreats([Vec<LineGoal<B>>; 2], B),
    Path([[B; 2]; 2]),
}

/// The shares of both players. What is measured for both at once is.
pub fn shares<B: Cells>(measure: &Measure<B>, pos: &Board<B>) -> [[f64; MOST_VALUES]; 2] {
    let counted = |sets: [B; 2]| sets.map(|set| [set.count() as f64, 0.0, 0.0, 0.0]);
    match measure {
        Measure::Nearer => counted(pos.nearer()),
        Measure::Loose => counted(pos.loose()),
        _ => [0, 1].map(|who| share(measure, pos, who)),
    }
}

/// The share of a player.
pub fn share<B: Cells>(measure: &Measure<B>, pos: &Board<B>, who: usize) -> [f64; MOST_VALUES] {
    let mut values = [0.0; MOST_VALUES];
    values[0] = match measure {
        Measure::Material(kind) => {
            let on_board = (pos.own[who] & pos.of_kind(*kind)).count();
            let in_hand = pos.tables.hand_of[usize::from(*kind)].map_or(0, |slot| pos.hands[who][slot]);
            on_board as f64 + f64::from(in_hand)
        }
        Measure::Mobility => {
            let mut n_moves = 0;
            pos.each_course(who, |targets, _, _| {
                n_moves += targets.count();
                false
            });
            n_moves as f64
        }
        Measure::Movable => pos.movable(who).count() as f64,
        Measure::TwoMoves => pos.within_two_moves(who).count() as f64,
        Measure::Nearer => pos.nearer()[who].count() as f64,
        Measure::Loose => pos.loose()[who].count() as f64,
        Measure::Places(worth) => pos.own[who].cells().map(|cell| worth[who][cell]).sum(),
        Measure::KindPlaces(kind, worth) => {
            (pos.own[who] & pos.of_kind(*kind)).cells().map(|cell| worth[who][cell]).sum()
        }
        Measure::Front(worth) => pos.own[who].cells().map(|cell| worth[who][cell]).fold(0.0, f64::max),
        Measure::Windows(goals) => {
            goals[who].iter().for_each(|goal| goal.count_windows(pos, who, &mut values));
            return values;
        }
        Measure::Threats(goals) => pos.threats(&goals[who], who).count() as f64,
        Measure::LateThreats(goals, even) => {
            let is_even = pos.empty.count().is_multiple_of(2);
            let falls_on_even = is_even == (pos.to_move.index() == who);
            let due = if falls_on_even { *even } else { !*even };
            (pos.threats(&goals[who], who) & due).count() as f64
        }
        Measure::Path(sides) => -(pos.lacking(who, &sides[who]) as f64),
    };
    values
}

impl<B: Cells> Measure<B> {
    /// Whether a player never has a share.
    pub fn is_nothing(&self, tables: &Tables<B>, who: usize) -> bool {
        match self {
            Measure::Material(kind) => !tables.rules.can_own(Player::BOTH[who], usize::from(*kind)),
            Measure::Places(worth) | Measure::Front(worth) | Measure::KindPlaces(_, worth) => {
                worth[who].iter().all(|&worth| worth == 0.0)
            }
            Measure::Windows(goals) | Measure::Threats(goals) | Measure::LateThreats(goals, _) => {
                goals[who].is_empty()
            }
            _ => false,
        }
    }

    /// The least and the most that a player's share can be. True of every position, and rarely reached.
    pub fn range(&self, tables: &Tables<B>, who: usize) -> [f64; 2] {
        let cells = tables.board.count() as f64;
        let most = match self {
            // A hand is counted in a byte.
            Measure::Material(kind) => {
                let in_hand = tables.hand_of[usize::from(*kind)].map_or(0.0, |_| f64::from(u8::MAX));
                cells + in_hand
            }
            Measure::Mobility => most_moves(tables, who),
            Measure::Places(worth) | Measure::KindPlaces(_, worth) => {
                let sum =
                    |is_counted: fn(f64) -> bool| worth[who].iter().filter(|&&worth| is_counted(worth)).sum();
                return [sum(|worth| worth < 0.0), sum(|worth| worth > 0.0)];
            }
            Measure::Front(worth) => worth[who].iter().copied().fold(0.0, f64::max),
            Measure::Windows(goals) => goals[who].iter().map(LineGoal::n_windows).sum::<usize>() as f64,
            Measure::Path(_) => {
                let shape = &tables.rules.shape;
                return [-((shape.rows + shape.cols) as f64), 0.0];
            }
            Measure::Movable
            | Measure::TwoMoves
            | Measure::Nearer
            | Measure::Loose
            | Measure::Threats(_)
            | Measure::LateThreats(..) => cells,
        };
        [0.0, most]
    }

    /// About how many nanoseconds a measurement takes.
    pub fn cost(&self, tables: &Tables<B>) -> usize {
        let words = B::CAPACITY / 64;
        let n_ways: usize =
            tables.motions.iter().flatten().map(|motion| usize::from(motion.reach).min(8)).sum();
        let ways = 20 + 2 * words * n_ways;
        match self {
            Measure::Material(_) => 4 * words,
            Measure::Mobility | Measure::Movable => ways,
            Measure::TwoMoves => 4 * ways,
            Measure::Nearer => 4 * ways + 4 * words * tables.n_bits,
            Measure::Loose => 2 * ways,
            Measure::Places(_) | Measure::Front(_) | Measure::KindPlaces(..) => 10 + tables.n_bits / 2,
            Measure::Windows(goals) | Measure::Threats(goals) | Measure::LateThreats(goals, _) => {
                let lengths: usize = goals.iter().flatten().map(|goal| goal.length).sum();
                lengths * tables.axes.len() * words * if B::IS_WIDE { 6 } else { 2 }
            }
            Measure::Path(_) => tables.rules.shape.rows * tables.adjacent.len() * words * 12,
        }
    }
}

/// More moves than a player ever has: every way to move from every cell, and every placement.
fn most_moves<B: Cells>(tables: &Tables<B>, who: usize) -> f64 {
    let cells = tables.board.count();
    let reach = |motion: &Motion<B>| usize::from(motion.reach).min(cells);
    let motions: usize = tables.motions[who].iter().map(reach).sum();
    let slides: usize = tables.far_slides[who].iter().map(|slide| reach(&slide.motion)).sum();
    let leaps: usize = tables.leapers[who]
        .iter()
        .map(|leaper| leaper.hits.iter().map(|hits| hits.count()).sum::<usize>())
        .sum();
    // A chain of jumps is counted once for each of its ends and of what it takes.
    let jumps = tables.second.as_ref().map_or(0, |second| second.jumps[who].len() * 512);
    (cells * (motions + slides + jumps + tables.placings[who].len()) + leaps) as f64
}

impl<B: Cells> Board<B> {
    /// How many more stones a player needs to connect two sides, if the opponent added none; one more than the board has
    /// rows if that cannot be done.
    fn lacking(&self, who: usize, sides: &[B; 2]) -> usize {
        let own = self.own[who];
        let flood = |mut reached: B| loop {
            let next = reached | (self.beside(reached) & own);
            if next == reached {
                return reached;
            }
            reached = next;
        };
        let most = self.tables.rules.shape.rows + self.tables.rules.shape.cols;
        let mut reached = flood(sides[0] & own);
        for stones in 0..most {
            if !(reached & sides[1]).is_empty() {
                return stones;
            }
            let next = flood(reached | ((self.beside(reached) | sides[0]) & self.empty));
            if next == reached {
                return most;
            }
            reached = next;
        }
        most
    }

    /// The empty cells that complete a line.
    fn threats(&self, goals: &[LineGoal<B>], who: usize) -> B {
        let completing = |goal: &LineGoal<B>| self.completing(goal.pieces(self, who), goal.length);
        goals.iter().fold(B::EMPTY, |cells, goal| cells | completing(goal))
    }

    /// The cells on which a player could take something.
    fn attacked(&self, who: usize) -> B {
        let mut cells = B::EMPTY;
        for motion in self.tables.motions[who].iter().filter(|motion| !motion.to_enemy.is_empty()) {
            let mut at = self.own[who];
            if self.tables.has_kinds {
                at = at & self.of_kind(motion.kind);
            }
            for step in 0..motion.reach {
                if step > 0 {
                    at = at & self.empty;
                }
                at = (at & motion.ray.from).moved(motion.ray.shift);
                if at.is_empty() {
                    break;
                }
                cells |= at & motion.to_enemy;
            }
        }
        for leaper in self.tables.leapers[who].iter().filter(|leaper| !leaper.to_enemy.is_empty()) {
            let mut pieces = self.own[who] & self.of_kind(leaper.kind);
            while let Some(from) = pieces.pop() {
                cells |= leaper.hits[from] & leaper.to_enemy;
            }
        }
        cells
    }

    /// The enemies of each player that could be taken and not taken back.
    fn loose(&self) -> [B; 2] {
        let [first, second] = [self.attacked(0), self.attacked(1)];
        [first & self.own[1] & !second, second & self.own[0] & !first]
    }

    /// The empty cells that each player's pieces reach in fewer moves than the opponent's; in as many for the side to move.
    fn nearer(&self) -> [B; 2] {
        let us = self.to_move.index();
        let mut taken = [B::EMPTY; 2];
        let (mut fronts, mut free) = (self.own, self.empty);
        while fronts != [B::EMPTY; 2] {
            for player in [us, 1 - us] {
                fronts[player] = self.stepped(player, fronts[player]) & free;
                taken[player] |= fronts[player];
                free = free & !fronts[player];
            }
        }
        taken
    }

    /// The empty cells to which pieces on these cells could move, whatever their kind.
    fn stepped(&self, who: usize, mut cells: B) -> B {
        let mut reached = B::EMPTY;
        for motion in &self.tables.motions[who] {
            let mut at = cells;
            for _ in 0..motion.reach {
                at = (at & motion.ray.from).moved(motion.ray.shift) & self.empty;
                if at.is_empty() {
                    break;
                }
                reached |= at & motion.to_empty;
            }
        }
        if !self.tables.leapers[who].is_empty() {
            while let Some(from) = cells.pop() {
                let leapers = self.tables.leapers[who].iter();
                reached |= leapers.fold(B::EMPTY, |set, leaper| set | (leaper.hits[from] & leaper.to_empty));
            }
        }
        reached & self.empty
    }

    /// The pieces of a player that can move.
    fn movable(&self, who: usize) -> B {
        let mut sources = B::EMPTY;
        self.each_course(who, |targets, by, _| {
            sources |= Self::sources(targets, by);
            false
        });
        sources
    }

    /// The cells that a player's pieces reach in one move or two, if the board stays as it is.
    fn within_two_moves(&self, who: usize) -> B {
        let mut reached = B::EMPTY;
        self.each_course(who, |targets, _, _| {
            reached |= targets;
            false
        });
        let mut next = *self;
        next.own[who] = reached;
        let mut all = reached;
        next.each_course(who, |targets, _, _| {
            all |= targets;
            false
        });
        all
    }
}
