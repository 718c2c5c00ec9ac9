//! Runs are begun, found, resumed and finished.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_store::{Artifact, Change, NewRun, RunId, Status, Store, StoreError, Writer};

use crate::sample;

fn with_store(stems: &[&str], test: impl FnOnce(&Store)) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    for stem in stems {
        store.begin_run(&sample::new_run(stem)).unwrap();
    }
    test(&store);
}

#[test]
fn a_run_keeps_what_it_was_made_from() {
    with_store(&["isolation"], |store| {
        let run = store.run(RunId(1)).unwrap();
        let new = sample::new_run("isolation");
        assert_eq!(run.name, "isolation-1");
        assert_eq!(run.kind, new.kind);
        assert_eq!(run.experiment, new.experiment);
        assert_eq!(run.seed, new.seed);
        assert_eq!(run.code_version, new.code_version);
        assert_eq!(run.created, new.created);
        assert_eq!(run.result, None);
        assert_eq!(store.runs().unwrap(), [run]);
    });
}

#[test]
fn people_find_runs() {
    with_store(&["isolation", "isolation-deep", "milestone-a", "isolation", "7"], |store| {
        for (text, found) in [
            ("isolation-1", "isolation-1"),
            ("isolation-4", "isolation-4"),
            ("isolation-d", "isolation-deep-2"),
            ("m", "milestone-a-3"),
            (" milestone-a ", "milestone-a-3"),
            // Of several runs of one file the newest is meant.
            ("isolation", "isolation-4"),
            ("2", "isolation-deep-2"),
            ("7", "7-5"),
            ("last", "7-5"),
        ] {
            assert_eq!(store.find_run(text).unwrap().name, found, "of {text:?}");
        }
        for (text, message) in [
            (
                "iso",
                "several runs begin with `iso`: isolation-4, isolation-deep-2, isolation-1; \
                 give more of the name, or its number",
            ),
            ("deep", "there is no run `deep`; did you mean isolation-deep-2?"),
            ("milstone-a-3", "there is no run `milstone-a-3`; did you mean milestone-a-3?"),
            (
                "12",
                "there is no run `12`; the latest are 7-5, isolation-4, milestone-a-3, isolation-deep-2, isolation-1",
            ),
            (
                "",
                "there is no run ``; the latest are 7-5, isolation-4, milestone-a-3, isolation-deep-2, isolation-1",
            ),
        ] {
            assert_eq!(store.find_run(text).unwrap_err().to_string(), message);
        }
    });
    with_store(&[], |store| {
        for text in ["last", "1", "x"] {
            let message = format!("there is no run `{text}`; the store has no runs yet");
            assert_eq!(store.find_run(text).unwrap_err().to_string(), message);
        }
    });
}

#[test]
fn an_unfinished_run_is_found_if_nothing_changed() {
    with_store(&["isolation", "isolation", "milestone"], |store| {
        let wanted = sample::new_run("isolation");
        let found = |wanted: &NewRun| store.unfinished_run(wanted).map(|run| run.map(|run| run.name));
        assert_eq!(found(&wanted), Ok(Some("isolation-2".to_owned())));
        assert_eq!(found(&NewRun { created: 5, ..wanted.clone() }), Ok(Some("isolation-2".to_owned())));
        assert_eq!(found(&NewRun { kind: "evolution".to_owned(), ..wanted.clone() }), Ok(None));
        assert_eq!(found(&sample::new_run("simplexity")), Ok(None));
        let changed = |change| Err(StoreError::RunHasChanged { name: "isolation-2".to_owned(), change });
        let other = NewRun { experiment: "games = 11".to_owned(), ..wanted.clone() };
        assert_eq!(found(&other), changed(Change::Experiment));
        let other = NewRun { seed: 1, ..wanted.clone() };
        assert_eq!(found(&other), changed(Change::Seed { then: wanted.seed, now: 1 }));
        let other = NewRun { code_version: "0.2.0".to_owned(), ..wanted.clone() };
        let change = Change::CodeVersion { then: "0.1.0".to_owned(), now: "0.2.0".to_owned() };
        assert_eq!(found(&other), changed(change));

        store.open_run(RunId(2)).unwrap().finish("{}").unwrap();
        assert_eq!(found(&wanted), Ok(Some("isolation-1".to_owned())));
        // An earlier run that fits is better than a later one that does not.
        store.begin_run(&NewRun { seed: 1, ..wanted.clone() }).unwrap();
        assert_eq!(found(&wanted), Ok(Some("isolation-1".to_owned())));
        store.open_run(RunId(1)).unwrap().finish("{}").unwrap();
        assert!(matches!(found(&wanted), Err(StoreError::RunHasChanged { .. })));
        store.open_run(RunId(4)).unwrap().finish("{}").unwrap();
        assert_eq!(found(&wanted), Ok(None));
    });
}

