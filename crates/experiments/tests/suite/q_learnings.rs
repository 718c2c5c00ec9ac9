//! Q-learnings from file to result: what is learnt is worth something, threads and interruptions change nothing, networks that
//! judge moves can be named as agents and evaluators, and files that make no sense are told.

use crate::common::{Place, downcast, place, run};
use zermelo_catalog::{Permission, Start, catalog};
use zermelo_experiments::champions;
use zermelo_experiments::experiment::RunError;
use zermelo_experiments::q_learning::QLearningResult;
use zermelo_experiments::series::SeriesResult;
use zermelo_game::Player;
use zermelo_learn::network_file::About;
use zermelo_learn::{Activation, Layer, Network, Shape};
use zermelo_store::Store;

/// A small board, and a recipe that learns it in a moment.
const FILE: &str = r#"
kind = "q-learning"
title = "A small board"
game = "isolation:5x5"
seed = 3
moves = [1_000, 6_000]

[network]
hidden = [48]
start = "uniform"

[play]
exploration = { kind = "epsilon-greedy", epsilon = 0.2 }

[learning]
memory = 4_000
warm-up = 500
batch = 32
loss = "squared"
step = 0.003
last-step = 0.0003
refresh = 100

[test]
agent = "{eval}"
games = 200
openings = { plies = 2 }
opponents = [{ name = "chance", agent = "random" }]
published = [50.0, 60.0]
published-games = 100
"#;

/// The first Isolation study's exploration, and the whole memory in every step.
const PUBLISHED: &str = r#"
kind = "q-learning"
title = "As published, but small"
game = "isolation:4x4"
moves = [300, 700]

[network]
hidden = [16, 12]

[learning]
memory = 100

[test]
agent = "minimax(depth=1, eval={eval})"
games = 8
openings = { plies = 2 }
opponents = [{ name = "chance", agent = "random" }, { name = "open", agent = "minimax(depth=2, eval=open)" }]
"#;

fn learn(place: &Place, threads: usize) -> QLearningResult {
    downcast(run(place, threads, usize::MAX).unwrap())
}

/// The result and the networks, to the byte.
fn bytes(place: &Place) -> (Option<String>, Vec<Option<Vec<u8>>>) {
    let run = place.store.find_run("small").unwrap();
    let networks = ["net-1", "net-2", "net"].map(|name| place.store.artifact(run.id, name).unwrap());
    (run.result, networks.to_vec())
}

