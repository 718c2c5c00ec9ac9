//! The broker's configuration that comes with Zermelo: TLS, keys, and a worker that can do its work and nothing else.

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions};
use nkeys::KeyPair;
use tempfile::TempDir;
use zermelo_fleet::{Connection, FleetError, NatsPost};

use crate::broker::Broker;
use crate::rounds::networks_come_to_a_process;
use crate::stage::{QUICK, TestWorker, VERSION};

fn file_of_project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The broker of `deploy/`, with keys of its own.
struct Guarded {
    broker: Broker,
    keys: TempDir,
}

impl Guarded {
    fn start() -> Guarded {
        let keys = tempfile::tempdir().unwrap();
        let [run, worker] = ["run.nk", "worker.nk"].map(|name| {
            let key = KeyPair::new_user();
            std::fs::write(keys.path().join(name), key.seed().unwrap()).unwrap();
            key.public_key()
        });
        let config = std::fs::read_to_string(file_of_project("deploy/nats/nats-server.conf")).unwrap();
        let broker = Broker::start_configured("tls", |port, folder| {
            let replaced = [
                ("0.0.0.0:4222", format!("127.0.0.1:{port}")),
                ("/var/lib/nats", format!("{folder}/store")),
                ("/etc/nats/", format!("{}/", file_of_project("tests/data/tls").display())),
                ("RUN_PUBLIC_KEY", run.clone()),
                ("WORKER_PUBLIC_KEY", worker.clone()),
            ];
            replaced.iter().fold(config.clone(), |config, (from, to)| {
                assert!(config.contains(from), "{from}");
                config.replace(from, to)
            })
        });
        Guarded { broker, keys }
    }

    fn connection(&self, who: &str) -> Connection {
        Connection {
            nkey_seed: Some(self.keys.path().join(who)),
            ca: Some(file_of_project("tests/data/tls/ca.pem")),
            ..Connection::to(self.broker.url())
        }
    }

    async fn client(&self, who: &str) -> (Client, Context) {
        let seed = std::fs::read_to_string(self.keys.path().join(who)).unwrap();
        let client = ConnectOptions::with_nkey(seed)
            .add_root_certificates(file_of_project("tests/data/tls/ca.pem"))
            .request_timeout(Some(Duration::from_millis(300)))
            .connect(self.broker.url())
            .await
            .unwrap();
        let mut context = jetstream::new(client.clone());
        context.set_timeout(Duration::from_millis(300));
        (client, context)
    }
}

#[test]
fn a_worker_with_least_rights_does_its_work() {
    let guarded = Guarded::start();
    let worker = TestWorker::start(guarded.connection("worker.nk"));
    let post = NatsPost::connect(&guarded.connection("run.nk"), VERSION).unwrap();
    let played = QUICK.with_fleet(&post, 0, &mut |_| {});
    assert_eq!(played.rows, QUICK.alone());
    assert_eq!(played.events, []);
    assert!(worker.stop().unwrap().n_jobs > 0);
}

#[test]
fn networks_come_to_a_worker_with_least_rights() {
    let guarded = Guarded::start();
    networks_come_to_a_process(&guarded.connection("run.nk"), &guarded.connection("worker.nk"));
}

#[test]
fn a_worker_can_neither_publish_jobs_nor_delete_streams() {
    let guarded = Guarded::start();
    let _post = NatsPost::connect(&guarded.connection("run.nk"), VERSION).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (run, run_context) = guarded.client("run.nk").await;
        let (_worker, context) = guarded.client("worker.nk").await;
        for stream in ["ZERMELO_JOBS", "ZERMELO_ANSWERS", "OBJ_zermelo-networks"] {
            assert!(context.delete_stream(stream).await.is_err(), "{stream}");
            assert!(run_context.get_stream(stream).await.is_ok(), "{stream}");
        }
        let stored = context.publish("zermelo.jobs.any.run", "a job".into()).await.unwrap().await;
        assert!(stored.is_err(), "{stored:?}");
        // Nor can it listen to what others answer.
        let mut answers = context.client().subscribe("zermelo.answers.*").await.unwrap();
        run.publish("zermelo.rollcall", "".into()).await.unwrap();
        let heard =
            tokio::time::timeout(Duration::from_millis(300), futures_util::StreamExt::next(&mut answers))
                .await;
        assert!(!matches!(heard, Ok(Some(_))));
    });
}

#[test]
fn without_the_right_key_or_authority_nobody_comes_in() {
    let guarded = Guarded::start();
    let stranger = guarded.keys.path().join("stranger.nk");
    std::fs::write(&stranger, KeyPair::new_user().seed().unwrap()).unwrap();
    let unknown = Connection { nkey_seed: Some(stranger), ..guarded.connection("run.nk") };
    let error = NatsPost::connect(&unknown, VERSION).err().expect("its key is not known");
    assert!(matches!(error, FleetError::Refused { .. }), "{error}");
    let trusting = Connection { ca: None, ..guarded.connection("run.nk") };
    let error = NatsPost::connect(&trusting, VERSION).err().expect("nobody vouches for the broker");
    assert!(matches!(error, FleetError::Unreachable { .. } | FleetError::Broker { .. }), "{error}");
}