#[test]
fn a_run_is_running_interrupted_or_finished() {
    with_store(&[], |store| {
        let open = store.begin_run(&sample::new_run("isolation")).unwrap();
        let status = || store.status(&store.run(RunId(1)).unwrap());
        assert_eq!(status(), Status::Running);
        let holder = Some(std::process::id());
        let held = StoreError::RunIsHeld { name: "isolation-1".to_owned(), holder };
        assert_eq!(store.open_run(RunId(1)).unwrap_err(), held);
        drop(open);
        assert_eq!(status(), Status::Interrupted);
        store.open_run(RunId(1)).unwrap().finish("{}").unwrap();
        assert_eq!(status(), Status::Finished);
        let finished = StoreError::RunIsFinished { name: "isolation-1".to_owned() };
        assert_eq!(store.open_run(RunId(1)).unwrap_err(), finished);
        assert!(matches!(store.open_run(RunId(2)), Err(StoreError::NoSuchRun { .. })));
    });
}

#[test]
fn a_reader_cannot_write() {
    with_store(&["isolation"], |store| {
        let reader = Store::read(store.path()).unwrap();
        let refused = |result: Result<_, _>| matches!(result, Err(StoreError::ReadOnly { .. }));
        assert!(refused(reader.begin_run(&sample::new_run("isolation"))));
        assert!(refused(reader.open_run(RunId(1))));
        assert_eq!(store.runs().unwrap().len(), 1);
    });
}

#[test]
fn a_closed_store_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path).unwrap();
    let mut run = store.begin_run(&sample::new_run("tidy")).unwrap();
    run.append_games(&sample::games(10)).unwrap();
    run.finish("{}").unwrap();
    drop(store);
    let names: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["store.db"]);
}

#[test]
fn stages_are_runs_that_belong_to_another() {
    with_store(&["quickstart", "quick"], |store| {
        let stage = |parent: u32, name: &str| NewRun {
            stage_of: Some((RunId(parent), name.to_owned())),
            ..sample::new_run("ignored")
        };
        for (parent, name) in [(1, "breed"), (1, "train 2"), (2, "breed")] {
            store.begin_run(&stage(parent, name)).unwrap();
        }
        let names: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.name).collect();
        let expected =
            ["quickstart-1", "quick-2", "quickstart-1.breed", "quickstart-1.train-2", "quick-2.breed"];
        assert_eq!(names, expected);
        let found = |text: &str| store.find_run(text).unwrap().name;
        assert_eq!(found("last"), "quick-2", "a stage is not the last run");
        assert_eq!(found("quickstart"), "quickstart-1", "not one of its stages");
        assert_eq!(found("quick"), "quick-2", "the file's own name comes before others that begin with it");
        assert_eq!(found("quickstart-1.b"), "quickstart-1.breed");
        let of_first: Vec<RunId> = store.stages(RunId(1)).unwrap().iter().map(|run| run.id).collect();
        assert_eq!(of_first, [RunId(3), RunId(4)]);
        assert_eq!(store.stage(RunId(1), "train 2").unwrap().map(|run| run.id), Some(RunId(4)));
        assert_eq!(store.stage(RunId(2), "train 2").unwrap(), None);
        let wanted = sample::new_run("quickstart-1.breed");
        assert_eq!(store.unfinished_run(&wanted).unwrap(), None, "a stage is resumed with the whole");
    });
}

