//! Every kind of experiment and every schedule with a fleet whose post loses, doubles and reorders, and one of whose workers lies:
//! what is stored is what one machine stores.

#[path = "../../../runner/tests/suite/memory_post.rs"]
mod memory_post;

use std::collections::{BTreeMap, HashSet};

use memory_post::{Faults, MANY_FAULTS, with_fleet};
use zermelo_catalog::Permission;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::game_analysis::{
    AnalysisPlan, ClarityPlan, Effort, GamesPlan, HeuristicsPlan, LadderPlan, MatchPlan,
};
use zermelo_experiments::run_report::report_of;
use zermelo_experiments::{KINDS, ProvenanceNote, RunWorkers, Running, carry_out_kind};
use zermelo_game::Stop;
use zermelo_runner::fleet::{Fleet, Ranges};
use zermelo_store::{AgentRow, EventRow, GameRow, NoteRow, OpeningRow, Store};

use crate::common::{Place, place};

const NO_FAULTS: Faults = Faults { lost: 0, doubled: 0, dropped: 0, lies: 0 };

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
    run_until(place, threads, fleet, usize::MAX).unwrap_or_else(|error| panic!("{error:?}"));
    stored(place)
}

/// Runs the file or goes on with its run, and stops after so many games.
fn run_until(
    place: &Place,
    threads: usize,
    fleet: Option<&Fleet>,
    most_games: usize,
) -> Result<String, RunError> {
    let permission = Permission::terminal();
    let mut experiment = Experiment::read(&place.file, permission).unwrap_or_else(|error| panic!("{error}"));
    experiment.resolve(&place.store, permission).unwrap();
    let stop = Stop::default();
    let running = Running { threads, resumes: true, stop: &stop, permission, fleet };
    let mut n_games = 0;
    let finished = experiment::run(&experiment, &place.store, &running, &mut |event| {
        n_games += usize::from(matches!(event, Event::Game(_)));
        if n_games >= most_games {
            stop.stop();
        }
    })?;
    Ok(finished.run)
}

