//! A wire between somebody and the broker that can be cut or stalled, and rounds in which that happens.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use zermelo_fleet::{Connection, NatsPost};

use crate::broker::Broker;
use crate::stage::{QUICK, TestWorker, VERSION};

/// A wire to the broker.
struct Proxy {
    port: u16,
    wire: Arc<Wire>,
}

struct Wire {
    /// The port of the broker.
    target: u16,
    state: Mutex<State>,
    changed: Condvar,
    n_connections: AtomicUsize,
}

#[derive(Default)]
struct State {
    is_stalled: bool,
    is_over: bool,
    /// Both ends of all connections.
    ends: Vec<TcpStream>,
}

impl Proxy {
    fn to(broker: &Broker) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let wire = Arc::new(Wire {
            target: broker.port(),
            state: Mutex::default(),
            changed: Condvar::new(),
            n_connections: AtomicUsize::new(0),
        });
        let accepting = wire.clone();
        thread::spawn(move || {
            for caller in listener.incoming().map_while(Result::ok) {
                if accepting.lock().is_over {
                    break;
                }
                // If the broker is not there, the caller hears nothing else than that.
                if let Ok(broker) = TcpStream::connect(("127.0.0.1", accepting.target)) {
                    accepting.join(caller, broker);
                }
            }
        });
        Proxy { port, wire }
    }

    /// How the broker is reached through it.
    fn connection(&self, broker: &Broker) -> Connection {
        Connection { url: format!("nats://127.0.0.1:{}", self.port), ..broker.connection() }
    }

    /// Cuts all connections. New ones can be made.
    fn cut(&self) {
        for end in self.wire.lock().ends.drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Nothing passes any more, and nobody is told.
    fn stall(&self) {
        self.wire.lock().is_stalled = true;
    }

    /// What has waited passes, and all that follows.
    fn resume(&self) {
        self.wire.lock().is_stalled = false;
        self.wire.changed.notify_all();
    }

    fn n_connections(&self) -> usize {
        self.wire.n_connections.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.wire.lock().is_over = true;
        self.wire.changed.notify_all();
        self.cut();
        // Wakes the thread that accepts.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl Wire {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn join(self: &Arc<Wire>, caller: TcpStream, broker: TcpStream) {
        self.n_connections.fetch_add(1, Ordering::Relaxed);
        let copy = |end: &TcpStream| end.try_clone().unwrap();
        self.lock().ends.extend([copy(&caller), copy(&broker)]);
        for (from, to) in [(copy(&caller), copy(&broker)), (broker, caller)] {
            let wire = self.clone();
            thread::spawn(move || wire.pass(from, to));
        }
    }

    /// Passes on what comes, until either end is closed.
    fn pass(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(n_bytes @ 1..) = from.read(&mut bytes) {
            let waits = |state: &mut State| state.is_stalled && !state.is_over;
            drop(self.changed.wait_while(self.lock(), waits).unwrap());
            if to.write_all(&bytes[..n_bytes]).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}

#[test]
fn connections_that_are_cut_change_nothing() {
    let broker = Broker::start();
    let wires = [Proxy::to(&broker), Proxy::to(&broker)];
    let worker = TestWorker::start(wires[0].connection(&broker)).wait_until_connected();
    let post = NatsPost::connect(&wires[1].connection(&broker), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |n_games| match n_games {
        2 => wires[0].cut(),
        40 => wires[1].cut(),
        120 => wires.iter().for_each(Proxy::cut),
        _ => {}
    });
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(worker.stop().unwrap().n_jobs > 0);
    assert!(wires[1].n_connections() > 1, "the run came back");
}

#[test]
fn connections_that_stall_for_a_while_change_nothing() {
    let broker = Broker::start();
    let wires = [Proxy::to(&broker), Proxy::to(&broker)];
    let worker = TestWorker::start(wires[0].connection(&broker)).wait_until_connected();
    let post = NatsPost::connect(&wires[1].connection(&broker), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |n_games| {
        let stalled = match n_games {
            2 => &wires[..1],
            60 => &wires[1..],
            120 => &wires[..],
            _ => return,
        };
        stalled.iter().for_each(Proxy::stall);
        thread::sleep(Duration::from_millis(700));
        stalled.iter().for_each(Proxy::resume);
    });
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(worker.stop().unwrap().n_jobs > 0);
}

#[test]
fn a_worker_behind_a_wire_that_stalls_for_good_holds_nobody_up() {
    let broker = Broker::start();
    let wire = Proxy::to(&broker);
    let cut_off = TestWorker::start(wire.connection(&broker)).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let mut other = None;
    let played = QUICK.with_fleet(&post, 0, &mut |n_games| {
        if n_games == 2 {
            wire.stall();
            other = Some(TestWorker::start(broker.connection()));
        }
    });
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(other.expect("it came").stop().unwrap().n_jobs > 0);
    wire.resume();
    assert!(cut_off.stop().unwrap().n_jobs > 0);
}

#[test]
fn a_run_behind_a_wire_that_stalls_for_good_plays_at_home() {
    let broker = Broker::start();
    let wire = Proxy::to(&broker);
    let worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&wire.connection(&broker), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 1, &mut |n_games| {
        if n_games == 2 {
            wire.stall();
        }
    });
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    wire.resume();
    drop(worker);
}

#[test]
// It takes a minute: a stall is noticed after two unanswered pings.
#[cfg(feature = "long-tests")]
fn stalls_that_outlast_the_pings_change_nothing() {
    for stalled in 0..2 {
        let broker = Broker::start();
        let wires = [Proxy::to(&broker), Proxy::to(&broker)];
        let worker = TestWorker::start(wires[0].connection(&broker)).wait_until_connected();
        let post = NatsPost::connect(&wires[1].connection(&broker), VERSION).unwrap();
        let played = QUICK.with_fleet(&post, 0, &mut |n_games| {
            if n_games == 2 {
                wires[stalled].stall();
                thread::sleep(Duration::from_secs(35));
                wires[stalled].resume();
            }
        });
        assert_eq!(played.rows, QUICK.alone());
        assert_eq!(played.events, []);
        assert!(worker.stop().unwrap().n_jobs > 0);
        assert!(wires[stalled].n_connections() > 1, "it gave up and came back");
    }
}
