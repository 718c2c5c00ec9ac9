//! Known results: `tests/data/solved` holds exact values from independent solvers, and ours find them.

use zermelo_catalog::solve::{Method, SolvePlan, Solved, Worth};
use zermelo_catalog::{Start, catalog};
use zermelo_game::Budget;
use zermelo_testkit::cases::{Case, read_folder};

fn plan(method: Method, with_distance: bool) -> SolvePlan {
    let distance = with_distance.then(Budget::default);
    SolvePlan { method, budget: Budget::default(), distance, megabytes: 256 }
}

fn solve(case: &Case, plan: &SolvePlan) -> Solved {
    let start = Start { position: case.position.clone(), moves: case.moves.join(" ") };
    let game = catalog::open(&case.game).unwrap_or_else(|error| panic!("{}: {error}", case.place));
    let session = game.session(&start).unwrap_or_else(|error| panic!("{}: {error}", case.place));
    session.solve(plan, &mut |_, _| {})
}

fn word(solved: &Solved) -> &'static str {
    solved.worth.map_or("unknown", Worth::id)
}

fn check(family: &str) {
    let cases = read_folder("solved");
    let mut n_checked = 0;
    for case in cases.iter().filter(|case| case.game.starts_with(family)) {
        let fact =
            |name: &str| case.facts.iter().find(|(key, _)| key == name).map(|(_, values)| values[0].clone());
        let plies = fact("plies").map(|text| text.parse::<u32>().expect("a number of plies"));
        let solved = solve(case, &plan(Method::Auto, plies.is_some()));
        assert_eq!(Some(word(&solved)), fact("value").as_deref(), "{}", case.place);
        if plies.is_some() {
            assert_eq!(solved.plies, plies, "{}", case.place);
            assert_eq!(solved.line.len() as u32, plies.unwrap_or(0), "{}: {:?}", case.place, solved.line);
        }
        n_checked += 1;
    }
    assert!(n_checked > 30, "{n_checked} cases of {family}");
}

#[test]
fn connect4_has_its_published_scores() {
    check("connect4");
}

#[test]
fn milestone_has_its_known_results() {
    check("milestone");
}

#[test]
fn isolation_has_its_known_results() {
    check("isolation");
}

#[test]
fn simplexity_has_its_known_results() {
    check("simplexity");
}

fn value(game: &str, moves: &str, method: Method) -> (&'static str, Option<u32>) {
    let session = catalog::open(game)
        .and_then(|game| game.session(&Start { position: None, moves: moves.to_owned() }))
        .unwrap_or_else(|error| panic!("{game}: {error}"));
    let solved = session.solve(&plan(method, true), &mut |_, _| {});
    (word(&solved), solved.plies)
}

/// Proof numbers and alpha-beta with all the game knows, and alpha-beta with nothing but the rules.
#[test]
fn all_methods_agree_on_small_boards() {
    for (game, expected) in [
        ("tictactoe", ("draw", None)),
        ("mnk:3,3,2", ("win", Some(3))),
        ("mnk:4,3,3", ("win", Some(7))),
        ("drop:4,4,3", ("win", Some(9))),
        ("drop:4,4,4", ("draw", None)),
        ("hexapawn", ("loss", Some(6))),
        ("hexapawn:4x3", ("loss", Some(8))),
        ("breakthrough:5x2", ("loss", Some(10))),
        ("isolation:4x4", ("loss", Some(14))),
        ("isolation:5x4", ("loss", Some(16))),
        ("milestone:side=2", ("win", Some(5))),
        ("milestone:side=3,home=1", ("win", Some(9))),
        ("milestone:side=3,home=2", ("loss", Some(20))),
        ("milestone:home=1", ("win", Some(13))),
        ("simplexity:3x3,win=3,round=2,square=3", ("loss", Some(8))),
    ] {
        let found = [Method::Proof, Method::AlphaBeta, Method::Plain].map(|method| value(game, "", method));
        assert_eq!(found[0].0, expected.0, "{game}: {found:?}");
        assert_eq!(found[1], found[2], "{game}: with and without what the game knows");
        assert_eq!(found[0].0, found[1].0, "{game}");
        assert_eq!(found[2], expected, "{game}");
    }
}

/// What cannot be found within the limit is not claimed.
#[test]
fn unknown_is_said_honestly() {
    let session =
        catalog::open("milestone").and_then(|game| game.session(&Start::default())).expect("milestone");
    for method in [Method::Proof, Method::AlphaBeta, Method::Plain] {
        let limited = SolvePlan { budget: Budget::nodes(1000), ..plan(method, true) };
        let solved = session.solve(&limited, &mut |_, _| {});
        assert_eq!((solved.worth, solved.plies), (None, None));
        assert!(solved.nodes <= 1001, "{}", solved.nodes);
    }
}

/// A distance that is not found within its own limit takes nothing from what is known: the value, and a move that keeps it.
#[test]
fn a_good_move_is_held_without_the_distance() {
    for (game, moves, expected) in
        [("isolation:5x5", "c3", "win"), ("isolation:5x5", "", "loss"), ("milestone:side=3", "", "win")]
    {
        let start = |moves: &str| Start { position: None, moves: moves.to_owned() };
        let game = catalog::open(game).expect("a game");
        let session = game.session(&start(moves)).expect("a position");
        let hasty = SolvePlan { distance: Some(Budget::nodes(10)), ..plan(Method::Auto, true) };
        let solved = session.solve(&hasty, &mut |_, _| {});
        assert_eq!((word(&solved), solved.plies), (expected, None), "{moves}");
        let after = game.session(&start(&format!("{moves} {}", solved.line[0]))).expect("a legal move");
        let reply = after.solve(&plan(Method::Auto, false), &mut |_, _| {});
        assert_ne!(reply.worth, solved.worth, "{moves}: the move gives the value away");
    }
}

/// Openings are solved once for all their images, the same on any number of threads.
#[test]
fn openings_are_counted_whole() {
    let session =
        catalog::open("isolation:4x4").and_then(|game| game.session(&Start::default())).expect("4x4");
    let solve = |threads| session.solve_openings(2, &plan(Method::Auto, false), threads, &|_, _| {});
    let openings = solve(3);
    let count = |worth| openings.iter().filter(|opening| opening.solved.worth == Some(worth)).count();
    // Spec: same colour 56 / 56, opposite colour 8 / 120 for the first and the second player.
    assert_eq!((openings.len(), count(Worth::Win), count(Worth::Loss)), (240, 64, 176));
    assert_eq!(openings, solve(1));
}
