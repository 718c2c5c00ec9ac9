//! Races that are won at a glance: a search by the rules alone finds every one of them.

use std::sync::Arc;

use zermelo_described::{Cells, Described, Visitor, compile, open_with, shelf};
use zermelo_game::{Agent, Budget, Game, Hints, Position, Verdict, stream};
use zermelo_search::{AlphaBeta, Switches};

/// How many races were won in the positions of random games.
struct Check {
    n_games: u64,
    /// Longer races are not searched.
    most_plies: u32,
}

impl Visitor for Check {
    type Output = usize;
    fn visit<B: Cells>(self, game: Described<B>) -> usize {
        let by_rules = Switches { hints: false, ..Switches::PLAIN };
        let mut agent = AlphaBeta::new(Arc::new(|_: &zermelo_described::Board<B>| 0.0), by_rules, 8);
        let mut n_checked = 0;
        for number in 0..self.n_games {
            let mut chance = stream(11, "races", number);
            let mut pos = game.start();
            while let Some(mv) = pos.random_move(&mut chance) {
                if let Some(verdict) = pos.verdict() {
                    let (Verdict::Win(plies) | Verdict::Loss(plies)) = verdict;
                    if plies <= self.most_plies {
                        n_checked += 1;
                        let score = agent.choose(&pos, &Budget::depth(plies)).score;
                        let is_true = match verdict {
                            Verdict::Win(_) => score.is_win(),
                            Verdict::Loss(_) => score.is_loss(),
                        };
                        assert!(is_true, "{verdict:?}, but {score:?} in {}", game.write_position(&pos));
                    }
                }
                pos.play(mv);
            }
            assert_eq!(pos.verdict(), None, "a game that is over is no race");
        }
        n_checked
    }
}

fn check(text: &str, parameters: &str, n_games: u64, most_plies: u32) -> usize {
    open_with(text, parameters, Check { n_games, most_plies }).expect("a valid text")
}

fn check_shelf(name: &str, parameters: &str, n_games: u64, most_plies: u32) -> usize {
    check(shelf::find(name).expect("a game of the shelf"), parameters, n_games, most_plies)
}

#[test]
fn races_are_won() {
    assert!(check_shelf("milestone", "size=2", 200, 20) > 100);
    assert!(check_shelf("milestone", "size=3", 200, 9) > 200);
    assert!(check_shelf("milestone", "", 100, 6) > 100);
    assert!(check_shelf("hexapawn", "size=4", 200, 9) > 100);
    assert!(check_shelf("breakthrough", "size=5", 100, 6) > 100);
    assert!(check_shelf("knightthrough", "size=6", 60, 5) > 60);
}

/// Games in which two ways to step or leap lead to the far row.
fn races() -> impl Iterator<Item = String> {
    let boards = ["4x5 squares", "5x4 squares", "4x6 hexes", "hexagon 3"];
    let ways = [
        "step forward-left, forward-right",
        "step forward",
        "step left, forward-right",
        "leap 1,2 forward",
        "step back-left, right",
    ];
    let targets = ["empty", "enemy", "empty or enemy"];
    let motions: Vec<String> =
        ways.iter().flat_map(|way| targets.map(|target| format!("{way} to {target}"))).collect();
    boards.into_iter().flat_map(move |board| {
        let motions = motions.clone();
        let pairs = (0..motions.len()).flat_map(move |one| (0..one).map(move |other| (one, other)));
        pairs.map(move |(one, other)| {
            format!(
                "game Race\nboard {board}\nstart pawn on near row\npiece pawn\n  {}\n  {}\nwin reach far row\n\
                 win opponent has no pieces\nwin opponent cannot move\n",
                motions[one], motions[other]
            )
        })
    })
}

#[test]
fn races_are_won_in_games_nobody_has_seen() {
    let valid = races().filter(|text| compile(text).is_ok());
    let n_checked: Vec<usize> = valid.map(|text| check(&text, "", 8, 5)).collect();
    let n_games = n_checked.iter().filter(|&&n| n > 0).count();
    assert!(n_games > 50, "only {n_games} of {} games have races", n_checked.len());
}

#[test]
fn where_something_else_may_end_the_game_nothing_is_proved() {
    let text = shelf::find("hexapawn").expect("a game of the shelf");
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        text.replace(from, to)
    };
    assert!(check(text, "", 100, 9) > 0);
    let limited = format!("{}\nlimit 9 plies: draw\n", text.trim_end());
    assert_eq!(check(&limited, "", 100, 9), 0, "a limit may come first");
    let drawn = changed("win opponent cannot move", "draw opponent cannot move");
    assert_eq!(check(&drawn, "", 100, 9), 0, "the opponent may be stuck");
}
