//! Tournaments from file to result: the same on any number of threads, and whatever interrupts them.

use std::collections::HashMap;
use std::path::Path;

use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::Journal;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::Experiment;
use zermelo_experiments::tournament::{self, TournamentPlan, TournamentResult};
use zermelo_game::{Outcome, Player, Stop};
use zermelo_runner::game_runner::{Halt, Known};
use zermelo_store::{AgentRow, EventRow, GameRow, OpeningRow, StoreError};

const AGENTS: &str = r#"
[[agents]]
name = "random"
agent = "random"
[[agents]]
name = "one"
agent = "alphabeta(depth=1)"
[[agents]]
name = "three"
agent = "alphabeta(depth=3)"
[[agents]]
name = "trees"
agent = "mcts(playouts=20)"
"#;

/// A tournament of connect4 with this schedule.
fn plan(schedule: &str) -> TournamentPlan {
    let text = format!(
        "kind = \"tournament\"\ntitle = \"T\"\ngame = \"connect4\"\nseed = 3\n[schedule]\n{schedule}\n{AGENTS}"
    );
    TournamentPlan::read(&text, "a test", here()).unwrap_or_else(|error| panic!("{error}"))
}

/// Keeps games, and stops or fails after so many.
struct Notes<'a> {
    games: Vec<GameRow>,
    most_games: usize,
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

    fn game(&mut self, game: &GameRow) -> Result<(), StoreError> {
        self.games.push(game.clone());
        if self.games.len() == self.most_games {
            if self.fails {
                return Err(StoreError::WriterGone);
            }
            self.stop.stop();
        }
        Ok(())
    }

    fn event(&mut self, _: &EventRow) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Plays with what is known, and stops or fails after so many games.
fn run_until(
    plan: &TournamentPlan,
    threads: usize,
    known: &Known,
    most_games: usize,
    fails: bool,
) -> (Result<TournamentResult, Halt>, Vec<GameRow>) {
    let stop = Stop::default();
    let running =
        Running { threads, resumes: false, stop: &stop, permission: Permission::terminal(), fleet: None };
    let mut notes = Notes { games: Vec::new(), most_games, fails, stop: &stop };
    let result = tournament::run(plan, &running, known, &mut notes);
    (result, notes.games)
}

fn run(
    plan: &TournamentPlan,
    threads: usize,
    known: HashMap<u64, GameRow>,
    most_games: usize,
) -> (Result<TournamentResult, Halt>, Vec<GameRow>) {
    run_until(plan, threads, &known, most_games, false)
}

/// Everything but the times.
fn without_times(mut rows: Vec<GameRow>) -> Vec<GameRow> {
    rows.sort_by_key(|row| row.index);
    rows.iter_mut().for_each(|row| row.micros = [0; 2]);
    rows
}

const SCHEDULES: [&str; 7] = [
    "kind = \"round-robin\"\ngames = 6",
    "kind = \"gauntlet\"\ngames = 8\ntested = [\"three\", \"trees\"]\nopponents = [\"random\", \"one\"]",
    "kind = \"partial\"\nmatches = 4",
    "kind = \"swiss\"\nrounds = 3\ngames = 4",
    "kind = \"knockout\"\ngames = 4",
    "kind = \"until\"\nelo = \"±150\"\nmost-games = 300",
    "kind = \"double-round-robin\"\ngames = 2",
];

#[test]
fn threads_change_nothing() {
    for schedule in SCHEDULES {
        let plan = plan(schedule);
        let (one, games) = run(&plan, 1, HashMap::new(), usize::MAX);
        let one = one.expect("a result");
        assert!(one.games > 0 && one.games == games.len() as u64, "{schedule}");
        let games = without_times(games);
        for threads in [2, 16] {
            let (result, other) = run(&plan, threads, HashMap::new(), usize::MAX);
            assert_eq!(result.expect("a result"), one, "{schedule}, {threads} threads");
            assert_eq!(without_times(other), games, "{schedule}, {threads} threads");
        }
    }
}

