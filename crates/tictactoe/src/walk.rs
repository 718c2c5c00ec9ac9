//! All games of a table at once: every position in which the table moves is visited one time, with the weight
//! of all the ways that lead there.
//!
//! What a table may do in a position, and what may come back, is known before any table is: a [`Walk`] is
//! that graph. Its nodes are the positions in which the table has a choice, fewer stones first. A table takes
//! one turn in each node it reaches, and a turn holds what ends before the table's next choice and the arcs
//! along which the rest goes on. Weights multiply along the arcs and add where they meet, so that the same
//! walk counts games (each reply weighs 1) and tells probabilities (each of n replies weighs 1/n), in any
//! arithmetic.

use std::ops::{Add, AddAssign, Mul};

use zermelo_game::{Outcome, Player};

use crate::base_case::BaseCases;
use crate::board::{Board, Cells, N_CODES};
use crate::table::Genes;

/// What ways are weighed with.
pub trait Weight: Copy + PartialEq + AddAssign + Add<Output = Self> + Mul<Output = Self> {
    /// No way.
    const ZERO: Self;
    /// The way of what is certain.
    const ONE: Self;

    /// The weight of one of `n` replies.
    fn of_one_in(n: usize) -> Self;
}

/// Counts: every reply is a game more.
impl Weight for u32 {
    const ZERO: u32 = 0;
    const ONE: u32 = 1;

    fn of_one_in(_n: usize) -> u32 {
        1
    }
}

/// Probabilities: all replies are equally likely.
impl Weight for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    fn of_one_in(n: usize) -> f64 {
        1.0 / n as f64
    }
}

/// Which positions are one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// The 765 classes: for opponents to whom all sides of the board are the same.
    BaseCases,
    /// Every board by itself.
    Boards,
}

/// The weights of the games that the table wins, draws and loses.
pub type Ends<W> = [W; 3];

/// What one cell leads to in one node.
#[derive(Clone, Copy)]
struct Turn<W> {
    /// What ends before the table's next choice.
    ends: Ends<W>,
    /// Where the arcs to the next nodes begin and end.
    arcs: [u32; 2],
}

/// A way to a node, and its weight.
#[derive(Clone, Copy)]
struct Arc<W> {
    node: u16,
    weight: W,
}

/// The graph of all games of one player, a table, against one kind of replies.
pub struct Walk<W> {
    /// What ends before the table's first choice, and where the rest goes on.
    at_once: Ends<W>,
    start: Vec<Arc<W>>,
    /// The gene that chooses, by node.
    genes: Vec<u16>,
    /// By node and allele; alleles are those of the base case, so that no cell needs to be turned while
    /// walking.
    turns: Vec<Turn<W>>,
    arcs: Vec<Arc<W>>,
}

impl<W: Weight> Walk<W> {
    /// The graph of a table that is `player`, while the other side draws from `replies`, which must be empty
    /// cells. Where there are none although the game goes on, it counts as a draw.
    pub fn new(cases: &BaseCases, player: Player, nodes: Nodes, replies: impl Fn(Board) -> Cells) -> Walk<W> {
        let mut known = Known { cases, nodes, boards: Vec::new(), numbers: vec![u16::MAX; N_CODES] };
        let (mut at_once, mut start) = ([W::ZERO; 3], Vec::new());
        match player {
            Player::First => start.push(Arc { node: known.number(Board::EMPTY), weight: W::ONE }),
            Player::Second => at_once = reply(&mut known, player, Board::EMPTY, &replies, &mut start),
        }
        let mut walk = Walk { at_once, start, genes: Vec::new(), turns: Vec::new(), arcs: Vec::new() };
        let mut next = 0;
        while let Some(&board) = known.boards.get(next) {
            next += 1;
            walk.genes.push(cases.gene(board).unwrap_or_default() as u16);
            for allele in 0..9 {
                let first = walk.arcs.len() as u32;
                let cell = cases.turned(board, allele).filter(|&cell| board.empty().has(cell));
                let ends = cell.map_or([W::ZERO; 3], |cell| {
                    let mut arcs = Vec::new();
                    let ends = reply(&mut known, player, board.after(cell), &replies, &mut arcs);
                    walk.arcs.append(&mut arcs);
                    ends
                });
                walk.turns.push(Turn { ends, arcs: [first, walk.arcs.len() as u32] });
            }
        }
        walk
    }

