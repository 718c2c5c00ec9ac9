//! Records come back as they were given; one that is there already is passed over, a different one refused.

use std::sync::Arc;
use std::thread;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use zermelo_game::{Outcome, Player};
use zermelo_store::{AgentRow, EventRow, GameRow, LineRow, OpenRun, OpeningRow, Store, StoreError, Writer};

use crate::sample;

fn with_run(test: impl FnOnce(&Store, OpenRun)) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    let run = store.begin_run(&sample::new_run("records")).unwrap();
    test(&store, run);
}

fn event(seq: u64, json: &str) -> EventRow {
    EventRow { seq, kind: "generation".to_owned(), json: json.to_owned() }
}

#[test]
fn everything_comes_back() {
    with_run(|store, mut run| {
        let id = run.id();
        run.add_agents(&sample::agents()).unwrap();
        run.add_openings(&sample::openings()).unwrap();
        // More than is read at a time, to the very number and one more.
        let games = sample::games(2049);
        run.append_games(&games[1000..2048]).unwrap();
        run.append_games(&games[..1000]).unwrap();
        assert!(store.games(id).map(Result::unwrap).eq(games[..2048].iter().cloned()));
        run.append_games(&games[2048..]).unwrap();
        run.append_event(event(1, "[1]")).unwrap();
        run.append_event(event(0, "{}")).unwrap();
        assert_eq!(store.agents(id).unwrap(), sample::agents());
        assert_eq!(store.openings(id).unwrap(), sample::openings());
        assert_eq!(store.events(id).unwrap(), [event(0, "{}"), event(1, "[1]")]);
        assert_eq!(store.n_events(id).unwrap(), 2);
        assert!(store.games(id).map(Result::unwrap).eq(games.iter().cloned()));
        assert_eq!(store.n_games(id).unwrap(), 2049);
        assert!(store.game_indices(id).unwrap().into_iter().eq(0..2049));
        assert_eq!(store.game(id, 77).unwrap().as_ref(), Some(&games[77]));
        assert_eq!(store.game(id, 2049).unwrap(), None);
        assert_eq!(store.game(id, u64::MAX).unwrap(), None);
        assert_eq!(run.finish("{\"won\": 3}").unwrap(), store.run(id).unwrap());
        assert_eq!(store.run(id).unwrap().result.as_deref(), Some("{\"won\": 3}"));
        store.check().unwrap();
    });
}

#[test]
fn the_same_again_is_passed_over() {
    with_run(|store, mut run| {
        for _ in 0..2 {
            run.add_agents(&sample::agents()).unwrap();
            run.add_openings(&sample::openings()).unwrap();
            run.append_games(&sample::games(10)).unwrap();
            run.append_event(event(0, "{}")).unwrap();
        }
        let slower = GameRow { micros: [1, 1], ..sample::game(3) };
        run.append_games(&[slower]).unwrap();
        assert!(store.games(run.id()).map(Result::unwrap).eq(sample::games(10)));
        assert_eq!(store.agents(run.id()).unwrap(), sample::agents());
        assert_eq!(store.openings(run.id()).unwrap(), sample::openings());
        assert_eq!(store.events(run.id()).unwrap(), [event(0, "{}")]);
    });
}

#[test]
fn a_different_one_is_refused_and_nothing_of_its_batch_stays() {
    with_run(|store, mut run| {
        run.add_agents(&sample::agents()).unwrap();
        run.add_openings(&sample::openings()).unwrap();
        run.append_games(&sample::games(10)).unwrap();
        run.append_event(event(0, "{}")).unwrap();
        let base = sample::game(3);
        let others = [
            GameRow { first: base.first + 1, ..base.clone() },
            GameRow { second: base.second + 1, ..base.clone() },
            GameRow { opening: base.opening + 1, ..base.clone() },
            GameRow { round: base.round + 1, ..base.clone() },
            GameRow {
                outcome: if base.outcome == Outcome::Draw {
                    Outcome::Win(Player::First)
                } else {
                    Outcome::Draw
                },
                ..base.clone()
            },
            GameRow { reason: "new word".to_owned(), ..base.clone() },
            GameRow { plies: base.plies + 1, ..base.clone() },
            GameRow { moves: [&base.moves[..], &[0]].concat(), ..base.clone() },
            GameRow { nodes: [base.nodes[0] + 1, base.nodes[1]], ..base.clone() },
            GameRow { nodes: [base.nodes[0], base.nodes[1] + 1], ..base.clone() },
        ];
        let refused = |what, index| Err(StoreError::Different { what, index, name: "records-1".to_owned() });
        for other in others {
            let batch = [GameRow { reason: "new word".to_owned(), ..sample::game(11) }, other];
            assert_eq!(run.append_games(&batch), refused("game", 3), "{:?}", batch[1]);
        }
        let agent = AgentRow { text: "random".to_owned(), ..sample::agents()[2].clone() };
        assert_eq!(run.add_agents(&[agent]), refused("agent", 2));
        let opening = OpeningRow { text: String::new(), ..sample::openings()[1].clone() };
        assert_eq!(run.add_openings(&[opening]), refused("opening", 1));
        assert_eq!(run.append_event(event(0, "[]")), refused("event", 0));
        assert!(store.games(run.id()).map(Result::unwrap).eq(sample::games(10)));
        // A word that was numbered in a batch which failed has no number now.
        let worded = GameRow { reason: "new word".to_owned(), ..sample::game(12) };
        run.append_games(std::slice::from_ref(&worded)).unwrap();
        assert_eq!(store.game(run.id(), 12).unwrap(), Some(worded));
    });
}

