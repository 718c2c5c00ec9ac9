//! Texts that nobody writes to describe a game: they are read or refused without panic, and quickly.

use std::collections::HashSet;
use std::time::Instant;

use zermelo_described::{Cells, Described, Visitor, compile, compile_with, open_with, render_all};
use zermelo_game::{Game, Position, stream};

/// A game on the largest board with as many clauses as there may be.
fn heavy() -> String {
    let mut text = String::from("game Heavy\nplayers a, b\nboard 19x19 squares\n");
    let names = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"];
    for (index, name) in names.iter().enumerate() {
        let letter = char::from(b'a' + index as u8);
        text.push_str(&format!("start {name} on {letter}1\n"));
    }
    for (index, name) in names.iter().enumerate() {
        text.push_str(&format!("piece {name}\n"));
        for motion in 0..24 {
            let clause = match motion % 4 {
                0 => format!("leap {},{} to empty or enemy", motion % 7 + 1, motion / 3),
                1 => format!("slide any up to {} to edge, near rows {}", motion + 1, motion % 9 + 1),
                2 => format!("slide any up to {} to empty or enemy", motion + 1),
                _ => format!("leap 0,{} to near rows {}", motion / 4 + 2, index + 2),
            };
            text.push_str(&format!("  {clause}\n"));
        }
    }
    for row in 1..=50 {
        text.push_str(&format!(
            "win a reach a{}, b{}, c{} with {}\n",
            row % 9 + 9,
            row % 8 + 9,
            row % 7 + 9,
            names[row % 8]
        ));
    }
    text.push_str("win opponent cannot move\nlimit 9999 plies: draw\n");
    text
}

fn texts() -> Vec<String> {
    let game =
        |rest: &str| format!("game It\n{rest}\npiece stone\n  place on empty\nwin line 3\ndraw board full\n");
    let mut texts = vec![
        String::new(),
        "\n\n\n".to_owned(),
        "# nothing\n  # but\n# comments".to_owned(),
        "game".to_owned(),
        "game \u{0}\u{1}\u{7f}\nboard".to_owned(),
        "\u{feff}".to_owned(),
        "x".repeat(100_000),
        "game It\nboard 3x3 squares\npiece ".to_owned() + &"x".repeat(60_000),
        "game It\nplayers ".to_owned() + &"x ".repeat(30_000),
        "game It\nboard 3x3 squares\nzone z = ".to_owned() + &"a1 ".repeat(20_000),
        "game It\nboard 3x3 squares\nwin ".to_owned() + &"reach ".repeat(10_000),
        "game It\nboard 3x3 squares\nwin ".to_owned() + &"raech ".repeat(10_000),
        "game It\nboard 3x3 squares\npiece stone\n  step ".to_owned()
            + &"any, ".repeat(12_000)
            + "any to empty",
        "game It\nboard 3x3 squares\npiece stone\n  step any to empty".to_owned()
            + &", then hole by step any to empty".repeat(1_900),
        "game It\n".to_owned() + &"size 5, from 1 to 9\n".repeat(3_000),
        "game It\nboard 9x9 squares\n".to_owned()
            + &"start stone on edge\n".repeat(290)
            + "piece stone\n  place on empty\nwin line 3\n",
        heavy(),
    ];
    for board in [
        "0x0 squares",
        "0x5 squares",
        "1x1 squares",
        "100000x1 squares",
        "384x1 squares",
        "1x384 squares",
        "385x1 squares",
        "9999x9999 squares",
        "99999999999999999999x2 squares",
        "-1x5 squares",
        "hexagon 0",
        "hexagon 1",
        "hexagon 11",
        "hexagon 12",
        "hexagon 9999",
        "rhombus 0 hexes",
        "rhombus 19 hexes",
        "rhombus 20 hexes",
        "triangle 1 hexes",
        "triangle 27 hexes",
        "triangle 28 hexes",
        "384x1 hexes",
        "1x384 hexes",
        "2x192 hexes",
    ] {
        texts.push(game(&format!("board {board}")));
    }
    for number in ["0", "9999", "10000", "18446744073709551616", "-3", "3.5", "1e9", "٣"] {
        texts.push(game(&format!("size {number}, from 0 to {number}\nboard size x size squares")));
        texts.push(game(&format!(
            "board 3x3 squares\nlimit {number} plies: draw\nzone z = near rows {number}"
        )));
        texts.push(format!("game It\nboard 9x9 squares\npiece stone, {number} in hand, placed first\n  place on empty\n  leap {number},{number} to empty\n  slide any up to {number} to empty\nwin line {number}\nwin opponent has fewer than {number} stone\nwin opponent cannot move\nlimit 50 plies: draw\n"));
    }
    for depth in [50, 5_000, 60_000] {
        texts.push(format!(
            "game It\nboard 3x3 squares\npiece stone\n{}place on empty\nwin line 3\ndraw board full\n",
            " ".repeat(depth)
        ));
        let stairs: String =
            (1..).map(|n| format!("{}place on empty\n", " ".repeat(n))).take(depth.min(340)).collect();
        texts.push(format!("game It\nboard 3x3 squares\npiece stone\n{stairs}"));
    }
    let mut chance = stream(1, "bytes", 0);
    for _ in 0..200 {
        let length = chance.below(2_000);
        let bytes: Vec<u8> = (0..length).map(|_| chance.below(256) as u8).collect();
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
        let signs: Vec<char> = " \n\t#,=:.game board piece 3x3 squares win line".chars().collect();
        texts.push((0..length).map(|_| signs[chance.below(signs.len())]).collect());
    }
    texts
}

