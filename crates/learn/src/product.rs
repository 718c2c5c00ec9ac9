//! Products of matrices in 32-bit numbers: the work of every layer that is not sparse.
//!
//! Our own, because the known crates' doors are `unsafe` and they choose their code by the processor, so that
//! a training would not repeat elsewhere. Both factors are packed into narrow strips that stay in the cache;
//! tiles of 6 x 16 sums stay in registers, eight numbers each, also where the compiler would not find them by
//! itself (in tests). The order of every sum is fixed.

use wide::f32x8;

use crate::aligned::Aligned;

/// Rows and columns of the tile that is summed in registers.
const TILE_ROWS: usize = 6;
const TILE_COLUMNS: usize = 16;
/// How much of the common dimension is packed at once.
const DEPTH: usize = 256;

/// A matrix that is part of a slice: entry (row, column) is at `row * rows + column * columns`.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    pub data: &'a [f32],
    /// From a row to the next.
    pub rows: usize,
    /// From a column to the next.
    pub columns: usize,
}

/// Room for packed strips, kept from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    left: Aligned,
    right: Aligned,
}

/// The dimensions of a product: `rows x depth` times `depth x columns`.
#[derive(Clone, Copy)]
pub(crate) struct Dimensions {
    pub rows: usize,
    pub depth: usize,
    pub columns: usize,
}

/// Where a product goes.
pub(crate) struct Sums<'a> {
    pub data: &'a mut [f32],
    /// From a row to the next.
    pub stride: usize,
    /// Whether what stands there is to be forgotten.
    pub is_fresh: bool,
}

/// Adds `left * right` to the sums.
pub(crate) fn add_product(
    dimensions: Dimensions,
    left: Matrix<'_>,
    right: Matrix<'_>,
    sums: Sums<'_>,
    strips: &mut Strips,
) {
    let Sums { data: sums, stride, is_fresh } = sums;
    let Dimensions { rows, depth, columns } = dimensions;
    for from in (0..depth).step_by(DEPTH) {
        let depth = DEPTH.min(depth - from);
        let left = Matrix { data: &left.data[from * left.columns..], ..left };
        pack::<TILE_ROWS>(rows, depth, left.data, left.rows, left.columns, &mut strips.left);
        let right = Matrix { data: &right.data[from * right.rows..], ..right };
        pack::<TILE_COLUMNS>(columns, depth, right.data, right.columns, right.rows, &mut strips.right);
        for (right, column) in
            strips.right.chunks_exact(depth * TILE_COLUMNS).zip((0..columns).step_by(TILE_COLUMNS))
        {
            for (left, row) in strips.left.chunks_exact(depth * TILE_ROWS).zip((0..rows).step_by(TILE_ROWS)) {
                let tile = tile(left, right);
                let n = TILE_COLUMNS.min(columns - column);
                for (row, tile) in (row..rows).zip(&tile) {
                    store(tile, &mut sums[row * stride + column..][..n], is_fresh && from == 0);
                }
            }
        }
    }
}

/// Adds or puts a row of a tile to where it belongs.
#[inline(always)]
fn store(tile: &[f32; TILE_COLUMNS], sums: &mut [f32], is_fresh: bool) {
    match <&mut [f32; TILE_COLUMNS]>::try_from(&mut *sums) {
        Ok(sums) if is_fresh => *sums = *tile,
        Ok(sums) => *sums = std::array::from_fn(|lane| sums[lane] + tile[lane]),
        Err(_) => {
            for (sum, part) in sums.iter_mut().zip(tile) {
                *sum = if is_fresh { *part } else { *sum + part };
            }
        }
    }
}

/// Packs `n` lines into strips of `WIDTH` lines, the lines' entries side by side; what is missing of the last
/// strip is 0.
fn pack<const WIDTH: usize>(
    n: usize,
    depth: usize,
    data: &[f32],
    line: usize,
    entry: usize,
    strips: &mut Aligned,
) {
    let n_strips = n.div_ceil(WIDTH);
    strips.resize(n_strips * depth * WIDTH);
    if !n.is_multiple_of(WIDTH) {
        let last = (n_strips - 1) * depth * WIDTH;
        strips[last..].fill(0.0);
    }
    for (strip, first) in strips.chunks_exact_mut(depth * WIDTH).zip((0..n).step_by(WIDTH)) {
        let width = WIDTH.min(n - first);
        if line == 1 && width == WIDTH {
            for (packed, k) in strip.chunks_exact_mut(WIDTH).zip(0..depth) {
                packed.copy_from_slice(&data[first + k * entry..][..WIDTH]);
            }
        } else if entry == 1 {
            for lane in 0..width {
                let source = &data[(first + lane) * line..][..depth];
                for (packed, &value) in strip.chunks_exact_mut(WIDTH).zip(source) {
                    packed[lane] = value;
                }
            }
        } else {
            for (packed, k) in strip.chunks_exact_mut(WIDTH).zip(0..depth) {
                for lane in 0..width {
                    packed[lane] = data[(first + lane) * line + k * entry];
                }
            }
        }
    }
}