#[test]
fn what_cannot_be_stored_is_refused() {
    with_run(|store, mut run| {
        let last = i64::MAX as u64;
        run.append_games(&[sample::game(last)]).unwrap();
        assert!(store.games(run.id()).map(Result::unwrap).eq([sample::game(last)]));
        let too_large = |what| Err(StoreError::IndexTooLarge { what, index: last + 1 });
        assert_eq!(run.append_games(&[sample::game(last + 1)]), too_large("game"));
        assert_eq!(run.append_event(event(last + 1, "{}")), too_large("event"));
        let not_json = |what| StoreError::NotJson { what, name: "records-1".to_owned() };
        assert_eq!(run.append_event(event(0, "{")), Err(not_json("event")));
        assert_eq!(run.finish("won"), Err(not_json("result")));
    });
}

#[test]
fn many_threads_share_a_writer() {
    with_run(|store, run| {
        let id = run.id();
        let writer = Arc::new(Writer::start(run).unwrap());
        let players: Vec<_> = (0..4)
            .map(|player| {
                let writer = Arc::clone(&writer);
                thread::spawn(move || {
                    (0..5000).filter(|index| index % 4 == player).for_each(|index| {
                        writer.add(sample::game(index)).unwrap();
                    });
                })
            })
            .collect();
        players.into_iter().for_each(|player| player.join().unwrap());
        let writer = Arc::into_inner(writer).unwrap();
        writer.add_event(event(0, "{}")).unwrap();
        let run = writer.finish().unwrap();
        assert!(store.games(id).map(Result::unwrap).eq(sample::games(5000)));
        assert_eq!(store.events(id).unwrap(), [event(0, "{}")]);
        run.finish("{}").unwrap();
    });
}

#[test]
fn a_writer_tells_its_failure_to_everybody() {
    with_run(|store, mut run| {
        let id = run.id();
        run.append_games(&[sample::game(0)]).unwrap();
        let writer = Writer::start(run).unwrap();
        let different = GameRow { plies: 1000, ..sample::game(0) };
        let failure = StoreError::Different { what: "game", index: 0, name: "records-1".to_owned() };
        writer.add(different).unwrap();
        // Sooner or later the thread has seen it.
        let told = (1..).find_map(|index| writer.add(sample::game(index)).err()).unwrap();
        assert_eq!(told, failure);
        assert_eq!(writer.add_event(event(0, "{}")), Err(failure.clone()));
        assert_eq!(writer.finish().map(|run| run.id()), Err(failure));
        assert_eq!(store.game(id, 0).unwrap(), Some(sample::game(0)));
    });
}

#[test]
fn a_writer_that_is_dropped_saves_what_it_was_given() {
    with_run(|store, run| {
        let id = run.id();
        let writer = Writer::start(run).unwrap();
        sample::games(3000).into_iter().for_each(|game| writer.add(game).unwrap());
        drop(writer);
        assert!(store.games(id).map(Result::unwrap).eq(sample::games(3000)));
        store.open_run(id).unwrap();
    });
}

prop_compose! {
    fn any_game()(
        numbers in any::<[u32; 5]>(),
        outcome in prop_oneof![
            Just(Outcome::Draw),
            Just(Outcome::Win(Player::First)),
            Just(Outcome::Win(Player::Second)),
        ],
        reason in prop_oneof!["[a-z]{0,3}", any::<String>()],
        moves in vec(any::<u8>(), 0..40),
        nodes in any::<[u64; 2]>(),
        micros in any::<[u64; 2]>(),
    ) -> GameRow {
        let [first, second, opening, round, plies] = numbers;
        GameRow { index: 0, first, second, opening, round, outcome, reason, plies, moves, nodes, micros }
    }
}

/// Any games with any indices, in their order and in any other.
fn any_games() -> impl Strategy<Value = (Vec<GameRow>, Vec<GameRow>)> {
    let index = prop_oneof![0..50_u64, 0..=i64::MAX as u64];
    let games = btree_map(index, any_game(), 0..60).prop_map(|games| {
        let games = games.into_iter().map(|(index, game)| GameRow { index, ..game });
        games.collect::<Vec<_>>()
    });
    games.prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle()))
}

#[test]
fn any_games_in_any_order_come_back_sorted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    proptest!(ProptestConfig::with_cases(64), |((games, shuffled) in any_games(), size in 1..20_usize)| {
        let mut run = store.begin_run(&sample::new_run("any")).unwrap();
        for batch in shuffled.chunks(size) {
            run.append_games(batch).unwrap();
        }
        let read: Vec<GameRow> = store.games(run.id()).map(Result::unwrap).collect();
        prop_assert_eq!(read, games);
    });
}

#[test]
fn lines_have_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path).unwrap();
    let line = |game: &str, position: &str, moves: &str| LineRow {
        game: game.to_owned(),
        position: position.to_owned(),
        moves: moves.to_owned(),
    };
    let lines = [
        line("mnk:19,19,5", "", &"a1 ".repeat(4000)),
        line("connect4", "", "4 4"),
        line("connect4", "4 4", ""),
        line("connect4 4 4", "", ""),
        line("", "", "é"),
    ];
    let names: Vec<String> = lines.iter().map(|line| store.keep_line(line).unwrap()).collect();
    for (line, name) in lines.iter().zip(&names) {
        assert_eq!(store.keep_line(line).as_ref(), Ok(name), "the same line has the same name");
        assert!(name.len() == 13 && name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
        // Somebody else who only reads finds it, too.
        assert_eq!(Store::read(&path).unwrap().line(name), Ok(Some(line.clone())));
    }
    let mut different = names.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), lines.len());
    assert_eq!(store.line("0"), Ok(None));
    assert!(Store::read(&path).unwrap().keep_line(&lines[0]).is_err(), "who only reads keeps nothing");
}
