//! A table: for every base case the cell to play there. As text it is one digit for each gene.
//!
//! What is bred are bare [`Genes`], whose legality is the breeder's promise: checking them would take longer
//! than counting their games. Genes from files and people become a [`Table`], which holds that promise.

use std::fmt;

use thiserror::Error;
use zermelo_game::Stream;

use crate::base_case::{BaseCases, N_GENES};
use crate::board::Board;

/// For every base case, in gene order, one of its alleles.
pub type Genes = [u8; N_GENES];

/// Genes of which each is one of the alleles of its base case.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Table(Genes);

/// Why something is not a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// There are too few or too many.
    #[error("a tic-tac-toe table has {N_GENES} genes, but found {found}")]
    WrongLength {
        /// How many there are.
        found: usize,
    },
    /// A character of the text is no digit.
    #[error("gene {} of {N_GENES} is `{}`: expected a digit", gene + 1, found.escape_default())]
    NoDigit {
        /// Which gene, counted from 0.
        gene: usize,
        /// What stands there.
        found: char,
    },
    /// A gene is not among the alleles of its base case.
    #[error(
        "gene {} of {N_GENES} is {found}, but its board {board} (0 empty, 1 X, 2 O) allows only {allowed:?}",
        gene + 1
    )]
    NotAllowed {
        /// Which gene, counted from 0.
        gene: usize,
        /// What it is.
        found: u8,
        /// Its base case.
        board: Board,
        /// What it may be: the empty cells, or 9 if there is none.
        allowed: Vec<u8>,
    },
}

impl Table {
    /// The table of these genes.
    pub fn new(cases: &BaseCases, genes: &[u8]) -> Result<Table, TableError> {
        let genes: &Genes = genes.try_into().map_err(|_| TableError::WrongLength { found: genes.len() })?;
        for (gene, (&found, case)) in genes.iter().zip(cases.all()).enumerate() {
            if !case.alleles().contains(&found) {
                let (board, allowed) = (case.board(), case.alleles().to_vec());
                return Err(TableError::NotAllowed { gene, found, board, allowed });
            }
        }
        Ok(Table(*genes))
    }

    /// Reads what is written by `Display`: 765 digits, give or take white space.
    pub fn read(cases: &BaseCases, text: &str) -> Result<Table, TableError> {
        let digits = text.chars().filter(|c| !c.is_whitespace()).enumerate();
        let genes = digits.map(|(gene, found)| match found.to_digit(10) {
            Some(digit) => Ok(digit as u8),
            None => Err(TableError::NoDigit { gene, found }),
        });
        Table::new(cases, &genes.collect::<Result<Vec<u8>, TableError>>()?)
    }

    /// A table drawn uniformly from all of them.
    pub fn random(cases: &BaseCases, chance: &mut Stream) -> Table {
        Table(cases.random_genes(chance))
    }

    /// Its genes.
    #[inline]
    pub fn genes(&self) -> &Genes {
        &self.0
    }

    /// The cell it plays on a board; `None` if no game leads there or the game is over.
    #[inline]
    pub fn cell(&self, cases: &BaseCases, board: Board) -> Option<u8> {
        if board.outcome().is_some() { None } else { cases.cell(&self.0, board) }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|gene| write!(f, "{gene}"))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({self})")
    }
}
