//! Files that are no store, or no longer: each is told apart, and none is touched.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use zermelo_store::{RunId, Store, StoreError};

use crate::sample;

/// Everything in a folder: names and contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap_or_default()))
        .collect();
    files.sort();
    files
}

/// Lets `make` put something at a path and looks how opening and reading it fail, and that nothing changes by it.
fn check(make: impl FnOnce(&Path), is_expected: impl Fn(&StoreError) -> bool, message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make(&path);
    let before = contents(folder.path());
    for result in [Store::open(&path), Store::read(&path)] {
        let error = result.expect_err(message);
        assert!(is_expected(&error), "expected {message:?}, got {error:?}");
        let text = error.to_string();
        assert!(text.contains(message), "expected {message:?}, got {text:?}");
        assert!(text.starts_with(&path.display().to_string()), "{text:?} begins with the file");
        assert!(contents(folder.path()) == before, "{text:?} left everything as it was");
    }
}

fn make_store(path: &Path) {
    let store = Store::open(path).unwrap();
    let mut run = store.begin_run(&sample::new_run("files")).unwrap();
    run.append_games(&sample::games(2000)).unwrap();
}

fn is_no_store(error: &StoreError) -> bool {
    matches!(error, StoreError::NotAStore { .. })
}

fn is_damaged(error: &StoreError) -> bool {
    matches!(error, StoreError::Damaged { .. })
}

#[test]
fn other_files_are_left_alone() {
    check(|path| fs::write(path, "").unwrap(), is_no_store, "it is empty");
    check(|path| fs::write(path, "x").unwrap(), is_no_store, "not an SQLite file");
    let text = "Dear diary, today we played Isolation.\n".repeat(1000);
    check(|path| fs::write(path, &text).unwrap(), is_no_store, "not an SQLite file");
    let foreign = |mark: &'static str| {
        move |path: &Path| {
            Connection::open(path)
                .unwrap()
                .execute_batch(&format!("{mark}; CREATE TABLE run (id);"))
                .unwrap();
        }
    };
    check(foreign(""), is_no_store, "another program's SQLite file");
    check(foreign("PRAGMA user_version = 1"), is_no_store, "another program's SQLite file");
    check(foreign("PRAGMA journal_mode = wal"), is_no_store, "another program's SQLite file");
    check(foreign("PRAGMA application_id = 77"), is_no_store, "an SQLite file of application 0x4d");
    let ours = format!("PRAGMA application_id = {}", i32::from_be_bytes(*b"Zerm"));
    let marked = |path: &Path| {
        Connection::open(path).unwrap().execute_batch(&format!("{ours}; CREATE TABLE run (id);")).unwrap();
    };
    check(marked, is_no_store, "it has Zermelo's application id, but no tables");
}