/// The sums of one tile.
#[inline]
fn tile(left: &[f32], right: &[f32]) -> [[f32; TILE_COLUMNS]; TILE_ROWS] {
    let mut sums = [[f32x8::ZERO; TILE_COLUMNS / 8]; TILE_ROWS];
    let (left, _) = left.as_chunks::<TILE_ROWS>();
    let (right, _) = right.as_chunks::<TILE_COLUMNS>();
    for (left, right) in left.iter().zip(right) {
        let [low, high] = bytemuck::cast::<[f32; TILE_COLUMNS], [f32x8; TILE_COLUMNS / 8]>(*right);
        // Written out, so that every sum has a register of its own.
        let [s0, s1, s2, s3, s4, s5] = &mut sums;
        for (sum, left) in
            [(s0, left[0]), (s1, left[1]), (s2, left[2]), (s3, left[3]), (s4, left[4]), (s5, left[5])]
        {
            let left = f32x8::splat(left);
            sum[0] = left.mul_add(low, sum[0]);
            sum[1] = left.mul_add(high, sum[1]);
        }
    }
    bytemuck::cast(sums)
}

/// `a * b + c`, in one rounding where the processor has an instruction for it.
#[inline]
pub(crate) fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(target_feature = "fma") { a.mul_add(b, c) } else { a * b + c }
}

#[cfg(test)]
mod tests {
    use zermelo_game::stream;

    use super::*;

    /// Every shape up to a few tiles, both ways of lying in memory, against sums in 64 bits.
    #[test]
    fn products_are_those_of_the_definition() {
        let mut chance = stream(1, "products", 0);
        let mut strips = Strips::default();
        for case in 0..300 {
            let dimensions = Dimensions {
                rows: 1 + chance.below(20),
                depth: 1 + chance.below(if case % 10 == 0 { 600 } else { 30 }),
                columns: 1 + chance.below(40),
            };
            let Dimensions { rows, depth, columns } = dimensions;
            let mut numbers =
                |n: usize| -> Vec<f32> { (0..n).map(|_| chance.below(2001) as f32 / 1000.0 - 1.0).collect() };
            let (left, right) = (numbers(rows * depth), numbers(depth * columns));
            let stride = columns + 3;
            let before = numbers(rows * stride);
            let (turn_left, turn_right) = (case % 2 == 1, case % 3 == 1);
            let view = |data, rows: usize, columns: usize, turned| {
                if turned {
                    Matrix { data, rows: 1, columns: rows }
                } else {
                    Matrix { data, rows: columns, columns: 1 }
                }
            };
            let left = view(&left, rows, depth, turn_left);
            let right = view(&right, depth, columns, turn_right);
            let mut sums = before.clone();
            let is_fresh = case % 5 == 0;
            let place = Sums { data: &mut sums, stride, is_fresh };
            add_product(dimensions, left, right, place, &mut strips);
            for row in 0..rows {
                for column in 0..stride {
                    let entry = |matrix: &Matrix<'_>, row, column| {
                        f64::from(matrix.data[row * matrix.rows + column * matrix.columns])
                    };
                    let place = row * stride + column;
                    let is_lost = is_fresh && column < columns;
                    let mut expected = if is_lost { 0.0 } else { f64::from(before[place]) };
                    if column < columns {
                        expected +=
                            (0..depth).map(|k| entry(&left, row, k) * entry(&right, k, column)).sum::<f64>();
                    }
                    let error = (f64::from(sums[place]) - expected).abs();
                    assert!(
                        error < 1e-5 * depth as f64,
                        "{rows}x{depth}x{columns} at {row}, {column}: {error}"
                    );
                }
            }
        }
    }
}
