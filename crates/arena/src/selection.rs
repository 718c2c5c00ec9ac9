//! Which random openings are played: a list that grows as candidates are judged, one after the other by their numbers.
//!
//! Openings are different: no two lead to the same position. The first openings are the same however many are asked for,
//! so the list may be made as far as games need it. An opening that is decided is passed over for the next one, but not
//! for ever: where [`MOST_PASSED_OVER`] in a row are decided, the first decided one that is left is played all the same,
//! and where there is no other opening at all, all of them are. So tiny games, which a short search solves from any
//! opening, are played as ever, and the openings say of themselves that they are decided.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use zermelo_game::{Game, Position};

use crate::opening::{Candidate, MOST_ATTEMPTS};

/// So many decided openings in a row are passed over before one of them is played.
pub const MOST_PASSED_OVER: u32 = 32;

/// What is thought of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitness {
    /// It can be played.
    Fit,
    /// It is decided: to be passed over if there are others.
    Decided,
    /// It is never played.
    Unfit,
}

/// An opening that is played.
#[derive(Clone, Debug)]
pub struct Opening<G: Game> {
    /// Its moves and its position.
    pub candidate: Candidate<G>,
    /// How many decided openings were left out on the way to it. Less than 0 if it is one that was left out before.
    pub left_out: i64,
    /// Whether it is decided itself.
    pub is_decided: bool,
}

/// The list.
#[derive(Debug)]
pub struct Selection<G: Game> {
    openings: Vec<Arc<Opening<G>>>,
    known: HashSet<u64>,
    /// Decided openings that were passed over, in their order.
    decided: VecDeque<Candidate<G>>,
    /// How many candidates in a row were of no use.
    n_vain: u32,
    /// How many decided ones were passed over since the last opening.
    n_passed_over: u32,
    has_fit: bool,
    is_complete: bool,
}

impl<G: Game> Default for Selection<G> {
    fn default() -> Selection<G> {
        Selection {
            openings: Vec::new(),
            known: HashSet::new(),
            decided: VecDeque::new(),
            n_vain: 0,
            n_passed_over: 0,
            has_fit: false,
            is_complete: false,
        }
    }
}

impl<G: Game> Selection<G> {
    /// The openings so far.
    pub fn openings(&self) -> &[Arc<Opening<G>>] {
        &self.openings
    }

    /// Whether there seem to be no more.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a position was among the candidates before: then it need not be judged.
    pub fn is_known(&self, pos: &G::Position) -> bool {
        self.known.contains(&pos.key())
    }

    /// Takes the next candidate, with what is thought of it; `None` for one in which the game is over. Nothing changes
    /// once the list is complete.
    pub fn add(&mut self, candidate: Option<(Candidate<G>, Fitness)>) {
        if self.is_complete {
            return;
        }
        self.n_vain += 1;
        if let Some((candidate, fitness)) = candidate
            && self.known.insert(candidate.pos.key())
        {
            match fitness {
                Fitness::Fit => {
                    self.has_fit = true;
                    let left_out = i64::from(self.n_passed_over);
                    self.play(Opening { candidate, left_out, is_decided: false });
                }
                Fitness::Decided => {
                    self.decided.push_back(candidate);
                    self.n_passed_over += 1;
                    if self.n_passed_over == MOST_PASSED_OVER {
                        self.play_decided();
                    }
                }
                Fitness::Unfit => {}
            }
        }
        if self.n_vain == MOST_ATTEMPTS {
            self.is_complete = true;
            while !self.has_fit && !self.decided.is_empty() {
                self.play_decided();
            }
        }
    }

    fn play_decided(&mut self) {
        if let Some(candidate) = self.decided.pop_front() {
            let left_out = i64::from(self.n_passed_over) - 1;
            self.play(Opening { candidate, left_out, is_decided: true });
        }
    }

    fn play(&mut self, opening: Opening<G>) {
        self.openings.push(Arc::new(opening));
        (self.n_vain, self.n_passed_over) = (0, 0);
    }
}
