//! Symmetric matrices of modest size: what a fit's Newton steps need.

/// The lower triangle of a symmetric matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Symmetric {
    n: usize,
    pub entries: Vec<f64>,
}

/// A lower triangle L with L Lᵀ = a symmetric matrix.
#[derive(Clone, Debug)]
pub(crate) struct Triangle(Symmetric);

impl Symmetric {
    pub fn zeros(n: usize) -> Symmetric {
        Symmetric { n, entries: vec![0.0; n * (n + 1) / 2] }
    }

    /// The entries of a row up to the diagonal.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * (row + 1) / 2..][..=row]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.entries[row * (row + 1) / 2..][..=row]
    }

    /// `vector` times the matrix times `vector`.
    pub fn square(&self, vector: &[f64]) -> f64 {
        let part = |(row, &x): (usize, &f64)| {
            let entries = self.row(row);
            let left: f64 = entries[..row].iter().zip(vector).map(|(entry, other)| 2.0 * entry * other).sum();
            x * (left + entries[row] * x)
        };
        vector.iter().enumerate().map(part).sum()
    }

    /// Its root; or the first row that follows from those before it, give or take `tolerance` of its
    /// diagonal.
    pub fn root(&self, tolerance: f64) -> Result<Triangle, usize> {
        let mut lower = Symmetric::zeros(self.n);
        for row in 0..self.n {
            let mut entries = self.row(row).to_vec();
            for column in 0..row {
                let above = lower.row(column);
                entries[column] = (entries[column] - dot(&entries[..column], above)) / above[column];
            }
            let rest = entries[row] - dot(&entries[..row], &entries[..row]);
            // Also for what is no number.
            if !(rest > tolerance * entries[row] && rest.is_finite()) {
                return Err(row);
            }
            entries[row] = rest.sqrt();
            lower.row_mut(row).copy_from_slice(&entries);
        }
        Ok(Triangle(lower))
    }
}

impl Triangle {
    /// Solves the matrix times x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = self.forwards(right);
        for row in (0..self.0.n).rev() {
            x[row] /= self.0.row(row)[row];
            let value = x[row];
            for (x, entry) in x[..row].iter_mut().zip(self.0.row(row)) {
                *x -= entry * value;
            }
        }
        x
    }

    /// Solves L x = `right`. The square of its length is `right` times the inverse matrix times `right`.
    pub fn forwards(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.0.n {
            let entries = self.0.row(row);
            x[row] = (x[row] - dot(&x[..row], entries)) / entries[row];
        }
        x
    }
}

/// The sum of products, as long as the shorter one lasts.
fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_solve() {
        let mut matrix = Symmetric::zeros(3);
        matrix.entries = vec![4.0, 2.0, 5.0, -1.0, 0.5, 3.0];
        let root = matrix.root(1e-12).expect("positive definite");
        let x = root.solve(&[1.0, 2.0, 3.0]);
        let full = [[4.0, 2.0, -1.0], [2.0, 5.0, 0.5], [-1.0, 0.5, 3.0]];
        for (row, right) in full.iter().zip([1.0, 2.0, 3.0]) {
            let left: f64 = row.iter().zip(&x).map(|(a, b)| a * b).sum();
            assert!((left - right).abs() < 1e-12, "{left} for {right}");
        }
        let half = root.forwards(&[1.0, 2.0, 3.0]);
        let square: f64 = half.iter().map(|x| x * x).sum();
        let product: f64 = x.iter().zip([1.0, 2.0, 3.0]).map(|(a, b)| a * b).sum();
        assert!((square - product).abs() < 1e-12);
        assert!((matrix.square(&x) - product).abs() < 1e-12);
    }

    #[test]
    fn a_row_that_follows_from_others_is_named() {
        let mut matrix = Symmetric::zeros(3);
        // The third is the sum of the first two.
        matrix.entries = vec![1.0, 0.0, 1.0, 1.0, 1.0, 2.0];
        assert_eq!(matrix.root(1e-10).err(), Some(2));
    }
}
