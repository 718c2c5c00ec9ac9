//! The one executor: pieces of work, done on threads here and by workers elsewhere.
//!
//! All lanes take pieces from one counter and hand results to one channel. What comes back is in the order of the pieces, whoever
//! did them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::Stop;
use zermelo_store::StoreError;

use crate::fleet::{Errand, Fleet, Lane};
use crate::game_runner::Halt;
use crate::work::{Answer, Work};

/// Pieces of work, numbered from 0.
pub trait Pieces: Sync {
    /// What a thread keeps from one piece to the next.
    type State;
    /// What comes of a piece.
    type Piece: Send;

    /// How many there are.
    fn count(&self) -> usize;

    /// So many neighbours are always done by the same thread, one after the other.
    fn group(&self) -> usize {
        1
    }

    /// What a thread begins with.
    fn state(&self) -> Self::State;

    /// Does a piece here; `None` if it was stopped. `failed` says that another piece failed.
    fn here(
        &self,
        state: &mut Self::State,
        place: usize,
        failed: &Stop,
    ) -> Result<Option<Self::Piece>, RequestError>;

    /// Whether a piece was done before, so that doing it takes no time.
    fn is_known(&self, _place: usize) -> bool {
        false
    }

    /// The numbers in the run of the games that a piece is, if it is games.
    fn numbers(&self, _place: usize) -> Option<Range<u64>> {
        None
    }

    /// What kind of work it is for others; `None` if it can only be done here.
    fn kind(&self) -> Option<&'static str>;

    /// These pieces as work for others; `None` if they can only be done here.
    fn work(&self, places: Range<usize>) -> Option<Work>;

    /// The pieces of an answer, or why it cannot be the answer to that work.
    fn read(&self, places: Range<usize>, answer: Answer) -> Result<Vec<Self::Piece>, String>;
}

/// Who does the work, and what ends it.
#[derive(Clone, Copy)]
pub struct Executor<'a> {
    /// How many threads work here.
    pub threads: usize,
    /// Ends the work, soon.
    pub stop: &'a Stop,
    /// The workers elsewhere.
    pub fleet: Option<&'a Fleet<'a>>,
}

/// Pieces are handed on together if they end within so short a time: waking a thread takes longer than a short game.
const BATCH: Duration = Duration::from_millis(2);

/// Sees a piece that is done, and its place.
pub type OnPiece<'a, T> = dyn FnMut(usize, &T) -> Result<(), StoreError> + 'a;

/// Does a piece here; `None` if it was stopped. The stop says that another piece failed.
pub type DoHere<'a, T> = dyn Fn(usize, &Stop) -> Result<Option<T>, RequestError> + Sync + 'a;

/// Reads the pieces of an answer, or says why it cannot be the answer to that work.
pub type ReadAnswer<'a, T> = dyn Fn(Range<usize>, Answer) -> Result<Vec<T>, String> + Sync + 'a;

/// Pieces that are done, with their places, or why one could not be.
pub(crate) type Batch<T> = Result<Vec<(usize, T)>, Halt>;

