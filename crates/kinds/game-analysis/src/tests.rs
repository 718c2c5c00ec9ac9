//! Analyses of games whose answers are known.

use std::cell::RefCell;
use std::sync::Arc;

use zermelo_any::Erased;
use zermelo_game::MoveOf;
use zermelo_game::{
    About, Arrangement, Cell, Game, MoveError, MoveView, Outcome, Piece, Player, Plays, Position,
    PositionError, Stop, Swatch, Symmetry, Tint, View,
};
use zermelo_store::{AgentRow, EventRow, GameRow, NewRun, OpeningRow, Store, StoreError};
use zermelo_testkit::tree::Tree;

use super::runner::analyse;
use super::*;
use zermelo_catalog::{OpenGame, Permission};
use zermelo_kind::{Journal, Past, RunContext, Running};

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

    fn plays(&self) -> Plays<Tree> {
        Plays::new(1, "cell", 4, |_, mv| usize::from(mv))
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }

    fn transform(&self, _symmetry: &Symmetry, pos: &Tree) -> Tree {
        pos.clone()
    }

    fn transform_move(&self, _symmetry: &Symmetry, _pos: &Self::Position, mv: MoveOf<Self>) -> u8 {
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
fn small(game: &str) -> AnalysisPlan {
    AnalysisPlan {
        games: GamesPlan { nodes: vec![20, 100], games: 6, random: 40 },
        clarity: ClarityPlan { positions: 6, nodes: 100, near: 0.05 },
        ladder: LadderPlan { nodes: 10, doublings: 2, games: 8 },
        first_moves: MatchPlan { nodes: 50, games: 3 },
        copying: MatchPlan { nodes: 50, games: 6 },
        heuristics: HeuristicsPlan { nodes: 20, games: 8, ..HeuristicsPlan::default() },
        ..AnalysisPlan::of(game, Effort::Quick)
    }
}

fn analysis_of(tree: &'static str) -> (AnalysisResult, Vec<GameRow>) {
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
    let running =
        Running { threads: 2, resumes: false, stop: &stop, permission: Permission::terminal(), fleet: None };
    let game = OpenGame::new(Arc::new(Erased::new(Grove(tree), ABOUT)), Permission::terminal());
    let mut notebook = Notebook::default();
    let past = Past::default();
    let (run, journal) = (run.run(), &mut notebook);
    let mut context = RunContext { store: &store, run, running: &running, past: &past, journal };
    let result = analyse(&plan, &game, &mut context);
    (result.unwrap_or_else(|halt| panic!("{halt:?}")), notebook.0.into_inner())
}

#[test]
fn a_game_of_two_plies_is_known_altogether() {
    // Left wins by the first move, loses by the second, draws by the third; nothing ever comes to the cell 3.
    let (analysis, games) = analysis_of("((W W) (L L) (D D))");
    assert_eq!(analysis.exact.result.as_deref(), Some("first"));
    let exact: Vec<_> = analysis.first_moves.iter().map(|first| first.exact.as_deref().unwrap()).collect();
    assert_eq!(exact, ["first", "second", "draw"]);
    assert_eq!(analysis.games, games.len() as u64);
    // Two random plies would end it: every level has one game, from the start, and those who think win it.
    let [random, weak, strong] = &analysis.levels[..] else { panic!("{:?}", analysis.levels) };
    assert_eq!((random.games, weak.games, strong.games), (40, 1, 1));
    assert_eq!(strong.endings.results, [1, 0, 0]);
    assert!(random.endings.results.iter().all(|&n| n > 0), "{random:?}");
    assert_eq!(strong.length.as_ref().map(|length| length.median.value), Some(2.0));
    let branching = analysis.branching.as_ref().unwrap();
    assert_eq!(branching.plies.iter().map(|ply| ply.moves).collect::<Vec<_>>(), [3.0, 2.0]);
    assert!((branching.tree_log10 - 2.0 * 2.5_f64.log10()).abs() < 1e-12);
    // Decided from the first move on: every search sees it at once.
    assert_eq!(analysis.tension.decided_at_median.map(|at| at.value), Some(0.0));
    let dead: Vec<&str> =
        analysis.board.iter().filter(|cell| cell.is_dead()).map(|cell| cell.cell.name.as_str()).collect();
    // Those who think never go to the cell 2 either, but by chance it is used.
    assert!(dead.contains(&"3") && dead.contains(&"2"), "{dead:?}");
    let used = |cell: usize| analysis.board[cell].used_at_random.unwrap().value;
    assert!(used(3) == 0.0 && used(2) > 0.0);
    assert!(analysis.copying.is_none() && analysis.knowledge.is_none());
    let told = analysis.sentences.join("\n");
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
    let (analysis, _) = analysis_of("((((L))))");
    assert_eq!(analysis.exact.result.as_deref(), Some("second"));
    let branching = analysis.branching.as_ref().unwrap();
    assert_eq!((branching.positions, branching.tree_log10), (4 * analysis.levels[2].games, 0.0));
    assert!(branching.plies.iter().all(|ply| ply.choices == 0.0));
    assert_eq!(analysis.clarity.as_ref().map(|clarity| clarity.choices.len()), Some(0));
    assert_eq!(analysis.tension.lead_changes, None, "one game says nothing of how much games vary");
}
