//! Portraits of games whose answers are known.

use std::cell::RefCell;
use std::sync::Arc;

use zermelo_any::Erased;
use zermelo_game::MoveOf;
use zermelo_game::{
    About, Arrangement, Cell, Game, MoveError, MoveView, Outcome, Piece, Player, Position, PositionError,
    Stop, Swatch, Symmetry, Tint, View,
};
use zermelo_store::{AgentRow, EventRow, GameRow, NewRun, OpeningRow, Store, StoreError};
use zermelo_testkit::tree::Tree;

use super::runner::portray;
use super::*;
use crate::experiment::{self, Event, Experiment, Journal, Past, RunError, RunResult, Running};
use zermelo_catalog::{OpenGame, Permission};

const ABOUT: About = About {
    id: "tree",
    title: "Tree",
    summary: "A tree.",
    players: ["left", "right"],
    tints: [Tint::Black, Tint::White],
    rules_version: 1,
    parameters: &[],
    move_help: "A number.",
    presets: &[],
    samples: &[],
};

/// A game that is a tree. Its board has four cells; the move with the number n goes to the cell n, and what lies there stays only
/// until the next move. So a cell is dead if no place has so many moves.
#[derive(Clone, Debug)]
struct Grove(&'static str);

impl Game for Grove {
    type Position = Tree;

    fn id(&self) -> String {
        "tree".to_owned()
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn start(&self) -> Tree {
        Tree::read(self.0, Player::First)
    }

    fn max_plies(&self) -> usize {
        16
    }

    fn reason(&self, pos: &Tree) -> Option<&'static str> {
        pos.outcome().map(|outcome| match outcome {
            Outcome::Win(Player::First) => "crown",
            Outcome::Win(Player::Second) => "root",
            Outcome::Draw => "rot",
        })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        reason.to_owned()
    }

    fn write_move(&self, _pos: &Tree, mv: u8) -> String {
        mv.to_string()
    }

    fn explain(&self, _pos: &Tree, text: &str) -> MoveError {
        MoveError::unreadable(text, 0, "a number")
    }

    fn write_position(&self, _pos: &Tree) -> String {
        self.0.to_owned()
    }

    fn read_position(&self, text: &str) -> Result<Tree, PositionError> {
        Ok(Tree::read(text, Player::First))
    }

    fn view(&self, pos: &Tree) -> View {
        let cells = (0..4).map(|col| Cell::square(col.to_string(), 0, col));
        View::of(self, pos, cells, std::iter::empty::<Piece>())
    }

    fn move_view(&self, pos: &Tree, mv: u8) -> MoveView {
        MoveView::place(self.write_move(pos, mv), usize::from(mv))
    }

    fn palette(&self) -> Vec<Swatch> {
        Vec::new()
    }

    fn write_arrangement(&self, _arrangement: &Arrangement) -> String {
        self.0.to_owned()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }

    fn transform(&self, _symmetry: &Symmetry, pos: &Tree) -> Tree {
        pos.clone()
    }

    fn transform_move(&self, _symmetry: &Symmetry, mv: MoveOf<Self>) -> u8 {
        mv
    }
}

/// Keeps nothing but the games.
#[derive(Default)]
struct Notebook(RefCell<Vec<GameRow>>);

impl Journal for Notebook {
    fn agents(&mut self, _agents: &[AgentRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn openings(&mut self, _openings: &[OpeningRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn game(&mut self, game: &GameRow) -> Result<(), StoreError> {
        self.0.borrow_mut().push(game.clone());
        Ok(())
    }

    fn event(&mut self, _event: &EventRow) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A little of everything.
fn small(game: &str) -> PortraitPlan {
    PortraitPlan {
        games: GamesPlan { nodes: vec![20, 100], games: 6, random: 40 },
        clarity: ClarityPlan { positions: 6, nodes: 100, near: 0.05 },
        ladder: LadderPlan { nodes: 10, doublings: 2, games: 8 },
        first_moves: MatchPlan { nodes: 50, games: 3 },
        copying: MatchPlan { nodes: 50, games: 6 },
        heuristics: HeuristicsPlan { nodes: 20, games: 8, ..HeuristicsPlan::default() },
        ..PortraitPlan::of(game, Effort::Quick)
    }
}

fn portrait_of(tree: &'static str) -> (PortraitResult, Vec<GameRow>) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    let plan = small("tree");
    let new = NewRun {
        stem: "tree".to_owned(),
        kind: "portrait".to_owned(),
        experiment: plan.text(),
        seed: 1,
        code_version: String::new(),
        created: 0,
        stage_of: None,
    };
    let run = store.begin_run(&new).unwrap();
    let stop = Stop::default();
    let running = Running { threads: 2, resumes: false, stop: &stop, permission: Permission::terminal() };
    let game = OpenGame::new(Arc::new(Erased::new(Grove(tree), ABOUT)), Permission::terminal());
    let mut notebook = Notebook::default();
    let result = portray(&plan, &game, &store, run.run(), &running, &Past::default(), &mut notebook);
    (result.unwrap_or_else(|halt| panic!("{halt:?}")), notebook.0.into_inner())
}

#[test]
fn a_game_of_two_plies_is_known_altogether() {
    // Left wins by the first move, loses by the second, draws by the third; nothing ever comes to the cell 3.
    let (portrait, games) = portrait_of("((W W) (L L) (D D))");
    assert_eq!(portrait.exact.result.as_deref(), Some("first"));
    let exact: Vec<_> = portrait.first_moves.iter().map(|first| first.exact.as_deref().unwrap()).collect();
    assert_eq!(exact, ["first", "second", "draw"]);
    assert_eq!(portrait.games, games.len() as u64);
    // Two random plies would end it: every level has one game, from the start, and those who think win it.
    let [random, weak, strong] = &portrait.levels[..] else { panic!("{:?}", portrait.levels) };
    assert_eq!((random.games, weak.games, strong.games), (40, 1, 1));
    assert_eq!(strong.endings.results, [1, 0, 0]);
    assert!(random.endings.results.iter().all(|&n| n > 0), "{random:?}");
    assert_eq!(strong.length.as_ref().map(|length| length.median.value), Some(2.0));
    let branching = portrait.branching.as_ref().unwrap();
    assert_eq!(branching.plies.iter().map(|ply| ply.moves).collect::<Vec<_>>(), [3.0, 2.0]);
    assert!((branching.tree_log10 - 2.0 * 2.5_f64.log10()).abs() < 1e-12);
    // Decided from the first move on: whoever thinks sees it at once.
    assert_eq!(portrait.tension.decided_at_median.map(|at| at.value), Some(0.0));
    let dead: Vec<&str> =
        portrait.board.iter().filter(|cell| cell.is_dead()).map(|cell| cell.cell.name.as_str()).collect();
    // Those who think never go to the cell 2 either, but by chance it is used.
    assert!(dead.contains(&"3") && dead.contains(&"2"), "{dead:?}");
    let used = |cell: usize| portrait.board[cell].used_at_random.unwrap().value;
    assert!(used(3) == 0.0 && used(2) > 0.0);
    assert!(portrait.copying.is_none() && portrait.knowledge.is_none());
    let told = portrait.sentences.join("\n");
    for expected in [
        "Solved: the first player (left) wins with perfect play.",
        "No significant first-player advantage",
        "Endings that occur at lower levels but not at 100 nodes: ",
        "of 4 cells are never used at 100 nodes",
    ] {
        assert!(told.contains(expected), "`{expected}` in\n{told}");
    }
}

#[test]
fn forced_moves_are_no_choices() {
    // One way, which left loses.
    let (portrait, _) = portrait_of("((((L))))");
    assert_eq!(portrait.exact.result.as_deref(), Some("second"));
    let branching = portrait.branching.as_ref().unwrap();
    assert_eq!((branching.positions, branching.tree_log10), (4 * portrait.levels[2].games, 0.0));
    assert!(branching.plies.iter().all(|ply| ply.choices == 0.0));
    assert_eq!(portrait.clarity.as_ref().map(|clarity| clarity.choices.len()), Some(0));
    assert_eq!(portrait.tension.lead_changes, None, "one game says nothing of how much games vary");
}

/* Hexapawn, which unit tests can open by name: the whole way from file to store. */

struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let plan = small("hexapawn");
    std::fs::write(folder.path().join("small.toml"), plan.text()).unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    Place { folder, store }
}

/// Runs the file, and stops after so many games or events.
fn run(place: &Place, threads: usize, most_events: usize) -> Result<RunResult, RunError> {
    let experiment = Experiment::read(&place.folder.path().join("small.toml"), Permission::terminal())?;
    let stop = Stop::default();
    let running = Running { threads, resumes: true, stop: &stop, permission: Permission::terminal() };
    let mut n_events = 0;
    let finished = experiment::run(&experiment, &place.store, &running, &mut |event| {
        if matches!(event, Event::Game(_) | Event::Happened(_)) {
            n_events += 1;
            if n_events == most_events {
                stop.stop();
            }
        }
    })?;
    Ok(finished.result)
}

fn portrait(place: &Place, threads: usize) -> PortraitResult {
    match run(place, threads, usize::MAX).unwrap() {
        RunResult::Portrait(result) => *result,
        other => panic!("{other:?}"),
    }
}

fn kept(place: &Place) -> (Option<String>, Vec<GameRow>, Vec<EventRow>) {
    let run = place.store.find_run("small").unwrap();
    let games = place.store.games(run.id).map(|row| GameRow { micros: [0; 2], ..row.unwrap() });
    (run.result, games.collect(), place.store.events(run.id).unwrap())
}

#[test]
fn hexapawn_is_as_gardner_found_it() {
    let place = place();
    let portrait = portrait(&place, 2);
    assert_eq!(portrait.exact.result.as_deref(), Some("second"));
    // Every first move loses; the outer ones are mirror images.
    let exact: Vec<_> = portrait.first_moves.iter().map(|first| first.exact.as_deref()).collect();
    assert_eq!(exact, [Some("second"); 2]);
    assert_eq!(portrait.first_moves[0].images.len() + portrait.first_moves[1].images.len(), 1);
    assert!(
        portrait.levels.iter().all(|level| level.endings.results[1] + level.endings.cut == 0),
        "no draws"
    );
    assert_eq!(portrait.levels[0].endings.reasons.len(), 2, "far row and no move");
    // All that was announced was played, and nothing else.
    let (result, games, _) = kept(&place);
    assert_eq!(games.len() as u64, portrait.games);
    assert_eq!(small("hexapawn").n_games(), Some(portrait.games));
    // Games are played to their ends.
    assert!(games.iter().all(|game| ["far-row", "no-move"].contains(&game.reason.as_str())));
    let knowledge = portrait.knowledge.as_ref().unwrap();
    assert_eq!(knowledge.heuristics.len(), 4);
    assert!(portrait.copying.as_ref().unwrap().ways.iter().all(|way| way.copied > 0.0));
    assert!(portrait.ladder.as_ref().unwrap().rungs.len() == 2);
    assert_eq!(RunResult::read("portrait", &result.unwrap()).map(|read| format!("{read:?}")).unwrap(), {
        format!("{:?}", RunResult::Portrait(Box::new(portrait)))
    });
}

#[test]
fn what_is_known_so_far_stays_true() {
    let place = place();
    let whole = portrait(&place, 2);
    let (.., events) = kept(&place);
    let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["solved", "looked", "played", "climbed", "opened"]);
    let silent = PortraitResult { sentences: Vec::new(), ..whole.clone() };
    let known = |n_events: usize| SoFar::of(&events[..n_events]);
    assert_eq!(known(2), SoFar { stage: Stage::Games, result: None });
    let played = PortraitResult {
        ladder: None,
        first_moves: Vec::new(),
        copying: None,
        knowledge: None,
        ..silent.clone()
    };
    let climbed = PortraitResult { ladder: silent.ladder.clone(), ..played.clone() };
    let opened = PortraitResult { first_moves: silent.first_moves.clone(), ..climbed.clone() };
    for (n_events, stage, result) in
        [(3, Stage::Ladder, played), (4, Stage::FirstMoves, climbed), (5, Stage::Knowledge, opened)]
    {
        let so_far = known(n_events);
        assert_eq!(so_far, SoFar { stage, result: Some(result) });
        assert!(so_far.has(Stage::Games) && !so_far.has(stage));
    }
    // The games to look at are games of the strongest.
    let strongest = whole.levels.last().unwrap();
    assert!(!whole.spectacles.is_empty());
    for one in &whole.spectacles {
        let run = place.store.find_run("small").unwrap();
        let game = place.store.game(run.id, one.game).unwrap().unwrap();
        let agents = place.store.agents(run.id).unwrap();
        assert_eq!(agents[game.first as usize].name, strongest.name);
    }
}

#[test]
fn threads_change_nothing() {
    let [one, three] = [place(), place()];
    portrait(&one, 1);
    portrait(&three, 3);
    assert_eq!(kept(&one), kept(&three));
}

#[test]
fn interruptions_change_nothing() {
    let whole = place();
    let n_games = portrait(&whole, 2).games as usize;
    let place = place();
    let mut n_stops = 0;
    // Further each time, into every part of it.
    while place.store.find_run("small").map_or(true, |run| run.result.is_none()) {
        match run(&place, 2, 1 + n_games / 9) {
            Err(RunError::Stopped(_)) => n_stops += 1,
            other => drop(other.unwrap()),
        }
    }
    assert!(n_stops >= 5, "stopped {n_stops} times");
    assert_eq!(kept(&whole), kept(&place));
    assert_eq!(place.store.runs().unwrap().len(), 1, "always the same run");
}

#[test]
fn long_games_are_cut_and_that_is_told() {
    let place = place();
    let plan = PortraitPlan { most_plies: Some(1), ..small("hexapawn") };
    std::fs::write(place.folder.path().join("small.toml"), plan.text()).unwrap();
    let portrait = portrait(&place, 2);
    let strongest = portrait.levels.last().unwrap();
    assert!(strongest.endings.cut > 0, "{strongest:?}");
    assert!(portrait.sentences.iter().any(|sentence| sentence.contains("cut by the length limit")));
}
