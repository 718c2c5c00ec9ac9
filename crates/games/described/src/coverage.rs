//! Clauses that random games never use: the commonest slip in a description.

use zermelo_game::{Game, Position, Stream};

use crate::cells::Cells;
use crate::game::Described;
use crate::moves::Move;
use crate::position::Board;
use crate::problem::Place;
use crate::rules::Motion;
use crate::second::Jump;
use zermelo_board::bits::Bits;

impl<B: Cells> Described<B> {
    /// The clauses that so many random games never use: motions, placings and goals, in the order of the text.
    /// Fewer are played if `go_on` says so: the number is that of those that were.
    pub fn unused_clauses(
        &self,
        n_games: u64,
        chance: &mut Stream,
        go_on: &dyn Fn() -> bool,
    ) -> (u64, Vec<Place>) {
        let rules = self.rules();
        let motions = rules.motions.iter().filter(|motion| rules.can_own(motion.player, motion.kind));
        let mut unused: Vec<Place> = motions.flat_map(|motion| motion.places.iter().copied()).collect();
        unused.extend(rules.placings.iter().map(|placing| placing.place));
        unused.extend(rules.goals.iter().map(|goal| goal.place));
        let jumps = rules.jumps.iter().filter(|jump| rules.can_own(jump.player, jump.kind));
        unused.extend(jumps.map(|jump| jump.place));
        unused.extend(rules.pass_place);
        unused.sort_unstable();
        unused.dedup();
        let mut n_played = 0;
        while n_played < n_games && !unused.is_empty() && go_on() {
            n_played += 1;
            let mut pos = self.start();
            while let Some(mv) = pos.random_move(chance) {
                let used = self.clauses_of(&pos, mv);
                unused.retain(|place| !used.contains(place));
                pos.play(mv);
            }
            let decided = pos.end.goal().map(|goal| rules.goals[goal].place);
            unused.retain(|place| Some(*place) != decided);
        }
        // Where every clause was used, more games would tell nothing.
        let n_played = if unused.is_empty() { n_games } else { n_played };
        (n_played, unused)
    }

    /// The clauses that give a legal move.
    pub fn clauses_of(&self, pos: &Board<B>, mv: Move) -> Vec<Place> {
        let rules = self.rules();
        if mv.is_pass() {
            return rules.pass_place.into_iter().collect();
        }
        if mv.is_jump() {
            return self.clauses_of_jumps(pos, mv);
        }
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

    /// The clauses that give the jumps of a move.
    fn clauses_of_jumps(&self, pos: &Board<B>, mv: Move) -> Vec<Place> {
        let rules = self.rules();
        let us = pos.to_move();
        let path = pos.path(us.index(), mv);
        let leads = |jump: &Jump, from: usize, to: usize| {
            let mut at = Some(from);
            let mut arrives = (1..=jump.reach).map(|_| {
                at = at.and_then(|bit| rules.shape.neighbour(bit, jump.delta));
                at
            });
            jump.player == us && arrives.any(|at| at == Some(to))
        };
        let hops = path.windows(2).flat_map(|hop| {
            rules.jumps.iter().filter(move |jump| leads(jump, hop[0], hop[1])).map(|jump| jump.place)
        });
        hops.collect()
    }
}