impl<'a> Executor<'a> {
    /// Threads of this machine alone.
    pub fn local(threads: usize, stop: &'a Stop) -> Executor<'a> {
        Executor { threads, stop, fleet: None }
    }

    /// Does all pieces. `on_piece` sees each in the order in which they end; they come back in their own order.
    pub fn each<P: Pieces>(
        &self,
        pieces: &P,
        on_piece: &mut OnPiece<P::Piece>,
    ) -> Result<Vec<P::Piece>, Halt> {
        let (n, next, failed) = (pieces.count(), AtomicUsize::new(0), Stop::default());
        let lane = self.fleet.zip(pieces.kind()).map(|(fleet, kind)| Lane::new(fleet, kind, pieces));
        let n_threads = match lane {
            // Somebody here must be able to settle what workers disagree about.
            Some(_) => self.threads.max(1),
            None => self.threads.clamp(1, n.div_ceil(pieces.group()).max(1)),
        };
        // Few batches wait, so that threads do not run far ahead of the thread that counts and may stop them.
        let (sender, receiver) = mpsc::sync_channel(n_threads);
        let mut done: Vec<Option<P::Piece>> = (0..n).map(|_| None).collect();
        let told = thread::scope(|scope| {
            for _ in 0..n_threads {
                let thread = Thread {
                    executor: self,
                    pieces,
                    next: &next,
                    failed: &failed,
                    lane: lane.as_ref(),
                    sender: sender.clone(),
                };
                scope.spawn(move || thread.work());
            }
            if let Some(lane) = &lane {
                let (next, failed, sender) = (&next, &failed, sender.clone());
                scope.spawn(move || lane.run(next, [self.stop, failed], &sender));
            }
            drop(sender);
            let mut told = Ok(());
            // All pieces are received, also after a failure, so that no thread waits to hand one over.
            for batch in receiver {
                match batch {
                    Ok(batch) => {
                        for (place, piece) in batch {
                            if told.is_ok() {
                                told = on_piece(place, &piece).map_err(Halt::Store);
                            }
                            done[place] = Some(piece);
                        }
                    }
                    Err(halt) if told.is_ok() => told = Err(halt),
                    Err(_) => {}
                }
                if told.is_err() {
                    failed.stop();
                }
            }
            told
        });
        // A round may end for another reason before it hears of this.
        if self.fleet.is_some_and(Fleet::is_spoilt) {
            return Err(Halt::Spoilt);
        }
        told?;
        let all: Option<Vec<P::Piece>> = done.into_iter().collect();
        all.ok_or(Halt::Stopped)
    }
}

impl Executor<'_> {
    /// The game as these agents play it on the threads here: in a fleet with scaled clocks, by the speed of this machine.
    pub fn game_here<'t>(
        &self,
        game: &OpenGame,
        agents: impl IntoIterator<Item = &'t str>,
    ) -> Result<OpenGame, RequestError> {
        match self.fleet {
            Some(fleet) => fleet.clock().game_here(game, agents),
            None => Ok(game.clone()),
        }
    }

    /// Waits until nothing is in doubt that workers answered and was handed on. A round that is stopped, such as by the verdict
    /// of a sequential test, leaves its doubts to the next one; after the last one somebody must ask.
    pub fn settle(&self) -> Result<(), Halt> {
        if self.fleet.is_none_or(|fleet| !fleet.has_doubts()) {
            return Ok(());
        }
        let here = |_: usize, _: &Stop| Ok(Some(()));
        let work = |_: Range<usize>| unreachable!("there are no pieces");
        let read =
            |_: Range<usize>, _: Answer| Err("an answer to a question that was never asked".to_owned());
        let elsewhere = Some(Elsewhere { kind: "", work: &work, read: &read });
        self.each(&Tasks { n: 0, here: &here, elsewhere }, &mut |_, ()| Ok(())).map(drop)
    }
}

/// A thread of this machine.
struct Thread<'a, 'l, P: Pieces> {
    executor: &'a Executor<'a>,
    pieces: &'a P,
    next: &'a AtomicUsize,
    failed: &'a Stop,
    lane: Option<&'a Lane<'l, P>>,
    sender: SyncSender<Batch<P::Piece>>,
}

impl<P: Pieces> Thread<'_, '_, P> {
    fn is_stopped(&self) -> bool {
        self.executor.stop.is_stopped() || self.failed.is_stopped()
    }

