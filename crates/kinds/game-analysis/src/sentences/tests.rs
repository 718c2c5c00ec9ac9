//! Every sentence, for results that are fixed: `tests/data/portraits/sentences.txt` has them all, to be read.
//! `UPDATE_EXPECT=1 cargo test -p zermelo-experiments --lib sentences` writes it anew.

use std::fmt::Write;
use std::path::Path;

use zermelo_game::{Outcome, Player};

use super::super::board::CellUse;
use super::super::clarity::{Clarity, Crossroads};
use super::super::copying::{CopyWay, Copying};
use super::super::first_move::FirstMove;
use super::super::knowledge::{Heuristic, Knowledge};
use super::super::ladder::{Ladder, Rung};
use super::super::level::Level;
use super::super::probe::CellPlace;
use super::super::result::Exact;
use super::super::tension::Tension;
use super::super::trace::tests::game;
use super::super::trace::{CUT, Trace};
use super::super::{Branching, Estimate, Expectation};
use super::*;
use zermelo_kind::Confirmation;

/// Games of some plies that the first player won, that were drawn, and that the second player won.
fn traces([wins, draws, losses]: [usize; 3], plies: &[usize]) -> Vec<Trace> {
    let outcomes =
        [(wins, Outcome::Win(Player::First)), (draws, Outcome::Draw), (losses, Outcome::Win(Player::Second))];
    let outcomes = outcomes.into_iter().flat_map(|(n, outcome)| std::iter::repeat_n(outcome, n));
    outcomes
        .zip(plies.iter().cycle())
        .map(|(outcome, &n)| {
            let n_moves: Vec<u32> = (0..n as u32).map(|ply| 1 + ply % 3).collect();
            let opening = n.saturating_sub(1).min(2);
            let values: Vec<f32> = (opening..n).map(|ply| ply as f32 - 3.0).collect();
            game(outcome, &n_moves, &values)
        })
        .collect()
}

fn level(nodes: u64, traces: &[Trace]) -> Level {
    let name = match nodes {
        0 => "players who move at random".to_owned(),
        n => format!("players of {n} nodes a move"),
    };
    Level::of(name, String::new(), nodes, traces.len() as u64, traces)
}

/// A portrait of games at these levels, the last of which is looked at closely.
fn portrait(levels: &[(u64, Vec<Trace>)]) -> AnalysisResult {
    let strongest = levels.last().map_or(&[][..], |(_, traces)| traces);
    let expectation = Expectation { slope: 1.0, ..Expectation::BLIND };
    let levels: Vec<Level> = levels.iter().map(|(nodes, traces)| level(*nodes, traces)).collect();
    AnalysisResult {
        title: String::new(),
        game: String::new(),
        players: ["black", "white"].map(str::to_owned),
        seed: 1,
        games: 0,
        sentences: Vec::new(),
        exact: Exact { result: None, nodes: 0 },
        strongest: levels.last().map_or_else(String::new, |level| level.name.clone()),
        growth: None,
        branching: Branching::of(strongest),
        expectation,
        calibration: None,
        tension: Tension::of(strongest, &expectation),
        clarity: None,
        ladder: None,
        first_move_players: String::new(),
        first_moves: Vec::new(),
        pie: None,
        board: Vec::new(),
        copying: None,
        knowledge: None,
        notable_games: Vec::new(),
        levels,
    }
}

/// A portrait of nothing but results: 100 nodes first, four times as many with every further level.
pub(crate) fn of_results(results: &[[usize; 3]]) -> AnalysisResult {
    let levels =
        results.iter().zip(0..).map(|(&results, at)| (100 * 4_u64.pow(at), traces(results, &[6, 8, 9])));
    portrait(&levels.collect::<Vec<_>>())
}

fn solved(result: &str, portrait: AnalysisResult) -> AnalysisResult {
    AnalysisResult { exact: Exact { result: Some(result.to_owned()), nodes: 1 }, ..portrait }
}

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, low, high, n: 100 }
}

fn confirmed(score: [f64; 3], elo: [f64; 3]) -> Confirmation {
    Confirmation { against: String::new(), opponents: 1, games: 200, pairs: [0, 0, 100, 0, 0], score, elo }
}

