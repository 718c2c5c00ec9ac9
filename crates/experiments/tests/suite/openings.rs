//! Openings: drawn when games need them, those that are decided left out, and none of that by chance.

use std::collections::{BTreeSet, HashSet};

use crate::common::{downcast, place, run};
use zermelo_catalog::{Start, catalog};
use zermelo_experiments::tournament::TournamentResult;
use zermelo_game::{Family, Game, GameVisitor, Position, Stop, stream};
use zermelo_lines::drop::Drop;
use zermelo_runner::game_runner::{Adjudication, GameRunner, Openings, RunnerPlan, Which};
use zermelo_runner::openings::OpeningTally;
use zermelo_runner::{MatchPlan, MatchResult, play_match};
use zermelo_simplexity::Simplexity;

fn runner(game: &str, plies: Option<u32>, which: Which, n_openings: usize) -> GameRunner {
    let openings = &Openings::Random { plies, which };
    let adjudication = Adjudication::default();
    let plan = RunnerPlan { seed: 1, openings, n_openings, first_opening: 0, adjudication };
    GameRunner::open(&catalog::open(game).expect("a game"), &plan).expect("openings")
}

fn texts(game: &str, plies: Option<u32>, which: Which, n_openings: usize) -> Vec<String> {
    runner(game, plies, which, n_openings).openings().into_iter().map(|row| row.text).collect()
}

/// Whether plain alpha-beta of seven plies proves a win or a loss after these moves.
fn is_decided(game: &str, moves: &str) -> bool {
    let start = Start { position: None, moves: moves.to_owned() };
    let mut session = catalog::open(game).expect("a game").session(&start).expect("moves");
    let score = session.think("alphabeta(depth=7)", 0).expect("an agent").expect("it continues").score;
    score.proved().is_some()
}

/// A sixth of Simplexity's openings or more are decided; of those that are played by default, none is. The others are played in
/// the same order as ever.
#[test]
fn decided_openings_are_left_out() {
    let any = texts("simplexity", None, Which::Any, 60);
    let expected: Vec<&String> = any.iter().filter(|moves| !is_decided("simplexity", moves)).collect();
    assert!((30..=50).contains(&expected.len()), "{} of 60 are not decided", expected.len());
    let runner = runner("simplexity", None, Which::Undecided, expected.len());
    let found: Vec<String> = runner.openings().into_iter().map(|row| row.text).collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    // What is told of them: how many are missing up to the last.
    let last = any.iter().position(|moves| Some(moves) == found.last()).expect("it is one of them");
    let tally = runner.tally(&(0..found.len() as u32).collect()).expect("somebody looked");
    let left_out = (last + 1 - found.len()) as i64;
    assert_eq!(tally, OpeningTally { played: found.len() as u64, left_out, decided: 0 });
    let told = tally.sentence().expect("something to say");
    assert!(told.starts_with(&format!("{left_out} random openings were left out")), "{told}");
}

/// Openings that nobody judges are those of every version before: a list of different positions, by numbered streams.
#[test]
fn openings_that_nobody_judges_are_as_ever() {
    struct AsEver;
    impl GameVisitor for AsEver {
        type Output = Vec<String>;
        fn visit<G: Game>(self, game: G) -> Vec<String> {
            let (mut known, mut openings) = (HashSet::new(), Vec::new());
            for index in 0.. {
                let mut chance = stream(1, "opening", index);
                let (mut pos, mut told) = (game.start(), Vec::new());
                while told.len() < 4
                    && let Some(mv) = pos.random_move(&mut chance)
                {
                    told.push(game.write_move(&pos, mv));
                    pos.play(mv);
                }
                if told.len() == 4 && !pos.is_over() && known.insert(pos.key()) {
                    openings.push(told.join(" "));
                }
                if openings.len() == 300 {
                    break;
                }
            }
            openings
        }
    }
    let as_ever = Drop::open("", AsEver).expect("a size");
    assert_eq!(texts("connect4", None, Which::Any, 300), as_ever);
    let as_ever = Simplexity::open("", AsEver).expect("a size");
    assert_eq!(texts("simplexity", None, Which::Any, 300), as_ever);
    assert_eq!(texts("simplexity", None, Which::Any, 10), as_ever[..10]);
}

