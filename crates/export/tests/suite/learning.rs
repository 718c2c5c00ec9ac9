//! Trainings that learn from exported files.

use crate::common::{place, run};
use zermelo_catalog::Permission;
use zermelo_experiments::Record;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::{self, Experiment, RunError};
use zermelo_experiments::training::TrainingResult;
use zermelo_export::{Format, PositionsPlan, What, export, export_examples};
use zermelo_game::Stop;

/// Positions and examples that were exported can be learnt from as the games themselves.
#[test]
fn exported_games_are_learnt_from_as_files() {
    let play = r#"
kind = "tournament"
title = "Games"
game = "connect4"
schedule = { kind = "round-robin", games = 200 }
openings = { plies = 2 }
agents = [{ name = "a", agent = "random" }, { name = "b", agent = "alphabeta(depth=2)" }]
"#;
    let games = place(play);
    run(&games, 2, usize::MAX).unwrap();
    let record = Record::open(&games.store, "small").unwrap();
    let folder = games.folder.path();
    let stop = Stop::default();
    let each = What::Positions(PositionsPlan::default());
    let distinct = What::Positions(PositionsPlan { is_distinct: true, with_ends: false });
    for (name, what) in [("each", each), ("distinct", distinct)] {
        let mut file = std::fs::File::create(folder.join(format!("{name}.parquet"))).unwrap();
        export(&record, what, Format::Parquet, &stop, &mut file).unwrap();
    }
    let mut file = std::fs::File::create(folder.join("each.npy")).unwrap();
    let n_examples = export_examples(&record, false, &stop, &mut file).unwrap();
    let mut file = std::fs::File::create(folder.join("fewer.npy")).unwrap();
    assert!(export_examples(&record, true, &stop, &mut file).unwrap() < n_examples);

    let learn = |data: &str| {
        let text = format!(
            "kind = \"training\"\ntitle = \"From elsewhere\"\ngame = \"connect4\"\n\
             data = {{ {data}, validation = 0.2, test = 0.2 }}\n\
             model = {{ kind = \"network\", hidden = [16] }}\ntraining = {{ passes = 2, batch = 32 }}\n\
             confirmation = {{ agent = \"minimax(depth=1, eval={{eval}})\", games = 2 }}\n"
        );
        let file = folder.join("learn.toml");
        std::fs::write(&file, text).unwrap();
        let experiment = Experiment::read(&file, Permission::terminal())?;
        let running = Running {
            threads: 2,
            resumes: false,
            stop: &stop,
            permission: Permission::terminal(),
            fleet: None,
        };
        experiment::run(&experiment, &games.store, &running, &mut |_| {}).map(|finished| {
            let result = finished.result.downcast_ref::<TrainingResult>().expect("a training");
            result.rounds[0].clone()
        })
    };
    let from_games = learn("runs = [\"small\"]").unwrap();
    assert_eq!(learn("files = [\"each.parquet\"]").unwrap(), from_games);
    assert_eq!(learn("files = [\"each.npy\"]").unwrap(), from_games);
    let fewer = learn("files = [\"distinct.parquet\"]").unwrap();
    assert!(fewer.games > from_games.games, "every position stands alone: {fewer:?}");
    learn("files = [\"fewer.npy\"]").unwrap();
    // A split that divides games leaves nothing out, and looks better than it is.
    let flattered = learn("runs = [\"small\"], split-by = \"position\"").unwrap();
    assert_eq!(flattered.test[1], 0);
    assert!(from_games.test[1] > 0 && flattered.test_error < from_games.test_error, "{flattered:?}");
    for (data, told) in [
        ("files = [\"none.npy\"]", "there is no file"),
        ("files = [\"learn.toml\"]", ".parquet (positions) or .npy (examples)"),
        ("files = [\"bad.npy\"]", "does not begin as a NumPy file"),
        ("files = [\"bad.parquet\"]", "bad.parquet"),
    ] {
        for name in ["bad.npy", "bad.parquet"] {
            std::fs::write(folder.join(name), "nothing of that kind").unwrap();
        }
        match learn(data) {
            Err(RunError::Request(error)) => assert!(error.to_string().contains(told), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}
