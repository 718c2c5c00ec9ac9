//! Races that are won at a glance: a search by the rules alone finds every one of them.

use std::sync::Arc;

use zermelo_described::{Cells, Described, Visitor, open_with, shelf};
use zermelo_game::{Agent, Budget, Game, Hints, Position, Verdict, stream};
use zermelo_search::{AlphaBeta, Switches};

use crate::agreement::valid_texts;

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

#[test]
fn races_are_won_in_games_nobody_has_seen() {
    for (_, text) in valid_texts(400).filter(|(_, text)| text.contains("reach") && !text.contains("limit")) {
        check(&text, "", 10, 4);
    }
    // Both run to the same cell, back and forth, and may take each other.
    let knights = "game Knights\nplayers white, black\nboard 5x5 squares\nstart knight on near row\npiece knight\n  \
                   leap 1,2 forward to empty or enemy\n  step left to enemy\nwin reach far row\n\
                   win opponent has no pieces\nwin opponent cannot move\n";
    assert!(check(knights, "", 200, 7) > 50);
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