    /// How the games of these genes end. Genes that are not legal make the answer meaningless.
    pub fn ends(&self, genes: &Genes) -> Ends<W> {
        let mut sums = self.at_once;
        self.each_turn(genes, |_, weight, ends| {
            for (sum, &end) in sums.iter_mut().zip(ends) {
                *sum += weight * end;
            }
        });
        sums
    }

    /// Shows each gene that comes into play, once for each of its nodes, fewer stones first. A gene that
    /// could play one cell only is never asked.
    pub fn each_asked(&self, genes: &Genes, mut visit: impl FnMut(usize)) {
        self.each_turn(genes, |gene, _, _| visit(gene));
    }

    /// Shows the gene, the weight and the ends of every turn that these genes take.
    #[inline]
    fn each_turn(&self, genes: &Genes, mut visit: impl FnMut(usize, W, &Ends<W>)) {
        let mut weights = vec![W::ZERO; self.genes.len()];
        for arc in &self.start {
            weights[usize::from(arc.node)] += arc.weight;
        }
        // Every arc adds two stones, so whatever leads to a node has a lower number.
        for node in 0..weights.len() {
            let weight = weights[node];
            if weight == W::ZERO {
                continue;
            }
            let gene = usize::from(self.genes[node]);
            let turn = &self.turns[9 * node + usize::from(genes[gene].min(8))];
            visit(gene, weight, &turn.ends);
            for arc in &self.arcs[turn.arcs[0] as usize..turn.arcs[1] as usize] {
                weights[usize::from(arc.node)] += weight * arc.weight;
            }
        }
    }
}

/// The nodes found so far.
struct Known<'a> {
    cases: &'a BaseCases,
    nodes: Nodes,
    boards: Vec<Board>,
    /// By code; `u16::MAX` if it has none yet.
    numbers: Vec<u16>,
}

impl Known<'_> {
    fn number(&mut self, board: Board) -> u16 {
        let base = || self.cases.gene(board).map_or(board, |gene| self.cases.all()[gene].board());
        let board = if self.nodes == Nodes::BaseCases { base() } else { board };
        let number = &mut self.numbers[board.code()];
        if *number == u16::MAX {
            *number = self.boards.len() as u16;
            self.boards.push(board);
        }
        *number
    }
}

/// What comes back on a board after the table's move: adds arcs to where the table chooses again, and returns
/// what ends before. A last empty cell is no choice.
fn reply<W: Weight>(
    known: &mut Known,
    player: Player,
    board: Board,
    replies: &impl Fn(Board) -> Cells,
    arcs: &mut Vec<Arc<W>>,
) -> Ends<W> {
    let mut ends = [W::ZERO; 3];
    if let Some(outcome) = board.outcome() {
        ends[end(player, outcome)] = W::ONE;
        return ends;
    }
    let cells = replies(board);
    if cells.is_empty() {
        ends[end(player, Outcome::Draw)] = W::ONE;
    }
    let weight = W::of_one_in(cells.len());
    for after in cells.iter().map(|cell| board.after(cell)) {
        let mut last = after;
        if after.empty().len() == 1 && after.outcome().is_none() {
            last = after.empty().iter().fold(after, Board::after);
        }
        match last.outcome() {
            Some(outcome) => ends[end(player, outcome)] += weight,
            None => {
                let node = known.number(after);
                match arcs.iter_mut().find(|arc| arc.node == node) {
                    Some(arc) => arc.weight += weight,
                    None => arcs.push(Arc { node, weight }),
                }
            }
        }
    }
    ends
}

/// The place of an outcome among the ends.
fn end(player: Player, outcome: Outcome) -> usize {
    match outcome.winner() {
        Some(winner) if winner == player => 0,
        Some(_) => 2,
        None => 1,
    }
}
