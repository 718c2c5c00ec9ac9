//! Genomes that are tables: for each gene one of a few alleles, such as the move to make in each position.

use zermelo_game::Stream;

use crate::EvolveError;

/// What each gene of a table may be, and which genes mutation may touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alleles {
    /// The legal alleles of all genes, one gene after the other.
    legal: Vec<u8>,
    /// Where those of each gene begin, and where the last one's end.
    starts: Vec<usize>,
    is_mutable: Vec<bool>,
}

impl Alleles {
    /// For each gene its legal alleles, at least one, and whether mutation may touch it.
    pub fn new<'a>(genes: impl IntoIterator<Item = (&'a [u8], bool)>) -> Result<Alleles, EvolveError> {
        let mut alleles = Alleles { legal: Vec::new(), starts: vec![0], is_mutable: Vec::new() };
        for (index, (legal, is_mutable)) in genes.into_iter().enumerate() {
            let bad = |problem| EvolveError::BadGene { index, gene: format!("alleles {legal:?}"), problem };
            if legal.is_empty() {
                return Err(bad("it has no legal allele: give an unused gene a single one"));
            }
            if legal.iter().enumerate().any(|(at, allele)| legal[..at].contains(allele)) {
                return Err(bad("an allele is listed twice: list each once"));
            }
            alleles.legal.extend_from_slice(legal);
            alleles.starts.push(alleles.legal.len());
            alleles.is_mutable.push(is_mutable);
        }
        Ok(alleles)
    }

    /// How many genes there are.
    pub fn n(&self) -> usize {
        self.is_mutable.len()
    }

    /// The legal alleles of a gene.
    pub fn legal(&self, gene: usize) -> &[u8] {
        &self.legal[self.starts[gene]..self.starts[gene + 1]]
    }

    /// Whether mutation may touch a gene.
    pub fn is_mutable(&self, gene: usize) -> bool {
        self.is_mutable[gene]
    }

    /// Whether mutation may touch any gene.
    pub fn any_mutable(&self) -> bool {
        self.is_mutable.contains(&true)
    }

    /// A legal allele of a gene, each as likely as the others.
    #[inline]
    pub fn draw(&self, gene: usize, chance: &mut Stream) -> u8 {
        let legal = self.legal(gene);
        legal[chance.below(legal.len())]
    }

    /// A table with every gene drawn.
    pub fn random(&self, chance: &mut Stream) -> Vec<u8> {
        (0..self.n()).map(|gene| self.draw(gene, chance)).collect()
    }

    /// Whether a table has a legal allele for every gene.
    pub fn allow(&self, table: &[u8]) -> bool {
        table.len() == self.n()
            && table.iter().enumerate().all(|(gene, allele)| self.legal(gene).contains(allele))
    }
}
