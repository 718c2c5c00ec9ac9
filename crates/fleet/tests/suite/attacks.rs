//! Workers that break down or send rubbish harm nobody else. What they can answer wrongly is in `poisons.rs`.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use zermelo_catalog::RequestError;
use zermelo_fleet::{Connection, NatsPost};
use zermelo_runner::fleet::{FleetEvent, Job, News, Post};
use zermelo_runner::game_runner::Adjudication;
use zermelo_runner::work::pairs::{WorkAgent, WorkPair};
use zermelo_runner::work::{Answer, PairsWork, Surroundings, Work, WorkGame, WorkOpening};

use crate::broker::Broker;
use crate::stage::{Contest, QUICK, TestWorker, VERSION, settings};

fn panic(_: &Work, _: &Surroundings) -> Result<Option<Answer>, RequestError> {
    panic!("as if there were a mistake in the program")
}

#[test]
fn a_job_that_panics_is_refused_and_played_at_home() {
    let broker = Broker::start();
    let worker = TestWorker::start_with(settings(broker.connection()), panic).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let contest = Contest { n_pairs: 6, ..QUICK };
    let played = contest.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, contest.alone());
    let told = |event: &FleetEvent| matches!(event, FleetEvent::Refused { why, .. } if why.contains("as if there were"));
    assert!(played.events.iter().any(told), "{:?}", played.events);
    let summary = worker.stop().unwrap();
    assert!(summary.n_refused > 0 && summary.n_jobs == 0, "{summary:?}");
}

#[test]
fn programs_and_files_are_refused() {
    let broker = Broker::start();
    let _worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    for (game, agent) in [("tictactoe", "ugi(no-such-program)"), ("no-such-file.game", "random")] {
        let work = Work::Pairs(PairsWork {
            game: WorkGame { id: game.to_owned(), text: None, clock: None },
            seed: 1,
            adjudication: Adjudication::default(),
            agents: vec![WorkAgent { number: 0, agent: agent.to_owned() }],
            openings: vec![WorkOpening { number: 0, text: String::new() }],
            pairs: vec![WorkPair { number: 0, round: 0, agents: [0, 0], opening: 0 }],
        });
        post.send(&Job::new(work), &[]);
        let until = Instant::now() + Duration::from_secs(60);
        let why = loop {
            assert!(Instant::now() < until, "the worker says nothing about {game} and {agent}");
            match post.receive(Duration::from_secs(1)) {
                Some(News::Refused { why, .. }) => break why,
                Some(News::Answered { .. }) => panic!("the worker has done it: {game} and {agent}"),
                _ => {}
            }
        };
        assert!(why.contains("--allow-programs"), "{why}");
    }
}

/// Sends rubbish wherever a worker could, as soon as there is a run.
async fn send_rubbish(connection: Connection) {
    let options = async_nats::ConnectOptions::new().token(connection.token.unwrap_or_default());
    let client = options.connect(connection.url.as_str()).await.unwrap();
    let mut jobs = client.subscribe("zermelo.jobs.>").await.unwrap();
    let job = jobs.next().await.expect("a job is sent");
    let run = job.subject.rsplit('.').next().unwrap().to_owned();
    let subjects = [
        format!("zermelo.answers.{run}"),
        format!("zermelo.progress.{run}"),
        "zermelo.workers.somebody".to_owned(),
    ];
    for subject in subjects {
        for rubbish in [vec![], vec![1; 100], vec![255; 1000], job.payload.to_vec(), vec![1; 10 << 20]] {
            client.publish(subject.clone(), rubbish.into()).await.unwrap();
        }
    }
    // A job that nobody can read, among the others.
    client.publish(job.subject.clone(), vec![1, 2, 3].into()).await.unwrap();
    client.flush().await.unwrap();
}

#[test]
fn rubbish_and_ten_megabytes_do_no_harm() {
    let broker = Broker::start();
    let worker = TestWorker::start(broker.connection()).wait_until_connected();
    let post = NatsPost::connect(&broker.connection(), VERSION).unwrap();
    let connection = broker.connection();
    let rubbish = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(send_rubbish(connection));
    });
    std::thread::sleep(Duration::from_millis(300));
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    rubbish.join().unwrap();
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(worker.stop().unwrap().n_jobs > 0);
}
