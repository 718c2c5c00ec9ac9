//! Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations: slower than others for hundreds
//! of rows, but short, and accurate to the last digits.

use zermelo_stats::matrix::Matrix;

/// Enough for any matrix: convergence is quadratic, and ten sweeps are usual.
const MOST_SWEEPS: usize = 60;

/// A symmetric matrix taken apart: the sum of value x vector x vector transposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigen {
    /// The eigenvalues, in no order.
    pub values: Vec<f64>,
    /// The eigenvectors, of length 1: the columns, in the order of the values.
    pub vectors: Matrix,
}

impl Eigen {
    /// Takes a matrix apart. Only what lies on and above the diagonal is looked at.
    pub fn of(matrix: &Matrix) -> Eigen {
        let n = matrix.n();
        let mut rest = Matrix::from_fn(n, |row, column| matrix[(row.min(column), row.max(column))]);
        let mut vectors = Matrix::from_fn(n, |row, column| f64::from(u8::from(row == column)));
        let size: f64 = rest.entries().iter().map(|entry| entry * entry).sum();
        for _ in 0..MOST_SWEEPS {
            let couples = || (0..n).flat_map(|column| (0..column).map(move |row| (row, column)));
            let off: f64 = couples().map(|place| rest[place] * rest[place]).sum();
            // Rounding leaves about this much.
            if off <= 1e-34 * size {
                break;
            }
            for (p, q) in couples() {
                rotate(&mut rest, &mut vectors, p, q);
            }
        }
        Eigen { values: (0..n).map(|index| rest[(index, index)]).collect(), vectors }
    }

    /// The product with a column of the matrix that has the same vectors, but `change(value)` for each value.
    pub fn apply(&self, column: &[f64], change: impl Fn(f64) -> f64) -> Vec<f64> {
        let inner = self.turned(column);
        let scaled: Vec<f64> = inner.iter().zip(&self.values).map(|(x, &value)| x * change(value)).collect();
        self.vectors.times(&scaled)
    }

    /// The column in the coordinates of the eigenvectors.
    pub fn turned(&self, column: &[f64]) -> Vec<f64> {
        let n = column.len();
        (0..n).map(|at| (0..n).map(|row| self.vectors[(row, at)] * column[row]).sum()).collect()
    }
}

/// Turns the plane of the axes p and q so that the entry (p, q) vanishes.
fn rotate(rest: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let entry = rest[(p, q)];
    if entry == 0.0 {
        return;
    }
    let cotangent = (rest[(q, q)] - rest[(p, p)]) / (2.0 * entry);
    // The smaller of the two angles; `hypot` so that a huge cotangent does not overflow.
    let tangent = cotangent.signum() / (cotangent.abs() + libm::hypot(cotangent, 1.0));
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let n = rest.n();
    rest[(p, p)] -= tangent * entry;
    rest[(q, q)] += tangent * entry;
    (rest[(p, q)], rest[(q, p)]) = (0.0, 0.0);
    for other in (0..n).filter(|&other| other != p && other != q) {
        let (a, b) = (rest[(other, p)], rest[(other, q)]);
        let (a, b) = (cosine * a - sine * b, sine * a + cosine * b);
        (rest[(other, p)], rest[(p, other)]) = (a, a);
        (rest[(other, q)], rest[(q, other)]) = (b, b);
    }
    for row in 0..n {
        let (a, b) = (vectors[(row, p)], vectors[(row, q)]);
        (vectors[(row, p)], vectors[(row, q)]) = (cosine * a - sine * b, sine * a + cosine * b);
    }
}
