//! Analyses of games of the catalog whose answers are known. How analyses are kept and resumed is tested on Hexapawn, in
//! `game_analyses.rs`.

use std::path::Path;

use zermelo_catalog::{Permission, catalog};
use zermelo_experiments::experiment::{self, Experiment};
use zermelo_experiments::game_analysis::{AnalysisPlan, AnalysisResult, Effort, MatchPlan};
use zermelo_experiments::{Running, study_game};
use zermelo_game::Stop;
use zermelo_store::Store;

use crate::common::downcast;

/// A portrait from a file of few games.
fn portrait(game: &str, settings: &str) -> AnalysisResult {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("kind = \"portrait\"\ntitle = \"small\"\ngame = \"{game}\"\n{settings}");
    let file = folder.path().join("small.toml");
    std::fs::write(&file, text).unwrap();
    let experiment = Experiment::read(&file, Permission::terminal()).unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    let stop = Stop::default();
    let running =
        Running { threads: 2, resumes: false, stop: &stop, permission: Permission::terminal(), fleet: None };
    let finished = experiment::run(&experiment, &store, &running, &mut |_| {});
    downcast(finished.unwrap_or_else(|error| panic!("{error:?}")).result)
}

#[test]
fn good_players_draw_tictactoe() {
    let settings = r#"
games = { nodes = [20, 3000], games = 50, random = 300 }
clarity = { positions = 10, nodes = 500 }
ladder = { nodes = 20, doublings = 1, games = 20 }
first-moves = { nodes = 3000, games = 8 }
copying = { nodes = 500, games = 20 }
heuristics = { nodes = 20, games = 10 }
"#;
    let portrait = portrait("tictactoe", settings);
    assert_eq!(portrait.exact.result.as_deref(), Some("draw"));
    // Corner, edge and middle, all drawn with best play.
    let images: Vec<usize> = portrait.first_moves.iter().map(|first| first.images.len()).collect();
    assert_eq!(images, [3, 3, 0]);
    assert!(portrait.first_moves.iter().all(|first| first.exact.as_deref() == Some("draw")));
    let [random, _, strong] = &portrait.levels[..] else { panic!("{:?}", portrait.levels) };
    // Twelve ways to put two stones, mirror images folded. By chance the first player wins 58.5 % and draws 12.7 %.
    assert_eq!((strong.games, strong.opening_plies), (12, 2));
    let score = random.score.unwrap();
    assert!(score.low < 0.6485 && 0.6485 < score.high, "{score:?}");
    // Of the twelve answers to the first stone, seven are won by the first player with best play, and five drawn.
    assert_eq!(strong.endings.results, [7, 5, 0]);
    assert!(
        strong.endings.reasons.iter().all(|reason| ["line", "board-full"].contains(&reason.reason.as_str()))
    );
    // Nine cells, of which all are used; turned boards are copied somewhat, and it does not pay.
    assert!(portrait.board.len() == 9 && portrait.board.iter().all(|cell| !cell.is_dead()));
    let copying = portrait.copying.unwrap();
    assert_eq!(copying.ways.len(), 7);
    assert!(copying.ways.iter().all(|way| way.copied > 0.0 && way.score.unwrap().value < 0.5), "{copying:?}");
    assert!(portrait.knowledge.is_some());
}

#[test]
fn shares_of_wins_follow_the_game() {
    let settings = r#"
games = { nodes = [300], games = 60, random = 60 }
solve = { start = 0, first-moves = 0 }
clarity = { positions = 20, nodes = 300 }
ladder = { nodes = 10, doublings = 3, games = 40 }
first-moves = { nodes = 50, games = 6 }
copying = { nodes = 50, games = 10 }
heuristics = { nodes = 20, games = 20 }
"#;
    let portrait = portrait("connect4", settings);
    assert_eq!(portrait.exact.result, None, "nothing was solved");
    // The search knows more than a coin.
    assert!(
        portrait.expectation.slope > 0.0 && portrait.expectation.loss < 0.69,
        "{:?}",
        portrait.expectation
    );
    let ladder = portrait.ladder.unwrap();
    let nodes: Vec<[u64; 2]> = ladder.rungs.iter().map(|rung| rung.nodes).collect();
    assert_eq!(nodes, [[10, 20], [20, 40], [40, 80]]);
    assert!(ladder.rungs.iter().all(|rung| rung.games.games == 40), "each from twenty openings");
    assert!(ladder.elo[1] < ladder.elo[0] && ladder.elo[0] < ladder.elo[2], "{ladder:?}");
    let at = portrait.tension.decided_at.unwrap();
    assert!(0.1 < at.value && at.value < 1.0, "{at:?}");
    let branching = portrait.branching.unwrap();
    assert!(branching.plies[0].moves == 7.0 && branching.plies[0].choices == 1.0);
    // Four columns and their mirror images.
    let first: Vec<&str> = portrait.first_moves.iter().map(|first| first.first_move.as_str()).collect();
    assert_eq!(first, ["1", "2", "3", "4"]);
    // Nothing comes to the upper rows more often than to those below.
    let middle =
        |row| portrait.board.iter().find(|cell| (cell.cell.row, cell.cell.column) == (row, 3)).unwrap();
    assert!(middle(5).occupied > middle(0).occupied);
    assert!(portrait.sentences.len() >= 8, "{:?}", portrait.sentences);
}

#[test]
fn the_file_of_the_repository_is_what_the_command_does() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/milestone-portrait.toml");
    let plan = Experiment::read(&file, Permission::terminal()).unwrap().plan;
    let plan = plan.downcast_ref::<AnalysisPlan>().expect("an analysis");
    assert_eq!(*plan, AnalysisPlan::of("milestone", Effort::Full));
    let own = study_game(&catalog::open("milestone").unwrap(), Effort::Full).unwrap();
    assert_eq!(own.stem, "milestone-portrait");
    let own = own.plan.downcast_ref::<AnalysisPlan>().expect("an analysis");
    assert_eq!(*own, AnalysisPlan { common: own.common.clone(), ..plan.clone() });
    // Sizes that are no good file names.
    assert_eq!(
        study_game(&catalog::open("isolation:9x9").unwrap(), Effort::Quick).unwrap().stem,
        "isolation-9x9-portrait-quick"
    );
    let small = AnalysisPlan {
        copying: MatchPlan { nodes: 1, games: 0 },
        ..AnalysisPlan::of("connect4", Effort::Quick)
    };
    assert!(small.n_games() < AnalysisPlan::of("connect4", Effort::Quick).n_games());
}
