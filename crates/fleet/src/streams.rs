//! The streams in the broker's memory, which runs make whenever they are missing.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::pull::Config as ConsumerConfig;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::object_store::{Config as BucketConfig, ObjectStore};
use async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy, StorageType, Stream};

use crate::message::MOST_ANSWER_BYTES;
use crate::names::{ALL_ANSWERS, ALL_JOBS, ANSWERS, JOBS, NETWORKS, RunToken, VersionToken};

/// What nobody has taken for so long is dropped.
const AGE: Duration = Duration::from_secs(3600);
/// By default 1,000, and then everything stalls without a word.
const MOST_UNACKNOWLEDGED: i64 = 65_536;
/// A job whose worker says nothing for so long is given to another. The run has its own, shorter patience.
const JOB_PATIENCE: Duration = Duration::from_secs(600);
/// The same for answers that the run has not taken.
const ANSWER_PATIENCE: Duration = Duration::from_secs(10);
/// Consumers that nobody uses are dropped by the broker.
const IDLE_CONSUMER: Duration = Duration::from_secs(3600);

/// What a run needs of the broker.
pub(crate) struct Streams {
    pub jobs: Stream,
    pub answer_stream: Stream,
    pub answers: PullConsumer,
    pub networks: ObjectStore,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Makes whatever is missing.
pub(crate) async fn make(
    context: &Context,
    version: &VersionToken,
    run: &RunToken,
) -> Result<Streams, Failure> {
    let jobs = context.get_or_create_stream(stream(JOBS, ALL_JOBS)).await?;
    let answer_stream = context.get_or_create_stream(stream(ANSWERS, ALL_ANSWERS)).await?;
    let workers = consumer(&version.consumer(), version.jobs(), JOB_PATIENCE);
    jobs.get_or_create_consumer(&version.consumer(), workers).await?;
    let answers = consumer(&run.consumer(), run.answers(), ANSWER_PATIENCE);
    let answers = answer_stream.get_or_create_consumer(&run.consumer(), answers).await?;
    let networks = match context.get_object_store(NETWORKS).await {
        Ok(networks) => networks,
        Err(_) => {
            let config = BucketConfig {
                bucket: NETWORKS.to_owned(),
                storage: StorageType::Memory,
                max_age: AGE,
                num_replicas: 1,
                ..BucketConfig::default()
            };
            context.create_object_store(config).await?
        }
    };
    Ok(Streams { jobs, answer_stream, answers, networks })
}

fn stream(name: &str, subjects: &str) -> StreamConfig {
    StreamConfig {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::Memory,
        max_age: AGE,
        max_message_size: MOST_ANSWER_BYTES as i32,
        num_replicas: 1,
        ..StreamConfig::default()
    }
}

fn consumer(name: &str, subject: String, patience: Duration) -> ConsumerConfig {
    ConsumerConfig {
        durable_name: Some(name.to_owned()),
        filter_subject: subject,
        ack_policy: AckPolicy::Explicit,
        ack_wait: patience,
        max_ack_pending: MOST_UNACKNOWLEDGED,
        // Every thread of every worker waits with a request of its own.
        max_waiting: MOST_UNACKNOWLEDGED,
        inactive_threshold: IDLE_CONSUMER,
        ..ConsumerConfig::default()
    }
}
