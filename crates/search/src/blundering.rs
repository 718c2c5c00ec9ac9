//! An agent that blunders: now and then it plays any move, as people do who are still learning. A ladder of opponents needs
//! rungs between one that knows nothing and one that looks ahead.

use zermelo_game::{Agent, Budget, Choice, Outcome, Position, Stream};

use crate::budget::{Meter, WORK_INTERVAL};
use crate::work;

/// An agent that blunders.
pub struct Blundering<P: Position> {
    agent: Box<dyn Agent<P>>,
    /// How often it blunders, from 0 to 1.
    blunder_rate: f64,
    /// What it sees even when it blunders.
    sight: Sight,
    chance: Stream,
}

/// What a player sees without thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// Nothing.
    None,
    /// A move that wins on the spot.
    Wins,
    /// And a move of the other side that would win on the spot.
    Threats,
}

impl<P: Position> Blundering<P> {
    /// This agent, blundering so often, as this stream decides.
    pub fn new(agent: Box<dyn Agent<P>>, blunder_rate: f64, sight: Sight, chance: Stream) -> Self {
        Blundering { agent, blunder_rate, sight, chance }
    }

    /// Any move, but none that is plainly bad to its eyes, as far as it has the time to see that.
    fn blunder(&mut self, pos: &P, budget: &Budget) -> P::Move {
        let mut meter = Meter::new(budget);
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        if self.sight >= Sight::Wins
            && let Some(&wins) = moves.iter().find(|&&mv| is_won(pos, mv))
        {
            return wins;
        }
        if self.sight >= Sight::Threats {
            // To see that a move is safe is to look at all replies: the clock is looked at after each.
            let seen = moves.iter().copied().take_while(|_| !meter.work(WORK_INTERVAL));
            let safe: Vec<P::Move> = seen.filter(|&mv| is_safe(&pos.after(mv))).collect();
            if !safe.is_empty() {
                moves = safe;
            }
        }
        self.chance.choose(&moves).expect("an agent is asked only while the game goes on")
    }
}

fn is_won<P: Position>(pos: &P, mv: P::Move) -> bool {
    pos.after(mv).outcome() == Some(Outcome::Win(pos.to_move()))
}

/// Whether whoever is to move cannot win on the spot, nor has won.
fn is_safe<P: Position>(pos: &P) -> bool {
    let mut replies = Vec::new();
    pos.moves(&mut replies);
    work::touched(replies.len());
    pos.outcome() != Some(Outcome::Win(pos.to_move())) && !replies.iter().any(|&mv| is_won(pos, mv))
}

impl<P: Position> Agent<P> for Blundering<P> {
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        self.choose_aloud(pos, budget, &mut |_| {})
    }

    fn choose_aloud(
        &mut self,
        pos: &P,
        budget: &Budget,
        tell: &mut dyn FnMut(&Choice<P::Move>),
    ) -> Choice<P::Move> {
        if (self.chance.below(1_000_000) as f64) < self.blunder_rate * 1e6 {
            Choice::of(self.blunder(pos, budget))
        } else {
            self.agent.choose_aloud(pos, budget, tell)
        }
    }

    fn n_bytes(&self) -> usize {
        self.agent.n_bytes()
    }

    fn hear_line(&mut self, start: &P, moves: &[P::Move]) {
        self.agent.hear_line(start, moves);
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.agent.take_remarks()
    }

    fn new_game(&mut self, mut chance: Stream) {
        self.agent.new_game(chance.branch());
        self.chance = chance;
    }
}
