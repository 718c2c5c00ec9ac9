//! Controlled elite preservation: who survives of parents, children and mutants together (the tic-tac-toe study,
//! after Bhatt, Varshney and Deb). The best always do, and so does the worst; in between, ever fewer.

/// Which ranks survive, from 1 for the best, when `n` are kept of 3`n`: j(i) = i + ⌊2n (i-1)(i-2) /
/// ((n-1)(n-2))⌋ for i from 1 to `n`. The ranks rise strictly and end with 3`n`. Of fewer than three the best
/// are kept, as the formula has nothing to say.
///
/// ```
/// # use zermelo_evolve::selection::elite::elite_ranks;
/// assert_eq!(elite_ranks(5), [1, 2, 4, 9, 15]);
/// ```
pub fn elite_ranks(n: usize) -> Vec<usize> {
    if n < 3 {
        return (1..=n).collect();
    }
    (1..=n).map(|i| i + 2 * n * (i - 1) * i.saturating_sub(2) / ((n - 1) * (n - 2))).collect()
}
