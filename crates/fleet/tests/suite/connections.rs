//! Connections that fail say why, and workers come, are listed, and go.

use std::time::Duration;

use zermelo_fleet::{Connection, Ending, FleetError, NatsPost, WorkerEvent, WorkerSettings, list_workers};
use zermelo_runner::work::carry_out;

use crate::broker::Broker;
use crate::stage::{TestWorker, VERSION, settings};

#[test]
fn a_connection_that_fails_says_why() {
    let mut broker = Broker::start();
    let connect = |connection: &Connection| NatsPost::connect(connection, VERSION).err().expect("it fails");
    let stranger = Connection { token: Some("guessed".to_owned()), ..broker.connection() };
    assert!(matches!(connect(&stranger), FleetError::Refused { .. }), "{}", connect(&stranger));
    let worker = TestWorker::start_with(settings(stranger), carry_out);
    assert!(matches!(worker.join(), Err(FleetError::Refused { .. })));
    let plain = Broker::start_without_jetstream();
    assert_eq!(connect(&plain.connection()), FleetError::NoJetStream { url: plain.url() });
    broker.kill();
    assert!(matches!(connect(&broker.connection()), FleetError::Unreachable { .. }));
}

#[test]
fn workers_are_listed() {
    let broker = Broker::start();
    let wait = Duration::from_millis(500);
    assert_eq!(list_workers(&broker.connection(), wait).unwrap(), []);
    let other = WorkerSettings {
        host: "there".to_owned(),
        threads: 3,
        version: "other".to_owned(),
        ..settings(broker.connection())
    };
    let workers = [TestWorker::start_with(other, carry_out), TestWorker::start(broker.connection())]
        .map(TestWorker::wait_until_connected);
    let listed = list_workers(&broker.connection(), wait).unwrap();
    let seen: Vec<_> = listed
        .iter()
        .map(|one| (one.card.host.as_str(), one.card.threads, one.card.version.as_str()))
        .collect();
    assert_eq!(seen, [("here", 1, VERSION), ("there", 3, "other")]);
    drop(workers);
    assert_eq!(list_workers(&broker.connection(), wait).unwrap(), []);
}

#[test]
fn an_idle_worker_leaves() {
    let broker = Broker::start();
    let idle_exit = Some(Duration::from_millis(200));
    let worker =
        TestWorker::start_with(WorkerSettings { idle_exit, ..settings(broker.connection()) }, carry_out);
    assert_eq!(worker.join().unwrap().ending, Ending::Idle);
}

#[test]
fn a_worker_waits_for_a_broker_that_is_not_there_yet() {
    let mut broker = Broker::start();
    broker.kill();
    let worker = TestWorker::start(broker.connection());
    worker.wait_for(|event| matches!(event, WorkerEvent::Unreachable { .. }));
    broker.replace();
    let worker = worker.wait_until_connected();
    assert_eq!(worker.stop().unwrap().ending, Ending::Stopped);
    broker.kill();
    let worker = TestWorker::start(broker.connection());
    worker.wait_for(|event| matches!(event, WorkerEvent::Unreachable { .. }));
    assert_eq!(worker.stop().unwrap().ending, Ending::Stopped);
}
