//! Trainings from file to result: the same on any number of threads and whatever interrupts them, networks that can be
//! named as agents, and files that make no sense.

use crate::common::{Place, downcast, place, run};
use zermelo_catalog::{Permission, Start, catalog};
use zermelo_experiments::champions;
use zermelo_experiments::experiment::RunError;
use zermelo_experiments::series::SeriesResult;
use zermelo_experiments::thoughts_of;
use zermelo_experiments::training::TrainingResult;
use zermelo_runner::self_play::Thoughts;

/// Two rounds of a small network.
const FILE: &str = r#"
kind = "training"
title = "A small network"
game = "connect4"
seed = 5
rounds = 2

[play]
agent = "alphabeta(nodes=60, eval={eval})"
games = 200
random-plies = [2, 8]

[data]
validation = 0.2
test = 0.2

[model]
kind = "network"
hidden = [16]

[training]
passes = 5
batch = 256
step = 0.01

[acceptance]
most-games = 64

[confirmation]
agent = "minimax(depth=1, eval={eval})"
games = 40
openings = { plies = 2 }
opponents = [{ name = "chance", agent = "random" }]
"#;

fn train(place: &Place, threads: usize) -> TrainingResult {
    downcast(run(place, threads, usize::MAX).unwrap())
}

/// The result and the network, to the byte.
fn bytes(place: &Place) -> (Option<String>, Option<Vec<u8>>) {
    let run = place.store.find_run("small").unwrap();
    (run.result, place.store.artifact(run.id, "net").unwrap())
}

#[test]
fn threads_change_nothing() {
    let one = place(FILE);
    let result = train(&one, 1);
    assert_eq!(result.rounds.len(), 2);
    assert!(result.rounds[0].is_accepted && result.rounds[0].trial.is_none());
    assert!(result.rounds[1].trial.is_some());
    let other = place(FILE);
    train(&other, 3);
    let (json, net) = bytes(&one);
    assert!(net.is_some());
    // The store's path and the run's name are no part of it.
    assert_eq!((json, net), bytes(&other));
}

#[test]
fn interruptions_change_nothing() {
    let whole = place(FILE);
    train(&whole, 2);
    let place = place(FILE);
    let mut n_stops = 0;
    // In the games, between passes, in the trial, in the confirmation. On a busy machine all games of a round may be played
    // before the first of them is noticed, so only the stops between passes are certain.
    for most_events in [1, 1, 2, 50, 150, 230, 290, 301, 302, 303, 304, 400, 500] {
        match run(&place, 2, most_events) {
            Err(RunError::Stopped(_)) => n_stops += 1,
            other => {
                other.unwrap();
                break;
            }
        }
    }
    assert!(n_stops >= 3, "stopped {n_stops} times");
    if place.store.find_run("small").unwrap().result.is_none() {
        train(&place, 2);
    }
    assert_eq!(bytes(&whole), bytes(&place));
    assert_eq!(place.store.runs().unwrap().len(), 1, "always the same run");
}

