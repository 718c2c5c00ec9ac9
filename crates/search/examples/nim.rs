//! Nim with three heaps: take any number from one heap; the player who takes the last one wins.
//!
//! Alpha-beta knows nothing of Nim but the rules and two hints, and agrees with Bouton (1901): the side to move loses
//! exactly where the exclusive or of the heaps is 0.
//!
//! Run it with `cargo run -p zermelo-search --example nim`.

use std::sync::Arc;

use zermelo_game::{Agent, Budget, Hints, Outcome, Player, Position, Proof, zobrist};
use zermelo_search::{AlphaBeta, Switches};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Nim {
    heaps: [u8; 3],
    to_move: Player,
}

impl Position for Nim {
    /// Which heap, and how many to take.
    type Move = (u8, u8);

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; 3]).then_some(Outcome::Win(self.to_move.other()))
    }

    fn each_move(&self, mut visit: impl FnMut((u8, u8))) {
        for (heap, &size) in (0..).zip(&self.heaps) {
            (1..=size).for_each(|n| visit((heap, n)));
        }
    }

    fn play(&mut self, (heap, n): (u8, u8)) {
        self.heaps[usize::from(heap)] -= n;
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        let side = if self.to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        self.search_key() ^ side
    }
}

impl Hints for Nim {
    // Both players have the same moves: a table entry serves either.
    fn search_key(&self) -> u64 {
        (0..3).fold(0, |key, heap| key ^ zobrist::number(heap, usize::from(self.heaps[heap])))
    }

    // The last heap can be taken whole.
    fn winning_move(&self) -> Option<(u8, u8)> {
        let mut left = (0..).zip(self.heaps).filter(|&(_, size)| size > 0);
        let last = left.next()?;
        left.next().is_none().then_some(last)
    }
}

fn main() {
    // The evaluator judges positions that the search leaves open. This one says that all are even.
    let mut agent = AlphaBeta::new(Arc::new(|_: &Nim| 0.0), Switches::ALL, 1);
    for heaps in [[1, 2, 3], [3, 4, 5], [2, 4, 6], [1, 5, 5]] {
        let pos = Nim { heaps, to_move: Player::First };
        let n_objects: u8 = heaps.iter().sum();
        let choice = agent.choose(&pos, &Budget::depth(u32::from(n_objects)));
        let proof = choice.proof().expect("the search is as deep as the game is long");
        println!("{heaps:?}: take {:?}, {proof:?}, {} nodes", choice.mv, choice.nodes);
        let is_lost = heaps.iter().fold(0, |xor, heap| xor ^ heap) == 0;
        assert_eq!(matches!(proof, Proof::Loss(_)), is_lost);
    }
}