/// Stopped again and again, with what was played kept, a tournament ends as if nothing had happened.
#[test]
fn interruptions_change_nothing() {
    for schedule in SCHEDULES {
        let plan = plan(schedule);
        let (expected, games) = run(&plan, 2, HashMap::new(), usize::MAX);
        let expected = expected.expect("a result");
        let mut known: HashMap<u64, GameRow> = HashMap::new();
        let result = loop {
            let (result, played) = run(&plan, 2, known.clone(), 5);
            for row in played {
                assert!(known.insert(row.index, row).is_none(), "{schedule}: played twice");
            }
            match result {
                Ok(result) => break result,
                Err(Halt::Stopped) => {}
                Err(halt) => panic!("{schedule}: {halt:?}"),
            }
        };
        assert_eq!(result, expected, "{schedule}");
        assert_eq!(without_times(known.into_values().collect()), without_times(games), "{schedule}");
    }
}

#[test]
fn a_listener_that_fails_ends_the_run() {
    let plan = plan(SCHEDULES[0]);
    let (result, games) = run_until(&plan, 2, &HashMap::new(), 3, true);
    assert!(matches!(result, Err(Halt::Store(StoreError::WriterGone))));
    assert_eq!(games.len(), 3);
}

/// Results are those of the games, seen from everybody's side.
#[test]
fn results_are_sums_over_the_games() {
    let plan = plan(SCHEDULES[0]);
    let (result, games) = run(&plan, 2, HashMap::new(), usize::MAX);
    let result = result.expect("a result");
    assert_eq!(result.games, 36);
    for standing in &result.standings {
        let entrant =
            plan.entrants.iter().position(|entrant| entrant.name == standing.name).expect("known") as u32;
        let won = |row: &&GameRow| {
            (row.outcome == Outcome::Win(Player::First) && row.first == entrant)
                || (row.outcome == Outcome::Win(Player::Second) && row.second == entrant)
        };
        assert_eq!(standing.wins, games.iter().filter(won).count() as u64, "{}", standing.name);
        assert_eq!(standing.wins + standing.draws + standing.losses, 18);
        assert_eq!(standing.points, standing.wins as f64 + 0.5 * standing.draws as f64);
        let [score, low, high] = standing.score.expect("games");
        assert!((0.0..=1.0).contains(&low) && low <= score && score <= high && high <= 1.0);
        assert!(standing.elo.is_some_and(|elo| elo.iter().all(|elo| elo.is_finite())));
    }
    assert_eq!(result.standings.last().map(|standing| standing.name.as_str()), Some("random"));
    // Every game from both sides, from the same opening.
    for pair in without_times(games).chunks(2) {
        assert_eq!((pair[0].first, pair[0].second), (pair[1].second, pair[1].first));
        assert_eq!(pair[0].opening, pair[1].opening);
    }
}

/// Two agents that leave nothing to chance repeat their games from few openings: that is told, and counts for no more.
#[test]
fn repeated_games_are_told() {
    let text = "kind = \"tournament\"\ntitle = \"T\"\ngame = \"tictactoe\"\n[openings]\nplies = 0\n[schedule]\nkind = \
                \"round-robin\"\ngames = 1000\n[[agents]]\nname = \"a\"\nagent = \"alphabeta(depth=1)\"\n[[agents]]\nname = \
                \"b\"\nagent = \"alphabeta(depth=2)\"\n";
    let plan = TournamentPlan::read(text, "a test", here()).expect("a plan");
    let result = run(&plan, 2, HashMap::new(), usize::MAX).0.expect("a result");
    assert_eq!((result.games, result.distinct_games), (1000, 2));
    assert!(result.findings.iter().any(|finding| finding.starts_with("2 of 1000 games are distinct")));
    let [_, low, high] = result.standings[0].score.expect("games");
    assert!(high - low > 0.3, "one pair of games tells little: {low} to {high}");
}

#[test]
fn long_games_and_solved_ones_are_ended() {
    let rules = "[adjudication]\nlength = 6";
    let solved = "[adjudication]\nsolved = 2000";
    for (rules, reason) in [(rules, "length"), (solved, "solved")] {
        let text = format!(
            "kind = \"tournament\"\ntitle = \"T\"\ngame = \"connect4\"\n[schedule]\nkind = \"round-robin\"\ngames = \
             20\n{rules}\n{AGENTS}"
        );
        let plan = TournamentPlan::read(&text, "a test", here()).expect("a plan");
        let (result, games) = run(&plan, 2, HashMap::new(), usize::MAX);
        let ended = games.iter().filter(|row| row.reason == reason).count();
        assert!(ended > 20, "{reason}: {ended}");
        let told = result.expect("a result").endings.into_iter().find(|ending| ending.reason == reason);
        assert_eq!(told.map(|ending| ending.games), Some(ended as u64));
        if reason == "length" {
            assert!(games.iter().all(|row| row.plies <= 6));
        }
    }
}

