//! Random games of Connect Four, Zermelo beside the crate `board-game`.
//!
//! They take turns of a second. There are two races, because how the moves are listed costs as much as the rules.
//! In the first each library plays as its own code does: Zermelo by the play-out of its benchmarks,
//! `board-game` by the loop of its own tree search. In the second both are driven by hand, in the fastest way
//! that was found for `board-game`: the moves go into an array of seven. Both draw their numbers from
//! xoshiro256++ (`board-game` through `SmallRng`, as in its own benchmark). Nothing is measured unless both
//! play the same game: the perft counts must agree.

use std::hint::black_box;
use std::time::{Duration, Instant};

use board_game::board::{Board, BoardMoves};
use board_game::games::connect4::Connect4;
use board_game::util::game_stats::perft_naive;
use internal_iterator::InternalIterator;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use zermelo_game::{Game, Outcome, Player, Position, perft, stream};

use crate::N_ROUNDS;

/// Connect Four's move sequences of 1 to 7 plies.
const PERFT: [u64; 7] = [7, 49, 343, 2401, 16_807, 117_649, 823_536];

/// How long a turn is.
const TURN: Duration = Duration::from_secs(1);

/// Games between two looks at the clock: a fraction of a millisecond.
const BATCH: u64 = 1000;

/// Measures and reports.
pub fn compare<G: Game>(game: &G) {
    check_rules(game);
    println!("perft to depth 7: both count {PERFT:?}");
    println!("Connect Four, random games a second, one core, {N_ROUNDS} turns of {TURN:?} each\n");
    let races = [
        Race::new("each as its own code plays", zermelo(game), board_game()),
        Race::new("moves in an array of seven", zermelo_array(game), board_game_array()),
    ];
    report(&run(races));
}

/// A benchmark of different rules means nothing.
fn check_rules<G: Game>(game: &G) {
    assert_eq!(perft::perft(&game.start(), PERFT.len()), PERFT, "perft of Zermelo");
    let depths = 1..=PERFT.len() as u32;
    let theirs: Vec<u64> = depths.map(|depth| perft_naive(&Connect4::default(), depth)).collect();
    assert_eq!(theirs, PERFT, "perft of board-game");
}

/// How many games the first player won, and how many were drawn.
#[derive(Clone, Copy, Default)]
struct Tally {
    n_games: u64,
    n_first: u64,
    n_draws: u64,
}

impl Tally {
    fn add(&mut self, first_wins: bool, is_draw: bool) {
        self.n_games += 1;
        self.n_first += u64::from(first_wins);
        self.n_draws += u64::from(is_draw);
    }

    fn add_zermelo(&mut self, outcome: Option<Outcome>) {
        self.add(outcome == Some(Outcome::Win(Player::First)), outcome == Some(Outcome::Draw));
    }

    fn add_board_game(&mut self, outcome: board_game::board::Outcome) {
        use board_game::board::{Outcome, Player};
        self.add(outcome == Outcome::WonBy(Player::A), outcome == Outcome::Draw);
    }
}

/// Plays a batch of games. Boxed per batch, not per game, so that the call costs nothing.
type Play<'a> = Box<dyn FnMut(&mut Tally) + 'a>;

/// Zermelo as its benchmarks play.
fn zermelo<G: Game>(game: &G) -> Play<'_> {
    let mut chance = stream(1, "peers", 0);
    let start = game.start();
    Box::new(move |tally| {
        for _ in 0..BATCH {
            tally.add_zermelo(zermelo_benches::playout(black_box(start.clone()), &mut chance));
        }
    })
}

/// Zermelo with the moves in an array.
fn zermelo_array<G: Game>(game: &G) -> Play<'_> {
    let mut chance = stream(1, "peers", 1);
    let mut any_move = None;
    game.start().each_move(|mv| any_move = Some(mv));
    let any_move = any_move.expect("a game begins with a move");
    let start = game.start();
    Box::new(move |tally| {
        for _ in 0..BATCH {
            let mut pos = black_box(start.clone());
            while pos.outcome().is_none() {
                let mut moves = [any_move; 7];
                let mut n_moves = 0;
                pos.each_move(|mv| {
                    moves[n_moves] = mv;
                    n_moves += 1;
                });
                pos.play(moves[chance.below(n_moves)]);
            }
            tally.add_zermelo(pos.outcome());
        }
    })
}