#[test]
fn what_was_learnt_is_better_than_chance_and_can_be_named() {
    let place = place(&FILE.replace("games = 200", "games = 1000"));
    let result = train(&place, 2);
    let against_chance = &result.confirmations[0];
    assert!(against_chance.score[0] > 0.6, "{against_chance:?}");
    let last = &result.rounds[1];
    assert!(last.test_error < last.blind_error, "it predicts better than the mean: {last:?}");
    assert!(last.passes.len() == 5 && last.positions > 100);

    let game = catalog::open_for("connect4", Permission::terminal()).unwrap();
    let mut session = game.session(&Start::default()).unwrap();
    for agent in
        ["net(small/net)", "alphabeta(depth=2, eval=net(small/net-1))", "bred(small/champion)", "bred(small)"]
    {
        let resolved = champions::resolve(agent, &place.store, Permission::terminal()).unwrap();
        assert!(resolved.contains("small-1/net") && resolved.contains('#'), "{resolved}");
        assert!(session.think(&resolved, 0).unwrap().is_some());
    }
    // From a file as well; and not for another game.
    let net = place.store.artifact(zermelo_store::RunId(1), "net").unwrap().unwrap();
    let path = place.folder.path().join("own.safetensors");
    std::fs::write(&path, net).unwrap();
    let resolved =
        champions::resolve(&format!("net({})", path.display()), &place.store, Permission::terminal())
            .unwrap();
    assert!(session.think(&resolved, 0).unwrap().is_some());
    let other =
        catalog::open_for("tictactoe", Permission::terminal()).unwrap().session(&Start::default()).unwrap();
    let refused = other.check_agent(&resolved).unwrap_err().to_string();
    assert!(refused.contains("game"), "{refused}");
    for (agent, told) in [
        ("net(small/net-9)", "it has net, net-1, net-2"),
        ("net(nobody/net)", "there is no run `nobody`"),
        ("net(none.safetensors)", "cannot be read"),
        ("net(small/net#0000)", "small/net has changed since it was named"),
    ] {
        let error = champions::resolve(agent, &place.store, Permission::terminal()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn heuristics_are_weighed() {
    let text = FILE
        .replace("kind = \"network\"\nhidden = [16]", "kind = \"heuristics\"")
        .replace("rounds = 2", "rounds = 1");
    let place = place(&text);
    let result = train(&place, 2);
    let weights = &result.rounds[0].weights;
    let names = catalog::open_for("connect4", Permission::terminal()).unwrap().features().len();
    assert_eq!(weights.len(), names);
    assert!(weights.iter().all(|(_, weight, error)| weight.is_finite() && *error > 0.0), "{weights:?}");
    let resolved = champions::resolve(
        "alphabeta(depth=2, weights=small/champion)",
        &place.store,
        Permission::terminal(),
    )
    .unwrap();
    assert!(resolved.contains("eval=weights("), "{resolved}");
}

/// Milestone scales what it measures: weights that fit the plain numbers would be far off, and lose every game.
#[test]
fn weights_fit_what_the_evaluator_makes_of_them() {
    let text = FILE
        .replace("kind = \"network\"\nhidden = [16]", "kind = \"heuristics\"")
        .replace("rounds = 2", "rounds = 1")
        .replace("connect4", "milestone:side=3");
    let place = place(&text);
    let result = train(&place, 2);
    let against_chance = &result.confirmations[0];
    assert!(against_chance.score[0] > 0.7, "{against_chance:?}");
}

#[test]
fn shapes_and_penalties_are_searched() {
    // Enough games that a network learns something that holds for others.
    let text = FILE.replace("rounds = 2", "rounds = 1").replace("games = 200", "games = 800").replace(
        "[training]",
        "[search]\nhidden = [[16], [32, 8]]\nl2 = [0.0, 10.0]\npasses = 2\n\n[training]",
    );
    let whole = place(&text);
    let round = &train(&whole, 2).rounds[0];
    let tried = &round.tried;
    assert_eq!(tried.len(), 4);
    // A penalty that allows no weights at all cannot be the best.
    let best = tried.iter().min_by(|a, b| a.validation.total_cmp(&b.validation)).unwrap();
    assert_eq!(best.l2, 0.0, "{tried:?}");
    assert!(tried[1].validation > best.validation + 0.01, "{tried:?}");
    // After an interruption among the trials, or right after them, the same comes out.
    for most_events in [202, 204, 205] {
        let place = place(&text);
        assert!(matches!(run(&place, 2, most_events), Err(RunError::Stopped(_))), "{most_events}");
        train(&place, 2);
        assert_eq!(bytes(&whole), bytes(&place));
    }
}

#[test]
fn other_runs_can_be_learnt_from_in_a_series() {
    let series = r#"
kind = "series"
title = "Play, train, rate"
game = "tictactoe"

[[stages]]
name = "play"
kind = "tournament"
schedule = { kind = "round-robin", games = 200 }
openings = { plies = 2 }
agents = [{ name = "a", agent = "random" }, { name = "b", agent = "alphabeta(depth=2)" }]

[[stages]]
name = "train"
kind = "training"
data = { runs = ["play"], validation = 0.2, test = 0.2 }
model = { kind = "network", hidden = [16] }
training = { passes = 2, batch = 32 }
confirmation = { agent = "minimax(depth=1, eval={eval})", games = 2 }

[[stages]]
name = "rate"
kind = "tournament"
schedule = { kind = "round-robin", games = 2 }
agents = [
    { name = "network", agent = "net(train/net)" },
    { name = "search", agent = "mcts(playouts=20, eval=net(train/net), plies=0)" },
    { name = "champion", agent = "bred(train/champion)" },
]
"#;
    let place = place(series);
    let result: SeriesResult = downcast(run(&place, 2, usize::MAX).unwrap());
    assert_eq!(result.stages.len(), 3);
    let rated = place.store.find_run("small-1.rate").unwrap();
    let agents = place.store.agents(rated.id).unwrap();
    assert!(agents[0].text.starts_with("net(small-1.train/net#"), "{}", agents[0].text);
}

#[test]
fn bad_files_are_told() {
    let problem = |text: &str| {
        let place = place(text);
        let told = run(&place, 1, usize::MAX);
        match told {
            Err(RunError::Request(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let case = |from: &str, to: &str, part: &str| {
        assert!(FILE.contains(from), "{from}");
        let told = problem(&FILE.replace(from, to));
        assert!(told.contains(part), "{told}");
    };
    case("rounds = 2", "rounds = 0", "rounds = 0: expected 1 to 10000");
    case("hidden = [16]", "hidden = [0]", "hidden = 0: expected 1 to 4096");
    case("eval={eval})\"\ngames = 200", "eval=default)\"\ngames = 200", "expected `{eval}`");
    case("random-plies = [2, 8]", "random-plies = [8, 2]", "such as [4, 16]");
    case("passes = 5", "passes = 0", "training: ");
    case("[data]", "[data]\nruns = [\"nobody\"]", "there is no run `nobody`");
    case("[data]", "[data]\nresult = 1.5", "result = 1.5: expected 0 to 1");
    case("validation = 0.2", "validation = 1.2", "validation = 1.2: expected above 0 and below 1");
    case("[training]", "[search]\nl2 = [-1.0]\n[training]", "search: ");
    case("[training]", "[search]\nhidden = []\n[training]", "expected alternatives to try");
    case("agent = \"random\"", "agent = \"randm\"", "randm");
    let neither = FILE.replace("rounds = 2", "").replace(
        "[play]\nagent = \"alphabeta(nodes=60, eval={eval})\"\ngames = 200\nrandom-plies = [2, 8]\n",
        "",
    );
    assert!(problem(&neither).contains("no training data"), "{}", problem(&neither));
}

/// Thoughts are found by the game's number: all of them together are what was written down.
#[test]
fn thoughts_are_found_by_their_game() {
    let place = place(FILE);
    train(&place, 2);
    let run = place.store.find_run("small").unwrap();
    let games: Vec<_> = place.store.games(run.id).map(Result::unwrap).collect();
    for round in 1..=2 {
        let mut written = Vec::new();
        for chunk in 0.. {
            let Some(bytes) = place.store.artifact(run.id, &format!("thoughts-{round}-{chunk}")).unwrap()
            else {
                break;
            };
            written.extend(Thoughts::from_bytes(&bytes).unwrap());
        }
        let lesson = games.iter().filter(|game| game.round == round && game.first == game.second);
        let found: Vec<Thoughts> =
            lesson.map(|game| thoughts_of(&place.store, &run, game).unwrap().expect("it was kept")).collect();
        assert_eq!((found.len(), &found), (200, &written), "round {round}");
    }
    let other = games.iter().find(|game| game.first != game.second).expect("a match");
    assert_eq!(thoughts_of(&place.store, &run, other).unwrap(), None);
}
