//! The rules against data from outside: perft tables, whole games, positions with their legal moves, refusals.

use zermelo_catalog::{PerftPlan, Session, Start, catalog};
use zermelo_game::{Outcome, Stop};
use zermelo_testkit::cases::{Case, data_folder, read_folder};

fn session(case: &Case, n_moves: usize) -> Session {
    let game = catalog::open(&case.game).unwrap_or_else(|error| panic!("{}: {error}", case.place));
    let start = Start { position: case.position.clone(), moves: case.moves[..n_moves].join(" ") };
    game.session(&start).unwrap_or_else(|error| panic!("{}: {error}", case.place))
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

fn legal(session: &Session) -> Vec<String> {
    sorted(session.moves().into_iter().map(|mv| mv.text).collect())
}

/// The legal moves that end the game at once with this result.
fn ending_moves(case: &Case, wanted: Option<Outcome>) -> Vec<String> {
    let mut session = session(case, case.moves.len());
    let mut found = Vec::new();
    for mv in legal(&session) {
        session.play(&mv).unwrap_or_else(|error| panic!("{}: {error}", case.place));
        if session.ending().map(|ending| ending.outcome) == wanted {
            found.push(mv);
        }
        session.undo();
    }
    found
}

fn check(case: &Case) {
    let place = &case.place;
    let session = session(case, case.moves.len());
    let us = session.to_move();
    for (key, values) in &case.facts {
        let number = |index: usize| -> u64 {
            values[index].parse().unwrap_or_else(|_| panic!("{place}: {key}: a number is missing"))
        };
        match key.as_str() {
            "perft" => {
                let depth = number(0) as usize;
                let plan = PerftPlan { depth, threads: 1, on_progress: &|_, _| {}, stop: &Stop::default() };
                let perft = session.perft(&plan);
                assert_eq!(perft.counts[depth - 1], number(1), "{place}: perft {depth}");
                let divided: u64 = perft.divide.iter().map(|(_, count)| count).sum();
                assert_eq!(divided, number(1), "{place}: perft {depth}, divided");
            }
            "legal" => assert_eq!(legal(&session), sorted(values.clone()), "{place}: legal moves"),
            "count" => assert_eq!(session.moves().len() as u64, number(0), "{place}: number of moves"),
            "counts" => {
                for index in 0..values.len() {
                    let n_moves = self::session(case, index).moves().len() as u64;
                    assert_eq!(n_moves, number(index), "{place}: number of moves after {index} plies");
                }
            }
            "outcome" => {
                let outcome = session.ending().map_or("none", |ending| ending.outcome.id());
                assert_eq!(outcome, values[0], "{place}: outcome");
            }
            "reason" => {
                let reason = session.ending().map_or("none", |ending| ending.reason);
                assert_eq!(reason, values[0], "{place}: reason");
            }
            "final" => assert_eq!(session.position(), values[0], "{place}: position"),
            "illegal" => {
                let mut session = self::session(case, case.moves.len());
                let why = values[1..].join(" ");
                let error = session.play(&values[0]).expect_err(&format!("{place}: {}: {why}", values[0]));
                let told = match why.as_str() {
                    "game-over" => "the game is over",
                    "bad-column" => "there is no column",
                    "column-full" => "is full",
                    "no-such-piece-left" => "pieces left",
                    _ => "",
                };
                assert!(error.to_string().contains(told), "{place}: {}: {why}: told `{error}`", values[0]);
            }
            "wins" => {
                assert_eq!(
                    ending_moves(case, Some(Outcome::Win(us))),
                    sorted(values.clone()),
                    "{place}: wins"
                );
            }
            "loses" => {
                let lost = Some(Outcome::Win(us.other()));
                assert_eq!(ending_moves(case, lost), sorted(values.clone()), "{place}: loses");
            }
            "draws" => {
                assert_eq!(ending_moves(case, Some(Outcome::Draw)), sorted(values.clone()), "{place}: draws");
            }
            "features" => {
                let got: Vec<f64> = session.features().into_iter().map(|(_, value)| value).collect();
                let expected: Vec<f64> =
                    values.iter().map(|value| value.parse().expect("a number")).collect();
                let is_close = got.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9);
                assert!(
                    is_close && got.len() == expected.len(),
                    "{place}: features {got:?}, expected {expected:?}"
                );
            }
            "eval" | "eval-other" => {
                let player = if key == "eval" { us } else { us.other() };
                let (value, evaluator) = values.split_last().expect("an evaluator and its value");
                let got = session
                    .evaluate(&evaluator.join(" "), player)
                    .unwrap_or_else(|error| panic!("{place}: {error}"));
                match value.as_str() {
                    "win" | "loss" | "draw" => assert_eq!(got, None, "{place}: {evaluator:?}"),
                    value => {
                        let expected: f64 = value.parse().expect("a number");
                        let got = got.unwrap_or_else(|| panic!("{place}: {evaluator:?}: the game is over"));
                        let close = (got - expected).abs() <= 1e-9 * expected.abs().max(1.0);
                        assert!(close, "{place}: {evaluator:?}: expected {expected}, got {got}");
                    }
                }
            }
            _ => panic!("{place}: there is no fact `{key}`"),
        }
    }
    assert!(!case.facts.is_empty(), "{place}: a case without a fact proves nothing");
}

#[test]
fn every_family_has_a_perft_file() {
    for entry in catalog::entries().iter().filter(|entry| entry.preset.is_empty()) {
        let file = data_folder().join(format!("perft/{}.perft", entry.id));
        assert!(file.is_file(), "tests/data/perft/{}.perft is missing: see CONTRIBUTING.md", entry.id);
    }
}

#[test]
fn perft_tables() {
    read_folder("perft").iter().for_each(check);
}

#[test]
fn whole_games() {
    read_folder("games").iter().for_each(check);
}

#[test]
fn evaluations() {
    read_folder("evaluations").iter().for_each(check);
}

#[test]
fn positions() {
    read_folder("positions").iter().for_each(check);
}
