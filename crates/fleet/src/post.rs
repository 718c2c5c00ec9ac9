//! The run's side: jobs out, news in.
//!
//! A thread of its own talks to the broker, so that whoever sends a job never waits. Whenever the broker may have forgotten
//! something, what this run has there is swept away, made anew, and [`News::Lost`] makes the run send all its jobs again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::object_store::ObjectStore;
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, watch};
use zermelo_catalog::networks;
use zermelo_runner::fleet::{Job, News, Post, WorkerId};
use zermelo_runner::work::WorkId;

use crate::inbox::Inbox;
use crate::link::{Link, LinkState, about};
use crate::message::{JobLetter, NamedNetwork, Said, Withdrawn, write_withdrawn};
use crate::names::{ALL_WORKERS, ROLL_CALL, RunToken, VersionToken, hex};
use crate::streams::{self, Streams};
use crate::{Connection, FleetError};

/// Carries the jobs of one run to workers over NATS JetStream.
pub struct NatsPost {
    run: RunToken,
    inbox: Arc<Inbox>,
    commands: UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
    /// The digests of networks, by name.
    digests: Mutex<HashMap<String, [u8; 32]>>,
    next_serial: AtomicU64,
}

/// What the thread is to do.
enum Command {
    Send { job: WorkId, letter: Box<JobLetter>, networks: Vec<([u8; 32], Arc<[u8]>)> },
    Withdraw(WorkId),
    End,
}

/// Answers that are fetched together, and how long the broker waits for the first.
const ANSWERS_AT_ONCE: usize = 256;
const ANSWER_WAIT: Duration = Duration::from_secs(5);
/// Withdrawn jobs are told together.
const WITHDRAW_EVERY: Duration = Duration::from_millis(100);
/// A pause before trying again what failed although the broker is there.
const PAUSE: Duration = Duration::from_millis(500);
/// How long the last words may take.
const FAREWELL: Duration = Duration::from_secs(3);
/// The broker forgets networks after an hour: they are stored again before.
const NETWORK_AGE: Duration = Duration::from_secs(1800);
/// Bytes of networks that this run keeps in the broker's memory.
const MOST_NETWORK_BYTES: usize = 32 << 20;

impl NatsPost {
    /// Connects to the broker. Only workers of this version get the run's jobs.
    pub fn connect(connection: &Connection, version: &str) -> Result<NatsPost, FleetError> {
        let (commands, orders) = unbounded_channel();
        let (run, inbox) = (RunToken::fresh(), Arc::new(Inbox::default()));
        let (sender, receiver) = mpsc::channel();
        let thread = {
            let (connection, version) = (connection.clone(), VersionToken::of(version));
            let (run, inbox) = (run.clone(), inbox.clone());
            thread::Builder::new().name("fleet".to_owned()).spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let begun = runtime.map_err(|error| connection.broken(&error)).and_then(|runtime| {
                    let begun = runtime.block_on(Carrier::begin(&connection, version, run, inbox))?;
                    Ok((runtime, begun))
                });
                match begun {
                    Ok((runtime, (carrier, streams, subscribers))) => {
                        let _ = sender.send(Ok(()));
                        runtime.block_on(carrier.carry(streams, subscribers, orders));
                    }
                    Err(error) => {
                        let _ = sender.send(Err(error));
                    }
                }
            })
        };
        let thread = thread.map_err(|error| connection.broken(&error))?;
        let gone = || Err(connection.broken(&std::io::Error::other("its thread ended")));
        receiver.recv().unwrap_or_else(|_| gone())?;
        let (digests, next_serial) = (Mutex::default(), AtomicU64::new(1));
        Ok(NatsPost { run, inbox, commands, thread: Some(thread), digests, next_serial })
    }

    /// The networks that a job's agents name, with their bytes.
    fn networks_of(&self, job: &Job) -> Vec<(NamedNetwork, Arc<[u8]>)> {
        let mut found: Vec<(NamedNetwork, Arc<[u8]>)> = Vec::new();
        for name in job.work.agents().into_iter().flat_map(networks::named_in) {
            if found.iter().any(|(network, _)| network.name == name) {
                continue;
            }
            let Some(bytes) = networks::bytes_of(name) else { continue };
            let mut digests = lock(&self.digests);
            let digest = *digests.entry(name.to_owned()).or_insert_with(|| Sha256::digest(&bytes).into());
            found.push((NamedNetwork { name: name.to_owned(), digest }, bytes));
        }
        found
    }
}

