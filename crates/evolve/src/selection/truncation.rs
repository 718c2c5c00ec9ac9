//! Truncation: the best few are parents, and all the others are forgotten.

use super::ranking;

/// The `best` fittest, the fittest first; among equals the earlier one.
pub fn truncation(fitness: &[f64], best: usize) -> Vec<usize> {
    let mut order = ranking(fitness);
    order.truncate(best);
    order
}

/// Deals `n` children to the parents, evenly: first all of the first parent's, then all of the second's. If
/// it does not come out even, the first ones have one more.
pub fn deal(parents: &[usize], n: usize) -> Vec<usize> {
    let (each, more) = (n / parents.len().max(1), n % parents.len().max(1));
    let shares = parents.iter().enumerate();
    shares
        .flat_map(|(index, &parent)| std::iter::repeat_n(parent, each + usize::from(index < more)))
        .collect()
}
