//! The openings of a runner, drawn as far as games need them.
//!
//! Threads that need an opening judge candidates, each another one, until it is there. Candidates join the list in the
//! order of their numbers, so the list does not depend on who judged what, nor on how many threads there are.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_any::{AnyPosition, MoveIndex};

use super::selection::{Candidate, Fitness, Opening, Selection, usual_plies};
use super::{OpeningTally, Openings, Sieve, Which};
use crate::game_runner::{read_line, read_opening};
use zermelo_catalog::{OpenGame, RequestError};

/// The openings.
pub(crate) enum Book {
    /// Known beforehand: how they begin, and how they are written.
    Listed(Vec<(Beginning, String)>),
    /// Drawn one after the other.
    Drawn(Box<Drawing>),
}

/// Where a game begins: the position, and the moves from the start, unless it was given as a position.
#[derive(Clone, Debug)]
pub(crate) struct Beginning {
    pub pos: AnyPosition,
    pub line: Option<Vec<MoveIndex>>,
}

pub(crate) struct Drawing {
    game: OpenGame,
    start: AnyPosition,
    plies: u32,
    which: Which,
    seed: u64,
    /// No more openings than this; then the first is used again.
    most: usize,
    state: Mutex<State>,
}

struct State {
    selection: Selection,
    /// How many candidates were given to somebody to judge.
    n_claimed: u64,
    /// How many of them are in the selection.
    n_added: u64,
    /// Those that wait for others with smaller numbers.
    judged: HashMap<u64, Option<(Candidate, Fitness)>>,
}

impl Book {
    /// Up to `most` openings, of which only the first is drawn now: if there is one, every number has one.
    pub fn open(game: &OpenGame, openings: &Openings, most: usize, seed: u64) -> Result<Book, RequestError> {
        let (plies, which) = match openings {
            Openings::Start => {
                let start = Beginning { pos: game.start(), line: Some(Vec::new()) };
                return Ok(Book::Listed(vec![(start, String::new())]));
            }
            Openings::Listed(texts) => {
                let listed = texts.iter().map(|text| {
                    let beginning = Beginning { pos: read_opening(game, text)?, line: read_line(game, text) };
                    Ok((beginning, text.clone()))
                });
                return Ok(Book::Listed(listed.collect::<Result<_, RequestError>>()?));
            }
            Openings::Random { plies, which } => (plies.unwrap_or_else(|| usual_plies(game)), which),
        };
        let drawing = Drawing {
            game: game.clone(),
            start: game.start(),
            plies,
            which: which.clone(),
            seed,
            most: most.max(1),
            state: Mutex::new(State {
                selection: Selection::default(),
                n_claimed: 0,
                n_added: 0,
                judged: HashMap::new(),
            }),
        };
        let first = drawing.get(0, &mut drawing.sieve()?);
        first.ok_or_else(|| match which {
            Which::Level(level) => {
                RequestError::NoLevelOpening { game: game.id(), plies, within: level.within }
            }
            Which::Any | Which::Undecided => RequestError::NoOpening { game: game.id(), plies },
        })?;
        Ok(Book::Drawn(Box::new(drawing)))
    }

    /// How many openings there are at most.
    pub fn most(&self) -> usize {
        match self {
            Book::Listed(listed) => listed.len(),
            Book::Drawn(drawing) => drawing.most,
        }
    }

    /// What a thread judges openings with.
    pub fn sieve(&self) -> Sieve {
        match self {
            Book::Listed(_) => Sieve::Any,
            Book::Drawn(drawing) => drawing.sieve().expect("a judge that opened once opens again"),
        }
    }

    /// The opening with this number, and the number itself: if there are fewer openings, they are used again.
    pub fn get(&self, number: u32, sieve: &mut Sieve) -> (u32, Beginning) {
        match self {
            Book::Listed(listed) => {
                let index = number as usize % listed.len();
                (index as u32, listed[index].0.clone())
            }
            Book::Drawn(drawing) => {
                let (index, opening) = drawing.opening(number, sieve);
                let Candidate { pos, moves } = opening.candidate.clone();
                (index as u32, Beginning { pos, line: Some(moves) })
            }
        }
    }

    /// How an opening is written.
    pub fn text(&self, number: u32) -> String {
        match self {
            Book::Listed(listed) => listed[number as usize % listed.len()].1.clone(),
            Book::Drawn(drawing) => {
                let (_, opening) = drawing.opening(number, &mut self.sieve());
                let mut pos = drawing.start.clone();
                let texts = opening.candidate.moves.iter().map(|&mv| {
                    let text = drawing.game.write_move(&pos, mv);
                    pos.play(mv);
                    text
                });
                texts.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// What there is to say of openings with these numbers, each counted once; `None` if nobody looks whether openings are decided.
    pub fn tally(&self, numbers: impl Iterator<Item = u32>) -> Option<OpeningTally> {
        let Book::Drawn(drawing) = self else { return None };
        let mut sieve = self.sieve();
        if !matches!(sieve, Sieve::Undecided { .. }) {
            return None;
        }
        let different: BTreeMap<usize, Arc<Opening>> =
            numbers.map(|number| drawing.opening(number, &mut sieve)).collect();
        let mut tally = OpeningTally::default();
        different.values().for_each(|opening| tally.count_in(opening.left_out, opening.is_decided));
        Some(tally)
    }
}

impl Drawing {
    fn sieve(&self) -> Result<Sieve, RequestError> {
        Sieve::open(&self.game, &self.which, self.plies, self.seed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opening(&self, number: u32, sieve: &mut Sieve) -> (usize, Arc<Opening>) {
        self.get(number as usize, sieve).expect("the first opening was there")
    }

    /// The opening with this number; `None` if there are no openings.
    fn get(&self, number: usize, sieve: &mut Sieve) -> Option<(usize, Arc<Opening>)> {
        loop {
            let claimed = {
                let mut state = self.lock();
                let selection = &state.selection;
                let n = selection.openings().len().min(self.most);
                if number < n || n == self.most || selection.is_complete() {
                    let index = number.checked_rem(n)?;
                    return Some((index, selection.openings()[index].clone()));
                }
                state.n_claimed += 1;
                state.n_claimed - 1
            };
            let judged = self.judge(claimed, sieve);
            let mut state = self.lock();
            state.judged.insert(claimed, judged);
            while let State { selection, n_added, judged, .. } = &mut *state
                && let Some(next) = judged.remove(n_added)
            {
                selection.add(next);
                *n_added += 1;
            }
        }
    }

    /// Draws a candidate and judges it, unless it is one of those before.
    fn judge(&self, number: u64, sieve: &mut Sieve) -> Option<(Candidate, Fitness)> {
        let candidate = Candidate::draw(&self.start, self.plies, self.seed, number)?;
        let fitness = if self.lock().selection.is_known(&candidate.pos) {
            Fitness::Unfit
        } else {
            // Others wait for this candidate: a judge that panics has found nothing.
            let judged = catch_unwind(AssertUnwindSafe(|| sieve.judge(&self.game, &candidate.pos)));
            judged.unwrap_or(Fitness::Unfit)
        };
        Some((candidate, fitness))
    }
}
