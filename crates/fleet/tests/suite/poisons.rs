//! The nine poisons: what a worker can do to a run, each tried with a broker between them. The rows are those of one machine, and
//! nobody honest is struck.

use std::collections::HashSet;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_nats::{Client, ConnectOptions};
use futures_util::StreamExt;
use zermelo_catalog::RequestError;
use zermelo_fleet::{Connection, NatsPost, WorkFunction, WorkerEvent, consumer_of};
use zermelo_game::{Outcome, Player};
use zermelo_runner::fleet::{FleetEvent, WorkerId};
use zermelo_runner::work::{Answer, PairsAnswer, PairsWork, Surroundings, Work, carry_out};
use zermelo_store::GameRow;

use crate::broker::Broker;
use crate::stage::{Contest, Played, QUICK, TestWorker, VERSION, settings};

type Done = Result<Option<Answer>, RequestError>;

/// The answer to other work than was asked for.
fn answer_other(work: &Work, here: &Surroundings, change: impl FnOnce(&mut PairsWork)) -> Done {
    let mut other = work.clone();
    if let Work::Pairs(pairs) = &mut other {
        change(pairs);
    }
    carry_out(&other, here)
}

/// The true answer with something else in it.
fn answer_changed(work: &Work, here: &Surroundings, change: impl FnOnce(&mut PairsAnswer)) -> Done {
    let mut done = carry_out(work, here)?;
    if let Some(Answer::Pairs(answer)) = &mut done {
        change(answer);
    }
    Ok(done)
}

fn change_first_game(answer: &mut PairsAnswer, change: impl FnOnce(&mut GameRow)) {
    let mut row = answer.games[0].clone().into_row().expect("a game");
    change(&mut row);
    answer.games[0] = row.into();
}

fn wrong_winner(work: &Work, here: &Surroundings) -> Done {
    answer_changed(work, here, |answer| {
        change_first_game(answer, |row| {
            row.outcome = match row.outcome {
                Outcome::Win(Player::First) => Outcome::Win(Player::Second),
                _ => Outcome::Win(Player::First),
            };
        });
    })
}

fn illegal_move(work: &Work, here: &Surroundings) -> Done {
    answer_changed(work, here, |answer| change_first_game(answer, |row| row.moves.fill(0xee)))
}

fn another_game(work: &Work, here: &Surroundings) -> Done {
    answer_other(work, here, |pairs| pairs.seed ^= 1)
}

fn answer_to_another_job(work: &Work, here: &Surroundings) -> Done {
    answer_other(work, here, |pairs| pairs.pairs.iter_mut().for_each(|pair| pair.number += 1))
}

fn ten_megabytes(work: &Work, here: &Surroundings) -> Done {
    answer_changed(work, here, |answer| answer.remarks.push((0, 0, "x".repeat(10 << 20))))
}

/// Tells again and again that a game has ended, and plays none.
fn signs_of_life(_: &Work, here: &Surroundings) -> Done {
    while !here.stop.is_stopped() {
        (here.on_progress)();
        thread::sleep(Duration::from_millis(20));
    }
    Ok(None)
}

/// A round with a worker that does this, and an honest one that comes as soon as the first job is with the other. Says who the
/// first was.
fn play_with(poison: WorkFunction, has_begun: fn(&WorkerEvent) -> bool) -> (Played, WorkerId) {
    let broker = Broker::start();
    let worker = TestWorker::start_with(settings(broker.connection()), poison);
    let connected = worker.wait_for(|event| matches!(event, WorkerEvent::Connected { .. }));
    let WorkerEvent::Connected { worker: name } = connected else { unreachable!("it was waited for") };
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let connection = broker.connection();
    let others = thread::spawn(move || {
        worker.wait_for(has_begun);
        (worker, TestWorker::start(connection))
    });
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    drop(others.join().expect("the first was asked"));
    assert_eq!(played.rows, QUICK.alone());
    (played, name)
}

fn struck(events: &[FleetEvent]) -> Vec<(&WorkerId, &str)> {
    let struck = events.iter().filter_map(|event| match event {
        FleetEvent::Struck { worker, why } => Some((worker, why.as_str())),
        FleetEvent::Refused { .. } => None,
    });
    struck.collect()
}

#[test]
fn workers_that_answer_wrongly_are_struck() {
    let lies: [(&str, WorkFunction, &str); 4] = [
        ("wrong winner", wrong_winner, "did not end as it is told"),
        ("illegal move", illegal_move, "illegal move"),
        ("legal, but another game", another_game, "is not the one found here"),
        ("the answer to another job", answer_to_another_job, "another game than number"),
    ];
    for (name, lie, expected) in lies {
        let (played, liar) = play_with(lie, |event| matches!(event, WorkerEvent::Done { .. }));
        let struck = struck(&played.events);
        assert!(
            matches!(struck[..], [(worker, why)] if *worker == liar && why.contains(expected)),
            "{name}: {struck:?}"
        );
    }
}

#[test]
fn ten_megabytes_are_no_answer() {
    let (played, worker) = play_with(ten_megabytes, |event| matches!(event, WorkerEvent::Refused { .. }));
    let is_told = |event: &FleetEvent| matches!(event, FleetEvent::Refused { worker: who, why } if *who == worker && why.contains("bytes, and the broker takes"));
    assert!(!played.events.is_empty() && played.events.iter().all(is_told), "{:?}", played.events);
}

