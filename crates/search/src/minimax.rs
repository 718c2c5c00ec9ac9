//! Plain minimax to a fixed depth: every line is looked at. The search of the source documents' simplest agents, and
//! what all faster searches are compared with.

use std::sync::Arc;

use zermelo_game::{Agent, Budget, Choice, Evaluator, Player, Position, Score, Scratch, Stop, Stream};

/// Looks at everything, as deep as the budget says (one ply if it says nothing).
pub struct Minimax<P> {
    evaluator: Arc<dyn Evaluator<P>>,
    scratch: Scratch,
    nodes: u64,
    /// Whether a line ended in a judgement, not in the end of the game.
    has_judged: bool,
    stop: Option<Stop>,
}

impl<P: Position> Minimax<P> {
    /// A player that judges the last positions by this evaluator.
    pub fn new(evaluator: Arc<dyn Evaluator<P>>) -> Self {
        Minimax { evaluator, scratch: Scratch::new(), nodes: 0, has_judged: false, stop: None }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_stopped)
    }

    /// The value of a position `depth` plies deep, from the side to move, as judged for the player at the root.
    fn value(&mut self, pos: &P, depth: u32, root: Player) -> Score {
        self.nodes += 1;
        if let Some(outcome) = pos.outcome() {
            return Score::of_outcome(outcome, pos.to_move());
        }
        // Nobody looks at the value any more.
        if self.is_stopped() {
            self.has_judged = true;
            return Score::EVEN;
        }
        if depth == 0 {
            self.has_judged = true;
            let value = self.evaluator.value_with(&mut self.scratch, pos, root);
            return Score::judged(if pos.to_move() == root { value } else { -value });
        }
        let mut best = Score::WORST;
        pos.each_move(|mv| best = best.max((-self.value(&pos.after(mv), depth - 1, root)).farther(1)));
        best
    }

    /// Every legal move with its value, in the order of the position; if the search was stopped, those that were seen, and at
    /// least one.
    pub fn values(&mut self, pos: &P, depth: u32) -> Vec<(P::Move, Score)> {
        let mut values = Vec::new();
        pos.each_move(|mv| {
            let score = (-self.value(&pos.after(mv), depth.saturating_sub(1), pos.to_move())).farther(1);
            if values.is_empty() || !self.is_stopped() {
                values.push((mv, score));
            }
        });
        values
    }
}

impl<P: Position> Agent<P> for Minimax<P> {
    /// The first of the best moves. Depth is the only limit minimax keeps, but it can be stopped.
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        self.nodes = 1;
        self.has_judged = false;
        self.stop.clone_from(&budget.stop);
        let depth = budget.depth.unwrap_or(1).max(1);
        let values = self.values(pos, depth);
        let first = values.first().copied().expect("an agent is asked only while the game goes on");
        let (mv, score) =
            values.into_iter().skip(1).fold(first, |best, next| if next.1 > best.1 { next } else { best });
        Choice { score, is_exact: !self.has_judged, depth, nodes: self.nodes, ..Choice::of(mv) }
    }

    /// Minimax remembers nothing.
    fn new_game(&mut self, _chance: Stream) {}
}
