//! Studies from file to result: the same on any number of threads and whatever interrupts them, with the statistics
//! that the tic-tac-toe study printed, and those it could not see.

use std::collections::HashMap;
use std::path::Path;

use zermelo_catalog::Permission;
use zermelo_experiments::Journal;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::study::tables::{Opposition, Side};
use zermelo_experiments::study::{self, Comparison, StudyPlan, StudyResult, Subject};
use zermelo_game::Stop;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{AgentRow, EventRow, GameRow, OpeningRow, StoreError};

/// Keeps events, and stops or fails after so many.
struct Notes<'a> {
    events: Vec<EventRow>,
    most_events: usize,
    fails: bool,
    stop: &'a Stop,
}

impl Journal for Notes<'_> {
    fn agents(&mut self, _: &[AgentRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn openings(&mut self, _: &[OpeningRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn game(&mut self, _: &GameRow) -> Result<(), StoreError> {
        Ok(())
    }

    fn event(&mut self, event: &EventRow) -> Result<(), StoreError> {
        self.events.push(event.clone());
        if self.events.len() == self.most_events {
            if self.fails {
                return Err(StoreError::WriterGone);
            }
            self.stop.stop();
        }
        Ok(())
    }
}

/// Does what is not known, and stops or fails after so many replicates.
fn run_until(
    plan: &StudyPlan,
    threads: usize,
    past: &HashMap<u64, EventRow>,
    most_events: usize,
    fails: bool,
) -> (Result<StudyResult, Halt>, Vec<EventRow>) {
    let stop = Stop::default();
    let running =
        Running { threads, resumes: false, stop: &stop, permission: Permission::terminal(), fleet: None };
    let mut notes = Notes { events: Vec::new(), most_events, fails, stop: &stop };
    let result = study::run(plan, &running, past, &mut notes);
    (result, notes.events)
}

fn run(plan: &StudyPlan, threads: usize) -> (StudyResult, Vec<EventRow>) {
    let (result, mut events) = run_until(plan, threads, &HashMap::new(), usize::MAX, false);
    events.sort_by_key(|event| event.seq);
    (result.expect("a result"), events)
}

fn bytes(result: &StudyResult) -> String {
    serde_json::to_string(result).expect("JSON")
}

/// An experiment of the repository.
fn experiment(name: &str) -> StudyPlan {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments")).join(name);
    let experiment =
        Experiment::read(&path, Permission::terminal()).unwrap_or_else(|error| panic!("{error}"));
    experiment.plan.downcast_ref::<StudyPlan>().unwrap_or_else(|| panic!("{name} is no study")).clone()
}

const SMALL: &str = r#"
kind = "study"
title = "Small"
seed = 4
runs = 7
collect = true
[subject]
kind = "tables"
population = 30
most-generations = 12
[[treatments]]
name = "control"
[[treatments]]
name = "RMG"
opponent = "random"
games = 50
published = [3, 4, 4, 5]
[[treatments]]
name = "UMG"
opponent = "umg-never-reset"
published = [3, 9]
"#;

fn read(text: &str) -> Result<StudyPlan, String> {
    StudyPlan::read(text, "x.toml").map_err(|error| error.to_string())
}

fn small() -> StudyPlan {
    read(SMALL).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn threads_change_nothing() {
    let plan = small();
    let (one, events) = run(&plan, 1);
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), (0..21).collect::<Vec<_>>());
    assert!(events.iter().all(|event| event.kind == "replicate"));
    let (two, other) = run(&plan, 2);
    assert_eq!(bytes(&one), bytes(&two));
    assert_eq!(events, other);
}

/// Stopped again and again, with what was done kept, a study ends as if nothing had happened.
#[test]
fn interruptions_change_nothing() {
    let plan = small();
    let (expected, events) = run(&plan, 1);
    let mut past: HashMap<u64, EventRow> = HashMap::new();
    let result = loop {
        let (result, done) = run_until(&plan, 2, &past, 4, false);
        for event in done {
            assert!(past.insert(event.seq, event).is_none(), "done twice");
        }
        match result {
            Ok(result) => break result,
            Err(Halt::Stopped) => assert!(past.len() < 21),
            Err(halt) => panic!("{halt:?}"),
        }
    };
    assert_eq!(bytes(&result), bytes(&expected));
    assert!(events.iter().all(|event| past.get(&event.seq) == Some(event)));
    // With everything known nothing is left to do.
    let (again, done) = run_until(&plan, 2, &past, 1, true);
    assert_eq!((bytes(&again.expect("a result")), done.len()), (bytes(&expected), 0));
}

#[test]
fn a_listener_that_fails_ends_the_study() {
    let (result, events) = run_until(&small(), 2, &HashMap::new(), 3, true);
    assert!(matches!(result, Err(Halt::Store(StoreError::WriterGone))));
    assert_eq!(events.len(), 3);
}

/// What a treatment's runs are hangs on its name and settings, not on the others beside it, nor on how many there are.
#[test]
fn a_replicate_is_named_by_treatment_and_number() {
    let (all, _) = run(&small(), 1);
    let mut fewer = small();
    fewer.treatments.remove(0);
    fewer.runs = 5;
    let (some, _) = run(&fewer, 1);
    for (own, whole) in some.treatments.iter().zip(&all.treatments[1..]) {
        assert_eq!((&own.name, &own.values[..]), (&whole.name, &whole.values[..5]));
    }
    let mut other = small();
    other.common.seed += 1;
    assert_ne!(run(&other, 1).0.treatments[0].values, all.treatments[0].values);
    // The same settings under two names are two samples.
    let twins = SMALL.replace("opponent = \"random\"\ngames = 50\n", "");
    let (twins, _) = run(&read(&twins).expect("a plan"), 1);
    assert_ne!(twins.treatments[0].values, twins.treatments[1].values);
}

/// Everything in a result is what the replicates say, counted here in the plainest way.
#[test]
fn results_are_those_of_the_replicates() {
    let (result, _) = run(&small(), 2);
    for treatment in &result.treatments {
        let (look, values) = (&treatment.look, &treatment.values);
        let ended: Vec<f64> = values.iter().copied().flatten().collect();
        let counted: Vec<f64> = values.iter().map(|value| value.unwrap_or(12.0)).collect();
        assert_eq!((look.n, look.censored as usize), (7, 7 - ended.len()));
        assert!((look.mean - counted.iter().sum::<f64>() / 7.0).abs() < 1e-12);
        let share = |after: f64| ended.iter().filter(|&&end| end > after).count() + 7 - ended.len();
        for step in &treatment.survival {
            assert_eq!(step.share[0], share(step.after) as f64 / 7.0);
            assert!(step.share[1] <= step.share[0] && step.share[0] <= step.share[2]);
        }
        let longest = counted.iter().copied().fold(0.0, f64::max) as usize;
        assert_eq!((treatment.best.len(), treatment.distinct.len()), (longest, longest));
        for (at, (best, distinct)) in treatment.best.iter().zip(&treatment.distinct).enumerate() {
            assert_eq!((best.n, distinct.n as usize), (7, share(at as f64)));
            assert!(
                best.interval.is_some_and(|[low, high]| 0.0 <= low && low <= best.mean && best.mean <= high)
            );
        }
        // All that ended are perfect at the last.
        let last = treatment.best.last().expect("generations").mean;
        assert_eq!(last == 0.0, ended.len() == 7, "{last}");
    }
    let n_ended: u32 =
        result.treatments.iter().map(|treatment| treatment.look.n - treatment.look.censored).sum();
    assert!(n_ended > 0 && n_ended < 21, "{n_ended}: some should end, and some should not");
    assert_eq!(
        result.collections.iter().map(|all| (all.side, all.found)).collect::<Vec<_>>(),
        [(Side::First, n_ended)]
    );
    assert!(result.findings[0].contains("were stopped after 12 generations"), "{:?}", result.findings);
    assert_eq!(result.powers.iter().map(|power| power.runs).collect::<Vec<_>>(), [30, 100, 200, 300]);
    let published = result.published.expect("two of three are published");
    assert_eq!(published.names, ["RMG", "UMG"]);
    assert_eq!(published.agreements.len(), 2);
}

/// One run says nothing about chance, so nothing is tested and no power is told.
#[test]
fn single_runs_are_not_compared() {
    let mut plan = read(SMALL).expect("a study");
    plan.runs = 1;
    let result = run(&plan, 1).0;
    assert!(result.comparison.is_none() && result.powers.is_empty());
    let told = result.findings.join(" ");
    assert!(told.contains("One run of each treatment cannot show whether they differ"), "{told}");
    let claims = result.findings.iter().any(|finding| finding.starts_with("At the"));
    assert!(!told.contains("Power") && !claims, "{told}");
}

#[track_caller]
fn assert_near(got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{got} instead of {expected}");
}

/// Table 6 of the tic-tac-toe study: what the study prints, and what its numbers say beyond that (scipy and
/// statsmodels).
#[test]
fn the_published_numbers_give_the_published_statistics() {
    let mut plan = experiment("tictactoe-elitism.toml");
    plan.runs = 1;
    let published = run(&plan, 1).0.published.expect("Table 6");
    let Comparison { anova, eta_squared, welch, kruskal_wallis, bartlett, brown_forsythe, couples, .. } =
        published.comparison.expect("three treatments");
    let anova = anova.expect("an answer");
    assert_eq!(anova.df, [2.0, 87.0]);
    assert_near(anova.f, 0.26416, 5e-6);
    assert_near(anova.p, 0.76846, 5e-6);
    assert_near(eta_squared.expect("an answer"), 0.0060, 5e-5);
    let (bartlett, spread) = (bartlett.expect("an answer"), brown_forsythe.expect("an answer"));
    assert_near(bartlett.chi_squared, 5.10186, 5e-6);
    assert_near(bartlett.p, 0.078009, 5e-7);
    assert_near(spread.f, 2.168, 5e-4);
    assert_near(spread.p, 0.121, 5e-4);
    let (welch, ranks) = (welch.expect("an answer"), kruskal_wallis.expect("an answer"));
    assert_near(welch.f, 0.232, 5e-4);
    assert_near(welch.p, 0.794, 5e-4);
    assert_near(ranks.chi_squared, 0.596, 5e-4);
    assert_near(ranks.p, 0.742, 5e-4);
    for (couple, expected) in couples.iter().zip([0.876, 0.759, 0.974]) {
        assert_near(couple.tukey.expect("an answer").p, expected, 5e-4);
    }
    let looks = published.looks.iter().zip([
        (7.567, 2.445, [6.13, 7.87], [6.0, 9.0]),
        (7.267, 1.799, [6.42, 7.58], [6.0, 8.0]),
        (7.133, 2.751, [5.92, 8.08], [5.0, 8.75]),
    ]);
    for (look, (mean, deviation, notch, hinges)) in looks {
        assert_near(look.mean, mean, 5e-4);
        assert_near(look.deviation.expect("thirty numbers"), deviation, 5e-4);
        assert_eq!((look.median(), look.hinges), (7.0, hinges));
        look.notch.iter().zip(notch).for_each(|(&got, expected)| assert_near(got, expected, 5e-3));
    }
}

/// With 30 runs nobody can tell; with ten times as many UMG is slower, and RMG is like control. Generations are as an
/// independent program has them. (With this seed 300 runs are enough, as with five of the first six: the power is 0.8.)
#[test]
fn enough_runs_tell_what_thirty_cannot() {
    let mut plan = experiment("tictactoe-elitism-1000.toml");
    (plan.runs, plan.common.seed) = (300, 5);
    let (result, _) = run(&plan, 2);
    let comparison = result.comparison.as_ref().expect("three treatments");
    let claims: Vec<[&str; 2]> =
        comparison.claims(0.05).iter().map(|couple| [couple.a.as_str(), couple.b.as_str()]).collect();
    assert_eq!(claims, [["control", "UMG"], ["RMG", "UMG"]], "{:?}", result.findings);
    assert!(comparison.couples[1].mann_whitney.is_some_and(|test| (0.53..0.59).contains(&test.superiority)));
    // 5, 25, 50, 75 and 95 % of 1000 runs of that program.
    let expected = [[4.0, 6.0, 8.0, 9.0, 14.0], [4.0, 6.0, 8.0, 9.0, 12.0], [4.0, 7.0, 8.0, 10.0, 14.0]];
    for (treatment, expected) in result.treatments.iter().zip(expected) {
        let look = &treatment.look;
        assert!((7.0..=8.0).contains(&look.median()), "{}: {look:?}", treatment.name);
        for (got, expected) in look.quantiles.iter().zip(expected) {
            assert!((got - expected).abs() <= 1.0, "{}: {:?}", treatment.name, look.quantiles);
        }
    }
    // Nearly every run finds a strategy of its own.
    let collection = &result.collections[0];
    assert!(collection.found >= 895 && collection.distinct > collection.found - 9, "{}", collection.distinct);
    // An experiment of thirty runs sees this in one case of a few.
    assert!(result.powers[0].anova < 0.4 && result.powers[3].kruskal_wallis > 0.5, "{:?}", result.powers);
}

#[test]
fn treatments_override_the_subject() {
    let plan = small();
    let settings: Vec<_> = (plan.treatments.iter())
        .map(|treatment| {
            let Subject::Tables(tables) = &treatment.subject;
            (treatment.name.as_str(), tables.population, tables.opponent, tables.games)
        })
        .collect();
    assert_eq!(
        settings,
        [
            ("control", 30, Opposition::None, 300),
            ("RMG", 30, Opposition::Random, 50),
            ("UMG", 30, Opposition::UmgNeverReset, 300)
        ]
    );
}

#[test]
fn bad_files_are_told() {
    for (old, new, told) in [
        ("runs = 7", "runs = 0", "runs = 0: expected 1 to 10000000"),
        ("runs = 7", "runs = 9000000", "at most 10000000"),
        ("runs = 7", "run = 7", "unknown key `run`: did you mean `runs`?"),
        ("runs = 7", "runs = 7\noutcome = \"elo\"", "outcome = \"elo\": expected \"generations\""),
        ("kind = \"tables\"", "kind = \"chairs\"", "subject: kind = \"chairs\": expected \"tables\""),
        ("kind = \"tables\"", "", "subject: `kind` is missing"),
        ("population = 30", "population = 31", "subject: population = 31: expected an even number"),
        ("population = 30", "populaton = 30", "subject: unknown key `populaton`: did you mean `population`?"),
        ("games = 50", "gams = 50", "treatment `RMG`: unknown key `gams`: did you mean `games`?"),
        ("games = 50", "population = 7", "treatment `RMG`: population = 7: expected an even number"),
        ("games = 50", "opponent = 3", "treatment `RMG`"),
        ("games = 50", "kind = \"tables\"", "treatment `RMG`: the kind is set in the subject"),
        (
            "opponent = \"random\"",
            "opponent = \"randon\"",
            "treatment `RMG`: opponent = \"randon\": expected",
        ),
        (
            "opponent = \"random\"",
            "elite-preservation = false\nopponent = \"random\"",
            "only for elite preservation",
        ),
        ("name = \"RMG\"", "name = \"control\"", "two treatments are called `control`"),
        ("name = \"RMG\"", "", "treatment 2: `name` (a name, as text) is missing"),
        ("published = [3, 9]", "published = [3, -9]", "treatment `UMG`: published = -9: expected at least 0"),
        (
            "published = [3, 9]",
            "published = \"3, 9\"",
            "treatment `UMG`: published = \"3, 9\": expected a list, each item a number",
        ),
    ] {
        assert!(SMALL.contains(old), "{old}");
        let text = if new.starts_with("opponent = 3") {
            SMALL.replacen("opponent = \"random\"\ngames = 50", new, 1)
        } else {
            SMALL.replacen(old, new, 1)
        };
        let problem = read(&text).expect_err(new);
        assert!(problem.starts_with("x.toml: ") && problem.contains(told), "{new}: {problem}");
    }
    let none = SMALL.split("[[treatments]]").next().unwrap_or_default();
    assert!(read(none).is_err_and(|problem| problem.contains("treatments")));
    assert!(
        read(&format!("treatments = []\n{none}"))
            .is_err_and(|problem| problem.contains("at least one entry in"))
    );
}
