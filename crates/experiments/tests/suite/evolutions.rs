//! Evolutions from file to result: the same on any number of threads, and whatever interrupts them; and honest about what
//! was gained.

use std::collections::HashMap;
use std::path::Path;

use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::Running;
use zermelo_experiments::evolution::{self, EvolutionPlan, EvolutionResult};
use zermelo_experiments::{Journal, Past};
use zermelo_game::Stop;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{AgentRow, EventRow, GameRow, OpeningRow, StoreError};

/// Keeps everything, and stops after so many games.
struct Notes<'a> {
    agents: Vec<AgentRow>,
    games: Vec<GameRow>,
    events: Vec<EventRow>,
    most_games: usize,
    n_games: usize,
    stop: &'a Stop,
}

impl Notes<'_> {
    fn count(&mut self) {
        self.n_games += 1;
        if self.n_games == self.most_games {
            self.stop.stop();
        }
    }
}

impl Journal for Notes<'_> {
    fn agents(&mut self, agents: &[AgentRow]) -> Result<(), StoreError> {
        self.agents.extend_from_slice(agents);
        Ok(())
    }

    fn openings(&mut self, _: &[OpeningRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn game(&mut self, game: &GameRow) -> Result<(), StoreError> {
        self.games.push(game.clone());
        self.count();
        Ok(())
    }

    fn passed(&mut self, _: &GameRow) -> Result<(), StoreError> {
        self.count();
        Ok(())
    }

    fn event(&mut self, event: &EventRow) -> Result<(), StoreError> {
        self.events.push(event.clone());
        Ok(())
    }
}

fn run(
    plan: &EvolutionPlan,
    threads: usize,
    past: &Past,
    most_games: usize,
) -> (Result<EvolutionResult, Halt>, Vec<GameRow>, Vec<EventRow>) {
    let stop = Stop::default();
    let running =
        Running { threads, resumes: false, stop: &stop, permission: Permission::terminal(), fleet: None };
    let mut notes = Notes {
        agents: Vec::new(),
        games: Vec::new(),
        events: Vec::new(),
        most_games,
        n_games: 0,
        stop: &stop,
    };
    let result = evolution::run(plan, &running, past, &mut notes);
    let indices: Vec<u32> = notes.agents.iter().map(|agent| agent.index).collect();
    assert!(indices.iter().copied().eq(0..indices.len() as u32), "agents are numbered as they come");
    (result, notes.games, notes.events)
}

fn read(text: &str) -> EvolutionPlan {
    EvolutionPlan::read(text, "a test", here()).unwrap_or_else(|error| panic!("{error}"))
}

/// A small evolution of Breakthrough's heuristics by this method and fitness.
fn plan(method: &str, fitness: &str, more: &str) -> EvolutionPlan {
    read(&format!(
        "kind = \"evolution\"\ntitle = \"T\"\ngame = \"breakthrough:5x5\"\nseed = 5\ngenerations = 3\n\
         agent = \"alphabeta(depth=1, eval=weights({{genes}}))\"\n{more}\n[[genes]]\nlow = 0.0\nhigh = 1.0\n\
         [method]\n{method}\n[fitness]\n{fitness}\n[confirmation]\ngames = 40\n\
         opponents = [{{ name = \"random\", agent = \"random\" }}]\n"
    ))
}

const GENETIC: &str = "kind = \"genetic\"\npopulation = 8\nbreeding = { selection = { kind = \"truncation\", best = 2 }, \
                       mutation = { kind = \"perturbation\", most = 0.3, decay = 0.9 }, random = 2 }";
const FLAT: &str = "kind = \"genetic\"\npopulation = 8\nbreeding = { selection = { kind = \"truncation\", best = 2 }, random = 2 }";
const STRATEGY: &str = "kind = \"evolution-strategy\"\npopulation = 6\nrays = true";
const LEAGUE: &str = "kind = \"league\"\nmatches = 12\nrating = { kind = \"elo\" }";
const GAUNTLET: &str = "kind = \"gauntlet\"\ngames = 4\nopponents = [{ name = \"r\", agent = \"random\" }, { name = \"d\", agent = \"alphabeta(depth=1)\" }]";
const RACE: &str =
    "kind = \"race\"\ngames = 120\nopponents = [{ name = \"d\", agent = \"alphabeta(depth=1)\" }]";

const BASELINE: &str =
    "baseline = { name = \"the middle\", agent = \"alphabeta(depth=1)\", games = 20, every = 2 }";

fn plans() -> Vec<(&'static str, EvolutionPlan)> {
    vec![
        ("league", plan(GENETIC, LEAGUE, "")),
        ("not kept", plan(GENETIC, LEAGUE, "keep-games = false")),
        (
            "points",
            plan(GENETIC, "kind = \"league\"\nrating = { kind = \"points\", points = \"3/1/0\" }", ""),
        ),
        ("baseline", plan(GENETIC, LEAGUE, BASELINE)),
        ("ratings", plan(GENETIC, "kind = \"league\"\nrating = { kind = \"bradley-terry\" }", "")),
        ("gauntlet", plan("kind = \"cma-es\"\npopulation = 6", GAUNTLET, "")),
        ("race", plan(GENETIC, RACE, "champion = { games = 60 }")),
        (
            "spsa",
            plan(
                "kind = \"spsa\"\ngain = 0.2",
                "kind = \"league\"\ngames = 20\nrating = { kind = \"points\" }",
                "",
            ),
        ),
        ("whitened", plan(STRATEGY, GAUNTLET, "whitening = { games = 8 }")),
        (
            "archive",
            plan(
                "kind = \"map-elites\"\nbatch = 6\nmutation = { kind = \"gaussian\", chance = 1.0, gene-chance = 1.0, \
                 mean = 0.0, sigma = 0.1 }\ndescriptors = [{ name = \"plies\", low = 0.0, high = 30.0, bins = 6 }]",
                GAUNTLET,
                "",
            ),
        ),
    ]
}

fn without_times(mut rows: Vec<GameRow>) -> Vec<GameRow> {
    rows.sort_by_key(|row| row.index);
    rows.iter_mut().for_each(|row| row.micros = [0; 2]);
    rows
}

#[test]
fn threads_change_nothing() {
    for (name, plan) in plans() {
        let (one, games, events) = run(&plan, 1, &Past::default(), usize::MAX);
        let one = one.unwrap_or_else(|halt| panic!("{name}: {halt:?}"));
        assert_eq!(events.len(), 3, "{name}");
        assert!(games.is_empty() != plan.keeps_games, "{name}");
        assert!(games.is_empty() || games.len() as u64 == one.games, "{name}");
        let (two, other, other_events) = run(&plan, 3, &Past::default(), usize::MAX);
        assert_eq!(two.expect("a result"), one, "{name}");
        assert_eq!(without_times(other), without_times(games), "{name}");
        assert_eq!(other_events, events, "{name}");
    }
}

/// Stopped again and again, with what was done kept, an evolution ends as if nothing had happened.
#[test]
fn interruptions_change_nothing() {
    for (name, plan) in plans() {
        let (expected, ..) = run(&plan, 2, &Past::default(), usize::MAX);
        let expected = expected.expect("a result");
        let mut past = Past::default();
        let mut n_stops = 0;
        let result = loop {
            // What is not kept is played again, so more must be played at once for things to go on.
            let most_games = if plan.keeps_games { 17 } else { 50 };
            let (result, games, events) = run(&plan, 2, &past, most_games);
            for row in games {
                assert!(past.games.insert(row.index, row).is_none(), "{name}: played twice");
            }
            past.events.extend(events.into_iter().map(|event| (event.seq, event)));
            match result {
                Ok(result) => break result,
                Err(Halt::Stopped) => n_stops += 1,
                Err(halt) => panic!("{name}: {halt:?}"),
            }
            assert!(n_stops < 200, "{name} does not get on");
            if !plan.keeps_games && past.events.len() == 3 {
                // The games after the generations are played in one go.
                break run(&plan, 2, &past, usize::MAX).0.expect("a result");
            }
        };
        assert!(n_stops > 0, "{name}");
        assert_eq!(result, expected, "{name}");
    }
}

/// A gene that changes nothing: whoever is selected was lucky, and the confirmation says so.
#[test]
fn a_flat_landscape_yields_no_gain() {
    let mut n_claims = 0;
    let (mut seen, n_runs) = (0.0, 60);
    for seed in 0..n_runs {
        // A millionth more or less changes nothing: all these agents are equally strong, and chance decides.
        let plan = read(&format!(
            "kind = \"evolution\"\ntitle = \"T\"\ngame = \"breakthrough:5x5\"\nseed = {seed}\ngenerations = 2\n\
             agent = \"mcts(playouts=30, memory=1, c={{c}})\"\n[[genes]]\nnames = [\"c\"]\nlow = 0.5\nhigh = 0.500001\n\
             [method]\n{FLAT}\n[fitness]\nkind = \"league\"\nmatches = 12\nrating = {{ kind = \"elo\" }}\n\
             [confirmation]\ngames = 100\n"
        ));
        let result = run(&plan, 2, &Past::default(), usize::MAX).0.expect("a result");
        seen += result.seen_gain / f64::from(n_runs);
        n_claims += usize::from(result.confirmations[0].elo[1] > 0.0);
    }
    assert!(seen > 100.0, "the selected look {seen:.0} Elo better than the rest");
    // One in forty is expected: of 60 more than 6 in one case of 5,000.
    assert!(n_claims <= 6, "{n_claims} of {n_runs} evolutions claim a gain where there is none");
}

/// Where there is something to find, it is found and confirmed: pawns are worth more than nothing.
#[test]
fn a_slope_is_climbed() {
    let plan = read(&format!(
        "kind = \"evolution\"\ntitle = \"T\"\ngame = \"breakthrough:6x6\"\nseed = 1\ngenerations = 8\n\
         agent = \"alphabeta(depth=2, eval=weights({{genes}}))\"\n[[genes]]\nlow = -1.0\nhigh = 1.0\n\
         [method]\n{GENETIC}\n[fitness]\n{LEAGUE}\n[openings]\nplies = 4\n[confirmation]\ngames = 200\n"
    ));
    let result = run(&plan, 2, &Past::default(), usize::MAX).0.expect("a result");
    let first = &result.confirmations[1];
    assert_eq!(first.against, "the first generation");
    assert!(first.elo[1] > 50.0, "{:?}", result.findings);
}

#[test]
fn bad_files_are_told() {
    let good = "kind = \"evolution\"\ntitle = \"T\"\ngame = \"milestone\"\ngenerations = 3\nagent = \"alphabeta(depth=1, \
                eval=weights({genes}))\"\n[[genes]]\nlow = 0.0\nhigh = 1.0\n[method]\nkind = \"genetic\"\npopulation = 8\n\
                breeding = { selection = { kind = \"truncation\", best = 2 } }\n[fitness]\nkind = \"league\"\nrating = { kind = \
                \"elo\" }\n";
    let parse = |text: &str| EvolutionPlan::read(text, "f.toml", here());
    assert!(parse(good).is_ok());
    for (old, new, expected) in [
        ("generations = 3", "generations = 0", "expected 1 to 100000"),
        ("generations = 3", "generation = 3", "did you mean `generations`"),
        ("milestone", "millstone", "milestone"),
        ("{genes}", "1", "has no place"),
        ("{genes}", "{gens}", "no gene for `{gens}`"),
        ("high = 1.0", "high = 0.0", "genes: start-high = 0: expected more than start-low = 0"),
        ("best = 2", "best = 20", "at most the population"),
        ("kind = \"league\"", "kind = \"leage\"", "league"),
        ("rating = {", "games = 3\nrating = {", "even number"),
        ("population = 8", "population = 0", "population = 0: expected 1 to 10000"),
        ("[[genes]]", "baseline = { agent = \"random\", games = 3 }\n[[genes]]", "baseline: "),
        ("[[genes]]", "baseline = { agent = \"random\", games = 4, every = 0 }\n[[genes]]", "every = 0"),
        ("[[genes]]", "whitening = { games = 4 }\n[[genes]]", "whitening: this method takes no steps"),
    ] {
        let error = parse(&good.replace(old, new)).expect_err(new).to_string();
        assert!(error.contains(expected), "{new}: {error}");
    }
}

/// What whitening cannot do is told before a game is played.
#[test]
fn bad_whitening_is_told() {
    let parse = |genes: &str, agent: &str, games: u32| {
        EvolutionPlan::read(
            &format!(
                "kind = \"evolution\"\ntitle = \"T\"\ngame = \"breakthrough:5x5\"\ngenerations = 1\nagent = \"{agent}\"\n\
                 whitening = {{ games = {games} }}\n[[genes]]\n{genes}\n[method]\n{STRATEGY}\n[fitness]\n{GAUNTLET}\n"
            ),
            "f.toml",
            here(),
        )
    };
    let weights = "alphabeta(depth=1, eval=weights({genes}))";
    let error = |genes, agent, games| parse(genes, agent, games).expect_err("a bad file").to_string();
    assert!(
        error("low = 0.0\nhigh = 1.0\nfloor = 0.0", weights, 4).contains("whitening does not support bounds")
    );
    assert!(error("low = 0.0\nhigh = 1.0", weights, 3).contains("whitening: "), "an odd number of games");
    // That a gene changes no judgement is known when some have been looked at.
    let idle = parse("names = [\"c\"]\nlow = 0.5\nhigh = 1.0", "mcts(playouts=5, c={c})", 4).expect("a file");
    match run(&idle, 1, &Past::default(), usize::MAX).0 {
        Err(Halt::Bad(error)) => {
            assert!(error.to_string().contains("(c): it does not affect the evaluation"), "{error}");
        }
        other => panic!("{other:?}"),
    }
}

/// The influence of genes is what their weights do to the choice among moves: twice the range, twice the influence; and steps
/// of candidates take account of it.
#[test]
fn whitened_steps_are_short_where_genes_do_much() {
    let spread = |more: &str| -> Vec<f64> {
        let plan = plan("kind = \"evolution-strategy\"\npopulation = 40", LEAGUE, more);
        let (_, _, events) = run(&plan, 2, &Past::default(), 4000);
        let first: evolution::GenerationResult = serde_json::from_str(&events[0].json).expect("a generation");
        let n_genes = first.candidates[0].genes.len();
        let deviation = |gene: usize| {
            let squares = first.candidates.iter().map(|candidate| (candidate.genes[gene] - 0.5).powi(2));
            (squares.sum::<f64>() / first.candidates.len() as f64).sqrt()
        };
        (0..n_genes).map(deviation).collect()
    };
    let (plain, whitened) = (spread(""), spread("whitening = { games = 20 }"));
    let ratio =
        |of: &[f64]| of.iter().fold(0.0, |a: f64, &b| a.max(b)) / of.iter().fold(1e9, |a: f64, &b| a.min(b));
    assert!(ratio(&plain) < 2.0, "{plain:?}");
    assert!(ratio(&whitened) > 2.0 * ratio(&plain), "{whitened:?}");
}

/// What is kept of a generation can be read again to the last bit.
#[test]
fn generations_are_read_as_they_were_written() {
    let (_, plan) = plans().swap_remove(0);
    let (_, _, events) = run(&plan, 2, &Past::default(), usize::MAX);
    let past = Past {
        games: HashMap::new(),
        events: events.iter().map(|event| (event.seq, event.clone())).collect(),
    };
    let (_, _, again) = run(&plan, 2, &past, usize::MAX);
    assert!(again.is_empty(), "a generation that is known is not judged again");
}

/// Games on the way are for the record: who is bred, and how, does not hang on them.
#[test]
fn a_baseline_measures_and_changes_nothing() {
    let [without, with] = ["", BASELINE].map(|more| plan(GENETIC, LEAGUE, more));
    let [plain, measured] =
        [&without, &with].map(|plan| run(plan, 2, &Past::default(), usize::MAX).0.expect("a result"));
    assert_eq!((&plain.champion, &plain.curve), (&measured.champion, &measured.curve));
    assert!(plain.strengths.is_empty());
    let generations: Vec<u32> = measured.strengths.iter().map(|strength| strength.generation).collect();
    assert_eq!(generations, [1, 2, 3]);
    for strength in &measured.strengths {
        let [score, low, high] = strength.games.score;
        assert!(strength.games.games == 20 && low <= score && score <= high, "{strength:?}");
        assert_eq!(strength.games.against, "the middle");
    }
    assert_eq!(measured.games, plain.games + 3 * 20);
    assert_eq!(with.n_games(), Some(measured.games));
}

/// Where files would be looked for, at the terminal.
fn here() -> Folder<'static> {
    Folder::new(Path::new("."), Permission::terminal())
}
