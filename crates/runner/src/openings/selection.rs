//! Which random openings are played: a list that grows as candidates are judged, one after the other by their numbers.
//!
//! Openings are different: no two lead to the same position. The first openings are the same however many are asked for,
//! so the list may be made as far as games need it. An opening that is decided is passed over for the next one, but not
//! for ever: where [`MOST_PASSED_OVER`] in a row are decided, the first decided one that is left is played all the same,
//! and where there is no other opening at all, all of them are. So tiny games, which a short search solves from any
//! opening, are played as ever, and the openings say of themselves that they are decided.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use zermelo_any::{AnyPosition, MoveIndex};
use zermelo_game::{Stream, stream};

use zermelo_catalog::OpenGame;

/// How many random openings are tried before it is believed that there is none.
pub const MOST_ATTEMPTS: u32 = 10_000;

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
pub struct Opening {
    /// Its moves and its position.
    pub candidate: Candidate,
    /// How many decided openings were left out on the way to it. Less than 0 if it is one that was left out before.
    pub left_out: i64,
    /// Whether it is decided itself.
    pub is_decided: bool,
}

/// The list.
#[derive(Debug, Default)]
pub struct Selection {
    openings: Vec<Arc<Opening>>,
    known: HashSet<u64>,
    /// Decided openings that were passed over, in their order.
    decided: VecDeque<Candidate>,
    /// How many candidates in a row were of no use.
    n_vain: u32,
    /// How many decided ones were passed over since the last opening.
    n_passed_over: u32,
    has_fit: bool,
    is_complete: bool,
}

impl Selection {
    /// The openings so far.
    pub fn openings(&self) -> &[Arc<Opening>] {
        &self.openings
    }

    /// Whether there seem to be no more.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether a position was among the candidates before: then it need not be judged.
    pub fn is_known(&self, pos: &AnyPosition) -> bool {
        self.known.contains(&pos.key())
    }

    /// Takes the next candidate, with what is thought of it; `None` for one in which the game is over. Nothing changes
    /// once the list is complete.
    pub fn add(&mut self, candidate: Option<(Candidate, Fitness)>) {
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

    fn play(&mut self, opening: Opening) {
        self.openings.push(Arc::new(opening));
        (self.n_vain, self.n_passed_over) = (0, 0);
    }
}

/// An opening that might be played: its moves and the position they lead to.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The moves from the start.
    pub moves: Vec<MoveIndex>,
    /// The position after them.
    pub pos: AnyPosition,
}

impl Candidate {
    /// The candidate with this number, of so many random plies; `None` if the game is over there. Every candidate has a
    /// stream of its own, so any of them can be drawn alone.
    pub fn draw(start: &AnyPosition, plies: u32, seed: u64, number: u64) -> Option<Candidate> {
        random_line(start, plies, &mut stream(seed, "opening", number))
    }
}

fn random_line(start: &AnyPosition, plies: u32, chance: &mut Stream) -> Option<Candidate> {
    let (mut pos, mut moves) = (start.clone(), Vec::new());
    for _ in 0..plies {
        let mv = pos.random_move(chance)?;
        pos.play(mv);
        moves.push(mv);
    }
    (!pos.is_over()).then_some(Candidate { moves, pos })
}

/// The length of openings by default: four plies, but no more than a quarter of the longest game, and fewer where so
/// many would end it.
pub fn usual_plies(game: &OpenGame) -> u32 {
    let longest = (game.max_plies() / 4).min(4) as u32;
    let mut chance = stream(0, "usual opening", 0);
    let start = game.start();
    let mut ends_seldom = |plies: u32| {
        let n_good = (0..16).filter(|_| random_line(&start, plies, &mut chance).is_some()).count();
        n_good >= 4
    };
    (1..=longest).rev().find(|&plies| ends_seldom(plies)).unwrap_or(0)
}