fn tournament(game: &str, more: &str) -> String {
    format!(
        "kind = \"tournament\"\ntitle = \"T\"\ngame = \"{game}\"\n{more}\n\
         agents = [{{ name = \"a\", agent = \"random\" }}, {{ name = \"b\", agent = \"alphabeta(depth=1)\" }}]\n"
    )
}

fn result_of(text: &str, threads: usize) -> TournamentResult {
    downcast(run(&place(text), threads, usize::MAX).unwrap_or_else(|error| panic!("{error:?}")))
}

/// A test that may take 50,000 openings draws and keeps those that it plays, on any number of threads, stopped or not.
#[test]
fn openings_are_drawn_when_games_need_them() {
    let sprt = "schedule = { kind = \"sprt\", elo0 = -900, elo1 = -800, most-games = 100000 }";
    let text = tournament("simplexity", sprt);
    let mut seen: Vec<(String, Vec<(u32, String)>)> = Vec::new();
    for (threads, most_events) in [(1, usize::MAX), (3, usize::MAX), (2, 17)] {
        let place = place(&text);
        let result = loop {
            if let Ok(result) = run(&place, threads, most_events) {
                break result;
            }
        };
        let stored = place.store.find_run("small").expect("a run");
        let games: BTreeSet<u32> =
            place.store.games(stored.id).map(|row| row.expect("a game").opening).collect();
        let openings = place.store.openings(stored.id).expect("openings");
        let openings: Vec<(u32, String)> = openings.into_iter().map(|row| (row.index, row.text)).collect();
        assert_eq!(openings.iter().map(|(index, _)| *index).collect::<BTreeSet<_>>(), games);
        assert!(openings.len() < 2000, "{} openings", openings.len());
        seen.push((result.json(), openings));
    }
    assert!(seen[0].0.contains("\"left_out\":"), "{}", seen[0].0);
    assert_eq!(seen[0], seen[1], "threads change nothing");
    assert_eq!(seen[0], seen[2], "interruptions change nothing");
}

/// Games that a short search solves from any opening are played from all their openings, and that is told.
#[test]
fn tiny_games_keep_their_openings() {
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    let any = sorted(texts("hexapawn", Some(2), Which::Any, 1000));
    assert!(any.len() > 5);
    assert_eq!(sorted(texts("hexapawn", Some(2), Which::Undecided, 1000)), any);
    let text = tournament("hexapawn", "schedule = { kind = \"round-robin\", games = 100 }");
    let result = result_of(&text, 2);
    let openings = result.openings.expect("somebody looked");
    assert!(openings.decided > 0 && openings.decided == openings.played, "{openings:?}");
    assert_eq!(openings.left_out, 0, "{openings:?}");
    assert!(result.findings.iter().any(|told| told.contains("too few others")), "{:?}", result.findings);
    // A board larger, a third of the openings is decided within seven plies, and only those are left out.
    let mut open = texts("hexapawn:4x4", Some(3), Which::Any, 1000);
    let n_all = open.len();
    open.retain(|moves| !is_decided("hexapawn:4x4", moves));
    assert!(!open.is_empty() && open.len() < n_all, "{} of {n_all}", open.len());
    assert_eq!(texts("hexapawn:4x4", Some(3), Which::Undecided, 1000), open);
}

/// By hand: of 72 openings of two plies in tic-tac-toe 24 hold. A corner is held by the middle (4), the middle by a corner (4), an
/// edge by the middle, the corners beside it and the edge opposite (16). A draw is no reason to leave them out.
#[test]
fn drawn_openings_are_played() {
    let runner = runner("tictactoe", Some(2), Which::Undecided, 1000);
    let openings = runner.openings();
    assert_eq!(openings.len(), 24);
    let tally = runner.tally(&(0..24).collect()).expect("somebody looked");
    assert_eq!((tally.played, tally.decided), (24, 0));
    assert!((40..=48).contains(&tally.left_out), "{tally:?}");
    // Numbers beyond the last are the first again, and are not counted twice.
    assert_eq!(runner.tally(&(0..48).collect()), Some(tally));
}