const CLEAR: ([f64; 3], [f64; 3]) = ([0.7, 0.62, 0.78], [147.0, 85.0, 220.0]);
const LOST: ([f64; 3], [f64; 3]) = ([0.3, 0.22, 0.38], [-147.0, -220.0, -85.0]);
/// Significant alone, but not as one of three.
const WEAK: ([f64; 3], [f64; 3]) = ([0.555, 0.506, 0.604], [38.0, 4.0, 73.0]);
const NONE: ([f64; 3], [f64; 3]) = ([0.5, 0.45, 0.55], [0.2, -35.0, 35.0]);

fn ladder(rungs: &[([f64; 3], [f64; 3])]) -> Option<Ladder> {
    let rungs = rungs.iter().zip(0..).map(|(&(score, elo), at)| {
        let nodes = 100 << at;
        Rung::of([nodes, 2 * nodes], confirmed(score, elo))
    });
    Some(Ladder::of("", rungs.collect()))
}

/// A name, and two estimates with their intervals.
type Weighed<'a> = (&'a str, ([f64; 3], [f64; 3]));

fn knowledge(heuristics: &[Weighed]) -> Option<Knowledge> {
    let heuristics = heuristics.iter().map(|&(name, (score, elo))| Heuristic {
        name: name.to_owned(),
        weight: [1.0, 0.1],
        lost: confirmed(score, elo),
    });
    Some(Knowledge {
        players: String::new(),
        positions: 100,
        games: 100,
        evaluator: String::new(),
        heuristics: heuristics.collect(),
    })
}

fn first_moves(moves: &[(&str, [u64; 3])]) -> Vec<FirstMove> {
    let first = |&(name, results): &(&str, [u64; 3])| FirstMove {
        first_move: name.to_owned(),
        images: Vec::new(),
        results,
        score: Estimate::score(results, results.iter().sum()),
        exact: None,
    };
    moves.iter().map(first).collect()
}

fn copying(ways: &[(&str, [u64; 3])]) -> Option<Copying> {
    let way = |&(symmetry, results): &(&str, [u64; 3])| CopyWay {
        symmetry: symmetry.to_owned(),
        results,
        copied: 0.8,
        score: Estimate::score(results, results.iter().sum()),
    };
    Some(Copying {
        players: String::new(),
        thinking: Some(estimate(0.45, 0.38, 0.52)),
        ways: ways.iter().map(way).collect(),
    })
}

/// Cells that are used by good players, and by random ones.
fn board(cells: &[(&str, f64, Option<f64>)]) -> Vec<CellUse> {
    let share = |value: f64| estimate(value, value, value);
    let cell = |&(name, used, random): &(&str, f64, Option<f64>)| CellUse {
        cell: CellPlace { name: name.to_owned(), row: 0, column: 0, polygon: Vec::new(), is_wall: false },
        occupied: used,
        targets: used,
        used: Some(share(used)),
        used_at_random: random.map(share),
    };
    cells.iter().map(cell).collect()
}

fn clarity(gaps: &[f64], near: u64) -> Option<Clarity> {
    let choice = |&gap: &f64| Crossroads { ply: 3, moves: 4, best: 0.5 + gap, second: 0.5, near };
    Some(Clarity::of("", 0.05, gaps.iter().map(choice).collect()))
}

