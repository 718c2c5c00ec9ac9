//! Programs of other people in matches: whatever they do, they lose their game and nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use zermelo_arena::Pair;
use zermelo_catalog::catalog::open_for;
use zermelo_catalog::ugi::check;
use zermelo_catalog::{CheckPlan, Finding, Permission, Session, Start};
use zermelo_game::{Forfeit, Stop};
use zermelo_runner::executor::Executor;
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Known, Openings, Round, RunnerPlan, Which,
};
use zermelo_runner::{Faults, MatchPlan, MatchResult, play_match};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's folder")
}

/// The agent of a script, in Python.
fn engine(script: &str, parameters: &str) -> String {
    format!("ugi({}, {parameters})", command(script))
}

fn command(script: &str) -> String {
    let (file, arguments) = script.split_once(' ').unwrap_or((script, ""));
    format!("'{}' '{}' {arguments}", python(), root().join(file).display())
}

/// The interpreter itself: what is called python3 may be a script that looks for it, which takes its time.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let told = asked.ok().filter(|output| output.status.success());
        let told = told.expect("these tests need Python: install python3 (on Debian, `apt install python3`)");
        String::from_utf8_lossy(&told.stdout).trim().to_owned()
    })
}

fn play(agents: [&str; 2], pairs: u64) -> MatchResult {
    let plan = MatchPlan {
        agents,
        pairs,
        seed: 1,
        opening_plies: None,
        keeps_decided: false,
        threads: 1,
        stop: &Stop::default(),
        on_progress: &|_, _| {},
    };
    play_match(&open_for("connect4", Permission::terminal()).expect("a game"), &plan).expect("a match")
}

/// A bad engine loses every game of a match by this fault, and its opponent none.
#[track_caller]
fn loses(fault: &str, parameters: &str, quit: Forfeit) {
    let engine = engine(&format!("tests/data/engines/bad.py {fault}"), parameters);
    let contest = play([&engine, "random"], 1);
    assert_eq!((contest.wins, contest.draws, contest.losses), (0, 0, 2), "{contest:?}");
    let expected = |other| if other == quit { 2 } else { 0 };
    for (other, n) in contest.faults[0].counts() {
        assert_eq!(n, expected(other), "{fault}: {other:?} in {contest:?}");
    }
    assert!(contest.faults[1].counts().all(|(_, n)| n == 0), "{contest:?}");
}

#[test]
fn who_breaks_the_rules_loses() {
    loses("illegal", "nodes=1", Forfeit::Illegal);
    loses("nothing", "depth=1", Forfeit::Illegal);
    loses("garbage", "nodes=1", Forfeit::Illegal);
}

#[test]
fn who_gives_up_loses() {
    loses("resign", "time=1e18s, stall=1e15s, start=1e15s, margin=1e15s", Forfeit::Resigned);
    loses("resign", "clock=10s+1s", Forfeit::Resigned);
    loses("none", "nodes=1", Forfeit::NoMove);
}

#[test]
fn who_ends_loses() {
    loses("crash-at-start", "nodes=1", Forfeit::Crashed);
    loses("crash-mid-game", "nodes=1", Forfeit::Crashed);
    loses("closes-its-output", "nodes=1", Forfeit::Crashed);
    loses("other-game", "nodes=1", Forfeit::Crashed);
}

#[test]
fn who_does_not_answer_loses() {
    loses("stall", "nodes=1, stall=200ms", Forfeit::Stalled);
    loses("stall", "time=1ms, margin=1ms, stall=200ms", Forfeit::Stalled);
    loses("deaf", "nodes=1, start=200ms", Forfeit::Stalled);
    loses("deaf-but-polite", "nodes=1, stall=200ms", Forfeit::Stalled);
}

#[test]
fn who_is_late_loses() {
    loses("slow", "time=50ms, margin=50ms", Forfeit::Late);
    loses("slow", "clock=100ms", Forfeit::Late);
}

#[test]
fn who_talks_without_end_loses() {
    loses("flood", "nodes=1", Forfeit::Crashed);
    loses("endless-line", "nodes=1", Forfeit::Crashed);
}

