//! Square matrices of modest size: what fits of ratings and equilibria need.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    n: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// The matrix of zeros with `n` rows.
    pub fn zeros(n: usize) -> Matrix {
        Matrix { n, entries: vec![0.0; n * n] }
    }

    /// The matrix with these entries, by row and column.
    pub fn from_fn(n: usize, entry: impl Fn(usize, usize) -> f64) -> Matrix {
        Matrix { n, entries: (0..n * n).map(|index| entry(index / n, index % n)).collect() }
    }

    /// How many rows there are.
    pub fn n(&self) -> usize {
        self.n
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.n..(row + 1) * self.n]
    }

    /// All entries, row by row.
    pub fn entries(&self) -> &[f64] {
        &self.entries
    }

    /// The product with a column.
    pub fn times(&self, column: &[f64]) -> Vec<f64> {
        (0..self.n).map(|row| dot(self.row(row), column)).collect()
    }

    /// The lower triangle L with L Lᵀ = this symmetric matrix; `None` if it is not positive definite.
    pub fn cholesky(&self) -> Option<Matrix> {
        let mut lower = Matrix::zeros(self.n);
        for row in 0..self.n {
            for column in 0..=row {
                let rest = self[(row, column)] - dot(&lower.row(row)[..column], &lower.row(column)[..column]);
                if row == column {
                    // Also false for what is not a number.
                    if !(rest > 0.0 && rest.is_finite()) {
                        return None;
                    }
                    lower[(row, row)] = rest.sqrt();
                } else {
                    lower[(row, column)] = rest / lower[(column, column)];
                }
            }
        }
        Some(lower)
    }

    /// Solves L Lᵀ x = `right`, where this is L.
    pub fn solve_by_cholesky(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.n {
            x[row] = (x[row] - dot(&self.row(row)[..row], &x[..row])) / self[(row, row)];
        }
        for row in (0..self.n).rev() {
            x[row] /= self[(row, row)];
            let value = x[row];
            for (entry, factor) in x[..row].iter_mut().zip(&self.row(row)[..row]) {
                *entry -= value * factor;
            }
        }
        x
    }

    /// The inverse of L Lᵀ, where this is L.
    pub fn inverse_by_cholesky(&self) -> Matrix {
        let mut inverse = Matrix::zeros(self.n);
        for column in 0..self.n {
            let mut unit = vec![0.0; self.n];
            unit[column] = 1.0;
            let solution = self.solve_by_cholesky(&unit);
            for (row, value) in solution.into_iter().enumerate() {
                inverse[(row, column)] = value;
            }
        }
        inverse
    }

    /// Solves this system by elimination with the greatest pivot; `None` if it is singular.
    pub fn solve(mut self, right: &[f64]) -> Option<Vec<f64>> {
        let n = self.n;
        let mut x = right.to_vec();
        for step in 0..n {
            let pivot = (step..n).max_by(|&a, &b| self[(a, step)].abs().total_cmp(&self[(b, step)].abs()))?;
            let size = self[(pivot, step)].abs();
            if !(size > 0.0 && size.is_finite()) {
                return None;
            }
            for column in 0..n {
                self.entries.swap(step * n + column, pivot * n + column);
            }
            x.swap(step, pivot);
            for row in step + 1..n {
                let factor = self[(row, step)] / self[(step, step)];
                for column in step..n {
                    let above = self[(step, column)];
                    self[(row, column)] -= factor * above;
                }
                x[row] -= factor * x[step];
            }
        }
        for row in (0..n).rev() {
            x[row] = (x[row] - dot(&self.row(row)[row + 1..], &x[row + 1..])) / self[(row, row)];
        }
        Some(x)
    }
}

/// The sum of the products.
pub(crate) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.n + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.n + column]
    }
}
