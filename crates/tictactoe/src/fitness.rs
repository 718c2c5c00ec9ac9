//! How good a table is, exactly: its games against every reply at every turn, each counted once. And when two
//! tables are one strategy: most genes of a table never come into play.

use std::ops::Add;

use zermelo_game::{Player, zobrist};

use crate::base_case::BaseCases;
use crate::board::Board;
use crate::table::Genes;
use crate::walk::{Nodes, Walk};

/// How many games a table wins, draws and loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// How many games there are.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of lost games: the tic-tac-toe study's fitness, of which less is better and 0 is a strategy that
    /// never loses. Of no games, 0.
    pub fn loss_share(self) -> f64 {
        f64::from(self.losses) / f64::from(self.games().max(1))
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// When two tables are the same strategy. Genes that never come into play make no difference in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sameness {
    /// If they play the same cells.
    Cells,
    /// If they play the same cells, but for the symmetry of the position before them: all corner openings are
    /// one. Their tallies are the same; an opponent who is not symmetric himself may still see a difference.
    Symmetry,
}

/// Counts the games of tables.
pub struct Fitness {
    /// By player.
    walks: [Walk<u32>; 2],
}

impl Fitness {
    /// Prepares the counting.
    pub fn new(cases: &BaseCases) -> Fitness {
        let walk = |player| Walk::new(cases, player, Nodes::BaseCases, Board::empty);
        Fitness { walks: Player::BOTH.map(walk) }
    }

    /// The games of a table that is `player`, the opponent trying every reply. The second player meets all
    /// nine openings.
    #[inline]
    pub fn tally(&self, player: Player, genes: &Genes) -> Tally {
        let [wins, draws, losses] = self.walks[player.index()].ends(genes);
        Tally { wins, draws, losses }
    }

    /// The games as first and as second player together.
    pub fn pooled(&self, genes: &Genes) -> Tally {
        self.tally(Player::First, genes) + self.tally(Player::Second, genes)
    }

    /// The genes that come into play when the table is `player`, fewer stones first. Those that could play
    /// one cell only are left out.
    pub fn asked(&self, player: Player, genes: &Genes) -> Vec<usize> {
        let mut asked = Vec::new();
        self.walks[player.index()].each_asked(genes, |gene| asked.push(gene));
        asked
    }

    /// The table that stands for all that are the same strategy when they are `player`: genes that never come
    /// into play hold their first allele.
    pub fn canonical(&self, cases: &BaseCases, player: Player, genes: &Genes, sameness: Sameness) -> Genes {
        let mut canonical = *genes;
        for (gene, case) in canonical.iter_mut().zip(cases.all()) {
            *gene = case.alleles()[0];
        }
        self.walks[player.index()].each_asked(genes, |gene| {
            canonical[gene] = cell(cases, genes, gene, sameness);
        });
        canonical
    }

    /// A number that is the same for tables with the same canonical form, and different for others, but for
    /// one pair in 2^64.
    pub fn key(&self, cases: &BaseCases, player: Player, genes: &Genes, sameness: Sameness) -> u64 {
        let mut key = 0;
        self.walks[player.index()].each_asked(genes, |gene| {
            key ^= zobrist::number(usize::from(cell(cases, genes, gene, sameness)), gene);
        });
        key
    }
}

fn cell(cases: &BaseCases, genes: &Genes, gene: usize, sameness: Sameness) -> u8 {
    match sameness {
        Sameness::Cells => genes[gene],
        Sameness::Symmetry => cases.all()[gene].first_twin(genes[gene]),
    }
}
