//! What all requests share.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use zermelo_experiments::champions;
use zermelo_game::Stop;
use zermelo_store::Store;

use crate::PERMISSION;
use crate::Settings;
use crate::api_error::ApiError;
use crate::ladder;
use crate::live::RunFeed;
use crate::runner::Runner;
use crate::throttle::Throttle;

/// So many searches may go on at once. Each has a thread of its own, so the system gives all the same share.
const MOST_SEARCHES: usize = 128;

/// No search for a move takes longer, whatever the agent's budget.
pub const MOST_SECONDS: u64 = 60;

/// What all requests share.
pub struct App {
    /// How to serve.
    pub settings: Settings,
    /// The experiments that this server runs.
    pub runner: Runner,
    /// What live pages are told.
    pub run_feed: RunFeed,
    /// Counts wrong tokens.
    pub throttle: Throttle,
    searches: Arc<Semaphore>,
    tickets: Mutex<HashMap<String, Stop>>,
    /// Ends all streams when the server stops.
    closing: tokio::sync::watch::Sender<bool>,
}

/// Stops a search when whoever asked for it is gone.
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A ticket that is given back when its search is over or given up.
struct HeldTicket<'a> {
    app: &'a App,
    ticket: String,
}

impl Drop for HeldTicket<'_> {
    fn drop(&mut self) {
        self.app.tickets().remove(&self.ticket);
    }
}

impl App {
    /// Nothing goes on yet.
    pub fn new(settings: Settings) -> App {
        let runner = Runner::new(&settings);
        App::with(settings, runner)
    }

    /// Nothing goes on yet; this one runs the experiments.
    pub fn with(settings: Settings, runner: Runner) -> App {
        App {
            runner,
            run_feed: RunFeed::new(&settings),
            throttle: Throttle::new(&settings.limits),
            settings,
            searches: Arc::new(Semaphore::new(MOST_SEARCHES)),
            tickets: Mutex::default(),
            closing: tokio::sync::watch::Sender::new(false),
        }
    }

    /// Ends all streams and running experiments, soon.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.runner.stop_all();
    }

    /// Comes back when the server stops.
    pub fn closed(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.closing.subscribe();
        async move {
            let _ = closing.wait_for(|&is_closing| is_closing).await;
        }
    }

    /// Runs a search on a thread of its own. It is stopped when nobody waits for it any more, and after `MOST_SECONDS`;
    /// whoever has the ticket can stop it too, and still gets its answer.
    pub async fn search<T: Send + 'static>(
        &self,
        ticket: Option<String>,
        job: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.searches).try_acquire_owned().map_err(|_| ApiError::busy())?;
        let stop = Stop::default();
        let _gone = StopOnDrop(stop.clone());
        // Given back also if nobody waits for the answer any more.
        let _ticket = ticket.map(|ticket| self.take_ticket(ticket, stop.clone())).transpose()?;
        let inside = stop.clone();
        let mut work = spawn_blocking(move || {
            let _permit = permit;
            job(&inside)
        });
        let limit = tokio::time::sleep(Duration::from_secs(MOST_SECONDS));
        let done = tokio::select! {
            done = &mut work => done,
            () = limit => {
                stop.stop();
                work.await
            }
        };
        done.map_err(|_| ApiError::ours("the search failed unexpectedly; please report the position"))
    }

    /// Starts a search that tells on the way. It is stopped through the `Stop` it gets.
    pub fn start_search(&self, stop: Stop, job: impl FnOnce(&Stop) + Send + 'static) -> Result<(), ApiError> {
        let permit = Arc::clone(&self.searches).try_acquire_owned().map_err(|_| ApiError::busy())?;
        spawn_blocking(move || {
            let _permit = permit;
            job(&stop);
        });
        Ok(())
    }

    /// Makes the search with this ticket answer at once; whether there is one.
    pub fn move_now(&self, ticket: &str) -> bool {
        let stop = self.tickets().get(ticket).cloned();
        stop.inspect(Stop::stop).is_some()
    }

    /// Nobody can take the ticket of another search, and so end it, or keep it from being ended.
    fn take_ticket(&self, ticket: String, stop: Stop) -> Result<HeldTicket<'_>, ApiError> {
        match self.tickets().entry(ticket.clone()) {
            Entry::Occupied(_) => {
                Err(ApiError::conflict("ticket", "this ticket is in use: choose another one"))
            }
            Entry::Vacant(place) => {
                place.insert(stop);
                Ok(HeldTicket { app: self, ticket })
            }
        }
    }

    /// How many searches go on.
    pub fn n_searches(&self) -> usize {
        MOST_SEARCHES - self.searches.available_permits()
    }

    /// How many searches can be made to answer at once.
    pub fn n_tickets(&self) -> usize {
        self.tickets().len()
    }

    fn tickets(&self) -> std::sync::MutexGuard<'_, HashMap<String, Stop>> {
        self.tickets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works with the store on a thread that may wait; nothing if there is no store yet.
    pub async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Option<T>, ApiError> {
        let path = self.settings.store.clone();
        let done = spawn_blocking(move || read_store(&path)?.map(|store| work(&store)).transpose());
        done.await.map_err(|_| ApiError::ours("reading the store failed unexpectedly"))?
    }
}

impl App {
    /// The agent that a text or an opponent's name stands for, with what it says of runs looked up. What it may do is asked when it is
    /// opened.
    pub async fn agent(&self, game: &str, text: &str) -> Result<String, ApiError> {
        let agent = ladder::agent_of(game, text);
        if !champions::names_a_run(&agent) {
            return Ok(agent);
        }
        let found = self.with_store(move |store| Ok(champions::resolve(&agent, store, PERMISSION)?)).await?;
        found.ok_or_else(|| ApiError::missing("no-store", "no run has been stored yet"))
    }
}

/// The store for reading, if there is one.
pub fn read_store(path: &Path) -> Result<Option<Store>, ApiError> {
    if path.exists() { Ok(Some(Store::read(path)?)) } else { Ok(None) }
}