/// Fixed results, each with what it shows.
fn cases() -> Vec<(&'static str, AnalysisResult)> {
    let bare = || of_results(&[[50, 0, 50]]);
    let cut: Vec<Trace> =
        traces([1, 0, 0], &[30]).into_iter().map(|trace| Trace { reason: CUT.to_owned(), ..trace }).collect();
    let grown = |low: f64, high: f64| AnalysisResult {
        growth: Some(estimate(0.5 * (low + high), low, high)),
        ..of_results(&[[50, 0, 50], [52, 0, 48], [58, 0, 42]])
    };
    vec![
        ("no games", portrait(&[(0, Vec::new()), (100, Vec::new())])),
        ("no levels, solved", solved("draw", portrait(&[]))),
        ("one game of one ply", portrait(&[(100, traces([1, 0, 0], &[1]))])),
        ("all games of one ply", portrait(&[(0, traces([30, 0, 30], &[1])), (1, traces([30, 0, 30], &[1]))])),
        ("one level, nothing significant", of_results(&[[53, 0, 47]])),
        ("one level, many games", of_results(&[[2010, 0, 1990]])),
        ("one level, first player", of_results(&[[70, 0, 30]])),
        ("one level, second player", of_results(&[[30, 0, 70]])),
        ("three levels, nothing significant", of_results(&[[50, 0, 50], [48, 2, 50], [53, 0, 47]])),
        ("three levels, only the strongest", of_results(&[[48, 0, 52], [52, 0, 48], [65, 0, 35]])),
        ("three levels, only a weaker one", of_results(&[[50, 0, 50], [75, 0, 25], [52, 0, 48]])),
        (
            "three levels, significant alone but not together",
            of_results(&[[50, 0, 50], [61, 0, 39], [52, 0, 48]]),
        ),
        ("three levels, all for the first player", of_results(&[[70, 0, 30], [80, 0, 20], [90, 0, 10]])),
        ("three levels, one for each player", of_results(&[[50, 0, 50], [75, 0, 25], [25, 0, 75]])),
        (
            "random moves and two levels",
            portrait(&[
                (0, traces([340, 0, 260], &[20, 30])),
                (100, traces([50, 0, 50], &[24])),
                (1600, traces([54, 0, 46], &[25, 28, 31])),
            ]),
        ),
        ("draws, frequent at every level", of_results(&[[10, 80, 10], [5, 90, 5]])),
        ("draws, rare at every level", of_results(&[[300, 3, 297], [298, 2, 300]])),
        ("draws, more with strength", of_results(&[[50, 1, 49], [30, 40, 30]])),
        ("cut games", portrait(&[(100, [traces([1, 0, 0], &[9]), cut].concat())])),
        ("solved for the second player, who loses in games", solved("second", of_results(&[[70, 0, 30]]))),
        (
            "solved as a draw, a weaker level is not even",
            solved("draw", of_results(&[[75, 0, 25], [52, 0, 48]])),
        ),
        ("solved for the first player, who wins in games", solved("first", of_results(&[[70, 0, 30]]))),
        ("the first player scores more with strength", grown(0.02, 0.2)),
        ("the first player scores less with strength", grown(-0.2, -0.02)),
        ("no difference with strength", grown(-0.1, 0.2)),
        ("choices that stand out", AnalysisResult { clarity: clarity(&[0.3, 0.4, 0.5], 1), ..bare() }),
        ("choices that hardly differ", AnalysisResult { clarity: clarity(&[0.004; 400], 3), ..bare() }),
        ("choices between", AnalysisResult { clarity: clarity(&[0.05, 0.07, 0.06], 1), ..bare() }),
        ("one doubling", AnalysisResult { ladder: ladder(&[CLEAR]), ..bare() }),
        ("one doubling, not significant", AnalysisResult { ladder: ladder(&[NONE]), ..bare() }),
        ("some doublings", AnalysisResult { ladder: ladder(&[CLEAR, WEAK, NONE, LOST]), ..bare() }),
        ("every doubling", AnalysisResult { ladder: ladder(&[CLEAR, CLEAR]), ..bare() }),
        ("no doubling", AnalysisResult { ladder: ladder(&[NONE, WEAK]), ..bare() }),
        (
            "first moves that differ",
            AnalysisResult {
                first_moves: first_moves(&[
                    ("a1", [40, 0, 0]),
                    ("b1", [20, 0, 20]),
                    ("c1", [2, 0, 38]),
                    ("d1", [26, 0, 14]),
                ]),
                ..bare()
            },
        ),
        (
            "first moves for the second player",
            AnalysisResult { first_moves: first_moves(&[("a1", [2, 0, 38]), ("b1", [1, 0, 39])]), ..bare() },
        ),
        (
            "first moves, nothing significant",
            AnalysisResult {
                first_moves: first_moves(&[("a1", [25, 0, 15]), ("b1", [20, 0, 20])]),
                ..bare()
            },
        ),
        ("one first move", AnalysisResult { first_moves: first_moves(&[("a1", [40, 0, 0])]), ..bare() }),
        (
            "all cells used",
            AnalysisResult { board: board(&[("a", 0.5, Some(0.5)), ("b", 0.1, None)]), ..bare() },
        ),
        ("a board of one cell", AnalysisResult { board: board(&[("a", 0.5, None)]), ..bare() }),
        (
            "a dead cell",
            AnalysisResult { board: board(&[("a", 0.5, None), ("b", 0.0, Some(0.1))]), ..bare() },
        ),
        ("a cell that nobody uses", AnalysisResult { board: board(&[("a", 0.0, Some(0.0))]), ..bare() }),
        (
            "dead cells",
            AnalysisResult {
                board: board(&[("a", 0.0, Some(0.0)), ("b", 0.0, Some(0.1)), ("c", 0.1, Some(0.1))]),
                ..bare()
            },
        ),
        (
            "copying wins",
            AnalysisResult {
                copying: copying(&[("half turn", [90, 0, 10]), ("left-right mirror", [10, 0, 90])]),
                ..bare()
            },
        ),
        ("copying loses", AnalysisResult { copying: copying(&[("half turn", [10, 0, 90])]), ..bare() }),
        (
            "copying in two ways loses",
            AnalysisResult {
                copying: copying(&[("half turn", [10, 0, 90]), ("left-right mirror", [5, 0, 95])]),
                ..bare()
            },
        ),
        (
            "copying, nothing significant",
            AnalysisResult {
                copying: copying(&[("half turn", [50, 0, 50]), ("left-right mirror", [10, 0, 90])]),
                ..bare()
            },
        ),
        ("one heuristic", AnalysisResult { knowledge: knowledge(&[("pieces", CLEAR)]), ..bare() }),
        (
            "one heuristic, not significant",
            AnalysisResult { knowledge: knowledge(&[("pieces", NONE)]), ..bare() },
        ),
        (
            "heuristics",
            AnalysisResult {
                knowledge: knowledge(&[("pieces", CLEAR), ("moves", WEAK), ("centre", LOST), ("edge", NONE)]),
                ..bare()
            },
        ),
        (
            "heuristics, all but one",
            AnalysisResult {
                knowledge: knowledge(&[("pieces", CLEAR), ("moves", CLEAR), ("edge", NONE)]),
                ..bare()
            },
        ),
        (
            "heuristics, nothing significant",
            AnalysisResult {
                knowledge: knowledge(&[("pieces", WEAK), ("moves", NONE), ("edge", NONE)]),
                ..bare()
            },
        ),
    ]
}

