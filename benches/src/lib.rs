//! What the benchmarks share: games opened by type, and a random play-out.

use zermelo_game::{Family, Game, GameVisitor, Outcome, Position, Stream, perft, stream};

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

/// Plays at random to the end.
pub fn playout<P: Position>(mut pos: P, chance: &mut Stream) -> Option<Outcome> {
    while let Some(mv) = pos.random_move(chance) {
        pos.play(mv);
    }
    pos.outcome()
}