/// What is wrong with a file is told with the place and what to do.
#[test]
fn bad_files_are_told() {
    let good = format!(
        "kind = \"tournament\"\ntitle = \"T\"\ngame = \"connect4\"\n[schedule]\nkind = \"round-robin\"\ngames = 2\n{AGENTS}"
    );
    let read = |text: &str| {
        TournamentPlan::read(text, "x.toml", here()).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(read(&good), Ok(()));
    for (old, new, told) in [
        ("games = 2", "games = 3", "even number"),
        ("games = 2", "games = 0", "expected 2 to 100000000"),
        ("games = 2", "gamse = 2", "did you mean `games`?"),
        ("title", "titel", "did you mean `title`?"),
        ("round-robin", "round-robbin", "did you mean `round-robin`?"),
        ("name = \"one\"", "name = \"random\"", "two agents are called `random`"),
        (
            "kind = \"round-robin\"\ngames = 2",
            "kind = \"gauntlet\"\ngames = 2",
            "needs `tested` and `opponents`",
        ),
        (
            "kind = \"round-robin\"\ngames = 2",
            "kind = \"gauntlet\"\ngames = 2\ntested = [\"tree\"]\nopponents = [\"one\"]",
            "did you mean `trees`?",
        ),
        ("kind = \"round-robin\"\ngames = 2", "kind = \"until\"\nelo = \"narrow\"", "such as \"±10\""),
        ("kind = \"round-robin\"\ngames = 2", "kind = \"sprt\"\nelo0 = 0\nelo1 = 5", "between two agents"),
        ("[schedule]", "points = \"1/2\"\n[schedule]", "such as 3/1/0"),
        ("[schedule]", "[openings]\nfile = \"no such file\"\n[schedule]", "cannot be read"),
        ("[schedule]", "[openings]\nplies = 2\nlist = [\"4\"]\n[schedule]", "one of `plies`"),
        ("[schedule]", "[openings]\nkeep-decidde = true\n[schedule]", "did you mean `keep-decided`?"),
        ("[schedule]", "[openings]\nlist = [\"4\"]\nkeep-decided = true\n[schedule]", "one of `plies`"),
        (
            "[schedule]",
            "[openings]\nkeep-decided = true\nlevel = { judge = \"random\", within = 9.0 }\n[schedule]",
            "exclude each other",
        ),
    ] {
        let text = good.replacen(old, new, 1);
        let problem = read(&text).expect_err(new);
        assert!(problem.starts_with("x.toml: ") && problem.contains(told), "{new}: {problem}");
    }
    // What only the game can tell is told before anything is played.
    for (old, new, told) in [
        ("alphabeta(depth=1)", "alphabeta(dept=1)", "did you mean `depth`?"),
        ("[schedule]", "[openings]\nlist = [\"4 4 9\"]\n[schedule]", "move 3"),
        ("[schedule]", "[openings]\nplies = 60\n[schedule]", "give fewer opening plies"),
    ] {
        let plan = TournamentPlan::read(&good.replacen(old, new, 1), "x.toml", here()).expect(new);
        match run(&plan, 1, HashMap::new(), usize::MAX) {
            (Err(Halt::Bad(error)), games) => {
                assert!(error.to_string().contains(told) && games.is_empty(), "{new}: {error}");
            }
            (other, _) => panic!("{new}: {other:?}"),
        }
    }
}

/// Every experiment of the repository can be played as it stands; who was bred by another is not there, and anybody stands
/// in.
#[test]
fn the_experiments_of_the_repository_can_be_played() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments"));
    let copies = tempfile::tempdir().expect("a folder");
    let mut n_checked = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let mut text = std::fs::read_to_string(&path).expect("a text");
        let mut from = 0;
        while let Some(at) = text[from..].find("bred(").map(|at| from + at) {
            let end = at + text[at..].find(')').expect("a name has an end");
            let run = text[at + "bred(".len()..end].split('/').next().unwrap_or_default();
            // A series breeds some of them itself.
            if text.contains(&format!("name = \"{run}\"")) {
                from = end;
            } else {
                text.replace_range(at..=end, "random");
                from = at;
            }
        }
        let copy = copies.path().join(path.file_name().expect("a name"));
        std::fs::write(&copy, text).expect("a copy");
        let experiment =
            Experiment::read(&copy, Permission::terminal()).unwrap_or_else(|error| panic!("{error}"));
        experiment
            .check(Permission::terminal())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        n_checked += 1;
    }
    assert!(n_checked >= 5, "{n_checked} experiments");
}

