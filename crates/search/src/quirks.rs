//! The defects of the searches of the Milestone study and the first Isolation study, so that their tables can be
//! reproduced and explained. Nobody should play like this.
//!
//! *Distance-blind*: a win is a win however far it is, so nothing hurries to win or puts off a loss. *False ties*: among all root moves whose returned value equals the best one, any may be chosen. But after a cut-off a
//! move returns only a bound, and a bound may equal the best value while the move is worse. *Resigning*: the list of
//! equals begins with "no move" at the value of a loss, so an agent that sees every move lose may give up. *Last
//! ties* (the Milestone study): moves are looked at in the order of the board for both sides, and the last of those
//! that look equal is played: one side prefers its foremost pieces, the other its rearmost.

use std::sync::Arc;

use zermelo_game::{Agent, Budget, Choice, Evaluator, Forfeit, Outcome, Player, Position, Score, Stream};

use crate::alphabeta::MOST_DEPTH;
use crate::budget::Meter;

/// The documents' alpha-beta: no table, no order of moves, wins without distance.
pub struct Blind<P> {
    evaluator: Arc<dyn Evaluator<P>>,
    quirks: Quirks,
    chance: Stream,
}

/// What else is wrong with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// What is played when moves look equal.
    pub ties: Ties,
    /// "No move" is one of them when all is lost.
    pub resigns: bool,
}

/// What is played when moves look equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first of the best: it is really best.
    #[default]
    First,
    /// Any of those that look equal (the first Isolation study).
    Lottery,
    /// The last that looks equal, in the order of the board (the Milestone study).
    Last,
}

impl<P: Position> Blind<P> {
    /// The player, whose lotteries this stream decides.
    pub fn new(evaluator: Arc<dyn Evaluator<P>>, quirks: Quirks, chance: Stream) -> Self {
        Blind { evaluator, quirks, chance }
    }

    /// One search to a fixed depth: the best value and the moves that seem to have it, `None` being "no move". Nothing if
    /// the budget ran out.
    fn lottery(&self, pos: &P, depth: u32, meter: &mut Meter) -> Option<(f64, Vec<Option<P::Move>>)> {
        let root = pos.to_move();
        let mut tickets = if self.quirks.resigns { vec![None] } else { Vec::new() };
        let mut best = f64::NEG_INFINITY;
        let mut moves = Vec::new();
        self.list(pos, &mut moves);
        for mv in moves {
            let value = self.visit(&pos.after(mv), depth - 1, best, f64::INFINITY, root, meter)?;
            let is_equal = value == best;
            if value > best || is_equal && self.quirks.ties == Ties::Last {
                best = value;
                tickets = vec![Some(mv)];
            } else if is_equal && (self.quirks.ties == Ties::Lottery || tickets.is_empty()) {
                tickets.push(Some(mv));
            }
            // The window of the root ends at a win, and who touches its end looks no further: wins are not thrown away.
            if best == f64::INFINITY {
                break;
            }
        }
        Some((best, tickets))
    }

    /// The moves in the order in which they are looked at.
    fn list(&self, pos: &P, moves: &mut Vec<P::Move>) {
        pos.moves(moves);
        if self.quirks.ties == Ties::Last {
            moves.sort_unstable();
        }
    }

    /// The value for the player who searches, or a bound on it: searching stops as soon as it leaves the window or touches
    /// its end.
    fn visit(
        &self,
        pos: &P,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        root: Player,
        meter: &mut Meter,
    ) -> Option<f64> {
        if meter.spend() {
            return None;
        }
        if let Some(outcome) = pos.outcome() {
            return Some(match outcome {
                Outcome::Draw => 0.0,
                Outcome::Win(player) if player == root => f64::INFINITY,
                Outcome::Win(_) => f64::NEG_INFINITY,
            });
        }
        if depth == 0 {
            return Some(self.evaluator.value(pos, root));
        }
        let is_ours = pos.to_move() == root;
        let mut best = if is_ours { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut moves = Vec::new();
        self.list(pos, &mut moves);
        for mv in moves {
            let value = self.visit(&pos.after(mv), depth - 1, alpha, beta, root, meter)?;
            if is_ours {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl<P: Position> Agent<P> for Blind<P> {
    /// To a fixed depth at once; with another budget deeper and deeper, and the last depth that was finished decides.
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        let mut choice = Choice::of(*moves.first().expect("an agent is asked only while the game goes on"));
        let mut meter = Meter::new(budget);
        let deepest = budget.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let first = if budget.is_depth_only() { deepest } else { 1 };
        for depth in first..=deepest {
            let Some((value, tickets)) = self.lottery(pos, depth, &mut meter) else { break };
            let ticket = self.chance.choose(&tickets).expect("the best move is among them");
            let mv = ticket.unwrap_or(choice.mv);
            let score = match value {
                f64::INFINITY => Score::win_in(depth),
                f64::NEG_INFINITY => Score::loss_in(depth),
                value => Score::judged(value),
            };
            let forfeit = ticket.is_none().then_some(Forfeit::Resigned);
            choice = Choice { score, depth, forfeit, ..Choice::of(mv) };
        }
        choice.nodes = meter.nodes();
        choice
    }

    fn new_game(&mut self, chance: Stream) {
        self.chance = chance;
    }
}

/// An agent that gives up as soon as it sees that it loses.
pub struct Resigning<A>(pub A);

impl<P: Position, A: Agent<P>> Agent<P> for Resigning<A> {
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        let choice = self.0.choose(pos, budget);
        let is_lost = choice.forfeit.is_none() && choice.score.is_loss();
        if is_lost { Choice { forfeit: Some(Forfeit::Resigned), ..choice } } else { choice }
    }

    fn n_bytes(&self) -> usize {
        self.0.n_bytes()
    }

    fn hear_line(&mut self, start: &P, moves: &[P::Move]) {
        self.0.hear_line(start, moves);
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.0.take_remarks()
    }

    fn new_game(&mut self, chance: Stream) {
        self.0.new_game(chance);
    }
}
