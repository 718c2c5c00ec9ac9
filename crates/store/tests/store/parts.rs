//! Files that belong to a store are known whatever their names are, and other files are not taken for them.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use zermelo_store::{Store, StorePart, is_store};

use crate::sample;

fn make_store(path: &Path) {
    let store = Store::open(path).unwrap();
    store.begin_run(&sample::new_run("parts")).unwrap().append_games(&sample::games(10)).unwrap();
}

#[test]
fn a_store_is_known_by_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    make_store(&path);
    assert!(is_store(&path));
    assert_eq!(StorePart::at(&path), Some(StorePart::Store));
    let mut bytes = fs::read(&path).unwrap();
    // Cut off, overwritten behind its first page, and with a few wrong bits in its marks.
    fs::write(&path, &bytes[..100]).unwrap();
    assert!(is_store(&path));
    bytes[100..].fill(7);
    bytes[3] ^= 0x10;
    bytes[70] ^= 0x81;
    fs::write(&path, &bytes).unwrap();
    assert!(is_store(&path));
}

/// Reading it past SQLite would drop SQLite's locks on it, so it is known without.
#[cfg(unix)]
#[test]
fn a_store_that_is_open_is_known_whatever_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make_store(&path);
    let store = Store::read(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[..100].fill(0);
    fs::write(&path, &bytes).unwrap();
    assert!(is_store(&path));
    drop(store);
    assert!(!is_store(&path));
}

#[cfg(unix)]
#[test]
fn links_hide_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make_store(&path);
    let (soft, hard) = (folder.path().join("soft"), folder.path().join("hard"));
    std::os::unix::fs::symlink(&path, &soft).unwrap();
    fs::hard_link(&path, &hard).unwrap();
    for link in [&soft, &hard] {
        assert_eq!(StorePart::at(link), Some(StorePart::Store));
    }
    let log = folder.path().join("log");
    std::os::unix::fs::symlink("store.db-wal", &log).unwrap();
    fs::write(folder.path().join("store.db-wal"), "").unwrap();
    assert!(matches!(StorePart::at(&log), Some(StorePart::Beside(store)) if store.ends_with("store.db")));
}

#[test]
fn what_lies_beside_a_store_belongs_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make_store(&path);
    for suffix in ["-wal", "-shm", "-journal", "-run-1.lock", "-run-27.lock", "-making", "-making.lock"] {
        // Whether it is there or not.
        let part = StorePart::at(&folder.path().join(format!("store.db{suffix}")));
        assert!(matches!(part, Some(StorePart::Beside(_))), "{suffix}");
    }
    for name in ["store.db-run-x.lock", "store.db.csv", "store", "other.db-wal", "store.db-walk"] {
        assert_eq!(StorePart::at(&folder.path().join(name)), None, "{name}");
    }
    // A log by another name, while the store is open.
    let store = Store::open(&path).unwrap();
    let run = store.begin_run(&sample::new_run("open")).unwrap();
    let log = folder.path().join("copy");
    fs::copy(folder.path().join("store.db-wal"), &log).unwrap();
    assert_eq!(StorePart::at(&log), Some(StorePart::Log));
    drop(run);
}

#[test]
fn other_files_are_free() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other");
    assert_eq!(StorePart::at(&path), None);
    assert_eq!(StorePart::at(folder.path()), None);
    for text in ["", "x", &" ".repeat(68), &format!("{:68}Zermelo", "<svg>")] {
        fs::write(&path, text).unwrap();
        assert_eq!(StorePart::at(&path), None, "{text:?}");
    }
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE bookmark (address)").unwrap();
    assert_eq!(StorePart::at(&path), None);
}