#[test]
fn places_where_no_file_is() {
    let is_no_file = |error: &StoreError| matches!(error, StoreError::NotAFile { .. });
    check(|path| fs::create_dir(path).unwrap(), is_no_file, "this is a folder, not a file");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    assert_eq!(Store::read(&path).unwrap_err(), StoreError::Missing { path: path.clone() });
    assert!(!path.exists(), "reading makes nothing");
    let deep = path.join("store.db");
    assert!(matches!(Store::open(&deep), Err(StoreError::Unreachable { doing: "make", .. })));
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn devices_and_loose_links() {
    let is_no_file = |error: &StoreError| matches!(error, StoreError::NotAFile { .. });
    let link = |to: &'static str| move |path: &Path| std::os::unix::fs::symlink(to, path).unwrap();
    check(link("/dev/null"), is_no_file, "this is no ordinary file");
    let is_loose = |error: &StoreError| matches!(error, StoreError::LooseLink { .. });
    check(link("nowhere"), is_loose, "this is a link to nowhere, which does not exist");
}

#[test]
fn a_newer_format_is_left_to_newer_programs() {
    let is_newer = |error: &StoreError| matches!(error, StoreError::Newer { found: 1000, .. });
    let newer = |path: &Path| {
        make_store(path);
        Connection::open(path).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    };
    check(newer, is_newer, "this store has format 1000");
}

#[test]
fn a_store_cut_short_is_damaged() {
    let cut = |length: u64| {
        move |path: &Path| {
            make_store(path);
            let file = fs::OpenOptions::new().write(true).open(path).unwrap();
            assert!(file.metadata().unwrap().len() > length);
            file.set_len(length).unwrap();
        }
    };
    check(cut(100), is_no_store, "not an SQLite file");
    check(cut(4096), is_damaged, "this store is damaged");
    check(cut(50_000), is_damaged, "this store is damaged");
}

/// The log is copied into the file from its first page on, and that page says how long the file will be.
#[test]
fn a_kill_while_the_log_is_copied_is_no_damage() {
    for open in [|path: &Path| Store::open(path), |path: &Path| Store::read(path)] {
        let folder = tempfile::tempdir().unwrap();
        let (path, killed) = (folder.path().join("store.db"), folder.path().join("killed.db"));
        let store = Store::open(&path).unwrap();
        let mut run = store.begin_run(&sample::new_run("files")).unwrap();
        run.append_games(&sample::games(2000)).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        bytes[28..32].copy_from_slice(&1000_u32.to_be_bytes());
        fs::write(&killed, bytes).unwrap();
        fs::copy(folder.path().join("store.db-wal"), folder.path().join("killed.db-wal")).unwrap();
        let killed = open(&killed).unwrap();
        assert!(killed.games(RunId(1)).map(Result::unwrap).eq(sample::games(2000)));
        killed.check().unwrap();
    }
}

#[test]
fn damage_in_the_middle_is_found_by_looking() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make_store(&path);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8192].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    let store = Store::read(&path).unwrap();
    assert!(is_damaged(&store.check().unwrap_err()));
    let read: Result<Vec<_>, _> = store.games(RunId(1)).collect();
    assert!(is_damaged(&read.unwrap_err()));
    assert!(fs::read(&path).unwrap() == bytes);
}

#[test]
fn any_name_will_do() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a b.db", "50%41?mode=ro#x.db", "file:x.db", "é 家.db", "-"] {
        let path = folder.path().join(name);
        make_store(&path);
        assert_eq!(Store::read(&path).unwrap().n_games(RunId(1)).unwrap(), 2000, "{name}");
    }
    assert_eq!(contents(folder.path()).len(), 5);
}

#[cfg(target_os = "linux")]
#[test]
fn even_a_name_that_is_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"\xff\xfe.db"));
    make_store(&path);
    assert_eq!(Store::read(&path).unwrap().n_games(RunId(1)).unwrap(), 2000);
}

/// Nothing stops an administrator, so this shows something only to others.
#[cfg(unix)]
#[test]
fn what_may_not_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make_store(&path);
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    allow(&path, 0o444);
    if fs::OpenOptions::new().write(true).open(&path).is_ok() {
        return;
    }
    assert!(matches!(Store::open(&path), Err(StoreError::ReadOnly { .. })), "a file");
    allow(&path, 0o644);
    allow(folder.path(), 0o555);
    let before = contents(folder.path());
    let opened = Store::open(&path);
    assert!(matches!(opened, Err(StoreError::ReadOnly { .. })), "a folder: {opened:?}");
    let new = Store::open(folder.path().join("new.db"));
    assert!(matches!(new, Err(StoreError::ReadOnly { .. })), "a new file: {new:?}");
    assert_eq!(Store::read(&path).unwrap().n_games(RunId(1)).unwrap(), 2000);
    assert!(contents(folder.path()) == before);
    allow(folder.path(), 0o755);
    allow(&path, 0);
    assert!(matches!(Store::read(&path), Err(StoreError::Unreachable { .. })), "unreadable");
    assert!(matches!(Store::open(&path), Err(StoreError::Unreachable { .. })), "unreadable");
}
