//! Combinations of an alpha-beta search's switches, by number.

use zermelo_search::Switches;

/// The combination with this number, of 1024. The first 256 leave every value as plain minimax has it.
pub fn switches(bits: usize) -> Switches {
    let on = |bit: u32| bits >> bit & 1 == 1;
    Switches {
        pruning: on(0),
        pvs: on(1),
        aspiration: on(2),
        table: on(3),
        killers: on(4),
        history: on(5),
        deepening: on(6),
        hints: on(7),
        quiescence: on(8),
        proofs: on(9),
    }
}