/// A file may ask for all openings, and then nothing is said of them.
#[test]
fn a_file_can_keep_decided_openings() {
    let schedule = "schedule = { kind = \"round-robin\", games = 60 }";
    let left_out = result_of(&tournament("simplexity", schedule), 2);
    let kept = format!("{schedule}\nopenings = {{ keep-decided = true }}");
    let kept = result_of(&tournament("simplexity", &kept), 2);
    assert!(left_out.openings.is_some_and(|openings| openings.left_out > 3), "{:?}", left_out.openings);
    assert!(left_out.findings.iter().any(|told| told.contains("left out")), "{:?}", left_out.findings);
    assert_eq!(kept.openings, None);
    assert!(!kept.findings.iter().any(|told| told.contains("left out")), "{:?}", kept.findings);
}

fn contest(game: &str, keeps_decided: bool, threads: usize) -> MatchResult {
    let plan = MatchPlan {
        agents: ["alphabeta(depth=4)", "alphabeta(depth=1)"],
        pairs: 40,
        seed: 1,
        opening_plies: None,
        keeps_decided,
        threads,
        stop: &Stop::default(),
        on_progress: &|_, _| {},
    };
    play_match(&catalog::open(game).expect("a game"), &plan).expect("a match")
}

#[test]
fn matches_leave_decided_openings_out() {
    let [one, two] = [1, 2].map(|threads| contest("simplexity", false, threads));
    assert_eq!((one.openings, one.pairs), (two.openings, two.pairs));
    let tally = one.openings.expect("somebody looked");
    assert!(tally.left_out > 3 && tally.decided == 0 && tally.played == 40, "{tally:?}");
    let all = contest("simplexity", true, 2);
    assert_eq!(all.openings, None);
    assert_ne!(all.pairs, one.pairs);
    // Where every opening is decided, the match is what it was without looking.
    let [tiny, all] = [false, true].map(|keeps| contest("hexapawn", keeps, 2));
    let tally = tiny.openings.expect("somebody looked");
    assert!(tally.played > 10 && tally.decided == tally.played, "{tally:?}");
    assert_eq!(tiny.pairs, all.pairs);
}

/// One executor plays both: the same seed gives the same games, whichever way they are asked for.
#[test]
fn a_match_plays_the_games_of_a_tournament_of_two() {
    let agents = ["random", "alphabeta(depth=2)"];
    for game in ["connect4", "simplexity", "hexapawn", "isolation:5x5"] {
        let file = format!(
            "kind = \"tournament\"\ntitle = \"T\"\ngame = \"{game}\"\nseed = 7\nschedule = {{ kind = \"round-robin\", games = 60 }}\n\
             agents = [{{ name = \"a\", agent = \"{}\" }}, {{ name = \"b\", agent = \"{}\" }}]\n",
            agents[0], agents[1]
        );
        let tournament = result_of(&file, 2);
        let plan = MatchPlan {
            agents,
            pairs: 30,
            seed: 7,
            opening_plies: None,
            keeps_decided: false,
            threads: 2,
            stop: &Stop::default(),
            on_progress: &|_, _| {},
        };
        let found = play_match(&catalog::open(game).expect("a game"), &plan).expect("a match");
        assert_eq!(found.games(), tournament.games, "{game}");
        assert_eq!(found.distinct_games, tournament.distinct_games, "{game}");
        assert_eq!([found.wins, found.draws, found.losses], tournament.cross_table[0][1], "{game}");
        let [first, draws, second] = tournament.by_side;
        assert_eq!((found.wins_by_side, found.draws), ([first, second], draws), "{game}");
        assert_eq!(found.openings, tournament.openings, "{game}");
    }
}
