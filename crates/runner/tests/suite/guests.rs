//! Guests: agents and evaluators of this program, which are kept under names and named by text like any other.

use std::sync::Arc;
use std::time::Duration;

use zermelo_any::{
    AnyEvaluator, AnyGame, AnyPosition, GuestAgent, GuestEvaluator, MOST_GUEST_VALUE, MoveIndex, NoResources,
    ProgramAgent, Resources,
};
use zermelo_catalog::catalog::open_for;
use zermelo_catalog::guests::{forget, keep_agent, keep_evaluator};
use zermelo_catalog::{OpenGame, Permission, open};
use zermelo_game::{Budget, Choice, Forfeit, Player, Stop, Stream, stream};
use zermelo_runner::{Faults, MatchPlan, MatchResult, play_match};

/// Plays the first legal move.
pub struct FirstMove;

impl GuestAgent for FirstMove {
    fn open(&self, _game: Arc<dyn AnyGame>, _chance: Stream) -> Box<dyn ProgramAgent> {
        Box::new(PlaceAgent(|_| 0))
    }
}

/// Plays the move in the place that a function says.
struct PlaceAgent(fn(&AnyPosition) -> u32);

impl ProgramAgent for PlaceAgent {
    fn choose(&mut self, pos: &AnyPosition, _budget: &Budget) -> Choice<MoveIndex> {
        Choice::of(MoveIndex((self.0)(pos)))
    }

    fn new_game(&mut self, _chance: Stream) {}
}

/// Plays a move that is not legal as soon as there are few to choose from.
struct Cheat;

impl GuestAgent for Cheat {
    fn open(&self, _game: Arc<dyn AnyGame>, _chance: Stream) -> Box<dyn ProgramAgent> {
        Box::new(PlaceAgent(|pos| if pos.count_moves() < 6 { u32::MAX } else { 0 }))
    }
}

/// One of a game's own evaluators as a guest.
struct Wrapped(Arc<dyn AnyEvaluator>);

impl GuestEvaluator for Wrapped {
    fn value(&self, _game: &dyn AnyGame, pos: &AnyPosition, player: Player) -> f64 {
        self.0.value(pos, player)
    }
}

/// An evaluator whose values are mostly no usable numbers.
struct Wild;

impl GuestEvaluator for Wild {
    fn value(&self, game: &dyn AnyGame, pos: &AnyPosition, player: Player) -> f64 {
        assert!(!pos.is_over() && !game.write_position(pos).is_empty());
        let values = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 1.0];
        values[(pos.key() % 7 + player.index() as u64) as usize % values.len()]
    }
}

fn game(id: &str) -> OpenGame {
    open_for(id, Permission::terminal()).expect("a game")
}

fn plan<'a>(agents: [&'a str; 2], pairs: u64, threads: usize, stop: &'a Stop) -> MatchPlan<'a> {
    let on_progress = &|_, _| {};
    MatchPlan {
        agents,
        pairs,
        seed: 5,
        opening_plies: None,
        keeps_decided: false,
        threads,
        stop,
        on_progress,
    }
}

/// A match without what the clock says.
fn play(id: &str, agents: [&str; 2], pairs: u64, threads: usize) -> MatchResult {
    let mut result = play_match(&game(id), &plan(agents, pairs, threads, &Stop::default())).expect("a match");
    result.efforts.iter_mut().for_each(|effort| effort.time = Duration::ZERO);
    result
}

/// Positions in which the game goes on, some plies into random games.
fn positions(game: &OpenGame, n: u64) -> Vec<AnyPosition> {
    let mut found = Vec::new();
    for index in 0..n {
        let mut chance = stream(11, "positions for guests", index);
        let mut pos = game.start();
        for _ in 0..index % 9 {
            let Some(mv) = pos.random_move(&mut chance) else { break };
            let next = pos.after(mv);
            if next.is_over() {
                break;
            }
            pos = next;
        }
        found.push(pos);
    }
    found
}

#[test]
fn a_guest_plays_a_match_on_any_number_of_threads() {
    keep_agent("first-move", Arc::new(FirstMove)).expect("a name");
    for id in ["connect4", "hexapawn:4x4", "isolation:5x5"] {
        let alone = play(id, ["guest(first-move)", "random"], 30, 1);
        assert_eq!(alone.games(), 60);
        assert_eq!(alone.faults, [Faults::default(); 2], "{id}");
        assert_eq!(play(id, ["guest(first-move)", "random"], 30, 3), alone, "{id}");
    }
    let inside = play("connect4", ["blundering(guest(first-move), rate=0.5)", "random"], 10, 2);
    assert_eq!(inside.games(), 20);
}

#[test]
fn a_guest_that_plays_an_illegal_move_forfeits_the_game() {
    keep_agent("cheat", Arc::new(Cheat)).expect("a name");
    let result = play("tictactoe", ["guest(cheat)", "random"], 10, 2);
    let [cheat, random] = result.faults;
    assert!(cheat.count(Forfeit::Illegal) > 0, "{cheat:?}");
    assert_eq!(random, Faults::default());
}

