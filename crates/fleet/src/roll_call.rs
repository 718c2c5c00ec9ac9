//! Who is there.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::Subscriber;
use futures_util::StreamExt;
use zermelo_runner::fleet::WorkerId;

use crate::message::Said;
use crate::names::{ALL_WORKERS, ROLL_CALL};
use crate::{Connection, FleetError, Report};

/// Asks all workers for their cards and waits this long for them, whatever their version. They come ordered by host.
pub fn list_workers(connection: &Connection, wait: Duration) -> Result<Vec<Report>, FleetError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| connection.broken(&error))?;
    runtime.block_on(async {
        let link = connection.open("zermelo fleet").await?;
        let cards = link.client.subscribe(ALL_WORKERS).await.map_err(|error| connection.broken(&error))?;
        // The subscription must be there before anybody answers.
        link.client.flush().await.map_err(|error| connection.broken(&error))?;
        link.client.publish(ROLL_CALL, "".into()).await.map_err(|error| connection.broken(&error))?;
        let mut found = BTreeMap::new();
        let _ = tokio::time::timeout(wait, collect(cards, &mut found)).await;
        let mut workers: Vec<Report> = found.into_values().collect();
        workers.sort_by(|one, other| (&one.card.host, &one.card.id).cmp(&(&other.card.host, &other.card.id)));
        Ok(workers)
    })
}

async fn collect(mut cards: Subscriber, found: &mut BTreeMap<WorkerId, Report>) {
    while let Some(message) = cards.next().await {
        match Said::read_short(&message.payload) {
            Some((worker, Said::Here(report))) => {
                found.insert(worker, report);
            }
            Some((worker, Said::Left)) => {
                found.remove(&worker);
            }
            _ => {}
        }
    }
}
