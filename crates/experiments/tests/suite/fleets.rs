//! Every kind of experiment and every schedule with a fleet whose post loses, doubles and reorders, and one of whose workers lies:
//! what is stored is what one machine stores.

#[path = "../../../runner/tests/suite/memory_post.rs"]
mod memory_post;

use std::collections::HashSet;

use memory_post::{MANY_FAULTS, with_fleet};
use zermelo_catalog::Permission;
use zermelo_experiments::experiment::{self, Experiment};
use zermelo_experiments::game_analysis::{
    AnalysisPlan, ClarityPlan, Effort, GamesPlan, HeuristicsPlan, LadderPlan, MatchPlan,
};
use zermelo_experiments::{KINDS, Running, carry_out_kind};
use zermelo_game::Stop;
use zermelo_runner::fleet::Fleet;
use zermelo_store::{AgentRow, EventRow, GameRow, OpeningRow};

use crate::common::{Place, place};

/// What a store has of a run, without times.
#[derive(Debug, PartialEq)]
struct Stored {
    name: String,
    result: Option<String>,
    agents: Vec<AgentRow>,
    openings: Vec<OpeningRow>,
    games: Vec<GameRow>,
    events: Vec<EventRow>,
    artifacts: Vec<(String, Option<Vec<u8>>)>,
}

fn run(place: &Place, threads: usize, fleet: Option<&Fleet>) -> Vec<Stored> {
    let permission = Permission::terminal();
    let mut experiment = Experiment::read(&place.file, permission).unwrap_or_else(|error| panic!("{error}"));
    experiment.resolve(&place.store, permission).unwrap();
    let stop = Stop::default();
    let running = Running { threads, resumes: false, stop: &stop, permission, fleet };
    experiment::run(&experiment, &place.store, &running, &mut |_| {})
        .unwrap_or_else(|error| panic!("{error:?}"));
    let store = &place.store;
    let stored = store.runs().unwrap().into_iter().map(|run| {
        let untimed = |row: GameRow| GameRow { micros: [0; 2], ..row };
        let games = store.games(run.id).map(|row| untimed(row.unwrap())).collect();
        let artifact = |name: String| {
            let bytes = store.artifact(run.id, &name).unwrap();
            (name, bytes)
        };
        let mut openings = store.openings(run.id).unwrap();
        openings.sort_by_key(|opening| opening.index);
        Stored {
            result: run.result.clone(),
            agents: store.agents(run.id).unwrap(),
            openings,
            games,
            events: store.events(run.id).unwrap(),
            artifacts: store.artifact_names(run.id).unwrap().into_iter().map(artifact).collect(),
            name: run.name,
        }
    });
    stored.collect()
}

/// Runs an experiment alone and with a fleet, and compares. How many answers workers gave.
fn compare(what: &str, text: &str, seed: u64) -> usize {
    let [alone, together] = [text; 2].map(place);
    let expected = run(&alone, 2, None);
    let (found, seen) = with_fleet(seed, MANY_FAULTS, carry_out_kind, |fleet| run(&together, 0, Some(fleet)));
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found.result, expected.result, "{what}");
        assert!(found == expected, "{what}: {} has other records", found.name);
    }
    assert_eq!(found.len(), expected.len(), "{what}");
    assert!(seen.struck.iter().all(|worker| worker == "liar"), "{what}: {:?}", seen.struck);
    seen.n_answered
}

const SCHEDULES: [&str; 9] = [
    "kind = \"round-robin\"\ngames = 6",
    "kind = \"double-round-robin\"\ngames = 2",
    "kind = \"gauntlet\"\ngames = 8\ntested = [\"three\", \"trees\"]\nopponents = [\"random\", \"one\"]",
    "kind = \"partial\"\nmatches = 4",
    "kind = \"swiss\"\nrounds = 3\ngames = 4",
    "kind = \"knockout\"\ngames = 4",
    "kind = \"until\"\nelo = \"±200\"\nmost-games = 120",
    "kind = \"sprt\"\nelo0 = 0\nelo1 = 100\nmost-games = 400",
    "kind = \"sprt\"\nelo0 = -10\nelo1 = 10\nmost-games = 100",
];

#[test]
fn every_schedule_is_the_same_with_a_fleet() {
    for (schedule, seed) in SCHEDULES.into_iter().zip(1..) {
        let mut agents = vec![
            ("three", "alphabeta(depth=3)"),
            ("trees", "mcts(playouts=20)"),
            ("random", "random"),
            ("one", "alphabeta(depth=1)"),
        ];
        if schedule.contains("sprt") {
            agents.truncate(2);
        }
        let agents: String = agents
            .iter()
            .map(|(name, agent)| format!("[[agents]]\nname = \"{name}\"\nagent = \"{agent}\"\n"))
            .collect();
        let text = format!(
            "kind = \"tournament\"\ntitle = \"T\"\ngame = \"tictactoe\"\nseed = 3\n[openings]\nplies = 2\n[schedule]\n{schedule}\n\
             {agents}"
        );
        assert!(compare(schedule, &text, seed) > 0, "{schedule}: nobody worked");
    }
}

