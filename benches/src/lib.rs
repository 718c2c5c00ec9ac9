//! What the benchmarks share: games opened by type, and a random play-out.

use zermelo_game::{Family, Game, GameVisitor, Outcome, Parameters, Position, Stream, perft, stream};

/// A job done with a game whatever its type, for a benchmark that is told the game by name.
pub trait Job: Sync {
    /// How many leaves or games it went through.
    fn run<G: Game>(&self, game: &G) -> u64;
}

/// Does a job with a member of a family.
pub fn with<F: Family>(parameters: &str, job: &impl Job) -> u64 {
    struct Run<'a, J>(&'a J);
    impl<J: Job> GameVisitor for Run<'_, J> {
        type Output = u64;
        fn visit<G: Game>(self, game: G) -> u64 {
            self.0.run(&game)
        }
    }
    F::open(parameters, Run(job)).expect("the benchmark names a game that exists")
}

/// perft to this depth, counting the last ply.
pub struct Bulk(pub usize);

impl Job for Bulk {
    fn run<G: Game>(&self, game: &G) -> u64 {
        perft::perft(&game.start(), self.0).last().copied().unwrap_or(0)
    }
}

/// perft to this depth, making every move: each last position is looked at whole, so that no part of making it
/// can be left out.
pub struct Made(pub usize);

impl Job for Made {
    fn run<G: Game>(&self, game: &G) -> u64 {
        perft::walk(&game.start(), self.0, &mut |pos| {
            divan::black_box(pos);
        })
    }
}

/// So many random games from the start to the end.
pub struct Playouts(pub u64);

impl Job for Playouts {
    fn run<G: Game>(&self, game: &G) -> u64 {
        let mut chance = stream(1, "playouts", 0);
        let start = game.start();
        for _ in 0..self.0 {
            divan::black_box(playout(start.clone(), &mut chance));
        }
        self.0
    }
}

/// An evaluator, by name, asked so often about each of a thousand positions of random games.
pub struct Evaluations(pub &'static str, pub u64);

impl Job for Evaluations {
    fn run<G: Game>(&self, game: &G) -> u64 {
        let parameters = Parameters::read("").expect("nothing is given");
        let evaluator = game.evaluator(self.0, parameters).expect("known").expect("no parameters");
        let positions = positions(game, 1000);
        for _ in 0..self.1 {
            for pos in &positions {
                divan::black_box(evaluator.value(divan::black_box(pos), pos.to_move()));
            }
        }
        self.1 * positions.len() as u64
    }
}

/// The network inputs of each of a thousand positions of random games, so often.
pub struct InputsWritten(pub u64);

impl Job for InputsWritten {
    fn run<G: Game>(&self, game: &G) -> u64 {
        let inputs = game.inputs();
        let mut words = vec![0; inputs.n_words()];
        let positions = positions(game, 1000);
        for _ in 0..self.0 {
            for pos in &positions {
                inputs.write(divan::black_box(pos), divan::black_box(&mut words));
            }
        }
        self.0 * positions.len() as u64
    }
}

/// Positions of random games, one after the other, without the ends.
fn positions<G: Game>(game: &G, n: usize) -> Vec<G::Position> {
    let mut chance = stream(1, "positions", 0);
    let mut positions = Vec::new();
    while positions.len() < n {
        let mut pos = game.start();
        while let Some(mv) = pos.random_move(&mut chance) {
            positions.push(pos.clone());
            pos.play(mv);
        }
    }
    positions.truncate(n);
    positions
}

/// Plays at random to the end.
pub fn playout<P: Position>(mut pos: P, chance: &mut Stream) -> Option<Outcome> {
    while let Some(mv) = pos.random_move(chance) {
        pos.play(mv);
    }
    pos.outcome()
}