/// The first sentence says who won, and whether that is more than luck.
#[test]
fn the_first_finding_names_the_winner() {
    let file = |agent: &str| {
        format!(
            "kind = \"tournament\"\ntitle = \"T\"\ngame = \"tictactoe\"\n\
             schedule = {{ kind = \"round-robin\", games = 100 }}\n\
             agents = [{{ name = \"one\", agent = \"random\" }}, {{ name = \"two\", agent = \"{agent}\" }}]"
        )
    };
    let told = |agent: &str| {
        let plan = TournamentPlan::read(&file(agent), "a test", here()).expect("a plan");
        run(&plan, 2, HashMap::new(), usize::MAX).0.expect("a result").findings[0].clone()
    };
    let clear = told("alphabeta(depth=6)");
    assert!(
        clear.starts_with("two is first with ") && clear.contains(", significantly stronger than one"),
        "{clear}"
    );
    let even = told("casual(random, slips=1, sight=none)");
    assert!(even.contains("but not significantly stronger"), "{even}");
}

/// Whose opponents were weaker takes more points: places go by rating unless everybody met everybody equally often, so that
/// table, sentences and figure agree.
#[test]
fn places_and_ratings_agree() {
    let agents = "agents = [{ name = 'a', agent = 'alphabeta(depth=3)' }, { name = 'b', agent = 'alphabeta(depth=2)' }, \
                  { name = 'c', agent = 'random' }, { name = 'd', agent = 'alphabeta(depth=1)' }]";
    let schedules = [
        ("kind = 'until', elo = '±60', most-games = 400", true),
        ("kind = 'gauntlet', games = 20, tested = ['b'], opponents = ['a', 'c', 'd']", true),
        ("kind = 'swiss', rounds = 3, games = 20", false),
        ("kind = 'swiss', rounds = 2, games = 20", true),
        ("kind = 'partial', matches = 4", true),
        ("kind = 'knockout', games = 10", true),
        ("kind = 'round-robin', games = 20", false),
    ];
    for (schedule, is_by_rating) in schedules {
        for game in ["connect4", "tictactoe"] {
            let text = format!(
                "kind = 'tournament'\ntitle = 'T'\ngame = '{game}'\nschedule = {{ {schedule} }}\n{agents}"
            );
            let plan = TournamentPlan::read(&text, "a test", here()).expect("a plan");
            let result = run(&plan, 2, HashMap::new(), usize::MAX).0.expect("a result");
            let names: Vec<&str> = result.standings.iter().map(|standing| standing.name.as_str()).collect();
            assert_eq!(result.findings[0].contains(" is first by rating, with "), is_by_rating, "{schedule}");
            assert!(result.findings[0].starts_with(names[0]), "{schedule}: {}", result.findings[0]);
            if !is_by_rating {
                continue;
            }
            let elo: Vec<f64> =
                result.standings.iter().map(|standing| standing.elo.map_or(-1e9, |elo| elo[0])).collect();
            assert!(elo.is_sorted_by(|one, other| one >= other), "{schedule}: {names:?} {elo:?}");
            let rating = result.rating.expect("ratings");
            let place =
                |name: &str| plan.entrants.iter().position(|entrant| entrant.name == name).expect("known");
            let chance = rating.superiority[place(names[0])][place(names[1])];
            assert!(chance.is_none_or(|chance| chance >= 0.5), "{schedule}: {chance:?}");
            assert!(result.findings[1].starts_with("Not everybody met everybody equally often"));
        }
    }
}

/// Where files would be looked for, at the terminal.
fn here() -> Folder<'static> {
    Folder::new(Path::new("."), Permission::terminal())
}
