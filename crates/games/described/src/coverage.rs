//! Clauses that random games never use: the commonest slip in a description.

use zermelo_game::{Game, Position, Stream};

use crate::cells::Cells;
use crate::game::Described;
use crate::moves::Move;
use crate::position::Board;
use crate::problem::Place;
use crate::rules::Motion;
use zermelo_board::bits::Bits;

impl<B: Cells> Described<B> {
    /// The clauses that so many random games never use: motions, placings and goals, in the order of the text.
    pub fn unused_clauses(&self, n_games: u64, chance: &mut Stream) -> Vec<Place> {
        let rules = self.rules();
        let motions = rules.motions.iter().filter(|motion| rules.can_own(motion.player, motion.kind));
        let mut unused: Vec<Place> = motions.flat_map(|motion| motion.places.iter().copied()).collect();
        unused.extend(rules.placings.iter().map(|placing| placing.place));
        unused.extend(rules.goals.iter().map(|goal| goal.place));
        unused.sort_unstable();
        unused.dedup();
        for _ in 0..n_games {
            let mut pos = self.start();
            while let Some(mv) = pos.random_move(chance) {
                if !unused.is_empty() {
                    let used = self.clauses_of(&pos, mv);
                    unused.retain(|place| !used.contains(place));
                }
                pos.play(mv);
            }
            let decided = pos.end.goal().map(|goal| rules.goals[goal].place);
            unused.retain(|place| Some(*place) != decided);
        }
        unused
    }

    /// The clauses that give a legal move.
    pub fn clauses_of(&self, pos: &Board<B>, mv: Move) -> Vec<Place> {
        let rules = self.rules();
        let Some(from) = mv.from() else {
            let own = rules.placings.iter().filter(|placing| placing.kind == mv.kind());
            return own.map(|placing| placing.place).collect();
        };
        let leads = |motion: &&Motion| {
            let mut at = Some(from);
            let arrives = (1..=motion.reach).any(|step| {
                at = at.and_then(|bit| rules.shape.neighbour(bit, motion.delta));
                at == Some(mv.to()) && step >= motion.least
            });
            let fits = if pos.empty.has(mv.to()) { motion.to_empty } else { motion.to_enemy };
            motion.kind == mv.kind() && motion.player == pos.to_move() && arrives && fits.has(mv.to())
        };
        rules.motions.iter().filter(leads).flat_map(|motion| motion.places.iter().copied()).collect()
    }
}
