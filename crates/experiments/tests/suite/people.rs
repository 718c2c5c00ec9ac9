//! Games of people: kept as they were played, refused if they break the rules, counted by experience.

use zermelo_catalog::RequestError;
use zermelo_experiments::Record;
use zermelo_experiments::experiment;
use zermelo_experiments::people::PeopleResult;
use zermelo_experiments::people::{Experience, PersonGame, Seat, record, result_of};
use zermelo_game::{Forfeit, Outcome, Player};
use zermelo_store::{Run, Status, Store};

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    (folder, store)
}

fn moves(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn person(name: &str, experience: Experience) -> Seat {
    Seat::person(name, Some(experience))
}

fn agent() -> Seat {
    Seat::Agent("alphabeta(depth=2)".to_owned())
}

/// Who moves first wins.
const WON: &str = "b2 b1 a1 a2 c3";

fn won_by_first(first: Seat, second: Seat) -> PersonGame {
    PersonGame::new("tictactoe", first, second, moves(WON))
}

fn the_run(store: &Store) -> Run {
    store.find_run("people-tictactoe").unwrap()
}

#[test]
fn a_game_is_kept_as_it_was_played() {
    let (_folder, store) = store();
    let ada = person("Ada", Experience::Beginner);
    let game = PersonGame { micros: [5_000_000, 20], ..won_by_first(ada.clone(), agent()) };
    let id = record(&store, &game).unwrap();
    assert_eq!((id.run.as_str(), id.index), ("people-tictactoe-1", 0));
    // Another from another place, which the person gives up.
    let given_up = PersonGame {
        opening: "b2 a1".to_owned(),
        moves: moves("c1"),
        quit: Some((Player::Second, Forfeit::Resigned)),
        ..PersonGame::new("tictactoe", agent(), ada, Vec::new())
    };
    assert_eq!(record(&store, &given_up).unwrap().to_string(), "game 1 of people-tictactoe-1");

    let record = Record::open(&store, "people-tictactoe").unwrap();
    let rows: Vec<_> = record.games().map(Result::unwrap).collect();
    assert_eq!(record.moves(&rows[0]).unwrap(), moves(WON));
    assert_eq!(rows[0].outcome, Outcome::Win(Player::First));
    assert_eq!((rows[0].reason.as_str(), rows[0].plies, rows[0].micros), ("line", 5, [5_000_000, 20]));
    assert_eq!((record.agent(rows[0].first), record.agent(rows[0].second)), ("Ada", "alphabeta(depth=2)"));
    assert_eq!(record.moves(&rows[1]).unwrap(), moves("c1"));
    assert_eq!(record.opening(rows[1].opening), Some("b2 a1"));
    assert_eq!((rows[1].outcome, rows[1].reason.as_str()), (Outcome::Win(Player::First), "resignation"));
    assert_eq!(record.agents.len(), 2, "whoever comes again is known");
    let seats: Vec<Seat> = record.agents.iter().map(Seat::of).collect();
    assert_eq!(seats, [person("Ada", Experience::Beginner), agent()]);
}

#[test]
fn a_run_of_people_has_no_end() {
    let (folder, store) = store();
    record(&store, &won_by_first(agent(), Seat::person("Ada", None))).unwrap();
    let run = the_run(&store);
    assert_eq!((store.status(&run), store.status(&run).id()), (Status::Open, "open"));
    let result = experiment::result_of(&store, &run).unwrap().expect("a result");
    assert!(result.downcast_ref::<PeopleResult>().is_some());
    // Every game has a run of its own, whichever process keeps it.
    let other = Store::open(folder.path().join("store.db")).unwrap();
    record(&other, &won_by_first(agent(), Seat::person("Bo", None))).unwrap();
    let elsewhere = PersonGame {
        quit: Some((Player::First, Forfeit::Resigned)),
        ..PersonGame::new("hexapawn", Seat::person("Ada", None), agent(), Vec::new())
    };
    assert_eq!(record(&other, &elsewhere).unwrap().run, "people-hexapawn-2");
    let runs: Vec<(String, u64)> =
        store.runs().unwrap().iter().map(|run| (run.name.clone(), store.n_games(run.id).unwrap())).collect();
    assert_eq!(runs, [("people-tictactoe-1".to_owned(), 2), ("people-hexapawn-2".to_owned(), 1)]);
}

#[test]
fn games_that_end_at_the_same_time_are_all_kept() {
    const N_EACH: usize = 5;
    let (folder, store) = store();
    let path = folder.path().join("store.db");
    std::thread::scope(|scope| {
        for name in ["Ada", "Bo", "Cy", "Di"] {
            let path = &path;
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                for _ in 0..N_EACH {
                    record(&store, &won_by_first(person(name, Experience::Beginner), agent())).unwrap();
                }
            });
        }
    });
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), 1, "whoever comes first begins it for all");
    let result = result_of(&store, &runs[0]).unwrap();
    assert_eq!(result.games, 4 * N_EACH as u64, "{result:?}");
    assert!(result.people.iter().all(|one| one.wins == N_EACH as u64), "{result:?}");
}

