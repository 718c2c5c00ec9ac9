//! The positions a table knows: one for each class of positions that turning and mirroring makes the same.
//!
//! Their order is that in which a breadth-first walk over all positions meets the classes. It matters,
//! because crossover cuts a table into contiguous pieces.

use zermelo_game::Turn;
use zermelo_game::{Outcome, Player, Stream};

use crate::board::{Board, N_CODES, turned};
use crate::table::Genes;

/// How many base cases there are, and so genes in a table.
pub const N_GENES: usize = 765;

/// What stands in the place of a cell where all cells are taken.
pub const NO_CELL: u8 = 9;

/// The order in which a table looks for the turn that takes a base case to a board. On boards with a symmetry
/// of their own it decides which of several corresponding cells is played.
const TURNS: [Turn; 7] = [
    Turn::Rotate90,
    Turn::Rotate180,
    Turn::Rotate270,
    Turn::Flip,
    Turn::AntiTranspose,
    Turn::Mirror,
    Turn::Transpose,
];

/// For every turn, beginning with none at all, where it takes each cell.
const CELLS: [[u8; 9]; 8] = {
    let mut cells = [[0, 1, 2, 3, 4, 5, 6, 7, 8]; 8];
    let mut turn = 0;
    while turn < TURNS.len() {
        let mut cell = 0;
        while cell < 9 {
            cells[turn + 1][cell as usize] = turned(TURNS[turn], cell);
            cell += 1;
        }
        turn += 1;
    }
    cells
};

/// One position that stands for its class.
#[derive(Clone, Debug)]
pub struct BaseCase {
    board: Board,
    /// The legal alleles, of which there are `n_alleles`.
    alleles: [u8; 9],
    n_alleles: u8,
    /// For every cell, the first of those that a symmetry of the board exchanges with it.
    twins: [u8; 9],
}

impl BaseCase {
    fn new(board: Board) -> BaseCase {
        let (mut alleles, mut n_alleles) = ([NO_CELL; 9], 0);
        for cell in board.empty().iter() {
            alleles[usize::from(n_alleles)] = cell;
            n_alleles += 1;
        }
        let mut twins = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        for (index, _) in TURNS.iter().enumerate().filter(|&(_, &turn)| board.turned(turn) == board) {
            for (twin, &other) in twins.iter_mut().zip(&CELLS[index + 1]) {
                *twin = other.min(*twin);
            }
        }
        BaseCase { board, alleles, n_alleles: n_alleles.max(1), twins }
    }

    /// The position.
    pub fn board(&self) -> Board {
        self.board
    }

    /// What a table may hold here, ascending: the empty cells, also where the game is over; on a full board
    /// [`NO_CELL`] alone.
    #[inline]
    pub fn alleles(&self) -> &[u8] {
        &self.alleles[..usize::from(self.n_alleles)]
    }

    /// One of them, each as likely as the others.
    #[inline]
    pub fn draw(&self, chance: &mut Stream) -> u8 {
        self.alleles[chance.below(usize::from(self.n_alleles))]
    }

    /// Whose turn it is; `None` once the game is over.
    pub fn to_move(&self) -> Option<Player> {
        if self.outcome().is_none() { Some(self.board.to_move()) } else { None }
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.board.empty().is_empty()
    }

    /// The first of the cells that a symmetry of the position exchanges with this one: playing either is
    /// playing the same.
    #[inline]
    pub fn first_twin(&self, cell: u8) -> u8 {
        self.twins.get(usize::from(cell)).copied().unwrap_or(cell)
    }
}

/// Where a board stands among the base cases: the gene, and the turn that takes the base case to the board.
#[derive(Clone, Copy)]
struct Place {
    gene: u16,
    turn: u8,
}

/// No base case: the board cannot be reached.
const NOWHERE: Place = Place { gene: u16::MAX, turn: 0 };

/// All base cases in gene order, and the place of every board among them.
#[derive(Clone)]
pub struct BaseCases {
    cases: Vec<BaseCase>,
    /// By code.
    places: Vec<Place>,
}

impl BaseCases {
    /// Finds them.
    pub fn new() -> BaseCases {
        let mut cases = BaseCases { cases: Vec::with_capacity(N_GENES), places: vec![NOWHERE; N_CODES] };
        Board::reachable().into_iter().for_each(|board| cases.add(board));
        cases
    }

    /// Adds the class of a board, unless it is there.
    fn add(&mut self, board: Board) {
        if self.places[board.code()].gene != NOWHERE.gene {
            return;
        }
        let turned = TURNS.iter().map(|&turn| board.turned(turn));
        let base = turned.fold(board, |least, other| if rank(other) < rank(least) { other } else { least });
        let gene = self.cases.len() as u16;
        let images = std::iter::once(base).chain(TURNS.iter().map(|&turn| base.turned(turn)));
        for (turn, image) in (0..).zip(images) {
            let place = &mut self.places[image.code()];
            if place.gene == NOWHERE.gene {
                *place = Place { gene, turn };
            }
        }
        self.cases.push(BaseCase::new(base));
    }

    /// The base cases in gene order.
    #[inline]
    pub fn all(&self) -> &[BaseCase] {
        &self.cases
    }

    /// The gene that answers for a board; `None` if no game leads there.
    #[inline]
    pub fn gene(&self, board: Board) -> Option<usize> {
        self.place(board).map(|place| usize::from(place.gene))
    }

    /// The cell that these genes play on a board: what they hold for its base case, turned as the board is.
    /// `None` if no game leads there, or the board is full.
    #[inline]
    pub fn cell(&self, genes: &Genes, board: Board) -> Option<u8> {
        let place = self.place(board)?;
        let allele = genes.get(usize::from(place.gene))?;
        CELLS[usize::from(place.turn)].get(usize::from(*allele)).copied()
    }

    /// Where the turn from its base case takes a cell to, on a board that can be reached.
    pub fn turned(&self, board: Board, cell: u8) -> Option<u8> {
        CELLS[usize::from(self.place(board)?.turn)].get(usize::from(cell)).copied()
    }

    /// Genes of which each is drawn from its alleles.
    pub fn random_genes(&self, chance: &mut Stream) -> Genes {
        let mut genes = [NO_CELL; N_GENES];
        for (gene, case) in genes.iter_mut().zip(&self.cases) {
            *gene = case.draw(chance);
        }
        genes
    }

    #[inline]
    fn place(&self, board: Board) -> Option<Place> {
        let place = self.places[board.code()];
        (place.gene != NOWHERE.gene).then_some(place)
    }
}

impl Default for BaseCases {
    fn default() -> BaseCases {
        BaseCases::new()
    }
}

/// The member of a class with the smallest rank stands for it: sums of cell numbers (from 1) of X and O, then
/// their products. No two members share a rank.
fn rank(board: Board) -> (u32, u32, u32, u32) {
    let numbers = |player| board.stones(player).iter().map(|cell| u32::from(cell) + 1);
    let [x, o] = Player::BOTH;
    (numbers(x).sum(), numbers(o).sum(), numbers(x).product(), numbers(o).product())
}
