//! What is true of every game's actions, those it numbers itself and those derived from its pictures.

use std::collections::BTreeSet;

use zermelo_game::MoveOf;
use zermelo_game::{Actions, Game};
use zermelo_game::{Symmetry, Turn};

/// The actions of a game under check.
pub struct ActionLaws<'a, G: Game> {
    game: &'a G,
    own: Actions<G::Position>,
    derived: Actions<G::Position>,
}

impl<'a, G: Game> ActionLaws<'a, G> {
    pub fn new(game: &'a G) -> Self {
        ActionLaws { game, own: game.actions(), derived: Actions::derived(game) }
    }

    /// Checks all laws in one position, whose legal moves these are; `text` is how it is written.
    pub fn check(&self, pos: &G::Position, moves: &[MoveOf<G>], text: &str) {
        for actions in [&self.own, &self.derived] {
            let law = |law: &str| format!("{}: {actions:?}: {law}\nin {text}", self.game.id());
            let numbers: Vec<Option<usize>> = moves.iter().map(|&mv| actions.number(pos, mv)).collect();
            // Derived actions are those of a few random games. A game that numbers its own does not need the rare ones, nor
            // those of moves that only differ in what they take or block.
            let is_derived = actions.signature() == self.derived.signature();
            let has_own = self.own.signature() != self.derived.signature();
            if is_derived && has_own && (numbers.contains(&None) || self.has_twins(pos, moves)) {
                continue;
            }
            let known: Vec<usize> = numbers.iter().copied().flatten().collect();
            assert!(
                known.is_empty() || known.len() == moves.len(),
                "{}",
                law("all moves have a number, or none")
            );
            let different: BTreeSet<usize> = known.iter().copied().collect();
            assert_eq!(different.len(), known.len(), "{}", law("different moves have different numbers"));
            let is_there = known.iter().all(|&number| number < actions.count());
            assert!(is_there, "{}", law("no number is beyond their count"));
            let mut list = Vec::new();
            actions.list(pos, &mut list);
            let listed: Vec<usize> = list.iter().map(|&(number, _)| number).collect();
            assert_eq!(listed, known, "{}", law("the list is of all moves in their order"));
            let swap = Symmetry::swapping(Turn::Rotate180);
            if self.game.symmetries().contains(&swap) {
                let there = self.game.transform(&swap, pos);
                let turned = moves.iter().map(|&mv| self.game.transform_move(&swap, pos, mv));
                let turned: Vec<Option<usize>> = turned.map(|mv| actions.number(&there, mv)).collect();
                assert_eq!(numbers, turned, "{}", law("both players count alike"));
            }
        }
    }

    /// Whether two moves are alike in all that derived actions number.
    fn has_twins(&self, pos: &G::Position, moves: &[MoveOf<G>]) -> bool {
        let seen = moves.iter().map(|&mv| self.game.move_view(pos, mv));
        let different: BTreeSet<_> = seen.map(|mv| (mv.kind, mv.column, mv.from, mv.to)).collect();
        different.len() < moves.len()
    }
}
