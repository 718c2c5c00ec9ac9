//! Stores of earlier versions, kept as the SQL that makes them, are still read.

use rusqlite::Connection;
use zermelo_game::{Outcome, Player};
use zermelo_store::{
    AgentRow, EventRow, GameRow, LineRow, NoteRow, OpeningRow, RunId, Store, StoreError, Worked, verify,
};

#[test]
fn format_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let sql = include_str!("../../../../tests/data/old-formats/store-1.sql");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();

    // Also whoever only reads finds everything.
    let store = Store::read(&path).unwrap();
    assert_eq!(store.artifact_names(RunId(1)), Ok(vec![]));
    drop(store);
    let store = Store::open(&path).unwrap();
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), 2);
    assert_eq!(runs[0].name, "isolation-heuristics-1");
    assert_eq!(runs[0].kind, "tournament");
    assert_eq!(runs[0].experiment, "games = 2\n");
    assert_eq!(runs[0].seed, u64::MAX);
    assert_eq!(runs[0].code_version, "0.1.0");
    assert_eq!(runs[0].created, 1_700_000_000);
    assert_eq!(runs[0].result.as_deref(), Some("{\"games\":2}"));
    assert_eq!(runs[0].parent, None);
    assert_eq!(runs[1].name, "evolve-2");
    assert_eq!(runs[1].result, None);

    let id = RunId(1);
    let agents = [(0, "open", "alphabeta(depth=3, eval=open)"), (1, "random", "random")];
    let agents = agents.map(|(index, name, text)| AgentRow { index, name: name.into(), text: text.into() });
    assert_eq!(store.agents(id).unwrap(), agents);
    assert_eq!(store.openings(id).unwrap(), [OpeningRow { index: 0, text: "c3 e5".into() }]);
    let first = GameRow {
        index: 0,
        first: 0,
        second: 1,
        opening: 0,
        round: 0,
        outcome: Outcome::Win(Player::First),
        reason: "no-move".to_owned(),
        plies: 31,
        moves: vec![0, 1, 255],
        nodes: [1000, u64::MAX],
        micros: [52, 48],
    };
    let second = GameRow {
        index: 1,
        first: 1,
        second: 0,
        round: 1,
        outcome: Outcome::Draw,
        reason: "crash".to_owned(),
        plies: 0,
        moves: vec![],
        nodes: [0, 0],
        micros: [0, 0],
        ..first.clone()
    };
    let third = GameRow { index: 9, outcome: Outcome::Win(Player::Second), ..second.clone() };
    assert_eq!(store.games(id).collect::<Result<Vec<_>, _>>().unwrap(), [first, second, third]);
    let event = EventRow { seq: 0, kind: "generation".to_owned(), json: "{\"best\":0.5}".to_owned() };
    assert_eq!(store.events(RunId(2)).unwrap(), [event]);
    store.check().unwrap();
    store.open_run(RunId(2)).unwrap().finish("{}").unwrap();
}

/// What format 2 added, and that format 3 has room for what it adds.
#[test]
fn format_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let sql = include_str!("../../../../tests/data/old-formats/store-2.sql");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let store = Store::read(&path).unwrap();
    let runs = store.runs().unwrap();
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    assert_eq!(names, ["isolation-heuristics-1", "evolve-2", "evolve-2.breed"]);
    assert_eq!(runs[2].parent, Some(RunId(2)));
    assert_eq!(store.artifact(RunId(3), "net"), Ok(Some(vec![1, 2])));
    assert_eq!(store.n_games(RunId(1)), Ok(3));
    // Nobody had looked at a clock.
    assert_eq!(store.worked(RunId(1)), Ok(None));
    drop(store);
    let store = Store::open(&path).unwrap();
    let line = LineRow { game: "connect4".into(), position: String::new(), moves: "4 4".into() };
    let name = store.keep_line(&line).unwrap();
    assert_eq!(store.line(&name), Ok(Some(line)));
    store.check().unwrap();
}

/// What format 3 added; and that records of earlier formats get checksums, which are then looked at.
#[test]
fn format_3() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let sql = include_str!("../../../../tests/data/old-formats/store-3.sql");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let before = std::fs::read(&path).unwrap();
    // Whoever looks whether it is sound does not change it.
    let found = verify(&path).unwrap();
    assert_eq!((found.format, found.has_checksums, found.is_sound()), (3, false, true), "{found:#?}");
    let games: Vec<u64> = found.runs.iter().map(|run| run.n_games).collect();
    assert_eq!(games, [3, 0, 0]);
    assert!(std::fs::read(&path).unwrap() == before);

    let store = Store::read(&path).unwrap();
    assert_eq!(store.worked(RunId(1)), Ok(Some(Worked { millis: 2750, last: 1_700_000_010_250 })));
    let line = LineRow { game: "connect4".into(), position: String::new(), moves: "4 4".into() };
    assert_eq!(store.line("0123456789abc"), Ok(Some(line)));
    assert_eq!(store.artifact(RunId(3), "net"), Ok(Some(vec![1, 2])));
    assert_eq!((store.n_games(RunId(1)), store.n_events(RunId(2))), (Ok(3), Ok(1)));
    drop(store);
    let found = verify(&path).unwrap();
    assert_eq!((found.format, found.has_checksums, found.is_sound()), (5, true, true), "{found:#?}");
    Connection::open(&path).unwrap().execute("UPDATE game SET nodes_first = 1001 WHERE idx = 0", []).unwrap();
    let read: Result<Vec<_>, _> = Store::read(&path).unwrap().games(RunId(1)).collect();
    let error = read.unwrap_err().to_string();
    assert!(error.contains("game 0 of run 1 does not match its checksum"), "{error}");
    assert!(!verify(&path).unwrap().is_sound());
}

/// Checksums would make damage look sound for ever.
#[test]
fn a_damaged_store_of_an_earlier_format_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let sql = include_str!("../../../../tests/data/old-formats/store-3.sql");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(sql).unwrap();
    let root: i64 = connection
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'event'", [], |row| row.get(0))
        .unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[(root as usize - 1) * 4096] = 0xff;
    std::fs::write(&path, &bytes).unwrap();
    for result in [Store::open(&path), Store::read(&path)] {
        let error = result.unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
    }
    assert!(!verify(&path).unwrap().is_sound());
    assert!(std::fs::read(&path).unwrap() == bytes);
}

/// What format 4 lacks, and that its records are still sound.
#[test]
fn format_4() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let sql = include_str!("../../../../tests/data/old-formats/store-4.sql");
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let found = verify(&path).unwrap();
    assert_eq!((found.format, found.has_checksums, found.is_sound()), (4, true, true), "{found:#?}");
    let store = Store::open(&path).unwrap();
    assert_eq!((store.n_games(RunId(1)), store.n_events(RunId(2))), (Ok(3), Ok(1)));
    assert_eq!(store.notes(RunId(2), "worker"), Ok(Vec::new()));
    let note = |text: &str| NoteRow { topic: "worker".into(), name: "one".into(), text: text.into() };
    let mut run = store.open_run(RunId(2)).unwrap();
    run.keep_notes(&[note("first"), note("second")]).unwrap();
    drop(run);
    assert_eq!(store.notes(RunId(2), "worker"), Ok(vec![note("second")]));
    assert_eq!(store.notes(RunId(2), "other"), Ok(Vec::new()));
    drop(store);
    let found = verify(&path).unwrap();
    assert_eq!((found.format, found.is_sound()), (5, true), "{found:#?}");
    Connection::open(&path).unwrap().execute("UPDATE note SET text = 'third'", []).unwrap();
    assert!(!verify(&path).unwrap().is_sound());
}
