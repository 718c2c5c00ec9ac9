//! Position keys by Zobrist's method: one random number for each (kind of thing, cell), joined by xor, so
//! that a move updates the key by the few things it changed.
//!
//! The numbers are a fixed function (splitmix64) of kind and cell, so keys are the same in every build and
//! on every machine, and a table is nothing but this function remembered.

/// The part of a key that says the second player is to move.
pub const SECOND_TO_MOVE: u64 = mix(0x5EC0_9D00);

/// The number for a thing of this kind on this cell.
pub const fn number(kind: usize, cell: usize) -> u64 {
    mix(((kind as u64 + 1) << 32) | cell as u64)
}

/// The numbers of one kind for cells `0..N`, to be kept in a `static` where speed matters.
pub const fn table<const N: usize>(kind: usize) -> [u64; N] {
    let mut table = [0; N];
    let mut cell = 0;
    while cell < N {
        table[cell] = number(kind, cell);
        cell += 1;
    }
    table
}

/// Splitmix64's finaliser (Steele, Lea and Flood 2014) on the golden-ratio sequence.
pub const fn mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
