//! A program without the feature `nats`: the same functions as with it, and all they do is to say that it is missing.
//!
//! The broker's client and what it depends on are a quarter of the time that the whole program takes to compile, and most people
//! have one machine.

// It is compiled in any case, so that it cannot fall behind.
#![cfg_attr(feature = "nats", allow(dead_code))]

use std::time::Duration;

use zermelo_any::Permission;
use zermelo_game::Stop;
use zermelo_runner::fleet::{Job, News, Post, WorkerId};
use zermelo_runner::work::{CarryOutKind, WorkId};

use crate::{Connection, FleetError, Report, WorkerEvent, WorkerSettings, WorkerSummary};

/// The run's side. There is none.
#[derive(Debug)]
pub enum NatsPost {}

impl NatsPost {
    /// Fails, since there is no client.
    pub fn connect(_connection: &Connection, _version: &str) -> Result<NatsPost, FleetError> {
        Err(FleetError::NotBuilt)
    }
}

impl Post for NatsPost {
    fn send(&self, _job: &Job, _avoid: &[WorkerId]) {
        match *self {}
    }

    fn withdraw(&self, _job: WorkId) {
        match *self {}
    }

    fn receive(&self, _wait: Duration) -> Option<News> {
        match *self {}
    }
}

/// Fails, since there is no client.
pub fn list_workers(_connection: &Connection, _wait: Duration) -> Result<Vec<Report>, FleetError> {
    Err(FleetError::NotBuilt)
}

/// Fails, since there is no client.
pub fn run_worker(
    _settings: &WorkerSettings,
    _permission: Permission,
    _kinds: CarryOutKind,
    _stop: &Stop,
    _on_event: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<WorkerSummary, FleetError> {
    Err(FleetError::NotBuilt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_a_client_says_how_to_build_one_with_it() {
        let connection = Connection::to("nats://127.0.0.1:4222");
        let error = NatsPost::connect(&connection, "1").expect_err("there is no client");
        assert_eq!(list_workers(&connection, Duration::ZERO), Err(error.clone()));
        assert!(error.to_string().contains("cargo build --release --features fleet"), "{error}");
    }

    /// Callers compile with either.
    #[cfg(feature = "nats")]
    #[test]
    fn its_functions_have_the_types_of_the_real_ones() {
        let _ = [list_workers, crate::list_workers];
        let _ = [run_worker, crate::run_worker];
        let _: fn(&Connection, &str) -> Result<crate::NatsPost, FleetError> = crate::NatsPost::connect;
    }
}
