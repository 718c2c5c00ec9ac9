//! Does the default evaluator play better than none? For every game of the shelf, alpha-beta with the fitted weights plays
//! against itself without an evaluator and with the rule of thumb; where the game exists in Rust too, against the evaluator that
//! was made by hand there. Both colours from random openings, the same number of nodes.
//!
//! `cargo run --release -p zermelo-described --example default_evaluator -- [NODES [PAIRS [GAME ..]]]`

use std::time::Instant;

use zermelo_any::{AgentSpec, AnyAgent, AnyGame, AnyPosition, MoveIndex, NoResources};
use zermelo_described::{Cells, Described, Visitor, open, open_with, shelf};
use zermelo_game::{Game, Outcome, ParameterError, Player, Position, stream};

type Opener = fn(&str) -> Result<Box<dyn AnyGame>, ParameterError>;

/// The seed of the openings. Those of seed 7 were used while the constants of the fit were chosen.
const OPENINGS: u64 = 4711;

/// Games that exist in Rust too, with the parameters that make them the same.
const TWINS: [(&str, Opener, &str); 8] = [
    ("breakthrough", zermelo_pawns::breakthrough::FAMILY.open, ""),
    ("fourinarow", zermelo_lines::drop::FAMILY.open, "7,6,4"),
    ("gomoku", zermelo_lines::mnk::FAMILY.open, "15,15,5"),
    ("hexapawn", zermelo_pawns::hexapawn::FAMILY.open, ""),
    ("isolation", zermelo_isolation::FAMILY.open, ""),
    ("milestone", zermelo_milestone::FAMILY.open, ""),
    ("roundandsquare", zermelo_simplexity::FAMILY.open, ""),
    ("tictactoe", zermelo_lines::mnk::FAMILY.open, "3,3,3"),
];

/// An agent on its own board.
struct Seat<'a> {
    game: &'a dyn AnyGame,
    agent: Box<dyn AnyAgent>,
}

impl<'a> Seat<'a> {
    fn new(game: &'a dyn AnyGame, evaluator: &str, nodes: u64) -> Seat<'a> {
        let text = format!("alphabeta(nodes={nodes},eval={evaluator})");
        let spec = AgentSpec::read(&text).expect("an agent");
        let agent = game.agent(&spec, 1, &NoResources).unwrap_or_else(|error| panic!("{text}: {error}"));
        Seat { game, agent }
    }
}

/// What the first of two agents scored, pair by pair.
#[derive(Default)]
struct Tally {
    pairs: Vec<f64>,
    n_draws: usize,
}

impl Tally {
    /// The mean score and its 95 % interval.
    fn text(&self) -> String {
        let n = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / n;
        let variance = self.pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let half = 1.96 * (variance / n).sqrt();
        let draws = 50.0 * self.n_draws as f64 / n;
        format!(
            "{:5.1} ({:5.1} to {:5.1}), {draws:3.0} drawn",
            100.0 * mean,
            100.0 * (mean - half).max(0.0),
            100.0 * (mean + half).min(1.0)
        )
    }
}

/// The moves of a random opening, in the words of the game; games that it ends are left out.
fn opening(game: &dyn AnyGame, number: u64) -> Vec<String> {
    for attempt in 0.. {
        let mut chance = stream(OPENINGS, "opening", 1000 * number + attempt);
        let mut pos = game.start();
        let n_plies = if game.max_plies() < 10 { 1 } else { 4 };
        let mut line = Vec::new();
        for _ in 0..n_plies {
            if let Some(mv) = pos.random_move(&mut chance) {
                line.push(game.write_move(&pos, mv));
                pos.play(mv);
            }
        }
        if !pos.is_over() {
            return line;
        }
    }
    Vec::new()
}

fn find(game: &dyn AnyGame, pos: &AnyPosition, text: &str) -> MoveIndex {
    let mut moves = pos.moves();
    moves.find(|&mv| game.write_move(pos, mv) == text).unwrap_or_else(|| panic!("{text} in both games"))
}

/// Plays a game on two boards in step, and says what the first agent scored.
fn play(seats: &mut [Seat<'_>; 2], is_first: bool, line: &[String]) -> f64 {
    let mut boards = [seats[0].game.start(), seats[1].game.start()];
    let step = |boards: &mut [AnyPosition; 2], seats: &[Seat<'_>; 2], text: &str| {
        for (board, seat) in boards.iter_mut().zip(seats) {
            board.play(find(seat.game, board, text));
        }
    };
    seats
        .iter_mut()
        .enumerate()
        .for_each(|(index, seat)| seat.agent.new_game(stream(3, "agent", index as u64)));
    line.iter().for_each(|text| step(&mut boards, seats, text));
    while !boards[0].is_over() {
        let mover = usize::from((boards[0].to_move() == Player::First) != is_first);
        let choice = seats[mover].agent.choose(&boards[mover]);
        let text = seats[mover].game.write_move(&boards[mover], choice.mv);
        step(&mut boards, seats, &text);
    }
    match boards[0].outcome() {
        Some(Outcome::Win(player)) => f64::from(u8::from((player == Player::First) == is_first)),
        _ => 0.5,
    }
}

fn compare(mut seats: [Seat<'_>; 2], n_pairs: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..n_pairs {
        let line = opening(seats[0].game, number);
        let scores = [true, false].map(|is_first| play(&mut seats, is_first, &line));
        tally.n_draws += scores.iter().filter(|&&score| score == 0.5).count();
        tally.pairs.push((scores[0] + scores[1]) / 2.0);
    }
    tally
}

/// Fits, and tells the weights.
struct Weights;

impl Visitor for Weights {
    type Output = String;
    fn visit<B: Cells>(self, game: Described<B>) -> String {
        let begin = Instant::now();
        let weights = game.default_weights();
        let seconds = begin.elapsed().as_secs_f64();
        assert!(!game.start().is_over(), "a game to play");
        let words = weights.iter().map(|(name, weight)| format!("{name} {weight}")).collect::<Vec<_>>();
        format!("fitted in {seconds:.2} s: {}", words.join(", "))
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(default, |text| text.parse().expect("a number"));
    let (nodes, n_pairs) = (number(1000), number(100));
    let names: Vec<String> = arguments.collect();
    println!("alpha-beta of {nodes} nodes, {n_pairs} pairs of games; points of `default` in %");
    for (name, text) in shelf::SHELF {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        println!("{name}: {}", open_with(text, "", Weights).expect("a game of the shelf"));
        let game = &*open(text, "").expect("a game of the shelf");
        for (rival, evaluator) in [("no evaluator", "weights()"), ("rule of thumb", "rule-of-thumb")] {
            let seats = [Seat::new(game, "default", nodes), Seat::new(game, evaluator, nodes)];
            println!("  {name:15} against {rival:13} {}", compare(seats, n_pairs).text());
        }
        for (_, open_twin, parameters) in TWINS.iter().filter(|(twin, ..)| twin == name) {
            let native = &*open_twin(parameters).expect("a native game");
            let seats = [Seat::new(game, "default", nodes), Seat::new(native, "default", nodes)];
            println!("  {name:15} against {:13} {}", "by hand", compare(seats, n_pairs).text());
        }
    }
}
