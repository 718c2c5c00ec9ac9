//! Calibrations: the same on any number of threads and after interruptions, with a report.

use zermelo_experiments::experiment::RunError;
use zermelo_experiments::kind_named;
use zermelo_experiments::run_report::report_of;
use zermelo_store::GameRow;

use crate::common::{Place, place, run};

const FILE: &str = r#"
kind = "calibration"
title = "What values mean"
game = "connect4"
agent = "alphabeta(nodes=60)"
games = 120
random-plies = [2, 6]
"#;

fn kept(place: &Place) -> (Option<String>, Vec<GameRow>) {
    let run = place.store.find_run("small").unwrap();
    (run.result, place.store.games(run.id).map(|row| row.unwrap()).collect())
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let [one, three, stopped] = [FILE; 3].map(place);
    let result = run(&one, 1, usize::MAX).unwrap();
    run(&three, 3, usize::MAX).unwrap();
    assert_eq!(kept(&one), kept(&three));
    let mut n_stops = 0;
    while let Err(error) = run(&stopped, 2, 25) {
        assert!(matches!(error, RunError::Stopped(_)), "{error:?}");
        n_stops += 1;
    }
    // On a busy machine many games end before the first stop is heard.
    assert!(n_stops >= 1, "stopped {n_stops} times");
    assert_eq!(kept(&one), kept(&stopped));
    // What was kept is read again, and has a report.
    let (json, games) = kept(&one);
    let read = kind_named("calibration").unwrap().result(&json.unwrap()).unwrap();
    assert_eq!((games.len(), read.json()), (120, result.json()));
    assert!(read.findings()[0].starts_with("A value of 0"), "{:?}", read.findings());
    let report = report_of(&one.store, &one.store.find_run("small").unwrap()).unwrap();
    assert_eq!(report.sections.len(), 1);
    assert_eq!(report.sections[0].blocks.len(), 2, "a table and a figure");
}

#[test]
fn what_makes_no_sense_is_told() {
    for (line, expected) in [
        ("random-plies = [6, 2]", "expected a minimum and a maximum"),
        ("games = 0", "games = 0: expected 1 to"),
        ("agent = \"alphbeta\"", "did you mean `alphabeta`?"),
    ] {
        let key = line.split(' ').next().unwrap();
        let text: String = FILE
            .lines()
            .map(|old| if old.starts_with(key) { line } else { old })
            .fold(String::new(), |text, line| text + line + "\n");
        let Err(RunError::Request(error)) = run(&place(&text), 1, usize::MAX) else {
            panic!("{line} was taken")
        };
        assert!(error.to_string().contains(expected), "{error}");
    }
}