#[test]
fn an_engine_that_ended_plays_the_next_game() {
    // It ends at its second move in every game, and is there for the first one again.
    let engine = engine("tests/data/engines/bad.py crash-mid-game", "nodes=1");
    let contest = play(["random", &engine], 3);
    assert_eq!((contest.wins, contest.faults[1].count(Forfeit::Crashed)), (6, 6), "{contest:?}");
    assert_eq!(contest.efforts[1].moves, 12, "two answers in each game, the second a crash");
}

/// Whether a process runs; one that has ended, but which nobody has waited for, does not.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_an_engine_is_left() {
    // One engine for both games, and its child, which is in its group.
    leaves_nothing("stubborn", 2);
}

/// A process that has left its group and lost its parent is found by the mark in its environment.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_leaves_no_daemon_behind() {
    leaves_nothing("daemon", 1);
}

/// Plays a match with an engine that writes the numbers of its processes to a file: soon none of them runs.
#[track_caller]
fn leaves_nothing(fault: &str, n_processes: usize) {
    let pids = std::env::temp_dir().join(format!("zermelo-{fault}-{}", std::process::id()));
    let script = format!("tests/data/engines/bad.py {fault} '{}'", pids.display());
    // It plays column 4 until that is full: an illegal move ends every game that is not over before.
    let contest = play([&engine(&script, "nodes=1"), "random"], 1);
    assert_eq!(contest.games(), 2);
    let text = std::fs::read_to_string(&pids).expect("the engine has written its number");
    let _ = std::fs::remove_file(&pids);
    assert_eq!(text.split_whitespace().count(), n_processes, "{text}");
    // A signal arrives soon, not at once; on a busy machine, after seconds.
    for _ in 0..1000 {
        if !text.split_whitespace().any(runs) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("still running: {text}");
}

/// What a bad engine remarks in a match, and how often it lost by a fault.
fn remarks_of(fault: &str, quit: Forfeit) -> (Vec<String>, u64) {
    let engine = engine(&format!("tests/data/engines/bad.py {fault}"), "nodes=1");
    let contest = play(["random", &engine], 2);
    assert!(contest.remarks[0].is_empty());
    (contest.remarks[1].clone(), contest.faults[1].count(quit))
}

/// An engine that plays on another board is told of before and after it loses by that.
#[test]
fn an_engine_on_another_board_is_told_of() {
    let (remarks, n_lost) = remarks_of("other-board", Forfeit::Illegal);
    assert_eq!(n_lost, 4);
    let first = "its board is not that of connect4, and it has no option Variant: at the start it lists 9 moves, of which `8` \
                 is illegal; expected 7";
    assert_eq!(remarks[0], first);
    assert!(
        remarks[1].starts_with("illegal-move: ") && remarks[1].contains("its board differs"),
        "{remarks:?}"
    );
    // One that says nothing of its board may have any.
    let (remarks, _) = remarks_of("illegal", Forfeit::Illegal);
    assert!(
        remarks[0].starts_with("it has no option Variant, so it cannot be set to connect4"),
        "{remarks:?}"
    );
    assert_eq!(remarks.iter().filter(|remark| remark.contains("Variant")).count(), 1, "told once");
    let (remarks, n_lost) = remarks_of("other-game", Forfeit::Crashed);
    assert_eq!(
        (n_lost, remarks),
        (4, vec!["crash: it does not play connect4: its Variant is one of chess".to_owned()])
    );
}

/// An engine that ends when it hears a question it does not know is not asked any, and plays.
#[test]
fn an_engine_that_cannot_be_asked_plays() {
    let (remarks, n_resigned) = remarks_of("ends-when-asked", Forfeit::Resigned);
    assert_eq!(n_resigned, 4);
    assert!(remarks[0].starts_with("it fails on"), "{remarks:?}");
    assert!(remarks[1].starts_with("it has no option Variant") && remarks.len() == 2, "{remarks:?}");
}

/// What an engine complains about is told with the game that it loses, and cannot do anything to a terminal.
#[test]
fn complaints_are_told_with_the_forfeit() {
    let (remarks, n_lost) = remarks_of("complains", Forfeit::Illegal);
    assert_eq!(n_lost, 4);
    assert!(
        remarks
            .iter()
            .any(|remark| remark.starts_with("it reports: Error: I cannot read \\u{1b}[31mstartpos")),
        "{remarks:?}"
    );
    let lost = remarks.iter().find(|remark| remark.starts_with("illegal-move")).expect("why it lost");
    assert!(lost.contains("(it reported: Error: I cannot read \\u{1b}[31mstartpos"), "{lost}");
    assert!(!remarks.concat().contains('\x1b') && remarks.len() <= 9, "{remarks:?}");
}

/// An engine is told the moves of an opening where they are known, and a position where one was given.
#[test]
fn engines_hear_the_moves_of_openings() {
    let lines = engine("tests/data/engines/bad.py only-lines", "nodes=1");
    let plan = MatchPlan {
        agents: [&lines, "random"],
        pairs: 3,
        seed: 1,
        opening_plies: Some(4),
        keeps_decided: false,
        threads: 1,
        stop: &Stop::default(),
        on_progress: &|_, _| {},
    };
    let game = open_for("connect4", Permission::terminal()).expect("a game");
    assert_eq!(play_match(&game, &plan).expect("a match").faults[0].count(Forfeit::Resigned), 6);

    let position = "......./......./......./......./...o.../...x... x";
    let listed = Openings::Listed(vec!["4 4 3".to_owned(), position.to_owned()]);
    for (openings, n_openings, reasons) in [
        (listed, 2, ["resignation", "illegal-move"]),
        (Openings::Random { plies: Some(3), which: Which::Undecided }, 2, ["resignation"; 2]),
        (Openings::Start, 1, ["resignation"; 2]),
    ] {
        let plan = RunnerPlan {
            seed: 1,
            openings: &openings,
            n_openings,
            first_opening: 0,
            adjudication: Adjudication::default(),
        };
        let runner = GameRunner::open(&game, &plan).expect("a runner");
        let stop = Stop::default();
        let round = Round {
            contestants: &[
                Contestant { number: 0, agent: &lines },
                Contestant { number: 1, agent: "random" },
            ],
            pairs: &[0, 1].map(|opening| Pair { a: 0, b: 1, opening, round: 0 }),
            first_pair: 0,
            executor: Executor::local(1, &stop),
            known: &Known::new(),
        };
        let Ok(games) = runner.play(&round, &mut |_| Ok(())) else { panic!("the round was played") };
        let found: Vec<&str> = games.iter().map(|[first, _]| first.reason.as_str()).collect();
        assert_eq!(found, reasons, "{openings:?}");
    }

    // At the terminal, also after moves were taken back.
    let start = Start { position: None, moves: "4 4 3 3".to_owned() };
    let mut session = game.session(&start).expect("a game");
    let forfeit = |session: &mut Session| {
        session.think(&lines, 1).expect("an agent").and_then(|thought| thought.forfeit)
    };
    assert_eq!(forfeit(&mut session), Some(Forfeit::Resigned));
    assert!(session.undo() && session.undo());
    assert_eq!(forfeit(&mut session), Some(Forfeit::Resigned));
    let start = Start { position: Some(position.to_owned()), moves: String::new() };
    assert_eq!(forfeit(&mut game.session(&start).expect("a game")), Some(Forfeit::Illegal));
}

#[test]
fn the_example_plays_well() {
    let engine = engine("examples/engines/connect4.py", "nodes=1000");
    let contest = play([&engine, "random"], 10);
    assert!(contest.wins >= 18, "{contest:?}");
    assert!(contest.faults.iter().flat_map(Faults::counts).all(|(_, n)| n == 0), "{contest:?}");
    assert!(contest.efforts[0].nodes_per_move() > 7.0, "it tells what it looked at: {contest:?}");
    // The same on any number of threads: a program for each of them.
    let plan = MatchPlan {
        agents: [&engine, "random"],
        pairs: 10,
        seed: 1,
        opening_plies: None,
        keeps_decided: false,
        threads: 3,
        stop: &Stop::default(),
        on_progress: &|_, _| {},
    };
    let again =
        play_match(&open_for("connect4", Permission::terminal()).expect("a game"), &plan).expect("a match");
    assert_eq!(
        (contest.wins, contest.losses, contest.plies, contest.distinct_games),
        (again.wins, again.losses, again.plies, again.distinct_games)
    );
}

fn findings(script: &str) -> Vec<Finding> {
    let command = command(script);
    let plan =
        CheckPlan { command: &command, dialect: Default::default(), limit: Duration::from_millis(3000) };
    let mut findings = Vec::new();
    let game = open_for("connect4", Permission::terminal()).expect("a game");
    check::run(&game, &plan, &mut |finding| findings.push(finding.clone())).expect("a program");
    findings
}

#[test]
fn the_examination_finds_nothing_wrong_with_the_example() {
    let findings = findings("examples/engines/connect4.py");
    let failed: Vec<&Finding> = findings.iter().filter(|finding| !finding.is_ok).collect();
    // A busy machine may be late; whether it is must not decide a test.
    assert!(failed.iter().all(|finding| finding.name == "go movetime"), "{failed:#?}");
    assert!(findings.len() > 15, "{findings:#?}");
}

#[test]
fn the_examination_finds_what_is_wrong() {
    let failed = |fault: &str| -> Vec<&'static str> {
        let findings = findings(&format!("tests/data/engines/bad.py {fault}"));
        findings.iter().filter(|finding| !finding.is_ok).map(|finding| finding.name).collect()
    };
    assert_eq!(failed("crash-at-start"), ["greeting"]);
    assert!(failed("illegal").contains(&"start position"));
    assert!(failed("other-game").contains(&"game"));
    let other = findings("tests/data/engines/bad.py other-board");
    let board = other.iter().find(|finding| finding.name == "board").expect("boards are compared");
    assert!(
        !board.is_ok && board.got.starts_with("at the start it lists 9 moves, of which `8` is illegal"),
        "{board:?}"
    );
    let game = other.iter().find(|finding| finding.name == "game").expect("the game is asked for");
    assert!(!game.is_ok && game.got.contains("no Variant option"), "{game:?}");
    let complains = findings("tests/data/engines/bad.py complains");
    let start =
        complains.iter().find(|finding| finding.name == "start position").expect("a move is asked for");
    assert!(!start.is_ok && start.got.contains("(it reported: Error: I cannot read"), "{start:?}");
    let fixed = failed("always-the-same-move");
    for name in ["id", "info", "isready in a search", "go infinite and stop", "two games"] {
        assert!(fixed.contains(&name), "{name}: {fixed:?}");
    }
    assert!(!fixed.contains(&"quit") && failed("stubborn /dev/null").contains(&"quit"));
}

