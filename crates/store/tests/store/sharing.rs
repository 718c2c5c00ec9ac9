//! Several readers while one run writes, and several runs at once.

use std::thread;

use zermelo_store::{GameRow, Store, Writer};

use crate::sample;

const BATCH: u64 = 50;
const N_BATCHES: u64 = 60;

/// A game with so many moves that the log is copied into the file several times while the test runs.
fn long_game(index: u64) -> GameRow {
    GameRow { moves: vec![index as u8; 4000], ..sample::game(index) }
}

#[test]
fn readers_see_whole_batches_while_a_run_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path).unwrap();
    let mut run = store.begin_run(&sample::new_run("shared")).unwrap();
    let id = run.id();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let reader = Store::read(&path).unwrap();
                let mut n_seen = 0;
                while n_seen < BATCH * N_BATCHES {
                    let n_games = reader.n_games(id).unwrap();
                    assert!(n_games >= n_seen && n_games.is_multiple_of(BATCH), "{n_games} after {n_seen}");
                    n_seen = n_games;
                    let read = reader.games(id).map(Result::unwrap).zip(0..);
                    let n_read = read.map(|(game, index)| assert_eq!(game, long_game(index))).count();
                    assert!(n_read as u64 >= n_seen);
                }
            });
        }
        // One that does nothing but open the file, which may be in the middle of anything.
        scope.spawn(
            || while Store::read(&path).unwrap().game(id, BATCH * N_BATCHES - 1).unwrap().is_none() {},
        );
        for batch in 0..N_BATCHES {
            let games: Vec<_> = (batch * BATCH..(batch + 1) * BATCH).map(long_game).collect();
            run.append_games(&games).unwrap();
        }
    });
}

#[test]
fn runs_of_one_store_are_written_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                // The store is made by whoever comes first.
                let store = Store::open(&path).unwrap();
                let writer = Writer::start(store.begin_run(&sample::new_run("beside")).unwrap()).unwrap();
                sample::games(500).into_iter().for_each(|game| writer.add(game).unwrap());
                writer.finish().unwrap().finish("{}").unwrap();
            });
        }
    });
    let store = Store::read(&path).unwrap();
    let names: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.name).collect();
    assert_eq!(names, ["beside-1", "beside-2", "beside-3"]);
    for run in store.runs().unwrap() {
        assert!(store.games(run.id).map(Result::unwrap).eq(sample::games(500)));
    }
}
