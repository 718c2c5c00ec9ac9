//! A store that is taken away while a run writes: nobody is told that anything was saved.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use zermelo_store::{OpenRun, RunId, Store, StoreError, Writer};

use crate::sample;

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// A run with some games.
fn begin(path: &Path) -> (Store, OpenRun) {
    let store = Store::open(path).unwrap();
    let mut run = store.begin_run(&sample::new_run("lost")).unwrap();
    run.append_games(&sample::games(100)).unwrap();
    (store, run)
}

/// Lets `harm` do something to a store while a run writes, and looks how the next commit and the end of a run fail.
fn check(harm: impl Fn(&Path), message: &str) {
    let is_lost = |error: &StoreError| {
        assert!(matches!(error, StoreError::Lost { .. }), "{error:?}");
        assert!(error.is_failure());
        assert!(error.to_string().contains(message), "expected {message:?}, got {error}");
        assert!(error.to_string().contains("lost-1"), "{error}");
    };
    let folder = || tempfile::tempdir().unwrap();
    let (one, two, three) = (folder(), folder(), folder());

    let path = one.path().join("store.db");
    let (_store, mut run) = begin(&path);
    harm(&path);
    is_lost(&run.append_games(&sample::games(200)).unwrap_err());

    let path = two.path().join("store.db");
    let (_store, run) = begin(&path);
    harm(&path);
    is_lost(&run.finish("{}").unwrap_err());

    let path = three.path().join("store.db");
    let (_store, run) = begin(&path);
    let writer = Writer::start(run).unwrap();
    harm(&path);
    // The thread may take a game before the harm is done, but not for ever.
    let told = (100..).find_map(|index| writer.add(sample::game(index)).err()).unwrap();
    is_lost(&told);
    is_lost(&writer.finish().unwrap_err());
}

#[test]
fn a_file_that_is_removed() {
    check(|path| fs::remove_file(path).unwrap(), "the file has been removed");
}

#[test]
fn a_file_that_is_replaced() {
    let by_another_store = |path: &Path| {
        let other = path.with_extension("other");
        drop(begin(&other));
        fs::rename(other, path).unwrap();
    };
    check(by_another_store, "the file has been replaced");
    let by_a_copy = |path: &Path| {
        let copy = path.with_extension("copy");
        fs::copy(path, &copy).unwrap();
        fs::rename(copy, path).unwrap();
    };
    check(by_a_copy, "the file has been replaced");
}

#[test]
fn a_log_that_is_removed_replaced_or_cut_short() {
    check(|path| fs::remove_file(beside(path, "-wal")).unwrap(), "write-ahead log (-wal) has been removed");
    let replaced = |path: &Path| {
        let log = beside(path, "-wal");
        fs::copy(&log, beside(path, "-copy")).unwrap();
        fs::rename(beside(path, "-copy"), log).unwrap();
    };
    check(replaced, "its write-ahead log (-wal) has been replaced");
    for length in [0, 32, 20_000] {
        let cut = |path: &Path| {
            let log = fs::OpenOptions::new().write(true).open(beside(path, "-wal")).unwrap();
            assert!(log.metadata().unwrap().len() > length);
            log.set_len(length).unwrap();
        };
        check(cut, "write-ahead log (-wal) has been cut short");
    }
}

/// Who copies the log into the file and makes it empty loses nothing.
#[test]
fn a_log_that_was_copied_is_no_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (store, mut run) = begin(&path);
    let copy = "PRAGMA wal_checkpoint(TRUNCATE)";
    Connection::open(&path).unwrap().query_row(copy, [], |_| Ok(())).unwrap();
    assert_eq!(fs::metadata(beside(&path, "-wal")).unwrap().len(), 0);
    run.append_games(&sample::games(200)).unwrap();
    run.finish("{}").unwrap();
    assert!(store.games(RunId(1)).map(Result::unwrap).eq(sample::games(200)));
}

/// A file that has another name now, or a second one, is still the same.
#[test]
fn a_second_name_is_no_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (_store, mut run) = begin(&path);
    fs::hard_link(&path, path.with_extension("again")).unwrap();
    run.append_games(&sample::games(200)).unwrap();
    run.finish("{}").unwrap();
}

/// What somebody else deletes past us is noticed before the run is called finished.
#[test]
fn records_that_have_gone() {
    for (delete, message) in [
        ("DELETE FROM game WHERE idx = 50", "of 100 games only 99 are left"),
        ("DELETE FROM run", "the run is missing"),
        ("DELETE FROM tally", "tally"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let (_store, run) = begin(&path);
        Connection::open(&path).unwrap().execute(delete, []).unwrap();
        let error = run.finish("{}").unwrap_err();
        assert!(error.is_failure() && error.to_string().contains(message), "{error:?}");
    }
}