#[test]
fn texts_of_engines_are_read_with_care() {
    let check = |text: &str| {
        let session = open_for("connect4", Permission::terminal())
            .expect("a game")
            .session(&Default::default())
            .expect("the start");
        session.check_agent(text).map_err(|error| error.to_string())
    };
    for good in [
        "ugi(sh)",
        "ugi(sh -c x=1, time=1s)",
        "ugi(\"sh -c 'a(,b'\", clock=1s+1ms, margin=1ms, protocol=uci)",
    ] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
    for (bad, told) in [
        ("ugi", "expected a command"),
        ("ugi()", "expected a command"),
        ("ugi(no-such-engine)", "there is no program `no-such-engine`"),
        ("ugi(sh, nodes=1, depth=2)", "one limit"),
        ("ugi(sh, node=1)", "did you mean `nodes`"),
        ("ugi(sh, protocol=xboard)", "expected ugi, uci or uai"),
        ("ugi(sh, log=/no/such/folder/file)", "no directory"),
        ("ugi(sh, margin=soon)", "expected a time"),
        ("ugi(sh \"-c)", "quotation marks do not match"),
        ("ugi(sh, sh)", "no meaning"),
        ("ucci(sh)", "there is no agent"),
        ("alphabet", "did you mean `alphabeta`"),
    ] {
        let error = check(bad).expect_err(bad);
        assert!(error.contains(told), "{bad}: {error}");
    }
}
