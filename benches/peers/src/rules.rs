//! Zermelo's rules and evaluators, as the crate `minimax` wants them: so its searches walk the same positions, and only
//! the searches differ.

use std::marker::PhantomData;
use std::sync::Arc;

use zermelo_game::{Evaluator, Hints, MOVE_SLOTS, Outcome};

/// The rules of a game.
pub struct Rules<P>(PhantomData<P>);

/// A move with its number in the tables by which moves are ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Slotted<M> {
    mv: M,
    slot: u16,
}

impl<P: Hints> minimax::Game for Rules<P> {
    type S = P;
    type M = Slotted<P::Move>;

    fn generate_moves(pos: &P, moves: &mut Vec<Self::M>) -> Option<minimax::Winner> {
        pos.each_move(|mv| moves.push(Slotted { mv, slot: pos.move_slot(mv) as u16 }));
        Self::get_winner(pos)
    }

    fn apply(pos: &mut P, slotted: Self::M) -> Option<P> {
        Some(pos.after(slotted.mv))
    }

    fn get_winner(pos: &P) -> Option<minimax::Winner> {
        Some(match pos.outcome()? {
            Outcome::Draw => minimax::Winner::Draw,
            Outcome::Win(player) if player == pos.to_move() => minimax::Winner::PlayerToMove,
            Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(pos: &P) -> u64 {
        pos.search_key()
    }

    /// Any move: the table of countermoves is filled with it at first. Nobody passes unless that is asked for.
    fn null_move(pos: &P) -> Option<Self::M> {
        let mut moves = Vec::new();
        Self::generate_moves(pos, &mut moves);
        moves.first().copied()
    }

    fn table_index(slotted: Self::M) -> u16 {
        slotted.slot
    }

    fn max_table_index() -> u16 {
        MOVE_SLOTS as u16 - 1
    }
}

/// An evaluator whose values are small whole numbers.
pub struct Judge<P>(pub Arc<dyn Evaluator<P>>);

impl<P> Clone for Judge<P> {
    fn clone(&self) -> Self {
        Judge(Arc::clone(&self.0))
    }
}

impl<P: Hints> minimax::Evaluator for Judge<P> {
    type G = Rules<P>;

    fn evaluate(&self, pos: &P) -> minimax::Evaluation {
        self.0.value(pos, pos.to_move()) as minimax::Evaluation
    }
}
