//! `cargo bench -p zermelo-benches --bench mcts`: play-outs a second of Monte Carlo tree search, one core, from the
//! start position with default settings.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use zermelo_benches::{Job, with};
use zermelo_game::{Agent, Budget, Family, Game, stream};
use zermelo_isolation::Isolation;
use zermelo_lines::drop::Drop;
use zermelo_milestone::Milestone;
use zermelo_pawns::breakthrough::Breakthrough;
use zermelo_search::Mcts;
use zermelo_search::MctsSettings;
use zermelo_simplexity::Simplexity;

fn main() {
    divan::main();
}

/// One search of so many play-outs.
struct Search(u64);

impl Job for Search {
    fn run<G: Game>(&self, game: &G) -> u64 {
        let mut agent = Mcts::new(MctsSettings::default(), stream(1, "mcts", 0));
        agent.choose(&game.start(), &Budget::nodes(self.0)).nodes
    }
}

fn measure<F: Family>(bencher: Bencher, parameters: &str, n_playouts: u64) {
    let job = Search(n_playouts);
    let n_items = with::<F>(parameters, &job);
    bencher.counter(ItemsCount::new(n_items)).bench(|| with::<F>(black_box(parameters), black_box(&job)));
}

/// A tree that grows throughout, from empty memory.
#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod mcts {
    use super::*;

    #[divan::bench]
    fn connect4(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", 500_000);
    }

    #[divan::bench]
    fn connect4_for_long(bencher: Bencher) {
        measure::<Drop>(bencher, "7,6,4", 3_000_000);
    }

    #[divan::bench]
    fn isolation(bencher: Bencher) {
        measure::<Isolation>(bencher, "", 200_000);
    }

    #[divan::bench]
    fn simplexity(bencher: Bencher) {
        measure::<Simplexity>(bencher, "", 200_000);
    }

    #[divan::bench]
    fn milestone(bencher: Bencher) {
        measure::<Milestone>(bencher, "", 50_000);
    }

    #[divan::bench]
    fn breakthrough(bencher: Bencher) {
        measure::<Breakthrough>(bencher, "", 50_000);
    }
}
