//! A mistake in an experiment ends that experiment, and nothing else.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;
use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::experiment::{self, Event, Experiment};
use zermelo_server::app::App;
use zermelo_server::runner::{Runner, Started};

use crate::site::{QUICK, Site, evolution, settings};

fn quick() -> Experiment {
    Experiment::parse(
        "quick".to_owned(),
        QUICK.to_owned(),
        "the text",
        Folder::new(Path::new("."), Permission::server()),
    )
    .expect("it is right")
}

/// A site whose first experiment panics in the middle of its games, with the store open and the writer at work.
fn clumsy() -> Site {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("quick.toml"), QUICK).expect("a file");
    std::fs::write(folder.path().join("long.toml"), evolution(100_000, "")).expect("a file");
    let settings = settings(folder.path(), None);
    let n_runs = AtomicUsize::new(0);
    let runner = Runner::with(&settings, move |experiment, store, running, on_event| {
        let is_first = n_runs.fetch_add(1, Ordering::SeqCst) == 0;
        let mut n_games = 0;
        let done = experiment::run(experiment, store, running, &mut |event| {
            let is_game = matches!(event, Event::Game(_));
            on_event(event);
            n_games += usize::from(is_game);
            assert!(!is_first || n_games < 5, "index 7 out of range");
        });
        done.map(|_| ())
    });
    Site::of(folder, App::with(settings, runner))
}

#[tokio::test]
async fn a_run_that_panics_is_told_and_the_next_one_runs() {
    let site = clumsy();
    let (status, begun) = site.post("/api/runs", json!({ "file": "quick.toml" })).await;
    assert_eq!((status, &begun["name"]), (StatusCode::OK, &json!("quick-1")), "{begun}");
    let page = site.until("quick-1", "failed").await;
    let problem = page["problem"].as_str().expect("a problem");
    assert!(problem.contains("index 7 out of range") && problem.contains("resumed"), "{problem}");
    assert_eq!(page["here"], false);
    // The next one runs to its end, and so does the broken one when it is resumed: its lock is free, its games are kept.
    let (_, begun) = site.post("/api/runs", json!({ "file": "quick.toml", "seed": 2 })).await;
    site.until(begun["name"].as_str().expect("a name"), "finished").await;
    let (status, resumed) = site.post("/api/runs/quick-1/resume", json!({})).await;
    assert_eq!((status, &resumed["name"]), (StatusCode::OK, &json!("quick-1")), "{resumed}");
    let page = site.until("quick-1", "finished").await;
    assert_eq!((&page["done"], &page["problem"]), (&json!(40), &json!(null)));
}

#[test]
fn a_panic_before_the_run_has_a_name_is_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let runner = Runner::with(&settings(folder.path(), None), |_, _, _, _| panic!("no such luck"));
    for _ in 0..2 {
        let problem = runner.start(quick(), None).expect_err("it panics");
        assert!(problem.message().contains("no such luck"), "{}", problem.message());
    }
    runner.stop_all();
    assert!(runner.finish_within(Duration::from_secs(30)));
}

/// What a panic leaves behind may panic in its turn: then the thread is lost, and another takes its place.
#[test]
fn a_thread_that_is_lost_is_replaced_and_nobody_waits_for_it() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            assert!(std::thread::panicking(), "the bomb goes off");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let n_runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&n_runs);
    let runner = Runner::with(&settings(folder.path(), None), move |experiment, store, running, on_event| {
        if counted.fetch_add(1, Ordering::SeqCst) == 0 {
            std::panic::panic_any(Bomb);
        }
        experiment::run(experiment, store, running, on_event).map(|_| ())
    });
    assert!(runner.start(quick(), None).is_err(), "it was lost, and that is an answer");
    // The thread may still be on its way out: whatever was started meanwhile is lost too, but never waited for.
    let begun = (0..1000).find_map(|_| runner.start(quick(), None).ok());
    assert_eq!(begun, Some(Started::Running("quick-1".to_owned())));
    runner.stop_all();
    assert!(runner.finish_within(Duration::from_secs(30)));
}

/// An experiment that does not stop keeps the server from ending no longer than it may.
#[test]
fn a_run_that_does_not_stop_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Mutex::new(wait);
    let runner = Runner::with(&settings(folder.path(), None), move |experiment, store, running, on_event| {
        let done = experiment::run(experiment, store, running, on_event).map(|_| ());
        let _ = wait.lock().expect("nobody else waits").recv();
        done
    });
    let begun = runner.start(quick(), None).expect("it begins");
    assert_eq!(begun, Started::Running("quick-1".to_owned()));
    runner.stop_all();
    assert!(!runner.finish_within(Duration::from_millis(20)), "it has not stopped");
    drop(release);
    assert!(runner.finish_within(Duration::from_secs(30)));
}