/// Positions reach a guest without their type, and nothing else is different.
#[test]
fn a_search_with_a_guest_is_that_with_the_same_evaluator() {
    for (number, id) in
        ["connect4", "milestone:side=3", "isolation:5x5", "breakthrough:5x5", "hex:size=4"].iter().enumerate()
    {
        let game = game(id);
        let name = format!("same-{number}");
        keep_evaluator(&name, Arc::new(Wrapped(game.open_evaluator("default").expect("an evaluator"))))
            .expect("a name");
        for (form, n) in [
            ("alphabeta(depth=4, eval=EVAL)", 12),
            ("mcts(playouts=60, eval=EVAL)", 3),
            ("minimax(eval=EVAL)", 3),
        ] {
            let open =
                |evaluator: &str| game.open_agent(&form.replace("EVAL", evaluator), 3).expect("an agent");
            let (mut own, mut guest) = (open("default"), open(&format!("guest({name})")));
            for pos in positions(&game, n) {
                own.new_game(stream(1, "search", 0));
                guest.new_game(stream(1, "search", 0));
                assert_eq!(guest.choose(&pos), own.choose(&pos), "{id} {form} {}", game.write_position(&pos));
            }
        }
    }
}

#[test]
fn values_that_are_no_numbers_break_no_search() {
    keep_evaluator("wild", Arc::new(Wild)).expect("a name");
    for id in ["connect4", "isolation:5x5", "tictactoe"] {
        let game = game(id);
        let evaluator = game.open_evaluator("guest(wild)").expect("a guest");
        for agent in [
            "alphabeta(depth=4, eval=guest(wild))",
            "alphabeta(nodes=3000, eval=guest(wild))",
            "alphabeta(depth=3, eval=guest(wild), quirk=false-ties)",
            "minimax(depth=2, eval=guest(wild))",
            "mcts(playouts=200, eval=guest(wild))",
            "mcts(playouts=30, policy=greedy(eval=guest(wild)))",
        ] {
            let mut agent = game.open_agent(agent, 1).expect("an agent");
            for pos in positions(&game, 6) {
                let choice = agent.choose(&pos);
                assert!((choice.mv.0 as usize) < pos.count_moves());
                for player in [Player::First, Player::Second] {
                    let value = evaluator.value(&pos, player);
                    assert!(value.abs() <= MOST_GUEST_VALUE, "{value}");
                }
            }
        }
    }
}

#[test]
fn a_name_means_the_guest_that_was_kept_last() {
    let told = |text: &str| game("tictactoe").check_agent(text).expect_err("no such guest").to_string();
    let nobody = "there is no guest `nobody-there` here";
    assert_eq!(
        told("guest(nobody-there)"),
        format!("agent `guest(nobody-there)`: {nobody}; guests exist only in the program that keeps them")
    );
    let judge = told("alphabeta(depth=2, eval=guest(nobody-there))");
    assert!(judge.starts_with(&format!("`guest(nobody-there)` of tictactoe: {nobody}")), "{judge}");
    keep_agent("lodger", Arc::new(Cheat)).expect("a name");
    assert!(told("guest(lodgar)").contains("did you mean `lodger`?"));
    assert!(told("minimax(eval=guest(lodger))").contains("the guest `lodger` is an agent"));
    let cheats = || play("tictactoe", ["guest(lodger)", "random"], 5, 1).faults[0].count(Forfeit::Illegal);
    assert!(cheats() > 0);
    keep_agent("lodger", Arc::new(FirstMove)).expect("a name");
    assert_eq!(cheats(), 0, "another guest has the name");
    keep_evaluator("lodger", Arc::new(Wild)).expect("an agent and an evaluator may share a name");
    assert!(game("tictactoe").check_agent("minimax(eval=guest(lodger))").is_ok());
    forget("lodger");
    assert!(told("guest(lodger)").contains("there is no guest `lodger` here"));
    assert!(told("minimax(eval=guest(lodger))").contains("there is no guest `lodger` here"));
    for name in ["", "a b", "a/b", "a)", "ä"] {
        let told = keep_agent(name, Arc::new(FirstMove)).expect_err("no name");
        assert!(told.contains("is not the name of a guest"), "{told}");
        assert!(keep_evaluator(name, Arc::new(Wild)).is_err());
    }
    let nowhere = NoResources.guest_evaluator("x").err().map(|error| error.to_string());
    assert_eq!(nowhere.as_deref(), Some("there is no guest `x` here"));
}

#[test]
fn guests_play_neither_for_the_server_nor_on_workers() {
    keep_agent("private", Arc::new(FirstMove)).expect("a name");
    keep_evaluator("private", Arc::new(Wild)).expect("a name");
    for (game, who) in [
        (open("tictactoe").expect("a game"), "not for the web server"),
        (open_for("tictactoe", Permission::worker()).expect("a game"), "not on a worker"),
    ] {
        for text in [
            "guest(private)",
            "blundering(guest(private), rate=0.1)",
            "alphabeta(depth=2, eval=guest(private))",
            "mcts(playouts=5, eval=guest(private))",
            "mcts(playouts=5, policy=greedy(eval=guest(private)))",
        ] {
            let error = game.check_agent(text).expect_err("it is refused");
            assert_eq!(error.kind(), "forbidden", "{text}: {error}");
            assert!(error.to_string().contains(who), "{text}: {error}");
        }
        assert!(game.open_evaluator("guest(private)").is_err_and(|error| error.kind() == "forbidden"));
    }
}
