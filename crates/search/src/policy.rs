//! Policies for playouts that every game can use: a look one ply ahead, with or without a judgement.

use std::sync::Arc;

use zermelo_game::{Evaluator, Outcome, Policy, Position, Stream};

/// Wins if a move wins on the spot, and else plays any move.
#[derive(Clone, Copy, Debug)]
pub struct Decisive;

impl<P: Position> Policy<P> for Decisive {
    #[inline]
    fn choose(&self, pos: &P, chance: &mut Stream) -> Option<P::Move> {
        winning_move(pos).or_else(|| pos.random_move(chance))
    }
}

/// The first move that wins on the spot.
fn winning_move<P: Position>(pos: &P) -> Option<P::Move> {
    let win = Some(Outcome::Win(pos.to_move()));
    let mut found = None;
    pos.each_move(|mv| {
        if found.is_none() && pos.after(mv).outcome() == win {
            found = Some(mv);
        }
    });
    found
}

/// Plays what an evaluator likes best one ply ahead, and now and then any move.
pub struct Greedy<P> {
    evaluator: Arc<dyn Evaluator<P>>,
    /// A move is drawn blindly if 64 random bits are below this.
    noise: u64,
}

impl<P: Position> Greedy<P> {
    /// Draws blindly with this probability; `noise` is between 0 and 1.
    pub fn new(evaluator: Arc<dyn Evaluator<P>>, noise: f64) -> Self {
        // The conversion saturates: 1 is every time.
        Greedy { evaluator, noise: (noise * (1_u128 << 64) as f64) as u64 }
    }
}

impl<P: Position> Policy<P> for Greedy<P> {
    /// Among equals the first: the evaluator is to break ties, not the order of the draw.
    fn choose(&self, pos: &P, chance: &mut Stream) -> Option<P::Move> {
        if chance.bits() < self.noise {
            return pos.random_move(chance);
        }
        let us = pos.to_move();
        let mut best: Option<(f64, P::Move)> = None;
        pos.each_move(|mv| {
            let next = pos.after(mv);
            let value = match next.outcome() {
                Some(Outcome::Win(player)) if player == us => f64::INFINITY,
                Some(Outcome::Win(_)) => f64::NEG_INFINITY,
                Some(Outcome::Draw) => 0.0,
                None => self.evaluator.value(&next, us),
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        });
        best.map(|(_, mv)| mv)
    }
}