#[test]
fn signs_of_life_without_games_hold_nobody_up() {
    // Its job is under way when the other comes: nothing else is told by a worker that answers nothing.
    static HAS_BEGUN: std::sync::OnceLock<()> = std::sync::OnceLock::new();
    fn beat(work: &Work, here: &Surroundings) -> Done {
        let _ = HAS_BEGUN.set(());
        signs_of_life(work, here)
    }
    let broker = Broker::start();
    let worker = TestWorker::start_with(settings(broker.connection()), beat).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let connection = broker.connection();
    let honest = thread::spawn(move || {
        HAS_BEGUN.wait();
        TestWorker::start(connection)
    });
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(honest.join().unwrap().stop().unwrap().n_jobs > 0);
    assert_eq!(worker.stop().unwrap().n_jobs, 0);
}

async fn client(connection: &Connection) -> Client {
    let options = ConnectOptions::new().token(connection.token.clone().unwrap_or_default());
    options.connect(connection.url.as_str()).await.unwrap()
}

/// Somebody who speaks the broker's language but is no worker. `ready` is told when it listens.
fn intruder<T: Send + 'static, F: Future<Output = T>>(
    connection: Connection,
    act: impl FnOnce(Client, mpsc::Sender<()>) -> F + Send + 'static,
) -> JoinHandle<T> {
    let (ready, is_ready) = mpsc::channel();
    let thread = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { act(client(&connection).await, ready).await })
    });
    is_ready.recv().expect("it begins to listen");
    thread
}

/// Takes a job as soon as an answer has been given, and says nothing.
async fn take_a_job(client: Client, ready: mpsc::Sender<()>) -> usize {
    let mut answers = client.subscribe("zermelo.answers.*").await.unwrap();
    client.flush().await.unwrap();
    ready.send(()).unwrap();
    answers.next().await.expect("somebody answers");
    let context = async_nats::jetstream::new(client);
    let consumer: async_nats::jetstream::consumer::PullConsumer =
        context.get_consumer_from_stream(&consumer_of(VERSION), "ZERMELO_JOBS").await.unwrap();
    let mut jobs =
        consumer.batch().max_messages(1).expires(Duration::from_secs(20)).messages().await.unwrap();
    usize::from(jobs.next().await.is_some_and(|job| job.is_ok()))
}

#[test]
fn a_job_that_nobody_answers_is_given_to_another() {
    let broker = Broker::start();
    let worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let thief = intruder(broker.connection(), take_a_job);
    // Longer games, so that there is a job to take after the first answer.
    let contest = Contest { agents: &["mcts(playouts=2000)", "alphabeta(depth=2)"], ..QUICK };
    let played = contest.with_impatient_fleet(&post, Duration::from_millis(500));
    assert_eq!(played.rows, contest.alone());
    assert_eq!(played.events, []);
    assert_eq!(thief.join().unwrap(), 1, "a job was taken");
    assert!(worker.stop().unwrap().n_jobs > 0);
}

/// Says everything that workers answer once more.
async fn repeat_answers(client: Client, ready: mpsc::Sender<()>) -> usize {
    let mut answers = client.subscribe("zermelo.answers.*").await.unwrap();
    client.flush().await.unwrap();
    ready.send(()).unwrap();
    let mut repeated = HashSet::new();
    // Workers are silent when the round is over.
    while let Ok(Some(message)) = tokio::time::timeout(Duration::from_secs(2), answers.next()).await {
        if repeated.insert(message.payload.clone()) {
            client.publish(message.subject, message.payload).await.unwrap();
        }
    }
    repeated.len()
}

#[test]
fn what_is_answered_twice_counts_once() {
    let broker = Broker::start();
    let worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let echo = intruder(broker.connection(), repeat_answers);
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(echo.join().unwrap() > 0, "answers were repeated");
    assert!(worker.stop().unwrap().n_jobs > 0);
}

#[test]
fn answers_that_nobody_asked_for_are_not_heard() {
    let broker = Broker::start();
    let worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    // The answers of one round, as its worker signed them for this run, are said again in the next, which asks something else.
    let (told, is_told) = mpsc::channel();
    let ears = intruder(broker.connection(), |client, ready| async move {
        let mut answers = client.subscribe("zermelo.answers.*").await.unwrap();
        client.flush().await.unwrap();
        ready.send(()).unwrap();
        while let Some(message) = answers.next().await {
            if told.send((message.subject, message.payload)).is_err() {
                break;
            }
        }
    });
    assert_eq!(QUICK.with_fleet(&post, 0, &mut |_| {}).rows, QUICK.alone());
    let mut heard: Vec<_> = is_told.try_iter().collect();
    heard.truncate(50);
    let n_heard = heard.len();
    drop(is_told);
    let voice = intruder(broker.connection(), |client, ready| async move {
        for (subject, payload) in heard {
            client.publish(subject, payload).await.unwrap();
        }
        client.flush().await.unwrap();
        ready.send(()).unwrap();
    });
    let other = Contest { agents: &["mcts(playouts=50)", "alphabeta(depth=1)"], ..QUICK };
    let played = other.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, other.alone());
    assert_eq!(played.events, []);
    assert!(n_heard > 0, "there was something to say");
    voice.join().unwrap();
    ears.join().unwrap();
    assert!(worker.stop().unwrap().n_jobs > 0);
}
