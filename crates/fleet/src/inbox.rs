//! News that wait until the run asks for them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zermelo_runner::fleet::{News, WorkerCard, WorkerId};

/// News that wait. Of each worker only the last card is kept, since runs do not listen between two rounds.
#[derive(Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    news: VecDeque<News>,
    cards: HashMap<WorkerId, (Instant, WorkerCard)>,
}

/// When so many news wait, progress is not noted any more.
const MOST_NEWS: usize = 1 << 16;
/// When so many news wait, no more answers are fetched.
const ENOUGH_NEWS: usize = 1 << 12;
/// Workers that are noted at once.
const MOST_CARDS: usize = 1 << 16;
/// Cards that waited for longer say nothing any more: there should have been another since.
const CARD_AGE: Duration = Duration::from_secs(10);

impl Inbox {
    /// A worker is there.
    pub fn put_card(&self, card: WorkerCard) {
        let mut state = self.lock();
        if state.cards.len() < MOST_CARDS || state.cards.contains_key(&card.id) {
            state.cards.insert(card.id.clone(), (Instant::now(), card));
            self.changed.notify_one();
        }
    }

    /// Something must not be missed.
    pub fn put(&self, news: News) {
        let mut state = self.lock();
        if let News::Left(worker) = &news {
            state.cards.remove(worker);
        }
        state.news.push_back(news);
        self.changed.notify_one();
    }

    /// Something may be missed.
    pub fn offer(&self, news: News) {
        if self.lock().news.len() < MOST_NEWS {
            self.put(news);
        }
    }

    pub fn is_full(&self) -> bool {
        self.lock().news.len() >= ENOUGH_NEWS
    }

    /// The next news, after waiting no longer than this.
    pub fn take(&self, wait: Duration) -> Option<News> {
        let state = self.lock();
        let is_empty = |state: &mut State| state.news.is_empty() && state.cards.is_empty();
        let waited = self.changed.wait_timeout_while(state, wait, is_empty);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        // Cards first: an answer counts only if its worker is known.
        while let Some(id) = state.cards.keys().next().cloned() {
            if let Some((when, card)) = state.cards.remove(&id)
                && when.elapsed() < CARD_AGE
            {
                return Some(News::Here(card));
            }
        }
        state.news.pop_front()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_card_of_each_worker_comes_first() {
        let inbox = Inbox::default();
        let card = |busy| WorkerCard {
            id: WorkerId("one".to_owned()),
            host: String::new(),
            threads: 1,
            version: String::new(),
            busy,
        };
        inbox.put(News::Lost);
        inbox.put_card(card(0));
        inbox.put_card(card(1));
        assert!(matches!(inbox.take(Duration::ZERO), Some(News::Here(WorkerCard { busy: 1, .. }))));
        assert!(matches!(inbox.take(Duration::ZERO), Some(News::Lost)));
        assert!(inbox.take(Duration::from_millis(1)).is_none());
        inbox.put_card(card(2));
        inbox.put(News::Left(WorkerId("one".to_owned())));
        assert!(matches!(inbox.take(Duration::ZERO), Some(News::Left(_))));
        assert!(inbox.take(Duration::ZERO).is_none());
    }
}