#[test]
fn files_are_kept_as_they_are() {
    with_store(&["training"], |store| {
        let file = |name: &str, bytes: &[u8]| Artifact { name: name.to_owned(), bytes: bytes.to_vec() };
        let writer = Writer::start(store.open_run(RunId(1)).unwrap()).unwrap();
        writer.add_artifact(file("net", &[0, 1, 255])).unwrap();
        writer.add_artifact(file("empty", &[])).unwrap();
        writer.add_artifact(file("net", &[0, 1, 255])).unwrap();
        let run = writer.finish().unwrap();
        assert_eq!(store.artifact(RunId(1), "net"), Ok(Some(vec![0, 1, 255])));
        assert_eq!(store.artifact(RunId(1), "empty"), Ok(Some(vec![])));
        assert_eq!(store.artifact(RunId(1), "other"), Ok(None));
        assert_eq!(store.artifact_names(RunId(1)), Ok(vec!["empty".to_owned(), "net".to_owned()]));
        let writer = Writer::start(run).unwrap();
        writer.add_artifact(file("net", &[1])).unwrap();
        let refused = writer.finish().unwrap_err();
        assert!(matches!(refused, StoreError::Different { what: "file", .. }), "{refused}");
    });
}

/// A clock that goes on by a second whenever somebody looks at it.
fn ticking() -> u64 {
    static NOW: AtomicU64 = AtomicU64::new(1_700_000_000_000);
    NOW.fetch_add(1000, Ordering::Relaxed)
}

#[test]
fn it_is_known_how_long_the_work_took_but_not_by_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path).unwrap();
    let mut run = store.begin_run(&sample::new_run("timed")).unwrap().timed(ticking);
    let id = run.id();
    assert_eq!(store.worked(id), Ok(None));
    run.append_games(&[sample::game(0)]).unwrap();
    let worked = store.worked(id).unwrap().unwrap();
    assert_eq!(worked.millis, 1000);
    drop(run);
    // What lies between an interruption and going on is no work.
    for _ in 0..100 {
        ticking();
    }
    let mut run = store.open_run(id).unwrap().timed(ticking);
    run.append_games(&[sample::game(1)]).unwrap();
    run.finish("{}").unwrap();
    let both = store.worked(id).unwrap().unwrap();
    assert_eq!(both.millis, 3000);
    assert!(both.last > worked.last + 100_000);
    // Nobody need look at a clock, and nothing else in the store tells that somebody did.
    let untimed = Store::open(folder.path().join("other.db")).unwrap();
    let mut run = untimed.begin_run(&sample::new_run("timed")).unwrap();
    run.append_games(&sample::games(2)).unwrap();
    let id = run.finish("{}").unwrap().id;
    assert_eq!(untimed.worked(id), Ok(None));
    assert_eq!(sample::dump(&path), sample::dump(&folder.path().join("other.db")));
}

#[test]
fn of_several_who_begin_a_run_at_once_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let n_begun = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let store = Store::open(&path).unwrap();
                let begun =
                    store.begin_run_unless(&sample::new_run("once"), |run| run.name.starts_with("once"));
                match begun.unwrap() {
                    Ok(_) => {
                        n_begun.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(there) => assert_eq!(there.name, "once-1"),
                }
            });
        }
    });
    assert_eq!(n_begun.into_inner(), 1);
    assert_eq!(Store::read(&path).unwrap().runs().unwrap().len(), 1);
}