    /// Does pieces until none is left.
    fn work(&self) {
        let (mut state, mut batch) = (None, Vec::new());
        // With a fleet, a machine that was asked to lend no threads settles disagreements only.
        let takes_pieces = self.executor.threads > 0 || self.lane.is_none();
        let mut last_sent = Instant::now();
        while !self.is_stopped() {
            match self.lane.and_then(Lane::errand) {
                Some(Errand::Known(places)) => {
                    let own = state.get_or_insert_with(|| self.pieces.state());
                    if !self.pass(own, places, &mut batch, &mut last_sent) {
                        return;
                    }
                    continue;
                }
                Some(Errand::Job(number, job)) => {
                    if let (Some(lane), true) = (self.lane, self.send(&mut batch)) {
                        lane.do_here(number, &job, [self.executor.stop, self.failed], &self.sender);
                    }
                    continue;
                }
                None => {}
            }
            let group = self.pieces.group();
            let first = if takes_pieces { self.next.fetch_add(group, Ordering::Relaxed) } else { usize::MAX };
            if first < self.pieces.count() {
                let own = state.get_or_insert_with(|| self.pieces.state());
                let places = first..self.pieces.count().min(first + group);
                if !self.pass(own, places, &mut batch, &mut last_sent) {
                    return;
                }
                continue;
            }
            if !self.send(&mut batch) {
                return;
            }
            match self.lane {
                None => return,
                Some(lane) if !lane.wait_for_errand() => return,
                Some(_) => {}
            }
        }
        self.send(&mut batch);
    }

    /// Does these pieces; `false` if it was stopped.
    fn pass(
        &self,
        state: &mut P::State,
        places: Range<usize>,
        batch: &mut Vec<(usize, P::Piece)>,
        last_sent: &mut Instant,
    ) -> bool {
        for place in places {
            match self.pieces.here(state, place, self.failed) {
                Ok(Some(piece)) => {
                    batch.push((place, piece));
                    if let Some(lane) = self.lane {
                        lane.credit(None, place..place + 1);
                    }
                }
                Ok(None) => {
                    self.send(batch);
                    return false;
                }
                Err(error) => {
                    let _ = self.sender.send(Err(Halt::Bad(error)));
                    return false;
                }
            }
            if last_sent.elapsed() >= BATCH {
                *last_sent = Instant::now();
                if !self.send(batch) {
                    return false;
                }
            }
        }
        true
    }

    /// Hands on what is done; `false` if nobody listens any more.
    fn send(&self, batch: &mut Vec<(usize, P::Piece)>) -> bool {
        batch.is_empty() || self.sender.send(Ok(std::mem::take(batch))).is_ok()
    }
}

/// Pieces that are done here by a function, or elsewhere as work.
pub struct Tasks<'a, T> {
    /// How many there are.
    pub n: usize,
    /// Does a piece; `None` if it was stopped.
    pub here: &'a DoHere<'a, T>,
    /// How it is done elsewhere, if it can be.
    pub elsewhere: Option<Elsewhere<'a, T>>,
}

/// How pieces are done elsewhere.
pub struct Elsewhere<'a, T> {
    /// What kind of work it is.
    pub kind: &'static str,
    /// Pieces as work.
    pub work: &'a (dyn Fn(Range<usize>) -> Work + Sync),
    /// The pieces of an answer, or why it cannot be the answer to that work.
    pub read: &'a ReadAnswer<'a, T>,
}

impl<T: Send> Pieces for Tasks<'_, T> {
    type State = ();
    type Piece = T;

    fn count(&self) -> usize {
        self.n
    }

    fn state(&self) {}

    fn here(&self, (): &mut (), place: usize, failed: &Stop) -> Result<Option<T>, RequestError> {
        (self.here)(place, failed)
    }

    fn kind(&self) -> Option<&'static str> {
        self.elsewhere.as_ref().map(|elsewhere| elsewhere.kind)
    }

    fn work(&self, places: Range<usize>) -> Option<Work> {
        self.elsewhere.as_ref().map(|elsewhere| (elsewhere.work)(places))
    }

    fn read(&self, places: Range<usize>, answer: Answer) -> Result<Vec<T>, String> {
        match &self.elsewhere {
            Some(elsewhere) => (elsewhere.read)(places, answer),
            None => Err("an answer to a question that was never asked".to_owned()),
        }
    }
}