#[test]
fn what_was_learnt_is_better_than_chance_and_can_be_named() {
    let place = place(FILE);
    let result = learn(&place, 1);
    assert_eq!(result.sizes, [75, 8]);
    let [early, late] = &result.curve.rows[..] else { panic!("{:?}", result.curve) };
    assert_eq!((early.name.as_str(), late.name.as_str()), ("1,000 moves", "6,000 moves"));
    let [score, low, _] = late.total.unwrap();
    assert!(low > 65.0, "{score} from {low}");
    assert_eq!(late.published, Some(60.0));
    let [first, last] = &result.checkpoints[..] else { panic!("{:?}", result.checkpoints) };
    assert_eq!((first.moves, last.moves), (1000, 6000));
    // The first step is taken with the move that fills the memory so far.
    assert_eq!((first.steps, last.steps), (501, 5501));
    assert!(last.loss.unwrap() < first.loss.unwrap(), "{first:?} {last:?}");
    assert!(first.games > 50 && last.games > first.games);
    assert_eq!(result.findings.len(), 2, "{:?}", result.findings);

    let game = catalog::open_for("isolation:5x5", Permission::terminal()).unwrap();
    let start = Start { position: None, moves: "a1 c3".to_owned() };
    let mut session = game.session(&start).unwrap();
    for agent in [
        "q(small/net)",
        "alphabeta(depth=2, eval=q(small/net-1))",
        "bred(small)",
        "mcts(playouts=9, eval=q(small))",
    ] {
        let resolved = champions::resolve(agent, &place.store, Permission::terminal()).unwrap();
        assert!(resolved.contains("q(small-1/net") && resolved.contains('#'), "{resolved}");
        assert!(session.think(&resolved, 0).unwrap().is_some());
    }
    // Before both tokens are placed any move will do.
    let mut begin = game.session(&Start::default()).unwrap();
    let resolved = champions::resolve("q(small/net)", &place.store, Permission::terminal()).unwrap();
    assert!(begin.think(&resolved, 0).unwrap().is_some());
    // A network from a file; for another board; and by the wrong word.
    let net = place.store.artifact(zermelo_store::RunId(1), "net").unwrap().unwrap();
    let path = place.folder.path().join("own.safetensors");
    std::fs::write(&path, net).unwrap();
    let from_file =
        champions::resolve(&format!("q({})", path.display()), &place.store, Permission::terminal()).unwrap();
    assert!(session.think(&from_file, 0).unwrap().is_some());
    let other = catalog::open_for("isolation:4x4", Permission::terminal())
        .unwrap()
        .session(&Start::default())
        .unwrap();
    let refused = other.check_agent(&from_file).unwrap_err().to_string();
    assert!(refused.contains("for game `isolation:5x5`"), "{refused}");
    let wrong = champions::resolve("net(small/net)", &place.store, Permission::terminal()).unwrap();
    let refused = session.check_agent(&wrong).unwrap_err().to_string();
    assert!(refused.contains("rates moves, not positions: use it as q(..)"), "{refused}");
    for (agent, told) in
        [("q(small/net-9)", "it has net, net-1, net-2"), ("q(nobody/net)", "there is no run `nobody`")]
    {
        let error = champions::resolve(agent, &place.store, Permission::terminal()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn threads_change_nothing() {
    for file in [FILE, PUBLISHED] {
        let [one, three] = [1, 3].map(|threads| {
            let place = place(file);
            learn(&place, threads);
            bytes(&place)
        });
        assert!(one.1.iter().all(Option::is_some));
        assert_eq!(one, three);
    }
}

#[test]
fn interruptions_change_nothing() {
    for file in [FILE, PUBLISHED] {
        let whole = place(file);
        learn(&whole, 1);
        let place = place(file);
        let mut n_stops = 0;
        // In the learning, in the games after it, between both: a little further each time.
        for most_events in [1, 2, 5, 3, 1, 7, 9, 30, 1, 50, 100, 2, 40] {
            match run(&place, 2, most_events) {
                Err(RunError::Stopped(_)) => n_stops += 1,
                other => {
                    other.unwrap();
                    break;
                }
            }
        }
        assert!(n_stops >= 5, "stopped {n_stops} times");
        if place.store.find_run("small").unwrap().result.is_none() {
            learn(&place, 2);
        }
        assert_eq!(bytes(&whole), bytes(&place));
        assert_eq!(place.store.runs().unwrap().len(), 1, "always the same run");
    }
}

/// A network without hidden layers that likes actions as they are listed, if the mover's token is on a1; on other cells it likes
/// nothing.
fn by_hand(worths: [f32; 8], n_inputs: usize, actions: Option<&str>) -> Vec<u8> {
    let layers = vec![Layer { units: 8, activation: Activation::Linear }];
    let mut parameters = vec![0.0; (n_inputs + 1) * 8];
    // The plane of the own token comes after that of 25 free cells.
    parameters[25 * 8..26 * 8].copy_from_slice(&worths);
    let network = Network::new(Shape { n_inputs, layers }, parameters).unwrap();
    let inputs = "v1, free 25, own token 25, their token 25";
    let about = About::new("isolation:5x5", inputs);
    network.to_bytes(&About { actions: actions.map(str::to_owned), ..about })
}

const ACTIONS: &str = "v1, knight steps 8";

#[test]
fn known_weights_choose_a_known_move() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    let file = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let resolve = |agent: String| champions::resolve(&agent, &store, Permission::terminal()).unwrap();
    let game = catalog::open_for("isolation:5x5", Permission::terminal()).unwrap();
    let at = |moves: &str| game.session(&Start { position: None, moves: moves.to_owned() }).unwrap();

    // From a1 (row 0, column 0) only steps 0, (2, 1), and 7, (1, 2), stay on the board: b3 and c2. The best of the others is
    // not legal.
    for (worths, best, value) in [
        ([0.25, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 0.5], "c2", 0.5),
        ([0.75, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 0.5], "b3", 0.75),
        ([-0.75, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, -0.5], "c2", -0.5),
    ] {
        let path = file("known.safetensors", by_hand(worths, 75, Some(ACTIONS)));
        let network = resolve(format!("q({path})"));
        let mut session = at("a1 e5");
        let thought = session.think(&network, 0).unwrap().unwrap();
        assert_eq!(thought.mv, best);
        // For whoever is to move; for the other it is the opposite.
        assert_eq!(session.evaluate(&network, Player::First).unwrap(), Some(value));
        assert_eq!(session.evaluate(&network, Player::Second).unwrap(), Some(-value));
        // Nothing is known of placements.
        assert_eq!(at("a1").evaluate(&network, Player::First).unwrap(), Some(0.0));
    }
    // If c2 is gone, b3 is left, whatever it is worth.
    let path =
        file("known.safetensors", by_hand([-5.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 0.5], 75, Some(ACTIONS)));
    let thought = at("a1 c2").think(&resolve(format!("q({path})")), 0).unwrap().unwrap();
    assert_eq!(thought.mv, "b3");

    let refused = |bytes: Vec<u8>, word: &str| {
        let path = file("bad.safetensors", bytes);
        at("a1 e5").check_agent(&resolve(format!("{word}({path})"))).unwrap_err().to_string()
    };
    let told = refused(by_hand([0.0; 8], 70, Some(ACTIONS)), "q");
    assert!(told.contains("has 70 inputs, but isolation:5x5 has 75"), "{told}");
    let told = refused(by_hand([0.0; 8], 75, Some("v1, steps of pieces 625")), "q");
    assert!(told.contains("but those of isolation:5x5 are `v1, knight steps 8`"), "{told}");
    let told = refused(by_hand([0.0; 8], 75, None), "q");
    assert!(told.contains("rates positions, not moves: use it as net(..)"), "{told}");
    let told = refused(by_hand([0.0; 8], 70, None), "net");
    assert!(told.contains("has 70 inputs, but isolation:5x5 has 75"), "{told}");
    let told = refused(by_hand([0.0; 8], 75, None), "net");
    assert!(told.contains("has 8 outputs, but a position evaluator needs one"), "{told}");
    let told = at("a1 e5").check_agent("q(nothing#00)").unwrap_err().to_string();
    assert!(told.contains("no network `nothing#00`"), "{told}");
}

/// Any game has actions; draws are worth nothing, and random plies are not learnt from.
#[test]
fn other_games_are_learnt_too() {
    let text = FILE
        .replace("isolation:5x5", "tictactoe")
        .replace("[play]", "[play]\nrandom-plies = 1")
        .replace("games = 200", "games = 100");
    let result = learn(&place(&text), 1);
    assert_eq!(result.sizes[1], 9);
    let [score, low, _] = result.curve.rows[1].total.unwrap();
    assert!(low > 65.0, "{score} from {low}");
    for game in ["connect4", "milestone:side=3", "breakthrough:5x5"] {
        let text = FILE
            .replace("isolation:5x5", game)
            .replace("[1_000, 6_000]", "[100, 600]")
            .replace("games = 200", "games = 4");
        assert_eq!(learn(&place(&text), 1).checkpoints[1].steps, 101, "{game}");
    }
}

#[test]
fn a_series_can_use_what_was_learnt() {
    let series = format!(
        "kind = \"series\"\ntitle = \"Learn, rate\"\n\n[[stages]]\nname = \"learn\"\n{}\n\n[[stages]]\nname = \"rate\"\n{}",
        r#"kind = "q-learning"
game = "isolation:4x4"
moves = [300]
network = { hidden = [8] }
learning = { memory = 100, batch = 8 }
test = { agent = "minimax(depth=1, eval={eval})", games = 2, opponents = [{ name = "a", agent = "random" }] }"#,
        r#"kind = "tournament"
game = "isolation:4x4"
schedule = { kind = "round-robin", games = 2 }
openings = { plies = 2 }
agents = [{ name = "a", agent = "q(learn/net)" }, { name = "b", agent = "bred(learn)" }]"#
    );
    let place = place(&series);
    let result: SeriesResult = downcast(run(&place, 2, usize::MAX).unwrap());
    assert_eq!(result.stages.len(), 2);
    let rated = place.store.find_run("small-1.rate").unwrap();
    let agents = place.store.agents(rated.id).unwrap();
    assert!(agents[0].text.starts_with("q(small-1.learn/net#"), "{}", agents[0].text);
    assert!(agents[1].text.starts_with("minimax(depth=1, eval=q(small-1.learn/net#"), "{}", agents[1].text);
}

#[test]
fn bad_files_are_told() {
    let case = |from: &str, to: &str, part: &str| {
        assert!(FILE.contains(from), "{from}");
        let told = match run(&place(&FILE.replace(from, to)), 1, usize::MAX) {
            Err(RunError::Request(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(told.contains(part), "{told}");
    };
    case("[1_000, 6_000]", "[]", "moves: expected increasing numbers above 0");
    case("[1_000, 6_000]", "[6_000, 1_000]", "expected increasing numbers");
    case("[1_000, 6_000]", "[0, 1_000]", "moves = 0: expected 1 to");
    case("hidden = [48]", "hidden = [0]", "hidden = 0: expected 1 to 4096");
    case("\"uniform\"", "-1", "start = -1: expected above 0");
    case("epsilon = 0.2", "epsilon = 2", "epsilon = 2: expected 0 to 1");
    case("batch = 32", "batch = \"some\"", "expected a number, or \"all\"");
    case("batch = 32", "batch = 0", "batch = 0: expected 1 to 1000000");
    case("warm-up = 500", "warm-up = 5_000", "from 1 to the size of the memory");
    case("memory = 4_000", "memory = 0", "memory = 0: expected 1 to");
    case("refresh = 100", "refresh = 0", "refresh = 0: expected 1 to");
    case("last-step = 0.0003", "last-step = 0", "last-step = 0: expected above 0");
    case("loss = \"squared\"", "loss = \"cross-entropy\"", "Q-values are not probabilities");
    case("agent = \"{eval}\"", "agent = \"random\"", "expected `{eval}` in place of the evaluator");
    case("agent = \"random\"", "agent = \"randm\"", "did you mean `random`?");
    case(
        "published = [50.0, 60.0]",
        "published = [50.0]",
        "expected 2 percentages, one for each entry in `moves`, \
                                                            not 1",
    );
    case("published = [50.0, 60.0]", "published = [50.0, 600.0]", "published = 600.0: expected 0 to 100");
    case("refresh = 100", "refrsh = 100", "did you mean `refresh`?");
    case("[play]", "[play]\nrandom-plies = 1000", "no moves to learn from after 1000 random plies");
    case("hidden = [48]", "hidden = [1_000_000_000]", "expected 1 to 4096");
}
