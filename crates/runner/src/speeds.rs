//! How fast this machine plays each game, measured once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zermelo_catalog::{OpenGame, speed};

/// Games whose speed is remembered.
const MOST_GAMES: usize = 1 << 10;

/// The speed of this machine in each game.
pub struct Speeds {
    threads: usize,
    /// Threads that play at the moment.
    n_playing: AtomicUsize,
    known: Mutex<HashMap<String, Arc<OnceLock<f64>>>>,
}

/// A thread that plays, as long as this lives.
pub struct Playing<'a>(&'a Speeds);

impl Speeds {
    /// Of a machine that plays on so many threads.
    pub fn new(threads: usize) -> Speeds {
        Speeds { threads: threads.max(1), n_playing: AtomicUsize::new(0), known: Mutex::default() }
    }

    /// Positions a second of one thread while all are busy. The first thread that asks measures; others that ask for the same game wait.
    pub fn of(&self, game: &OpenGame) -> f64 {
        let cell = {
            let (mut known, id) = (self.known.lock().unwrap_or_else(PoisonError::into_inner), game.id());
            if known.len() >= MOST_GAMES && !known.contains_key(&id) {
                known.clear();
            }
            known.entry(id).or_default().clone()
        };
        *cell.get_or_init(|| {
            // With those that play something else, all threads are busy, and no more than all.
            let n_playing = self.n_playing.load(Ordering::Relaxed);
            speed::measure(game, self.threads.saturating_sub(n_playing))
        })
    }

    /// Counts a thread that plays.
    pub fn play(&self) -> Playing<'_> {
        self.n_playing.fetch_add(1, Ordering::Relaxed);
        Playing(self)
    }
}

impl Drop for Playing<'_> {
    fn drop(&mut self) {
        self.0.n_playing.fetch_sub(1, Ordering::Relaxed);
    }
}