#[test]
fn hostile_texts_are_read_or_refused() {
    let mut slowest = (0.0, String::new());
    for text in texts() {
        let clock = Instant::now();
        let compiled = compile(&text);
        let seconds = clock.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, text.chars().take(120).collect());
        }
        match compiled {
            Ok(description) => {
                assert!(!description.in_words().is_empty() && !description.facts_in_words().is_empty());
            }
            Err(problems) => {
                assert!(!problems.is_empty() && !render_all(&problems, "it.game", &text).is_empty());
            }
        }
    }
    // Shown with `--no-capture`; how long it may take is not asserted, because machines differ.
    println!("slowest: {:.1} ms\n{}", 1000.0 * slowest.0, slowest.1);
}

/// Plays every move of the start once; the results, and how many moves there are.
struct EachMove;

impl Visitor for EachMove {
    type Output = (usize, usize);
    fn visit<B: Cells>(self, game: Described<B>) -> (usize, usize) {
        let start = game.start();
        let (mut moves, mut results) = (0, HashSet::new());
        start.each_move(|mv| {
            let mut next = start;
            next.play(mv);
            moves += 1;
            results.insert(game.write_position(&next));
        });
        (moves, results.len())
    }
}

#[test]
fn a_board_that_is_made_for_long_chains_is_looked_at_quickly() {
    let men: Vec<String> = (0..81)
        .map(|cell| (cell % 9, cell / 9))
        .filter(|(col, row)| (col + row) % 2 == 1)
        .map(|(col, row)| format!("{}{}", char::from(b'a' + col), row + 1))
        .collect();
    let text = format!(
        "game Long\nplayers a, b\nboard 9x9 squares\nstart a jumper on a1\nstart b man on {}\npiece jumper\n  jump orthogonal over \
         enemy to empty, taking it, again\npiece man\n  step any to empty\nwin opponent has no pieces\nwin opponent cannot \
         move\nlimit 100 plies: draw\n",
        men.join(" ")
    );
    let (moves, results) = open_with(&text, "", EachMove).expect("a valid text");
    // The limit of the manual; and no two moves have the same result.
    assert!((1_000..=2_048).contains(&moves), "{moves}");
    assert_eq!(moves, results);
}

#[test]
fn parameters_that_overflow_are_refused() {
    let text = "game It\nsize 5, from 1 to 9999\nboard size x size squares\npiece stone, size in hand\n  place on empty\nwin line 3\ndraw board full\n";
    for size in [0, 20, 9999, usize::MAX] {
        let problems =
            compile_with(text, &[("size".to_owned(), size)]).expect_err("a size that is too large");
        assert!(!problems.is_empty());
    }
}