fn stored(place: &Place) -> Vec<Stored> {
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
        // On a busy machine the thread here may be done before any worker has said anything.
        let works = (0..10).any(|again| compare(schedule, &text, seed + 100 * again) > 0);
        assert!(works, "{schedule}: nobody worked");
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
    let variants = "kind = \"variants\"\ntitle = \"t\"\ngame = \"hexapawn.game\"\nvary = { size = [3, 4] }\n[study]\n\
                    games = { nodes = [20], games = 8, random = 8 }\nsolve = { start = 1000, first-moves = 0 }\n\
                    clarity = { positions = 0 }\nladder = { nodes = 10, doublings = 1, games = 8 }\n\
                    first-moves = { nodes = 20, games = 4 }\ncopying = { nodes = 20, games = 0 }\n\
                    heuristics = { games = 0 }\n";
    all.push(("variants", variants.to_owned()));
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

const TOURNAMENT: &str = "kind = \"tournament\"\ntitle = \"T\"\ngame = \"tictactoe\"\nseed = 3\n\
     schedule = { kind = \"round-robin\", games = 60 }\nopenings = { plies = 2 }\n\
     agents = [{ name = \"two\", agent = \"alphabeta(depth=2)\" }, { name = \"trees\", agent = \"mcts(playouts=20)\" }, \
     { name = \"random\", agent = \"random\" }]\n";

/// The place of a run that was stopped early. On a busy machine a run of quick games may end before it hears that it shall stop.
fn stopped(text: &str, run: impl Fn(&Place) -> Result<String, RunError>) -> Place {
    let try_once = || {
        let place = place(text);
        matches!(run(&place), Err(RunError::Stopped(_))).then_some(place)
    };
    (0..50).find_map(|_| try_once()).expect("it can be stopped")
}

/// A run of the tournament that was stopped early, with a note beside it that somebody left.
fn stopped_with(note: NoteRow) -> Place {
    let place = stopped(TOURNAMENT, |place| run_until(place, 1, None, 10));
    let run = place.store.runs().unwrap()[0].id;
    place.store.open_run(run).unwrap().keep_notes(&[note]).unwrap();
    place
}

/// The games of the run that is finished, after all others.
fn games_of_last(place: &Place) -> (usize, Vec<GameRow>) {
    let mut runs = stored(place);
    let last = runs.pop().expect("a run");
    assert!(last.result.is_some() && runs.iter().all(|run| run.result.is_none()));
    (runs.len(), last.games)
}

/// A run that was killed while lies were looked for is not resumed, with a fleet or without: it begins anew.
#[test]
fn a_run_in_doubt_begins_anew() {
    let alone = place(TOURNAMENT);
    run(&alone, 1, None);
    for (doubt, n_left_behind) in [("open", 1), ("settled", 0)] {
        let text = doubt.to_owned();
        let place = stopped_with(NoteRow { topic: "doubt".to_owned(), name: "fleet".to_owned(), text });
        assert_eq!(run_until(&place, 2, None, usize::MAX).unwrap(), format!("small-{}", 1 + n_left_behind));
        assert_eq!(games_of_last(&place), (n_left_behind, games_of_last(&alone).1), "{doubt}");
    }
}

/// A worker that lies after a run was resumed may have lied before: the run begins anew.
#[test]
fn what_a_liar_did_before_a_run_was_resumed_is_not_kept() {
    let alone = place(TOURNAMENT);
    run(&alone, 1, None);
    for (past, n_left_behind) in [("liar", 1), ("somebody", 0)] {
        let place = stopped_with(NoteRow {
            topic: "contributor".to_owned(),
            name: past.to_owned(),
            text: String::new(),
        });
        let (name, seen) = with_fleet(5, MANY_FAULTS, carry_out_kind, |fleet| {
            run_until(&place, 0, Some(fleet), usize::MAX).unwrap()
        });
        assert_eq!(seen.struck, HashSet::from(["liar".to_owned()]));
        assert_eq!(name, format!("small-{}", 1 + n_left_behind));
        assert_eq!(games_of_last(&place), (n_left_behind, games_of_last(&alone).1), "{past}");
    }
}

/// Every worker with a stored answer is noted, even if the run is stopped early.
#[test]
fn workers_that_answered_are_noted() {
    let honest = Faults { lies: 0, ..MANY_FAULTS };
    let place = place(TOURNAMENT);
    let (_, _) = with_fleet(7, honest, carry_out_kind, |fleet| run_until(&place, 0, Some(fleet), 1));
    let run = &place.store.runs().unwrap()[0];
    assert!(place.store.games(run.id).count() > 0);
    assert!(!place.store.notes(run.id, "contributor").unwrap().is_empty());
}

const PLAIN: &str = "kind = \"tournament\"\ntitle = \"T\"\ngame = \"tictactoe\"\nseed = 3\n[openings]\nplies = 2\n[schedule]\n\
                     kind = \"round-robin\"\ngames = 400\n[[agents]]\nname = \"one\"\nagent = \"alphabeta(depth=1)\"\n\
                     [[agents]]\nname = \"three\"\nagent = \"alphabeta(depth=3)\"\n";

#[test]
fn a_run_with_a_fleet_tells_its_workers_and_others_do_not() {
    let [alone, together] = [PLAIN; 2].map(place);
    run(&alone, 2, None);
    let (_, seen) = with_fleet(5, NO_FAULTS, carry_out_kind, |fleet| run(&together, 0, Some(fleet)));
    assert!(seen.n_answered > 0);
    let [lone, with_workers] = [&alone, &together].map(|place| place.store.runs().unwrap().remove(0));
    assert_eq!(RunWorkers::of(&alone.store, &lone).unwrap(), None);
    let workers = RunWorkers::of(&together.store, &with_workers).unwrap().expect("it had a fleet");
    // Every game is counted exactly once, here or with a worker.
    let count = |counts: &BTreeMap<String, u64>| counts.get("games").copied().unwrap_or(0);
    assert_eq!(count(&workers.fleet.here) + count(&workers.fleet.by_workers), 400);
    assert_eq!(workers.workers.len(), 4);
    let kept: u64 = workers.workers.iter().map(|worker| worker.kept("games")).sum();
    assert_eq!(kept, count(&workers.fleet.by_workers));
    assert!(kept > 0 && workers.fleet.idle().is_some(), "{workers:?}");
    let mut games = Ranges::default();
    let notes = ProvenanceNote::all(&together.store, with_workers.id).unwrap();
    let parts: Vec<Ranges> = notes.iter().map(|note| Ranges::read(&note.games).unwrap()).collect();
    assert_eq!(parts.iter().map(Ranges::count).sum::<u64>(), 400, "no game has two players");
    parts.iter().flat_map(Ranges::iter).for_each(|range| games.add(range));
    assert_eq!(games.to_string(), "0-399");
    // The report has a section more, and is otherwise the same.
    let report = |place: &Place, run| report_of(&place.store, run).unwrap();
    let (mut told, plain) = (report(&together, &with_workers), report(&alone, &lone));
    let section = told.sections.pop().expect("there are sections");
    assert_eq!((section.title.as_str(), &told.sections), ("Workers", &plain.sections));
    let html = report(&together, &with_workers).to_html().unwrap();
    assert!(html.contains("did ") && html.contains("Idle") && html.contains("of the games"), "{section:?}");
}

#[test]
fn notes_of_a_resumed_run_add_up() {
    let with_workers = |place: &Place, most_games| {
        with_fleet(6, NO_FAULTS, carry_out_kind, |fleet| run_until(place, 1, Some(fleet), most_games)).0
    };
    let place = stopped(PLAIN, |place| with_workers(place, 100));
    let run = place.store.find_run("last").unwrap();
    let n_noted = || {
        let workers = RunWorkers::of(&place.store, &run).unwrap().expect("it had a fleet");
        let sum = |counts: &BTreeMap<String, u64>| counts.values().sum::<u64>();
        sum(&workers.fleet.here) + sum(&workers.fleet.by_workers)
    };
    let n_stored = || place.store.games(run.id).count() as u64;
    let (noted_before, stored_before) = (n_noted(), n_stored());
    assert!(stored_before <= noted_before && stored_before < 400, "{stored_before} of {noted_before}");
    with_workers(&place, usize::MAX).unwrap();
    // What was played when the run stopped and was not stored is played and noted once more, and nothing else.
    assert_eq!((n_noted(), n_stored()), (noted_before + 400 - stored_before, 400));
    let mut games = Ranges::default();
    for note in ProvenanceNote::all(&place.store, run.id).unwrap() {
        Ranges::read(&note.games).unwrap().iter().for_each(|range| games.add(range));
    }
    assert_eq!(games.to_string(), "0-399");
}

#[test]
fn notes_are_there_while_the_run_goes_on() {
    let slow = PLAIN.replace("tictactoe", "connect4").replace("games = 400", "games = 20000");
    let slow = slow.replace("alphabeta(depth=3)", "mcts(playouts=3000)");
    let place = place(&slow);
    let permission = Permission::terminal();
    let experiment = Experiment::read(&place.file, permission).unwrap();
    with_fleet(7, NO_FAULTS, carry_out_kind, |fleet| {
        let stop = Stop::default();
        let running = Running { threads: 0, resumes: false, stop: &stop, permission, fleet: Some(fleet) };
        std::thread::scope(|scope| {
            // Another process would do the same: it reads the store.
            let (path, stop_soon) = (place.store.path().to_owned(), &stop);
            scope.spawn(move || {
                let begun = std::time::Instant::now();
                while begun.elapsed().as_secs() < 60 {
                    std::thread::sleep(std::time::Duration::from_millis(50));
                    let reader = Store::read(&path).unwrap();
                    let workers =
                        reader.find_run("last").ok().and_then(|run| RunWorkers::of(&reader, &run).unwrap());
                    if workers.is_some_and(|workers| workers.workers.iter().any(|one| one.kept("games") > 0))
                    {
                        break;
                    }
                }
                stop_soon.stop();
            });
            let ended = experiment::run(&experiment, &place.store, &running, &mut |_| {});
            let error = ended.err();
            assert!(matches!(error, Some(RunError::Stopped(_))), "the notes came before its end: {error:?}");
        });
    });
}