const METHODS: [(&str, &str, &str); 4] = [
    (
        "kind = \"genetic\"\npopulation = 6\nbreeding = { selection = { kind = \"truncation\", best = 2 }, mutation = { kind = \
         \"perturbation\", most = 0.3, decay = 0.9 }, random = 2 }",
        "kind = \"league\"\nmatches = 8\nrating = { kind = \"elo\" }",
        "",
    ),
    (
        "kind = \"cma-es\"\npopulation = 5",
        "kind = \"gauntlet\"\ngames = 4\nopponents = [{ name = \"r\", agent = \"random\" }]",
        "keep-games = false",
    ),
    (
        "kind = \"genetic\"\npopulation = 6\nbreeding = { selection = { kind = \"truncation\", best = 2 }, random = 2 }",
        "kind = \"race\"\ngames = 60\nopponents = [{ name = \"d\", agent = \"alphabeta(depth=1)\" }]",
        "champion = { games = 20 }",
    ),
    (
        "kind = \"evolution-strategy\"\npopulation = 6\nrays = true",
        "kind = \"gauntlet\"\ngames = 4\nopponents = [{ name = \"r\", agent = \"random\" }]",
        "whitening = { games = 8 }",
    ),
];

/// An experiment of every kind but tournaments, by what it is.
fn experiments() -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for (method, fitness, more) in METHODS {
        let text = format!(
            "kind = \"evolution\"\ntitle = \"T\"\ngame = \"breakthrough:5x5\"\nseed = 5\ngenerations = 2\n\
             agent = \"alphabeta(depth=1, eval=weights({{genes}}))\"\n{more}\n[[genes]]\nlow = 0.0\nhigh = 1.0\n\
             [method]\n{method}\n[fitness]\n{fitness}\n[confirmation]\ngames = 10\n"
        );
        all.push(("evolution", text));
    }
    let study = "kind = \"study\"\ntitle = \"Small\"\nseed = 4\nruns = 5\n[subject]\nkind = \"tables\"\npopulation = 20\n\
                 most-generations = 6\n[[treatments]]\nname = \"control\"\n[[treatments]]\nname = \"RMG\"\n\
                 opponent = \"random\"\ngames = 20\n";
    all.push(("study", study.to_owned()));
    let training = "kind = \"training\"\ntitle = \"A small network\"\ngame = \"connect4\"\nseed = 5\nrounds = 2\n[play]\n\
                    agent = \"alphabeta(nodes=30, eval={eval})\"\ngames = 60\nrandom-plies = [2, 8]\n[data]\n\
                    validation = 0.2\ntest = 0.2\n[model]\nkind = \"network\"\nhidden = [8]\n[training]\npasses = 2\n\
                    batch = 128\nstep = 0.01\n[acceptance]\nmost-games = 20\n[confirmation]\n\
                    agent = \"minimax(depth=1, eval={eval})\"\ngames = 10\nopenings = { plies = 2 }\n\
                    opponents = [{ name = \"chance\", agent = \"random\" }]\n";
    all.push(("training", training.to_owned()));
    let q_learning = "kind = \"q-learning\"\ntitle = \"A small board\"\ngame = \"isolation:4x4\"\nseed = 3\n\
                      moves = [100, 300]\n[network]\nhidden = [8]\n[learning]\nmemory = 100\n[test]\nagent = \"{eval}\"\n\
                      games = 20\nopenings = { plies = 2 }\nopponents = [{ name = \"chance\", agent = \"random\" }]\n";
    all.push(("q-learning", q_learning.to_owned()));
    let analysis = AnalysisPlan {
        games: GamesPlan { nodes: vec![20, 50], games: 6, random: 20 },
        clarity: ClarityPlan { positions: 6, nodes: 50, near: 0.05 },
        ladder: LadderPlan { nodes: 10, doublings: 2, games: 6 },
        first_moves: MatchPlan { nodes: 20, games: 2 },
        copying: MatchPlan { nodes: 20, games: 4 },
        heuristics: HeuristicsPlan { nodes: 20, games: 6, ..HeuristicsPlan::default() },
        ..AnalysisPlan::of("hexapawn", Effort::Quick)
    };
    all.push(("portrait", analysis.text()));
    let calibration = "kind = \"calibration\"\ntitle = \"What values mean\"\ngame = \"connect4\"\n\
                       agent = \"alphabeta(nodes=30)\"\ngames = 60\nrandom-plies = [2, 6]\n";
    all.push(("calibration", calibration.to_owned()));
    let series = "kind = \"series\"\ntitle = \"Breed, then play\"\ngame = \"tictactoe\"\nseed = 7\n[[stages]]\n\
                  name = \"breed\"\nruns = 2\nkind = \"evolution\"\ngenerations = 2\n\
                  agent = \"alphabeta(depth=1, eval=weights({genes}))\"\ngenes = [{ low = -1.0, high = 1.0 }]\n\
                  method = { kind = \"genetic\", population = 4, breeding = { selection = { kind = \"truncation\", best = 2 }, \
                  random = 1 } }\nfitness = { kind = \"league\", games = 2, rating = { kind = \"points\" } }\n\
                  confirmation = { games = 4 }\n[[stages]]\nname = \"final\"\nkind = \"tournament\"\n\
                  schedule = { kind = \"round-robin\", games = 4 }\nopenings = { plies = 1 }\n\
                  agents = [{ name = \"first\", agent = \"bred(breed-1/champion)\" }, { name = \"random\", agent = \"random\" }]\n";
    all.push(("series", series.to_owned()));
    all
}

#[test]
fn every_kind_is_the_same_with_a_fleet() {
    let experiments = experiments();
    let tried: HashSet<&str> = experiments.iter().map(|(kind, _)| *kind).chain(["tournament"]).collect();
    assert!(KINDS.iter().all(|kind| tried.contains(kind.name())), "a kind is missing here: {tried:?}");
    for ((kind, text), seed) in experiments.iter().zip(21..) {
        assert!(compare(kind, text, seed) > 0, "{kind}: nobody worked");
    }
}
