//! Random reset: some genes of a table are drawn afresh, more of them the further the best is from perfect (the
//! tic-tac-toe study).

use zermelo_game::Stream;

use crate::alleles::Alleles;
use crate::subset::Subset;

/// How many genes are reset, given how far the best falls short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResetCount {
    /// So many even if the best is perfect.
    pub least: f64,
    /// So many more if it could not be worse.
    pub more: f64,
}

impl ResetCount {
    /// The tic-tac-toe study's: 250 f + 10, where f is the share of games that the best of the children loses.
    pub const DOCUMENT_003: ResetCount = ResetCount { least: 10.0, more: 250.0 };

    /// The number, rounded down, for a shortfall from 0 (perfect) to 1.
    pub fn at(&self, shortfall: f64) -> usize {
        (self.more * shortfall + self.least) as usize
    }
}

/// Draws `count` genes of a table afresh, from their legal alleles; the old one may come again.
///
/// The genes are distinct draws from all. A draw that meets a gene which may not change is replaced by one
/// more draw from all, until it meets one that may: this one may be among the others already, so that fewer
/// genes may change.
pub fn reset(table: &mut [u8], alleles: &Alleles, count: usize, chance: &mut Stream) {
    debug_assert_eq!(table.len(), alleles.n(), "a table of another kind");
    if !alleles.any_mutable() {
        return;
    }
    let genes = Subset::draw(alleles.n(), count, chance);
    for mut gene in genes.iter() {
        while !alleles.is_mutable(gene) {
            gene = chance.below(alleles.n());
        }
        table[gene] = alleles.draw(gene, chance);
    }
}