impl Post for NatsPost {
    fn send(&self, job: &Job, avoid: &[WorkerId]) {
        let (named, bytes): (Vec<_>, Vec<_>) = self.networks_of(job).into_iter().unzip();
        let networks = named.iter().map(|network| network.digest).zip(bytes).collect();
        let letter = JobLetter {
            run: self.run.as_str().to_owned(),
            serial: self.next_serial.fetch_add(1, Ordering::Relaxed),
            work: job.work.to_bytes(),
            avoid: avoid.to_vec(),
            networks: named,
        };
        // If the thread is gone, the run goes on without a fleet.
        let _ = self.commands.send(Command::Send { job: job.id, letter: Box::new(letter), networks });
    }

    fn withdraw(&self, job: WorkId) {
        let _ = self.commands.send(Command::Withdraw(job));
    }

    fn receive(&self, wait: Duration) -> Option<News> {
        self.inbox.take(wait)
    }
}

impl Drop for NatsPost {
    fn drop(&mut self) {
        let _ = self.commands.send(Command::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A job that was sent and not withdrawn.
#[derive(Default)]
struct Sent {
    /// The last letter.
    serial: u64,
    n_letters: u32,
    /// Answers and refusals.
    n_replies: u32,
}

/// A network in the broker's memory.
struct Stored {
    when: Instant,
    last_used: Instant,
    n_bytes: usize,
}

/// What the thread knows.
struct Carrier {
    link: Link,
    version: VersionToken,
    run: RunToken,
    inbox: Arc<Inbox>,
    sent: Mutex<HashMap<WorkId, Sent>>,
    stored: Mutex<HashMap<[u8; 32], Stored>>,
    /// Whether the streams are believed to be there. Otherwise nothing is sent: all will be, soon.
    is_ready: AtomicBool,
    /// Told when the streams seem not to be there after all.
    is_broken: Arc<Notify>,
}

struct Subscribers {
    cards: Subscriber,
    progress: Subscriber,
}

impl Carrier {
    async fn begin(
        connection: &Connection,
        version: VersionToken,
        run: RunToken,
        inbox: Arc<Inbox>,
    ) -> Result<(Carrier, Streams, Subscribers), FleetError> {
        let link = connection.open("zermelo run").await?;
        let made = streams::make(&link.context, &version, &run).await;
        let streams = made.map_err(|error| connection.broken(&*error))?;
        let subscribers = Subscribers {
            cards: link.client.subscribe(ALL_WORKERS).await.map_err(|error| connection.broken(&error))?,
            progress: link
                .client
                .subscribe(run.progress())
                .await
                .map_err(|error| connection.broken(&error))?,
        };
        link.client.flush().await.map_err(|error| connection.broken(&error))?;
        let carrier = Carrier {
            link,
            version,
            run,
            inbox,
            sent: Mutex::default(),
            stored: Mutex::default(),
            is_ready: AtomicBool::new(true),
            is_broken: Arc::default(),
        };
        Ok((carrier, streams, subscribers))
    }

    /// Carries until the run is over.
    async fn carry(self, streams: Streams, subscribers: Subscribers, orders: UnboundedReceiver<Command>) {
        let shared_networks = Mutex::new(streams.networks.clone());
        let Subscribers { cards, progress } = subscribers;
        tokio::select! {
            () = self.obey(orders, &shared_networks) => {}
            () = self.fetch_answers(streams, &shared_networks) => {}
            () = self.hear(cards) => {}
            () = self.hear(progress) => {}
        }
        let _ = tokio::time::timeout(FAREWELL, self.sweep()).await;
    }

    /// Hears cards, goodbyes and progress.
    async fn hear(&self, mut messages: Subscriber) {
        while let Some(message) = messages.next().await {
            match Said::read_short(&message.payload) {
                Some((_, Said::Here(report))) => self.inbox.put_card(report.card),
                Some((worker, Said::Left)) => self.inbox.offer(News::Left(worker)),
                Some((worker, Said::Progress { run, job, done })) if run == self.run.as_str() => {
                    self.inbox.offer(News::Progress { worker, job, done });
                }
                _ => {}
            }
        }
    }

    /// Fetches answers, and makes the streams anew whenever they may be gone.
    async fn fetch_answers(&self, first: Streams, shared_networks: &Mutex<ObjectStore>) {
        let mut state = self.link.state.clone();
        let mut n_connections = state.borrow().n_connections;
        let mut made = Some(first);
        let mut is_first = true;
        loop {
            let streams = match made.take() {
                Some(streams) => streams,
                None => {
                    n_connections = state.borrow().n_connections;
                    match streams::make(&self.link.context, &self.version, &self.run).await {
                        Ok(streams) => streams,
                        Err(_) => {
                            tokio::time::sleep(about(PAUSE)).await;
                            continue;
                        }
                    }
                }
            };
            if !is_first {
                // What is left there would be done twice.
                let _ = streams.jobs.purge().filter(self.version.jobs_of(&self.run)).await;
                lock(&self.stored).clear();
                *lock(shared_networks) = streams.networks.clone();
            }
            self.is_ready.store(true, Ordering::Relaxed);
            if !is_first {
                self.inbox.put(News::Lost);
            }
            is_first = false;
            let _ = self.link.client.publish(ROLL_CALL, "".into()).await;
            tokio::select! {
                () = self.fetch_from(&streams) => {}
                () = self.is_broken.notified() => {}
                () = reconnected(&mut state, n_connections) => {}
            }
            self.is_ready.store(false, Ordering::Relaxed);
            tokio::time::sleep(about(PAUSE / 5)).await;
        }
    }

    /// Fetches answers until that fails.
    async fn fetch_from(&self, streams: &Streams) {
        loop {
            if self.inbox.is_full() {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
            let batch = streams.answers.batch().max_messages(ANSWERS_AT_ONCE).expires(ANSWER_WAIT);
            let Ok(mut batch) = batch.messages().await else { return };
            while let Some(message) = batch.next().await {
                let Ok(message) = message else { return };
                if let Some((worker, said)) = Said::read_answer(&message.payload, self.run.as_str()) {
                    self.deliver(worker, said);
                }
                if message.ack().await.is_err() {
                    return;
                }
            }
        }
    }

    fn deliver(&self, worker: WorkerId, said: Said) {
        let (card, job, news) = match said {
            Said::Answered { job, card, answer, signature, seconds, .. } => {
                (card, job, News::Answered { worker, job, answer, signature, seconds })
            }
            Said::Refused { job, card, why, .. } => (card, job, News::Refused { worker, job, why }),
            Said::Here(_) | Said::Left | Said::Progress { .. } => return,
        };
        if let Some(sent) = lock(&self.sent).get_mut(&job) {
            sent.n_replies += 1;
        }
        self.inbox.put_card(card);
        self.inbox.put(news);
    }

    /// Sends and withdraws jobs until the run is over.
    async fn obey(&self, mut orders: UnboundedReceiver<Command>, shared_networks: &Mutex<ObjectStore>) {
        let mut withdrawn = Withdrawn::new();
        let mut tick = tokio::time::interval(WITHDRAW_EVERY);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let command = tokio::select! {
                command = orders.recv() => command,
                _ = tick.tick(), if !withdrawn.is_empty() => {
                    self.tell_withdrawn(&std::mem::take(&mut withdrawn)).await;
                    continue;
                }
            };
            match command {
                Some(Command::Send { job, letter, networks }) => {
                    if self.is_ready.load(Ordering::Relaxed)
                        && self.link.state.borrow().is_up
                        && self.send(job, &letter, &networks, shared_networks).await.is_err()
                    {
                        self.is_broken.notify_one();
                    }
                }
                Some(Command::Withdraw(job)) => {
                    // Usually there was one letter and one answer: nobody has to be told.
                    if let Some(sent) = lock(&self.sent).remove(&job)
                        && sent.n_letters > sent.n_replies
                    {
                        withdrawn.push((job, sent.serial));
                    }
                }
                Some(Command::End) | None => {
                    let unanswered = lock(&self.sent).drain().collect::<Vec<_>>();
                    withdrawn.extend(unanswered.into_iter().map(|(job, sent)| (job, sent.serial)));
                    self.tell_withdrawn(&withdrawn).await;
                    return;
                }
            }
        }
    }

    async fn send(
        &self,
        job: WorkId,
        letter: &JobLetter,
        networks: &[([u8; 32], Arc<[u8]>)],
        shared_networks: &Mutex<ObjectStore>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        for (digest, bytes) in networks {
            let store = lock(shared_networks).clone();
            self.store_network(&store, digest, bytes).await?;
        }
        {
            let mut all = lock(&self.sent);
            let sent = all.entry(job).or_default();
            sent.serial = letter.serial;
            sent.n_letters += 1;
        }
        let stored =
            self.link.context.publish(self.version.jobs_of(&self.run), letter.to_bytes().into()).await?;
        // Whether it was stored shows later: the next job need not wait.
        let (is_broken, state) = (self.is_broken.clone(), self.link.state.clone());
        let n_connections = state.borrow().n_connections;
        tokio::spawn(async move {
            if stored.await.is_err() && state.borrow().n_connections == n_connections {
                is_broken.notify_one();
            }
        });
        Ok(())
    }

    /// Puts a network into the broker's memory, unless it is there.
    async fn store_network(
        &self,
        store: &ObjectStore,
        digest: &[u8; 32],
        bytes: &[u8],
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let now = Instant::now();
        if let Some(stored) = lock(&self.stored).get_mut(digest)
            && stored.when.elapsed() < NETWORK_AGE
        {
            stored.last_used = now;
            return Ok(());
        }
        let mut rest = bytes;
        store.put(hex(digest).as_str(), &mut rest).await?;
        let stored = Stored { when: now, last_used: now, n_bytes: bytes.len() };
        let mut old = Vec::new();
        {
            let mut all = lock(&self.stored);
            all.insert(*digest, stored);
            while all.values().map(|stored| stored.n_bytes).sum::<usize>() > MOST_NETWORK_BYTES
                && all.len() > 2
            {
                let oldest = all.iter().min_by_key(|(_, stored)| stored.last_used).map(|(digest, _)| *digest);
                if let Some(oldest) = oldest {
                    all.remove(&oldest);
                    old.push(oldest);
                }
            }
        }
        for digest in old {
            let _ = store.delete(hex(&digest)).await;
        }
        Ok(())
    }

    async fn tell_withdrawn(&self, withdrawn: &Withdrawn) {
        for some in withdrawn.chunks(1000) {
            let bytes = write_withdrawn(&some.to_vec());
            let _ = self.link.client.publish(self.run.withdrawn(), bytes.into()).await;
        }
    }

    /// Leaves nothing of this run behind.
    async fn sweep(&self) {
        if !self.link.state.borrow().is_up {
            return;
        }
        let Ok(streams) = streams::make(&self.link.context, &self.version, &self.run).await else { return };
        let _ = streams.jobs.purge().filter(self.version.jobs_of(&self.run)).await;
        let _ = streams.answer_stream.delete_consumer(&self.run.consumer()).await;
        let _ = streams.answer_stream.purge().filter(self.run.answers()).await;
        let _ = self.link.client.flush().await;
    }
}

/// Waits until there were more connections than these.
async fn reconnected(state: &mut watch::Receiver<LinkState>, before: u64) {
    let _ = state.wait_for(|now| now.is_up && now.n_connections > before).await;
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