/// `board-game` as its tree search plays.
fn board_game<'a>() -> Play<'a> {
    let mut rng = SmallRng::seed_from_u64(1);
    Box::new(move |tally| {
        for _ in 0..BATCH {
            let mut board = black_box(Connect4::default());
            let outcome = loop {
                board.play_random_available_move(&mut rng).expect("the game goes on");
                if let Some(outcome) = board.outcome() {
                    break outcome;
                }
            };
            tally.add_board_game(outcome);
        }
    })
}

/// `board-game` with the moves in an array.
fn board_game_array<'a>() -> Play<'a> {
    let mut rng = SmallRng::seed_from_u64(2);
    Box::new(move |tally| {
        for _ in 0..BATCH {
            let mut board = black_box(Connect4::default());
            let outcome = loop {
                let mut moves = [0; Connect4::WIDTH as usize];
                let mut n_moves = 0;
                board.available_moves().expect("the game goes on").for_each(|mv| {
                    moves[n_moves] = mv;
                    n_moves += 1;
                });
                let mv = moves[..n_moves].choose(&mut rng).expect("a game that goes on has a move");
                board.play(*mv).expect("a listed move is legal");
                if let Some(outcome) = board.outcome() {
                    break outcome;
                }
            };
            tally.add_board_game(outcome);
        }
    })
}

/// Two contenders that do the same work in the same way.
struct Race<'a> {
    way: &'static str,
    contenders: [Contender<'a>; 2],
}

/// One library in one race, and what it has done.
struct Contender<'a> {
    name: &'static str,
    play: Play<'a>,
    total: Tally,
    /// Games a second, one number for each turn.
    speeds: Vec<f64>,
}

impl<'a> Race<'a> {
    fn new(way: &'static str, zermelo: Play<'a>, board_game: Play<'a>) -> Self {
        let contender = |name, play| Contender {
            name,
            play,
            total: Tally::default(),
            speeds: Vec::with_capacity(N_ROUNDS),
        };
        Race { way, contenders: [contender("zermelo", zermelo), contender("board-game", board_game)] }
    }
}

impl Contender<'_> {
    fn take_turn(&mut self) {
        // A batch outside the clock brings code and branch predictor up to speed.
        (self.play)(&mut Tally::default());
        let mut tally = Tally::default();
        let begin = Instant::now();
        while begin.elapsed() < TURN {
            (self.play)(&mut tally);
        }
        self.speeds.push(tally.n_games as f64 / begin.elapsed().as_secs_f64());
        self.total.n_games += tally.n_games;
        self.total.n_first += tally.n_first;
        self.total.n_draws += tally.n_draws;
    }

    fn best(&self) -> f64 {
        self.speeds.iter().copied().fold(0.0, f64::max)
    }

    fn median(&self) -> f64 {
        let mut speeds = self.speeds.clone();
        speeds.sort_by(f64::total_cmp);
        speeds[speeds.len() / 2]
    }
}

fn run<const N: usize>(mut races: [Race; N]) -> [Race; N] {
    for round in 0..N_ROUNDS {
        for race in &mut races {
            race.contenders.iter_mut().for_each(Contender::take_turn);
            // Who went first goes second next time.
            race.contenders.reverse();
        }
        eprintln!("round {} of {N_ROUNDS}", round + 1);
    }
    races
}

fn report(races: &[Race]) {
    println!("{:28}{:>12}{:>12}{:>12}{:>12}{:>9}", "", "", "median", "best", "X wins", "draws");
    for race in races {
        let named =
            |name| race.contenders.iter().find(|contender| contender.name == name).expect("a contender");
        let (ours, theirs) = (named("zermelo"), named("board-game"));
        for (way, contender) in [(race.way, ours), ("", theirs)] {
            let share = |n_games: u64| 100.0 * n_games as f64 / contender.total.n_games as f64;
            println!(
                "{way:28}{:>12}{:>12.0}{:>12.0}{:>11.2}%{:>8.2}%",
                contender.name,
                contender.median(),
                contender.best(),
                share(contender.total.n_first),
                share(contender.total.n_draws),
            );
        }
        let (median, best) = (ours.median() / theirs.median(), ours.best() / theirs.best());
        println!("{:28}{:>12}{median:>12.2}{best:>12.2}\n", "", "ratio");
    }
}