#[test]
fn all_sentences_are_as_they_were_read() {
    let mut told = String::from(
        "Sentences of portraits for fixed results (crates/experiments/src/portrait/sentences/tests.rs).\n",
    );
    let mut known: Vec<String> = Vec::new();
    for (name, portrait) in cases() {
        let _ = writeln!(told, "\n{name}");
        // What many cases have in common is read once.
        for sentence in sentences(&portrait) {
            if !known.contains(&sentence) {
                let _ = writeln!(told, "  {sentence}");
                known.push(sentence);
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/portraits/sentences.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &told).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap();
    assert!(
        before == told,
        "sentences have changed; read them, then run again with UPDATE_EXPECT=1:\n{told}"
    );
}

/// Whatever the result is, sentences are whole.
#[test]
fn sentences_are_well_formed() {
    let mut all: Vec<String> = cases().iter().flat_map(|(_, portrait)| sentences(portrait)).collect();
    for wins in 0..=12 {
        for draws in [0, 1, 12 - wins] {
            let results = [wins, draws, 12_usize.saturating_sub(wins + draws)];
            all.extend(sentences(&of_results(&[results, [6, 0, 6]])));
            all.extend(sentences(&solved("first", of_results(&[[6, 0, 6], results]))));
        }
    }
    assert!(all.len() > 300, "{}", all.len());
    for sentence in all {
        let starts_well =
            sentence.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
        assert!(starts_well && sentence.ends_with('.'), "{sentence}");
        for broken in ["  ", " ,", " .", " ;", "..", "()", "NaN", "inf", "{", "-0 ", "+0 ", " 1 of 1 "] {
            assert!(!sentence.contains(broken), "`{broken}` in: {sentence}");
        }
        let words: Vec<&str> = sentence.split([' ', '(', ')', ',', ';', '.']).collect();
        for pair in words.windows(2) {
            let plurals = [
                "games",
                "plies",
                "levels",
                "points",
                "cells",
                "nodes",
                "moves",
                "doublings",
                "tests",
                "ways",
            ];
            assert!(!(pair[0] == "1" && plurals.contains(&pair[1])), "1 {}: {sentence}", pair[1]);
        }
        let opened = sentence.matches('(').count();
        assert_eq!(opened, sentence.matches(')').count(), "{sentence}");
    }
}

fn told(portrait: &AnalysisResult, expected: &str) {
    let told = sentences(portrait);
    assert!(told.iter().any(|sentence| sentence.contains(expected)), "`{expected}` in {told:#?}");
}

/// The headline names every level of the figure beside it, and claims an advantage exactly where it is significant.
#[test]
fn the_headline_is_about_all_levels() {
    let headline = |results: &[[usize; 3]]| of_results(results).fairness().unwrap();
    // A weaker level alone shows an advantage: the strongest is not all there is to say.
    let weaker = headline(&[[50, 0, 50], [75, 0, 25], [52, 0, 48]]);
    assert!(weaker.starts_with("No significant first-player advantage at 100 and 1,600 nodes"), "{weaker}");
    assert!(
        weaker.contains("the first player has a significant advantage at 400 nodes and scores 75 %"),
        "{weaker}"
    );
    // 61 of 100 is significant alone (p = 0.03), but not as one of three.
    let alone = headline(&[[61, 0, 39]]);
    assert!(alone.starts_with("The first player has a significant advantage at 100 nodes"), "{alone}");
    let together = headline(&[[50, 0, 50], [61, 0, 39], [52, 0, 48]]);
    assert!(
        together.starts_with("No significant first-player advantage at 100, 400 and 1,600 nodes"),
        "{together}"
    );
    assert!(
        together.contains(
            "At 400 nodes the 95 % CI excludes 50 %, which is not significant with 3 levels tested."
        )
    );
}

#[test]
fn solutions_and_games_are_reconciled() {
    let why = "The games do not contradict the solution: they start after 2 random plies, which can change the result, and \
               players with limited search make mistakes.";
    told(&solved("second", of_results(&[[70, 0, 30]])), why);
    told(&solved("draw", of_results(&[[70, 0, 30]])), why);
    told(&solved("second", of_results(&[[53, 0, 47]])), why);
    // A weaker level is enough.
    told(&solved("second", of_results(&[[75, 0, 25], [40, 0, 60]])), why);
    assert_eq!(solved("first", of_results(&[[70, 0, 30]])).proof_and_games(), None);
    assert_eq!(solved("draw", of_results(&[[53, 0, 47]])).proof_and_games(), None, "nothing is significant");
}

/// What one heuristic alone would show is not significant if it is one of many.
#[test]
fn many_heuristics_need_more_evidence() {
    let with = |first, n: usize| {
        let names: Vec<String> = (0..n).map(|k| format!("h{k}")).collect();
        let all: Vec<_> = names
            .iter()
            .enumerate()
            .map(|(k, name)| (name.as_str(), if k == 0 { first } else { NONE }))
            .collect();
        sentences(&AnalysisResult { knowledge: knowledge(&all), ..of_results(&[[50, 0, 50]]) }).join(" ")
    };
    assert!(
        with(WEAK, 1)
            .contains("Play is significantly weaker without this heuristic: h0 (38 Elo, 95 % CI 4 to 73).")
    );
    assert!(with(WEAK, 19).contains("No significant loss without any of 19 heuristics"));
    assert!(
        with(CLEAR, 19)
            .contains("weaker without this heuristic: h0 (147 Elo, 95 % CI 85 to 220); the other 18")
    );
    assert!(with(LOST, 19).contains("stronger without this heuristic: h0 (147 Elo, 95 % CI 85 to 220)"));
}