#[test]
fn games_that_break_the_rules_are_refused() {
    let (_folder, store) = store();
    let ada = || Seat::person("Ada", None);
    let game = |text: &str| PersonGame::new("tictactoe", ada(), agent(), moves(text));
    let refused = |game: &PersonGame| record(&store, game).unwrap_err();

    let error = refused(&game("b2 b1 b2"));
    assert!(matches!(error, RequestError::Move { number: 3, .. }), "{error}");
    assert!(error.to_string().starts_with("move 3: "), "{error}");
    assert!(matches!(refused(&game("b2 nonsense")), RequestError::Move { number: 2, .. }));
    assert!(
        matches!(refused(&game(&format!("{WON} a3"))), RequestError::Move { number: 6, .. }),
        "after the end"
    );
    let error = refused(&game("b2 b1"));
    assert!(error.to_string().contains("not over") && error.kind() == "bad-game", "{error}");
    let resigned = PersonGame { quit: Some((Player::First, Forfeit::Resigned)), ..game(WON) };
    assert!(refused(&resigned).to_string().contains("a finished game"));
    assert!(refused(&won_by_first(agent(), agent())).to_string().contains("no person"));
    assert!(refused(&won_by_first(Seat::person("  ", None), agent())).to_string().contains("needs a name"));
    let long = Seat::person("x".repeat(81), None);
    assert!(refused(&won_by_first(long, agent())).to_string().contains("80 letters"));
    assert!(
        refused(&won_by_first(Seat::person("a\nb", None), agent()))
            .to_string()
            .contains("control characters")
    );
    let nowhere = PersonGame { game: "chess".to_owned(), ..game(WON) };
    assert!(matches!(refused(&nowhere), RequestError::UnknownGame { .. }));
    assert!(store.runs().unwrap().is_empty(), "nothing came into the store");
}

#[test]
fn games_are_counted_by_experience_and_by_person() {
    let (_folder, store) = store();
    let ada = || person("Ada", Experience::Beginner);
    let bo = || person("Bo", Experience::Beginner);
    let cy = || person("Cy", Experience::Advanced);
    let play = |game: PersonGame| drop(record(&store, &game).unwrap());
    play(won_by_first(ada(), agent()));
    play(won_by_first(agent(), ada()));
    play(won_by_first(agent(), bo()));
    play(won_by_first(cy(), agent()));
    play(won_by_first(agent(), Seat::person("Di", None)));
    let drawn = moves("b2 a1 a2 c2 b1 b3 a3 c1 c3");
    play(PersonGame::new("tictactoe", cy(), agent(), drawn));
    // These do not count: help, and two people.
    play(PersonGame { hints: 1, ..won_by_first(ada(), agent()) });
    play(PersonGame { taken_back: 2, ..won_by_first(cy(), agent()) });
    play(won_by_first(ada(), bo()));

    let result = result_of(&store, &the_run(&store)).unwrap();
    assert_eq!((result.games, result.counted, result.helped, result.between_people), (9, 6, 2, 1));
    assert_eq!(result.by_side, [5, 1, 0]);
    let levels: Vec<_> = (result.levels.iter())
        .map(|level| (level.experience, level.people, [level.wins, level.draws, level.losses]))
        .collect();
    let (beginner, advanced) = (Some(Experience::Beginner), Some(Experience::Advanced));
    assert_eq!(levels, [(beginner, 2, [1, 0, 2]), (advanced, 1, [1, 1, 0]), (None, 1, [0, 0, 1])]);
    let [score, low, high] = result.levels[0].score;
    assert!((score - 1.0 / 3.0).abs() < 1e-12 && low < score && score < high && low >= 0.0, "{result:?}");
    let people: Vec<_> =
        (result.people.iter()).map(|one| (one.name.as_str(), [one.wins, one.draws, one.losses])).collect();
    assert_eq!(people, [("Ada", [1, 0, 1]), ("Bo", [0, 0, 1]), ("Cy", [1, 1, 0]), ("Di", [0, 0, 1])]);
}

#[test]
fn experience_is_read_as_people_type_it() {
    for experience in Experience::ALL {
        assert_eq!(experience.id().to_uppercase().parse(), Ok(experience));
    }
    let error = "expert".parse::<Experience>().unwrap_err();
    assert!(error.contains("`expert`") && error.contains("advanced (more than 15 games)"), "{error}");
}
