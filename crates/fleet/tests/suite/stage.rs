//! What the tests play: a round of a tournament, and workers in threads.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use zermelo_any::Permission;
use zermelo_arena::Pair;
use zermelo_catalog::catalog::open_for;
use zermelo_fleet::{
    Connection, FleetError, NatsPost, WorkFunction, WorkerEvent, WorkerSettings, WorkerSummary,
    run_worker_with,
};
use zermelo_game::Stop;
use zermelo_runner::executor::Executor;
use zermelo_runner::fleet::{DispatcherSettings, Fleet, FleetEvent, Worker};
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Known, Openings, Round, RunnerPlan, Told, Which,
};
use zermelo_runner::work::{carry_out, no_kinds};
use zermelo_store::GameRow;

pub const VERSION: &str = "0.1.0 (test)";

/// A round of games.
pub struct Contest<'a> {
    pub game: &'a str,
    pub agents: &'a [&'a str],
    pub n_pairs: usize,
}

/// Quick games, some of them left to chance.
pub const QUICK: Contest = Contest {
    game: "tictactoe",
    agents: &["random", "alphabeta(depth=2)", "mcts(playouts=60)"],
    n_pairs: 120,
};

pub type Rows = Vec<[GameRow; 2]>;

/// What came of a round with a fleet.
pub struct Played {
    pub rows: Rows,
    pub workers: Vec<Worker>,
    pub events: Vec<FleetEvent>,
}

impl Contest<'_> {
    /// On threads of this machine alone.
    pub fn alone(&self) -> Rows {
        self.play(&Executor::local(2, &Stop::default()), &mut |_| {})
    }

    /// With workers that this post reaches. `on_game` sees how many games have ended.
    pub fn with_fleet(&self, post: &NatsPost, threads: usize, on_game: &mut dyn FnMut(usize)) -> Played {
        self.with(&fleet_of(post), threads, on_game)
    }

    /// The same without threads here, and jobs of which nothing was heard for so long are sent again.
    pub fn with_impatient_fleet(&self, post: &NatsPost, patience: Duration) -> Played {
        self.with(&fleet_of(post).with_patience(patience), 0, &mut |_| {})
    }

    /// With these workers.
    pub fn with(&self, fleet: &Fleet, threads: usize, on_game: &mut dyn FnMut(usize)) -> Played {
        let stop = Stop::default();
        let executor = Executor { threads, stop: &stop, fleet: Some(fleet) };
        let rows = in_time(&stop, || self.play(&executor, on_game));
        Played { rows, workers: fleet.workers(), events: fleet.take_events() }
    }

    fn play(&self, executor: &Executor, on_game: &mut dyn FnMut(usize)) -> Rows {
        let game = open_for(self.game, Permission::terminal()).unwrap();
        let openings = Openings::Random { plies: Some(2), which: Which::Any };
        let plan = RunnerPlan {
            seed: 11,
            openings: &openings,
            n_openings: 20,
            first_opening: 0,
            adjudication: Adjudication::default(),
        };
        let runner = GameRunner::open(&game, &plan).unwrap();
        let contestants: Vec<Contestant> =
            self.agents.iter().zip(0..).map(|(agent, number)| Contestant { number, agent }).collect();
        let n = self.agents.len() as u32;
        let pairs = (0..self.n_pairs as u32).map(|at| Pair {
            round: 0,
            a: at % n,
            b: (at + 1) % n,
            opening: at % 20,
        });
        let pairs: Vec<Pair> = pairs.collect();
        let known = Known::new();
        let round = Round {
            contestants: &contestants,
            pairs: &pairs,
            first_pair: 0,
            executor: *executor,
            known: &known,
        };
        let mut n_games = 0;
        let rows = runner.play(&round, &mut |told| {
            if let Told::Game { .. } = told {
                n_games += 1;
                on_game(n_games);
            }
            Ok(())
        });
        let rows = rows.unwrap_or_else(|_| panic!("the round came to no end"));
        rows.into_iter().map(|pair| pair.map(|row| GameRow { micros: [0; 2], ..row })).collect()
    }
}

fn fleet_of(post: &NatsPost) -> Fleet<'_> {
    let settings = DispatcherSettings { version: VERSION.to_owned(), verify: 0.2, secret: 7 };
    Fleet::new(post, settings, Permission::terminal(), no_kinds)
}

/// A round that hangs fails instead.
fn in_time<T>(stop: &Stop, play: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            if is_done.recv_timeout(Duration::from_secs(120)) == Err(RecvTimeoutError::Timeout) {
                stop.stop();
            }
        });
        let result = play();
        drop(done);
        result
    })
}

/// A worker in threads of this process.
pub struct TestWorker {
    stop: Stop,
    thread: Option<JoinHandle<Result<WorkerSummary, FleetError>>>,
    events: mpsc::Receiver<WorkerEvent>,
}

pub fn settings(connection: Connection) -> WorkerSettings {
    WorkerSettings {
        connection,
        version: VERSION.to_owned(),
        host: "here".to_owned(),
        threads: 1,
        idle_exit: None,
    }
}

impl TestWorker {
    pub fn start(connection: Connection) -> TestWorker {
        TestWorker::start_with(settings(connection), carry_out)
    }

    pub fn start_with(settings: WorkerSettings, function: WorkFunction) -> TestWorker {
        let stop = Stop::default();
        let (sender, events) = mpsc::channel();
        let thread = thread::spawn({
            let stop = stop.clone();
            move || {
                let sender = Mutex::new(sender);
                let on_event = |event| drop(sender.lock().unwrap().send(event));
                run_worker_with(&settings, Permission::worker(), no_kinds, function, &stop, &on_event)
            }
        });
        TestWorker { stop, thread: Some(thread), events }
    }

    /// Waits for an event.
    pub fn wait_for(&self, is_it: impl Fn(&WorkerEvent) -> bool) -> WorkerEvent {
        loop {
            let event =
                self.events.recv_timeout(Duration::from_secs(60)).expect("it happens within a minute");
            if is_it(&event) {
                return event;
            }
        }
    }

    pub fn wait_until_connected(self) -> TestWorker {
        self.wait_for(|event| matches!(event, WorkerEvent::Connected { .. }));
        self
    }

    /// Ends it, and tells what it did.
    pub fn stop(mut self) -> Result<WorkerSummary, FleetError> {
        self.stop.stop();
        self.thread.take().expect("it runs").join().expect("it does not panic")
    }

    /// Waits until it ends by itself.
    pub fn join(mut self) -> Result<WorkerSummary, FleetError> {
        self.thread.take().expect("it runs").join().expect("it does not panic")
    }
}

impl Drop for TestWorker {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
